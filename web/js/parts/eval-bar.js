// The evaluation bar: who stands better, at a glance. Exact values come first, then what the engine thinks, then
// what the review says about the position.

/** @import { Report, ReviewPly } from "../messages.d.ts" */
/** @import { Judged } from "../values.js" */
import { h } from "../dom.js";
import { sideId, sideName, sideTag } from "../games.js";
import { t } from "../i18n.js";
import { turned, valueSign, valueWords } from "../values.js";
import { heightOf, heightOfPoints } from "./graph.js";

/**
 * What is known about a position, for the side to move.
 * @typedef {object} Known
 * @property {{winner: "first" | "second" | null} | null} outcome
 * @property {Judged | null} judged     exact
 * @property {Report | null} report     of the engine
 * @property {ReviewPly | undefined} reviewed
 * @property {"first" | "second"} side  to move
 */

/** A value or an evaluation as First sees it. @typedef {{judged: Judged} | {points: number}} Standing */

/** How First stands; nothing where nobody knows. @param {Known} known @returns {Standing | null} */
export function standing({ outcome, judged, report, reviewed, side }) {
  if (outcome) return { judged: { value: outcome.winner === null ? "draw" : outcome.winner === "first" ? "win" : "loss", distance: 0 } };
  const score = report?.lines[0]?.score;
  const [value, distance, points] = judged ? [judged.value, judged.distance, null]
    : score ? [score.value, score.distance, score.points]
    : [reviewed?.value ?? null, reviewed?.distance ?? null, reviewed?.points ?? null];
  const own = (/** @type {Judged} */ one) => (side === "first" ? one : turned(one));
  if (value) return { judged: own({ value: /** @type {Judged["value"]} */ (value), distance }) };
  return points === null ? null : { points: side === "first" ? points : -points || 0 };
}

/** The share of the bar that is First's, from 0 to 1. @param {Standing | null} known */
export function shareOf(known) {
  const height = !known ? 0 : "points" in known ? heightOfPoints(known.points) : known.judged.value === "draw" ? 0 : known.judged.distance === 0 ? (known.judged.value === "win" ? 1 : -1) : heightOf(known.judged);
  return (1 + height) / 2;
}

/** The bar below a board; it has its room also while nothing is known. @param {string} game @param {Known} known */
export function evalBar(game, known) {
  const now = standing(known);
  const share = shareOf(now);
  const words = !now ? t("page-eval-unknown") : t("page-for-side", { side: sideName(game, "first"), value: "points" in now ? signed(now.points) : valueWords(now.judged) });
  const sign = (/** @type {"first" | "second"} */ side) => {
    if (!now) return "";
    if ("points" in now) return now.points === 0 ? (side === "first" ? "0" : "") : now.points > 0 === (side === "first") ? signed(Math.abs(now.points)) : "";
    if (now.judged.value === "draw") return "=";
    const own = side === "first" ? now.judged : turned(now.judged);
    return own.value !== "win" ? "" : own.distance === 0 ? "1" : valueSign(own);
  };
  return h("div", { class: "eval-bar", role: "meter", "aria-label": t("page-eval-bar"), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(share * 100), "aria-valuetext": words, title: words, "data-share": share.toFixed(3), "data-known": now ? "points" in now ? "points" : "value" : "" },
    h("span", { class: "eval-end" }, sideTag(game, "first", sign("first"))),
    h("span", { class: `eval-track as-${sideId(game, "second")}` }, h("span", { class: `eval-fill as-${sideId(game, "first")}`, style: { width: `${(share * 100).toFixed(1)}%` } })),
    h("span", { class: "eval-end" }, sideTag(game, "second", sign("second"))));
}

/** @param {number} points */
const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
