// Cubes: what a ghost promises is what comes, turns are staged, and every cube can be read at once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { topAfter } from "../../web/games/janken/draw.js";
import { PATIENCE, Server, launch, playByMouse, until, visitor } from "../laboratory.js";

const POSITION = "3gpc1gpc/4gpc1/5gpc/GPC1CGP3/6/GPC1GPC3 2 2 -";
let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
}, { timeout: PATIENCE * 2 });
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("the top that a ghost shows is the top after the move, for every move of a game", { timeout: PATIENCE * 4 }, async () => {
  let position = POSITION;
  let checked = 0;
  for (let ply = 0; ply < 24; ply++) {
    const { view } = await server.post("look", { game: "janken", position });
    if (view.outcome) break;
    for (const move of view.legal) {
      const { view: next } = await server.post("look", { game: "janken", position, moves: [move.text] });
      if (move.from === null) continue;
      assert.equal(topAfter(view.diagram, move), next.diagram.cells[move.to].faces[0], `${move.text} in ${position}`);
      checked += 1;
    }
    const { view: next } = await server.post("look", { game: "janken", position, moves: [view.legal[(ply * 7) % view.legal.length].text] });
    position = next.position;
  }
  assert.ok(checked > 100, `${checked} moves`);
});

test("a turn is staged, undone, and sent as one", { timeout: PATIENCE * 3 }, async () => {
  const created = await server.post("rooms", { game: "janken", position: POSITION.replace(" 2 2 ", " 1 2 "), first: { kind: "here" }, second: { kind: "here" } });
  assert.ok(created.room, JSON.stringify(created));
  const visit = await visitor(browser, server);
  const { page } = visit;
  await visit.open("/");
  await page.evaluate(([room, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [room]: { game: "janken", at: Date.now(), token } })), [created.room, created.tokens.first]);
  await visit.open(`/r/${created.room}`);
  await page.locator("y-board.mine").waitFor();
  const start = await server.get(`rooms/${created.room}`);
  // A ghost stands on every target of what is picked up.
  const move = start.legal[0];
  await page.locator(`[data-cell="${move.from}"]`).click();
  const targets = start.legal.filter((one) => one.from === move.from);
  assert.equal(await page.locator("y-board .ghost").count(), targets.length);
  await page.locator(`[data-cell="${move.to}"]`).click();
  await page.locator('.staged-bar[data-count="1"]').waitFor();
  assert.equal((await server.get(`rooms/${created.room}`)).ply, 0, "nothing is sent yet");
  assert.equal(await page.locator("[data-confirm]").isDisabled(), true, "half a turn cannot be confirmed");
  await page.locator("[data-undo]").click();
  await page.locator(".staged-bar").waitFor({ state: "detached" });
  await playByMouse(page, start, move);
  await page.locator('.staged-bar[data-count="1"]').waitFor();
  const { view } = await server.post("look", { game: "janken", position: start.start, moves: [move.text] });
  await playByMouse(page, view, view.legal[0]);
  await page.locator('.staged-bar[data-count="2"]').waitFor();
  await page.locator("[data-confirm]").click();
  const end = await until(server, created.room, (now) => now.ply === 2, "the turn arrives");
  assert.deepEqual(end.played.map((one) => one.text), [move.text, view.legal[0].text]);
  assert.equal(end.side, "second");
  await visit.finish();
});

test("all three symbols of every cube are on the screen of a phone at once", { timeout: PATIENCE * 2 }, async () => {
  const visit = await visitor(browser, server, { viewport: { width: 360, height: 640 } });
  const { page } = visit;
  await visit.open(`/a/janken?p=${encodeURIComponent(POSITION)}`);
  await page.locator("y-board .man").first().waitFor();
  const cubes = page.locator("y-board .man");
  assert.equal(await cubes.count(), 8);
  for (const cube of await cubes.all()) {
    const box = await cube.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 640, JSON.stringify(box));
    assert.equal(await cube.locator(".top").count(), 1);
    assert.equal(await cube.locator(".edge").count(), 4);
  }
  await visit.finish();
});
