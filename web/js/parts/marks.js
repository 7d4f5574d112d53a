// Marks that a record has on the board (SGF: TR SQ CR MA SL LB LN AR DD TB TW), as an overlay.

/** @import { DiagramView, Overlay } from "../messages.d.ts" */

/** The shapes of SGF's marks. @type {Record<string, Overlay["marks"][0]["shape"]>} */
const SHAPES = { TR: "triangle", SQ: "square", CR: "ring", MA: "cross", SL: "dot" };

/** The cells of points: `ab` is a column and a row from the top left, `aa:cc` a rectangle. @param {string} text @param {DiagramView} diagram @returns {number[]} */
export function cellsOf(text, { width, height }) {
  const place = (/** @type {string} */ point) => [...point].map((letter) => (letter >= "a" ? letter.charCodeAt(0) - 97 : letter.charCodeAt(0) - 39));
  const [from, to = from] = text.split(":").map(place);
  const cells = [];
  for (let y = from?.[1] ?? height; y <= (to?.[1] ?? -1) && y < height; y++) {
    for (let x = from?.[0] ?? width; x <= (to?.[0] ?? -1) && x < width; x++) cells.push(y * width + x);
  }
  return cells;
}

/** @param {string[][]} properties @param {DiagramView} diagram @returns {Overlay | null} */
export function marksOf(properties, diagram) {
  /** @type {Overlay} */
  const overlay = { marks: [], arrows: [], labels: [], heat: [], bars: [], notes: [] };
  for (const [name = "", ...values] of properties) {
    const shape = SHAPES[name];
    for (const value of values) {
      const [point = "", rest = ""] = value.split(/:(.*)/s);
      if (shape) for (const cell of cellsOf(value, diagram)) overlay.marks.push({ cell, shape, tone: "neutral" });
      else if (name === "TB" || name === "TW") for (const cell of cellsOf(value, diagram)) overlay.marks.push({ cell, shape: "square", tone: name === "TB" ? "first" : "second" });
      else if (name === "DD") for (const cell of cellsOf(value, diagram)) overlay.marks.push({ cell, shape: "dot", tone: "neutral" });
      else if (name === "LB") for (const cell of cellsOf(point, diagram)) overlay.labels.push({ cell, text: rest, tone: "neutral" });
      else if (name === "AR" || name === "LN") {
        const [[from], [to]] = [cellsOf(point, diagram), cellsOf(rest, diagram)];
        if (from !== undefined && to !== undefined) overlay.arrows.push({ from, to, tone: "neutral", label: null });
      }
    }
  }
  return overlay.marks.length + overlay.labels.length + overlay.arrows.length > 0 ? overlay : null;
}

/** Two overlays as one. @param {Overlay | null} one @param {Overlay | null} other @returns {Overlay | null} */
export function together(one, other) {
  if (!one || !other) return one ?? other;
  return { ...one, marks: [...one.marks, ...other.marks], arrows: [...one.arrows, ...other.arrows], labels: [...one.labels, ...other.labels] };
}
