// Rooms, trees, addresses and words: the plain functions behind the pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { h, textOf } from "../../web/js/dom.js";
import { fill, sentence } from "../../web/js/i18n.js";
import { backoff } from "../../web/js/socket.js";
import { empty, isWhole, lastTurn, mayMove, openSeat, receive, timeLeft, trail } from "../../web/js/room-model.js";
import { analysisPath, readRoute, roomPath, tablePath } from "../../web/js/route.js";
import { endOf, grow, movesTo, pathTo, plant, plantLine, promote, prune } from "../../web/js/tree.js";
import { clockText, turned, valueSign } from "../../web/js/values.js";
import { drawingOf, loadDrawings } from "../../web/games/registry.js";

const move = (text, side) => ({ text, styled: {}, side, from: null, to: 0 });
const BOARD = { width: 1, height: 1, files: ["a"], ranks: ["1"], cells: [0], hands: [[], []], alerts: [] };
const seat = (kind, taken = true) => ({ kind, taken, present: taken });
const state = (change = {}) => ({
  seq: 1, ply: 0, position: "", side: "first", board: BOARD, places: [], legal: [move("a", "first")], outcome: null, counting: null,
  clock: { kind: "fischer", main_ms: 60000, increment_ms: 0, left_ms: { first: 5000, second: 9000 }, periods_left: { first: 0, second: 0 }, running: "first", now_ms: 0 },
  seats: { first: seat("here"), second: seat("open", false) }, offers: [], absent: null, next_room: null, hints: true, thinking: null, watchers: 0, ...change,
});
const welcome = (change = {}) => ({ type: "welcome", seq: 1, you: "first", room: { id: "r", game: "g", names: {}, start: "", pieces: [], played: [], ...state(), ...change } });
const moved = (seq, ply, texts) => ({ type: "event", seq, at_ms: 0, event: { kind: "moved", moves: texts.map((text) => move(text, "first")) }, state: state({ seq, ply, side: "second" }) });

test("a room follows its events and never plays one twice", () => {
  let model = receive(empty(), welcome(), 0);
  assert.ok(mayMove(model));
  model = receive(model, moved(2, 1, ["a"]), 10);
  assert.deepEqual(model.room.played.map((one) => one.text), ["a"]);
  assert.ok(!mayMove(model), "the other is to move");
  assert.equal(receive(model, moved(2, 1, ["a"]), 20), model, "the same event again changes nothing");
  assert.equal(receive(model, { ...moved(3, 2, ["b"]), replayed: true }, 20), model, "replayed events are past");
  const back = receive(model, { type: "event", seq: 3, at_ms: 0, event: { kind: "took_back", plies: 1 }, state: state({ seq: 3, ply: 0 }) }, 30);
  assert.deepEqual(back.room.played, []);
  assert.ok(isWhole(back));
  assert.ok(!isWhole(receive(model, moved(9, 5, ["z"]), 40)), "a gap is noticed");
});

test("a turn that was sent is sent again only if the server does not have it", () => {
  let model = { ...receive(empty(), welcome(), 0), pending: { moves: ["a"], ply: 0 } };
  assert.ok(!mayMove(model), "not while a turn is under way");
  assert.notEqual(receive(model, welcome(), 0).pending, null);
  assert.equal(receive(model, welcome({ ply: 1 }), 0).pending, null);
  model = receive(model, moved(2, 1, ["a"]), 0);
  assert.equal(model.pending, null);
});

test("spectators and engines' seats do not move; free seats are seen", () => {
  assert.ok(!mayMove(receive(empty(), { ...welcome(), you: "spectator" }, 0)));
  assert.ok(!mayMove(receive(empty(), { ...welcome({ seats: { first: seat("engine"), second: seat("here") } }), you: "both" }, 0)));
  assert.equal(openSeat(receive(empty(), welcome(), 0)), "second");
});

test("clocks run between the server's words", () => {
  const model = receive(empty(), welcome(), 1000);
  assert.equal(timeLeft(model, "first", 3000), 3000);
  assert.equal(timeLeft(model, "second", 3000), 9000);
  assert.equal(timeLeft(model, "first", 99999), 0);
  assert.deepEqual([clockText(61_000), clockText(3_723_000), clockText(9_940), clockText(-5)], ["1:01", "1:02:03", "9.9", "0.0"]);
});

test("variations grow, are found again, promoted and cut", () => {
  let { tree, id } = plantLine([move("a", "first"), move("b", "second"), move("c", "first")]);
  assert.deepEqual(movesTo(tree, id), ["a", "b", "c"]);
  const again = grow(tree, 0, move("a", "first"));
  assert.equal(again.tree, tree);
  const side = grow(tree, again.id, move("x", "second"));
  tree = side.tree;
  assert.equal(endOf(tree, 0), id, "the first line stays the main one");
  tree = promote(tree, side.id);
  assert.equal(endOf(tree, 0), side.id);
  tree = prune(tree, side.id);
  assert.equal(endOf(tree, 0), id);
  assert.equal(pathTo(plant(), 0).length, 0);
});

test("addresses are read as they are written", () => {
  const place = { game: "anpanman?no_moves=draw", position: "hbd/3/3/3/CAS b -", moves: ["a5a4", "b1+"] };
  const url = new URL(analysisPath(place), "http://host");
  assert.deepEqual(readRoute(url.pathname, url.search), { page: "analysis", ...place, coach: false });
  const shared = new URL(analysisPath({ ...place, coach: true }), "http://host");
  assert.deepEqual(readRoute(shared.pathname, shared.search), { page: "analysis", ...place, coach: true });
  const tree = new URL(tablePath("chess", "KPvK", { position: "8/8 w", moves: ["e2e4"] }), "http://host");
  assert.deepEqual(readRoute(tree.pathname, tree.search), { page: "tables", game: "chess", what: "KPvK", position: "8/8 w", moves: ["e2e4"] });
  assert.deepEqual(readRoute(roomPath("ab c/d")), { page: "room", room: "ab c/d" });
  assert.deepEqual(readRoute("/"), { page: "lobby" });
  assert.deepEqual(readRoute("/%E0%A4%A"), { page: "lost" });
  assert.deepEqual(readRoute("/nothing/here"), { page: "lost" });
});

test("messages are filled, and values have signs", () => {
  assert.equal(fill("{ $a } and {$b}, { $c }", { a: 1, b: "x" }), "1 and x, { $c }");
  assert.deepEqual([valueSign({ value: "win", distance: 7 }), valueSign({ value: "loss", distance: 8 }), valueSign({ value: "draw", distance: null })], ["+7", "−8", "="]);
  assert.deepEqual(turned({ value: "win", distance: 3 }), { value: "loss", distance: 3 });
});

test("waiting before another try grows and has an end", () => {
  assert.ok(backoff(0, 0) < backoff(3, 0) && backoff(3, 0) < backoff(6, 0));
  assert.equal(backoff(50, 0.5), 8000);
});

test("descriptions are data", () => {
  const node = h("p", { key: 1, class: "x" }, "a", [null, false, h("b", null, 2)]);
  assert.equal(textOf(node), "a2");
  assert.equal(node.key, "1");
});

test("every game is drawn by the module that it names", async () => {
  const names = ["chess", "go", "janken", "koma", "neutral", "tictactoe", "xiangqi"];
  await loadDrawings(names.map((name) => ({ id: `game-of-${name}`, drawing: name })));
  const piece = { side: "first", kind: "thing", letter: "T", sign: "物", steps: [[0, -1]], slides: [[1, 0]], faces: [] };
  for (const name of names) {
    const drawing = drawingOf(`game-of-${name}?option=1`);
    const look = { set: "auto", marks: true, signs: true, turned: true };
    assert.equal(drawing.piece(piece, look).tag, "svg", name);
    assert.ok(drawing.ground({ width: 9, height: 9 }, { flipped: false }).length > 0, name);
  }
  assert.throws(() => drawingOf("unknown"), RangeError);
});

test("sentences have words, numbers and sentences in their gaps", () => {
  assert.equal(fill('a{ ", " }b{$c}', { c: 1 }), "a, b1");
  // Without messages an id stands for itself: what matters is that nothing is left out or shown as code.
  assert.equal(sentence({ id: "{ $n } { $w } { $l }", args: { n: 3, w: { message: "rook" }, l: [{ id: "x{ $p }", args: { p: 1 } }, { id: "y", args: {} }] } }), "3 rook x1list-separatory");
});

test("the last turn is all moves of one side in a row", () => {
  const played = [move("a", "first"), move("b", "first"), { ...move("c", "second"), from: 3 }, { ...move("d", "second"), from: 0, to: 1 }];
  assert.deepEqual(lastTurn(played).map((one) => one.text), ["c", "d"]);
  assert.deepEqual(lastTurn([]), []);
  assert.deepEqual(trail(lastTurn(played)), [{ from: 3, to: 0 }, { from: 0, to: 1 }]);
});
