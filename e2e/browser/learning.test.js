// From the first look to the review: lessons, puzzles, the ladder, and a coach for what went wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, goodMove, harness, playByMouse, until, yomikiri } from "../harness.js";

const { server, visitor } = harness();
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
const GAMES = yomikiri("games", "--json").games.map((game) => game.id);

/** The square of a cell as lessons name it. */
const squareOf = (diagram, cell) => `${diagram.files[cell % diagram.width]}${diagram.ranks[Math.floor(cell / diagram.width)]}`;

/** A move that fulfils a task. */
async function answerTo(game, { position, task, square }) {
  const place = { game, ...(position ? { position } : {}) };
  const { view } = await server.post("look", place);
  for (const move of view.legal) {
    if (square && (move.from === null || squareOf(view.diagram, move.from) !== square)) continue;
    if (task === "capture" && (move.to === null || !view.diagram.cells[move.to])) continue;
    if (task === "drop" && move.hand === undefined) continue;
    if (task === "win" && (await server.post("look", { ...place, moves: [move.text] })).view.outcome?.winner !== view.side) continue;
    return { view, move };
  }
  return assert.fail(`${game}: nothing does it`);
}

for (const [at, game] of GAMES.entries()) {
  test(`the lessons of ${game} can be done in the browser`, { timeout: PATIENCE * 4 }, async () => {
    const { games } = await server.get("games");
    const { lessons } = games.find((entry) => entry.id === game);
    if (lessons.length === 0) return;
    const visit = await visitor({ viewport: at % 2 === 0 ? WIDE : NARROW });
    const { page } = visit;
    await visit.open("/settings");
    await page.evaluate(() => localStorage.setItem("yomikiri.settings", JSON.stringify({ tilt: false })));
    await visit.open(`/learn/${game}`);
    for (const [number, lesson] of lessons.entries()) {
      await page.locator(`[data-lesson="${number + 1}"] y-board [role=grid]`).waitFor();
      const { view, move } = await answerTo(game, lesson);
      const board = page.locator(".lesson-card");
      if (move.from !== null) await board.locator(`[data-cell="${move.from}"]`).click();
      if (move.hand !== undefined) await board.locator(`.hand.${move.side} [data-hand="${move.hand}"]`).click();
      await board.locator(`[data-cell="${move.to}"]`).click();
      const alike = view.legal.filter((one) => one.from === move.from && one.to === move.to && one.hand === move.hand);
      if (alike.length > 1) await board.locator(`.choice [data-move="${move.text}"]`).click();
      await page.locator(".verdict-line.right").waitFor();
      await page.locator("[data-next]:enabled").click();
    }
    await page.locator('[data-lesson="done"]').waitFor();
    await visit.finish();
  });
}

test("a puzzle has one answer, three hints and a streak", { timeout: PATIENCE * 4 }, async () => {
  for (const viewport of [WIDE, NARROW]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    await visit.open("/learn/anpanman");
    for (let solved = 1; solved <= 2; solved++) {
      await page.locator("[data-puzzle-next]:enabled").click();
      await page.waitForFunction((last) => (document.querySelector(".puzzles")?.dataset.puzzle ?? "") !== "" && document.querySelector("[data-puzzle-hint]") !== null && document.querySelector("[data-puzzle-next]:enabled") !== null && last !== null, solved);
      const text = await page.locator(".puzzles").getAttribute("data-puzzle");
      const cells = await page.evaluate(() => document.querySelector(".puzzles y-board").state.legal);
      const move = cells.find((one) => one.text === text);
      await page.locator(`.puzzles [data-cell="${move.from}"]`).click();
      await page.locator(`.puzzles [data-cell="${move.to}"]`).click();
      await page.locator(".puzzles .verdict-line.right").waitFor();
      assert.equal(await page.locator("[data-streak]").getAttribute("data-streak"), String(solved));
    }
    await page.locator("[data-puzzle-next]:enabled").click();
    await page.locator("[data-puzzle-hint]:enabled").waitFor();
    for (let hints = 1; hints <= 3; hints++) await page.locator("[data-puzzle-hint]").click();
    await page.locator("[data-puzzle-hint]:disabled").waitFor();
    assert.ok((await page.locator(".puzzles .mark").count()) >= 1, "the piece is marked");
    await page.reload();
    await page.locator('[data-streak="2"]').waitFor();
    await visit.finish();
  }
});

test("a newcomer opens, chooses, plays, finishes, reviews and learns", { timeout: PATIENCE * 6 }, async () => {
  const visit = await visitor({ viewport: NARROW });
  const { page } = visit;
  await visit.open("/");
  await page.locator('[data-game="anpanman"]').click();
  assert.equal(await page.locator('select[name="level-second"]').inputValue(), "lookahead:depth=1", "a beginner's opponent");
  await page.locator("[data-create]").click();
  await page.waitForURL("**/r/*");
  const room = page.url().split("/").at(-1);
  for (let turn = 0; turn < 100; turn++) {
    const now = await until(server, room, (state) => state.outcome || state.side === "first", "the engine answers");
    if (now.outcome) break;
    await page.locator("y-board.mine").waitFor();
    await page.waitForFunction((ply) => document.querySelectorAll("y-moves .move").length === ply, now.ply);
    // Ten moves as they come, then good ones: there is something to be learned.
    const text = turn < 3 ? now.legal.at(-1).text : goodMove("anpanman", now.position);
    await playByMouse(page, now, now.legal.find((move) => move.text === text));
    await until(server, room, (state) => state.ply > now.ply, "the move arrives");
  }
  await page.locator('[data-status="over"]').waitFor();
  await page.locator('[data-action="review"]').click();
  await page.locator(".coach [data-accuracy=first]").waitFor();
  const { played } = await server.get(`rooms/${room}`);
  const { plies } = await server.post("review", { game: "anpanman", moves: played.map((one) => one.text) });
  const wrong = plies.filter((ply) => ply.class === "loses" || ply.class === "to_draw");
  if (wrong.length > 0) {
    await page.locator('.deck [aria-label="To the start"]').click();
    const [first] = wrong;
    await page.locator('[data-coach="next"]').click();
    await page.locator(`[data-mistake="${first.ply}"]`).waitFor();
    const { best } = plies[first.ply - 1];
    assert.equal(await page.locator("[data-better]").getAttribute("data-better"), best.text);
    await page.locator('[data-coach="again"]').click();
    await page.waitForURL((url) => url.pathname === "/a/anpanman");
    await page.locator(".value-row.best").first().waitFor();
  }
  await page.locator('header a[href="/learn/anpanman"]').click();
  await page.locator(".ladder [data-level]").first().waitFor();
  await visit.finish();
});
