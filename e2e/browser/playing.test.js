// Whole games in a real browser: every game by mouse, one by keyboard alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, createRoom, harness, playByMouse, playTurn, roomOf, until, yomikiri } from "../harness.js";

const all = yomikiri("games", "--json").games;
/** Games that a search plays well enough for an end to come; the others are played for ten moves. */
const games = all.filter((game) => game.players.some(({ name }) => name === "alphabeta")).map((game) => game.id);
const endless = all.map((game) => game.id).filter((id) => !games.includes(id));
const { server, visitor } = harness();

/** Plays on until the game is over; `make` makes the visitor's moves. */
async function playOut(page, room, make) {
  for (let turn = 0; turn < 200; turn++) {
    const state = await until(server, room, (now) => now.outcome || now.side === "first", "the engine answers");
    if (state.outcome) {
      await page.locator('[data-status="over"]').waitFor();
      return state;
    }
    await page.locator(`[data-status="${state.side}"]`).waitFor();
    await page.locator("y-board.mine").waitFor();
    await playTurn(server, page, room, (view, move) => make(view, move, turn));
  }
  assert.fail("two hundred turns were not enough");
}

for (const game of games) {
  test(`a whole game of ${game} against an engine, by mouse`, { timeout: PATIENCE * 6 }, async () => {
    const visit = await visitor();
    const room = await createRoom(visit, { game });
    const end = await playOut(visit.page, room, (state, move, turn) => playByMouse(visit.page, state, move, { drag: turn % 2 === 1 }));
    assert.equal(await visit.page.locator("y-moves .move").count(), end.ply);
    // The moves of the list are those that were played, in their order.
    const shown = await visit.page.locator("y-moves .move").evaluateAll((moves) => moves.map((one) => one.dataset.move));
    assert.deepEqual(shown, end.played.map((one) => one.text));
    await visit.finish();
  });
}

for (const game of endless) {
  test(`ten moves of ${game} against an engine, by mouse, then resignation`, { timeout: PATIENCE * 4 }, async () => {
    const visit = await visitor();
    const { page } = visit;
    const room = await createRoom(visit, { game });
    for (let turn = 0; turn < 10; turn++) {
      const now = await until(server, room, (state) => state.side === "first", "the engine answers");
      await page.locator("y-board.mine").waitFor();
      await page.waitForFunction((ply) => document.querySelectorAll("y-moves .move").length === ply, now.ply);
      const placed = now.legal.filter((move) => move.to !== null);
      await playByMouse(page, now, placed[(turn * 37) % placed.length]);
      await until(server, room, (state) => state.ply > now.ply, "the move arrives");
    }
    await page.locator('[data-action="resign"]').click();
    await page.locator("[data-yes]").click();
    await page.locator(".headline.bad", { hasText: "You lose" }).waitFor();
    await visit.finish();
  });
}

/** Presses Tab until the focus is where it should be. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 120; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${selector} cannot be reached with Tab`);
}

test("a whole game by keyboard alone, from the lobby to the end", { timeout: PATIENCE * 6 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/");
  await page.locator('[data-game="dobutsu"]').waitFor();
  const press = async (selector) => {
    await tabTo(page, selector);
    await page.keyboard.press("Enter");
  };
  await press('[data-game="dobutsu"]');
  await press('.who[data-side="first"] [data-kind="here"]');
  await press('.who[data-side="second"] [data-kind="engine"]');
  await tabTo(page, 'select[name="level-second"]');
  await page.keyboard.press("Home");
  await press("[data-create]");
  await page.waitForURL("**/r/*");
  const room = roomOf(page);
  await page.locator("y-board [role=grid]").waitFor();
  const walk = async (width, to) => {
    const at = Number(await page.evaluate(() => document.activeElement?.dataset.cell));
    const [dx, dy] = [(to % width) - (at % width), Math.floor(to / width) - Math.floor(at / width)];
    for (let n = 0; n < Math.abs(dx); n++) await page.keyboard.press(dx > 0 ? "ArrowRight" : "ArrowLeft");
    for (let n = 0; n < Math.abs(dy); n++) await page.keyboard.press(dy > 0 ? "ArrowDown" : "ArrowUp");
    assert.equal(Number(await page.evaluate(() => document.activeElement?.dataset.cell)), to);
  };
  const end = await playOut(page, room, async (state, move, turn) => {
    if (turn === 1) {
      // Typing is a way, too.
      await tabTo(page, "form.typed input");
      await page.keyboard.type(move.text);
      await page.keyboard.press("Enter");
      return;
    }
    if (move.hand !== undefined) {
      await press(`y-board .hand.first [data-hand="${move.hand}"]`);
      await tabTo(page, "y-board .grid button");
    } else {
      await tabTo(page, "y-board .grid button");
      await walk(state.diagram.width, move.from);
      await page.keyboard.press("Enter");
      // Escape lets go; then it is picked up again.
      await page.keyboard.press("Escape");
      assert.equal(await page.locator("y-board .piece.lifted").count(), 0);
      await page.keyboard.press("Enter");
    }
    await page.locator('y-board [aria-pressed="true"]').waitFor();
    await walk(state.diagram.width, move.to);
    await page.keyboard.press("Enter");
    const alike = state.legal.filter((one) => one.from === move.from && one.to === move.to && one.hand === move.hand);
    if (alike.length > 1) await press(`y-board .choice [data-move="${move.text}"]`);
  });
  assert.ok(end.ply > 2);
  const spoken = await page.locator("#live").textContent();
  assert.ok(spoken && spoken.length > 0, "the end is spoken");
  await visit.finish();
});
