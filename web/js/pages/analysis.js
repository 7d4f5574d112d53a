// The analysis board: variations, true values of every move, the graph of a game, live engine lines,
// teaching layers, records in and out. Position and moves are in the address.

/** @import { Metrics, MoveView, Overlay, Report, ReviewPly, View } from "../messages.d.ts" */
/** @import { Judged } from "../values.js" */
/** @import { Notes, Tree } from "../tree.js" */
/** @import { RecordDocument } from "../record-tree.js" */
/** @import { Spot } from "../board/pick.js" */
/** @import { Brush } from "../parts/marks.js" */
import "../parts/graph.js";
import "../parts/moves.js";
import { api } from "../api.js";
import { scheduleRender } from "../scheduler.js";
import { entryOf, moveName, sideName } from "../games.js";
import { faultWords } from "../fault.js";
import { t } from "../i18n.js";
import { ReconnectingSocket } from "../socket.js";
import { say, sound } from "../live.js";
import { analysisPath } from "../route.js";
import { readFile } from "../parts/read-file.js";
import { recordOf, treeOf } from "../record-tree.js";
import { annotate, endOf, grow, growNote, isPlain, lineThrough, lineTo, node, pathTo, plant, plantLine, promote, prune, spell } from "../tree.js";
import { hints } from "../board/hints.js";
import { typed } from "../board/pick.js";
import { toggleTilt } from "../settings.js";
import { tableFault, withoutTable } from "../table-fault.js";
import { reasons } from "../parts/coach.js";
import { explanations } from "../parts/explain.js";
import { openings } from "../parts/book.js";
import { put } from "../parts/marks.js";
import { shortestLine } from "../parts/line.js";
import { drawAnalysis } from "./analysis-view.js";

/**
 * @typedef {object} AnalysisPage
 * @property {string} game
 * @property {string} start            position text; empty is the game's own start
 * @property {{record: RecordDocument, tree: Tree} | null} origin  the record that was read
 * @property {Tree} tree
 * @property {number} at
 * @property {View | null} view
 * @property {{judged: Judged, unit: string, measured: Partial<Metrics> & {source?: string}, values: Map<string, Judged>, order: string[]} | null} probed
 * @property {string} tableFault       why there are no true values
 * @property {ReviewPly[]} review
 * @property {string} reviewed         the line the review is of
 * @property {boolean} showValues
 * @property {boolean} engine
 * @property {number} lines
 * @property {Report | null} report
 * @property {string} layer
 * @property {Overlay | null} overlay
 * @property {boolean} flipped
 * @property {Brush | ""} brush        the mark that a press puts down; none: presses are moves
 * @property {number | null} from      where an arrow or a line of that mark begins
 * @property {string} fault
 * @property {string} refusedStart     a position text that is none, kept to be mended
 * @property {ReturnType<typeof hints>["known"]} hints  about what is picked up
 * @property {boolean} coach           a shared review: the coach's card is shown
 * @property {ReturnType<typeof reasons>} reasons
 * @property {MoveView[]} line         the shortest line from here
 */

/** @typedef {ReturnType<typeof analysis>["actions"]} AnalysisActions */

/** @param {HTMLElement} root @param {{go: (path: string, how?: {replace?: boolean, quiet?: boolean}) => void, game: string, position: string, moves: string[], coach: boolean}} context */
export function analysis(root, { go, game, position, moves, coach }) {
  /** @type {AnalysisPage} */
  const state = {
    game, start: position, origin: null, tree: plant(), at: 0, view: null, probed: null, tableFault: "", review: [], reviewed: "",
    showValues: true, engine: false, lines: 3, report: null, layer: "", overlay: null, flipped: false, brush: "", from: null, fault: "", refusedStart: "",
    hints: { refused: new Map(), next: [] }, coach, reasons: reasons(() => draw()), line: [],
  };
  const helper = hints(() => draw());
  const explained = explanations(() => draw());
  const book = openings(() => draw());
  state.hints = helper.known;
  /** @type {ReconnectingSocket | null} */
  let socket = null;
  // Answers that come after another question has been asked are let go.
  let asked = 0;

  /** A line of the tree as the server is asked about it. @param {ReturnType<typeof lineTo>} line */
  const placeOf = ({ position, nodes }) => {
    const from = position ?? state.start;
    return { game: state.game, ...(from ? { position: from } : {}), moves: nodes.flatMap(({ move }) => (move ? [move.text] : [])) };
  };
  const place = () => placeOf(lineTo(state.tree, state.at));
  /** @param {string} fault what went wrong, or nothing @param {string} [refusedStart] the position text it is about */
  const tell = (fault, refusedStart = "") => {
    Object.assign(state, { fault, refusedStart });
    draw();
  };
  const complain = (/** @type {unknown} */ fault, refusedStart = "") => tell(faultWords(fault), refusedStart);

  /** Shows the node where we are, with all that is asked for there. */
  async function show() {
    const mine = ++asked;
    try {
      await giveTurns();
      if (mine !== asked) return;
      const here = place();
      go(analysisPath({ ...here, coach: state.coach }), { replace: true, quiet: true });
      const view = await api.look(here);
      if (mine !== asked) return;
      state.tree = spell(state.tree, lineTo(state.tree, state.at).nodes, view.played);
      state.view = view;
      state.fault = "";
      state.refusedStart = "";
      state.probed = null;
      state.line = [];
      state.report = null;
      draw();
      analyse();
      void explained.follow(here.game, here.position ?? "", here.moves);
      void book.follow(here.game, here.position ?? "", here.moves);
      await Promise.all([probe(mine), layer(mine), review(mine)]);
    } catch (fault) {
      if (mine === asked) complain(fault);
    }
  }

  /** Where a side plays twice in a row, the position before its move is asked for, with the turn given to it. */
  async function giveTurns() {
    for (const { id, parent, notes } of pathTo(state.tree, state.at)) {
      if (!notes?.side || notes.turned !== undefined || parent === null) continue;
      const { position } = await api.look({ ...placeOf(lineTo(state.tree, parent)), turn: notes.side });
      state.tree = annotate(state.tree, id, { turned: position });
    }
  }

  /** @param {number} mine */
  async function probe(mine) {
    if (!state.showValues || state.view?.outcome) return;
    if (!entryOf(state.game)?.has_table) {
      state.tableFault = withoutTable(state.game);
      return draw();
    }
    try {
      const answer = await api.probe(place());
      if (mine !== asked) return;
      state.probed = {
        judged: { value: answer.value, distance: answer.distance }, unit: answer.unit, measured: answer, order: answer.moves.map((one) => one.move),
        values: new Map(answer.moves.map((one) => [one.move, { value: one.value, distance: one.distance }])),
      };
      state.tableFault = "";
      draw();
      const line = await shortestLine(place(), answer);
      if (mine !== asked) return;
      state.line = line;
    } catch (fault) {
      if (mine !== asked) return;
      state.tableFault = tableFault(fault);
    }
    draw();
  }

  /** @param {number} mine */
  async function layer(mine) {
    if (!state.layer) {
      state.overlay = null;
      return;
    }
    const overlay = await api.layer({ ...place(), layer: state.layer });
    if (mine !== asked) return;
    state.overlay = overlay;
    draw();
  }

  /** Judges the whole line through where we are, once for each line. @param {number} mine */
  async function review(mine) {
    const whole = placeOf(lineThrough(state.tree, state.at));
    const name = `${whole.position ?? ""} ${whole.moves.join(" ")}`;
    if (state.reviewed === name && state.review.length > 0) return;
    const { plies } = await api.review(whole);
    if (mine !== asked) return;
    state.review = plies;
    state.reviewed = name;
    draw();
  }

  function analyse() {
    if (!state.engine || state.view?.outcome) {
      socket?.send({ type: "stop" });
      return;
    }
    const order = () => ({ type: "analyze", ...place(), lines: state.lines });
    if (socket) {
      socket.send(order());
      return;
    }
    socket = new ReconnectingSocket("/api/v1/analysis/ws", {
      hello: order,
      message(message) {
        if (message.type === "lines" && state.engine && message.ply === place().moves.length) state.report = message.report;
        else if (message.type === "error") state.fault = message.error.message;
        else return;
        draw();
      },
      state: () => {},
    });
  }

  /** @param {number} id */
  function goTo(id) {
    if (id === state.at) return;
    state.at = id;
    state.from = null;
    const { move } = node(state.tree, id);
    if (move) say(t("page-say-move", { side: sideName(state.game, move.side), move: moveName(move) }));
    sound("move");
    draw();
    void show();
  }

  const actions = {
    /** @param {MoveView} move */
    play(move) {
      const grown = grow(state.tree, state.at, move);
      state.tree = grown.tree;
      goTo(grown.id);
    },
    goTo,
    /** Plays all moves of a line. @param {MoveView[]} line */
    follow(line) {
      let at = state.at;
      for (const move of line) {
        const grown = grow(state.tree, at, move);
        state.tree = grown.tree;
        at = grown.id;
      }
      goTo(at);
    },
    back: () => goTo(node(state.tree, state.at).parent ?? 0),
    on: () => goTo(node(state.tree, state.at).kids[0] ?? state.at),
    start: () => goTo(0),
    end: () => goTo(endOf(state.tree, state.at)),
    /** @param {number} ply */
    goToPly(ply) {
      const { nodes } = lineThrough(state.tree, state.at);
      goTo(ply === 0 ? (nodes[0]?.parent ?? 0) : (nodes[ply - 1]?.id ?? state.at));
    },
    promote() {
      state.tree = promote(state.tree, state.at);
      draw();
    },
    cut() {
      const { parent } = node(state.tree, state.at);
      if (parent === null) return;
      state.tree = prune(state.tree, state.at);
      goTo(parent);
    },
    /** Says something about the node where we are. @param {Notes} change */
    note(change) {
      state.tree = annotate(state.tree, state.at, change);
      draw();
    },
    /** Chooses the mark that presses put down. @param {Brush | ""} brush */
    marking(brush) {
      Object.assign(state, { brush, from: null });
      draw();
    },
    /** Puts the chosen mark on a cell of the node where we are. @param {number} cell */
    mark(cell) {
      const { brush, from, view } = state;
      if (!brush || !view) return;
      if ((brush === "AR" || brush === "LN") && from === null) state.from = cell;
      else {
        const properties = put(node(state.tree, state.at).notes?.properties ?? [], brush, cell, view.diagram, from ?? cell);
        state.tree = annotate(state.tree, state.at, { properties: properties.length > 0 ? properties : undefined });
        state.from = null;
      }
      draw();
    },
    /** The board is changed by hand, here in the game. @param {string} position */
    setUp(position) {
      if (position === state.view?.position) return;
      const grown = growNote(state.tree, state.at, { setup: position });
      state.tree = grown.tree;
      goTo(grown.id);
    },
    pick: (/** @type {Spot | null} */ spot) => void helper.pick(place(), spot),
    consider: (/** @type {MoveView | null} */ move) => void helper.consider(place(), move),
    async refuse(/** @type {{from: number, to: number | null}} */ press) {
      tell(await helper.explain(place(), press));
      say(state.fault);
    },
    flip() {
      state.flipped = !state.flipped;
      draw();
    },
    values() {
      state.showValues = !state.showValues;
      if (state.showValues) void probe(asked);
      draw();
    },
    engine() {
      state.engine = !state.engine;
      state.report = null;
      analyse();
      draw();
    },
    /** @param {number} lines */
    lines(lines) {
      state.lines = lines;
      analyse();
      draw();
    },
    /** Draws what is known. */
    redraw: () => draw(),
    /** What is known about the last move. */
    explained() {
      const here = place();
      return explained.of(here.game, here.position ?? "", here.moves);
    },
    /** What the opening book says here. */
    book: () => book.of(state.game),
    /** @param {string} layerId */
    layer(layerId) {
      state.layer = layerId;
      layer(asked).catch((fault) => complain(fault));
      draw();
    },
    /** @param {string} text */
    type(text) {
      const found = state.view ? typed(state.view.legal, text)[0] : undefined;
      tell(found ? "" : t("page-not-legal", { move: text }));
      if (found) actions.play(found);
    },
    /** Begins anew from a position. @param {string} text @param {string} [spec] */
    begin(text, spec) {
      open(spec ?? state.game, text, []).catch((fault) => complain(fault, text));
    },
    /** @param {string} text @param {string} format */
    async read(text, format) {
      const { records } = await api.readRecords({ game: state.game, ...(format ? { format } : {}), text });
      const record = records[0];
      if (!record) return t("page-no-records");
      await openRecord(/** @type {RecordDocument} */ (record));
      return records.length > 1 ? t("page-records-read", { count: records.length }) : "";
    },
    /** Writes the whole tree; a plain game as the line of moves that it is. @param {string} format */
    write(format) {
      if (isPlain(state.tree) && !state.origin) return api.writeRecord({ ...placeOf(lineThrough(state.tree, state.at)), format });
      return api.writeRecord({ game: state.game, format, record: recordOf(state.tree, state.game, state.start, state.origin) });
    },
  };

  /** Opens all of a record, standing at the end of its main line. @param {RecordDocument} record */
  async function openRecord(record) {
    const mine = ++asked;
    const start = record.start ?? "";
    const { side } = await api.look({ game: record.game, ...(start ? { position: start } : {}) });
    if (mine !== asked) return;
    const { tree, last } = treeOf(record, side);
    Object.assign(state, { game: record.game, start, tree, at: last, origin: { record, tree }, review: [], reviewed: "", layer: record.game === state.game ? state.layer : "" });
    await show();
  }

  /** Reads whatever somebody drops or pastes. @param {string} text */
  function take(text) {
    actions.read(text, "").then((notice) => tell(notice ?? ""), (fault) => complain(fault));
  }

  /** @param {DragEvent} event */
  function drop(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void readFile(file).then(take, complain);
  }

  /** @param {ClipboardEvent} event */
  function paste(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (typing || document.querySelector("dialog[open]") || text.trim() === "") return;
    event.preventDefault();
    take(text);
  }

  const over = (/** @type {DragEvent} */ event) => event.preventDefault();
  addEventListener("drop", drop);
  addEventListener("dragover", over);
  addEventListener("paste", paste);

  function close() {
    removeEventListener("drop", drop);
    removeEventListener("dragover", over);
    removeEventListener("paste", paste);
    socket?.close();
  }

  /** Opens a game with moves, standing at its end. @param {string} spec @param {string} from @param {string[]} played */
  async function open(spec, from, played) {
    const mine = ++asked;
    const view = await api.look({ game: spec, ...(from ? { position: from } : {}), moves: played });
    if (mine !== asked) return;
    const { tree, id } = plantLine(view.played);
    Object.assign(state, { game: spec, start: from, origin: null, tree, at: id, review: [], reviewed: "", layer: spec === state.game ? state.layer : "" });
    await show();
  }

  function draw() {
    scheduleRender(root, () => drawAnalysis(state, actions));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: actions.back, ArrowRight: actions.on, PageUp: actions.back, PageDown: actions.on, Home: actions.start, End: actions.end, f: actions.flip, v: toggleTilt, ...(state.brush ? { Escape: () => actions.marking("") } : {}),
    });
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  open(game, position, moves).catch((fault) => complain(fault));
  return { draw, game: () => state.game, close, key, actions };
}
