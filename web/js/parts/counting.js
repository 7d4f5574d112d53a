// The agreement on a result after play has stopped: what is dead, what the board counts then, who accepts it.

/** @import { CountingView, OutcomeView } from "../messages.d.ts" */
/** @import { RoomShown } from "../packed.js" */
/** @import { Kid } from "../dom.js" */
import { h } from "../dom.js";
import { sideName, sideTag } from "../games.js";
import { t, tOr } from "../i18n.js";
import { outcomeWords, pointsText } from "./because.js";
import { glyph } from "./glyphs.js";

/** What the result is the sum of. @param {string} game @param {CountingView} counting */
export function countTable(game, { parts, outcome }) {
  const sum = (/** @type {"first" | "second"} */ side) => parts.reduce((all, part) => all + part[side], 0);
  const row = (/** @type {string} */ name, /** @type {number} */ first, /** @type {number} */ second) =>
    h("tr", { key: name }, h("th", { scope: "row" }, name), h("td", null, pointsText(first)), h("td", null, pointsText(second)));
  return h("table", { class: "count", "data-margin": outcome.margin ?? "" },
    h("thead", null, h("tr", null, h("td", null), h("th", { scope: "col" }, sideTag(game, "first")), h("th", { scope: "col" }, sideTag(game, "second")))),
    h("tbody", null, parts.map((part) => row(tOr(`term-${part.name}`, part.name), part.first, part.second))),
    h("tfoot", null, row(t("page-count-sum"), sum("first"), sum("second"))));
}

/**
 * The card beside the board. After the end it shows what was agreed on.
 * @param {RoomShown} room @param {string} you
 * @param {{accept: () => void, resume: () => void}} actions @param {boolean} marks whether this page marks
 * @returns {Kid}
 */
export function countingCard(room, you, actions, marks) {
  const { counting, game } = room;
  if (!counting) return null;
  const seated = you !== "spectator" && !room.outcome;
  const judging = room.thinking !== null && !room.outcome;
  const accepts = (/** @type {"first" | "second"} */ side) => counting.accepted[side];
  const own = you === "both" ? accepts("first") && accepts("second") : you === "first" || you === "second" ? accepts(you) : false;
  const words = judging ? t("page-counting-judging") : counting.judged_by ? t("page-counting-judged-more", { side: sideName(game, counting.judged_by) }) : marks ? t("page-counting-how") : "";
  return h("div", { key: "counting", class: "card counting", "data-counting": room.outcome ? "over" : judging ? "judging" : "open", "data-dead": counting.dead.length },
    h("h2", null, t("page-count-title")),
    room.outcome || words === "" ? null : h("p", { class: "small" }, words),
    judging ? null : countTable(game, counting),
    room.outcome || judging ? null : h("p", { class: "headline small", "data-result": counting.outcome.winner ?? "draw" }, outcomeWords(game, counting.outcome)),
    room.outcome ? null : h("ul", { class: "accepted small" }, /** @type {const} */ (["first", "second"]).map((side) =>
      h("li", { key: side, "data-accepted": `${side} ${accepts(side)}` }, sideTag(game, side), " ", t(accepts(side) ? "page-counting-accepts" : "page-counting-waits")))),
    seated ? h("div", { class: "rowline" },
      h("button", { type: "button", class: "primary", "data-count": "accept", disabled: own || judging, onclick: actions.accept }, glyph("check"), t("page-count-accept")),
      h("button", { type: "button", "data-count": "resume", onclick: actions.resume }, glyph("play"), t("page-count-resume"))) : null);
}

/** A stopped board's marks, for drawing. @param {{counting: CountingView | null, outcome: OutcomeView | null}} room */
export const settledOf = ({ counting }) => (counting ? { dead: counting.dead, territory: counting.territory } : null);
