// How a game ended, in a word, and why it did so, in sentences, where its rules have more to say.

/** @import { Sentence } from "../i18n.js" */
import { h } from "../dom.js";
import { idOf, sideName } from "../games.js";
import { sentence, t, tOr } from "../i18n.js";

/** @typedef {{winner: "first" | "second" | null, reason: string, margin?: number | null}} Outcome */

/** A number of points as it is written: 7, 6½. @param {number} points */
export function pointsText(points) {
  const whole = Math.trunc(points);
  if (whole === points) return String(points).replace("-", "−");
  return `${points < 0 ? "−" : ""}${whole === 0 ? "" : Math.abs(whole)}½`;
}

/** Why a game ended, in the game's own words where it has any. @param {Outcome} outcome @param {string} game */
export const reasonWords = ({ reason }, game) => {
  const id = reason.replaceAll("_", "-");
  return tOr(`reason-${idOf(game)}-${id}`, tOr(`reason-${id}`, reason));
};

/** Who won, and how. @param {string} game @param {Outcome} outcome */
export function outcomeWords(game, outcome) {
  // By how much, where that is counted.
  if (outcome.winner && typeof outcome.margin === "number") return t("page-won-by", { side: sideName(game, outcome.winner), points: pointsText(Math.abs(outcome.margin)) });
  const reason = reasonWords(outcome, game);
  return outcome.winner ? t("page-won", { side: sideName(game, outcome.winner), reason }) : t("outcome-draw", { reason });
}

/** @param {{winner: unknown, because?: Sentence[]} | null} outcome */
export function because(outcome) {
  const sentences = outcome?.because ?? [];
  if (sentences.length === 0) return null;
  return h("ul", { class: "because small" }, sentences.map((one, at) => h("li", { key: at, "data-because": one.id }, sentence(one))));
}
