// Pictures on the pieces of xiangqi, for those who do not read the characters: our own silhouettes within
// a circle of 34 units about the origin.

/** @import { VElement } from "../../js/dom.js" */
import { h } from "../../js/dom.js";

/** @param {string} d @param {string} [name] */
const path = (d, name = "ink") => h("path", { class: name, d });
/** @param {number} cx @param {number} cy @param {number} r @param {string} [name] */
const disc = (cx, cy, r, name = "ink") => h("circle", { class: name, cx, cy, r });

/** @type {Record<string, () => VElement[]>} */
export const PICTURES = {
  // A crown.
  king: () => [path("M-24 14L-27 -14L-13 -2L0 -22L13 -2L27 -14L24 14Z"), path("M-24 19H24V25H-24Z")],
  // A scholar's hat with its two wings.
  advisor: () => [path("M-15 8Q-15 -20 0 -20Q15 -20 15 8Z"), path("M-32 6Q-30 -2 -15 2V10H15V2Q30 -2 32 6V12H-32Z"), path("M-12 16H12V22H-12Z")],
  // An elephant from the side, its trunk in front.
  elephant: () => [path("M-26 22V-2Q-24 -18 -4 -18H8Q24 -17 25 0Q26 12 31 13Q28 20 20 15Q18 12 18 6L13 8V22H4V10H-12V22Z"), disc(13, -6, 2.4, "gap"), path("M4 -12Q-2 -4 5 4", "gap-line")],
  // A horse's head.
  horse: () => [path("M-16 24Q-16 4 0 -4Q-12 2 -18 9Q-27 5 -25 -2L-12 -20Q-12 -26 -14 -31Q-5 -28 -2 -23Q22 -22 24 4Q25 16 21 24Z"), disc(-8, -12, 2.4, "gap"), path("M10 -12Q16 0 14 18", "gap-line")],
  // A chariot: box, shaft and wheel.
  rook: () => [path("M-24 -22H10V-18H18V-2H-24Z"), path("M10 -2H32V3H10Z"), disc(-6, 12, 14), disc(-6, 12, 8, "gap"), path("M-6 0V24M-18 12H6", "ink-line")],
  // A cannon on its wheel.
  cannon: () => [path("M-26 4L18 -24L27 -12L-18 16Q-28 18 -26 4Z"), disc(-6, 14, 12), disc(-6, 14, 6, "gap"), disc(-6, 14, 2)],
  // A spear and a shield.
  pawn: () => [path("M20 -30L27 -16L22 -14V28H18V-14L13 -16Z"), path("M-24 -14Q-8 -12 -5 -20Q-2 -12 12 -14Q14 16 -6 26Q-26 16 -24 -14Z"), path("M-6 -12V18M-18 0H6", "gap-line")],
};
