// Go: stones on the crossings of a plain board with star points. Black stones shine with a crescent,
// white ones carry a thin ring, so the colours can be told apart without colour.

/** @import { DiagramView, PieceView } from "../../js/messages.d.ts" */
/** @import { VElement } from "../../js/dom.js" */
import { h } from "../../js/dom.js";

/** @type {"points"} */
export const cells = "points";
/** @type {"flat"} */
export const depth = "flat";
export const facing = false;
export const hands = false;
export const numbered = true;
export const problems = "size=9";
export const alertName = "page-cell-ko";

/**
 * The lines that carry star points, counted from 0: corner stars on the third line of small boards and
 * on the fourth of large ones, the middle of odd lengths, side stars from 15 lines on.
 * @param {number} length
 */
function starLines(length) {
  if (length < 5) return { corner: [], middle: [] };
  const edge = length < 7 ? 1 : length < 13 ? 2 : 3;
  const middle = length % 2 === 1 ? [(length - 1) / 2] : [];
  return { corner: length < 7 ? [] : [edge, length - 1 - edge], middle };
}

/** The star points, as columns and rows. @param {number} width @param {number} height @returns {[number, number][]} */
export function stars(width, height) {
  const [x, y] = [starLines(width), starLines(height)];
  const corners = x.corner.flatMap((column) => y.corner.map((row) => /** @type {[number, number]} */ ([column, row])));
  const centre = x.middle.flatMap((column) => y.middle.map((row) => /** @type {[number, number]} */ ([column, row])));
  const sides = [
    ...(width >= 15 ? x.middle.flatMap((column) => y.corner.map((row) => /** @type {[number, number]} */ ([column, row]))) : []),
    ...(height >= 15 ? x.corner.flatMap((column) => y.middle.map((row) => /** @type {[number, number]} */ ([column, row]))) : []),
  ];
  return [...corners, ...centre, ...sides];
}

/** The board looks the same from both sides. @param {DiagramView} board */
export function ground(board) {
  const [right, low] = [board.width * 100 - 50, board.height * 100 - 50];
  const lines = [];
  for (let y = 50; y <= low; y += 100) lines.push(`M50 ${y}H${right}`);
  for (let x = 50; x <= right; x += 100) lines.push(`M${x} 50V${low}`);
  return [
    h("rect", { class: "frame", x: -30, y: -30, width: board.width * 100 + 60, height: board.height * 100 + 60, rx: 14 }),
    h("rect", { class: "plate goban", x: 0, y: 0, width: board.width * 100, height: board.height * 100, rx: 4 }),
    h("path", { class: "lines grid-lines", d: lines.join("") }),
    h("rect", { class: "edge", x: 50, y: 50, width: right - 50, height: low - 50 }),
    h("path", { class: "hoshi", d: stars(board.width, board.height).map(([x, y]) => dot(x * 100 + 50, y * 100 + 50, 9)).join("") }),
  ];
}

/** A disc as a path. @param {number} x @param {number} y @param {number} r */
const dot = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** @param {PieceView} piece @returns {VElement} */
export function piece(piece) {
  return h("svg", { class: `drawing stone ${piece.side}`, viewBox: "0 0 100 100" },
    h("circle", { class: "shade", cx: 52, cy: 54, r: 46 }),
    h("circle", { class: "body", cx: 50, cy: 50, r: 46 }),
    piece.side === "first"
      ? h("path", { class: "shine", d: "M22 46A30 30 0 0 1 48 21A34 34 0 0 0 22 46Z" })
      : h("circle", { class: "ring", cx: 50, cy: 50, r: 38 }));
}

/** A small ring on the last stone. @param {{x: number, y: number}} at @param {PieceView | null} piece */
export function last({ x, y }, piece) {
  return h("circle", { class: `last-stone ${piece?.side ?? ""}`, cx: x, cy: y, r: 20 });
}

/** The point that ko forbids. @param {{x: number, y: number}} at */
export function alert({ x, y }) {
  return h("rect", { class: "ko-point", x: x - 20, y: y - 20, width: 40, height: 40 });
}
