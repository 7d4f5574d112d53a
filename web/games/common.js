// What the drawings of several games share: a board of squares, and marks of how a piece moves.

/** @import { DiagramView, PieceView } from "../js/messages.d.ts" */
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

/**
 * Marks of how a piece moves: a dot for a step, an arrow head for a slide.
 * @param {PieceView} piece
 * @param {boolean} half     turn the directions by half (the drawing itself is not turned)
 * @param {{x: number, y: number}} centre
 * @param {number} radius
 * @param {number} [tall]   vertical radius
 * @returns {VElement[]}
 */
export function stepMarks(piece, half, centre, radius, tall = radius) {
  const turn = half ? -1 : 1;
  const at = (/** @type {[number, number]} */ [dx, dy]) => {
    const long = Math.max(Math.abs(dx), Math.abs(dy), 1);
    return { x: centre.x + (turn * dx * radius) / long, y: centre.y + (turn * dy * tall) / long };
  };
  const steps = piece.steps.map((step) => {
    const { x, y } = at(step);
    return h("circle", { class: "step", cx: x, cy: y, r: 4.2 });
  });
  const slides = piece.slides.map((slide) => {
    const { x, y } = at(slide);
    const angle = (Math.atan2(turn * slide[1], turn * slide[0]) * 180) / Math.PI;
    return h("path", { class: "slide", d: "M-5 -5.5L7 0L-5 5.5Z", transform: `translate(${x} ${y}) rotate(${angle})` });
  });
  return [...steps, ...slides];
}
