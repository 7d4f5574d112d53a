// Small line drawings for buttons.

import { h } from "../dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  play: "M7 5l11 7-11 7z",
  board: "M4 4h16v16H4zM4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16",
  table: "M5 20V11M12 20V4M19 20v-6",
  book: "M5 4h9a5 5 0 0 1 5 5v11h-9a5 5 0 0 0-5-4zM5 4v12",
  gear: "M10.3 2.5h3.4l.5 2.7 2.1.9 2.3-1.6 2.4 2.4-1.6 2.3.9 2.1 2.7.5v3.4l-2.7.5-.9 2.1 1.6 2.3-2.4 2.4-2.3-1.6-2.1.9-.5 2.7h-3.4l-.5-2.7-2.1-.9-2.3 1.6-2.4-2.4 1.6-2.3-.9-2.1-2.7-.5v-3.4l2.7-.5.9-2.1-1.6-2.3 2.4-2.4 2.3 1.6 2.1-.9zM12 9a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7",
  flip: "M7 4v13M7 17l-3-3M7 17l3-3M17 20V7M17 7l-3 3M17 7l3 3",
  back: "M9 6l-5 5 5 5M4 11h10a6 6 0 0 1 6 6v1",
  first: "M6 5v14M18 5l-9 7 9 7z",
  prev: "M16 5l-9 7 9 7z",
  next: "M8 5l9 7-9 7z",
  last: "M18 5v14M6 5l9 7-9 7z",
  flag: "M6 21V4M6 4h12l-3 4 3 4H6",
  hand: "M4 9h16M4 15h16",
  cube: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5",
  cap: "M2 9l10-5 10 5-10 5zM6 11.5V17q6 4 12 0v-5.5M22 9v6",
  copy: "M8 8h11v12H8zM5 15V4h10",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  up: "M12 19V6M6 11l6-6 6 6",
  again: "M5 12a7 7 0 0 1 12-5l3 3M20 4v6h-6M19 12a7 7 0 0 1-12 5l-3-3M4 20v-6h6",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  eye: "M2 12q10-14 20 0q-10 14-20 0zM12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5",
  turnleft: "M5 14a7.5 4.5 0 1 0 3-4.8M8 4v5.5h5.5",
  turnright: "M19 14a7.5 4.5 0 1 1-3-4.8M16 4v5.5h-5.5",
  plus: "M12 5v14M5 12h14",
  check: "M5 13l5 5L19 7",
  numbers: "M5 7l3-2v9M5 14h6M14 6q5-2 5 2q0 2-5 6h5.5",
};

/** @param {string} name */
export function glyph(name) {
  return h("svg", { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: PATHS[name] ?? "" }));
}
