// Browsing a solved game by value: a position, its moves sorted and filtered by what they are worth, and the
// way that led there.

/** @import { MoveView, Probe, View } from "../messages.d.ts" */
/** @import { Judged } from "../values.js" */
import { api } from "../api.js";
import { better } from "../board/overlay.js";
import { h } from "../dom.js";
import { boardOf, gameName, hasHands, moveName, sideName } from "../games.js";
import { t } from "../i18n.js";
import { outcomeWords } from "./because.js";
import { lineCard, shortestLine } from "./line.js";
import { analysisPath } from "../route.js";
import { tableFault } from "../table-fault.js";
import { valueWords } from "../values.js";
import { glyph } from "./glyphs.js";
import { valueList } from "./value-list.js";

const SORTS = /** @type {const} */ (["best", "nearest", "board"]);
const VALUES = /** @type {const} */ (["win", "draw", "loss"]);

/** Moves in the wanted order. @param {{move: MoveView, judged: Judged}[]} rows @param {(typeof SORTS)[number]} sort */
export function sorted(rows, sort) {
  if (sort === "board") return rows;
  // Draws have no distance: they come after what ends.
  const far = (/** @type {Judged} */ { distance }) => distance ?? Infinity;
  return rows.toSorted((a, b) => (sort === "nearest" ? far(a.judged) - far(b.judged) || 0 : better(a.judged, b.judged) ? -1 : better(b.judged, a.judged) ? 1 : 0));
}

/** @param {string} game @param {{draw: () => void, moved: (position: string, moves: string[]) => void}} page  `moved` is told where one is */
export function gameTree(game, { draw, moved }) {
  const state = {
    start: "",
    /** @type {View | null} */
    view: null,
    /** @type {Probe | null} */
    probe: null,
    /** The shortest line from here. @type {MoveView[]} */
    line: [],
    /** @type {(typeof SORTS)[number]} */
    sort: "best",
    /** The values that are shown. @type {Set<string>} */
    shown: new Set(VALUES),
    fault: "",
  };
  let asked = 0;

  /** @param {string} start @param {string[]} moves */
  async function open(start, moves) {
    const mine = ++asked;
    const place = { game, ...(start ? { position: start } : {}), moves };
    try {
      const [view, probe] = await Promise.all([api.look(place), api.probe(place).catch((fault) => (state.fault = tableFault(fault), null))]);
      if (mine !== asked) return;
      Object.assign(state, { start, view, probe, line: [], fault: probe || view.outcome ? "" : state.fault });
      moved(start, moves);
      draw();
      const line = probe && !view.outcome ? await shortestLine(place, probe) : [];
      if (mine !== asked) return;
      state.line = line;
    } catch (fault) {
      if (mine === asked) state.fault = tableFault(fault);
    }
    draw();
  }

  const way = () => (state.view?.played ?? []).map((one) => one.text);
  /** @param {MoveView} move */
  const go = (move) => void open(state.start, [...way(), move.text]);

  function crumbs() {
    const played = state.view?.played ?? [];
    return h("nav", { class: "crumbs", "aria-label": t("page-tree-way") },
      h("button", { type: "button", class: "quiet", "data-crumb": 0, disabled: played.length === 0, onclick: () => void open(state.start, []) }, t("page-tree-start")),
      played.map((move, at) => h("button", { key: `${at} ${move.text}`, type: "button", class: "quiet", "data-crumb": at + 1, disabled: at === played.length - 1, onclick: () => void open(state.start, way().slice(0, at + 1)) }, moveName(move))));
  }

  /** Which values there are among the moves, to be shown or left out. @param {Map<string, Judged>} values */
  function filters(values) {
    const count = (/** @type {string} */ value) => [...values.values()].filter((one) => one.value === value).length;
    return h("div", { class: "segments filters", role: "group", "aria-label": t("page-tree-filter") }, VALUES.map((value) => h("button", {
      type: "button", "data-filter": value, "aria-pressed": state.shown.has(value) ? "true" : "false", disabled: count(value) === 0,
      onclick: () => {
        state.shown = new Set(VALUES.filter((one) => (one === value) !== state.shown.has(one)));
        draw();
      },
    }, `${t(`page-count-${value}`)} ${count(value)}`)));
  }

  function sorts() {
    return h("div", { class: "segments", role: "group", "aria-label": t("page-tree-sort") }, SORTS.map((sort) => h("button", {
      type: "button", "data-sort": sort, "aria-pressed": state.sort === sort ? "true" : "false",
      onclick: () => {
        state.sort = sort;
        draw();
      },
    }, t(`page-tree-sort-${sort}`))));
  }

  function card() {
    const { view, probe } = state;
    if (!view) return state.fault ? h("section", { class: "card game-tree" }, h("h2", null, t("page-tree")), h("p", { class: "notice" }, state.fault)) : null;
    /** @type {Map<string, Judged>} */
    const values = new Map((probe?.moves ?? []).map((one) => [one.move, { value: one.value, distance: one.distance }]));
    const rows = view.legal.flatMap((move) => {
      const judged = values.get(move.text);
      return judged ? [{ move, judged }] : [];
    });
    const shown = sorted(rows.filter(({ judged }) => state.shown.has(judged.value)), state.sort);
    return h("section", { class: "card game-tree", "data-ply": view.played.length }, h("h2", null, t("page-tree")),
      h("p", { class: "soft small" }, t("page-tree-more")),
      crumbs(),
      h("div", { class: "tree-columns" },
        h("y-board", {
          ".state": { ...boardOf(game), diagram: view.diagram, mover: view.side, legal: view.legal, hands: hasHands(game), values: values.size > 0 ? values : null, unit: probe?.unit, last: [], moved: view.played.at(-1) ?? null, label: t("page-board-label", { game: gameName(game) }) },
          onplay: (/** @type {CustomEvent<MoveView>} */ event) => go(event.detail),
        }),
        h("div", null,
          view.outcome ? h("p", { class: "headline" }, outcomeWords(game, view.outcome)) : null,
          probe && !view.outcome ? h("p", { class: `verdict tone-${probe.value}`, "data-value": probe.value }, t("page-for-side", { side: sideName(game, view.side), value: valueWords({ value: probe.value, distance: probe.distance }, probe.unit) })) : null,
          state.fault ? h("p", { class: "soft small" }, state.fault) : null,
          lineCard(state.line, (line) => void open(state.start, [...way(), ...line.map((move) => move.text)])),
          rows.length > 0 ? [filters(values), sorts(), valueList(shown.map(({ move }) => move), values, probe?.unit ?? "plies", go, true)] : null,
          h("p", { class: "rowline" }, h("a", { class: "button", "data-tree-analysis": "", href: analysisPath({ game, position: state.start, moves: way() }) }, glyph("board"), t("page-open-analysis"))))));
  }

  return { card, open };
}
