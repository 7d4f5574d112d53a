// The lobby: games of others to watch. The page of the interface, and the settings as a page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, createRoom, editedText, harness } from "../harness.js";

const { server, visitor } = harness();

test("a game that goes on can be watched from the lobby, if its players like", { timeout: PATIENCE * 3 }, async () => {
  const player = await visitor();
  const shown = await createRoom(player, { game: "anpanman", listed: true });
  const shy = await visitor();
  await shy.open("/");
  assert.equal(await shy.page.locator('input[name="listed"]').isChecked(), false, "nobody watches unless that is wanted");
  await shy.page.locator('[data-game="tictactoe"]').click();
  await shy.page.locator("[data-create]").click();
  await shy.page.waitForURL("**/r/*");
  await shy.page.locator("y-board [role=grid]").waitFor();
  const other = await visitor();
  await other.open("/");
  await other.page.locator(`[data-room="${shown}"]`).waitFor();
  assert.equal(await other.page.locator("[data-room]").count(), 1, "the other game is not shown");
  await other.page.locator(`[data-room="${shown}"]`).click();
  await other.page.locator('[data-you="spectator"]').waitFor();
  assert.equal(await other.page.locator("y-board.mine").count(), 0);
  for (const visit of [player, shy, other]) await visit.finish();
});

test("the interface has a page that describes and tries every request", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/");
  await page.locator('a[href="/api"]').click();
  await page.waitForURL("**/api");
  await page.locator("[data-operation]").first().waitFor();
  const description = await (await fetch(`${server.origin}/api/v1/openapi.json`)).json();
  const wanted = Object.entries(description.paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
  const shown = await page.locator("[data-operation]").evaluateAll((all) => all.map((one) => one.dataset.operation));
  assert.deepEqual(shown.sort(), wanted.sort());
  // The fields of a place are told wherever they belong to a request.
  const fields = await page.locator('[data-operation="post /api/v1/layer"] .fields th').allTextContents();
  assert.deepEqual(fields.map((text) => text.replace(" *", "")), ["game", "moves", "position", "layer"]);
  // Every request that changes nothing is answered as the form has it.
  for (const key of ["get /api/v1/games", "post /api/v1/look", "post /api/v1/probe", "post /api/v1/layer", "post /api/v1/refusals", "post /api/v1/review", "post /api/v1/records/read", "post /api/v1/records/write", "get /api/v1/table/find", "get /api/v1/rooms"]) {
    const operation = page.locator(`[data-operation="${key}"]`);
    await operation.locator("summary").click();
    await operation.locator("[data-send]").click();
    await operation.locator(".answer").waitFor();
    assert.match(await operation.locator(".answer").textContent(), /^200\n/, key);
  }
  await visit.finish();
});

test("the settings are a page, too", { timeout: PATIENCE * 2 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/settings");
  await page.locator('.settings [data-set="lang=ja"]').click();
  await page.locator("h1").filter({ hasText: "設定" }).waitFor();
  await visit.finish();
});

test("the editor gives back every position it is given, with what no board shows", { timeout: PATIENCE * 4 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  const positions = {
    chess: [
      "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 9",
      "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
      "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    ],
    dobutsu: ["g1e/1l1/1L1/E1G w Cc"],
    janken: ["6/6/2gpc3/2GPC1cpg1/GPCGPC4/GPC5 1 1 b3c3", "preset:fan"],
  };
  for (const [game, texts] of Object.entries(positions)) {
    for (const text of texts) {
      const { view } = await server.post("look", { game, position: text });
      assert.ok(view, `${game} ${text}`);
      await visit.open(`/a/${game}?p=${encodeURIComponent(text)}`);
      await page.locator('[data-action="edit"]').click();
      await page.locator("dialog.editor y-board .piece").first().waitFor();
      const other = view.side === "first" ? "second" : "first";
      await page.locator(`dialog.editor [data-turn="${other}"]`).click();
      assert.notEqual(await editedText(page), view.position);
      await page.locator(`dialog.editor [data-turn="${view.side}"]`).click();
      assert.equal(await editedText(page), view.position, `${game} after a turn there and back`);
      // A piece is taken away and put back.
      const cell = view.diagram.cells.findIndex((piece) => piece !== null);
      const { letter } = view.diagram.cells[cell];
      await page.locator("dialog.editor [data-eraser]").click();
      await page.locator(`dialog.editor [data-cell="${cell}"]`).click();
      assert.notEqual(await editedText(page), view.position);
      await page.locator(`dialog.editor .palette [data-piece="${letter}"]`).click();
      await page.locator(`dialog.editor [data-cell="${cell}"]`).click();
      assert.equal(await editedText(page), view.position, `${game} after ${letter} there and back`);
      await page.locator("[data-done]").click();
      await page.locator("dialog.editor").waitFor({ state: "detached" });
      assert.equal(await page.locator('.tools input[name="position"]').inputValue(), view.position);
    }
  }
  await visit.finish();
});

test("castling rights are granted and withdrawn in the editor", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open(`/a/chess?p=${encodeURIComponent("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1")}`);
  await page.locator('[data-action="edit"]').click();
  await page.locator('[data-right="Q"]').check();
  await page.locator('[data-right="k"]').check();
  assert.equal(await editedText(page), "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1");
  // Without the rook there is no right; with it, there is one again.
  await page.locator("dialog.editor [data-eraser]").click();
  await page.locator('dialog.editor [data-cell="56"]').click();
  assert.equal(await editedText(page), "r3k2r/8/8/8/8/8/8/4K2R w k - 0 1");
  await page.locator('dialog.editor .palette [data-piece="R"]').click();
  await page.locator('dialog.editor [data-cell="56"]').click();
  await page.locator("[data-done]").click();
  await page.locator("dialog.editor").waitFor({ state: "detached" });
  await page.locator('.typed [name="move"]').fill("e1c1");
  await page.locator(".typed button[type=submit]").click();
  await page.locator('y-moves [data-move="e1c1"]').waitFor();
  await visit.finish();
});

test("a game that is solved in parts is explored part by part", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/t/janken");
  await page.locator('[data-part="1v1"][aria-current="page"]').waitFor();
  const stats = await server.get("table/stats?game=janken&what=1v1");
  const row = page.locator('tr[data-table="1v1"][data-side="first"]');
  await row.waitFor();
  assert.match(await row.textContent(), new RegExp(stats.tables[0].win.toLocaleString("en-US")));
  await page.locator('[data-part="2v1"]').click();
  await page.locator('tr[data-table="2v1"]').first().waitFor();
  await page.locator(".found-card").first().waitFor();
  await visit.finish();
});

test("every player of a game can be chosen, also those of the documents", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor({ viewport: { width: 390, height: 844 } });
  const { page } = visit;
  await visit.open("/");
  await page.locator('[data-game="anpanman"]').click();
  const names = () => page.locator('select[name="level-second"] optgroup option').evaluateAll((all) => all.map((one) => one.value));
  const known = await names();
  for (const name of ["asai", "rai", "mcts"]) assert.ok(known.includes(name), `${name} in ${known}`);
  assert.ok(!known.includes("human"));
  await page.locator('select[name="level-second"]').selectOption("rai");
  await page.locator("[data-create]").click();
  await page.waitForURL("**/r/*");
  await page.locator('.player-bar[data-side="second"]', { hasText: "rai" }).waitFor();
  await visit.finish();
});

test("a perfect player is offered wherever tables cover the start", { timeout: PATIENCE * 3 }, async () => {
  for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    const perfect = page.locator('select[name="level-second"] > option[value="perfect"]');
    await visit.open("/");
    for (const game of ["anpanman", "tictactoe"]) {
      await page.locator(`[data-game="${game}"]`).click();
      await page.locator(`[data-game="${game}"][aria-pressed="true"]`).waitFor();
      await perfect.waitFor({ state: "attached" });
    }
    // A whole game of chess is in no table, an ending is.
    await page.locator('[data-game="chess"]').click();
    await perfect.waitFor({ state: "detached" });
    await page.locator(".new-game details", { has: page.locator('input[name="position"]') }).locator("summary").click();
    await page.locator('input[name="position"]').fill("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1");
    await page.locator('input[name="position"]').blur();
    await perfect.waitFor({ state: "attached" });
    await page.locator('select[name="level-second"]').selectOption("perfect");
    await page.locator("[data-create]").click();
    await page.waitForURL("**/r/*");
    await page.locator('.player-bar[data-side="second"]', { hasText: "Perfect" }).waitFor();
    await page.locator('[data-cell="44"]').click();
    await page.locator('[data-cell="43"]').click();
    await page.waitForFunction(() => document.querySelectorAll("y-moves .move").length === 2);
    await visit.finish();
  }
});

test("the first visit costs at most 90 KB in every language, and nothing there lacks its words", { timeout: PATIENCE * 6 }, async () => {
  for (const locale of ["en-US", "ja-JP", "zh-CN"]) {
    const visit = await visitor({ locale });
    const { page } = visit;
    const protocol = await visit.context.newCDPSession(page);
    await protocol.send("Network.enable");
    let bytes = 0, requests = 0;
    protocol.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; requests++; });
    await visit.open("/");
    await page.waitForLoadState("networkidle");
    // Every game once, with its rules and starts open.
    const names = await page.locator("[data-game]").evaluateAll((all) => all.map((one) => one.dataset.game));
    assert.ok(names.length >= 8, names.join());
    assert.ok(bytes > 20_000 && bytes <= 90_000, `${locale}: ${bytes} bytes in ${requests} requests`);
    for (const name of names) {
      await page.locator(`[data-game="${name}"]`).click();
      await page.locator(`[data-game="${name}"][aria-pressed="true"], [data-game="${name}"].chosen, [data-game="${name}"][aria-checked="true"]`).first().waitFor();
      const words = await page.locator("body").evaluate((body) => [body.textContent ?? "", ...[...body.querySelectorAll("[aria-label], [title]")].map((one) => `${one.getAttribute("aria-label")} ${one.getAttribute("title")}`)].join(" "));
      assert.doesNotMatch(words, /\b(page|option|choice|help|level|pitch|start|preset|side|legend|error)-[a-z]+/, `${locale} ${name}`);
    }
    // The editor and the settings bring the rest along.
    await page.locator("[data-settings]").click();
    await page.locator("dialog.settings, dialog[open]").first().waitFor();
    assert.doesNotMatch(await page.locator("dialog[open]").innerText(), /\bpage-[a-z]+/, locale);
    await visit.finish();
  }
});
