// How a game ended, in a word, and why it did so, in sentences, where its rules have more to say.

/** @import { Sentence } from "../i18n.js" */
import { h } from "../dom.js";
import { sentence, t, tOr } from "../i18n.js";

/** Who won, and how. @param {{winner: string | null, reason: string}} outcome */
export function outcomeWords({ winner, reason }) {
  const how = tOr(`reason-${reason.replaceAll("_", "-")}`, reason);
  return t(winner ? `outcome-${winner}-won` : "outcome-draw", { reason: how });
}

/** @param {{winner: unknown, because?: Sentence[]} | null} outcome */
export function because(outcome) {
  const sentences = outcome?.because ?? [];
  if (sentences.length === 0) return null;
  return h("ul", { class: "because small" }, sentences.map((one, at) => h("li", { key: at, "data-because": one.id }, sentence(one))));
}
