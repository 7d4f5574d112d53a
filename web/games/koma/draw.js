// Small shogi: five-sided tiles that point where their owner plays to. Animals have their own simple
// drawings, Anpanman's pieces bread and imps, shogi's pieces their signs; all carry marks of how they move.

/** @import { DiagramView, PieceView, MoveView } from "../../js/messages.d.ts" */
/** @import { Look } from "../registry.js" */
import { h } from "../../js/dom.js";
import { squares, stepMarks } from "../common.js";
import { PICTURES } from "./pictures.js";

/** @type {"squares"} */
export const cells = "squares";
/** @type {"flat"} */
export const depth = "flat";

/** @param {DiagramView} board */
export const ground = (board) => squares(board);

/** Japanese records count files from the right and ranks from the top. @param {DiagramView} board @param {string} style */
export function coordinates(board, style) {
  if (style !== "shogi") return null;
  return {
    top: Array.from({ length: board.width }, (_, at) => String(board.width - at)),
    right: Array.from({ length: board.height }, (_, at) => "一二三四五六七八九"[at] ?? ""),
  };
}

const TILE = "M50 5 L81 17 L91 92 Q91.5 95 88 95 L12 95 Q8.5 95 9 92 L19 17 Z";

/** @param {PieceView} piece @param {Look} look */
export function piece(piece, look) {
  const promoted = isPromoted(piece);
  const transform = look.turned ? "rotate(180 50 50)" : null;
  // The tile of a piece that faces down is drawn upright and turned, so its marks are told from its
  // owner's seat: Second's steps are given as First sees the board.
  const half = piece.side === "second";
  return h("svg", { class: `drawing tile ${piece.side}${promoted ? " promoted" : ""}`, viewBox: "0 0 100 100" },
    h("g", { transform },
      h("path", { class: "shade", d: TILE, transform: look.turned ? "translate(0 -2.5)" : "translate(0 2.5)" }),
      h("path", { class: "body", d: TILE }),
      // The owner's band: one bar for First, two for Second.
      piece.side === "first"
        ? h("path", { class: "band", d: "M22 90H78" })
        : h("path", { class: "band", d: "M22 90H44M56 90H78" }),
      face(piece, look),
      look.marks ? stepMarks(piece, half, { x: 50, y: 50 }, 27, 30) : null));
}

/** What stands on the tile. @param {PieceView} piece @param {Look} look */
function face(piece, look) {
  const picture = PICTURES[piece.kind];
  const wanted = look.set === "auto" ? (picture ? "shapes" : "signs") : look.set;
  if (wanted === "shapes" && picture) return h("g", { class: "picture", transform: "translate(50 51)" }, picture[piece.side]());
  const sign = wanted === "letters" || !look.signs ? piece.letter : piece.sign;
  return h("text", { class: [...sign].length > 1 ? "sign long" : "sign", x: 50, y: 51, dy: "0.36em" }, sign);
}

/** Letters of promoted pieces carry a plus, or are named so. @param {PieceView} piece */
function isPromoted(piece) {
  return piece.letter.startsWith("+") || piece.kind === "hen";
}

/** A piece stays what it is or is promoted. @param {MoveView} move @param {DiagramView} board @param {PieceView[]} pieces */
export function becomes(move, board, pieces) {
  const piece = move.from === null ? null : board.cells[move.from];
  if (!piece || !move.text.endsWith("+")) return piece ?? null;
  return pieces.find((one) => one.side === piece.side && one.letter.toUpperCase() === `+${piece.letter.toUpperCase()}`) ?? null;
}

/** @param {MoveView[]} moves */
export const sorted = (moves) => moves.toSorted((a, b) => Number(b.text.endsWith("+")) - Number(a.text.endsWith("+")));
