// Marks that a record has on the board (SGF: TR SQ CR MA SL LB LN AR DD TB TW): as an overlay, and made by hand.

/** @import { DiagramView, Overlay } from "../messages.d.ts" */
/** @import { Settled } from "../board/board.js" */
/** @import { OverlayMore } from "../board/overlay.js" */

/** @typedef {Pick<DiagramView, "width" | "height">} Area */

/** The shapes of SGF's marks; a cell has one of them. @type {Record<string, Overlay["marks"][0]["shape"]>} */
const SHAPES = { TR: "triangle", SQ: "square", CR: "ring", MA: "cross", SL: "dot" };

/** What can be put on the board by hand. Two of them are texts of SGF's LB, counted up. */
export const BRUSHES = /** @type {const} */ (["TR", "SQ", "CR", "MA", "letter", "number", "AR", "LN", "TB", "TW", "DD"]);

/** @typedef {typeof BRUSHES[number]} Brush */

/** The cells of points: `ab` is a column and a row from the top left, `aa:cc` a rectangle. @param {string} text @param {Area} area @returns {number[]} */
export function cellsOf(text, { width, height }) {
  const place = (/** @type {string} */ point) => [...point].map((letter) => (letter >= "a" ? letter.charCodeAt(0) - 97 : letter.charCodeAt(0) - 39));
  const [from, to = from] = text.split(":").map(place);
  const cells = [];
  for (let y = from?.[1] ?? height; y <= (to?.[1] ?? -1) && y < height; y++) {
    for (let x = from?.[0] ?? width; x <= (to?.[0] ?? -1) && x < width; x++) cells.push(y * width + x);
  }
  return cells;
}

/** The point of a cell. @param {number} cell @param {Area} area */
export function pointOf(cell, { width }) {
  const letter = (/** @type {number} */ at) => String.fromCharCode(at < 26 ? 97 + at : 39 + at);
  return letter(cell % width) + letter(Math.floor(cell / width));
}

/** A point and what stands behind the colon. @param {string} value */
const halves = (value) => /** @type {[string, string]} */ ([...value.split(/:(.*)/s), ""].slice(0, 2));

/** @param {string[][]} properties @param {string} name */
const valuesOf = (properties, name) => properties.filter(([one]) => one === name).flatMap(([, ...values]) => values);

/** @param {string[][]} properties @param {Area} area @returns {(Overlay & OverlayMore) | null} */
export function marksOf(properties, area) {
  const all = (/** @type {string} */ name) => valuesOf(properties, name).flatMap((value) => cellsOf(value, area));
  const between = (/** @type {string} */ name) => valuesOf(properties, name).flatMap((value) => {
    const [[from], [to]] = /** @type {[number[], number[]]} */ (halves(value).map((point) => cellsOf(point, area)));
    return from !== undefined && to !== undefined ? [{ from, to }] : [];
  });
  const overlay = {
    marks: Object.entries(SHAPES).flatMap(([name, shape]) => all(name).map((cell) => ({ cell, shape, tone: /** @type {const} */ ("neutral") }))),
    arrows: between("AR").map((one) => ({ ...one, tone: /** @type {const} */ ("neutral"), label: null })),
    labels: valuesOf(properties, "LB").map(halves).flatMap(([point, text]) => cellsOf(point, area).map((cell) => ({ cell, text, tone: /** @type {const} */ ("neutral") }))),
    lines: between("LN"), dim: all("DD"), heat: [], bars: [], notes: [],
  };
  const drawn = overlay.marks.length + overlay.arrows.length + overlay.labels.length + overlay.lines.length + overlay.dim.length;
  return drawn > 0 ? overlay : null;
}

/** Whose cells are, where a record says so. @param {string[][]} properties @param {Area} area @returns {Settled | null} */
export function territoryOf(properties, area) {
  const all = (/** @type {string} */ name) => valuesOf(properties, name).flatMap((value) => cellsOf(value, area));
  const territory = { first: all("TB"), second: all("TW") };
  return territory.first.length + territory.second.length > 0 ? { dead: [], territory } : null;
}

/** Two overlays as one. @param {Overlay | null} one @param {(Overlay & OverlayMore) | null} other @returns {(Overlay & OverlayMore) | null} */
export function together(one, other) {
  if (!one || !other) return one ?? other;
  return { ...one, marks: [...one.marks, ...other.marks], arrows: [...one.arrows, ...other.arrows], labels: [...one.labels, ...other.labels], lines: other.lines, dim: other.dim };
}

/** The same properties with other values of one of them; without values it is gone. @param {string[][]} properties @param {string} name @param {string[]} values */
function withValues(properties, name, values) {
  const at = properties.findIndex(([one]) => one === name);
  const others = properties.filter(([one]) => one !== name);
  if (values.length > 0) others.splice(at < 0 ? others.length : at, 0, [name, ...values]);
  return others;
}

/** Properties of which a cell has at most one. */
const KINDS = [Object.keys(SHAPES), ["TB", "TW"], ["DD"]];

/**
 * The properties after a mark was put on a cell; what is there already is taken away.
 * @param {string[][]} properties @param {Brush} brush @param {number} cell @param {Area} area @param {number} [from] where an arrow or a line begins
 */
export function put(properties, brush, cell, area, from = cell) {
  const point = pointOf(cell, area);
  if (brush === "AR" || brush === "LN") {
    const value = `${pointOf(from, area)}:${point}`;
    const values = valuesOf(properties, brush);
    // SGF has no arrow from a point to itself.
    return from === cell ? properties : withValues(properties, brush, values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
  }
  if (brush === "letter" || brush === "number") {
    const values = valuesOf(properties, "LB");
    const others = values.filter((one) => halves(one)[0] !== point);
    return withValues(properties, "LB", others.length < values.length ? others : [...values, `${point}:${nextText(brush, values.map((one) => halves(one)[1]))}`]);
  }
  let [changed, was] = [properties, false];
  for (const name of KINDS.find((kind) => kind.includes(brush)) ?? []) {
    const cells = valuesOf(changed, name).flatMap((value) => cellsOf(value, area));
    if (!cells.includes(cell)) continue;
    was ||= name === brush;
    changed = withValues(changed, name, cells.filter((one) => one !== cell).map((one) => pointOf(one, area)));
  }
  return was ? changed : withValues(changed, brush, [...valuesOf(changed, brush), point]);
}

/** The first text in order that is not there yet. @param {"letter" | "number"} kind @param {string[]} used */
function nextText(kind, used) {
  for (let at = 0; ; at++) {
    const text = kind === "letter" && at < 52 ? String.fromCharCode(at < 26 ? 65 + at : 71 + at) : String(kind === "letter" ? at - 51 : at + 1);
    if (!used.includes(text)) return text;
  }
}
