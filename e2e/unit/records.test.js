// Records as trees, boards in few bytes, marks and numbers: plain functions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { unpack } from "../../web/js/packed.js";
import { cellsOf, marksOf, pointOf, put, territoryOf } from "../../web/js/parts/marks.js";
import { moveNumbers, usedAgain } from "../../web/js/parts/numbers.js";
import { decode } from "../../web/js/parts/read-file.js";
import { recordOf, treeOf } from "../../web/js/record-tree.js";
import { annotate, grow, growNote, isPlain, lineThrough, lineTo, node, plant, promote, spell } from "../../web/js/tree.js";

const move = (text, side, to = null) => ({ text, styled: {}, side, from: null, to });

test("a packed board becomes what is drawn, and places become moves", () => {
  const [black, white, other] = ["black", "white", "other"].map((kind) => ({ kind }));
  const board = { width: 3, height: 2, files: ["a", "b", "c"], ranks: ["2", "1"], cells: [0, 1, 2, 3, 0, 0], hands: [[{ piece: 1, count: 2 }], []], alerts: [5], more: [other] };
  const state = unpack({ board, places: [0, 4], legal: [move("pass", "second")], side: "second" }, [black, white]);
  assert.deepEqual(state.diagram.cells, [null, black, white, other, null, null]);
  assert.deepEqual(state.diagram.hands, [[{ piece: black, count: 2 }], []]);
  assert.deepEqual(state.legal, [move("a2", "second", 0), move("b1", "second", 4), move("pass", "second")]);
  assert.ok(!("board" in state) && !("places" in state));
});

const record = {
  schema: 2, game: "g", start: "s", players: { first: "A" }, tags: { Event: "E" }, name: "root", comment: "start", properties: [["AP", "x"]],
  moves: ["a", { move: "b", comment: "!" }, { move: "c", side: "second" }, { setup: "pos", properties: [["TR", "aa"]] }, "d", { move: "e", parent: 1, name: "branch" }, "f", { comment: "only words", parent: 0 }, { move: "g", parent: 6 }],
  result: { winner: "first", reason: "resign" },
};

test("a record becomes a tree and the same record again", () => {
  const { tree, last } = treeOf(record, "first");
  assert.equal(node(tree, last).move.text, "d");
  assert.deepEqual(node(tree, 1).kids.map((kid) => node(tree, kid).move.text), ["b", "e"]);
  assert.deepEqual(node(tree, 6).kids.map((kid) => node(tree, kid).move.text), ["f", "g"]);
  assert.equal(node(tree, 2).move.side, "second");
  const again = recordOf(tree, "g", "s", { record, tree });
  const { tree: twin } = treeOf(again, "first");
  const shape = (one, id = 0) => [node(one, id).move?.text, node(one, id).notes, node(one, id).kids.map((kid) => shape(one, kid))];
  assert.deepEqual(shape(twin), shape(tree));
  const { moves: _, ...rest } = again;
  const { moves: __, ...before } = record;
  assert.deepEqual(rest, before, "whatever is not in the tree is kept");
});

test("a result goes with its main line", () => {
  const { tree } = treeOf(record, "first");
  assert.equal(recordOf(promote(tree, 6), "g", "s", { record, tree }).result, null);
  assert.deepEqual(recordOf(annotate(tree, 1, { comment: "new" }), "g", "s", { record, tree }).result, record.result);
});

test("the older form has variations inside of moves", () => {
  const { tree } = treeOf({ schema: 1, game: "g", moves: ["a", { move: "b", variations: [["c", "d"], ["e"]] }, "f"] }, "second");
  assert.deepEqual(node(tree, 1).kids.map((kid) => node(tree, kid).move.text), ["b", "c", "e"]);
  assert.equal(node(tree, 1).move.side, "second");
});

test("lines begin at the last position that is known", () => {
  const { tree, last } = treeOf(record, "first");
  assert.deepEqual([lineTo(tree, 2).position, lineTo(tree, 2).nodes.map((one) => one.move.text)], [undefined, ["a", "b"]]);
  assert.deepEqual([lineTo(tree, last).position, lineTo(tree, last).nodes.map((one) => one.move.text)], ["pos", ["d"]]);
  const turned = annotate(tree, 3, { turned: "given" });
  assert.deepEqual([lineTo(turned, 3).position, lineTo(turned, 3).nodes.map((one) => one.move.text)], ["given", ["c"]]);
  assert.deepEqual(lineThrough(tree, 1).nodes.map((one) => one.move.text), ["a", "b"], "until the board is changed by hand");
  const spelled = spell(tree, lineTo(tree, 1).nodes, [move("a", "first", 7)]);
  assert.equal(node(spelled, 1).move.to, 7);
});

test("what is said makes a tree more than a line of moves", () => {
  const line = grow(plant(), 0, move("a", "first")).tree;
  assert.ok(isPlain(line));
  assert.ok(!isPlain(annotate(line, 1, { comment: "x" })));
  assert.ok(isPlain(annotate(annotate(line, 1, { comment: "x" }), 1, { comment: "" })));
  assert.ok(!isPlain(growNote(line, 1, { setup: "pos" }).tree));
  assert.ok(!isPlain(grow(line, 0, move("b", "first")).tree));
});

test("marks of a record are drawn where they are", () => {
  const board = { width: 9, height: 9 };
  assert.deepEqual(cellsOf("ba", board), [1]);
  assert.deepEqual(cellsOf("aa:bb", board), [0, 1, 9, 10]);
  assert.deepEqual(cellsOf("zz", board), []);
  assert.deepEqual(cellsOf("", board), []);
  const overlay = marksOf([["TR", "aa"], ["LB", "ba:A:1"], ["AR", "aa:ba"], ["LN", "ba:aa"], ["SQ", "ca:da"], ["DD", "ea"], ["XX", "aa"]], board);
  assert.deepEqual(overlay.marks.map(({ cell, shape }) => [cell, shape]), [[0, "triangle"], [2, "square"], [3, "square"]]);
  assert.deepEqual([overlay.lines, overlay.dim], [[{ from: 1, to: 0 }], [4]]);
  assert.deepEqual(overlay.labels.map(({ cell, text }) => [cell, text]), [[1, "A:1"]]);
  assert.deepEqual(overlay.arrows.map(({ from, to }) => [from, to]), [[0, 1]]);
  assert.equal(marksOf([["C", "x"]], board), null);
});

test("numbers are those of stones that are there, and a point that is used again is told", () => {
  const played = [move("a", "first", 0), move("b", "second", 1), move("pass", "first"), move("a", "second", 0)];
  const diagram = { cells: [{ side: "second" }, null] };
  assert.deepEqual([...moveNumbers(played, diagram)], [[0, 4]]);
  assert.deepEqual(usedAgain(played), [{ number: 4, at: 1 }]);
});

test("files are read in the encoding they have", () => {
  assert.equal(decode(new TextEncoder().encode("(;C[囲碁])")), "(;C[囲碁])");
  const bytes = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  assert.equal(decode(bytes("(;CA[Shift_JIS]C[\x88\xcd\x8c\xe9])")), "(;CA[Shift_JIS]C[囲碁])");
  assert.equal(decode(bytes("(;C[\xce\xa7\xc6\xe5])")), "(;C[围棋])");
});

test("marks are put down and taken away by hand", () => {
  const board = { width: 9, height: 9 };
  assert.equal(pointOf(31, { width: 30 }), "bb");
  assert.deepEqual(cellsOf(pointOf(28, { width: 30, height: 30 }), { width: 30, height: 30 }), [28]);
  const all = (...steps) => steps.reduce((properties, [brush, cell, from]) => put(properties, brush, cell, board, from), [["XX", "kept"]]);
  assert.deepEqual(all(["TR", 0], ["TR", 1]), [["XX", "kept"], ["TR", "aa", "ba"]]);
  assert.deepEqual(all(["TR", 0], ["TR", 0]), [["XX", "kept"]], "twice is not at all");
  assert.deepEqual(all(["TR", 0], ["SQ", 0]), [["XX", "kept"], ["SQ", "aa"]], "a cell has one shape");
  assert.deepEqual(all(["TB", 0], ["TW", 0], ["TR", 0]), [["XX", "kept"], ["TW", "aa"], ["TR", "aa"]]);
  assert.deepEqual(all(["letter", 0], ["letter", 1], ["letter", 0], ["letter", 2], ["number", 3]), [["XX", "kept"], ["LB", "ba:B", "ca:A", "da:1"]]);
  assert.deepEqual(all(["AR", 1, 0], ["LN", 2, 0], ["AR", 5, 5]), [["XX", "kept"], ["AR", "aa:ba"], ["LN", "aa:ca"]]);
  assert.deepEqual(all(["AR", 1, 0], ["AR", 1, 0]), [["XX", "kept"]]);
  // A rectangle is written out when a hole is made in it.
  assert.deepEqual(put([["DD", "aa:bb"]], "DD", 1, board), [["DD", "aa", "ab", "bb"]]);
  assert.deepEqual(territoryOf([["TB", "aa:ba"], ["TW", "ca"]], board).territory, { first: [0, 1], second: [2] });
  assert.equal(territoryOf([["TR", "aa"]], board), null);
});
