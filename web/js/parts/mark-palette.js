// The palette of marks: while one is chosen, presses on the board put it down.

/** @import { Brush } from "./marks.js" */
import { h } from "../dom.js";
import { sideName } from "../games.js";
import { t } from "../i18n.js";
import { BRUSHES } from "./marks.js";

/** What the buttons show, in a box of 24 by 24. @type {Record<Brush, string>} */
const SHAPES = {
  TR: "M12 4l9 15H3z", SQ: "M5 5h14v14H5z", CR: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16", MA: "M5 5l14 14M19 5L5 19",
  letter: "M5 20l7-16 7 16M8 14h8", number: "M8 8l5-4v16M8 20h10", AR: "M4 20L20 4M10 4h10v10", LN: "M4 20L20 4",
  TB: "M8 8h8v8H8z", TW: "M8 8h8v8H8z", DD: "M4 4h16v16H4zM4 12l8-8M4 20L20 4M12 20l8-8",
};

/** @param {string} game @param {Brush} brush */
function nameOf(game, brush) {
  if (brush === "TB" || brush === "TW") return t("page-mark-territory", { side: sideName(game, brush === "TB" ? "first" : "second") });
  return t(`page-mark-${brush.toLowerCase()}`);
}

/**
 * @param {{game: string, brush: Brush | "", from: number | null}} state `from` is where an arrow or a line begins
 * @param {(brush: Brush | "") => void} choose
 */
export function markPalette({ game, brush, from }, choose) {
  return [
    h("div", { class: "palette marks", role: "group", "aria-label": t("page-marks") }, BRUSHES.map((one) => {
      const name = nameOf(game, one);
      return h("button", { key: one, type: "button", "data-mark": one, "aria-pressed": brush === one ? "true" : "false", "aria-label": name, title: name, onclick: () => choose(brush === one ? "" : one) },
        h("svg", { class: `glyph ${one}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: SHAPES[one] })));
    })),
    brush ? h("p", { class: "soft small", role: "status", "data-marking": brush }, t(from !== null ? "page-marks-end" : brush === "AR" || brush === "LN" ? "page-marks-begin" : "page-marks-help")) : null,
  ];
}
