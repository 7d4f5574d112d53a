// Cubes: what a ghost promises is what comes, turns are staged, and every cube can be read at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { topAfter } from "../../web/games/janken/draw.js";
import { PATIENCE, harness, playByMouse, roomOf, until } from "../harness.js";

const POSITION = "3gpc1gpc/4gpc1/5gpc/GPC1CGP3/6/GPC1GPC3 2 2 -";
const { server, visitor } = harness();

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
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/");
  await page.evaluate(([room, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [room]: { game: "janken", at: Date.now(), token } })), [created.room, created.tokens.first]);
  await visit.open(`/r/${created.room}`);
  await page.locator("y-board.mine").waitFor();
  const start = await server.get(`rooms/${created.room}`);
  // A ghost stands on every target of what is picked up.
  const move = start.legal[0];
  await page.locator(`.piece[data-at="${move.from}"] .face.top`).click({ force: true });
  const targets = start.legal.filter((one) => one.from === move.from);
  assert.equal(await page.locator("y-board .ghost").count(), targets.length);
  await page.locator(`[data-target="${move.to}"]`).click({ force: true });
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

/** Opens a room where both sides sit at this screen, from a position. */
async function sharedRoom(position, options = {}) {
  const created = await server.post("rooms", { game: "janken", ...(position ? { position } : {}), first: { kind: "here" }, second: { kind: "here" }, hints: true });
  assert.ok(created.room, JSON.stringify(created));
  const visit = await visitor(options);
  await visit.open("/");
  await visit.page.evaluate(([room, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [room]: { game: "janken", at: Date.now(), token } })), [created.room, created.tokens.first]);
  await visit.open(`/r/${created.room}`);
  await visit.page.locator("y-board.mine").waitFor();
  return { visit, page: visit.page, room: created.room };
}

/** Presses what is seen of a square on a tilted board: the top of its cube, or what floats over it. */
async function pressSeen(page, name) {
  // A cube that is still on its way may take the press.
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
  await page.locator(`y-board :is(.piece[data-at="${cellOf(name)}"] .face.top, [data-target="${cellOf(name)}"])`).last().click({ force: true });
}

const cellOf = (name) => (6 - Number(name[1])) * 6 + "abcdef".indexOf(name[0]);

test("cubes are set up by a preset, re-placed, at random, and confirmed as one", { timeout: PATIENCE * 3 }, async () => {
  const { visit, page, room } = await sharedRoom();
  await page.locator('[data-situation="situation-janken-setup"]').waitFor();
  await page.locator('[data-preset="preset:wings"]').click();
  await page.locator('.staged-bar[data-count="4"]').waitFor();
  const { view } = await server.post("look", { game: "janken", position: "preset:wings" });
  const faces = (cell) => page.locator(`y-board [data-cell="${cell}"]`).getAttribute("aria-label");
  const before = await faces(cellOf("b2"));
  // One of the four is put down otherwise, although all are down already.
  await pressSeen(page, "b2");
  await page.locator('y-board .choice [data-move="b2=CGP"]').click();
  await page.locator('.staged-bar[data-count="4"]').waitFor();
  await page.waitForFunction(([cell, old]) => document.querySelector(`y-board [data-cell="${cell}"]`).getAttribute("aria-label") !== old, [cellOf("b2"), before]);
  await page.locator("[data-confirm]").click();
  const first = await until(server, room, (now) => now.ply === 4, "First's cubes are there");
  for (const name of ["a1", "a3", "c1"]) assert.equal(first.diagram.cells[cellOf(name)].letter, view.diagram.cells[cellOf(name)].letter, name);
  assert.equal(first.diagram.cells[cellOf("b2")].letter, "CGP");
  assert.equal(first.side, "second", "then the other places, seeing them");
  await page.locator('[data-preset="random"]').click();
  await page.locator('.staged-bar[data-count="4"]').waitFor();
  await page.locator("[data-confirm]").click();
  const ready = await until(server, room, (now) => now.ply === 8, "all cubes are there");
  assert.equal(ready.diagram.cells.filter(Boolean).length, 8);
  await page.locator('[data-situation="situation-janken-action"]').waitFor();
  assert.equal(await page.locator("[data-preset]").count(), 0, "the set-up is over");
  await visit.finish();
});

test("a game begins from a preset or a random set-up chosen in the lobby", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  for (const start of ["preset:fan", "random"]) {
    await visit.open("/");
    await page.locator('[data-game="janken"]').click();
    await page.locator('select[name="start"]').selectOption(start);
    await page.locator("[data-create]").click();
    await page.waitForURL("**/r/*");
    await page.locator("y-board .piece").first().waitFor();
    const now = await server.get(`rooms/${roomOf(page)}`);
    assert.equal(now.diagram.cells.filter(Boolean).length, 8, start);
    assert.ok(!now.position.startsWith("setup"), now.position);
    if (start === "preset:fan") {
      const { view } = await server.post("look", { game: "janken", position: start });
      assert.equal(now.start, view.position);
    }
  }
  await visit.finish();
});

test("a step that is not allowed says why, by mouse and to readers", { timeout: PATIENCE * 3 }, async () => {
  // c3: an equal top before it, home behind it; after c3d3 the way straight back.
  const { visit, page, room } = await sharedRoom("6/6/2gpc3/2GPC1cpg1/GPCGPC4/GPC5 1 2 -");
  const cell = (name) => page.locator(`y-board [data-cell="${cellOf(name)}"]`);
  const notice = page.locator(".stage .notice");
  await pressSeen(page, "c3");
  await page.locator("y-board .refused").first().waitFor();
  assert.equal(await page.locator("y-board .refused").count(), 3);
  assert.match(await cell("c4").getAttribute("aria-label"), /Equal symbols block/);
  await pressSeen(page, "c4");
  await notice.filter({ hasText: "Equal symbols block each other" }).waitFor();
  assert.match(await page.locator("#live").textContent(), /Equal symbols/);
  await pressSeen(page, "b3");
  await notice.filter({ hasText: "has left home" }).waitFor();
  assert.equal(await cell("c3").getAttribute("aria-pressed"), "true", "it is still in the hand");
  // Looking at a target shows where the cube could go on from there.
  await page.locator(`[data-target="${cellOf("d3")}"]`).hover({ force: true });
  await page.locator("y-board .next").first().waitFor();
  const { view } = await server.post("look", { game: "janken", position: "6/6/2gpc3/2GPC1cpg1/GPCGPC4/GPC5 1 2 -", moves: ["c3d3"] });
  assert.equal(await page.locator("y-board .next").count(), view.legal.filter((one) => one.from === cellOf("d3")).length);
  await pressSeen(page, "d3");
  await page.locator('.staged-bar[data-count="1"]').waitFor();
  await pressSeen(page, "d3");
  await page.locator("y-board .refused").first().waitFor();
  await pressSeen(page, "c3");
  await notice.filter({ hasText: "straight back" }).waitFor();
  // A cube that cannot move at all says so.
  assert.equal((await server.get(`rooms/${room}`)).ply, 0);
  await visit.finish();
});

test("the layer of threats shows who can take what within a turn", { timeout: PATIENCE * 3 }, async () => {
  const position = "6/6/6/2GPC1pgc1/6/GPC5 1 2 -";
  const { overlay } = await server.post("layer", { game: "janken", position, layer: "threats" });
  assert.ok(overlay.arrows.some((one) => one.from === cellOf("c3") && one.to === cellOf("e3") && one.label === "2"), JSON.stringify(overlay.arrows));
  const { visit, page } = await sharedRoom(position);
  await page.locator('[data-layer="threats"]').click();
  await page.locator("y-board .over .arrow").first().waitFor();
  assert.equal(await page.locator("y-board .over .arrow").count(), overlay.arrows.length);
  assert.equal(await page.locator("y-board .over .mark").count(), overlay.marks.length);
  await page.locator('[data-note="note-janken-threats"]').waitFor();
  await page.locator('[data-layer="threats"]').click();
  await page.locator("y-board .over .arrow").first().waitFor({ state: "detached" });
  await visit.finish();
});

test("one key turns the tilted board flat", { timeout: PATIENCE * 2 }, async () => {
  const { visit, page } = await sharedRoom(POSITION);
  await page.locator('y-board[data-depth="tilted"]').waitFor();
  await page.keyboard.press("v");
  await page.locator('y-board[data-depth="flat"]').waitFor();
  await visit.finish();
});

test("all three symbols of every cube are on the screen of a phone at once", { timeout: PATIENCE * 2 }, async () => {
  const visit = await visitor({ viewport: { width: 360, height: 640 } });
  const { page } = visit;
  await visit.open(`/a/janken?p=${encodeURIComponent(POSITION)}`);
  await page.locator("y-board .piece").first().waitFor();
  const cubes = page.locator("y-board .piece");
  assert.equal(await cubes.count(), 8);
  for (const cube of await cubes.all()) {
    const box = await cube.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 640, JSON.stringify(box));
    assert.equal(await cube.locator(".face-top").count(), 1);
    assert.equal(await cube.locator(".face-edge").count(), 4);
  }
  await visit.finish();
});

const FAN = "preset:fan";

test("a cube is picked where it is seen, and its faces are told before it rolls", { timeout: PATIENCE * 3 }, async () => {
  const { visit, page } = await sharedRoom(FAN);
  await page.locator('y-board[data-depth="tilted"]').waitFor();
  for (const name of ["c1", "b2", "a3", "a1"]) {
    const cell = page.locator(`y-board [data-cell="${cellOf(name)}"]`);
    const top = await page.locator(`.piece[data-at="${cellOf(name)}"] .face.top`).boundingBox();
    await page.mouse.click(top.x + top.width / 2, top.y + top.height / 2);
    assert.equal(await cell.getAttribute("aria-pressed"), "true", `${name} is picked by its top`);
    const ghosts = await page.locator("y-board .ghost").evaluateAll((all) => all.map((one) => one.dataset.top));
    assert.ok(ghosts.every((face) => ["rock", "scissors", "paper"].includes(face)));
    await page.mouse.click(top.x + top.width / 2, top.y + top.height / 2);
  }
  const legend = page.locator("[data-legend]");
  assert.match(await legend.innerText(), /beats/);
  assert.equal(await legend.locator("svg").count(), 4);
  assert.equal(await page.locator("y-board .goal-mark").count(), 2, "both goals are seen beside the cubes on them");
  await visit.finish();
});

test("cubes are placed in any order, and a prepared turn survives a reload", { timeout: PATIENCE * 3 }, async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const { visit, page, room } = await sharedRoom(undefined, { viewport });
    for (const [at, name] of ["c1", "a3", "b2", "a1"].entries()) {
      const choice = page.locator(`y-board .choice [data-move="${name}=GCP"]`);
      // A cube that is still on its way may take the press.
      while ((await choice.count()) === 0) {
        await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
        await page.locator(`y-board [data-cell="${cellOf(name)}"]`).click({ force: true });
      }
      await choice.click();
      await page.locator(`.staged-bar[data-count="${at + 1}"]`).waitFor();
    }
    await page.reload();
    await page.locator('.staged-bar[data-count="4"]').waitFor();
    await page.locator("[data-confirm]:enabled").click();
    const now = await until(server, room, (state) => state.ply === 4, "the cubes are there");
    assert.deepEqual(now.played.map((one) => one.text), ["a1=GCP", "b2=GCP", "a3=GCP", "c1=GCP"]);
    await visit.finish();
  }
});

test("after the confirmation nothing runs back, and another's turn comes action by action", { timeout: PATIENCE * 4 }, async () => {
  const made = await server.post("rooms", { game: "janken", position: FAN, first: { kind: "here" }, second: { kind: "open" } });
  const { view } = await server.post("look", { game: "janken", position: FAN });
  const player = await visitor();
  await player.open("/settings");
  await player.page.evaluate(([id, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [id]: { game: "janken", at: Date.now(), token } })), [made.room, made.tokens.first]);
  const watcher = await visitor({ viewport: { width: 390, height: 844 } });
  for (const visit of [player, watcher]) {
    await visit.open(`/r/${made.room}`);
    await visit.page.locator("y-board .piece").first().waitFor();
  }
  /** Notes every set of occupied cells that a page shows. */
  const record = (page) => page.evaluate(() => {
    globalThis.shown = [];
    const note = () => {
      const now = [...document.querySelectorAll("y-board .piece")].map((one) => Number(one.dataset.at)).sort((a, b) => a - b).join(" ");
      if (globalThis.shown.at(-1) !== now) globalThis.shown.push(now);
    };
    note();
    new MutationObserver(note).observe(document.querySelector("y-board"), { subtree: true, childList: true, attributes: true });
  });
  await player.page.locator("y-board.mine").waitFor();
  const first = view.legal.find((move) => move.text === "c1d1");
  await playByMouse(player.page, view, first);
  await player.page.locator('.staged-bar[data-count="1"]').waitFor();
  const { view: middle } = await server.post("look", { game: "janken", position: FAN, moves: ["c1d1"] });
  await playByMouse(player.page, middle, middle.legal.find((move) => move.text === "d1e1"));
  await player.page.locator('.staged-bar[data-count="2"]').waitFor();
  await record(player.page);
  await record(watcher.page);
  await player.page.locator("[data-confirm]").click();
  await until(server, made.room, (now) => now.ply === 2, "the turn arrives");
  const { view: after } = await server.post("look", { game: "janken", position: FAN, moves: ["c1d1", "d1e1"] });
  const cells = ({ diagram }) => diagram.cells.flatMap((piece, cell) => (piece ? [cell] : [])).join(" ");
  await watcher.page.waitForFunction((end) => globalThis.shown.at(-1) === end, cells(after));
  assert.deepEqual(await watcher.page.evaluate(() => globalThis.shown), [cells(view), cells(middle), cells(after)], "each action is shown");
  assert.deepEqual(await player.page.evaluate(() => globalThis.shown), [cells(after)], "the player's own turn stays as it was prepared");
  for (const visit of [player, watcher]) await visit.finish();
});

test("the tilted board is turned freely, and values are shown on it", { timeout: PATIENCE * 3 }, async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const { visit, page } = await sharedRoom("6/6/2pgc3/6/1GPC1CGP2/6 1 2 -", { viewport });
    const tilted = page.locator('y-board[data-depth="tilted"]');
    if ((await tilted.count()) === 0) await page.locator('[data-action="tilt"]').click();
    await tilted.waitFor();
    const turn = () => page.locator("y-board").evaluate((board) => parseFloat(board.style.getPropertyValue("--turn")));
    const before = await turn();
    // A drag beside the cubes: the middle of an empty square, far from any cube that could be moved.
    await page.evaluate(() => scrollTo(0, 0));
    const box = await page.locator(`y-board [data-cell="${cellOf("e6")}"]`).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((old) => parseFloat(document.querySelector("y-board").style.getPropertyValue("--turn")) !== old, before);
    const dragged = await turn();
    await page.locator('[data-action="turn-right"]').click();
    await page.waitForFunction((old) => Math.abs(parseFloat(document.querySelector("y-board").style.getPropertyValue("--turn")) - old + 30) < 0.5, dragged);
    // It is kept, and the board does not leave the screen.
    await page.reload();
    await tilted.waitFor();
    assert.ok(Math.abs((await turn()) - (dragged - 30)) < 0.5);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
    await page.locator('[data-action="values"]').click();
    await page.locator("y-board .badge").first().waitFor();
    assert.equal(await tilted.count(), 1, "values need no other view");
    await visit.finish();
  }
});

test("two people place their cubes at the same time, and see the other's when both are done", { timeout: PATIENCE * 4 }, async () => {
  const host = await visitor();
  await host.open("/");
  await host.page.locator('[data-game="janken"]').click();
  await host.page.locator('.who[data-side="second"] [data-kind="open"]').click();
  await host.page.locator('input[name="hidden"]').check();
  await host.page.locator("[data-create]").click();
  await host.page.waitForURL("**/r/*");
  const room = roomOf(host.page);
  const guest = await visitor({ viewport: { width: 390, height: 844 } });
  await guest.open(`/r/${room}`);
  await guest.page.locator("[data-sit]").click();
  // Second is done first, on a phone, and First sees nothing of it.
  for (const { page } of [guest, host]) {
    await page.locator(".headline", { hasText: "Place your cubes" }).waitFor();
    await page.locator('[data-preset="random"]').click();
    await page.locator('.staged-bar[data-count="4"]').waitFor();
    assert.equal(await page.locator("y-board.mine .piece, .stage > y-board .piece").count(), 4, "one's own cubes only");
    await page.locator("[data-confirm]:enabled").click();
    if (page === guest.page) await page.locator(".headline", { hasText: "Waiting for the opponent" }).waitFor();
  }
  const { played } = await until(server, room, (now) => now.ply === 8, "both set-ups are there");
  assert.deepEqual(played.map((one) => one.side), [..."1111"].map(() => "first").concat([..."2222"].map(() => "second")));
  for (const visit of [host, guest]) {
    await visit.page.waitForFunction(() => document.querySelectorAll(".stage > y-board .piece").length === 8);
    await visit.finish();
  }
});
