// How the analysis board looks.

/** @import { MoveView, Overlay, ReviewPly } from "../messages.d.ts" */
/** @import { AnalysisPage, AnalysisActions } from "./analysis.js" */
/** @import { Judged } from "../values.js" */
/** @import { Spot } from "../board/pick.js" */
/** @import { Kid } from "../dom.js" */
import { h } from "../dom.js";
import { entryOf, gameName, games, idOf, lookNow, manNamer, moveName } from "../games.js";
import { t, tOr } from "../i18n.js";
import { because } from "../parts/because.js";
import { editor } from "../parts/editor.js";
import { glyph } from "../parts/glyphs.js";
import { layersCard } from "../parts/layers.js";
import { heightOf, heightOfPoints } from "../parts/graph.js";
import { openRecords } from "../parts/records-dialog.js";
import { endOf, pathTo } from "../tree.js";
import { touched } from "../room-model.js";
import { turned, valueSign, valueWords } from "../values.js";
import { movesAside } from "../board/pick.js";
import { rulesPath, tablePath } from "../route.js";
import { drawingOf } from "../../games/registry.js";

/** @param {AnalysisPage} state @param {AnalysisActions} actions @returns {Kid} */
export function drawAnalysis(state, actions) {
  const { view } = state;
  if (!view) {
    return h("div", { class: "card" }, gamePicker(state, actions), state.fault ? h("p", { class: "notice bad", role: "alert" }, state.fault) : h("p", { role: "status" }, t("page-connecting")));
  }
  return [
    h("section", { class: "stage" }, board(state, actions), steps(actions), moveForm(state, actions)),
    h("aside", { class: "panel" },
      head(state, actions),
      values(state, actions),
      engine(state, actions),
      graph(state, actions),
      h("div", { class: "card moves-card" }, h("h2", null, t("page-moves")),
        h("y-moves", { ".state": { tree: state.tree, at: state.at, classes: classes(state) }, ongo: (/** @type {CustomEvent<number>} */ event) => actions.goTo(event.detail) }),
        state.at !== 0 ? h("div", { class: "rowline" },
          h("button", { type: "button", class: "quiet", onclick: actions.promote }, glyph("up"), t("page-promote-line")),
          h("button", { type: "button", class: "quiet", onclick: actions.cut }, glyph("trash"), t("page-cut-line"))) : null),
      layersCard(state.game, state, actions.layer),
      tools(state, actions)),
  ];
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function board(state, actions) {
  const view = /** @type {NonNullable<AnalysisPage["view"]>} */ (state.view);
  const drawing = drawingOf(state.game);
  return h("y-board", {
    ".state": {
      diagram: view.diagram, drawing, mover: view.side, legal: view.legal, flipped: state.flipped, ...state.hints,
      last: touched(view.played.at(-1)), values: state.showValues ? (state.probed?.values ?? null) : null, unit: state.probed?.unit,
      overlay: withLines(state), manName: manNamer(state.game), moveName, look: lookNow(), label: t("page-board-label", { game: gameName(state.game) }),
    },
    onplay: (/** @type {CustomEvent<MoveView>} */ event) => actions.play(event.detail),
    onpick: (/** @type {CustomEvent<Spot | null>} */ event) => actions.pick(event.detail),
    onrefuse: (/** @type {CustomEvent<{from: number, to: number | null}>} */ event) => void actions.refuse(event.detail),
    onconsider: (/** @type {CustomEvent<MoveView | null>} */ event) => { if (drawing.staged) actions.consider(event.detail); },
  });
}

/** How much of an only line is drawn. */
const LINE_SHOWN = 5;

/**
 * The layer, and what the engine thinks as arrows where no true values are shown: of several lines their
 * first moves, of one line its moves one after the other.
 * @param {AnalysisPage} state @returns {Overlay | null}
 */
function withLines(state) {
  const lines = state.engine && !(state.showValues && state.probed) ? (state.report?.lines ?? []) : [];
  const shown = state.lines === 1 ? (lines[0]?.moves ?? []).slice(0, LINE_SHOWN) : lines.map((line) => line.moves[0]);
  const arrows = shown.flatMap((move, at) =>
    move && move.from !== null && move.to !== null ? [{ from: move.from, to: move.to, tone: move.side, label: String(at + 1) }] : []);
  if (arrows.length === 0) return state.overlay;
  const layer = state.overlay ?? { marks: [], arrows: [], labels: [], heat: [], bars: [], notes: [] };
  return { ...layer, arrows: [...layer.arrows, ...arrows] };
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function gamePicker(state, actions) {
  return h("select", { "aria-label": t("page-choose-game"), name: "game", value: idOf(state.game), onchange: (/** @type {Event} */ event) => actions.begin("", /** @type {HTMLSelectElement} */ (event.target).value) },
    games().map((entry) => h("option", { value: entry.id, selected: entry.id === idOf(state.game) }, gameName(entry.id))));
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function head(state, actions) {
  const view = /** @type {NonNullable<AnalysisPage["view"]>} */ (state.view);
  const reason = view.outcome ? tOr(`reason-${view.outcome.reason.replaceAll("_", "-")}`, view.outcome.reason) : "";
  const words = view.outcome ? t(view.outcome.winner ? `outcome-${view.outcome.winner}-won` : "outcome-draw", { reason }) : t(`turn-${view.side}`);
  return h("div", { class: "card status" }, gamePicker(state, actions),
    h("p", { class: "headline" }, words, view.in_check && !view.outcome ? h("span", { class: "check-word" }, t("in-check")) : null),
    because(view.outcome),
    view.situation && !view.outcome ? h("p", { class: "situation" }, t(view.situation.id, view.situation.args)) : null,
    state.fault ? h("p", { class: "notice bad", role: "alert" }, state.fault) : null);
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function values(state, actions) {
  const { probed, view } = state;
  const rows = probed && view ? probed.order.flatMap((text) => {
    const judged = probed.values.get(text);
    const move = view.legal.find((one) => one.text === text);
    return judged && move ? [valueRow(move, judged, probed.unit, actions)] : [];
  }) : [];
  return h("div", { class: "card values" },
    h("div", { class: "rowline spread" }, h("h2", null, t("page-true-values")),
      h("button", { type: "button", "data-action": "values", "aria-pressed": state.showValues ? "true" : "false", onclick: actions.values }, glyph("eye"), t("page-show-values"))),
    state.showValues && probed ? h("p", { class: `verdict tone-${probed.judged.value}`, "data-value": probed.judged.value, "data-distance": probed.judged.distance ?? "" }, valueWords(probed.judged, probed.unit)) : null,
    state.showValues && state.tableFault && !view?.outcome ? h("p", { class: "soft small" }, state.tableFault) : null,
    state.showValues && rows.length > 0 ? h("div", { class: "value-list" }, rows) : null);
}

/** @param {MoveView} move @param {Judged} judged @param {string} unit @param {AnalysisActions} actions */
function valueRow(move, judged, unit, actions) {
  return h("button", { key: move.text, type: "button", class: "value-row", "data-move": move.text, "data-value": judged.value, "data-distance": judged.distance ?? "", onclick: () => actions.play(move) },
    h("span", { class: `value-sign tone-${judged.value} ${judged.value}`, "aria-hidden": "true" }, h("span", null, valueSign(judged))),
    h("span", { class: "value-move" }, moveName(move)),
    h("span", { class: "soft small" }, valueWords(judged, unit)));
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function engine(state, actions) {
  const { report } = state;
  return h("div", { class: "card engine" },
    h("div", { class: "rowline spread" }, h("h2", null, t("page-engine")),
      h("span", { class: "rowline" },
        h("select", { "aria-label": t("page-engine-lines"), value: String(state.lines), onchange: (/** @type {Event} */ event) => actions.lines(Number(/** @type {HTMLSelectElement} */ (event.target).value)) },
          [1, 2, 3, 4, 5].map((count) => h("option", { value: count, selected: count === state.lines }, count))),
        h("button", { type: "button", "data-action": "engine", "aria-pressed": state.engine ? "true" : "false", onclick: actions.engine }, state.engine ? t("page-engine-stop") : t("page-engine-start")))),
    state.engine && report ? [
      h("ol", { class: "engine-lines" }, report.lines.map((line, at) => h("li", { key: at },
        h("button", { type: "button", class: "quiet engine-line", onclick: () => { if (line.moves[0]) actions.play(line.moves[0]); } },
          h("strong", null, line.score ? scoreText(line.score) : ""), " ", h("span", null, line.moves.slice(0, 12).map(moveName).join(" ")))))),
      h("p", { class: "soft small" }, t("page-engine-effort", { depth: report.depth, nodes: report.nodes.toLocaleString() })),
    ] : state.engine && !state.view?.outcome ? h("p", { class: "soft small" }, t("page-thinking")) : null);
}

/** @param {import("../messages.d.ts").ScoreView} score */
function scoreText(score) {
  if (score.value) return valueSign({ value: /** @type {"win" | "loss"} */ (score.value), distance: score.distance });
  const points = score.points ?? 0;
  return points > 0 ? `▲${points}` : points < 0 ? `▼${-points}` : "0";
}

/** A ply's value as First sees it. @param {ReviewPly} ply @returns {Judged | null} */
function forFirst(ply) {
  if (!ply.value) return null;
  const judged = { value: /** @type {Judged["value"]} */ (ply.value), distance: ply.distance };
  return ply.side === "first" ? judged : turned(judged);
}

/** @param {AnalysisPage} state @param {AnalysisActions} actions */
function graph(state, actions) {
  const dots = state.review.flatMap((ply) => {
    const judged = forFirst(ply);
    const points = ply.points === null ? null : ply.side === "first" ? ply.points : -ply.points;
    if (!judged && points === null) return [];
    const label = `${ply.ply}: ${judged ? t("page-for-first", { value: valueWords(judged) }) : points}`;
    return [{ ply: ply.ply, height: judged ? heightOf(judged) : heightOfPoints(points ?? 0), judged, label }];
  });
  if (dots.length < 2) return null;
  return h("div", { class: "card graph-card" }, h("h2", null, t("page-graph-title")),
    h("y-graph", { ".state": { dots, at: pathTo(state.tree, state.at).length }, ongo: (/** @type {CustomEvent<number>} */ event) => actions.goToPly(event.detail) }),
    h("p", { class: "soft small rowline" }, h("span", { class: "side first" }, t("page-first-better")), h("span", { class: "side second" }, t("page-second-better"))));
}

/** The judgements of the reviewed line's moves, by node. @param {AnalysisPage} state */
function classes(state) {
  const found = new Map();
  const path = pathTo(state.tree, endOf(state.tree, state.at));
  if (state.reviewed !== path.map((one) => one.move?.text ?? "").join(" ")) return found;
  for (const ply of state.review) {
    const id = path[ply.ply - 1]?.id;
    if (id !== undefined && ply.class) found.set(id, ply.class);
  }
  return found;
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
  return h("div", { class: "card tools" }, h("h2", null, t("page-tools")),
    h("div", { class: "rowline" },
      h("button", { type: "button", "data-action": "edit", onclick: () => void editor({ game: state.game, position: state.view?.position ?? "", done: (position) => actions.begin(position) }) }, glyph("board"), t("page-edit-position")),
      h("button", { type: "button", "data-action": "records", onclick: () => openRecords(state.game, actions) }, glyph("save"), t("page-records")),
      entryOf(state.game)?.has_table ? h("a", { class: "button", href: tablePath(state.game) }, glyph("table"), t("page-nav-tables")) : null,
      h("a", { class: "button", href: rulesPath(idOf(state.game)) }, glyph("book"), t("page-nav-rules"))),
    h("label", { class: "field" }, h("span", null, t("page-position-text")),
      h("input", { type: "text", class: "mono", name: "position", spellcheck: "false", value: state.view?.position ?? "", onchange: (/** @type {Event} */ event) => actions.begin(/** @type {HTMLInputElement} */ (event.target).value.trim()) })));
}
