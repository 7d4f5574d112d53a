// How a program sees a board of stones: layers, explanations, problems.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, harness, until } from "../harness.js";

const { server, visitor } = harness();
const WIDE = { viewport: { width: 1280, height: 800 } };
const NARROW = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Strings that can be taken, a cut, a corner. */
const MOVES = ["C3", "D3", "C4", "D4", "C5", "D5", "D6", "E6", "E7", "F7", "G5", "C7", "D7", "C6"];
const cellOf = (point, size = 9) => (size - Number(point.slice(1))) * size + "ABCDEFGHJKLMNOPQRST".indexOf(point[0]);
/** Whether all of an element is between the header and the bar at the bottom. */
const inSight = (page, part) => page.locator(part).first().evaluate((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= document.querySelector("header.top").getBoundingClientRect().bottom - 1 && bottom <= document.querySelector("header nav").getBoundingClientRect().top + 1;
});
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

for (const [name, how] of Object.entries({ wide: WIDE, narrow: NARROW })) {
  test(`every layer is drawn and says something, ${name}`, { timeout: PATIENCE * 6 }, async () => {
    const { games } = await server.get("games");
    const { layers } = games.find((entry) => entry.id === "go");
    const visit = await visitor(how);
    const { page } = visit;
    await visit.open(`/a/${encodeURIComponent("go?size=9")}?m=${MOVES.join(",")}`);
    await page.locator("y-board [role=grid]").waitFor();
    for (const { id } of layers) {
      const button = page.locator(`[data-layer="${id}"]`);
      await button.click();
      await page.locator(`[data-layer="${id}"][aria-pressed="true"]`).waitFor();
      // Something is drawn on the board: marks, texts, arrows or colours.
      await page.waitForFunction(() => document.querySelectorAll("y-board .over .mark, y-board .over .tag, y-board .over .arrow, y-board .over .heat").length > 0, null, { timeout: PATIENCE });
      if (id === "candidates") await page.locator('.layers [data-note="go-candidate"]').first().waitFor();
      if (id === "territory3") await page.locator(".layers .bar").first().waitFor();
      // What is pointed at is told below the board, and on a phone all of it is in sight: board, sentence, buttons.
      const { overlay } = await server.post("layer", { game: "go?size=9", moves: MOVES, layer: id });
      const [{ cells: [cell] }] = overlay.about;
      const spot = page.locator(`y-board [data-cell="${cell}"]`);
      await (how === NARROW ? spot.tap() : spot.hover());
      await page.locator("y-pointed:not(.soft)").waitFor();
      assert.ok((await page.locator("y-pointed").textContent()).length > 5, `${id} says something`);
      // A second tap would play there.
      if (how === NARROW) await page.keyboard.press("Escape");
      if (how === NARROW) for (const part of ["y-board .surface", "y-pointed", `[data-layer="${id}"]`]) assert.ok(await inSight(page, part), `${part} is in sight with ${id}`);
      await button.click();
      await page.locator(`[data-layer="${id}"][aria-pressed="false"]`).waitFor();
      await page.waitForFunction(() => document.querySelectorAll("y-board .over .mark, y-board .over .tag, y-board .over .heat").length === 0);
    }
    // The last move, and an estimate that says that it is one.
    await page.locator('.explain [data-did="go-did"]').waitFor();
    assert.match(await page.locator(".explain [data-standing]").textContent(), /Estimate/);
    assert.ok(await fits(page), "nothing is wider than the screen");
    await visit.finish();
  });

  test(`a reading is played out move by move, ${name}`, { timeout: PATIENCE * 4 }, async () => {
    const visit = await visitor(how);
    const { page } = visit;
    // A ladder.
    await visit.open(`/a/${encodeURIComponent("go?size=9")}?p=${encodeURIComponent("9/9/3X5/2XO5/2X6/9/9/9/9 b -")}`);
    await page.locator("y-board [role=grid]").waitFor();
    await page.locator('[data-layer="strings"]').click();
    const reading = page.locator("[data-reading]").first();
    await reading.waitFor();
    await reading.locator("[data-reading-next]").click();
    await page.locator('[data-reading][data-step="1"] [data-why="go-read-atari"]').waitFor();
    await page.locator("y-board .over .tag", { hasText: "1" }).waitFor();
    await reading.locator("[data-reading-next]").click();
    await page.locator('[data-reading][data-step="2"] [data-why="go-read-extends"]').waitFor();
    if (how === NARROW) for (const part of ["y-board .surface", '[data-reading="0"]']) assert.ok(await inSight(page, part), `${part} is in sight while a reading is played out`);
    let step = 2;
    while (await reading.locator("[data-reading-next]").isEnabled()) {
      await reading.locator("[data-reading-next]").click();
      step += 1;
      await page.locator(`[data-reading][data-step="${step}"]`).waitFor();
    }
    assert.ok(step > 8, `a ladder is long, ${step}`);
    assert.equal(await reading.locator("[data-why]").getAttribute("data-why"), "go-read-takes");
    await reading.locator("[data-reading-previous]").click();
    await page.locator(`[data-reading][data-step="${step - 1}"]`).waitFor();
    assert.ok(await fits(page), "nothing is wider than the screen");
    await visit.finish();
  });

  test(`a problem is failed, refuted, tried again and solved, ${name}`, { timeout: PATIENCE * 6 }, async () => {
    const { collections } = await server.get("problems?game=go");
    const visit = await visitor(how);
    const { page } = visit;
    await visit.open("/learn/go");
    const card = page.locator(".problems");
    const { name: ladders, problems } = collections[0];
    await card.locator(`[data-collection="${ladders}"]`).click();
    await page.locator('.problems[data-problem="0.0"] y-board [role=grid]').waitFor();
    const press = async (point) => {
      const cell = card.locator(`y-board [data-cell="${cellOf(point, Math.sqrt(await card.locator("y-board [data-cell]").count()))}"]`);
      await cell.click();
      // On a phone the first tap aims.
      if (how === NARROW) await cell.click();
    };
    const [one] = problems;
    const { view } = await server.post("look", { game: one.game, position: one.position });
    const wrong = view.legal.find(({ text }) => text !== "pass" && !one.answers.includes(text));
    await press(wrong.text);
    await card.locator('[data-verdict="wrong"]').waitFor();
    await card.locator("[data-problem-again]").click();
    await card.locator('[data-verdict=""]').waitFor();
    await press(one.answers[0]);
    await card.locator('[data-verdict="right"]').waitFor();
    await card.locator('[data-solved="1"]').waitFor();
    await card.locator("[data-problem-next]").click();
    await page.locator('.problems[data-problem="0.1"]').waitFor();
    // Every collection opens.
    for (const [at, { name: id }] of collections.entries()) {
      await card.locator(`[data-collection="${id}"]`).click();
      await page.locator(`.problems[data-problem="${at}.0"] .task`).waitFor();
    }
    assert.ok(await fits(page), "nothing is wider than the screen");
    // What was solved is known after a reload.
    await page.reload();
    await page.locator('.problems [data-solved="1"]').waitFor();
    await visit.finish();
  });

  test(`after a move it is said what it did, ${name}`, { timeout: PATIENCE * 5 }, async () => {
    const made = await server.post("rooms", { game: "go?size=9", moves: ["E5", "E4", "D4", "A9", "F4", "B9"], first: { kind: "here" }, second: { kind: "here" }, hints: true });
    const visit = await visitor({ ...how, locale: name === "narrow" ? "ja-JP" : "en-US" });
    const { page } = visit;
    await visit.open("/settings");
    await page.evaluate(([room, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [room]: { game: "go?size=9", at: Date.now(), token } })), [made.room, made.tokens.first]);
    await visit.open(`/r/${made.room}`);
    const cell = page.locator(`y-board.mine [data-cell="${cellOf("E3")}"]`);
    await cell.click();
    if (how === NARROW) await cell.click();
    await until(server, made.room, (one) => one.ply === 7, "the stone arrives");
    const did = page.locator('.explain [data-did="go-did"]', { hasText: "E3" });
    await did.waitFor();
    assert.match(await did.textContent(), name === "narrow" ? /E4の石を取る/ : /takes the stone at E4/);
    await page.locator(".explain [data-better]").first().waitFor();
    await page.locator(".explain [data-standing]").waitFor();
    assert.notEqual(await page.locator(".explain").getAttribute("data-lost"), "");
    assert.ok(await fits(page), "nothing is wider than the screen");
    await visit.finish();
  });
}

test("without hints nothing is explained while a game goes on", { timeout: PATIENCE * 3 }, async () => {
  const made = await server.post("rooms", { game: "go?size=9", moves: ["E5", "E4"], first: { kind: "here" }, second: { kind: "here" }, hints: false });
  const visit = await visitor(WIDE);
  await visit.open(`/r/${made.room}`);
  await visit.page.locator("y-board [role=grid]").waitFor();
  assert.equal(await visit.page.locator(".explain").count(), 0);
  await visit.finish();
});
