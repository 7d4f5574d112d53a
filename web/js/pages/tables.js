// The table explorer: what a solved game's table holds, and where its most surprising positions are.

/** @import { FindReport, FoundPosition, TableStats, View } from "../messages.d.ts" */
/** @import { Page } from "../main.js" */
/** @import { Judged } from "../values.js" */
import { api, ApiError } from "../api.js";
import { scheduleRender } from "../scheduler.js";
import { h } from "../dom.js";
import { boardOf, entryOf, gameName, games, idOf, loadGames, sideName, sideTag } from "../games.js";
import { faultWords } from "../fault.js";
import { t } from "../i18n.js";
import { gameTree } from "../parts/game-tree.js";
import { glyph } from "../parts/glyphs.js";
import { solveCard } from "../parts/solve-card.js";
import { analysisPath, tablePath } from "../route.js";
import { settings } from "../settings.js";
import { valueWords } from "../values.js";

const PROPERTIES = /** @type {const} */ (["longest_win", "only_move", "zugzwang"]);

/** @param {HTMLElement} root @param {{go: (path: string, how?: {replace?: boolean, quiet?: boolean}) => void, game: string, what: string, position: string, moves: string[]}} context @returns {Page} */
export function tables(root, { go, game, what, position, moves }) {
  const known = game || (games().find((entry) => entry.has_table)?.id ?? games()[0]?.id ?? "");
  // A game that is solved in parts is looked at part by part.
  const parts = entryOf(known)?.parts ?? [];
  const part = what || (parts[0] ?? "");
  const state = {
    /** @type {TableStats | null} */
    stats: null,
    /** @type {FindReport | null} */
    found: null,
    property: /** @type {string} */ ("longest_win"),
    /** @type {Map<string, View>} */
    views: new Map(),
    /** The value of the start for the side that begins. @type {{judged: Judged, unit: string, side: "first" | "second"} | null} */
    start: null,
    fault: "",
    /** The command that builds the table that is missing. */
    solve: "",
    /** The part of the game that somebody wants to be built. */
    wanted: part,
    busy: false,
  };
  const solver = solveCard(known, () => state.wanted, {
    draw,
    // What was missing is there: begin anew with it.
    solved: () => void loadGames().then(() => go(tablePath(known, state.wanted), { replace: true })),
  });
  const tree = gameTree(known, {
    draw,
    moved: (at, way) => go(tablePath(known, what, { position: at, moves: way }), { replace: true, quiet: true }),
  });

  async function load() {
    const entry = entryOf(known);
    if (entry && !entry.has_table) {
      missing(t(entry.solve ? "page-table-missing" : "page-no-solver"), entry.solve ?? "");
      return;
    }
    // Only a game that is solved as a whole has a value of its start.
    if (parts.length === 0) void loadStart();
    if (parts.length === 0 || position) void tree.open(position, moves);
    if (parts.length > 0) void solver.load();
    try {
      state.stats = await api.stats(known, part);
      draw();
      await find(state.property);
    } catch (fault) {
      if (fault instanceof ApiError && fault.code === "no_table") missing(t("page-table-missing"), fault.detail?.solve ?? "");
      else state.fault = faultWords(fault);
      draw();
    }
  }

  /** There is no table: says so, and how one is built. @param {string} fault @param {string} command */
  function missing(fault, command) {
    Object.assign(state, { fault, solve: command });
    if (command) void solver.load();
    draw();
  }

  async function loadStart() {
    const [probed, view] = await Promise.all([api.probe({ game: known }), api.look({ game: known })]).catch(() => []);
    if (!probed || !view) return;
    state.start = { judged: { value: probed.value, distance: probed.distance }, unit: probed.unit, side: view.side };
    draw();
  }

  /** What perfect play leads to, in words. */
  function startValue() {
    if (!state.start) return null;
    const { judged, unit, side } = state.start;
    const winner = judged.value === "win" ? side : side === "first" ? "second" : "first";
    const value = judged.value === "draw" ? t("page-start-draw") : t(unit === "turns" ? "page-start-won-turns" : "page-start-won", { side: sideName(known, winner), distance: judged.distance ?? "" });
    return h("p", { class: "start-value", "data-start-value": judged.value }, t("page-start-value", { value }));
  }

  /** @param {string} property */
  async function find(property) {
    Object.assign(state, { property, found: null, busy: true, fault: "" });
    draw();
    try {
      state.found = await api.find(known, part, property, 6);
      await Promise.all(state.found.found.map(async ({ position }) => {
        state.views.set(position, await api.look({ game: known, position }));
      }));
    } catch (fault) {
      state.fault = faultWords(fault);
    }
    state.busy = false;
    draw();
  }

  function draw() {
    scheduleRender(root, () => [
      h("h1", null, t("page-title-tables")),
      h("p", { class: "soft" }, t("page-tables-more")),
      h("nav", { class: "rowline chips", "aria-label": t("page-choose-game") }, games().map((entry) =>
        h("a", { class: "button", href: tablePath(entry.id), "aria-current": entry.id === idOf(known) ? "page" : null }, gameName(entry.id), entry.has_table ? h("span", { class: "solved", title: t(entry.parts === null ? "page-solved-help" : "page-endings-solved-help") }, t(entry.parts === null ? "page-solved" : "page-endings-solved")) : null))),
      parts.length > 0 ? h("nav", { class: "rowline chips parts", "aria-label": t("page-table-name") }, parts.map((one) =>
        h("a", { class: "button", "data-part": one, href: tablePath(known, one), "aria-current": one === part ? "page" : null }, one))) : null,
      startValue(),
      state.fault ? h("p", { class: "notice", role: "alert" }, state.fault) : null,
      state.solve && parts.length === 0 ? solver.card(state.solve) : null,
      tree.card(),
      state.stats ? counts(state.stats) : state.fault ? null : h("p", { role: "status" }, t("page-counting")),
      state.stats ? finds() : null,
      parts.length > 0 ? another() : null,
    ]);
  }

  /** Of a game that is solved in parts: another part. */
  function another() {
    return h("section", { class: "card" }, h("h2", null, t("page-solve-another")),
      h("label", { class: "field" }, h("span", null, t("page-table-name")),
        h("input", { type: "text", class: "mono", name: "what", spellcheck: "false", autocomplete: "off", value: state.wanted, onchange: (/** @type {Event} */ event) => {
          state.wanted = /** @type {HTMLInputElement} */ (event.target).value.trim();
          void solver.load();
        } })),
      solver.card(`yomikiri solve '${known}' ${state.wanted}`));
  }

  /** @param {TableStats} stats */
  function counts(stats) {
    const number = (/** @type {number} */ n) => n.toLocaleString();
    const every = stats.tables.filter((row) => row.convention === "all");
    const rows = every.length > 0 ? every : stats.tables;
    return h("section", { class: "card" }, h("h2", null, t("page-counts", { game: gameName(known) })),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("page-counts", { game: gameName(known) }) }, h("table", { class: new Set(rows.map(({ name }) => name)).size === 1 ? "counts single" : "counts" },
        h("thead", null, h("tr", null, [t("page-table-name"), t("page-side-to-move"), t("page-count-win"), t("page-count-draw"), t("page-count-loss"), t("page-count-all"), t("page-longest")].map((text, at) => h("th", { scope: "col", class: at > 1 ? "number" : null }, text)))),
        h("tbody", null, rows.map((row) => h("tr", { "data-table": row.name, "data-side": row.side },
          h("td", null, row.name), h("td", null, sideTag(known, row.side)),
          h("td", { class: "number" }, number(row.win)), h("td", { class: "number" }, number(row.draw)), h("td", { class: "number" }, number(row.loss)),
          h("td", { class: "number" }, number(row.positions)), h("td", { class: "number" }, row.longest_win ?? "–")))))),
      rows.map((row) => shares(row)), rows[0] ? histogram(rows[0]) : null);
  }

  /** Positions by distance: wins up, losses down. Few positions must still be seen, so heights are square roots; the axis has the numbers. @param {TableStats["tables"][number]} row */
  function histogram(row) {
    const all = row.by_distance;
    const most = Math.max(1, ...all);
    const [wide, half, left] = [720, 110, 64];
    const step = (wide - left) / Math.max(1, all.length);
    const high = (/** @type {number} */ count) => Math.sqrt(count / most) * half;
    const bars = all.flatMap((count, distance) => {
      if (count === 0) return [];
      const [tall, wins] = [Math.max(1.5, high(count)), distance % 2 === 1];
      return [h("rect", { class: wins ? "win" : "loss", x: left + distance * step + step * 0.1, width: step * 0.8, y: wins ? half - tall : half, height: tall },
        h("title", null, `${valueWords({ value: wins ? "win" : "loss", distance }, row.unit)}: ${count.toLocaleString()}`))];
    });
    const compact = new Intl.NumberFormat(settings.get().lang, { notation: "compact" });
    const marks = [most, most / 4].flatMap((count) => [half - high(count), half + high(count)].map((y) => ({ y, text: compact.format(Math.round(count)) })));
    const every = Math.max(1, Math.ceil(all.length / 12));
    const words = all.map((count, distance) => `${distance}: ${count}`).join(", ");
    return h("figure", { class: "histogram" },
      h("svg", { viewBox: `0 -8 ${wide} ${2 * half + 34}`, role: "img", "aria-label": `${t("page-histogram")} ${words}` },
        marks.map(({ y, text }) => [h("path", { class: "axis", d: `M${left} ${y}H${wide}` }), h("text", { x: left - 6, y, dy: "0.36em", class: "end" }, text)]),
        bars, h("path", { class: "zero", d: `M${left} ${half}H${wide}` }),
        all.flatMap((_, distance) => (distance % every === 0 ? [h("text", { x: left + (distance + 0.5) * step, y: 2 * half + 18 }, distance)] : []))),
      h("figcaption", { class: "soft small" }, t("page-histogram"), " · ", t("page-histogram-axis")));
  }

  /** Win, draw and loss as parts of one bar. @param {TableStats["tables"][number]} row */
  function shares(row) {
    const all = Math.max(1, row.positions);
    const part = (/** @type {"win" | "draw" | "loss"} */ value) => {
      const share = (row[value] / all) * 100;
      return h("span", { class: `share ${value}`, style: { width: `${share}%` }, title: `${t(`page-count-${value}`)}: ${share.toFixed(1)} %` }, share > 30 ? `${t(`page-count-${value}`)} ${share.toFixed(0)} %` : share > 10 ? `${share.toFixed(0)} %` : "");
    };
    return h("div", { class: "share-row" }, h("span", { class: "small" }, sideTag(known, row.side)), h("div", { class: "shares", "aria-hidden": "true" }, part("win"), part("draw"), part("loss")));
  }

  function finds() {
    return h("section", { class: "card" }, h("h2", null, t("page-find")),
      h("div", { class: "segments" }, PROPERTIES.map((property) => h("button", { type: "button", "data-property": property, "aria-pressed": state.property === property ? "true" : "false", onclick: () => void find(property) }, t(`page-find-${property.replace("_", "-")}`)))),
      state.busy ? h("p", { role: "status" }, t("page-counting")) : null,
      state.found ? h("div", { class: "found" }, state.found.found.map(foundCard)) : null);
  }

  /** @param {FoundPosition} found */
  function foundCard(found) {
    const view = state.views.get(found.position);
    return h("div", { key: found.position, class: "found-item" }, h("a", { class: "found-card", href: analysisPath({ game: known, position: found.position }) },
      h("span", { class: "picture-box" }, view ? h("y-board", { ".state": {
        ...boardOf(known), diagram: view.diagram, mover: view.side, legal: [], as: "picture", label: found.position,
      } }) : null),
      h("span", { class: "small" }, view ? t("page-turn", { side: sideName(known, view.side) }) : ""),
      h("strong", null, valueWords({ value: found.value, distance: found.distance }, state.stats?.tables[0]?.unit)),
      h("span", { class: "soft small" }, glyph("board"), t("page-open-analysis"))),
    h("button", { type: "button", class: "quiet", "data-browse": found.position, onclick: () => {
      void tree.open(found.position, []).then(() => root.querySelector(".game-tree")?.scrollIntoView({ block: "start" }));
    } }, glyph("table"), t("page-tree-open")));
  }

  void load();
  return { draw, game: () => known, close: solver.close };
}
