// Each game is itself: names of sides, notation, coordinates, options in words, pictures to choose from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, Server, createRoom, harness, until } from "../harness.js";

const { server, visitor } = harness();
const LOCALES = { en: "en-US", ja: "ja-JP", zh: "zh-CN" };

test("every game has a pitch, a picture, and words for every option and choice in three languages", { timeout: PATIENCE * 3 }, async () => {
  const { games } = await server.get("games");
  for (const lang of ["en", "ja", "zh"]) {
    const { messages } = await server.get(`messages/${lang}`);
    const has = (...ids) => assert.ok(ids.some((id) => messages[id]), `${lang}: none of ${ids.join(", ")}`);
    for (const { id, options, sides, difficulty, picture } of games) {
      assert.ok(picture.cells.some(Boolean) || picture.cells.length >= 81, `${id} has pieces in its picture`);
      if (difficulty === null) continue;
      has(`pitch-${id}`);
      for (const side of sides) has(`side-${side}`);
      for (const { key, allowed } of options) {
        const name = key.replaceAll("_", "-");
        has(`option-${id}-${name}`, `option-${name}`);
        has(`help-option-${id}-${name}`, `help-option-${name}`);
        if (allowed.length > 1) for (const choice of allowed.filter((one) => !/^\d+$/.test(one))) has(`choice-${id}-${choice}`, `choice-${choice}`);
      }
    }
  }
});

/** What a game looks like after its first move, by language: side to move, the move, the names along the edges. */
const NATIVE = {
  chess: { move: "g1f3", sides: { en: "White", ja: "白", zh: "白方" }, written: { en: "Nf3", ja: "Nf3", zh: "Nf3" }, edge: { en: "a", ja: "a", zh: "a" } },
  xiangqi: { move: "h0g2", sides: { en: "Red", ja: "紅", zh: "红方" }, written: { en: "H2+3", ja: "馬二進三", zh: "马二进三" }, edge: { en: "9", ja: "九", zh: "九" } },
  minishogi: { move: "a4a3", sides: { en: "First", ja: "先手", zh: "先手" }, written: { en: "Pa3", ja: "5三歩", zh: "5三歩" }, edge: { en: "a", ja: "一", zh: "一" } },
  // Chinese readers do not know kana.
  dobutsu: { move: "b3b2", sides: { en: "First", ja: "先手", zh: "先手" }, written: { en: "Cb2", ja: "2二ヒ", zh: "Cb2" }, edge: { en: "a", ja: "一", zh: "a" } },
};

for (const [lang, locale] of Object.entries(LOCALES)) {
  test(`sides, moves and coordinates are those of the game in ${lang}`, { timeout: PATIENCE * 4 }, async () => {
    for (const [at, viewport] of [{ width: 1280, height: 800 }, { width: 390, height: 844 }].entries()) {
      const visit = await visitor({ locale, viewport });
      const { page } = visit;
      for (const [game, { move, sides, written, edge }] of Object.entries(NATIVE)) {
        await visit.open(`/a/${game}`);
        await page.locator("y-board [role=grid]").waitFor();
        assert.match(await page.locator(".headline").innerText(), new RegExp(sides[lang]), game);
        await visit.open(`/a/${game}?m=${move}`);
        await page.locator("y-moves .move").waitFor();
        assert.equal((await page.locator("y-moves .move").innerText()).replace(/[✓!~?].*/, "").trim(), written[lang], game);
        const names = await page.locator("y-board text.name").allTextContents();
        assert.ok(names.includes(edge[lang]), `${game}: ${names}`);
      }
      // Whoever likes coordinates has them.
      if (at === 0) {
        await visit.open("/settings");
        await page.locator("select").selectOption("exact");
        await visit.open("/a/xiangqi?m=h2e2");
        await page.locator('y-moves .move:text-is("h2e2")').waitFor();
      }
      await visit.finish();
    }
  });
}

test("a promotion is chosen from pictures beside the square, the usual one first", { timeout: PATIENCE * 3 }, async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    for (const [game, position, from, to, moves, names] of [
      ["chess", "7k/1P6/8/8/8/8/8/K7 w - - 0 1", 9, 1, ["b7b8q", "b7b8r", "b7b8b", "b7b8n"], ["queen", "rook", "bishop", "knight"]],
      ["minishogi", "k4/4S/5/5/4K b -", 9, 4, ["e2e1+", "e2e1"], ["promoted silver", "silver"]]]) {
      await visit.open(`/a/${game}?p=${encodeURIComponent(position)}`);
      await page.locator(`[data-cell="${from}"]`).click();
      await page.locator(`[data-cell="${to}"]`).click();
      const choices = page.locator("y-board .choice [data-move]");
      await choices.first().waitFor();
      assert.deepEqual(await choices.evaluateAll((all) => all.map((one) => one.dataset.move)), moves);
      assert.equal(await page.locator("y-board .choice [data-move] svg.drawing").count(), moves.length, "pictures, not words");
      const labels = await choices.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").toLowerCase()));
      for (const [at, name] of names.entries()) assert.ok(labels[at].includes(name), `${labels[at]} names the ${name}`);
      // The square itself is seen, and the choice is near it.
      const square = await page.locator(`[data-cell="${to}"]`).boundingBox();
      const box = await page.locator("y-board .choice").boundingBox();
      assert.ok(box.y >= square.y + square.height - 1 || box.y + box.height <= square.y + 1, "the square is not hidden");
      assert.ok(Math.abs(box.y - (square.y + square.height)) < 40, "beside the square");
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, "on the screen");
      await page.keyboard.press("Escape");
    }
    await visit.finish();
  }
});

test("hints are off by default between people, and links say who can open them", { timeout: PATIENCE * 4 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/");
  const hints = page.locator('input[name="hints"]');
  assert.equal(await hints.isChecked(), true, "against the computer");
  await page.locator('.who[data-side="second"] [data-kind="open"]').click();
  await page.locator('input[name="hints"]:not(:checked)').waitFor({ state: "attached" });
  await page.locator("[data-create]").click();
  await page.waitForURL("**/r/*");
  await page.locator("[data-unreachable]").waitFor();
  const room = await server.get(`rooms/${page.url().split("/").at(-1)}`);
  assert.equal(room.hints, false);
  await visit.finish();
});

test("a server in a network gives links that others can open", { timeout: PATIENCE * 4 }, async () => {
  const open = new Server("0.0.0.0");
  await open.start();
  try {
    const { share } = await open.get("games");
    const visit = await visitor();
    const { page } = visit;
    const made = await open.post("rooms", { game: "anpanman", first: { kind: "here" }, second: { kind: "open" } });
    await page.goto(`${open.origin}/settings`);
    await page.evaluate(([id, token]) => localStorage.setItem("yomikiri.rooms", JSON.stringify({ [id]: { game: "anpanman", at: Date.now(), token } })), [made.room, made.tokens.first]);
    await page.goto(`${open.origin}/r/${made.room}`);
    const link = await page.locator('input[name="invite"]').inputValue();
    // A machine without any network has no address to share, and says so.
    if (share === null) await page.locator("[data-unreachable]").waitFor();
    else {
      assert.equal(link, `${share}/r/${made.room}`);
      assert.doesNotMatch(share, /127\.0\.0\.1|0\.0\.0\.0/);
      await page.waitForFunction(() => document.querySelector("img.qr")?.naturalWidth > 0);
    }
    await visit.finish();
  } finally {
    await open.stop();
  }
});

test("the links of the frame are about the game that is shown", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const rules = () => page.locator('header a[href^="/rules/"]').getAttribute("href");
  await createRoom(visit, { game: "janken" });
  await page.locator('header a[href="/rules/janken"]').waitFor();
  await visit.open("/");
  await page.locator('[data-game="chess"]').click();
  assert.equal(await rules(), "/rules/chess");
  await page.locator('[data-game="janken"]').click();
  assert.equal(await rules(), "/rules/janken");
  await visit.finish();
});

test("counts of one are said so", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const room = await createRoom(visit, { game: "anpanman", first: { kind: "here" }, second: { kind: "here" } });
  await page.locator('[data-cell="13"]').click();
  await page.locator('[data-cell="10"]').click();
  await until(server, room, (now) => now.ply === 1, "the move arrives");
  await page.locator("y-moves .move").waitFor();
  await visit.open("/");
  await page.locator("[data-continue]").waitFor();
  assert.match(await page.locator("[data-continue]").innerText(), /\b1 move\b(?!s)/);
  await visit.finish();
});
