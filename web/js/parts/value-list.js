// Every move with its exact value, the best first; moves can be pressed where somebody may play them.

/** @import { MoveView } from "../messages.d.ts" */
/** @import { Judged } from "../values.js" */
import { better } from "../board/overlay.js";
import { h } from "../dom.js";
import { moveName } from "../games.js";
import { valueSign, valueWords } from "../values.js";

/**
 * @param {MoveView[]} legal @param {Map<string, Judged>} values @param {string} unit
 * @param {(move: MoveView) => void} [play]
 * @param {boolean} [ordered]  the moves are in the wanted order already
 */
export function valueList(legal, values, unit, play, ordered = false) {
  const known = legal.flatMap((move) => {
    const judged = values.get(move.text);
    return judged ? [{ move, judged }] : [];
  });
  const byValue = known.toSorted((a, b) => (better(a.judged, b.judged) ? -1 : better(b.judged, a.judged) ? 1 : 0));
  const rows = ordered ? known : byValue;
  const best = byValue[0]?.judged;
  if (rows.length === 0) return null;
  return h("div", { class: "value-list" }, rows.map(({ move, judged }) => {
    const props = { key: move.text, class: `value-row${best && !better(best, judged) ? " best" : ""}`, "data-move": move.text, "data-value": judged.value, "data-distance": judged.distance ?? "" };
    const words = [
      h("span", { class: `value-sign tone-${judged.value} ${judged.value}`, "aria-hidden": "true" }, h("span", null, valueSign(judged))),
      h("span", { class: "value-move" }, moveName(move)),
      h("span", { class: "soft small" }, valueWords(judged, unit))];
    return play ? h("button", { type: "button", ...props, onclick: () => play(move) }, words) : h("div", props, words);
  }));
}
