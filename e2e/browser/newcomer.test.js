// A newcomer's path through every game: open, choose, play ten moves, finish, review, learn. One test per game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, harness, playByMouse, until, yomikiri } from "../harness.js";

const { server, visitor } = harness();
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
const GAMES = yomikiri("games", "--json").games.map((game) => game.id);
/** Moves that the newcomer makes before the game is given up, if it is not over by then. */
const MOVES = 10;

/** Numbers that are the same in every run. @param {number} seed */
function lot(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The list of moves shows as many as the room has. */
const shows = (page, ply) => page.waitForFunction((count) => document.querySelectorAll("y-moves .move").length >= count, ply);

for (const [at, game] of GAMES.entries()) {
  test(`a newcomer opens, chooses, plays, finishes, reviews and learns ${game}`, { timeout: PATIENCE * 6 }, async () => {
    const visit = await visitor({ viewport: at % 2 === 0 ? NARROW : WIDE });
    const { page } = visit;
    const random = lot(at + 1);
    await visit.open("/settings");
    await page.evaluate(() => localStorage.setItem("yomikiri.settings", JSON.stringify({ tilt: false })));
    await visit.open("/");
    await page.locator(`[data-game="${game}"]`).click();
    const beginner = (await server.get("games")).games.find((entry) => entry.id === game).levels.find(({ id }) => id === "level-beginner");
    await page.locator(`select[name="level-second"]`).waitFor();
    assert.equal(await page.locator('select[name="level-second"]').inputValue(), beginner?.player ?? "random", "a beginner's opponent");
    // The weakest answers at once on every machine.
    await page.locator('select[name="level-second"]').selectOption({ index: 0 });
    await page.locator("[data-create]").click();
    await page.waitForURL("**/r/*");
    const room = page.url().split("/").at(-1);
    await page.locator("y-board [role=grid]").waitFor();
    for (let made = 0; made < MOVES;) {
      const now = await until(server, room, (state) => state.outcome || state.side === "first", "the engine answers");
      if (now.outcome) break;
      await page.locator("y-board.mine").waitFor();
      await shows(page, now.ply);
      if (await page.locator('[data-preset="random"]').count()) {
        await page.locator('[data-preset="random"]').click();
        await page.locator("[data-confirm]:enabled").click();
        made += 4;
      } else {
        const look = async (more) => (await server.post("look", { game, position: now.start, moves: [...now.played.map((one) => one.text), ...more] })).view;
        let view = await look([]);
        const turn = [];
        do {
          const moves = view.legal.filter((one) => one.to !== null);
          const move = (moves.length > 0 ? moves : view.legal)[random(moves.length || view.legal.length)];
          await playByMouse(page, view, move);
          turn.push(move.text);
          made += 1;
          view = await look(turn);
          if ((await server.get(`rooms/${room}`)).ply > now.ply) break;
          await Promise.race([page.locator(`.staged-bar[data-count="${turn.length}"]`).waitFor(), until(server, room, (state) => state.ply > now.ply, "the move arrives")]);
        } while ((await page.locator(".staged-bar").count()) > 0 && view.side === "first" && !view.outcome);
        if (await page.locator("[data-confirm]:enabled").count()) await page.locator("[data-confirm]:enabled").click();
      }
      await until(server, room, (state) => state.ply > now.ply, "the turn arrives");
    }
    const last = await until(server, room, (state) => state.outcome || state.side === "first", "the engine answers");
    if (!last.outcome) {
      await page.locator("y-board.mine").waitFor();
      await page.locator('[data-action="resign"]').click();
      await page.locator("[data-yes]").click();
    }
    await page.locator('[data-status="over"]').waitFor();
    const { played, ply } = await until(server, room, (state) => state.outcome, "it is over");
    assert.ok(ply >= 2, `${ply} moves`);
    await page.locator('[data-action="review"]').click();
    const { plies } = await server.post("review", { game, position: last.start, moves: played.map((one) => one.text) });
    assert.equal(plies.length, ply + 1);
    // Engines that judge nothing leave nothing to be reviewed.
    if (plies.some((one) => one.value !== null || one.points !== null)) {
      await page.locator(".coach [data-accuracy=first]").waitFor();
      await coach(page);
    }
    await page.locator(`header a[href="/learn/${game}"]`).click();
    await page.locator(".lesson-card y-board").waitFor();
    await page.locator(".ladder [data-level]").first().waitFor();
    await visit.finish();
  });
}

/** Stops at the first mistake, if there is one: what was better, why, and another try. */
async function coach(page) {
  await page.locator('.deck [aria-label="To the start"]').click();
  await page.locator('[data-action="present"]').waitFor();
  const next = page.locator('[data-coach="next"]:enabled');
  if ((await next.count()) === 0 || (await page.locator("[data-mistake]").count()) > 0) return;
  await next.click();
  await page.locator("[data-mistake]").waitFor();
  await page.locator("[data-better]").waitFor();
}
