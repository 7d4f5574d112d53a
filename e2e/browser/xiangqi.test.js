// Xiangqi: its board and both sets of pieces, the engine's line as arrows, the parts of its evaluation as
// bars, and verdicts on repetition in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, harness, playByMouse, playTurn, until } from "../harness.js";

const { server, visitor } = harness();

test("pieces stand on the crossings, with characters or with pictures", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor({ viewport: { width: 360, height: 640 } });
  const { page } = visit;
  await visit.open("/a/xiangqi");
  await page.locator("y-board .piece").first().waitFor();
  assert.equal(await page.locator("y-board .piece").count(), 32);
  assert.equal(await page.locator("y-board .river").count(), 1);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.evaluate(() => localStorage.setItem("yomikiri.settings", JSON.stringify({ set: "shapes" })));
  await visit.open("/a/xiangqi");
  await page.locator("y-board .emblem").first().waitFor();
  assert.equal(await page.locator("y-board .emblem").count(), 32, "every piece has a picture");
  assert.equal(await page.locator("y-board .emblem:empty").count(), 0);
  await page.evaluate(() => localStorage.setItem("yomikiri.settings", JSON.stringify({ set: "letters" })));
  await visit.open("/a/xiangqi");
  await page.locator("y-board .sign").first().waitFor();
  assert.deepEqual([...new Set(await page.locator("y-board .sign").allTextContents())].sort(), ["A", "B", "C", "K", "N", "P", "R"]);
  await visit.finish();
});

test("the evaluation is shown in bars, the engine's line in arrows", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/a/xiangqi?m=h2e2,h9g7");
  await page.locator('[data-layer="evaluation"]').click();
  const { overlay } = await server.post("layer", { game: "xiangqi", moves: ["h2e2", "h9g7"], layer: "evaluation" });
  await page.locator(".layers .bar-value").first().waitFor();
  assert.ok(overlay.bars.length >= 5, JSON.stringify(overlay.bars));
  assert.equal(await page.locator(".layers .bar:not(.bar-head)").count(), overlay.bars.length);
  for (const { name } of overlay.bars) assert.equal(await page.locator(".layers .bar").filter({ hasText: name }).count(), 0, `${name} has words`);
  await page.locator(".engine select").selectOption("1");
  await page.locator('[data-action="engine"]').click();
  await page.locator("y-board .over .arrow .tag text").filter({ hasText: "2" }).first().waitFor();
  const labels = await page.locator("y-board .over .arrow .tag text").allTextContents();
  assert.deepEqual(labels, labels.map((_, at) => String(at + 1)), "one line, move after move");
  await visit.finish();
});

test("where the defence holds is drawn on the points, in every language", { timeout: PATIENCE * 4 }, async () => {
  // A rook against all guards: whether it wins depends on where they stand.
  const position = "3k1a3/4a4/4b4/9/2b6/9/9/9/9/R3K4 w - - 0 1";
  for (const [width, lang] of [[360, "zh-CN"], [1280, "ja-JP"], [1280, "en-US"]]) {
    const visit = await visitor({ viewport: { width, height: 800 }, locale: lang });
    const { page } = visit;
    await visit.open(`/a/xiangqi?p=${encodeURIComponent(position)}`);
    for (const layer of ["guards-hold", "king-holds", "attacker-wins"]) {
      const { overlay } = await server.post("layer", { game: "xiangqi", position, layer });
      await page.locator(`[data-layer="${layer}"]`).click();
      await page.locator(`[data-layer-help="${layer}"]`).waitFor();
      await page.locator(`[data-note="${overlay.notes[0].id}"]`).waitFor();
      await page.waitForFunction((many) => [...document.querySelectorAll("y-board .over .tag text")].filter((one) => ["=", "×"].includes(one.textContent ?? "")).length === many, overlay.labels.length);
      const help = await page.locator(`[data-layer-help="${layer}"]`).textContent();
      assert.ok(help && !help.includes("help-layer"), `${layer} is explained: ${help}`);
    }
    await visit.finish();
  }
});

test("a verdict on repetition is told in words, in every language", { timeout: PATIENCE * 3 }, async () => {
  // First's rook checks for ever: First loses.
  const position = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1";
  const cycle = ["e1d1", "d9e9", "d1e1", "e9d9"];
  const moves = [...cycle, ...cycle, ...cycle].slice(0, 12);
  const ended = [];
  for (let ply = 1; ply <= moves.length; ply++) {
    const { view } = await server.post("look", { game: "xiangqi", position, moves: moves.slice(0, ply) });
    if (view?.outcome) {
      ended.push(...moves.slice(0, ply), view.outcome);
      break;
    }
  }
  const outcome = ended.pop();
  assert.ok(outcome?.because?.length > 0, JSON.stringify(outcome));
  for (const locale of ["en-US", "ja-JP", "zh-CN"]) {
    const visit = await visitor({ locale });
    const { page } = visit;
    await visit.open(`/a/xiangqi?p=${encodeURIComponent(position)}&m=${ended.join(",")}`);
    await page.locator("[data-because]").first().waitFor();
    const words = await page.locator("[data-because]").allTextContents();
    assert.equal(words.length, outcome.because.length);
    for (const sentence of words) assert.ok(!/[{}$]|judged-|xiangqi-|list-/.test(sentence), sentence);
    await visit.finish();
  }
});

/** An ending that two rooks win, at this visitor's screen against a random player. */
async function ending(options) {
  const made = await server.post("rooms", { game: "xiangqi", position: "4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1", first: { kind: "here" }, second: { kind: "engine", player: "random:seed=1" } });
  assert.ok(made.room, JSON.stringify(made));
  const visit = await visitor(options);
  await visit.open("/settings");
  await visit.page.evaluate(([room, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [room]: { game: "xiangqi", at: Date.now(), token } })), [made.room, made.tokens.first]);
  await visit.open(`/r/${made.room}`);
  await visit.page.locator("y-board.mine").waitFor();
  return { visit, page: visit.page, room: made.room };
}

/** Plays on to the end. */
async function playOut(page, room, make) {
  for (let turn = 0; turn < 60; turn++) {
    const now = await until(server, room, (state) => state.outcome || state.side === "first", "the other answers");
    if (now.outcome) return now;
    await page.locator('[data-status="first"]').waitFor();
    await page.locator("y-board.mine").waitFor();
    await playTurn(server, page, room, make);
  }
  assert.fail("sixty turns were not enough");
}

test("an ending is won by keyboard alone", { timeout: PATIENCE * 4 }, async () => {
  const { visit, page, room } = await ending();
  const walk = async (to) => {
    const at = Number(await page.evaluate(() => document.activeElement?.dataset.cell));
    const [dx, dy] = [(to % 9) - (at % 9), Math.floor(to / 9) - Math.floor(at / 9)];
    for (let n = 0; n < Math.abs(dx); n++) await page.keyboard.press(dx > 0 ? "ArrowRight" : "ArrowLeft");
    for (let n = 0; n < Math.abs(dy); n++) await page.keyboard.press(dy > 0 ? "ArrowDown" : "ArrowUp");
  };
  const end = await playOut(page, room, async (view, move) => {
    for (let presses = 0; presses < 120 && !(await page.evaluate(() => document.activeElement?.matches("y-board .grid button"))); presses++) await page.keyboard.press("Tab");
    await walk(move.from);
    await page.keyboard.press("Enter");
    await page.locator('y-board [aria-pressed="true"]').waitFor();
    await walk(move.to);
    await page.keyboard.press("Enter");
  });
  assert.equal(end.outcome.winner, "first");
  await visit.finish();
});

test("an ending is won on a phone, by touch", { timeout: PATIENCE * 4 }, async () => {
  const { visit, page, room } = await ending({ viewport: { width: 360, height: 640 }, hasTouch: true });
  const end = await playOut(page, room, (view, move) => playByMouse(page, view, move));
  assert.equal(end.outcome.winner, "first");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const cell = await page.locator('y-board [data-cell="0"]').boundingBox();
  assert.ok(cell && cell.width >= 32, `cells are wide enough for a finger: ${cell?.width}`);
  await visit.finish();
});

test("an ending has its true values, on every move and at two widths", { timeout: PATIENCE * 3 }, async () => {
  // A horse against a bare king: won in nine plies, by stalemate. The table is part of the program.
  const position = "3k5/9/9/9/9/9/9/9/9/N4K3 w - - 0 1";
  const truth = await server.post("probe", { game: "xiangqi", position });
  assert.equal(truth.distance, 9, JSON.stringify(truth));
  for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 640 }]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    await visit.open(`/a/xiangqi?p=${encodeURIComponent(position)}`);
    const verdict = page.locator('.verdict[data-value="win"][data-distance="9"]').first();
    await verdict.waitFor();
    await page.locator(".values .value-row").first().waitFor();
    assert.equal(await page.locator(".values .value-row").count(), truth.moves.length, "every move has its value");
    assert.equal(await page.locator('[data-measure="capture"]').getAttribute("data-plies"), String(truth.dtc), "and the distance to the next capture");
    assert.ok((await page.locator("y-board .badge").count()) >= 2, "the horse and the king carry theirs");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    await visit.finish();
  }
});
