// <y-graph>: the value of a game's positions, one after another. Above the middle First stands
// better, below it Second; true values reach higher the nearer the end is.

import { h, patch } from "../dom.js";
import { t } from "../i18n.js";
import { valueSign } from "../values.js";

/** @import { Judged } from "../values.js" */

/**
 * @typedef {object} Dot
 * @property {number} ply
 * @property {number} height   from -1 (Second wins) to 1 (First wins)
 * @property {Judged | null} judged  for First
 * @property {string} label
 * @typedef {{dots: Dot[], at: number}} GraphState
 */

/** How high a value stands for First. @param {Judged} judged */
export function heightOf(judged) {
  if (judged.value === "draw") return 0;
  const near = 0.35 + 0.65 * Math.exp(-(judged.distance ?? 40) / 18);
  return judged.value === "win" ? near : -near;
}

/** How high an evaluation stands. @param {number} points */
export const heightOfPoints = (points) => 0.9 * Math.tanh(points / 400);

const [WIDE, TALL, PAD] = [600, 190, 14];
/** Room for the names of the axis. */
const LEFT = 34;
/** Distances that the axis names. */
const DISTANCES = [1, 10, 30];

export class Graph extends HTMLElement {
  /** @param {GraphState} state */
  set state(state) {
    const { dots, at } = state;
    const last = Math.max(1, (dots.at(-1)?.ply ?? 1));
    const x = (/** @type {number} */ ply) => LEFT + PAD + (ply / last) * (WIDE - LEFT - 2 * PAD);
    const judged = dots.some((dot) => dot.judged);
    const heights = [...DISTANCES.map((distance) => ({ name: String(distance), height: heightOf({ value: "win", distance }) })), { name: "=", height: 0 }, ...DISTANCES.toReversed().map((distance) => ({ name: String(distance), height: heightOf({ value: "loss", distance }) }))];
    const y = (/** @type {number} */ height) => TALL / 2 - height * (TALL / 2 - PAD);
    const line = dots.map((dot, n) => `${n === 0 ? "M" : "L"}${x(dot.ply).toFixed(1)} ${y(dot.height).toFixed(1)}`).join("");
    const area = dots.length > 1 ? `${line}L${x(last).toFixed(1)} ${TALL / 2}L${x(0).toFixed(1)} ${TALL / 2}Z` : "";
    const words = dots.map((dot) => dot.label).join("; ");
    patch(this, h("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": t("page-graph", { values: words }) },
      h("rect", { class: "for-first", x: 0, y: 0, width: WIDE, height: TALL / 2 }),
      h("rect", { class: "for-second", x: 0, y: TALL / 2, width: WIDE, height: TALL / 2 }),
      judged ? heights.map(({ name, height }) => [
        h("path", { class: "axis", d: `M${LEFT} ${y(height).toFixed(1)}H${WIDE}` }),
        h("text", { class: "axis-name", x: LEFT - 6, y: y(height), dy: "0.36em" }, name)]) : null,
      h("path", { class: "area", d: area }),
      h("path", { class: "zero", d: `M0 ${TALL / 2}H${WIDE}` }),
      h("path", { class: "curve", d: line }),
      h("path", { class: "here", d: `M${x(at)} 0V${TALL}` }),
      dots.map((dot) => {
        const place = { x: x(dot.ply), y: y(dot.height) };
        const tone = dot.height > 0 ? "first" : dot.height < 0 ? "second" : "draw";
        return h("g", { class: `dot ${tone}${dot.ply === at ? " current" : ""}`, "data-ply": dot.ply, onclick: () => this.dispatchEvent(new CustomEvent("go", { detail: dot.ply })) },
          h("title", null, dot.label),
          h("rect", { class: "touch", x: place.x - 9, y: 0, width: 18, height: TALL }),
          tone === "draw" ? h("rect", { class: "shape", x: place.x - 4.5, y: place.y - 4.5, width: 9, height: 9 })
          : tone === "first" ? h("circle", { class: "shape", cx: place.x, cy: place.y, r: 5 })
          : h("path", { class: "shape", d: `M${place.x} ${place.y - 6}l6 6l-6 6l-6 -6z` }),
          dot.ply === at && dot.judged ? h("text", { x: Math.min(WIDE - 30, Math.max(30, place.x)), y: dot.height > 0 ? place.y + 32 : place.y - 16 }, valueSign(dot.judged)) : null);
      })));
  }
}

customElements.define("y-graph", Graph);
