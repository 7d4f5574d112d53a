// The lobby: choose a game, its rules and start, who plays, the clock; then begin.

/** @import { GameEntry, RoomGlance, View, Seat, SeatView, Clock } from "../messages.d.ts" */
/** @import { Page } from "../main.js" */
import { api, ApiError } from "../api.js";
import { scheduleRender } from "../scheduler.js";
import { h } from "../dom.js";
import { entryOf, gameName, games, idOf, lookNow, pieceNamer, moveName, optionsOf, specOf } from "../games.js";
import { t, tOr } from "../i18n.js";
import { glyph } from "../parts/glyphs.js";
import { editor } from "../parts/editor.js";
import { analysisPath, roomPath, rulesPath } from "../route.js";
import { keep, recent } from "../credentials.js";
import { atRandom, placeAll } from "../setup.js";
import { drawingOf } from "../../games/registry.js";

/**
 * Who plays a side, as chosen here: `here`, `open`, or an engine's player text.
 * @typedef {{kind: "here" | "open" | "engine", player: string}} Chosen
 */

const CHOICE = "yomikiri.lobby";
/** Stands for a start that is made up when the game begins. */
const RANDOM = "random";

/** Minutes, seconds, periods as offered. @type {Record<string, Clock>} */
const CLOCKS = {
  none: { kind: "none" },
  "sudden-5": { kind: "sudden_death", main_ms: 300_000 },
  "sudden-10": { kind: "sudden_death", main_ms: 600_000 },
  "fischer-3-2": { kind: "fischer", main_ms: 180_000, increment_ms: 2_000 },
  "fischer-5-5": { kind: "fischer", main_ms: 300_000, increment_ms: 5_000 },
  "fischer-10-10": { kind: "fischer", main_ms: 600_000, increment_ms: 10_000 },
  "byoyomi-0-30": { kind: "byoyomi", main_ms: 0, period_ms: 30_000, periods: 1 },
  "byoyomi-5-30": { kind: "byoyomi", main_ms: 300_000, period_ms: 30_000, periods: 3 },
  "canadian-10-5": { kind: "canadian", main_ms: 600_000, period_ms: 300_000, turns: 15 },
};

/** A clock in words. @param {Clock} clock */
export function clockName(clock) {
  const minutes = (/** @type {number} */ ms) => String(Math.round(ms / 6000) / 10);
  const seconds = (/** @type {number} */ ms) => String(Math.round(ms / 100) / 10);
  switch (clock.kind) {
    case "none": return t("page-clock-none");
    case "sudden_death": return t("page-clock-sudden", { minutes: minutes(clock.main_ms) });
    case "fischer": return t("page-clock-fischer", { minutes: minutes(clock.main_ms), seconds: seconds(clock.increment_ms) });
    case "canadian": return t("page-clock-canadian", { minutes: minutes(clock.main_ms), turns: clock.turns, period: minutes(clock.period_ms) });
    default: return t("page-clock-byoyomi", { minutes: minutes(clock.main_ms), seconds: seconds(clock.period_ms), periods: clock.periods });
  }
}

/** @param {HTMLElement} root @param {{go: (path: string) => void}} context @returns {Page} */
export function lobby(root, { go }) {
  const kept = readChoice();
  const known = entryOf(kept.game) ? kept.game : (games()[0]?.id ?? "");
  const state = {
    game: known,
    options: optionsOf(known),
    position: "",
    first: kept.first,
    second: kept.second,
    clock: kept.clock,
    hints: kept.hints,
    listed: kept.listed,
    /** @type {Map<string, View>} */
    starts: new Map(),
    /** @type {RoomGlance[]} */
    playing: [],
    fault: "",
    busy: false,
  };

  const spec = () => specOf(idOf(state.game), state.options);

  async function loadStarts() {
    await Promise.all(games().map(async (entry) => {
      state.starts.set(entry.id, await api.look({ game: entry.id }));
      draw();
    }));
  }

  async function loadPlaying() {
    state.playing = await api.rooms(12).catch(() => []);
    draw();
  }

  /** Where to begin: a random start is made up now, step by step. */
  async function position() {
    if (state.position !== RANDOM) return state.position;
    const { view } = await placeAll({ game: spec() }, drawingOf(spec()), atRandom, () => false);
    return view.position;
  }

  /** @param {Partial<typeof state>} change */
  function set(change) {
    Object.assign(state, change);
    writeChoice(state);
    draw();
  }

  async function create() {
    if (state.busy) return;
    state.busy = true;
    state.fault = "";
    draw();
    try {
      const begin = await position();
      const created = await api.createRoom({
        game: spec(),
        ...(begin ? { position: begin } : {}),
        first: seat(state.first), second: seat(state.second),
        clock: CLOCKS[state.clock] ?? { kind: "none" }, hints: state.hints, listed: state.listed,
      });
      const token = created.tokens.first ?? created.tokens.second;
      keep(created.room, spec(), token ? { token } : {});
      go(roomPath(created.room));
    } catch (fault) {
      state.fault = fault instanceof ApiError ? fault.message : String(fault);
      state.busy = false;
      draw();
    }
  }

  function draw() {
    const entry = entryOf(state.game);
    scheduleRender(root, () => [
      h("section", { class: "hero" },
        h("h1", null, t("page-welcome")), h("p", { class: "soft" }, t("page-welcome-more"))),
      h("div", { class: "lobby-grid" },
        h("section", { class: "pick-game", "aria-label": t("page-choose-game") },
          h("h2", null, t("page-choose-game")),
          h("div", { class: "game-cards" }, games().map((one) => card(one)))),
        entry ? form(entry) : null),
      nowPlaying(),
      recentGames(),
      h("footer", { class: "soft small" }, h("a", { href: "/api" }, t("page-nav-api"))),
    ]);
  }

  /** @param {GameEntry} entry */
  function card(entry) {
    const view = state.starts.get(entry.id);
    const chosen = idOf(state.game) === entry.id;
    return h("button", {
      key: entry.id, type: "button", class: "game-card", "data-game": entry.id, "aria-pressed": chosen ? "true" : "false",
      onclick: () => set({ game: entry.id, options: {}, position: "", first: fitting(state.first, entry), second: fitting(state.second, entry) }),
    },
    h("span", { class: "picture-box" }, view ? h("y-board", { ".state": picture(view), "aria-hidden": "true" }) : null),
    h("span", { class: "game-name" }, gameName(entry.id)),
    h("span", { class: "soft small" }, view ? t("page-board-size", { width: view.diagram.width, height: view.diagram.height }) : "",
      entry.has_table ? h("span", { class: "solved" }, t(entry.parts === null ? "page-solved" : "page-endings-solved")) : null));
  }

  /** @param {{game: string, diagram: View["diagram"], side: View["side"]}} view */
  const picture = (view) => ({
    diagram: view.diagram, drawing: drawingOf(view.game), mover: view.side, legal: [], as: /** @type {const} */ ("picture"),
    pieceName: pieceNamer(view.game), moveName, look: lookNow(), label: gameName(view.game),
  });

  /** @param {GameEntry} entry */
  function form(entry) {
    return h("section", { class: "card new-game", "aria-label": t("page-new-game") },
      h("div", { class: "rowline spread" }, h("h2", null, gameName(entry.id)),
        h("a", { class: "small", href: rulesPath(entry.id) }, t("page-nav-rules"))),
      whoPlays(entry, "first"), whoPlays(entry, "second"),
      h("button", { type: "button", class: "quiet swap", onclick: () => set({ first: state.second, second: state.first }) }, glyph("flip"), t("page-swap-sides")),
      h("label", { class: "field" }, h("span", null, t("page-clock")),
        h("select", { name: "clock", value: state.clock, onchange: (/** @type {Event} */ event) => set({ clock: /** @type {HTMLSelectElement} */ (event.target).value }) },
          Object.entries(CLOCKS).map(([key, clock]) => h("option", { value: key, selected: key === state.clock }, clockName(clock))))),
      h("label", { class: "check" },
        h("input", { type: "checkbox", name: "hints", checked: state.hints, onchange: (/** @type {Event} */ event) => set({ hints: /** @type {HTMLInputElement} */ (event.target).checked }) }),
        t("page-allow-hints")),
      h("label", { class: "check" },
        h("input", { type: "checkbox", name: "listed", checked: state.listed, onchange: (/** @type {Event} */ event) => set({ listed: /** @type {HTMLInputElement} */ (event.target).checked }) }),
        t("page-listed")),
      namedStarts(entry),
      entry.options.length > 0 ? h("details", null, h("summary", null, t("page-rule-options")), entry.options.map((option) => optionField(option))) : null,
      startField(),
      state.fault ? h("p", { class: "notice bad", role: "alert" }, state.fault) : null,
      h("button", { type: "button", class: "primary big", "data-create": "", disabled: state.busy, onclick: create }, glyph("play"), t("page-create")),
      h("a", { class: "button quiet", href: analysisPath({ game: spec(), position: state.position === RANDOM ? "" : state.position }) }, glyph("board"), t("page-analyse-instead")));
  }

  /** @param {GameEntry} entry @param {"first" | "second"} side */
  function whoPlays(entry, side) {
    const chosen = state[side];
    /** @type {[Chosen["kind"], string][]} */
    const kinds = [["here", t("page-who-here")], ["open", t("page-who-link")], ["engine", t("page-who-engine")]];
    return h("fieldset", { class: "who", "data-side": side }, h("legend", null, h("span", { class: `side ${side}` }, t(`side-${side}`))),
      h("div", { class: "segments" }, kinds.map(([kind, text]) =>
        h("button", { type: "button", "data-kind": kind, "aria-pressed": chosen.kind === kind ? "true" : "false", onclick: () => set({ [side]: fitting({ ...chosen, kind }, entry) }) }, text))),
      chosen.kind === "engine" ? h("select", {
        class: "level", name: `level-${side}`, "aria-label": t("page-level"), value: chosen.player,
        onchange: (/** @type {Event} */ event) => set({ [side]: { kind: "engine", player: /** @type {HTMLSelectElement} */ (event.target).value } }),
      }, entry.levels.map((level) => h("option", { value: level.player, selected: level.player === chosen.player }, t(level.id)))) : null);
  }

  /** @param {GameEntry["options"][number]} option */
  function optionField(option) {
    const value = state.options[option.key] ?? option.value;
    const change = (/** @type {Event} */ event) => set({ options: { ...state.options, [option.key]: /** @type {HTMLInputElement} */ (event.target).value } });
    const label = tOr(`option-${option.key.replaceAll("_", "-")}`, option.key.replaceAll("_", " "));
    return h("label", { class: "field" }, h("span", null, label),
      option.allowed.length > 1
        ? h("select", { name: option.key, value, onchange: change }, option.allowed.map((one) => h("option", { value: one, selected: one === value }, tOr(`choice-${one}`, one))))
        : h("input", { type: "text", inputmode: "decimal", name: option.key, value, title: option.allowed.join(" "), onchange: change }));
  }

  /** Starts that have names, and a random one where pieces are placed first. @param {GameEntry} entry */
  function namedStarts(entry) {
    if (entry.starts.length === 0) return null;
    const random = drawingOf(entry.id).placed ? [{ position: RANDOM, name: "page-random" }] : [];
    const known = [{ position: "", name: "page-usual-start-name" }, ...entry.starts, ...random];
    const other = known.some((one) => one.position === state.position) ? [] : [{ position: state.position, name: "page-start-other" }];
    return h("label", { class: "field" }, h("span", null, t("page-start-by")),
      h("select", { name: "start", value: state.position, onchange: (/** @type {Event} */ event) => set({ position: /** @type {HTMLSelectElement} */ (event.target).value }) },
        [...known, ...other].map(({ position, name }) => h("option", { value: position, selected: position === state.position }, t(name)))));
  }

  function startField() {
    const text = state.position === RANDOM ? "" : state.position;
    return h("details", null, h("summary", null, t("page-start-position")),
      h("label", { class: "field" }, h("span", null, t("page-position-text")),
        h("input", { type: "text", class: "mono", name: "position", spellcheck: "false", placeholder: entryOf(state.game)?.start ?? "", value: text,
          onchange: (/** @type {Event} */ event) => set({ position: /** @type {HTMLInputElement} */ (event.target).value.trim() }) })),
      h("button", { type: "button", "data-editor": "", onclick: () => editor({ game: spec(), position: text, done: (position) => set({ position }) }) }, glyph("board"), t("page-edit-position")));
  }

  /** Games of others that may be watched. */
  function nowPlaying() {
    const others = state.playing.filter((one) => !recent().some((own) => own.room === one.id));
    if (others.length === 0) return null;
    return h("section", { class: "playing", "aria-label": t("page-now-playing") }, h("h2", null, t("page-now-playing")),
      h("div", { class: "found" }, others.map((one) => h("a", { key: one.id, class: "found-card", "data-room": one.id, href: roomPath(one.id) },
        h("span", { class: "picture-box" }, h("y-board", { ".state": picture(one), "aria-hidden": "true" })),
        h("strong", null, gameName(one.game)),
        h("span", { class: "soft small" }, [one.seats.first, one.seats.second].map((seat) => playerName(one.game, seat)).join(" – ")),
        h("span", { class: "soft small" }, [t("page-ply", { ply: one.ply }), one.watchers > 0 ? t("page-watchers", { count: one.watchers }) : ""].filter((note) => note !== "").join(" · "))))));
  }

  /** @param {string} game @param {SeatView} seat */
  function playerName(game, seat) {
    const level = entryOf(game)?.levels.find((one) => one.player === seat.player);
    return seat.kind === "engine" ? (level ? t(level.id) : (seat.player ?? "")) : t("page-person");
  }

  function recentGames() {
    const own = recent().slice(0, 12);
    if (own.length === 0) return null;
    return h("section", { class: "recent" }, h("h2", null, t("page-recent-own")),
      h("ul", null, own.map(({ room, game, token, ply, winner }) => {
        const result = winner === undefined ? (ply === undefined ? "" : t("page-ply", { ply })) : t(winner ? `page-won-${winner}` : "page-drawn");
        const notes = [token ? "" : t("page-watching"), result].filter((note) => note !== "");
        return h("li", { key: room }, h("a", { href: roomPath(room) }, gameName(game)), h("span", { class: "soft small" }, notes.join(" · ")));
      })));
  }

  void loadStarts();
  void loadPlaying();
  const looking = setInterval(() => { if (!document.hidden) void loadPlaying(); }, 15_000);
  return { draw, close: () => clearInterval(looking) };
}

/** @param {Chosen} chosen @returns {Seat} */
function seat(chosen) {
  return chosen.kind === "engine" ? { kind: "engine", player: chosen.player } : { kind: chosen.kind };
}

/** An engine that the game has; a middling one where the wanted one is missing. @param {Chosen} chosen @param {GameEntry} entry @returns {Chosen} */
function fitting(chosen, entry) {
  if (chosen.kind !== "engine" || entry.levels.some((level) => level.player === chosen.player)) return chosen;
  const middle = entry.levels[Math.floor((entry.levels.length - 1) / 2)];
  return { kind: "engine", player: middle?.player ?? "random" };
}

function readChoice() {
  const usual = {
    game: "", clock: "none", hints: true, listed: true,
    first: /** @type {Chosen} */ ({ kind: "here", player: "" }),
    second: /** @type {Chosen} */ ({ kind: "engine", player: "" }),
  };
  try {
    const kept = JSON.parse(localStorage.getItem(CHOICE) ?? "{}");
    const chosen = (/** @type {any} */ one, /** @type {Chosen} */ otherwise) =>
      ["here", "open", "engine"].includes(one?.kind) ? { kind: one.kind, player: String(one.player ?? "") } : otherwise;
    usual.game = typeof kept.game === "string" ? kept.game : "";
    usual.clock = kept.clock in CLOCKS ? kept.clock : "none";
    usual.hints = kept.hints !== false;
    usual.listed = kept.listed !== false;
    usual.first = chosen(kept.first, usual.first);
    usual.second = chosen(kept.second, usual.second);
  } catch {
    // Begin with the usual choice.
  }
  const entry = entryOf(usual.game) ?? games()[0];
  if (entry) {
    usual.first = fitting(usual.first, entry);
    usual.second = fitting(usual.second, entry);
  }
  return usual;
}

/** @param {{game: string, clock: string, hints: boolean, listed: boolean, first: Chosen, second: Chosen}} state */
function writeChoice({ game, clock, hints, listed, first, second }) {
  try {
    localStorage.setItem(CHOICE, JSON.stringify({ game: idOf(game), clock, hints, listed, first, second }));
  } catch {
    // Nothing is lost but a convenience.
  }
}
