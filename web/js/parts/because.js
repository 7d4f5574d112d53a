// Why a game ended as it did, in sentences, where its rules have more to say than one word.

/** @import { Sentence } from "../i18n.js" */
import { h } from "../dom.js";
import { sentence } from "../i18n.js";

/** @param {{winner: unknown, because?: Sentence[]} | null} outcome */
export function because(outcome) {
  const sentences = outcome?.because ?? [];
  if (sentences.length === 0) return null;
  return h("ul", { class: "because small" }, sentences.map((one, at) => h("li", { key: at, "data-because": one.id }, sentence(one))));
}
