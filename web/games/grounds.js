// Boards that several games share.

/** @import { DiagramView } from "../js/messages.d.ts" */
/** @import { VElement } from "../js/dom.js" */
import { h } from "../js/dom.js";

/** A plain board of squares with its lines. @param {DiagramView} board @returns {VElement[]} */
export function squares(board) {
  const [w, t] = [board.width * 100, board.height * 100];
  const lines = [];
  for (let x = 1; x < board.width; x++) lines.push(`M${x * 100} 0V${t}`);
  for (let y = 1; y < board.height; y++) lines.push(`M0 ${y * 100}H${w}`);
  return [
    h("rect", { class: "frame", x: -30, y: -30, width: w + 60, height: t + 60, rx: 14 }),
    h("rect", { class: "plate", x: 0, y: 0, width: w, height: t, rx: 2 }),
    h("path", { class: "lines", d: lines.join("") }),
    h("rect", { class: "edge", x: 0, y: 0, width: w, height: t, rx: 2 }),
  ];
}
