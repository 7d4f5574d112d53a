// The card of teaching layers: which one is shown, and what it says in bars and sentences. What it draws
// is drawn by the board. It knows no game.

/** @import { Overlay } from "../messages.d.ts" */
import { h } from "../dom.js";
import { entryOf, sideTag } from "../games.js";
import { sentence, t, tOr } from "../i18n.js";
import { readingList } from "./readings.js";

/** @param {string} game @param {{layer: string, overlay: Overlay | null}} shown @param {(layer: string) => void} choose @param {() => void} changed  something is played out */
export function layersCard(game, { layer, overlay }, choose, changed) {
  const known = entryOf(game)?.layers ?? [];
  if (known.length === 0) return null;
  const bars = overlay?.bars ?? [];
  const most = Math.max(1, ...bars.flatMap((bar) => [Math.abs(bar.first), Math.abs(bar.second)]));
  const track = (/** @type {"first" | "second"} */ side, /** @type {number} */ value) =>
    h("span", { class: `bar-track ${side}` }, h("span", { class: value < 0 ? "below" : null, style: { width: `${(Math.abs(value) / most) * 100}%` } }));
  return h("div", { key: "layers", class: "card layers" }, h("h2", null, t("page-layers")),
    h("div", { class: "rowline" }, known.map(({ id, name }) =>
      h("button", { type: "button", "data-layer": id, "aria-pressed": layer === id ? "true" : "false", onclick: (/** @type {Event} */ event) => { choose(layer === id ? "" : id); show(event.currentTarget); } }, t(name)))),
    layer ? h("p", { class: "soft small", "data-layer-help": layer }, tOr(`help-layer-${layer}`, "")) : null,
    layer && overlay ? [
      bars.length > 0 ? h("div", { class: "bar bar-head", "aria-hidden": "true" }, h("span"), sideTag(game, "first"), sideTag(game, "second")) : null,
      bars.map((bar) => h("div", { class: "bar" }, h("span", { class: "small" }, t(bar.name)),
        h("span", { class: "bar-value" }, round(bar.first)), track("first", bar.first), track("second", bar.second), h("span", { class: "bar-value" }, round(bar.second)))),
      overlay.notes.map((note) => h("p", { class: "small", "data-note": note.id }, sentence(note))),
      readingList(game, overlay, changed),
    ] : null);
}

/** On a narrow screen the card comes to the board: both are brought into sight. @param {EventTarget | null} button */
function show(button) {
  requestAnimationFrame(() => {
    if (button instanceof HTMLElement) button.scrollIntoView({ block: "nearest", inline: "center" });
    if (matchMedia("(max-width: 860px)").matches) document.querySelector(".stage y-board")?.scrollIntoView({ block: "nearest" });
  });
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;
