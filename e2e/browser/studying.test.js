// Studying in rooms and on a page that changes: presses are never lost, engines' lines come where players
// allow them, finished games are looked through, and nobody is sent to build a table that cannot be built.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, harness, until } from "../harness.js";

const { server, visitor } = harness();

/** Comes to a room with the secret of a seat. */
async function enter(visit, { room, tokens }, game) {
  await visit.open("/settings");
  await visit.page.evaluate(([id, token, name]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [id]: { game: name, at: Date.now(), token } })), [room, tokens.first, game]);
  await visit.open(`/r/${room}`);
  await visit.page.locator("y-board.mine").waitFor();
}

test("a press outlives what arrives between pressing and letting go", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  // The values come only when this test says so. They push everything below them down.
  let release = () => {};
  const held = new Promise((done) => { release = () => done(null); });
  let asked = () => {};
  const waiting = new Promise((done) => { asked = () => done(null); });
  await page.route("**/api/v1/probe", async (route) => {
    asked();
    await held;
    await route.continue();
  });
  await visit.open("/a/anpanman");
  const layer = page.locator('[data-layer="attacks"]');
  await layer.waitFor();
  await waiting;
  const before_ = await layer.boundingBox();
  const button = await layer.elementHandle();
  await layer.hover();
  await page.mouse.down();
  const answered = page.waitForResponse("**/api/v1/probe");
  release();
  await (await answered).finished();
  // The page has had every chance to draw.
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => done(null)), 200)));
  assert.equal(await page.locator(".value-row").count(), 0, "it waits while something is pressed");
  await page.mouse.up();
  await page.locator('[data-layer="attacks"][aria-pressed="true"]').waitFor();
  await page.locator("y-board .heat").first().waitFor();
  await page.locator(".value-row").first().waitFor();
  const after_ = await layer.boundingBox();
  assert.ok(before_ && after_ && after_.y > before_.y + 20, `the values pushed the button down: ${before_?.y}, ${after_?.y}`);
  assert.ok(await layer.evaluate((now, then) => now === then, button), "it is still the same button");
  await visit.finish();
});

test("controls stay the same elements when others come and go around them", { timeout: PATIENCE * 3 }, async () => {
  const made = await server.post("rooms", { game: "anpanman", first: { kind: "here" }, second: { kind: "here" }, hints: true });
  const visit = await visitor();
  const { page } = visit;
  await enter(visit, made, "anpanman");
  const flip = await page.locator('[data-action="flip"]').elementHandle();
  const engine = await page.locator('[data-action="engine"]').elementHandle();
  // With the first move the buttons for taking back and for the start of the game appear before these.
  assert.equal(await page.locator('[data-action="take_back"]').count(), 0);
  const { legal } = await server.get(`rooms/${made.room}`);
  await page.locator(`y-board [data-cell="${legal[0].from}"]`).click();
  await page.locator(`y-board [data-cell="${legal[0].to}"]`).click();
  await page.locator('[data-action="take_back"]').waitFor();
  assert.ok(await page.locator('[data-action="flip"]').evaluate((now, then) => now === then, flip));
  assert.ok(await page.locator('[data-action="engine"]').evaluate((now, then) => now === then, engine));
  await visit.finish();
});

test("an engine's lines come into a room that allows them, and follow the game", { timeout: PATIENCE * 4 }, async () => {
  const made = await server.post("rooms", { game: "dobutsu", first: { kind: "here" }, second: { kind: "here" }, hints: true });
  const visit = await visitor();
  const { page } = visit;
  await enter(visit, made, "dobutsu");
  await page.locator('.engine select[name="lines"]').selectOption("2");
  await page.locator('[data-action="engine"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".engine-lines li").length === 2);
  // The first moves of both are drawn as arrows, numbered.
  await page.waitForFunction(() => [...document.querySelectorAll("y-board .over .arrow .tag text")].map((one) => one.textContent).join() === "1,2");
  const starts = await page.locator(".engine-line span").allTextContents();
  assert.ok(starts.every((line) => line.trim() !== ""), JSON.stringify(starts));
  // After a move they are about the new position: its lines begin with moves of the other side.
  const { legal } = await server.get(`rooms/${made.room}`);
  const move = legal.find((one) => one.text === "b3b2");
  await page.locator(`y-board [data-cell="${move.from}"]`).click();
  await page.locator(`y-board [data-cell="${move.to}"]`).click();
  await until(server, made.room, (now) => now.ply === 1, "the move arrives");
  await page.waitForFunction(() => document.querySelectorAll("y-board .over .arrow.tone-second").length > 0);
  // Looking back asks about what is looked at.
  await page.keyboard.press("PageUp");
  await page.waitForFunction(() => document.querySelectorAll("y-board .over .arrow.tone-first").length > 0);
  await page.locator('[data-action="engine"]').click();
  await page.locator(".engine-lines").waitFor({ state: "detached" });
  await visit.finish();
  // Elsewhere nobody is helped.
  const alone = await server.post("rooms", { game: "dobutsu", first: { kind: "here" }, second: { kind: "here" } });
  const other = await visitor();
  await enter(other, alone, "dobutsu");
  assert.equal(await other.page.locator('[data-action="engine"]').count(), 0);
  // When the game is over everything may be known.
  await other.page.locator('[data-action="resign"]').click();
  await other.page.locator("[data-yes]").click();
  await other.page.locator('[data-status="over"]').waitFor();
  await other.page.locator('[data-action="engine"]').waitFor();
  await other.finish();
});

test("a finished game is looked through in its room", { timeout: PATIENCE * 3 }, async () => {
  const moves = ["a5a4", "c1b2", "b5b4", "b1c2"];
  const made = await server.post("rooms", { game: "anpanman", moves, first: { kind: "here" }, second: { kind: "here" } });
  const visit = await visitor();
  const { page } = visit;
  await enter(visit, made, "anpanman");
  assert.equal(await page.locator('[data-action="review"]').count(), 0, "not while it is played");
  await page.locator('[data-action="resign"]').click();
  await page.locator("[data-yes]").click();
  await page.locator('[data-action="review"]').click();
  await page.locator("y-graph .dot").first().waitFor();
  const { plies } = await server.post("review", { game: "anpanman", moves });
  assert.equal(await page.locator("y-graph .dot").count(), plies.length);
  const classes = await page.locator("y-moves .move").evaluateAll((list) => list.map((one) => one.className.replace("move", "").trim()));
  assert.deepEqual(classes, plies.slice(1).map((ply) => ply.class ?? ""));
  await page.locator('y-graph .dot[data-ply="1"]').click();
  await page.locator('y-moves .move[data-ply="1"][aria-current="true"]').waitFor();
  // The values of what is looked at, where nobody can move any more.
  await page.locator('[data-action="values"]').click();
  await page.locator("y-board .badge").first().waitFor();
  const shown = await page.locator("y-board .badge").evaluateAll((list) => list.map((one) => one.getAttribute("class")).join());
  await page.locator('y-moves .move[data-ply="4"]').click();
  await page.locator("y-board .badge").first().waitFor({ state: "detached" });
  const { value } = await server.post("probe", { game: "anpanman", moves: moves.slice(0, 1) });
  assert.ok(shown.includes(`tone-${value}`), `${shown} has the value of the best move, ${value}`);
  await visit.finish();
});

test("nobody is sent to build a table that cannot be built", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const says = async (path) => {
    await visit.open(path);
    await page.locator(".values .soft").waitFor();
    return page.locator(".values .soft").innerText();
  };
  const cubes = (text) => `/a/janken?p=${encodeURIComponent(text)}`;
  assert.match(await says(cubes("3gpc1gpc/4gpc1/5gpc/6/1GPC4/GPC1GPC3 1 2 -")), /too large to build/);
  assert.match(await says(cubes("gpc1gpc3/6/6/6/6/GPC1GPC3 1 2 -")), /yomikiri solve 'janken' 2v2/);
  assert.match(await says("/a/minishogi"), /Solving is not available for this game/);
  assert.match(await says("/a/dobutsu"), /yomikiri solve 'dobutsu'/);
  await visit.finish();
});
