// The shortest line from a solved position: best play of both sides to the end of the game.

/** @import { MoveView, Probe } from "../messages.d.ts" */
/** @import { Place } from "../api.js" */
import { api } from "../api.js";
import { h } from "../dom.js";
import { moveName } from "../games.js";
import { t } from "../i18n.js";

/** Longer lines are cut: the moves after these can be seen by going on. */
const MOST = 40;

/** The line's moves as they are shown; none for draws. @param {Place} place @param {Probe} probe @returns {Promise<MoveView[]>} */
export async function shortestLine(place, probe) {
  const line = (probe.line ?? []).slice(0, MOST);
  if (line.length === 0) return [];
  const view = await api.look({ ...place, moves: [...(place.moves ?? []), ...line] });
  return view.played.slice(-line.length);
}

/** @param {MoveView[]} line @param {(moves: MoveView[]) => void} [go]  where a press on one of its moves leads */
export function lineCard(line, go) {
  if (line.length === 0) return null;
  return h("div", { class: "shortest-line", "data-line": line.map((move) => move.text).join(" ") }, h("h3", null, t("page-line")),
    h("ol", null, line.map((move, at) => h("li", { key: `${at} ${move.text}`, class: move.side }, go
      ? h("button", { type: "button", class: "quiet", "data-line-move": at + 1, onclick: () => go(line.slice(0, at + 1)) }, moveName(move))
      : h("span", null, moveName(move))))));
}
