// The card of the engine: its lines while it thinks, and how they are drawn onto the board. It knows no
// game.

/** @import { MoveView, Overlay, Report, ScoreView } from "../messages.d.ts" */
import { h } from "../dom.js";
import { moveName } from "../games.js";
import { sentence, t } from "../i18n.js";
import { valueSign } from "../values.js";

/**
 * @typedef {object} EngineState
 * @property {boolean} engine          whether it thinks
 * @property {number} lines            how many lines are wanted
 * @property {Report | null} report    what it thinks so far
 *
 * @typedef {object} EngineActions
 * @property {() => void} engine       starts and stops it
 * @property {(lines: number) => void} lines
 * @property {(move: MoveView) => void} [play]  makes a line's first move, where lines can be pressed
 */

const CHOICES = [1, 2, 3, 4, 5];
/** How much of a line is written, and how much of an only line is drawn. */
const [WRITTEN, DRAWN] = [12, 5];

/** @param {EngineState} state @param {EngineActions} actions @param {boolean} over */
export function engineCard({ engine, lines, report }, actions, over) {
  return h("div", { key: "engine", class: "card engine" },
    h("div", { class: "rowline spread" }, h("h2", null, t("page-engine")),
      h("span", { class: "rowline" },
        h("select", { name: "lines", "aria-label": t("page-engine-lines"), value: String(lines), onchange: (/** @type {Event} */ event) => actions.lines(Number(/** @type {HTMLSelectElement} */ (event.target).value)) },
          CHOICES.map((count) => h("option", { value: count, selected: count === lines }, count))),
        h("button", { type: "button", "data-action": "engine", "aria-pressed": engine ? "true" : "false", onclick: actions.engine }, engine ? t("page-engine-stop") : t("page-engine-start")))),
    engine && report ? [
      h("ol", { class: "engine-lines" }, report.lines.map((line, at) => h("li", { key: at }, written(line, actions.play)))),
      (report.notes ?? []).map((note) => h("p", { key: note.id, class: "small", "data-engine-note": note.id }, sentence(note))),
      h("p", { class: "soft small" }, t("page-engine-effort", { depth: report.depth, nodes: report.nodes.toLocaleString() }), " · ", t("page-engine-signs")),
    ] : engine && !over ? h("p", { class: "soft small" }, t("page-thinking")) : null);
}

/** @param {Report["lines"][number]} line @param {((move: MoveView) => void) | undefined} play */
function written(line, play) {
  const [first] = line.moves;
  const words = [h("strong", null, line.score ? scoreText(line.score) : ""), " ", h("span", null, line.moves.slice(0, WRITTEN).map(moveName).join(" "))];
  if (!play) return h("p", { class: "engine-line" }, words);
  return h("button", { type: "button", class: "quiet engine-line", onclick: () => { if (first) play(first); } }, words);
}

/** @param {ScoreView} score */
function scoreText(score) {
  if (score.value) return valueSign({ value: /** @type {"win" | "loss"} */ (score.value), distance: score.distance });
  const points = score.points ?? 0;
  return points > 0 ? `▲${points}` : points < 0 ? `▼${-points}` : "0";
}

/**
 * A layer with what the engine thinks as arrows: of several lines their first moves, of one line its moves
 * one after the other.
 * @param {Overlay | null} layer @param {EngineState} state @returns {Overlay | null}
 */
export function withArrows(layer, { engine, lines, report }) {
  const known = engine ? (report?.lines ?? []) : [];
  const shown = lines === 1 ? (known[0]?.moves ?? []).slice(0, DRAWN) : known.map((line) => line.moves[0]);
  const arrows = shown.flatMap((move, at) =>
    move && move.from !== null && move.to !== null ? [{ from: move.from, to: move.to, tone: move.side, label: String(at + 1) }] : []);
  if (arrows.length === 0) return layer;
  const below = layer ?? { marks: [], arrows: [], labels: [], heat: [], bars: [], notes: [] };
  return { ...below, arrows: [...below.arrows, ...arrows] };
}
