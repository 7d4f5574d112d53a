// Chess endings: the pieces, the true values with their distances, the lessons of the table, the explorer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, harness, playByMouse, until, yomikiri, yomikiriLines } from "../harness.js";

/** First is to move and would rather not be: it has no opposition. */
const FACING = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
/** The start of the document on pawn endings: First wins. */
const PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

const { server, visitor } = harness();

const path = (position) => `/a/chess?p=${encodeURIComponent(position)}`;
/** The number of a square's cell. */
const cellOf = (square) => (8 - Number(square[1])) * 8 + "abcdefgh".indexOf(square[0]);

/** A position with king and pawn against king, as FEN. */
function fen({ pawn, king, defender }, turn) {
  const board = Array(64).fill("");
  board[pawn] = "P";
  board[king] = "K";
  board[defender] = "k";
  const row = (y) => board.slice(y * 8, y * 8 + 8).map((piece) => piece || "1").join("").replaceAll(/1+/g, (empty) => String(empty.length));
  return `${Array.from({ length: 8 }, (_, y) => row(y)).join("/")} ${turn} - - 0 1`;
}

/** Whether First wins each of some positions; `null` where the position is not legal. */
function areWon(positions) {
  return yomikiriLines(["probe", "chess", "-p", "-", "--json"], positions).map((told, at) => {
    if (told.error) return null;
    return told.value === (positions[at].includes(" w ") ? "win" : "loss");
  });
}

test("every piece has a shape, and a letter for those who want letters", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor({ viewport: { width: 360, height: 640 } });
  const { page } = visit;
  await visit.open("/a/chess");
  await page.locator("y-board .drawing.statue").first().waitFor();
  assert.equal(await page.locator("y-board .drawing.statue").count(), 32);
  const shapes = await page.locator("y-board .drawing.statue").evaluateAll((pieces) => pieces.map((piece) => `${piece.classList.contains("first")} ${piece.querySelectorAll("path")[1]?.getAttribute("d")}`));
  assert.equal(new Set(shapes).size, 12, "six kinds for each side");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.evaluate(() => localStorage.setItem("yomikiri.settings", JSON.stringify({ set: "letters" })));
  await visit.open("/a/chess");
  await page.locator("y-board .sign").first().waitFor();
  assert.deepEqual([...new Set(await page.locator("y-board .sign").allTextContents())].sort(), ["B", "K", "N", "P", "Q", "R"]);
  // No table reaches the start, and none could: the page says so and sends nobody to build one.
  await page.locator(".values .soft").waitFor();
  assert.doesNotMatch(await page.locator(".values").innerText(), /yomikiri solve/);
  await visit.finish();
});

test("the values of a pawn ending are those of probe, with the distance to promotion", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  for (const position of [PAWN, FACING, "8/8/8/8/8/2k5/2p5/K7 b - - 7 60"]) {
    const truth = yomikiri("probe", "chess", "-p", position, "--json");
    await visit.open(path(position));
    await page.locator(".value-row").first().waitFor();
    const verdict = page.locator(".verdict");
    assert.equal(await verdict.getAttribute("data-value"), truth.value);
    assert.equal(await verdict.getAttribute("data-distance"), String(truth.distance ?? ""));
    const shown = await page.locator(".value-row").evaluateAll((rows) => rows.map(({ dataset }) => ({ move: dataset.move, value: dataset.value, distance: dataset.distance === "" ? null : Number(dataset.distance) })));
    assert.deepEqual(shown, truth.moves.map(({ move, value, distance }) => ({ move, value, distance })), position);
    const promotion = await page.locator('[data-measure="promotion"]').evaluateAll((found) => found.map((one) => Number(one.dataset.plies)));
    assert.deepEqual(promotion, truth.promotion === null ? [] : [truth.promotion], position);
  }
  assert.equal(yomikiri("probe", "chess", "-p", PAWN, "--json").promotion, 27);
  await visit.finish();
});

test("the lessons on the board are what the table says", { timeout: PATIENCE * 4 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open(path(FACING));
  await page.locator(".value-row").first().waitFor();
  await page.locator('[data-action="values"]').click();
  const [pawn, king, defender] = ["e2", "e3", "e5"].map(cellOf);
  /** The cells under things that are drawn, by the middle of each. */
  const cells = (selector) => page.locator(selector).evaluateAll((found) => found.map((one) => {
    const { x, y, width, height } = one.getBBox();
    const { e, f } = one.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
    return Math.floor((y + height / 2 + f) / 100) * 8 + Math.floor((x + width / 2 + e) / 100);
  }));

  await page.locator('[data-layer="key-squares"]').click();
  await page.locator("y-board .over rect.mark").first().waitFor();
  const key = await cells("y-board .over rect.mark");
  for (const square of ["d4", "e4", "f4"]) assert.ok(key.includes(cellOf(square)), `${square} is a key square: ${key}`);
  // From a key square the king wins whoever is to move, wherever the other stands above the pawn and cannot take it.
  const ranks = Array.from({ length: 64 }, (_, cell) => cell).filter((cell) => cell < 40);
  const from = key.flatMap((one) => ranks.flatMap((other) => ["w", "b"].map((turn) => fen({ pawn, king: one, defender: other }, turn))));
  assert.ok(areWon(from).every((won) => won !== false));

  await page.locator('[data-layer="opposition"]').click();
  await page.locator("y-board .over circle.mark").first().waitFor();
  const opposed = await cells("y-board .over circle.mark");
  const all = Array.from({ length: 64 }, (_, cell) => cell);
  const own = all.filter((cell) => cell !== pawn && cell !== defender);
  const onMove = areWon(own.map((one) => fen({ pawn, king: one, defender }, "w")));
  const waiting = areWon(own.map((one) => fen({ pawn, king: one, defender }, "b")));
  assert.deepEqual(opposed.sort((a, b) => a - b), own.filter((_, at) => onMove[at] === false && waiting[at] === true));

  await page.locator('[data-layer="pawn-square"]').click();
  await page.locator("y-board .over .tag text").first().waitFor();
  const signs = await page.locator("y-board .over .tag text").allTextContents();
  const labelled = await cells("y-board .over .tag");
  const other = all.filter((cell) => cell !== pawn && cell !== king);
  const won = areWon(other.map((one) => fen({ pawn, king, defender: one }, "w")));
  const expected = other.flatMap((cell, at) => (won[at] === null ? [] : [`${cell} ${won[at] ? "×" : "="}`]));
  // A label on a piece stands a little lower, in the same cell.
  assert.deepEqual(labelled.map((cell, at) => `${cell} ${signs[at]}`).sort(), expected.sort());
  await visit.finish();
});

test("the explorer counts KPvK as table stats does, and leads to the longest win", { timeout: PATIENCE * 4 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const stats = yomikiri("table", "stats", "chess", "KPvK", "--json").tables.find((row) => row.convention === "all" && row.side === "first");
  // Twice the published 62,480, which are those with the pawn on half of the board.
  assert.deepEqual([stats.win, stats.longest_win], [2 * 62_480, 55]);
  await visit.open("/t/chess");
  await page.locator('[data-part="KPvK"]').click();
  const row = page.locator('tr[data-table="KPvK"][data-side="first"]');
  await row.waitFor();
  const digits = (await row.locator("td.number").allTextContents()).map((text) => Number(text.replaceAll(/\D/g, "")));
  assert.deepEqual(digits, [stats.win, stats.draw, stats.loss, stats.positions, stats.longest_win]);
  await page.locator(".found-card").first().click();
  await page.waitForURL("**/a/chess?**");
  await page.locator(`.verdict[data-value="win"][data-distance="${stats.longest_win}"]`).waitFor();
  await visit.finish();
});

test("a pawn becomes what one chooses", { timeout: PATIENCE * 3 }, async () => {
  const made = await server.post("rooms", { game: "chess", position: "8/P6k/8/8/8/8/7K/8 w - - 0 1", first: { kind: "here" }, second: { kind: "here" } });
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/settings");
  await page.evaluate(([room, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [room]: { game: "chess", at: Date.now(), token } })), [made.room, made.tokens.first]);
  await visit.open(`/r/${made.room}`);
  await page.locator("y-board.mine").waitFor();
  const state = await server.get(`rooms/${made.room}`);
  await playByMouse(page, state, state.legal.find((move) => move.text === "a7a8n"));
  const now = await until(server, made.room, (one) => one.ply === 1, "the pawn arrives");
  assert.match(now.position, /^N7\//);
  await visit.finish();
});
