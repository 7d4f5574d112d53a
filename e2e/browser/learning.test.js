// From the first look to the review: lessons, puzzles, the ladder, and a coach for what went wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, harness, yomikiri } from "../harness.js";

const { server, visitor } = harness();
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
const GAMES = yomikiri("games", "--json").games.map((game) => game.id);

/** The square of a cell as lessons name it. */
const squareOf = (diagram, cell) => `${diagram.files[cell % diagram.width]}${diagram.ranks[Math.floor(cell / diagram.width)]}`;

/** The pieces of the side that is not to move. */
const enemies = (view, side) => view.diagram.cells.filter((piece) => piece && piece.side !== side).length;

/** A move that fulfils a task. */
async function answerTo(game, { position, task, square, options }) {
  const place = { game: options ? `${game}?${options}` : game, ...(position ? { position } : {}) };
  const { view } = await server.post("look", place);
  for (const move of view.legal) {
    const begins = move.from ?? move.to;
    if (square && (begins === null || squareOf(view.diagram, begins) !== square)) continue;
    if (task === "capture" && enemies((await server.post("look", { ...place, moves: [move.text] })).view, view.side) === enemies(view, view.side)) continue;
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
    assert.ok(lessons.length >= 2, "every game teaches itself");
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
      if (move.to !== null) await board.locator(`[data-cell="${move.to}"]`).click();
      else await board.locator(`[data-move="${move.text}"]`).click();
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
    // The piece is marked, once the board is drawn.
    await page.locator(".puzzles .mark").first().waitFor({ state: "attached" });
    await page.reload();
    await page.locator('[data-streak="2"]').waitFor();
    await visit.finish();
  }
});

test("a turn of several actions has puzzles of one action", { timeout: PATIENCE * 4 }, async () => {
  for (const viewport of [WIDE, NARROW]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    await visit.open("/settings");
    await page.evaluate(() => localStorage.setItem("yomikiri.settings", JSON.stringify({ tilt: false })));
    await visit.open("/learn/janken");
    await page.locator("[data-puzzle-next]:enabled").click();
    await page.locator("[data-puzzle-hint]:enabled").waitFor();
    await page.locator("[data-puzzle-next]:enabled").waitFor();
    await page.locator(".puzzles .situation").waitFor();
    const { text, legal, position } = await page.evaluate(() => ({ text: document.querySelector(".puzzles").dataset.puzzle, legal: document.querySelector(".puzzles y-board").state.legal, position: new URL(document.querySelector(".puzzles a.button").href).searchParams.get("p") }));
    const { value, moves } = await server.post("probe", { game: "janken", position });
    assert.deepEqual(moves.filter((one) => one.value === value).map((one) => one.move), [text]);
    const move = legal.find((one) => one.text === text);
    if (move.from !== null) {
      await page.locator(`.puzzles [data-cell="${move.from}"]`).click();
      await page.locator(`.puzzles [data-cell="${move.to}"]`).click();
      await page.locator(".puzzles .verdict-line.right").waitFor();
      await page.locator('[data-streak="1"]').waitFor();
    }
    await visit.finish();
  }
});

test("stones are to be taken by one move that the server has read out", { timeout: PATIENCE * 4 }, async () => {
  for (const viewport of [WIDE, NARROW]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    await visit.open("/learn/go");
    await page.locator("[data-puzzle-next]:enabled").click();
    await page.locator("[data-puzzle-hint]:enabled").waitFor();
    await page.locator("[data-puzzle-next]:enabled").waitFor();
    // What is to be taken is marked, once the board is drawn.
    await page.locator(".puzzles .mark").nth(1).waitFor({ state: "attached" });
    const { text, legal } = await page.evaluate(() => ({ text: document.querySelector(".puzzles").dataset.puzzle, legal: document.querySelector(".puzzles y-board").state.legal }));
    const { to } = legal.find((one) => one.text === text);
    await page.locator(`.puzzles [data-cell="${to}"]`).click();
    await page.locator(".puzzles .verdict-line.right").waitFor();
    await visit.finish();
  }
});

test("a game without a table has puzzles, too: wins that a search finds", { timeout: PATIENCE * 4 }, async () => {
  for (const [game, viewport] of [["minishogi", NARROW], ["chess", WIDE]]) {
    // The same number is the same puzzle, and its answer wins.
    const asked = `puzzle?game=${encodeURIComponent(game)}&number=7`;
    const [{ puzzle }, again] = [await server.get(asked), await server.get(asked)];
    assert.deepEqual(again.puzzle, puzzle);
    if (puzzle) {
      const { view } = await server.post("look", { game, position: puzzle.view.position, moves: puzzle.line.map((one) => one.text) });
      assert.equal(puzzle.line[0].text, puzzle.answer);
      assert.ok(puzzle.line.length < puzzle.distance || view.outcome?.winner === puzzle.view.side, JSON.stringify(view.outcome));
    }
    if (game !== "minishogi") continue;
    const visit = await visitor({ viewport });
    const { page } = visit;
    await visit.open(`/learn/${game}`);
    await page.locator("[data-puzzle-next]:enabled").click();
    await page.locator("[data-puzzle-hint]:enabled").waitFor();
    await page.locator("[data-puzzle-next]:enabled").waitFor();
    const { text, legal } = await page.evaluate(() => ({ text: document.querySelector(".puzzles").dataset.puzzle, legal: document.querySelector(".puzzles y-board").state.legal }));
    const move = legal.find((one) => one.text === text);
    if (move.from !== null) await page.locator(`.puzzles [data-cell="${move.from}"]`).click();
    else await page.locator(`.puzzles .hand.${move.side} [data-hand="${move.hand}"]`).click();
    await page.locator(`.puzzles [data-cell="${move.to}"]`).click();
    const alike = legal.filter((one) => one.from === move.from && one.to === move.to && one.hand === move.hand);
    if (alike.length > 1) await page.locator(`.puzzles .choice [data-move="${move.text}"]`).click();
    await page.locator(".puzzles .verdict-line.right").waitFor();
    await page.locator('[data-streak="1"]').waitFor();
    await visit.finish();
  }
});
