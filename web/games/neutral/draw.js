// Any game: squares, and discs with a sign and marks of how pieces move.

/** @import { DiagramView, PieceView } from "../../js/messages.d.ts" */
/** @import { Look } from "../registry.js" */
import { h } from "../../js/dom.js";
import { squares, stepMarks } from "../common.js";

/** @type {"squares"} */
export const cells = "squares";
/** @type {"flat"} */
export const depth = "flat";

/** @param {DiagramView} board */
export const ground = (board) => squares(board);

/** @param {PieceView} piece @param {Look} look */
export function piece(piece, look) {
  const sign = look.set === "letters" || !look.signs ? piece.letter : piece.sign;
  return h("svg", { class: `drawing disc ${piece.side}`, viewBox: "0 0 100 100" },
    h("circle", { class: "body", cx: 50, cy: 50, r: 40 }),
    // A second ring tells the sides apart without colour.
    piece.side === "second" ? h("circle", { class: "ring", cx: 50, cy: 50, r: 34 }) : null,
    h("text", { class: "sign", x: 50, y: 50, dy: "0.36em" }, sign),
    look.marks ? stepMarks(piece, look.flipped === true, { x: 50, y: 50 }, 36) : null);
}
