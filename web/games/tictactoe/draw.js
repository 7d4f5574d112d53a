// Crosses and rings on paper.

/** @import { DiagramView, PieceView } from "../../js/messages.d.ts" */
import { h } from "../../js/dom.js";

/** @type {"squares"} */
export const cells = "squares";
/** @type {"flat"} */
export const depth = "flat";
export const facing = false;

/** @param {DiagramView} board */
export function ground(board) {
  const [w, t] = [board.width * 100, board.height * 100];
  const lines = [];
  for (let x = 1; x < board.width; x++) lines.push(`M${x * 100} 6V${t - 6}`);
  for (let y = 1; y < board.height; y++) lines.push(`M6 ${y * 100}H${w - 6}`);
  return [
    h("rect", { class: "frame paper", x: -30, y: -30, width: w + 60, height: t + 60, rx: 14 }),
    h("path", { class: "lines thick", d: lines.join("") }),
  ];
}

/** @param {PieceView} piece */
export function piece(piece) {
  return h("svg", { class: `drawing mark ${piece.side}`, viewBox: "0 0 100 100" },
    piece.kind === "cross"
      ? h("path", { class: "stroke", d: "M27 27L73 73M73 27L27 73" })
      : h("circle", { class: "stroke", cx: 50, cy: 50, r: 25 }));
}
