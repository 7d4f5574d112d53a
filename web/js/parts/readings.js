// Lines of play that a layer knows, played out on the board as numbers, with the reason for every move. It knows no game.

/** @import { Overlay } from "../messages.d.ts" */
import { h } from "../dom.js";
import { sideName } from "../games.js";
import { sentence, t } from "../i18n.js";
import { glyph } from "./glyphs.js";

/** Which line of an overlay is played out, and how far. @type {WeakMap<Overlay, {line: number, step: number}>} */
const played = new WeakMap();

/** The overlay with the moves of the line that is played out. @param {Overlay | null} overlay @returns {Overlay | null} */
export function withReading(overlay) {
  const at = overlay ? played.get(overlay) : undefined;
  if (!overlay || !at) return overlay;
  const steps = overlay.readings?.[at.line]?.steps.slice(0, at.step) ?? [];
  // A point that is played again keeps its latest number.
  const latest = new Map(steps.map(({ cell, tone }, number) => [cell, { cell, text: String(number + 1), tone }]));
  return { ...overlay, labels: [...latest.values()], notes: [] };
}

/** @param {string} game @param {Overlay} overlay @param {() => void} changed */
export function readingList(game, overlay, changed) {
  const readings = overlay.readings ?? [];
  const at = played.get(overlay);
  const go = (/** @type {number} */ line, /** @type {number} */ step) => {
    played.set(overlay, { line, step });
    changed();
  };
  return readings.map(({ about, steps }, line) => {
    const step = at?.line === line ? at.step : 0;
    const now = steps[step - 1];
    return h("div", { key: `reading ${line}`, class: "reading", "data-reading": line, "data-step": step },
      h("div", { class: "rowline" },
        h("button", { type: "button", class: "icon", "data-reading-previous": "", "aria-label": t("page-reading-previous"), disabled: step === 0, onclick: () => go(line, step - 1) }, glyph("prev")),
        h("button", { type: "button", class: "icon", "data-reading-next": "", "aria-label": t("page-reading-next"), disabled: step >= steps.length, onclick: () => go(line, step + 1) }, glyph("next")),
        h("span", { class: "small" }, sentence(about))),
      now ? h("p", { class: "small", role: "status", "data-why": now.why.id }, t("page-reading-step", { number: step, of: steps.length, side: sideName(game, now.tone === "second" ? "second" : "first"), why: sentence(now.why) })) : null);
  });
}
