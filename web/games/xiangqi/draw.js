// Xiangqi: pieces on the crossings of a board with river and palaces. A piece is a disc with its character,
// with a picture, or with a letter; First's are red with one ring, Second's dark with two.

/** @import { DiagramView, PieceView } from "../../js/messages.d.ts" */
/** @import { VElement } from "../../js/dom.js" */
/** @import { Look } from "../registry.js" */
import { h } from "../../js/dom.js";
import { PICTURES } from "./pictures.js";

/** @type {"points"} */
export const cells = "points";
/** @type {"flat"} */
export const depth = "flat";
export const hands = false;

/** Points of cannons and pawns, in files and rows from the top. @type {[number, number][]} */
const STARS = [[1, 2], [7, 2], [1, 7], [7, 7], ...[0, 2, 4, 6, 8].flatMap((x) => /** @type {[number, number][]} */ ([[x, 3], [x, 6]]))];

/** Each side counts files from its own right; ranks have no names. @param {DiagramView} board @param {string} style */
export function coordinates(board, style) {
  const isChinese = style === "chinese" || style === "traditional";
  if (!isChinese && style !== "wxf") return null;
  const far = Array.from({ length: board.width }, (_, at) => String(at + 1));
  const near = far.toReversed();
  return { top: far, bottom: isChinese ? near.map((digit) => "一二三四五六七八九"[Number(digit) - 1] ?? "") : near };
}

/** The board is alike from both sides. @param {DiagramView} board */
export function ground(board) {
  const [right, low] = [board.width * 100 - 50, board.height * 100 - 50];
  const [near, far] = [board.height * 50 - 50, board.height * 50 + 50];
  const lines = [];
  for (let y = 50; y <= low; y += 100) lines.push(`M50 ${y}H${right}`);
  for (let x = 150; x < right; x += 100) lines.push(`M${x} 50V${near}M${x} ${far}V${low}`);
  const palaces = [[50, 250], [low - 200, low]].map(([top, end]) => `M350 ${top}L550 ${end}M550 ${top}L350 ${end}`);
  return [
    h("rect", { class: "frame", x: -30, y: -30, width: board.width * 100 + 60, height: board.height * 100 + 60, rx: 14 }),
    h("rect", { class: "plate", x: 0, y: 0, width: board.width * 100, height: board.height * 100, rx: 4 }),
    h("rect", { class: "river", x: 50, y: near, width: right - 50, height: 100 }),
    h("path", { class: "waves", d: [-22, 0, 22].map((by) => wave(110, right - 60, (near + far) / 2 + by)).join("") }),
    h("path", { class: "lines", d: [...lines, ...palaces].join("") }),
    h("path", { class: "lines stars", d: STARS.map(([x, y]) => star(x, y, board.width)).join("") }),
    h("rect", { class: "edge", x: 50, y: 50, width: right - 50, height: low - 50 }),
  ];
}

/** @param {number} from @param {number} to @param {number} y */
function wave(from, to, y) {
  let path = `M${from} ${y}`;
  for (let x = from; x < to; x += 60) path += "q15 -9 30 0t30 0";
  return path;
}

/** Small corners about a point; none off the board. @param {number} x @param {number} y @param {number} width */
function star(x, y, width) {
  const [cx, cy] = [x * 100 + 50, y * 100 + 50];
  const sides = [-1, 1].filter((side) => x + side >= 0 && x + side < width);
  return sides.flatMap((dx) => [-1, 1].map((dy) => `M${cx + dx * 8} ${cy + dy * 22}V${cy + dy * 8}H${cx + dx * 22}`)).join("");
}

/** @param {PieceView} piece @param {Look} look @returns {VElement} */
export function piece(piece, look) {
  const picture = PICTURES[piece.kind];
  const drawn = picture && (look.set === "shapes" || (look.set !== "letters" && !look.signs));
  return h("svg", { class: `drawing counter ${piece.side}`, viewBox: "0 0 100 100" },
    h("circle", { class: "shade", cx: 50, cy: 53, r: 43 }),
    h("circle", { class: "body", cx: 50, cy: 50, r: 43 }),
    h("circle", { class: "ring", cx: 50, cy: 50, r: 37 }),
    piece.side === "second" ? h("circle", { class: "ring", cx: 50, cy: 50, r: 33 }) : null,
    drawn
      ? h("g", { class: "emblem", transform: "translate(50 50) scale(0.86)" }, picture())
      : h("text", { class: "sign", x: 50, y: 50, dy: "0.36em" }, look.set === "letters" ? piece.letter.toUpperCase() : piece.sign));
}
