// The coach: at each mistake what was better with its line, why, another try from there, and a link to share.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, harness, until } from "../harness.js";

const { server, visitor } = harness();

/** Anpanman: First gives the draw away with the very first move. */
const MOVES = ["b5b4", "b1b2"];

for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
  test(`a mistake is shown with the right line, the reason, and another try, ${viewport.width} wide`, { timeout: PATIENCE * 4 }, async () => {
    const created = await server.post("rooms", { game: "anpanman", moves: MOVES, first: { kind: "here" }, second: { kind: "engine", player: "random" } });
    const visit = await visitor({ viewport, permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = visit;
    await visit.open("/settings");
    await page.evaluate(([id, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [id]: { game: "anpanman", at: Date.now(), token } })), [created.room, created.tokens.first]);
    await visit.open(`/r/${created.room}`);
    await page.locator("y-board.mine").waitFor();
    await page.locator('[data-action="resign"]').click();
    await page.locator("[data-yes]").click();
    await page.locator('[data-action="review"]').click();
    await page.locator(".coach [data-accuracy=first]").waitFor();
    await page.locator('.deck [aria-label="To the start"]').click();
    await page.locator('[data-mistake="1"]').waitFor();
    const { plies } = await server.post("review", { game: "anpanman", moves: MOVES });
    assert.equal(plies[1].class, "loses");
    assert.ok(plies[0].line.length > 1 && plies[1].line.length > 1, "both lines are there");
    assert.equal(plies[0].line[0].text, plies[0].best.text);
    assert.equal(await page.locator("[data-better]").getAttribute("data-better"), plies[0].best.text);
    await page.locator("[data-better-line]").waitFor();
    await page.locator("[data-why]").waitFor();
    // The line is a line: every move of it is legal.
    await server.post("look", { game: "anpanman", moves: plies[0].line.map((one) => one.text) }).then(({ view }) => assert.equal(view.played.length, plies[0].line.length));
    await page.locator('[data-coach="share"]').click();
    await page.locator('[data-coach="share"]', { hasText: "Copied" }).waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    await page.locator('[data-coach="again"]').click();
    await page.waitForURL((url) => url.pathname.startsWith("/r/") && !url.pathname.endsWith(created.room));
    const again = page.url().split("/").at(-1);
    const now = await until(server, again, (state) => state.ply === 0, "before the mistake");
    assert.equal(now.seats.second.player, "random", "against the same opponent");
    // Whoever opens the link sees the same review.
    const other = await visitor({ viewport });
    await other.page.goto(address);
    await other.page.locator(".coach [data-accuracy=first]").waitFor();
    await other.page.locator('.stepper [aria-label="To the start"]').click();
    await other.page.locator('[data-mistake="1"] [data-better]').waitFor();
    await other.finish();
    await visit.finish();
  });
}

test("a pawn ending's mistake is explained by its layers", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  // White wins only by going ahead of the pawn: pushing it gives the win away.
  await visit.open(`/a/${encodeURIComponent("chess?goal=promotion")}?m=e2e4&coach=1`);
  await page.locator(".coach [data-accuracy=first]").waitFor();
  await page.locator('.stepper [aria-label="To the start"]').click();
  await page.locator('[data-mistake="1"]').waitFor();
  await page.locator("[data-reason]").first().waitFor();
  await visit.finish();
});
