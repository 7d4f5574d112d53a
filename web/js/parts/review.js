// A game that was looked through: the graph of its values, and what each move did.

/** @import { ReviewPly } from "../messages.d.ts" */
/** @import { Judged } from "../values.js" */
import { h } from "../dom.js";
import { sideName, sideTag } from "../games.js";
import { t } from "../i18n.js";
import { turned, valueWords } from "../values.js";
import { heightOf, heightOfPoints } from "./graph.js";

const SIDES = /** @type {const} */ (["first", "second"]);

/** A ply's value as First sees it. @param {ReviewPly} ply @returns {Judged | null} */
function forFirst(ply) {
  if (!ply.value) return null;
  const judged = { value: /** @type {Judged["value"]} */ (ply.value), distance: ply.distance };
  return ply.side === "first" ? judged : turned(judged);
}

/** The graph of a game, if there is anything to be seen. @param {string} game @param {ReviewPly[]} review @param {number} at @param {(ply: number) => void} go */
export function graphCard(game, review, at, go) {
  const dots = review.flatMap((ply) => {
    const judged = forFirst(ply);
    const points = ply.points === null ? null : ply.side === "first" ? ply.points : -ply.points;
    if (!judged && points === null) return [];
    const label = `${ply.ply}: ${judged ? t("page-for-side", { side: sideName(game, "first"), value: valueWords(judged) }) : points}`;
    return [{ ply: ply.ply, height: judged ? heightOf(judged) : heightOfPoints(points ?? 0), judged, label }];
  });
  if (dots.length < 2) return null;
  return h("div", { key: "graph", class: "card graph-card" }, h("h2", null, t("page-graph-title")),
    h("y-graph", { ".state": { dots, at }, ongo: (/** @type {CustomEvent<number>} */ event) => go(event.detail) }),
    dots.some((dot) => dot.judged) ? h("p", { class: "soft small" }, t("page-graph-axis")) : null,
    h("p", { class: "soft small rowline" }, SIDES.map((side) => sideTag(game, side, t("page-side-better", { side: sideName(game, side) })))));
}

/** What the moves of a line did, by the nodes they lead to. @param {ReviewPly[]} review @param {number[]} path  the nodes after each move */
export function classesOf(review, path) {
  /** @type {Map<number, string>} */
  const found = new Map();
  for (const ply of review) {
    const id = path[ply.ply - 1];
    if (id !== undefined && ply.class) found.set(id, ply.class);
  }
  return found;
}
