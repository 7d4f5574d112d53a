// The pictures on tiles, each drawn around the origin within 22 units. Our own drawings.

/** @import { VElement } from "../../js/dom.js" */
/** @typedef {"first" | "second"} Side */
import { h } from "../../js/dom.js";

/** @param {string} d @param {string} name */
const path = (d, name) => h("path", { d, class: name });
/** @param {number} cx @param {number} cy @param {number} r @param {string} name */
const dot = (cx, cy, r, name) => h("circle", { cx, cy, r, class: name });
/** Two eyes. @param {number} y @param {number} apart */
const eyes = (y, apart) => [dot(-apart, y, 2, "ink"), dot(apart, y, 2, "ink")];

/** Two rosy cheeks. @param {number} y @param {number} apart */
const cheeks = (y, apart) => [dot(-apart, y, 3.2, "cheek"), dot(apart, y, 3.2, "cheek")];
const smile = path("M-5 7 Q0 12 5 7", "line");
const grin = path("M-6 6 Q0 12 6 6 Q0 8.5 -6 6 Z", "ink");

/** The leaders: a bun with a cape, and an imp with horns. @type {Record<Side, () => VElement[]>} */
const leader = {
  first: () => [
    path("M-15 10 Q-22 21 -19 24 Q0 17 19 24 Q22 21 15 10 Z", "comb"),
    dot(0, -1, 17, "bun"),
    path("M-9 -13 Q-3 -17 3 -15", "shine"),
    ...eyes(-4, 5.5), ...cheeks(3, 10), dot(0, 2, 3, "cheek"), smile,
  ],
  second: () => [
    path("M-13 -11 Q-18 -17 -16 -24 Q-9 -21 -6 -15 Z M13 -11 Q18 -17 16 -24 Q9 -21 6 -15 Z", "plum"),
    dot(0, 0, 17, "imp"),
    path("M-10 -8 L-3 -5 M10 -8 L3 -5", "line"),
    ...eyes(-2, 5.5), grin, path("M-4 7.3 L-2.6 11 L-1 7.9 Z", "fang"),
  ],
};

/** Those that go forward and sideways: a slice of toast, and a ghost. @type {Record<Side, () => VElement[]>} */
const sidestepper = {
  first: () => [
    path("M-16 -10 Q-22 -21 -10 -21 H10 Q22 -21 16 -10 V18 Q16 21 13 21 H-13 Q-16 21 -16 18 Z", "crust"),
    path("M-12 -9 Q-17 -17 -9 -17 H9 Q17 -17 12 -9 V17 H-12 Z", "crumb"),
    ...eyes(-3, 5), ...cheeks(4, 8.5), smile,
  ],
  second: () => [
    path("M-15 20 V-3 Q-15 -21 0 -21 Q15 -21 15 -3 V20 L10 15 L5 20 L0 15 L-5 20 L-10 15 Z", "ghost-cloth"),
    dot(-5.5, -5, 3, "ink"), dot(5.5, -5, 3, "ink"), path("M-3.5 4 Q0 9 3.5 4 Q0 2 -3.5 4 Z", "ink"), ...cheeks(3, 10),
  ],
};

/** Those that go forward and aslant: a bean bun that charges, and a bat. @type {Record<Side, () => VElement[]>} */
const charger = {
  first: () => [
    path("M0 -23 Q24 -6 17 13 Q12 22 0 22 Q-12 22 -17 13 Q-24 -6 0 -23 Z", "curry"),
    path("M-7 -13 L-3 -9 M3 -15 L7 -11 M-1 -19 L2 -16", "shine"),
    path("M-10 -5 L-3 -3 M10 -5 L3 -3", "line"), ...eyes(0, 5.5), ...cheeks(6, 9.5), path("M-5 9 Q0 14 5 9", "line"),
  ],
  second: () => [
    path("M-9 -2 Q-17 -16 -25 -12 Q-22 -6 -24 1 Q-19 0 -17 6 Q-13 3 -9 8 Z M9 -2 Q17 -16 25 -12 Q22 -6 24 1 Q19 0 17 6 Q13 3 9 8 Z", "plum"),
    path("M-8 -9 L-9 -18 L-3 -13 Z M8 -9 L9 -18 L3 -13 Z", "plum"),
    dot(0, 0, 12, "imp"), ...eyes(-3, 4.5), path("M-4 3 Q0 7 4 3", "line"), path("M-3 4.4 L-2 8 L-0.6 5 Z M3 4.4 L2 8 L0.6 5 Z", "fang"),
  ],
};

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

/** The same picture for both sides. @param {() => VElement[]} picture */
const both = (picture) => ({ first: picture, second: picture });

/** Pictures by kind and side; kinds without one show their sign. @type {Record<string, Record<Side, () => VElement[]>>} */
export const PICTURES = { leader, sidestepper, charger, lion: both(lion), giraffe: both(giraffe), elephant: both(elephant), chick: both(chick), hen: both(hen) };
