// The pictures on tiles, each drawn around the origin within 22 units. Our own drawings.

/** @import { VElement } from "../../js/dom.js" */
import { h } from "../../js/dom.js";

/** @param {string} d @param {string} name */
const path = (d, name) => h("path", { d, class: name });
/** @param {number} cx @param {number} cy @param {number} r @param {string} name */
const dot = (cx, cy, r, name) => h("circle", { cx, cy, r, class: name });
/** Two eyes. @param {number} y @param {number} apart */
const eyes = (y, apart) => [dot(-apart, y, 2, "ink"), dot(apart, y, 2, "ink")];

/** A piece of rank: a disc within a ring, crowned. @returns {VElement[]} */
const leader = () => [
  path("M-13 -8 L-17 -20 L-7 -14 L0 -22 L7 -14 L17 -20 L13 -8 Z", "ink"),
  dot(0, 5, 14, "stroke"),
  dot(0, 5, 7, "ink"),
];

/** One that goes sideways: a bar with a notch forward. @returns {VElement[]} */
const sidestepper = () => [path("M-20 -3 H-7 V-15 H7 V-3 H20 V13 H-20 Z", "ink")];

/** One that charges: two chevrons. @returns {VElement[]} */
const charger = () => [path("M-18 4 L0 -18 L18 4 L11 9 L0 -5 L-11 9 Z", "ink"), path("M-14 17 L0 2 L14 17 L8 21 L0 12 L-8 21 Z", "ink")];

/** @returns {VElement[]} */
const lion = () => [
  h("g", { class: "mane" }, Array.from({ length: 10 }, (_, at) => {
    const angle = (at * Math.PI) / 5;
    return dot(Math.round(Math.cos(angle) * 150) / 10, Math.round(Math.sin(angle) * 150) / 10, 6.5, "");
  })),
  dot(0, 0, 15, "gold"),
  ...eyes(-3, 5.5),
  path("M-4 4 H4 L0 8 Z", "ink"),
  path("M0 8 V10 M-6 9 Q-3 13 0 10 Q3 13 6 9", "line"),
];

/** @returns {VElement[]} */
const giraffe = () => [
  path("M-6 -17 V-23 M6 -17 V-23", "line"),
  dot(-6, -24, 2.4, "brown"), dot(6, -24, 2.4, "brown"),
  path("M-10 -12 L-18 -16 L-12 -7 Z M10 -12 L18 -16 L12 -7 Z", "gold"),
  path("M-11 -12 Q0 -21 11 -12 L8 8 Q8 20 0 20 Q-8 20 -8 8 Z", "gold"),
  dot(-4, 0, 2.6, "brown"), dot(5, 4, 2.2, "brown"), dot(1, -12, 2.4, "brown"),
  ...eyes(-7, 5.5),
  dot(-2.6, 14, 1.3, "ink"), dot(2.6, 14, 1.3, "ink"),
];

/** @returns {VElement[]} */
const elephant = () => [
  path("M-10 -14 Q-25 -18 -23 0 Q-22 11 -10 8 Z", "grey"), path("M10 -14 Q25 -18 23 0 Q22 11 10 8 Z", "grey"),
  path("M-13 -8 Q0 -25 13 -8 Q15 4 6 9 Q5 21 10 20 Q4 26 -2 20 Q-4 16 -5 9 Q-15 4 -13 -8 Z", "slate"),
  ...eyes(-5, 6),
];

/** @returns {VElement[]} */
const chick = () => [
  dot(0, 3, 16, "yellow"),
  path("M-2 -13 Q-6 -20 1 -19 M2 -13 Q5 -19 8 -17", "line"),
  ...eyes(0, 6),
  path("M-4 5 H4 L0 10 Z", "beak"),
];

/** @returns {VElement[]} */
const hen = () => [
  path("M-10 -10 Q-11 -20 -4 -16 Q0 -24 4 -16 Q11 -20 10 -10 Z", "comb"),
  dot(0, 4, 16, "white"),
  ...eyes(0, 6),
  path("M-4 4 H4 L0 9 Z", "beak"),
  path("M-2.5 10 Q0 18 2.5 10 Z", "comb"),
];

/** Pictures by kind; kinds without one show their sign. @type {Record<string, () => VElement[]>} */
export const PICTURES = { leader, sidestepper, charger, lion, giraffe, elephant, chick, hen };
