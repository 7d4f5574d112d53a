// The board's plain functions: places, picking up, following pieces, overlays.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { follow } from "../../web/js/board/follow.js";
import { arrowLine, cellAt, fit, neighbour, placeOf, turned } from "../../web/js/board/geometry.js";
import { bestMoves, better, handValues, valueMarks } from "../../web/js/board/overlay.js";
import { movesAside, press, targets, typed } from "../../web/js/board/pick.js";

const size = { width: 3, height: 5 };

test("cells and places are inverse, also on a flipped board", () => {
  for (const flipped of [false, true]) {
    for (let cell = 0; cell < 15; cell++) assert.equal(cellAt(size, placeOf(size, cell, flipped), flipped), cell);
  }
  assert.deepEqual(placeOf(size, 0, true), { x: 2, y: 4 });
  assert.equal(cellAt(size, { x: 3, y: 0 }, false), null);
});

test("the cursor goes as the screen shows and stays on the board", () => {
  assert.equal(neighbour(size, 7, { x: 0, y: -1 }, false), 4);
  assert.equal(neighbour(size, 7, { x: 0, y: -1 }, true), 10);
  assert.equal(neighbour(size, 0, { x: -1, y: 0 }, false), 0);
});

test("a tilted board is turned all around and always fits", () => {
  assert.deepEqual(turned({ turn: 170, lean: 46 }, 30, 0), { turn: -160, lean: 46 });
  assert.deepEqual(turned({ turn: -170, lean: 46 }, -30, 100), { turn: 160, lean: 68 });
  assert.equal(turned({ turn: 0, lean: 46 }, 0, -100).lean, 15);
  const wide = (/** @type {number} */ turn) => fit(turn) * (Math.abs(Math.cos((turn * Math.PI) / 180)) + Math.abs(Math.sin((turn * Math.PI) / 180)));
  for (let turn = -180; turn <= 180; turn += 5) assert.ok(wide(turn) <= 1.0401, String(turn));
});

test("arrows keep their direction and lie between their ends", () => {
  const { from, to } = arrowLine({ x: 50, y: 50 }, { x: 50, y: 150 });
  assert.ok(from.y > 50 && to.y < 150 && from.y < to.y && from.x === 50 && to.x === 50);
});

const move = (text, from, to, hand) => ({ text, styled: { chess: text.toUpperCase() }, side: "first", from, to, ...(hand === undefined ? {} : { hand }) });
const legal = [move("a1a2", 0, 3), move("a1b2", 0, 4), move("a1b2+", 0, 4), move("P*c1", null, 2, 0), move("P*b2", null, 4, 0), move("pass", null, null)];

test("pressing picks up, lets go, plays and offers a choice", () => {
  const picked = press(legal, null, { cell: 0 });
  assert.deepEqual(picked.picked, { cell: 0 });
  assert.deepEqual(press(legal, { cell: 0 }, { cell: 0 }), { picked: null, moves: [], refused: false });
  assert.deepEqual(press(legal, { cell: 0 }, { cell: 3 }).moves.map((one) => one.text), ["a1a2"]);
  assert.deepEqual(press(legal, { cell: 0 }, { cell: 4 }).moves.map((one) => one.text), ["a1b2", "a1b2+"]);
  assert.deepEqual(press(legal, { hand: 0 }, { cell: 2 }).moves.map((one) => one.text), ["P*c1"]);
  assert.ok(press(legal, null, { cell: 8 }).refused);
  assert.deepEqual([...targets(legal, { hand: 0 })], [2, 4]);
});

test("an empty cell is not a drop unless a piece in hand is picked up", () => {
  assert.ok(press(legal, null, { cell: 2 }).refused);
  const stones = [move("a1", null, 0), move("b1", null, 1)];
  assert.deepEqual(press(stones, null, { cell: 1 }).moves.map((one) => one.text), ["b1"]);
});

test("passes are found, and typed moves in any way of writing", () => {
  assert.deepEqual(movesAside(legal).map((one) => one.text), ["pass"]);
  assert.deepEqual(typed(legal, " A1A2 ").map((one) => one.text), ["a1a2"]);
  assert.deepEqual(typed(legal, "a1b2").map((one) => one.text), ["a1b2"]);
  assert.deepEqual(typed(legal, ""), []);
  assert.deepEqual(typed(legal, "z9"), []);
});

const piece = (side, kind) => ({ side, kind, letter: kind, sign: kind, steps: [], slides: [], faces: [] });
const board = (...cells) => ({ width: 3, height: 1, files: [], ranks: [], cells, hands: [[], []], alerts: [] });

test("pieces keep their keys when they move, take, promote and come back", () => {
  const rook = piece("first", "rook");
  const pawn = piece("second", "pawn");
  const before = follow([], board(rook, null, pawn));
  const key = before.find((one) => one.piece.kind === "rook").key;
  const moved = follow(before, board(null, rook, pawn));
  assert.equal(moved.find((one) => one.cell === 1).key, key);
  const taken = follow(moved, board(null, null, piece("first", "dragon")));
  assert.deepEqual(taken.map((one) => one.key), [key]);
  const back = follow(taken, board(rook, null, pawn));
  assert.equal(back.find((one) => one.cell === 0).key, key);
  assert.equal(back.length, 2);
});

test("wins are better sooner, losses later", () => {
  const [w3, w9, d, l2, l8] = [["win", 3], ["win", 9], ["draw", null], ["loss", 2], ["loss", 8]].map(([value, distance]) => ({ value, distance }));
  const order = [w3, w9, d, l8, l2];
  for (let at = 1; at < order.length; at++) {
    assert.ok(better(order[at - 1], order[at]), `${at}`);
    assert.ok(!better(order[at], order[at - 1]), `${at} turned`);
  }
});

const badgesOf = (drawn) => drawn.filter((one) => one.props.class.startsWith("badge"));

test("every move shows its value when its piece is picked up, and every piece its best", () => {
  const moves = legal.filter((one) => one.from !== null || one.hand !== undefined);
  const values = new Map(moves.map((one, at) => [one.text, { value: "win", distance: at + 1 }]));
  const small = { ...board(...Array(6).fill(null)), height: 2 };
  const signs = (picked) => badgesOf(valueMarks(small, moves, values, picked, false)).map((one) => one.kids.at(-1).kids[0]);
  assert.deepEqual(signs(moves.filter((one) => one.from === 0)), ["+1", "+2"], "the better of two moves to one cell");
  assert.deepEqual(signs(moves.filter((one) => one.hand === 0)), ["+4", "+5"]);
  assert.deepEqual(signs(null), ["+1"], "one piece on the board, its best move");
  assert.deepEqual([...handValues(moves, values)], [[0, { value: "win", distance: 4 }]]);
  assert.deepEqual(bestMoves(moves, values).map((one) => one.text), ["a1a2"]);
  const outlined = badgesOf(valueMarks(small, moves, values, null, false)).filter((one) => one.props.class.includes("best"));
  assert.equal(outlined.length, 1);
});

test("a known move is followed, also where kinds and distances would mislead", () => {
  const cube = (kind) => piece("first", kind);
  const before = follow([], board(cube("rock"), cube("paper"), null));
  const [rock, paper] = before.map((one) => one.key);
  // The paper rolls away and shows a rock, the rock stays: by kind, the rock would seem to have moved.
  const after = follow(before, board(cube("rock"), null, cube("rock")), { from: 1, to: 2 });
  assert.deepEqual(after.map(({ key, cell }) => [key, cell]), [[rock, 0], [paper, 2]]);
});

/** How bright a colour is, from 0 to 1 (WCAG). @param {string} colour */
function brightness(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [low, high] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test("marks on a plain board stand out from its wood, in either theme", () => {
  const css = readFileSync(new URL("../../web/css/board.css", import.meta.url), "utf8");
  const found = (/** @type {RegExp} */ pattern) => {
    const colour = css.match(pattern)?.[1];
    assert.ok(colour, `${pattern} is in the style`);
    return colour;
  };
  const dark = String.raw`\[data-theme="dark"\] `;
  const wood = { light: found(/^\.goban \{ fill: (#\w+)/m), dark: found(new RegExp(`${dark}\\.goban \\{ fill: (#\\w+)`)) };
  const tones = {
    light: [found(/^\.tone-first, \.tone-win \{ --tone: (#\w+)/m), found(/^y-board \.over :is\(\.tone-second, \.tone-loss\) \{ --tone: (#\w+)/m), found(/^\.tone-draw, \.tone-neutral \{ --tone: (#\w+)/m)],
    dark: ["first, .tone-win", "second, .tone-loss", "draw, .tone-neutral"].map((name) => found(new RegExp(`${dark}y-board \\.over :is\\(\\.tone-${name.replace(".", "\\.")}\\) \\{ --tone: (#\\w+)`))),
  };
  for (const theme of /** @type {const} */ (["light", "dark"])) for (const tone of tones[theme]) assert.ok(contrast(wood[theme], tone) >= 3, `${tone} on ${wood[theme]} is ${contrast(wood[theme], tone)}`);
});
