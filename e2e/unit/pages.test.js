// The modules behind rooms, editor, lists and forms, without a browser: what they ask and what they make of answers.
import assert from "node:assert/strict";
import { test } from "node:test";

// The little of a browser that these modules touch when they are loaded or used.
const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
globalThis.addEventListener ??= () => {};
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define: () => {} };

const { ApiError } = await import("../../web/js/api.js");
const { keep, recent, tokenOf } = await import("../../web/js/credentials.js");
const { hasStagedTurns, idOf, loadGames, specOf } = await import("../../web/js/games.js");
const { fieldsOf, operationsOf } = await import("../../web/js/pages/api.js");
const { roomEngine } = await import("../../web/js/pages/room-engine.js");
const { roomLayer } = await import("../../web/js/pages/room-layer.js");
const { boardOf } = await import("../../web/js/parts/editor.js");
const { heightOf, heightOfPoints } = await import("../../web/js/parts/graph.js");
const { shareOf, standing } = await import("../../web/js/parts/eval-bar.js");
const { sorted } = await import("../../web/js/parts/game-tree.js");
const { accuracy, mistakes } = await import("../../web/js/parts/coach.js");
const { wordsAbout } = await import("../../web/js/parts/pointed.js");
const { classesOf } = await import("../../web/js/parts/review.js");
const { hints } = await import("../../web/js/board/hints.js");
const { isSetup, placeAll } = await import("../../web/js/setup.js");
const { createStore } = await import("../../web/js/store.js");
const { tableFault } = await import("../../web/js/table-fault.js");

/** Answers requests from a table of paths, and notes them. */
function serve(answers) {
  const asked = [];
  globalThis.fetch = async (path, options) => {
    const name = String(path).replace("/api/v1/", "");
    asked.push({ name, body: options?.body ? JSON.parse(options.body) : null });
    const found = answers[name];
    const body = typeof found === "function" ? found(asked.at(-1).body) : found;
    return new Response(JSON.stringify(body), { status: 200, headers: { "content-type": "application/json" } });
  };
  return asked;
}

test("the engine is asked once about what is looked at, and stopped once", () => {
  const sent = [];
  const engine = roomEngine({ send: (message) => sent.push(message) > 0, changed: () => {} });
  const sight = { ply: 3, moves: [], position: "p", over: false };
  engine.follow(sight);
  assert.deepEqual(sent, [], "nobody has switched it on");
  engine.actions.engine();
  for (let times = 0; times < 5; times++) engine.follow({ ...sight });
  assert.deepEqual(sent.map((one) => one.type), ["analyze"]);
  engine.follow({ ...sight, ply: 4 });
  engine.follow({ ...sight, ply: 4, over: true });
  engine.follow({ ...sight, ply: 4, over: true });
  assert.deepEqual(sent.map((one) => one.type), ["analyze", "analyze", "stop"]);
  engine.hear({ type: "error", ref: "engine", error: { message: "busy" } });
  assert.equal(engine.state.engine, false);
});

test("a question that could not be sent is asked again", () => {
  let online = false;
  const sent = [];
  const engine = roomEngine({ send: (message) => online && sent.push(message) > 0, changed: () => {} });
  engine.actions.engine();
  engine.follow({ ply: 0, moves: [], position: "p", over: false });
  online = true;
  engine.follow({ ply: 0, moves: [], position: "p", over: false });
  assert.equal(sent.length, 1);
});

test("a layer is asked for once a position, and late answers are let go", async () => {
  const asked = serve({ layer: ({ position }) => ({ overlay: { marks: [position] } }) });
  const layer = roomLayer(() => {});
  await layer.follow("g", "p1");
  assert.equal(asked.length, 0, "no layer is chosen");
  layer.choose("attacks");
  await Promise.all([layer.follow("g", "p1"), layer.follow("g", "p1"), layer.follow("g", "p2")]);
  assert.deepEqual(asked.map(({ body }) => body.position), ["p1", "p2"]);
  assert.equal(layer.over("p1"), null);
  assert.deepEqual(layer.over("p2"), { marks: ["p2"] });
});

test("an edited board is told by letters", () => {
  const piece = (letter, side) => ({ letter, side, kind: letter });
  const diagram = { cells: [null, piece("K", "first"), piece("+p", "second")], hands: [[{ piece: piece("R", "first"), count: 2 }, { piece: piece("B", "first"), count: 1 }], []] };
  assert.deepEqual(boardOf(diagram, "second", new Set(["b", "a"]), "origin"), {
    cells: ["", "K", "+p"], hands: [{ B: 1, R: 2 }, {}], second_to_move: true, rights: ["a", "b"], origin: "origin",
  });
  const back = { ...diagram, hands: [[...diagram.hands[0]].reverse(), []] };
  assert.equal(JSON.stringify(boardOf(back, "first", new Set(), "o")), JSON.stringify(boardOf(diagram, "first", new Set(), "o")), "the order in hand does not matter");
});

test("seats are kept, the newest first, and survive broken storage", () => {
  kept.clear();
  keep("one", "g", { token: "secret" });
  keep("two", "g");
  assert.equal(tokenOf("one"), "secret");
  assert.equal(tokenOf("two"), undefined);
  keep("one", "g", { ply: 3 });
  assert.equal(tokenOf("one"), "secret", "what is not said stays");
  assert.deepEqual(new Set(recent().map(({ room }) => room)), new Set(["one", "two"]));
  kept.set("yomikiri.rooms", "{ broken");
  assert.deepEqual(recent(), []);
});

test("games are named with the options that differ", async () => {
  const options = [{ key: "size", default: "9" }, { key: "komi", default: "7" }];
  serve({ games: { games: [{ id: "toy", drawing: "neutral", staged_turns: true, options }, { id: "plain", drawing: "neutral", staged_turns: false, options: [] }], share: null } });
  await loadGames();
  assert.equal(specOf("toy", { size: "13", komi: "7", unknown: "1" }), "toy?size=13&komi=7", "what is usual may depend on the size");
  assert.equal(specOf("toy", { size: "", komi: "7" }), "toy");
  assert.equal(idOf("toy?size=13"), "toy");
  assert.ok(hasStagedTurns("toy?size=13"));
  assert.ok(!hasStagedTurns("plain") && !hasStagedTurns("unknown"));
});

test("the description of the interface is read", () => {
  const schemas = { Place: { properties: { game: { type: "string" } }, required: ["game"] }, Whole: { allOf: [{ $ref: "#/components/schemas/Place" }], properties: { layer: { type: ["string", "null"] } } } };
  const paths = { "/a": { post: { tags: ["t"], summary: " S ", requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Whole" } } } } } }, "/b": { get: {} } };
  const [first, second] = operationsOf({ paths });
  assert.deepEqual([first.method, first.path, first.tag, first.summary], ["post", "/a", "t", "S"]);
  assert.equal(second.body, null);
  assert.deepEqual(fieldsOf(first.body, schemas).map(({ name, type, needed }) => [name, type, needed]), [["game", "string", true], ["layer", "string", false]]);
});

test("values stand higher the nearer the end is", () => {
  const height = (value, distance) => heightOf({ value, distance });
  assert.ok(height("win", 1) > height("win", 30) && height("win", 30) > 0);
  assert.equal(height("loss", 5), -height("win", 5));
  assert.equal(height("draw", null), 0);
  assert.ok(heightOfPoints(100) > 0 && heightOfPoints(1e6) < 1);
});

test("classes of moves go to the nodes they lead to", () => {
  const review = [{ ply: 0, class: null }, { ply: 1, class: "keeps" }, { ply: 2, class: "loses" }, { ply: 3, class: "only" }];
  assert.deepEqual([...classesOf(review, [10, 20])], [[10, "keeps"], [20, "loses"]]);
});

test("a store tells its listeners once a turn", async () => {
  const store = createStore({ a: 1, b: 1 });
  const heard = [];
  const stop = store.listen((value) => heard.push(value));
  store.set({ a: 2 });
  store.set({ b: 3 });
  await Promise.resolve();
  assert.deepEqual(heard, [{ a: 2, b: 3 }]);
  stop();
  store.set({ a: 4 });
  await Promise.resolve();
  assert.equal(heard.length, 1);
});

test("why there is no table is told by what the server says", () => {
  assert.equal(tableFault(new Error("no network")), "no network");
  const told = (detail) => tableFault(new ApiError("no_table", "none", detail));
  assert.notEqual(told({ solve: "yomikiri solve toy" }), told({}));
  assert.notEqual(told({ too_large: { positions: 1e12 } }), told({}));
});

test("reasons are asked for when something is picked up, and forgotten when it is put down", async () => {
  const asked = serve({ refusals: { refusals: [{ to: 4, why: { id: "refusal", args: {} } }] } });
  const { known, pick } = hints(() => {});
  await pick({ game: "g" }, { cell: 1 });
  assert.deepEqual([...known.refused], [[4, "refusal"]]);
  await pick({ game: "g" }, null);
  assert.equal(known.refused.size, 0);
  assert.equal(asked.length, 1);
});

test("everything is placed until the other side is to place", async () => {
  const placement = (text, side) => ({ text, styled: {}, side, from: null, to: 0 });
  serve({ look: ({ moves = [] }) => ({ view: { side: moves.length < 2 ? "first" : "second", legal: [placement(`p${moves.length}`, "first")] } }) });
  const drawing = { placed: () => undefined };
  assert.ok(!isSetup({}, { legal: [placement("p", "first")] }), "only games that begin with placing");
  const { moves, choices } = await placeAll({ game: "g" }, drawing, (legal) => legal[0], (view) => view.side !== "first");
  assert.deepEqual(moves.map((one) => one.text), ["p0", "p1"]);
  assert.equal(choices.length, 2);
});

test("moves are sorted by value, by distance, or stay as they are", () => {
  const row = (text, value, distance) => ({ move: { text }, judged: { value, distance } });
  const rows = [row("a", "loss", 8), row("b", "win", 9), row("c", "draw", null), row("d", "win", 3), row("e", "loss", 2)];
  const order = (sort) => sorted(rows, sort).map(({ move }) => move.text).join("");
  assert.equal(order("board"), "abcde");
  assert.equal(order("best"), "dbcae");
  assert.equal(order("nearest"), "edabc");
});

test("a coach counts what moves gave away", () => {
  const ply = (at, side, value, distance, cls = null) => ({ ply: at, side, value, distance, points: null, best: null, line: [], class: cls });
  const review = [ply(0, "first", "draw", null), ply(1, "second", "win", 9, "loses"), ply(2, "first", "loss", 8, "keeps"), ply(3, "second", "win", 7, "keeps")];
  assert.deepEqual(mistakes(review).map(({ before }) => before.ply), [0]);
  assert.equal(accuracy(review, "first"), 50);
  assert.equal(accuracy(review, "second"), 100);
});

test("the evaluation bar takes the surest source and shows it as First sees it", () => {
  const nothing = { outcome: null, judged: null, report: null, reviewed: undefined, side: "second" };
  const report = { lines: [{ score: { points: 120, value: null, distance: null }, moves: [] }] };
  const reviewed = { points: -30, value: null, distance: null };
  assert.equal(standing(nothing), null);
  assert.equal(shareOf(null), 0.5);
  assert.deepEqual(standing({ ...nothing, reviewed }), { points: 30 });
  assert.deepEqual(standing({ ...nothing, reviewed, report }), { points: -120 });
  assert.deepEqual(standing({ ...nothing, report, judged: { value: "win", distance: 5 } }), { judged: { value: "loss", distance: 5 } });
  assert.equal(shareOf(standing({ ...nothing, outcome: { winner: "first" } })), 1);
  assert.equal(shareOf(standing({ ...nothing, outcome: { winner: "second" } })), 0);
  assert.equal(shareOf(standing({ ...nothing, judged: { value: "draw", distance: null } })), 0.5);
  // The nearer the end, the fuller the bar; points never fill it.
  const share = (distance) => shareOf({ judged: { value: "win", distance } });
  assert.ok(share(1) > share(9) && share(9) > share(60) && share(60) > 0.5);
  assert.ok(shareOf({ points: 100_000 }) < 1 && shareOf({ points: 50 }) > 0.5);
});

test("what is said about a cell is at most three sentences", () => {
  const says = (/** @type {string} */ id) => ({ id, args: {} });
  const overlay = { marks: [], arrows: [], labels: [], heat: [], bars: [], notes: [], about: ["a", "b", "c", "d"].map((id) => ({ cells: [1, 2], says: says(id) })).concat({ cells: [3], says: says("e") }) };
  assert.equal(wordsAbout(overlay, 2), "a b c");
  assert.equal(wordsAbout(overlay, 3), "e");
  assert.equal(wordsAbout(overlay, 4), "");
  assert.equal(wordsAbout(null, 1), "");
});
