// What matters is on the screen at every size, the board stays where it is, and everybody can read the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { PATIENCE, harness, until } from "../harness.js";

const { server, visitor } = harness();
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SIZES = [[1280, 720], [1366, 650], [1440, 780], [768, 1024], [390, 844], [360, 640], [844, 390]];
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

/** Opens a room with a seat in it. */
async function seated(visit, room) {
  const created = await server.post("rooms", room);
  assert.ok(created.room, JSON.stringify(created));
  await visit.open("/settings");
  await visit.page.evaluate(([id, game, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [id]: { game, at: Date.now(), token } })), [created.room, room.game, created.tokens.first ?? created.tokens.second]);
  await visit.open(`/r/${created.room}`);
  await visit.page.locator("y-board [role=grid]").waitFor();
  return created.room;
}

/** Asserts that something can be pressed without scrolling: it is within the window and nothing lies over it. */
async function onScreen(page, selector, where) {
  await page.locator(selector).first().waitFor();
  const seen = await page.locator(selector).first().evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return { left, right, top, bottom, free: over !== null && (element.contains(over) || over.contains(element)), width: innerWidth, height: innerHeight };
  });
  assert.ok(seen.left >= 0 && seen.top >= 0 && seen.right <= seen.width && seen.bottom <= seen.height && seen.free, `${where}: ${selector} ${JSON.stringify(seen)}`);
}

const HERE = { kind: "here" };
const RANDOM = { kind: "engine", player: "random" };

for (const [width, height] of SIZES) {
  test(`at ${width} × ${height} the main actions are on the screen`, { timeout: PATIENCE * 4 }, async () => {
    const visit = await visitor({ viewport: { width, height } });
    const { page } = visit;
    const where = `${width} × ${height}`;
    await visit.open("/");
    await onScreen(page, "[data-create]", where);
    const open = await server.post("rooms", { game: "xiangqi", first: HERE, second: { kind: "open" } });
    await visit.open(`/r/${open.room}`);
    await onScreen(page, "[data-sit]", `${where}, invited`);
    await seated(visit, { game: "dobutsu", first: HERE, second: { kind: "open" } });
    await onScreen(page, '[data-action="copy"]', `${where}, inviting`);
    await seated(visit, { game: "janken", position: "preset:fan", first: HERE, second: RANDOM });
    const { legal } = await page.evaluate(async () => (await fetch(`/api/v1/rooms/${location.pathname.slice(3)}`)).json());
    await page.keyboard.press("v");
    const flat = page.locator('y-board[data-depth="flat"]');
    if ((await flat.count()) === 0) await page.keyboard.press("v");
    await flat.waitFor();
    const move = legal[0];
    await page.locator(`[data-cell="${move.from}"]`).click();
    await page.locator(`[data-cell="${move.to}"]`).click();
    await onScreen(page, "[data-confirm]", `${where}, cubes`);
    await onScreen(page, "[data-undo]", `${where}, cubes`);
    for (const label of ["To the start", "One move back", "One move forward", "To the end"]) await onScreen(page, `.deck [aria-label="${label}"]`, where);
    await onScreen(page, `y-board [data-cell="0"]`, where);
    await onScreen(page, `y-board [data-cell="35"]`, where);
    await visit.open("/a/chess?m=e2e4");
    await onScreen(page, '.stepper [aria-label="One move back"]', `${where}, analysis`);
    await visit.finish();
  });
}

test("the board keeps its size and place from the first move to the review", { timeout: PATIENCE * 5 }, async () => {
  for (const viewport of [WIDE, NARROW]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    const room = await seated(visit, { game: "dobutsu", first: HERE, second: HERE, hints: true });
    const place = () => page.locator("y-board .surface").evaluate((board) => JSON.stringify(board.getBoundingClientRect()));
    const steps = () => page.locator(".deck .stepper").evaluate((row) => row.getBoundingClientRect().top);
    const [board, stepper] = [await place(), await steps()];
    const moves = ["b3b2", "b1b2", "c4c3"];
    const cell = (name) => (Number(name[1]) - 1) * 3 + "abc".indexOf(name[0]);
    for (const [at, move] of moves.entries()) {
      await page.locator(`[data-cell="${cell(move.slice(0, 2))}"]`).click();
      await page.locator(`[data-cell="${cell(move.slice(2))}"]`).click();
      await until(server, room, (now) => now.ply === at + 1, move);
      await page.waitForFunction((count) => document.querySelectorAll("y-moves .move").length === count, at + 1);
      assert.equal(await place(), board, `after ${move}`);
    }
    await page.locator('.deck [aria-label="One move back"]').click();
    await page.locator('[data-action="present"]').waitFor();
    assert.equal(await place(), board, "looking back");
    assert.equal(await steps(), stepper, "the step buttons stay under the finger");
    await page.locator('[data-action="present"]').click();
    // A wrong press says something and moves nothing.
    await page.locator(`[data-cell="${cell("c1")}"]`).click();
    await page.locator(`[data-cell="${cell("c4")}"]`).click();
    await page.locator(".toast").waitFor();
    assert.equal(await place(), board, "with a notice");
    await visit.finish();
  }
});

test("whose turn it is and who has won are told to the player", { timeout: PATIENCE * 4 }, async () => {
  for (const viewport of [WIDE, NARROW]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    await seated(visit, { game: "anpanman", position: "3/A2/2b/3/3 b -", first: HERE, second: RANDOM });
    await page.locator(".headline", { hasText: "Your turn" }).waitFor();
    // Somebody else's piece, and a square that cannot be reached.
    await page.locator('[data-cell="8"]').click();
    await page.locator(".toast", { hasText: "not your piece" }).waitFor();
    await page.locator('[data-cell="3"]').click();
    await page.locator('[data-cell="14"]').click();
    await page.locator(".toast", { hasText: "cannot go there" }).waitFor();
    await page.locator('[data-cell="3"]').click();
    await page.locator('[data-cell="0"]').click();
    await page.locator(".headline.good", { hasText: "You win!" }).waitFor();
    await onScreen(page, '[data-action="rematch"]', `${viewport.width}`);
    await onScreen(page, ".deck-words", `${viewport.width}`);
    await visit.finish();
  }
});

test("the first load of the lobby is small", { timeout: PATIENCE * 2 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  let bytes = 0;
  const asked = new Set();
  const measured = [];
  page.on("requestfinished", (request) => {
    asked.add(request.url());
    measured.push(request.sizes().then(({ responseBodySize, responseHeadersSize }) => { bytes += responseBodySize + responseHeadersSize; }));
  });
  await visit.open("/");
  await page.locator("[data-create]").waitFor();
  await page.waitForLoadState("networkidle");
  await Promise.all(measured);
  assert.ok(asked.size <= 40, `${asked.size} requests: ${[...asked].join(" ")}`);
  assert.ok(bytes <= 120 * 1024, `${bytes} bytes`);
  await visit.finish();
});

/** Serious faults that axe finds on a page. */
async function faultsOf(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" || ")}`);
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious on any page, ${colorScheme}`, { timeout: PATIENCE * 6 }, async () => {
    // The tool is put into the page from outside, which the page's own policy forbids.
    const visit = await visitor({ viewport: NARROW, colorScheme, bypassCSP: true, reducedMotion: "reduce" });
    const { page } = visit;
    const check = async (what) => assert.deepEqual(await faultsOf(page), [], `${what}, ${colorScheme}`);
    for (const [path, ready] of [
      ["/", "[data-create]"], ["/a/anpanman?m=b5b4", ".value-row"], ["/a/anpanman?m=b5b4,b1b2&coach=1", ".coach"], ["/a/chess?p=hello", '[data-action="from-start"]'],
      ["/t/anpanman?m=b5b4", ".histogram"], ["/t/chess?w=KPvK", "[data-browse]"], ["/t/dobutsu", ".solve-card"], ["/rules/janken", ".diagrams"], ["/rules/go", ".diagrams"],
      ["/learn/anpanman", ".lesson-card y-board"], ["/learn/go", ".lesson-card y-board"], ["/settings", "[data-set]"], ["/api", "[data-operation]"], ["/r/none", ".nothing-here h1"]]) {
      await visit.open(path);
      await page.locator(ready).first().waitFor();
      await check(path);
    }
    await seated(visit, { game: "dobutsu", first: HERE, second: RANDOM, hints: true });
    await check("room");
    await seated(visit, { game: "janken", first: HERE, second: HERE, hints: true });
    await page.locator(".set-up-bar .preset").first().waitFor();
    await check("room of cubes");
    for (const [path, opener, ready] of [["/", "[data-settings]", "dialog.settings"], ["/a/chess", '[data-action="edit"]', "dialog.editor .palette"], ["/a/dobutsu", '[data-action="records"]', "dialog.records"]]) {
      await visit.open(path);
      await page.locator(opener).click();
      await page.locator(ready).waitFor();
      await check(ready);
    }
    await visit.context.close();
  });
}

/** How far each chosen control of a page differs from one beside it that is not: by its ground, its border or its mark. */
function chosenControls() {
  const parts = (text) => {
    const numbers = text.match(/[\d.]+/g).map(Number);
    return numbers.length > 3 ? numbers : [...numbers, 1];
  };
  const over = (top, below) => top.slice(0, 3).map((value, at) => value * top[3] + below[at] * (1 - top[3]));
  const ground = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      layers.push(parts(getComputedStyle(one).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
  const looks = (element) => {
    const style = getComputedStyle(element);
    const below = ground(element);
    const mark = style.boxShadow.includes("inset") ? style.boxShadow.match(/rgba?\([^)]*\)/) : null;
    return [below, parseFloat(style.borderBottomWidth) > 0 ? over(parts(style.borderBottomColor), below) : below, mark ? over(parts(mark[0]), below) : below];
  };
  const isChosen = (element) => element.getAttribute("aria-pressed") === "true" || element.hasAttribute("aria-current");
  return [...document.querySelectorAll('[aria-pressed="true"], [aria-current="page"], [aria-current="true"]')].flatMap((chosen) => {
    const other = [...chosen.parentElement.children].find((one) => one !== chosen && one.tagName === chosen.tagName && !isChosen(one));
    if (!chosen.offsetWidth || !other) return [];
    const [own, beside] = [looks(chosen), looks(other)];
    return [{ name: `${chosen.className} ${chosen.textContent.slice(0, 20)}`, ratio: Math.max(...own.map((colour, at) => ratio(colour, beside[at]))) }];
  });
}

test("chosen and other controls differ by at least 3 : 1 on every page in both themes", { timeout: PATIENCE * 4 }, async () => {
  for (const { colorScheme, viewport } of [{ colorScheme: "light", viewport: WIDE }, { colorScheme: "dark", viewport: NARROW }]) {
    const visit = await visitor({ colorScheme, viewport, reducedMotion: "reduce" });
    const { page } = visit;
    for (const [path, ready] of [["/", "[data-create]"], ["/t/anpanman", ".histogram"], ["/learn/chess", ".lesson-card y-board"], ["/a/chess?m=e2e4,e7e5", "[data-layer]"], ["/settings", "[data-set]"], ["/rules/go", ".diagrams"]]) {
      await visit.open(path);
      await page.locator(ready).first().waitFor();
      if (path.startsWith("/a/")) {
        await page.locator("[data-layer]").first().click();
        await page.locator('[data-layer][aria-pressed="true"]').waitFor();
      }
      const controls = await page.evaluate(chosenControls);
      assert.ok(controls.length > 0, path);
      for (const { name, ratio } of controls) assert.ok(ratio >= 3, `${colorScheme} ${path} ${name}: ${ratio}`);
    }
    await visit.finish();
  }
});
