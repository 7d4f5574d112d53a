// Values, distances and classes of moves in signs and words.

import { t } from "./i18n.js";

/** @typedef {{value: "win" | "draw" | "loss", distance: number | null}} Judged */

/** A value as a short sign. @param {Judged} judged */
export function valueSign(judged) {
  const far = judged.distance ?? "";
  if (judged.value === "win") return `+${far}`;
  return judged.value === "loss" ? `−${far}` : "=";
}

/** A value in words. @param {Judged} judged @param {string} [unit] */
export function valueWords(judged, unit = "plies") {
  if (judged.value === "draw") return t("page-value-draw");
  if (judged.distance === null) return t(`page-value-${judged.value}`);
  return t(`page-value-${judged.value}-in-${unit}`, { distance: judged.distance });
}

/** The same value seen by the other side. @param {Judged} judged @returns {Judged} */
export function turned(judged) {
  const value = judged.value === "win" ? "loss" : judged.value === "loss" ? "win" : "draw";
  return { value, distance: judged.distance };
}

/** The sign that stands beside a move of a class. @type {Record<string, string>} */
export const CLASS_SIGNS = { keeps: "✓", slower: "~", to_draw: "?", loses: "??", only: "!" };

/** Milliseconds as a clock shows them: minutes and seconds, tenths at the very end. @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
