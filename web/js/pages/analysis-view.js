// How the analysis board looks.

/** @import { Metrics, MoveView } from "../messages.d.ts" */
/** @import { AnalysisPage, AnalysisActions } from "./analysis.js" */
/** @import { Judged } from "../values.js" */
/** @import { Spot } from "../board/pick.js" */
/** @import { Kid } from "../dom.js" */
import { h } from "../dom.js";
import { boardOf, entryOf, gameName, games, hasStagedTurns, idOf, moveName, sideName, styleOf } from "../games.js";
import { sentence, t } from "../i18n.js";
import { because, outcomeWords } from "../parts/because.js";
import { editor } from "../parts/editor.js";
import { glyph } from "../parts/glyphs.js";
import { evalBar } from "../parts/eval-bar.js";
import { engineCard, withArrows } from "../parts/engine.js";
import { layersCard } from "../parts/layers.js";
import { pointAt, pointedLine } from "../parts/pointed.js";
import { openRecords } from "../parts/records-dialog.js";
import { coachCard } from "../parts/coach.js";
import { explainCard } from "../parts/explain.js";
import { bookCard } from "../parts/book.js";
import { withReading } from "../parts/readings.js";
import { lineCard } from "../parts/line.js";
import { classesOf, graphCard } from "../parts/review.js";
import { markPalette } from "../parts/mark-palette.js";
import { marksOf, pointOf, territoryOf, together } from "../parts/marks.js";
import { moveNumbers, usedAgainWords } from "../parts/numbers.js";
import { settings } from "../settings.js";
import { lineThrough, lineTo, node } from "../tree.js";
import { drawingOf } from "../../games/registry.js";
import { touched } from "../room-model.js";
import { valueList } from "../parts/value-list.js";
import { valueWords } from "../values.js";
import { movesAside } from "../board/pick.js";
import { rulesPath, tablePath } from "../route.js";

/** @param {AnalysisPage} state @param {AnalysisActions} actions @returns {Kid} */
export function drawAnalysis(state, actions) {
  const { view } = state;
  if (!view) {
    const fault = faultNote(state);
    return h("div", { class: "card bad-place" }, gamePicker(state, actions), fault ?? h("p", { role: "status" }, t("page-connecting")),
      fault ? h("p", { class: "rowline" },
        h("button", { type: "button", class: "primary", "data-action": "from-start", onclick: () => actions.begin("") }, glyph("board"), t("page-usual-start")),
        h("a", { class: "button", href: "/" }, t("page-to-lobby"))) : null);
  }
  return [
    h("section", { class: "stage" }, board(state, actions), pointedLine(state.overlay), bar(state), steps(actions), moveForm(state, actions)),
    h("aside", { class: "panel" },
      head(state, actions),
      state.coach ? coachCard(state.game, state.review, lineTo(state.tree, state.at).nodes.length, {
        lookAt: actions.goToPly, played: lineThrough(state.tree, state.at).nodes.flatMap(({ move }) => move ?? []), start: lineThrough(state.tree, state.at).position ?? state.start, reasons: state.reasons, again: null, share: null, shared: false,
      }) : null,
      values(state, actions),
      engineCard(state, actions, view.outcome !== null),
      bookCard(view.outcome ? null : actions.book(), view.legal, actions.play),
      explainCard(actions.explained()),
      graphCard(state.game, state.review, lineTo(state.tree, state.at).nodes.length, actions.goToPly),
      h("div", { key: "moves", class: "card moves-card" }, h("h2", null, t("page-moves")),
        h("y-moves", { ".state": { tree: state.tree, at: state.at, classes: classes(state), numbered: drawingOf(state.game).numbered }, ongo: (/** @type {CustomEvent<number>} */ event) => actions.goTo(event.detail) }),
        settings.get().numbers && drawingOf(state.game).numbered ? h("p", { class: "small soft again", "data-again": "" }, usedAgainWords(view.played)) : null,
        state.at !== 0 ? h("div", { class: "rowline" },
          h("button", { type: "button", class: "quiet", "data-action": "promote", onclick: actions.promote }, glyph("up"), t("page-promote-line")),
          h("button", { type: "button", class: "quiet", "data-action": "cut", onclick: actions.cut }, glyph("trash"), t("page-cut-line"))) : null),
      notes(state, actions),
      layersCard(state.game, state, actions.layer, actions.redraw),
      tools(state, actions)),
  ];
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function board(state, actions) {
  const view = /** @type {NonNullable<AnalysisPage["view"]>} */ (state.view);
  const properties = node(state.tree, state.at).notes?.properties ?? [];
  const begun = state.from === null ? [] : [["SL", pointOf(state.from, view.diagram)]];
  const marks = marksOf([...properties, ...begun], view.diagram);
  const numbers = settings.get().numbers && drawingOf(state.game).numbered ? moveNumbers(view.played, view.diagram) : null;
  return h("y-board", {
    ".state": {
      numbers, edit: state.brush !== "", settled: territoryOf(properties, view.diagram),
      ...boardOf(state.game), diagram: view.diagram, mover: view.side, legal: view.legal, flipped: state.flipped, ...state.hints,
      last: touched(view.played.at(-1)), moved: view.played.at(-1) ?? null, values: state.showValues ? (state.probed?.values ?? null) : null, unit: state.probed?.unit,
      // True values say more than an engine does.
      overlay: together(state.showValues && state.probed ? withReading(state.overlay) : withArrows(withReading(state.overlay), state), marks), label: t("page-board-label", { game: gameName(state.game) }),
    },
    onpoint: pointAt,
    onplay: (/** @type {CustomEvent<MoveView>} */ event) => actions.play(event.detail),
    onedit: (/** @type {CustomEvent<Spot>} */ event) => { if ("cell" in event.detail) actions.mark(event.detail.cell); },
    onpick: (/** @type {CustomEvent<Spot | null>} */ event) => actions.pick(event.detail),
    onrefuse: (/** @type {CustomEvent<{from: number, to: number | null}>} */ event) => void actions.refuse(event.detail),
    onconsider: (/** @type {CustomEvent<MoveView | null>} */ event) => { if (hasStagedTurns(state.game)) actions.consider(event.detail); },
  });
}

/** Who stands better. @param {AnalysisPage} state */
function bar(state) {
  const view = /** @type {NonNullable<AnalysisPage["view"]>} */ (state.view);
  const ply = lineTo(state.tree, state.at).nodes.length;
  return evalBar(state.game, {
    outcome: view.outcome, side: view.side, judged: state.showValues ? (state.probed?.judged ?? null) : null,
    report: state.engine ? state.report : null, reviewed: state.review.find((one) => one.ply === ply),
  });
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function gamePicker(state, actions) {
  return h("select", { "aria-label": t("page-choose-game"), name: "game", value: idOf(state.game), onchange: (/** @type {Event} */ event) => actions.begin("", /** @type {HTMLSelectElement} */ (event.target).value) },
    games().map((entry) => h("option", { value: entry.id, selected: entry.id === idOf(state.game) }, gameName(entry.id))));
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function head(state, actions) {
  const view = /** @type {NonNullable<AnalysisPage["view"]>} */ (state.view);
  const words = view.outcome ? outcomeWords(state.game, view.outcome) : t("page-turn", { side: sideName(state.game, view.side) });
  return h("div", { key: "status", class: "card status" }, gamePicker(state, actions),
    h("p", { class: "headline" }, words, view.in_check && !view.outcome ? h("span", { class: "check-word" }, t("in-check")) : null),
    because(view.outcome),
    view.situation && !view.outcome ? h("p", { class: "situation" }, sentence(view.situation)) : null,
    state.refusedStart ? null : faultNote(state));
}

/** What went wrong, told where it did. @param {AnalysisPage} state */
function faultNote(state) {
  return state.fault ? h("p", { class: "notice bad", role: "alert" }, state.fault) : null;
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function values(state, actions) {
  const { probed, view } = state;
  return h("div", { key: "values", class: "card values" },
    h("div", { class: "rowline spread" }, h("h2", null, t("page-true-values")),
      h("button", { type: "button", "data-action": "values", "aria-pressed": state.showValues ? "true" : "false", onclick: actions.values }, glyph("eye"), t(state.showValues ? "page-hide-values" : "page-show-values"))),
    state.showValues && probed ? h("p", { class: `verdict tone-${probed.judged.value}`, "data-value": probed.judged.value, "data-distance": probed.judged.distance ?? "" }, valueWords(probed.judged, probed.unit)) : null,
    state.showValues && probed ? measures(state.game, probed.judged, probed.measured) : null,
    state.showValues && state.tableFault && !view?.outcome ? h("p", { class: "soft small" }, state.tableFault) : null,
    state.showValues ? lineCard(state.line, actions.follow) : null,
    state.showValues && probed && view ? valueList(view.legal, probed.values, probed.unit, actions.play) : null);
}

/** Distances to other things than the end, and what the rule against endless play leaves of the value. @param {string} game @param {Judged} judged @param {Partial<Metrics> & {source?: string}} measured */
function measures(game, judged, measured) {
  const { promotion, dtc, dtz, value50, value60, value_check, source } = measured;
  // Where a probe has `value60` no pawn promotes: the next conversion is a capture.
  const conversion = value60 === undefined ? "dtc" : "capture";
  const parts = /** @type {[string, number | null | undefined][]} */ ([["promotion", promotion], [conversion, promotion === dtc ? null : dtc], ["dtz", dtz]]);
  // Where moves are numbered in pairs people count those.
  const pairs = judged.distance !== null && styleOf(game) === "san" ? [h("li", { key: "moves", "data-measure": "moves" }, t("page-measure-moves", { moves: Math.ceil(judged.distance / 2) }))] : [];
  const words = parts.flatMap(([name, plies]) => (typeof plies === "number" ? [h("li", { key: name, "data-measure": name, "data-plies": plies }, t(`page-measure-${name}`, { plies }))] : []));
  words.unshift(...pairs);
  // Nothing is said where the rule changes nothing; `null` is said: the tables that are there do not tell.
  if (value50 !== undefined && value50 !== judged.value) words.push(h("li", { key: "value50", "data-measure": "value50" }, t(value50 ? "page-measure-drawn" : "page-measure-unknown")));
  if (value60 && value60 !== judged.value) words.push(h("li", { key: "value60", "data-measure": "value60" }, t("page-measure-sixty")));
  if (value_check && value_check !== judged.value) words.push(h("li", { key: "check", "data-measure": "check" }, t("page-measure-check", { value: t(`page-value-${value_check}`) })));
  if (source === "syzygy") words.push(h("li", { key: "source", "data-measure": "syzygy" }, t("page-measure-syzygy")));
  return words.length > 0 ? h("ul", { class: "measures small" }, words) : null;
}

/** The judgements of the reviewed line's moves, by node. @param {AnalysisPage} state */
function classes(state) {
  const { position, nodes } = lineThrough(state.tree, state.at);
  const name = `${position ?? state.start} ${nodes.map(({ move }) => move?.text).join(" ")}`;
  return classesOf(state.reviewed === name ? state.review : [], nodes.map((one) => one.id));
}

/** What is said about the node where we are, to be read and changed. @param {AnalysisPage} state @param {AnalysisActions} actions */
function notes(state, actions) {
  const { name = "", comment = "" } = node(state.tree, state.at).notes ?? {};
  // Only SGF has marks.
  const marks = entryOf(state.game)?.formats.includes("sgf") ? markPalette(state, actions.marking) : null;
  return h("div", { key: "notes", class: "card notes" }, h("h2", null, t("page-notes")), marks,
    h("input", { key: `name ${state.at}`, type: "text", name: "node-name", placeholder: t("page-node-name"), "aria-label": t("page-node-name"), value: name, onchange: (/** @type {Event} */ event) => actions.note({ name: /** @type {HTMLInputElement} */ (event.target).value.trim() }) }),
    h("textarea", { key: `comment ${state.at}`, name: "comment", rows: Math.min(8, 2 + comment.split("\n").length), placeholder: t("page-comment"), "aria-label": t("page-comment"), value: comment, onchange: (/** @type {Event} */ event) => actions.note({ comment: /** @type {HTMLTextAreaElement} */ (event.target).value }) }));
}

/** @param {AnalysisActions} actions */
function steps(actions) {
  const step = (/** @type {string} */ icon, /** @type {string} */ label, /** @type {() => void} */ act) =>
    h("button", { type: "button", class: "icon", "aria-label": label, onclick: act }, glyph(icon));
  return h("div", { class: "rowline stepper" }, step("first", t("page-to-start"), actions.start), step("prev", t("page-step-back"), actions.back),
    step("next", t("page-step-on"), actions.on), step("last", t("page-to-end"), actions.end), step("flip", t("page-flip"), actions.flip));
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function moveForm(state, actions) {
  const aside = state.view ? movesAside(state.view.legal) : [];
  return h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const input = /** @type {HTMLFormElement} */ (event.target).elements.namedItem("move");
    if (!(input instanceof HTMLInputElement)) return;
    actions.type(input.value);
    input.value = "";
  } },
  h("input", { type: "text", name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: t("page-type-move"), "aria-label": t("page-type-move") }),
  h("button", { type: "submit" }, t("page-play-typed")),
  aside.map((move) => h("button", { type: "button", "data-move": move.text, onclick: () => actions.play(move) }, moveName(move))));
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function tools(state, actions) {
  return h("div", { key: "tools", class: "card tools" }, h("h2", null, t("page-tools")),
    h("div", { class: "rowline" },
      h("button", { type: "button", "data-action": "edit", onclick: () => void editor({ game: state.game, position: state.view?.position ?? "", done: (position) => actions.begin(position) }) }, glyph("board"), t("page-edit-position")),
      entryOf(state.game)?.composes ? h("button", { type: "button", "data-action": "set-up", onclick: () => void editor({ game: state.game, position: state.view?.position ?? "", done: (position) => actions.setUp(position) }) }, glyph("plus"), t("page-set-up-here")) : null,
      drawingOf(state.game).numbered ? h("button", { type: "button", "data-action": "numbers", "aria-pressed": settings.get().numbers ? "true" : "false", onclick: () => settings.set({ numbers: !settings.get().numbers }) }, glyph("numbers"), t("page-numbers")) : null,
      h("button", { type: "button", "data-action": "records", onclick: () => openRecords(state.game, actions) }, glyph("save"), t("page-records")),
      entryOf(state.game)?.has_table ? h("a", { class: "button", href: tablePath(state.game) }, glyph("table"), t("page-nav-tables")) : null,
      h("a", { class: "button", href: rulesPath(idOf(state.game)) }, glyph("book"), t("page-nav-rules"))),
    h("label", { class: "field" }, h("span", null, t("page-position-text")),
      h("input", { type: "text", class: "mono", name: "position", spellcheck: "false", value: state.refusedStart || (state.view?.position ?? ""), onchange: (/** @type {Event} */ event) => actions.begin(/** @type {HTMLInputElement} */ (event.target).value.trim()) })),
    state.refusedStart ? faultNote(state) : null);
}
