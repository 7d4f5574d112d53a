// Chess: light and dark squares, our own silhouettes. First's pieces are light with a dark outline,
// Second's dark with a light one.

/** @import { DiagramView, PieceView, MoveView } from "../../js/messages.d.ts" */
/** @import { VElement } from "../../js/dom.js" */
/** @import { Look } from "../registry.js" */
import { h } from "../../js/dom.js";
import { squares } from "../common.js";

/** @type {"squares"} */
export const cells = "squares";
/** @type {"flat"} */
export const depth = "flat";

/** @param {DiagramView} board */
export function ground(board) {
  const dark = [];
  for (let y = 0; y < board.height; y++) {
    for (let x = 0; x < board.width; x++) if ((x + y) % 2 === 1) dark.push(`M${x * 100} ${y * 100}h100v100h-100z`);
  }
  const [frame, plate, , edge] = squares(board);
  return [frame ?? null, plate ?? null, h("path", { class: "dark-squares", d: dark.join("") }), edge ?? null];
}

const BASE = "M24 88 Q24 79 32 78 H68 Q76 79 76 88 Z";

/** Outlines in a box of 100 by 100, with finer lines upon them. @type {Record<string, [string, string]>} */
const SHAPES = {
  pawn: ["M50 24 A13 13 0 0 1 58 47 Q63 64 68 78 H32 Q37 64 42 47 A13 13 0 0 1 50 24 Z", "M39 50 H61"],
  rook: ["M30 22 H39 V29 H46 V22 H54 V29 H61 V22 H70 V40 L63 46 L66 78 H34 L37 46 L30 40 Z", "M32 40 H68 M36 70 H64"],
  knight: ["M34 78 Q34 60 48 50 Q36 56 30 62 Q22 58 24 50 L36 32 Q36 25 34 18 Q42 20 46 26 Q70 26 72 54 Q73 68 70 78 Z", "M40 37 h.1 M60 40 Q66 52 64 72"],
  bishop: ["M50 12 A5 5 0 0 1 53 21 Q68 34 66 50 Q64 58 59 62 Q62 72 66 78 H34 Q38 72 41 62 Q36 58 34 50 Q32 34 47 21 A5 5 0 0 1 50 12 Z", "M50 32 V48 M42 40 H58 M39 62 H61"],
  queen: ["M22 30 A5 5 0 1 1 27 37 L38 52 L40 27 A5 5 0 1 1 46 26 L50 48 L54 26 A5 5 0 1 1 60 27 L62 52 L73 37 A5 5 0 1 1 78 30 L68 68 L68 78 H32 V68 Z", "M33 68 H67"],
  king: ["M47 10 H53 V16 H59 V22 H53 V29 Q58 30 60 36 Q80 32 79 48 Q78 58 67 66 L68 78 H32 L33 66 Q22 58 21 48 Q20 32 40 36 Q42 30 47 29 V22 H41 V16 H47 Z", "M33 67 Q50 60 67 67 M50 38 V58"],
};

/** @param {PieceView} piece @param {Look} look @returns {VElement} */
export function piece(piece, look) {
  const shape = SHAPES[piece.kind];
  const letters = look.set === "letters" || !shape;
  return h("svg", { class: `drawing statue ${piece.side}`, viewBox: "0 0 100 100" },
    letters || !shape
      ? [h("circle", { class: "body", cx: 50, cy: 50, r: 36 }), h("text", { class: "sign", x: 50, y: 50, dy: "0.36em" }, piece.letter.toUpperCase())]
      : [h("path", { class: "body", d: BASE }), h("path", { class: "body", d: shape[0] }), h("path", { class: "detail", d: shape[1] })]);
}

export const hands = false;

/** Pieces by the letter that ends a promotion's text, the usual one first. @type {Record<string, string>} */
const PROMOTED = { q: "queen", r: "rook", b: "bishop", n: "knight" };
const letterOf = (/** @type {MoveView} */ move) => /^[a-h]\d[a-h]\d([qrbn])$/.exec(move.text)?.[1] ?? "";

/** @param {MoveView} move @param {DiagramView} _board @param {PieceView[]} pieces */
export function becomes(move, _board, pieces) {
  return pieces.find((piece) => piece.side === move.side && piece.kind === PROMOTED[letterOf(move)]) ?? null;
}

/** @param {MoveView[]} moves */
export const sorted = (moves) => moves.toSorted((a, b) => "qrbn".indexOf(letterOf(a)) - "qrbn".indexOf(letterOf(b)));
