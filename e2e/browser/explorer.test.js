// The table explorer: a solved game is browsed by value, and a missing table is built from the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, Server, harness } from "../harness.js";

const { server, visitor } = harness("--allow-solve");
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
const RANK = { win: 2, draw: 1, loss: 0 };

/** The moves of the list with their values. */
const rows = (page) => page.locator(".game-tree .value-row").evaluateAll((all) => all.map(({ dataset }) => ({ move: dataset.move, value: dataset.value, distance: Number(dataset.distance) })));

test("the game tree is browsed by value", { timeout: PATIENCE * 4 }, async () => {
  for (const viewport of [WIDE, NARROW]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    await visit.open("/t/anpanman");
    await page.locator(".game-tree .value-row").first().waitFor();
    const best = await rows(page);
    assert.deepEqual(best.map(({ value }) => RANK[value]), best.map(({ value }) => RANK[value]).toSorted((a, b) => b - a), "best first");
    await page.locator('[data-sort="nearest"]').click();
    await page.locator('[data-sort="nearest"][aria-pressed="true"]').waitFor();
    const near = (await rows(page)).filter(({ value }) => value !== "draw").map(({ distance }) => distance);
    assert.deepEqual(near, near.toSorted((a, b) => a - b), "shortest first");
    // Only lost moves.
    await page.locator('[data-filter="draw"]').click();
    await page.waitForFunction(() => document.querySelectorAll('.game-tree .value-row[data-value="draw"]').length === 0);
    const lost = await rows(page);
    assert.ok(lost.length > 0 && lost.every(({ value }) => value === "loss"));
    // Into a lost move: now it is won for the other side, and the shortest line leads to the end.
    const [into] = lost;
    await page.locator(`.game-tree .value-row[data-move="${into.move}"]`).click();
    await page.locator('.game-tree[data-ply="1"] [data-value="win"].verdict').waitFor();
    await page.locator(".shortest-line").waitFor();
    const line = (await page.locator(".shortest-line").getAttribute("data-line")).split(" ");
    assert.equal(line.length, into.distance - 1);
    const { view } = await server.post("look", { game: "anpanman", moves: [into.move, ...line] });
    assert.ok(view.outcome, "the line ends the game");
    // The address holds where one is, and the crumbs lead back.
    await page.reload();
    await page.locator('.game-tree[data-ply="1"] .value-row').first().waitFor();
    await page.locator('[data-crumb="0"]').click();
    await page.locator('.game-tree[data-ply="0"]').waitFor();
    await visit.finish();
  }
});

test("positions that were found are browsed from", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor({ viewport: NARROW });
  const { page } = visit;
  await visit.open("/t/chess?w=KPvK");
  await page.locator("[data-browse]").first().click();
  await page.locator(".game-tree .value-row").first().waitFor();
  await page.locator(".game-tree .value-row").first().click();
  await page.locator('.game-tree[data-ply="1"]').waitFor();
  await visit.finish();
});

test("a missing table is built from the page, with estimate, progress and result", { timeout: PATIENCE * 5 }, async () => {
  const visit = await visitor({ viewport: WIDE });
  const { page } = visit;
  await visit.open(`/t/${encodeURIComponent("anpanman?no_moves=draw")}`);
  await page.locator("[data-solve-cost]").waitFor();
  await page.locator("[data-solve]").click();
  // Either the progress is seen, or a fast machine has come to the end already.
  await page.locator("[data-solving], .game-tree .value-row").first().waitFor();
  await page.locator(".game-tree .value-row").first().waitFor();
  await page.locator("[data-start-value]").waitFor();
  await visit.finish();
  const small = await visitor({ viewport: NARROW });
  await small.open(`/t/${encodeURIComponent("anpanman?no_moves=draw")}`);
  await small.page.locator(".game-tree .value-row").first().waitFor();
  await small.finish();
});

test("a build is stopped from the page and can be taken up again", { timeout: PATIENCE * 4 }, async () => {
  for (const viewport of [WIDE, NARROW]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    // Minutes of work: it does not end before the button is pressed.
    await visit.open("/t/dobutsu");
    await page.locator("[data-solve]").click();
    await page.locator("[data-solve-stop]:enabled").click();
    await page.locator('[data-solve-ended="stopped"]').waitFor();
    await page.locator("[data-solve]:enabled").waitFor();
    const { job } = await server.get("table/solve?game=dobutsu");
    assert.equal(job.state, "stopped");
    await visit.finish();
  }
});

test("what does not fit is not offered, and visitors build nothing unless the owner allows it", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor({ viewport: NARROW });
  await visit.open("/t/chess");
  await visit.page.locator('input[name="what"]').fill("KRPvKRP");
  await visit.page.locator('input[name="what"]').blur();
  await visit.page.locator("[data-solve-cost]").waitFor();
  await visit.finish();
  const closed = new Server();
  await closed.start();
  try {
    const told = await closed.get("table/solve?game=dobutsu");
    assert.equal(told.allowed, false);
    const refused = await closed.post("table/solve", { game: "dobutsu" });
    assert.equal(refused.error.code, "not_allowed");
  } finally {
    await closed.stop();
  }
});
