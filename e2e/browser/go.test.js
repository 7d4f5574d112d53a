// Boards that are counted: stones, passes, the agreement on what is dead, records with branches, large boards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, harness, roomOf, until } from "../harness.js";

const { server, visitor } = harness();

/** While the server is down the browser itself complains of refused connections. */
const forgive = (text) => /WebSocket|ERR_CONNECTION|Failed to load resource/.test(text);

/** Two walls on 9x9 with a dead stone behind each: A5 is White's, J5 Black's. */
const WALLS = [...Array.from({ length: 9 }, (_, at) => [`E${at + 1}`, `F${at + 1}`]).flat(), "J5", "A5"];
const cellOf = (point, size = 9) => (size - Number(point.slice(1))) * size + "ABCDEFGHJKLMNOPQRST".indexOf(point[0]);

/** Opens a room from the lobby with a board of this size. */
async function open(visit, { size = 9, handicap, komi, second = "open", level } = {}) {
  const { page } = visit;
  await visit.open("/");
  await page.locator('[data-game="go"]').click();
  await page.locator('.who[data-side="first"] [data-kind="here"]').click();
  await page.locator(`.who[data-side="second"] [data-kind="${second}"]`).click();
  if (level) await page.locator('select[name="level-second"]').selectOption(level);
  await page.locator('input[name="size"]').fill(String(size));
  await page.locator('input[name="size"]').blur();
  if (handicap) {
    await page.locator('input[name="handicap"]').fill(String(handicap));
    await page.locator('input[name="handicap"]').blur();
    // What White gets for moving second is not given with handicap stones.
    await page.waitForFunction(() => document.querySelector('input[name="komi"]').value === "0.5");
  }
  if (komi) {
    await page.locator('input[name="komi"]').fill(String(komi));
    await page.locator('input[name="komi"]').blur();
  }
  await page.locator("[data-create]").click();
  await page.waitForURL("**/r/*");
  await page.locator("y-board [role=grid]").waitFor();
  return roomOf(page);
}

async function two(options = {}) {
  const host = await visitor({ forgive, ...options });
  const room = await open(host);
  const guest = await visitor({ forgive, ...options });
  await guest.open(`/r/${room}`);
  await guest.page.locator("[data-sit]").click();
  await guest.page.locator('[data-you="second"]').waitFor();
  await host.page.locator(".invite").waitFor({ state: "detached" });
  return { host, guest, room };
}

const pagesOf = ({ host, guest }) => ({ first: host.page, second: guest.page });

/** Puts a stone down and waits until both see it. */
async function put(both, room, point) {
  const { side, ply } = await server.get(`rooms/${room}`);
  const page = pagesOf(both)[side];
  await page.locator(`[data-status="${side}"]`).waitFor();
  await page.locator(`y-board.mine [data-cell="${cellOf(point)}"]`).click();
  await until(server, room, (now) => now.ply === ply + 1, point);
}

/** Passes, with the question that is asked about it. */
async function pass(both, room) {
  const { side, ply } = await server.get(`rooms/${room}`);
  const page = pagesOf(both)[side];
  await page.locator(`[data-status="${side}"]`).waitFor();
  await page.locator('.deck [data-move="pass"]').click();
  await page.locator('.deck [data-yes="pass"]').click();
  await until(server, room, (now) => now.ply === ply + 1, "the pass arrives");
}

/** Marks a string and waits until both pages show so many dead stones. */
async function mark(both, page, point, dead) {
  await page.locator(`y-board [data-cell="${cellOf(point)}"]`).click();
  for (const each of Object.values(pagesOf(both))) await each.locator(`[data-counting][data-dead="${dead}"]`).waitFor();
}

test("two browsers disagree, resume, agree, through a reload and a killed server", { timeout: PATIENCE * 8 }, async () => {
  const both = await two();
  // Stones face nobody: White sees the board as Black does.
  const corner = await both.guest.page.locator('y-board [data-cell="0"]').boundingBox();
  const opposite = await both.guest.page.locator('y-board [data-cell="80"]').boundingBox();
  assert.ok(corner.y < opposite.y && corner.x < opposite.x, "the first point is at the top left");
  const { host, guest, room } = both;
  for (const point of WALLS) await put(both, room, point);
  // A pass that is not confirmed is none.
  await host.page.locator('.deck [data-move="pass"]').click();
  await host.page.locator('.deck [data-no="pass"]').click();
  await host.page.locator('.deck [data-move="pass"]').waitFor();
  assert.equal((await server.get(`rooms/${room}`)).ply, WALLS.length);
  await pass(both, room);
  await pass(both, room);
  for (const { page } of [host, guest]) await page.locator('[data-counting="open"]').waitFor();
  await mark(both, host.page, "A5", 1);
  // The other side does not think so and plays on: the stone is really taken.
  await guest.page.locator('[data-count="resume"]').click();
  await host.page.locator('[data-status="first"]').waitFor();
  await host.page.locator("[data-counting]").waitFor({ state: "detached" });
  for (const point of ["A4", "J9", "A6", "H9", "B5"]) await put(both, room, point);
  assert.equal((await server.get(`rooms/${room}`)).diagram.cells[cellOf("A5")], null, "taken");
  await pass(both, room);
  await pass(both, room);
  await mark(both, guest.page, "J5", 1);
  await host.page.locator('[data-count="accept"]').click();
  await guest.page.locator('[data-accepted="first true"]').waitFor();
  // A change withdraws what was accepted.
  await mark(both, guest.page, "J5", 0);
  await host.page.locator('[data-accepted="first false"]').waitFor();
  await mark(both, guest.page, "J5", 1);
  await guest.page.locator('[data-count="accept"]').click();
  await host.page.locator('[data-accepted="second true"]').waitFor();
  const before = (await server.get(`rooms/${room}`)).counting;
  // A reload, and a power cut, in the middle of it.
  await host.page.reload();
  await host.page.locator('[data-accepted="second true"]').waitFor();
  await server.kill();
  await host.page.locator("[data-connection]").waitFor();
  await server.run();
  for (const { page } of [host, guest]) {
    await page.locator("[data-connection]").waitFor({ state: "detached" });
    await page.locator('[data-counting="open"][data-dead="1"]').waitFor();
  }
  assert.deepEqual((await server.get(`rooms/${room}`)).counting, before, "nothing is lost");
  assert.ok((await host.page.locator("y-board .territory.first").count()) > 20);
  await host.page.locator('[data-count="accept"]').click();
  const { outcome } = await until(server, room, (now) => now.outcome, "the game ends");
  assert.equal(outcome.margin, before.outcome.margin);
  for (const { page } of [host, guest]) await page.locator('[data-status="over"]').waitFor();
  for (const visit of [host, guest]) await visit.finish();
});

test("a handicap game against the computer, with numbers on the stones", { timeout: PATIENCE * 4 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const room = await open(visit, { handicap: 4, second: "engine" });
  // White moves first.
  await until(server, room, (now) => now.ply === 1, "the engine moves");
  assert.equal((await server.get(`rooms/${room}`)).game, "go?size=9&handicap=4");
  await page.waitForFunction(() => document.querySelectorAll("y-board .piece").length === 5);
  assert.equal(await page.locator("y-board .last-stone").count(), 1);
  const { legal } = await server.get(`rooms/${room}`);
  const { to } = legal.find((one) => one.to !== null);
  await page.locator(`y-board.mine [data-cell="${to}"]`).click();
  await until(server, room, (now) => now.ply >= 2, "our move arrives");
  await page.locator('[data-action="numbers"]').click();
  await page.locator("y-board text.number").first().waitFor();
  await page.locator('[data-action="resign"]').click();
  await page.locator("[data-yes]").click();
  await page.locator('[data-status="over"]').waitFor();
  await visit.finish();
});

test("a komi that is usual without a handicap can be chosen with one, and nonsense is told at once", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor({ forgive: (text) => text.includes("400") });
  const { page } = visit;
  const room = await open(visit, { handicap: 4, komi: 7 });
  assert.equal((await server.get(`rooms/${room}`)).game, "go?size=9&komi=7&handicap=4");
  await visit.open("/");
  await page.locator('[data-game="go"]').click();
  await page.locator('input[name="size"]').fill("99");
  await page.locator('input[name="size"]').blur();
  await page.locator(".start-bar .notice.bad").waitFor();
  await page.locator('input[name="size"]').fill("13");
  await page.locator('input[name="size"]').blur();
  await page.locator(".start-bar .notice.bad").waitFor({ state: "detached" });
  await visit.finish();
});

const SGF = `(;FF[4]GM[1]CA[utf-8]AP[Some:1]SZ[9]KM[6.5]PB[Alice]PW[Bob]XX[kept]
C[A game\\] with everything];B[ee]C[middle]TR[ee]LB[cc:A][gg:B]
(;W[gc]N[main];B[];W[])(;W[cg]AR[ee:cg]C[other];AB[aa][bb]PL[W];W[cc])(;W[cc]MA[cc]YY[unknown]))`;

test("a record with branches, comments and marks goes in and out unchanged", { timeout: PATIENCE * 5 }, async () => {
  const { records } = await server.post("records/read", { game: "go", text: SGF });
  const { text: expected } = await server.post("records/write", { game: records[0].game, format: "sgf", record: records[0] });
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/a/go");
  await page.locator("y-board [role=grid]").waitFor();
  /** What the page writes. */
  const written = async () => {
    await page.locator('[data-action="records"]').click();
    await page.locator('select[name="format"]').selectOption("sgf");
    await page.locator("[data-write]").click();
    await page.waitForFunction(() => document.querySelector('textarea[name="record"]').value.startsWith("("));
    const text = await page.locator('textarea[name="record"]').inputValue();
    await page.locator("dialog.records .quiet").click();
    await page.locator("dialog.records").waitFor({ state: "detached" });
    return text;
  };
  const whole = () => page.waitForFunction(() => document.querySelectorAll("y-moves .move").length === 8);
  // By drop, as a file would come.
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "game.sgf"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, SGF);
  await whole();
  assert.equal(await written(), expected);
  // By paste.
  await visit.open("/a/go");
  await page.locator("y-board [role=grid]").waitFor();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, SGF);
  await whole();
  assert.equal(await written(), expected);
  assert.equal(await page.locator("y-moves .variation").count(), 2);
  // Marks and comments are shown where they are.
  await page.locator('y-moves [data-move="E5"]').click();
  await page.locator("y-board .over .mark").waitFor();
  assert.deepEqual((await page.locator("y-board .over .tag text").allTextContents()).sort(), ["A", "B"]);
  assert.equal(await page.locator('textarea[name="comment"]').inputValue(), "middle");
  // A branch is made, named, commented, promoted; another is cut.
  await page.locator(`y-board [data-cell="${cellOf("A1")}"]`).click();
  await page.locator('y-moves .variation [data-move="A1"]').waitFor();
  await page.locator('input[name="node-name"]').fill("corner");
  await page.locator('input[name="node-name"]').blur();
  await page.locator('textarea[name="comment"]').fill("mine");
  await page.locator('textarea[name="comment"]').blur();
  await page.locator("y-moves .said", { hasText: "corner: mine" }).waitFor();
  await page.locator('[data-action="promote"]').click();
  await page.locator('y-moves .line.main > [data-move="A1"]').waitFor();
  // Marks are put on the board, and taken away again.
  const mark = async (kind, ...points) => {
    await page.locator(`[data-mark="${kind}"]`).click();
    await page.locator(`[data-marking="${kind}"]`).waitFor();
    for (const point of points) await page.locator(`y-board [data-cell="${cellOf(point)}"]`).click();
  };
  await mark("TR", "A1", "B2", "B2");
  await page.locator("y-board .over .mark").waitFor();
  await mark("letter", "C3", "C4");
  await page.locator("y-board .over .tag", { hasText: "B" }).waitFor();
  await mark("AR", "A1", "A9");
  await page.locator("y-board .over .arrow .head").waitFor();
  await mark("TW", "J1");
  await page.locator("y-board .territory.second").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-marking]").waitFor({ state: "detached" });
  await page.locator('y-moves [data-move="C3"]').first().click();
  await page.locator('y-moves [data-move="C3"][aria-current="true"]').waitFor();
  await page.locator('[data-action="cut"]').click();
  const text = await written();
  const again = (await server.post("records/read", { game: "go", text })).records[0];
  const made = again.moves.find((one) => one.name === "corner");
  assert.deepEqual([made.move, made.comment], ["A1", "mine"]);
  assert.deepEqual(made.properties, [["TR", "ai"], ["LB", "cg:A", "cf:B"], ["AR", "ai:aa"], ["TW", "ii"]]);
  assert.ok(text.includes("XX[kept]") && text.includes("PB[Alice]"), text);
  await visit.finish();
});

test("on a phone the first tap aims and the second places", { timeout: PATIENCE * 4 }, async () => {
  const visit = await visitor({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, locale: "ja-JP" });
  const { page } = visit;
  const made = await server.post("rooms", { game: "go?size=9", moves: WALLS, first: { kind: "here" }, second: { kind: "here" } });
  await visit.open("/settings");
  await page.evaluate(([room, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [room]: { game: "go?size=9", at: Date.now(), token } })), [made.room, made.tokens.first]);
  await visit.open(`/r/${made.room}`);
  const cell = (point) => page.locator(`y-board.mine [data-cell="${cellOf(point)}"]`);
  await cell("C3").tap();
  await page.locator("y-board .aim").waitFor();
  assert.equal((await server.get(`rooms/${made.room}`)).ply, WALLS.length, "aimed, not placed");
  await cell("C4").tap();
  await page.waitForFunction(() => document.querySelectorAll("y-board .aim").length === 1);
  await cell("C4").tap();
  const now = await until(server, made.room, (one) => one.ply === WALLS.length + 1, "the stone arrives");
  assert.equal(now.played.at(-1).text, "C4");
  for (let n = 0; n < 2; n++) {
    await page.locator('.deck [data-move="pass"]').tap();
    await page.locator('.deck [data-yes="pass"]').tap();
    await until(server, made.room, (one) => one.ply === WALLS.length + 2 + n, "the pass arrives");
  }
  assert.equal(await page.locator("[data-counting] h2").textContent(), "整地");
  await cell("A5").tap();
  await page.locator('[data-counting][data-dead="1"]').waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "nothing is wider than the screen");
  await page.locator('[data-count="accept"]').tap();
  await page.locator('[data-status="over"]').waitFor();
  await visit.finish();
});

test("with the keyboard alone, in Chinese", { timeout: PATIENCE * 4 }, async () => {
  const visit = await visitor({ locale: "zh-CN" });
  const { page } = visit;
  const made = await server.post("rooms", { game: "go?size=5", moves: ["C3", "D3"], first: { kind: "here" }, second: { kind: "here" } });
  await visit.open("/settings");
  await page.evaluate(([room, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [room]: { game: "go?size=5", at: Date.now(), token } })), [made.room, made.tokens.first]);
  await visit.open(`/r/${made.room}`);
  await page.locator("y-board.mine [data-cell]").first().waitFor();
  await page.locator('y-board [tabindex="0"]').focus();
  for (const key of ["ArrowUp", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  const now = await until(server, made.room, (one) => one.ply === 3, "the stone arrives");
  assert.equal(now.played.at(-1).text, "B2");
  for (let n = 0; n < 2; n++) {
    await page.locator('.deck [data-move="pass"]').focus();
    await page.keyboard.press("Enter");
    await page.locator('.deck [data-yes="pass"]').focus();
    await page.keyboard.press("Enter");
    await until(server, made.room, (one) => one.ply === 4 + n, "the pass arrives");
  }
  await page.locator('[data-counting="open"]').waitFor();
  assert.equal(await page.locator("[data-counting] h2").textContent(), "点目");
  const stone = page.locator(`y-board [data-cell="${(5 - 3) * 5 + 3}"]`);
  await stone.focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-counting][data-dead="1"]').waitFor();
  assert.match(await stone.getAttribute("aria-label"), /死子/);
  await page.locator('[data-count="accept"]').focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-status="over"]').waitFor();
  await visit.finish();
});

test("a full board of 19 lines is drawn again quickly", { timeout: PATIENCE * 4 }, async (context) => {
  const row = (stone) => `${stone.repeat(9)}1${stone.repeat(9)}`;
  const position = `${Array.from({ length: 19 }, (_, at) => row(at % 2 ? "O" : "X")).join("/")} b -`;
  const visit = await visitor();
  const { page } = visit;
  await visit.open(`/a/go?p=${encodeURIComponent(position)}`);
  await page.waitForFunction(() => document.querySelectorAll("y-board .piece").length === 342);
  const measured = await page.evaluate(() => {
    const board = document.querySelector("y-board");
    const time = (act, times = 40) => {
      const all = [];
      for (let n = 0; n < times; n++) {
        const begun = performance.now();
        act(n);
        all.push(performance.now() - begun);
      }
      return all.sort((a, b) => a - b)[Math.floor(times / 2)];
    };
    board.querySelector('[data-cell="180"]').focus();
    const key = time((n) => board.querySelector(":focus").dispatchEvent(new KeyboardEvent("keydown", { key: n % 2 ? "ArrowUp" : "ArrowDown", bubbles: true })));
    const hover = time((n) => board.querySelector(`[data-cell="${n * 9}"]`).dispatchEvent(new PointerEvent("pointerenter", { bubbles: true })));
    const whole = time(() => { board.state = { ...board.state }; }, 10);
    return { key, hover, whole };
  });
  for (const [what, ms] of Object.entries(measured)) context.diagnostic(`${what}: ${ms.toFixed(2)} ms on 19x19 with 342 stones`);
  await visit.finish();
});
