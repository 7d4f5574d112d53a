// Marks of how a piece moves: a dot for a step, an arrow head for a slide.

/** @import { PieceView } from "../js/messages.d.ts" */
/** @import { VElement } from "../js/dom.js" */
import { h } from "../js/dom.js";

/**
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
