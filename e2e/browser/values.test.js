// Values that can be read: no badge hides another, whatever the position.
import assert from "node:assert/strict";
import { test } from "node:test";
import { valueMarks } from "../../web/js/board/overlay.js";
import { movesFrom } from "../../web/js/board/pick.js";
import { PATIENCE, harness, yomikiriLines } from "../harness.js";

const { server, visitor } = harness();

/** Numbers that are the same in every run. @param {number} seed */
function lot(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Rows of a board with pieces on random cells, as FEN writes them. */
function rows(random, width, height, pieces) {
  const cells = Array(width * height).fill("");
  for (const piece of pieces) {
    const free = [...cells.keys()].filter((cell) => cells[cell] === "");
    cells[free[random(free.length)]] = piece;
  }
  return Array.from({ length: height }, (_, y) => cells.slice(y * width, (y + 1) * width).reduce(({ text, empty }, cell) => (cell ? { text: text + (empty || "") + cell, empty: 0 } : { text, empty: empty + 1 }), { text: "", empty: 0 }))
    .map(({ text, empty }) => text + (empty || "")).join("/");
}

const some = (random, list) => list.filter(() => random(3) > 0);
const cube = (random) => ["GCP", "GPC", "CGP", "CPG", "PGC", "PCG"][random(6)];

/** Games with tables, each with a way to make up positions; lines that are no position are left out. */
const SOLVED = {
  anpanman: (random) => `${rows(random, 3, 5, ["A", "b", ...some(random, ["S", "C", "h", "d"])])} ${"bw"[random(2)]} -`,
  dobutsu: (random) => `${rows(random, 3, 4, ["L", "l", ...some(random, ["G", "e", "C", "g"])])} b ${["EC", "E", "C", "-"][random(4)]}`,
  chess: (random) => `${rows(random, 8, 8, ["K", "k", "QRPBN"[random(5)]])} ${"wb"[random(2)]} - - 0 1`,
  janken: (random) => `${rows(random, 6, 6, [cube(random), cube(random), cube(random).toLowerCase()])} ${1 + random(2)} 2 -`,
  tictactoe: (random) => {
    const plies = random(7);
    const cells = Array(9).fill(".");
    for (let ply = 0; ply < plies; ply++) {
      const free = [...cells.keys()].filter((cell) => cells[cell] === ".");
      cells[free[random(free.length)]] = "XO"[ply % 2];
    }
    return `${[0, 3, 6].map((at) => cells.slice(at, at + 3).join("")).join("/")} ${"xo"[plies % 2]}`;
  },
};

/** Whether two badges have room for each other: their boxes do not meet. */
function apart(one, other) {
  const room = one.props["data-half"] + other.props["data-half"];
  return Math.abs(one.props["data-x"] - other.props["data-x"]) >= room || Math.abs(one.props["data-y"] - other.props["data-y"]) >= room;
}

for (const [game, make] of Object.entries(SOLVED)) {
  test(`no two badges meet and no move is without one in 1,000 positions of ${game}`, { timeout: PATIENCE * 4 }, () => {
    const random = lot(game.length);
    const wanted = [...new Set(Array.from({ length: game === "tictactoe" ? 60_000 : 4000 }, () => make(random)))].slice(0, 4000);
    const views = yomikiriLines(["show", game, "-p", "-", "--json"], wanted).filter((view) => view.legal?.length > 0).slice(0, 1000);
    assert.ok(views.length === 1000, `${views.length} positions`);
    for (const { diagram, legal, position } of views) {
      const values = new Map(legal.map((move) => [move.text, { value: ["win", "draw", "loss"][random(3)], distance: random(174) }]));
      const spots = [...new Set(legal.map(({ from, hand }) => (from !== null ? `c${from}` : hand !== undefined ? `h${hand}` : "")))].filter((spot) => spot !== "");
      const picks = [null, ...spots.map((spot) => movesFrom(legal, spot[0] === "c" ? { cell: Number(spot.slice(1)) } : { hand: Number(spot.slice(1)) }))];
      for (const picked of picks) {
        const badges = valueMarks(diagram, legal, values, picked, random(2) === 1).filter((one) => one.props.class.startsWith("badge"));
        for (const [at, one] of badges.entries()) for (const other of badges.slice(at + 1)) assert.ok(apart(one, other), `${game} ${position}`);
        const targets = new Set((picked ?? legal.filter((move) => move.from === null && move.hand === undefined)).flatMap(({ to }) => to ?? []));
        const pieces = new Set(picked ? [] : legal.flatMap(({ from }) => from ?? []));
        assert.equal(badges.length, targets.size + pieces.size, `${game} ${position}: every target and every piece that moves has its value`);
      }
    }
  });
}

test("the drawing moves of the default game's start can be seen, and the list beside the board has all", { timeout: PATIENCE * 3 }, async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const visit = await visitor({ viewport });
    const { page } = visit;
    await visit.open("/a/anpanman");
    await page.locator(".value-row").first().waitFor();
    const boxes = await page.locator("y-board .badge").evaluateAll((badges) => badges.map((badge) => badge.getBoundingClientRect().toJSON()));
    assert.equal(boxes.length, 3);
    for (const [at, a] of boxes.entries()) for (const b of boxes.slice(at + 1)) assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top, "badges on the screen stand apart");
    assert.equal(await page.locator("y-board .badge.best").count(), 2, "two pieces have drawing moves");
    assert.deepEqual((await page.locator(".value-row.best").evaluateAll((rows) => rows.map((row) => row.dataset.move))).sort(), ["a5a4", "a5b4", "c5c4"]);
    await visit.finish();
  }
});

test("a solved game's page opens with the value of the start, and the histogram has numbers", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  const { page } = visit;
  await visit.open("/t/anpanman");
  await page.locator("[data-start-value]").waitFor();
  assert.equal(await page.locator("[data-start-value]").getAttribute("data-start-value"), "draw");
  await page.locator(".histogram svg").waitFor();
  assert.ok(await page.locator(".histogram text").count() >= 4, "numbers at both axes");
  await visit.finish();
});

test("the graph of a game has distances as its axis", { timeout: PATIENCE * 3 }, async () => {
  const visit = await visitor();
  await visit.open("/a/anpanman?m=b5b4,b1b2,c5c4,c1c2,a5a4,a1a2,a4b3,c2b3");
  await visit.page.locator("y-graph .dot").first().waitFor();
  assert.deepEqual(await visit.page.locator("y-graph .axis-name").allTextContents(), ["1", "10", "30", "=", "30", "10", "1"]);
  await visit.finish();
});
