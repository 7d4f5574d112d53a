// Rules, with diagrams: for each game what the server tells.

/** @import { RulesAnswer } from "../messages.d.ts" */
/** @import { Page } from "../main.js" */
import { api } from "../api.js";
import { scheduleRender } from "../scheduler.js";
import { h } from "../dom.js";
import { boardOf, entryOf, gameName, games, idOf, lookNow, pieceNamer } from "../games.js";
import { t } from "../i18n.js";
import { glyph } from "../parts/glyphs.js";
import { analysisPath, learnPath, rulesPath } from "../route.js";
import { settings } from "../settings.js";
import { drawingOf } from "../../games/registry.js";

/** @param {HTMLElement} root @param {{go: (path: string) => void, game: string}} context @returns {Page} */
export function rules(root, { game }) {
  const known = game || (games()[0]?.id ?? "");
  const state = {
    lang: "",
    fault: "",
    text: /** @type {RulesAnswer | null} */ (null),
  };

  async function load() {
    const lang = settings.get().lang;
    state.lang = lang;
    try {
      const text = await api.rules(known, lang);
      if (state.lang === lang) state.text = text;
    } catch (fault) {
      state.fault = fault instanceof Error ? fault.message : String(fault);
    }
    draw();
  }

  function draw() {
    if (state.lang !== settings.get().lang) void load();
    const pieces = uniquePieces();
    scheduleRender(root, () => [
      h("nav", { class: "rowline chips", "aria-label": t("page-choose-game") }, games().map((entry) =>
        h("a", { class: "button", href: rulesPath(entry.id), "aria-current": entry.id === idOf(known) ? "page" : null }, gameName(entry.id)))),
      h("article", { class: "card rules-text" },
        h("h1", null, gameName(known)),
        state.fault ? h("p", { class: "notice bad", role: "alert" }, state.fault) : null,
        (state.text?.sections ?? []).map((section) => h("section", null, h("h2", null, section.title),
          section.paragraphs.map((text) => h("p", null, text)),
          section.diagrams.length > 0 ? h("div", { class: "diagrams" }, section.diagrams.map(figure)) : null)),
        pieces.length > 0 ? h("section", null, h("h2", null, t("page-pieces")), h("div", { class: "pieces-list" }, pieces)) : null,
        h("p", { class: "rowline" },
          h("a", { class: "button primary", href: learnPath(known) }, glyph("cap"), t("page-nav-learn")),
          h("a", { class: "button", href: "/" }, glyph("play"), t("page-nav-play")),
          h("a", { class: "button", href: analysisPath({ game: known }) }, glyph("board"), t("page-nav-analysis")))),
    ]);
  }

  /** @param {RulesAnswer["sections"][number]["diagrams"][number]} diagram */
  function figure(diagram) {
    const overlay = { marks: diagram.marks ?? [], arrows: diagram.arrows ?? [], labels: [], heat: [], bars: [], notes: [] };
    return h("figure", null,
      h("y-board", { ".state": { ...boardOf(known), diagram: diagram.diagram, mover: "first", legal: [], overlay, as: "picture", label: diagram.caption } }),
      h("figcaption", { class: "small soft" }, diagram.caption));
  }

  /** Every kind of piece once, with its name; names that differ by side are both given. */
  function uniquePieces() {
    const name = pieceNamer(known);
    const all = entryOf(known)?.pieces ?? [];
    const drawing = drawingOf(known);
    return all.filter(({ piece }) => piece.side === "first").map(({ piece }) => {
      const other = all.find((one) => one.piece.kind === piece.kind && one.piece.side === "second" && one.piece.letter.toUpperCase() === piece.letter.toUpperCase())?.piece;
      const names = [name(piece), other ? name(other) : ""].filter((one, at, list) => one !== "" && list.indexOf(one) === at);
      return h("div", { class: "piece-entry" }, h("span", { class: "piece-picture" }, drawing.piece(piece, { ...lookNow(), turned: false, flipped: false, tilt: false })), h("span", null, names.join(" / ")));
    });
  }

  void load();
  return { draw, game: () => known };
}
