// What is drawn over and under the pieces: typed marks, arrows, labels and heat that know no game.

/** @import { DiagramView, MoveView, Overlay } from "../messages.d.ts" */
/** @import { VElement } from "../dom.js" */
import { h } from "../dom.js";
import { CELL, arrowLine, centreOf, placeOf } from "./geometry.js";
import { valueSign } from "../values.js";

/** @typedef {import("../values.js").Judged} Judged */

/** What records have on their boards besides. @typedef {{lines?: {from: number, to: number}[], dim?: number[]}} OverlayMore */

/** @param {number} n */
const r1 = (n) => Math.round(n * 10) / 10;

/** A square under the pieces. @param {DiagramView} board @param {number} cell @param {boolean} flipped @param {string} name */
export function square(board, cell, flipped, name) {
  const { x, y } = placeOf(board, cell, flipped);
  return h("rect", { class: name, x: x * CELL, y: y * CELL, width: CELL, height: CELL });
}

/** How strongly each side acts on the cells. @param {DiagramView} board @param {Overlay} overlay @param {boolean} flipped */
export function heat(board, overlay, flipped) {
  return overlay.heat.map(({ cell, first, second }) => {
    const { x, y } = placeOf(board, cell, flipped);
    const box = { x: x * CELL, y: y * CELL, height: CELL };
    // Side by side, so that both can be read without mixing colours.
    return h("g", { class: "heat" },
      h("rect", { class: "tone-first", ...box, width: CELL / 2, "fill-opacity": r1(first * 6) / 10 }),
      h("rect", { class: "tone-second", ...box, x: x * CELL + CELL / 2, width: CELL / 2, "fill-opacity": r1(second * 6) / 10 }));
  });
}

/**
 * @param {DiagramView} board @param {Overlay & OverlayMore} overlay @param {boolean} flipped
 * @param {boolean} [blank] pieces show nothing that a text could hide @returns {VElement[]}
 */
export function drawOverlay(board, overlay, flipped, blank = false) {
  const at = (/** @type {number} */ cell) => centreOf(board, cell, flipped);
  return [
    ...(overlay.dim ?? []).map((cell) => square(board, cell, flipped, "dim")),
    ...(overlay.lines ?? []).map(({ from, to }) => h("path", { class: "arrow tone-neutral plain", d: `M${at(from).x} ${at(from).y}L${at(to).x} ${at(to).y}` })),
    ...overlay.marks.flatMap((one) => mark(at(one.cell), one.shape, one.tone, blank && one.tone === "neutral" ? `small on-${board.cells[one.cell]?.side ?? "none"}` : "")),
    ...overlay.arrows.map((one) => arrow(at(one.from), at(one.to), one.tone, one.label ?? undefined)),
    ...overlay.labels.map((one) => {
      // A text stands below what it is written on.
      const { x, y } = at(one.cell);
      return board.cells[one.cell] && !blank ? label({ x, y: y + 36 }, one.text, one.tone, 0.8) : label({ x, y }, one.text, one.tone);
    }),
  ];
}

/** @typedef {import("./geometry.js").Point} Point */

/** A mark; lines lie on a light rim, so that they are seen on every ground. @param {Point} at @param {string} shape @param {string} tone @param {string} [more] how it differs on pieces without signs */
function mark(at, shape, tone, more = "") {
  const name = `mark tone-${tone} ${more}`;
  const size = more === "" ? 1 : 0.6;
  return shape === "dot" || more !== "" ? [outline(at, shape, name, size)] : [outline(at, shape, "rim", size), outline(at, shape, name, size)];
}

/** @param {Point} at @param {string} shape @param {string} name @param {number} size */
function outline(at, shape, name, size) {
  const { x, y } = at;
  switch (shape) {
    case "dot": return h("circle", { class: `${name} solid`, cx: x, cy: y, r: 11 });
    case "cross": return h("path", { class: name, d: `M${x - 22} ${y - 22}l44 44m0 -44l-44 44` });
    case "square": return h("rect", { class: name, x: x - 38 * size, y: y - 38 * size, width: 76 * size, height: 76 * size, rx: 8 * size });
    case "triangle": return h("path", { class: name, d: `M${x} ${y - 30}l28 50h-56z` });
    default: return h("circle", { class: name, cx: x, cy: y, r: 40 * size });
  }
}

/** A small cross where one cannot go. @param {Point} at */
export function refusal({ x, y }) {
  return h("g", { class: "refused" }, h("rect", { class: "touch", x: x - 40, y: y - 40, width: 80, height: 80 }), h("path", { d: `M${x + 24} ${y + 24}l16 16m0 -16l-16 16` }));
}

/** @param {Point} from @param {Point} to @param {string} tone @param {string} [text] */
export function arrow(from, to, tone, text) {
  const line = arrowLine(from, to);
  const angle = Math.atan2(line.to.y - line.from.y, line.to.x - line.from.x);
  const head = (/** @type {number} */ turn) => {
    const x = line.to.x - 20 * Math.cos(angle + turn);
    const y = line.to.y - 20 * Math.sin(angle + turn);
    return `${r1(x)} ${r1(y)}`;
  };
  const points = `${r1(line.to.x)} ${r1(line.to.y)} L${head(0.5)} L${head(-0.5)}`;
  const middle = { x: (line.from.x + line.to.x) / 2, y: (line.from.y + line.to.y) / 2 };
  return h("g", { class: `arrow tone-${tone}` },
    h("path", { class: "shaft", d: `M${r1(line.from.x)} ${r1(line.from.y)} L${r1(line.to.x)} ${r1(line.to.y)}` }),
    h("path", { class: "head", d: `M${points} Z` }),
    text ? label(middle, text, tone) : null);
}

/** @param {Point} at @param {string} text @param {string} tone @param {number} [size] */
function label(at, text, tone, size = 1) {
  const width = Math.max(34, 14 + 13 * [...text].length);
  return h("g", { class: `tag tone-${tone}`, transform: `translate(${r1(at.x)} ${r1(at.y)}) scale(${size})` },
    h("rect", { x: -width / 2, y: -16, width, height: 32, rx: 16 }),
    h("text", { x: 0, y: 0, dy: "0.36em" }, text));
}

/**
 * A move's true value as a badge: shape, colour and text say the same thing. The best are outlined.
 * @param {Point} at @param {Judged} judged @param {{size?: number, best?: boolean}} [how]
 */
export function badge(at, judged, { size = 1, best = false } = {}) {
  const { x, y } = at;
  const r = BADGE * size;
  const sign = valueSign(judged);
  const shape =
    judged.value === "win" ? h("circle", { cx: x, cy: y, r })
    : judged.value === "loss" ? h("path", { d: `M${x} ${y - r * 1.36}l${r * 1.36} ${r * 1.36}l${-r * 1.36} ${r * 1.36}l${-r * 1.36} ${-r * 1.36}z` })
    : h("rect", { x: x - r * 0.92, y: y - r * 0.92, width: r * 1.84, height: r * 1.84, rx: 6 });
  return h("g", { class: `badge tone-${judged.value}${best ? " best" : ""}`, "data-x": x, "data-y": y, "data-half": r * (judged.value === "loss" ? 1.36 : 1) }, shape,
    h("text", { x, y, dy: "0.36em", "font-size": Math.round(([23, 23, 23, 19, 15, 12][sign.length] ?? 11) * size) }, sign));
}

/** Half the width of a badge of full size. */
const BADGE = 25;
/** More best moves than these are not drawn as arrows. */
const FEW = 3;

/**
 * The values of moves: on the targets of what is picked up; otherwise on each piece that can move the value
 * of its best move. Every badge stays within its own cell, so no two of them meet, and the best are
 * outlined. The best moves also have arrows where they are few.
 * @param {DiagramView} board @param {MoveView[]} legal @param {Map<string, Judged>} values
 * @param {MoveView[] | null} picked @param {boolean} flipped
 */
export function valueMarks(board, legal, values, picked, flipped) {
  const at = (/** @type {number} */ cell) => centreOf(board, cell, flipped);
  const best = bestMoves(legal, values);
  const moves = picked ?? legal;
  /** @type {VElement[]} */
  const drawn = [];
  if (!picked && best.length <= FEW) {
    for (const { from, to, text } of best) {
      const judged = values.get(text);
      if (judged && from !== null && to !== null) drawn.push(arrow(at(from), at(to), judged.value));
    }
  }
  // A piece in hand shows its value where it is held until it is picked up.
  const onTarget = moves.filter((move) => picked !== null || (move.from === null && move.hand === undefined));
  const onPiece = picked ? [] : moves.filter((move) => move.from !== null);
  for (const [cell, judged] of bestBy(onTarget, values, (move) => move.to)) {
    drawn.push(badge(at(cell), judged, { best: best.some((move) => move.to === cell && onTarget.includes(move)) }));
  }
  for (const [cell, judged] of bestBy(onPiece, values, (move) => move.from)) {
    const { x, y } = at(cell);
    drawn.push(badge({ x: x + 28, y: y - 28 }, judged, { size: 0.75, best: best.some((move) => move.from === cell) }));
  }
  return drawn;
}

/** The moves that none is better than. @param {MoveView[]} legal @param {Map<string, Judged>} values */
export function bestMoves(legal, values) {
  const known = legal.flatMap((move) => {
    const judged = values.get(move.text);
    return judged ? [{ move, judged }] : [];
  });
  return known.filter(({ judged }) => !known.some((other) => better(other.judged, judged))).map(({ move }) => move);
}

/** The value of the best drop of each entry in hand. @param {MoveView[]} legal @param {Map<string, Judged>} values */
export const handValues = (legal, values) => bestBy(legal, values, (move) => move.hand ?? null);

/**
 * @param {MoveView[]} moves @param {Map<string, Judged>} values
 * @param {(move: MoveView) => number | null} where
 */
function bestBy(moves, values, where) {
  /** @type {Map<number, Judged>} */
  const best = new Map();
  for (const move of moves) {
    const cell = where(move);
    const judged = values.get(move.text);
    if (cell === null || !judged) continue;
    const known = best.get(cell);
    if (!known || better(judged, known)) best.set(cell, judged);
  }
  return best;
}

/** @param {Judged} one @param {Judged} other */
export function better(one, other) {
  const rank = { win: 2, draw: 1, loss: 0 };
  if (one.value !== other.value) return rank[one.value] > rank[other.value];
  const sooner = (one.distance ?? 0) < (other.distance ?? 0);
  return one.value === "win" ? sooner : one.value === "loss" && !sooner && one.distance !== other.distance;
}
