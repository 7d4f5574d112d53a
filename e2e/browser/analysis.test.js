// True values, records, languages, small screens and readers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, createRoom, editedText, harness, until, yomikiri } from "../harness.js";

const { server, visitor } = harness();

test("the values shown for an Anpanman position are those of probe", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const moves = ["a5a4", "c1b2"];
  const truth = yomikiri("probe", "anpanman", "--moves", moves.join(" "), "--json");
  await visit.open(`/a/anpanman?m=${moves.join(",")}`);
  await page.locator(".value-row").first().waitFor();
  const verdict = page.locator(".verdict");
  assert.equal(await verdict.getAttribute("data-value"), truth.value);
  assert.equal(await verdict.getAttribute("data-distance"), String(truth.distance ?? ""));
  const shown = await page.locator(".value-row").evaluateAll((rows) => rows.map(({ dataset }) => ({ move: dataset.move, value: dataset.value, distance: dataset.distance === "" ? null : Number(dataset.distance) })));
  assert.deepEqual(shown, truth.moves.map(({ move, value, distance }) => ({ move, value, distance })));
  // On the board every move has its badge on its target once its piece is picked up.
  const sign = ({ value, distance }) => (value === "draw" ? "=" : `${value === "win" ? "+" : "−"}${distance}`);
  const { view } = await server.post("look", { game: "anpanman", moves });
  const badges = page.locator("y-board .over .badge text");
  for (const from of new Set(view.legal.map((move) => move.from))) {
    await page.locator(`y-board [data-cell="${from}"]`).click();
    const own = view.legal.filter((move) => move.from === from).map((move) => truth.moves.find((one) => one.move === move.text));
    assert.deepEqual((await badges.allTextContents()).sort(), own.map(sign).sort());
    await page.keyboard.press("Escape");
  }
  // Otherwise every piece that can move shows its best, and the best of all are outlined.
  assert.equal(await badges.count(), new Set(view.legal.map((move) => move.from)).size);
  const best = truth.moves.filter((one) => one.value === truth.moves[0].value && one.distance === truth.moves[0].distance);
  assert.equal(await page.locator("y-board .badge.best").count(), new Set(best.map((one) => view.legal.find((move) => move.text === one.move).from)).size);
  // A move made here goes into the address, and the address brings it back.
  await page.locator(".value-row").first().click();
  await page.waitForURL((url) => url.searchParams.get("m") === [...moves, truth.moves[0].move].join(","));
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("y-moves .move").length === 3);
  await page.keyboard.press("PageUp");
  await page.waitForURL((url) => url.searchParams.get("m") === moves.join(","));
  // Another move from here is a variation.
  await page.locator(".value-row").nth(1).click();
  await page.locator("y-moves .variation .move").waitFor();
  await visit.finish();
});

test("the evaluation bar shows who stands better: exact, by the engine, or at the end", { timeout: PATIENCE * 3 }, async () => {
  for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    const shares = (holds) => page.waitForFunction(({ known, from, to }) => {
      const bar = document.querySelector(".eval-bar");
      return bar && bar.dataset.known === known && Number(bar.dataset.share) >= from && Number(bar.dataset.share) <= to;
    }, holds);
    // A draw, then a move that loses, then the end.
    await visit.open("/a/anpanman");
    await shares({ known: "value", from: 0.5, to: 0.5 });
    const placed = () => page.locator("y-board .surface").evaluate((board) => {
      const { left, top, width, height } = board.getBoundingClientRect();
      return [left, top + scrollY, width, height];
    });
    const place = await placed();
    await page.locator('.value-row[data-value="loss"]').first().click();
    await shares({ known: "value", from: 0, to: 0.45 });
    if (viewport.width < 600) assert.deepEqual(await placed(), place, "the board stays where it is");
    await visit.open(`/a/anpanman?p=${encodeURIComponent("3/A2/2b/3/3 b -")}&m=a2a1`);
    await shares({ known: "value", from: 1, to: 1 });
    // A rook more, in points of the engine.
    await visit.open(`/a/chess?p=${encodeURIComponent("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1")}`);
    await page.locator('[data-action="engine"]').click();
    await page.locator(".engine-line").first().waitFor();
    await shares({ known: "points", from: 0.6, to: 1 });
    await visit.finish();
  }
});

test("a game is judged move by move, and drawn as a graph", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const line = ["a5a4", "c1b2", "b5b4", "b1c2"];
  await visit.open(`/a/anpanman?m=${line.join(",")}`);
  await page.locator("y-graph .dot").first().waitFor();
  const { plies } = await server.post("review", { game: "anpanman", moves: line });
  assert.equal(await page.locator("y-graph .dot").count(), plies.length);
  const classes = await page.locator("y-moves .move").evaluateAll((moves) => moves.map((one) => one.className.replace("move", "").trim()));
  assert.deepEqual(classes, plies.slice(1).map((ply) => ply.class ?? ""));
  await visit.finish();
});

test("engine lines come live, layers are drawn, records go out and come in", { timeout: PATIENCE * 4 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/a/dobutsu?m=b3b2");
  await page.locator('[data-action="engine"]').click();
  await page.locator(".engine-lines li").first().waitFor();
  await page.locator('[data-action="engine"]').click();
  const { games } = await server.get("games");
  const layers = games.find((game) => game.id === "dobutsu").layers;
  if (layers.length > 0) {
    await page.locator(`[data-layer="${layers[0].id}"]`).click();
    await page.locator("y-board .heat, y-board .over .mark, y-board .over .arrow").first().waitFor();
  }
  await page.locator('[data-action="records"]').click();
  // Every format that the game has is offered.
  const { formats } = games.find((game) => game.id === "dobutsu");
  assert.deepEqual(await page.locator('select[name="format"] option').allTextContents(), formats);
  await page.locator('select[name="format"]').selectOption("kif");
  await page.locator("[data-write]").click();
  await page.waitForFunction(() => document.querySelector('textarea[name="record"]').value.includes("手数"));
  await page.locator('select[name="format"]').selectOption("json");
  await page.locator("[data-write]").click();
  const text = page.locator('textarea[name="record"]');
  await page.waitForFunction(() => document.querySelector('textarea[name="record"]').value.includes("b3b2"));
  const longer = JSON.stringify({ ...JSON.parse(await text.inputValue()), moves: ["b3b2", "b1b2"] });
  await page.getByLabel("Open a file").setInputFiles({ name: "longer.json", mimeType: "application/json", buffer: Buffer.from(longer) });
  await page.waitForFunction(() => document.querySelector('textarea[name="record"]').value.includes("b1b2"));
  await page.locator("[data-read]").click();
  await page.waitForURL((url) => url.searchParams.get("m") === "b3b2,b1b2");
  await visit.finish();
});

test("positions are set up by hand, and wrong ones are told", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor({ forgive: (text) => /400/.test(text) });
  const { page } = visit;
  await visit.open("/a/dobutsu");
  await page.locator('[data-action="edit"]').click();
  const editor = page.locator("dialog.editor");
  await editor.locator('[data-piece="G"]').click();
  await editor.locator('[data-cell="6"]').click();
  assert.equal(await editedText(page), "gle/1c1/GC1/ELG b -");
  // A third giraffe is one too many, and the server says so.
  await editor.locator("[data-done]").click();
  await editor.locator(".notice.bad").waitFor();
  await editor.locator('[data-cell="6"]').click();
  await editor.locator('[data-piece="E"]').click();
  await editor.locator('[data-cell="9"]').click();
  await editor.locator("[data-more]").click();
  await editor.locator("[data-done]").click();
  await page.waitForURL((url) => url.searchParams.get("p") === "gle/1c1/1C1/1LG b E");
  // A wrong text is told, stays to be mended, and leaves the board as it was.
  const field = page.locator('.tools input[name="position"]');
  await field.fill("nonsense");
  await page.keyboard.press("Enter");
  await page.locator(".notice.bad").waitFor();
  assert.equal(await field.inputValue(), "nonsense");
  await page.locator('.typed input[name="move"]').fill("b4a4");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("m") === "b4a4" && url.searchParams.get("p") === "gle/1c1/1C1/1LG b E");
  await page.locator(".notice.bad").waitFor({ state: "detached" });
  await visit.finish();
});

test("what is being typed stays, whatever arrives meanwhile", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/a/dobutsu");
  await page.locator('[data-action="engine"]').click();
  await page.locator(".engine-lines li").first().waitFor();
  const field = page.locator('.tools input[name="position"]');
  await field.fill("gle/1c1/");
  const before = await page.locator(".engine").textContent();
  await page.waitForFunction((text) => document.querySelector(".engine").textContent !== text, before);
  await field.pressSequentially("1C1/1LG b E");
  assert.equal(await field.inputValue(), "gle/1c1/1C1/1LG b E");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("p") === "gle/1c1/1C1/1LG b E");
  await visit.finish();
});

test("the table explorer counts as the program does and leads to the longest win", { timeout: PATIENCE * 4 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const stats = yomikiri("table", "stats", "anpanman", "--json").tables.find((row) => row.convention === "all" && row.side === "first");
  await visit.open("/t/anpanman");
  const row = page.locator('tr[data-side="first"]').first();
  await row.waitFor();
  const digits = (await row.locator("td.number").allTextContents()).map((text) => Number(text.replaceAll(/\D/g, "")));
  assert.deepEqual(digits, [stats.win, stats.draw, stats.loss, stats.positions, stats.longest_win]);
  await page.locator(".found-card").first().click();
  await page.waitForURL("**/a/anpanman?**");
  await page.locator(`.verdict[data-value="win"][data-distance="${stats.longest_win}"]`).waitFor();
  await visit.finish();
});

test("Japanese, Chinese and English, changed without a reload", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/");
  await page.evaluate(() => { window.sameDocument = true; });
  await page.locator("[data-settings]").click();
  const words = { ja: ["ja", "ゲームを選ぶ", "アンパンマン将棋"], zh: ["zh-Hans", "选择游戏", "面包超人将棋"], en: ["en", "Choose a game", "Anpanman shogi"] };
  for (const [lang, [tag, heading, name]] of Object.entries(words)) {
    await page.locator(`[data-set="lang=${lang}"]`).click();
    await page.locator("h2", { hasText: heading }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), tag);
    await page.locator('[data-game="anpanman"]', { hasText: name }).waitFor();
    // No message id is left untranslated on the page.
    assert.doesNotMatch(await page.locator("body").innerText(), /\b(page|level|option|choice|side|turn)-[a-z]/);
  }
  assert.equal(await page.evaluate(() => window.sameDocument), true);
  await visit.finish();
});

test("a browser's own language is spoken, and every page has its words", { timeout: PATIENCE * 4 }, async () => {
  for (const locale of ["ja-JP", "zh-CN"]) {
    const visit = await visitor({ locale });
    for (const path of ["/", "/a/anpanman", "/t/anpanman", "/rules/anpanman"]) {
      await visit.open(path);
      await visit.page.locator(".page :is(h1, h2)").first().waitFor();
      assert.equal(await visit.page.locator("html").getAttribute("lang"), locale === "ja-JP" ? "ja" : "zh-Hans");
      assert.doesNotMatch(await visit.page.locator("body").innerText(), /\b(page|level|option|choice|side|turn|layer|term)-[a-z]/, path);
    }
    await visit.finish();
  }
});

test("on a phone of 360 by 640 nothing has to be scrolled sideways", { timeout: PATIENCE * 5 }, async () => {
  const visit = await visitor({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  const { page } = visit;
  const fits = async (where) => {
    const { scroll, inner } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, inner: window.innerWidth }));
    assert.ok(scroll <= inner && inner <= 360, `${where}: ${scroll} wide on a screen of ${inner}`);
    const picture = await page.screenshot();
    assert.ok(picture.length > 1000);
  };
  const { games } = await server.get("games");
  for (const game of games) {
    await createRoom(visit, { game: game.id });
    await fits(`/r/ ${game.id}`);
    // The whole board is on the screen at once, and its cells are large enough for a finger.
    const grid = await page.locator("y-board .grid").boundingBox();
    const bars = await page.locator(".player-bar").last().boundingBox();
    assert.ok(grid && grid.x >= 0 && grid.x + grid.width <= 360 && grid.y + grid.height <= 640, `${game.id}: ${JSON.stringify(grid)}`);
    assert.ok(bars && bars.y + bars.height <= 640, `${game.id}: both players are to be seen`);
    const cell = await page.locator("y-board .cell").first().boundingBox();
    // On a wide board the screen leaves each cell less: what is left beside the frame, divided evenly.
    const { view } = await server.post("look", { game: game.id });
    const least = Math.min(40, Math.floor(315 / view.diagram.width));
    assert.ok(cell && cell.width >= least && cell.height >= least, `${game.id}: ${JSON.stringify(cell)}`);
    for (const path of [`/a/${game.id}`, `/rules/${game.id}`]) {
      await visit.open(path);
      await page.locator(".page :is(h1, h2)").first().waitFor();
      await fits(path);
    }
  }
  for (const path of ["/", "/t/anpanman"]) {
    await visit.open(path);
    await page.locator(".page :is(h1, h2)").first().waitFor();
    await fits(path);
  }
  await visit.finish();
});

test("a reader finds a grid of named cells, buttons and the state of the game", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const room = await createRoom(visit, { game: "anpanman" });
  const tree = await page.locator("body").ariaSnapshot();
  assert.match(tree, /grid "Board of Anpanman shogi"/);
  assert.match(tree, /gridcell/);
  assert.match(tree, /button "b5: First, Anpanman, moves: \d+"/);
  assert.match(tree, /button "a1: Second, Horrorman"/);
  assert.match(tree, /button "b3: empty"/);
  assert.match(tree, /button "Resign"/);
  assert.match(tree, /navigation "Pages"/);
  assert.match(tree, /Your turn/);
  assert.equal((await page.locator("y-board [role=gridcell]").count()), 15);
  assert.equal(await page.locator('y-board .grid button[tabindex="0"]').count(), 1, "one stop for Tab");
  await page.locator('[data-cell="13"]').click();
  assert.match(await page.locator("y-board .grid").ariaSnapshot(), /can move here/);
  await page.locator('[data-cell="10"]').click();
  await until(server, room, (now) => now.ply === 2, "the engine answers");
  await page.waitForFunction(() => /Second: [A-Z][a-c]\d/.test(document.getElementById("live").textContent));
  // Every control has a name.
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, a, input, select")].filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length)).map((one) => one.outerHTML));
  assert.deepEqual(nameless, []);
  await visit.finish();
});

test("nothing is loaded from elsewhere, and the policy forbids inline code", { timeout: PATIENCE * 2 }, async () => {
  const visit = await visitor();
  const asked = [];
  visit.page.on("request", (request) => asked.push(request.url()));
  const answer = await visit.open("/");
  await visit.page.locator("[data-create]").waitFor();
  assert.ok(asked.length > 5);
  assert.deepEqual(asked.filter((url) => !url.startsWith(server.origin) && !url.startsWith("data:")), []);
  const policy = answer.headers()["content-security-policy"];
  assert.match(policy, /script-src 'self'/);
  assert.doesNotMatch(policy, /unsafe/);
  await visit.finish();
});
