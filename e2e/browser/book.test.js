// The opening book beside the lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, harness, yomikiri } from "../harness.js";

const { visitor } = harness();

for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
  test(`the book of a position is that of the program, ${viewport.width} wide`, { timeout: PATIENCE * 3 }, async () => {
    const visit = await visitor({ viewport });
    const { page } = visit;
    const truth = (/** @type {string[]} */ ...moves) => yomikiri("book", "show", "xiangqi", "--book", "builtin", "--json", ...(moves.length > 0 ? ["--moves", moves.join(" ")] : []));
    const shown = () => page.locator(".book-row").evaluateAll((rows) => rows.map(({ dataset }) => [dataset.move, Number(dataset.games), dataset.expected]));
    const wanted = (/** @type {ReturnType<typeof truth>} */ { moves }) => moves.map(({ move, games, expected }) => [move, games, expected.toFixed(3)]);
    await visit.open("/a/xiangqi");
    await page.locator(".book-row").first().waitFor();
    const start = truth();
    assert.ok(start.moves.length > 3);
    assert.deepEqual(await shown(), wanted(start));
    // In the game's notation, and within the page.
    const [first] = start.moves;
    const row = page.locator(`.book-row[data-move="${first.move}"]`);
    assert.notEqual(await row.locator(".value-move").textContent(), first.move);
    const card = await page.locator(".card.book").boundingBox();
    assert.ok(card && card.x >= 0 && card.x + card.width <= viewport.width);
    const fits = await page.locator(".book-row").evaluateAll((rows) => rows.every((one) => one.scrollWidth <= one.clientWidth));
    assert.ok(fits, "a row is wider than its place");
    // A press plays the move; the name of the opening comes with it.
    await row.click();
    await page.waitForURL((url) => url.searchParams.get("m") === first.move);
    const next = truth(first.move);
    await page.waitForFunction((move) => document.querySelector(".book-row")?.getAttribute("data-move") === move, next.moves[0].move);
    assert.deepEqual(await shown(), wanted(next));
    await visit.open("/a/xiangqi?m=h2e2");
    const named = truth("h2e2").opening;
    assert.equal(await page.locator("[data-opening]").getAttribute("data-opening"), named.code);
    await page.locator(`[data-opening="${named.code}"]`).waitFor();
    // Far from the book, and in a game without one.
    await visit.open("/a/xiangqi?m=e0e1,e9e8,a0a1,a9a8,a1a2,a8a7");
    await page.locator('[data-book="none"]').waitFor();
    await visit.open("/a/tictactoe");
    await page.locator("y-board").waitFor();
    assert.equal(await page.locator(".card.book").count(), 0);
    await visit.finish();
  });
}
