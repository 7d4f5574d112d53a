// The lobby: choose a game, its rules and start, who plays, the clock; then begin.

/** @import { DiagramView, GameEntry, RoomGlance, Seat, SeatView, Clock } from "../messages.d.ts" */
/** @import { Page } from "../main.js" */
import { api } from "../api.js";
import { CLOCKS, clockName } from "../clocks.js";
import { scheduleRender } from "../scheduler.js";
import { h } from "../dom.js";
import { faultWords } from "../fault.js";
import { boardOf, entryOf, gameName, games, idOf, optionsOf, sideName, sideTag, specOf } from "../games.js";
import { t, tOr, useAllMessages } from "../i18n.js";
import { glyph } from "../parts/glyphs.js";
import { analysisPath, learnPath, roomPath, rulesPath } from "../route.js";
import { keep, recent } from "../credentials.js";
import { settings } from "../settings.js";
import { drawingOf } from "../../games/registry.js";

/**
 * Who plays a side, as chosen here: `here`, `open`, or an engine's player text.
 * @typedef {{kind: "here" | "open" | "engine", player: string}} Chosen
 */

const CHOICE = "yomikiri.lobby";
/** Stands for a start that is made up when the game begins. */
const RANDOM = "random";

/** @param {HTMLElement} root @param {{go: (path: string) => void, changed: () => void}} context `changed` is told when another game is chosen @returns {Page} */
export function lobby(root, { go, changed }) {
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
    hidden: false,
    /** The values of options that nobody chose, where they depend on others. @type {Record<string, string>} */
    usual: {},
    /** @type {RoomGlance[]} */
    playing: [],
    fault: "",
    busy: false,
  };

  const spec = () => specOf(idOf(state.game), state.options);
  /** Whether tables cover a start, by the start: a player that never errs needs them. @type {Map<string, boolean>} */
  const covered = new Map();
  const startName = () => `${spec()} ${state.position}`;
  /** Whether there is a perfect player from the start that is chosen. @param {GameEntry} entry */
  const playsPerfectly = (entry) => covered.get(startName()) ?? (entry.has_table && entry.parts === null && spec() === entry.id);

  /** Asks whether tables cover what is chosen, where that is not known from the list of games. */
  async function askTables() {
    const name = startName();
    const entry = entryOf(state.game);
    if (covered.has(name) || state.position === RANDOM || !entry?.players.some((player) => player.name === "perfect")) return;
    if (name === `${entry.id} `) return;
    const place = { game: spec(), ...(state.position ? { position: state.position } : {}) };
    covered.set(name, await api.probe(place).then(() => true, () => false));
    if (name !== startName()) return;
    const perfect = playsPerfectly(entry);
    Object.assign(state, { first: fitting(state.first, entry, perfect), second: fitting(state.second, entry, perfect) });
    draw();
  }

  async function loadPlaying() {
    state.playing = await api.rooms(12).catch(() => []);
    draw();
  }

  /** Hints are for games against the computer unless somebody chooses them. */
  const hintsNow = () => state.hints ?? [state.first, state.second].some(({ kind }) => kind === "engine");

  /** Where to begin: a random start is made up now, step by step. */
  async function position() {
    if (state.position !== RANDOM) return state.position;
    const { atRandom, placeAll } = await import("../setup.js");
    const { view } = await placeAll({ game: spec() }, drawingOf(spec()), atRandom, () => false);
    return view.position;
  }

  /** Opens the editor on a position. @param {string} text */
  async function edit(text) {
    const [{ editor }] = await Promise.all([import("../parts/editor.js"), useAllMessages()]);
    editor({ game: spec(), position: text, done: (position) => set({ position }) });
  }

  /** @param {Partial<typeof state>} change */
  function set(change) {
    Object.assign(state, change);
    writeChoice(state);
    draw();
    changed();
    void askTables();
  }

  /** Sets an option, and asks what that makes of the others. @param {string} key @param {string} value */
  async function choose(key, value) {
    set({ options: { ...state.options, [key]: value }, fault: "" });
    const asked = spec();
    try {
      const { options } = await api.lookWithRights({ game: asked });
      if (asked === spec()) set({ usual: options });
    } catch (fault) {
      if (asked === spec()) set({ fault: faultWords(fault) });
    }
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
        clock: CLOCKS[state.clock] ?? { kind: "none" }, hints: hintsNow(), listed: state.listed, hidden: state.hidden && canHide(/** @type {GameEntry} */ (entryOf(state.game))),
      });
      const token = created.tokens.first ?? created.tokens.second;
      keep(created.room, spec(), token ? { token } : {});
      go(roomPath(created.room));
    } catch (fault) {
      state.fault = faultWords(fault);
      state.busy = false;
      draw();
    }
  }

  function draw() {
    const entry = entryOf(state.game);
    scheduleRender(root, () => [
      h("section", { class: "hero" },
        h("h1", null, t("page-welcome")), h("p", { class: "soft" }, t("page-welcome-more"))),
      continued(),
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
    const chosen = idOf(state.game) === entry.id;
    const facts = [entry.minutes ? t("page-minutes", { from: entry.minutes[0], to: entry.minutes[1] }) : "", entry.difficulty ? t(`page-difficulty-${entry.difficulty}`) : ""];
    return h("button", {
      key: entry.id, type: "button", class: "game-card", "data-game": entry.id, "aria-pressed": chosen ? "true" : "false",
      onclick: () => set({ game: entry.id, options: {}, usual: {}, fault: "", position: "", first: fitting(state.first, entry), second: fitting(state.second, entry) }),
    },
    h("span", { class: "picture-box" }, h("y-board", { ".state": picture(entry.id, entry.picture), "aria-hidden": "true" })),
    h("span", { class: "game-words" },
      h("span", { class: "game-name" }, gameName(entry.id),
        entry.has_table ? h("span", { class: "solved", title: t(entry.parts === null ? "page-solved-help" : "page-endings-solved-help") }, t(entry.parts === null ? "page-solved" : "page-endings-solved")) : null),
      h("span", { class: "pitch small" }, tOr(`pitch-${entry.id}`, t("page-board-size", { width: entry.picture.width, height: entry.picture.height }))),
      h("span", { class: "soft small" }, facts.filter((fact) => fact !== "").join(" · "))));
  }

  /** @param {string} game @param {DiagramView} diagram */
  const picture = (game, diagram) => ({
    ...boardOf(game), diagram, mover: /** @type {const} */ ("first"), legal: [], as: /** @type {const} */ ("picture"), label: gameName(game),
  });

  /** @param {GameEntry} entry */
  function form(entry) {
    return h("section", { class: "card new-game", "aria-label": t("page-new-game") },
      h("div", { class: "new-game-fields" },
        h("div", { class: "rowline spread" }, h("h2", null, gameName(entry.id)),
          h("span", { class: "rowline" },
            h("a", { class: "button small-link", href: learnPath(entry.id) }, glyph("cap"), t("page-nav-learn")),
            h("a", { class: "button small-link", href: rulesPath(entry.id) }, glyph("book"), t("page-nav-rules")))),
        whoPlays(entry, "first"), whoPlays(entry, "second"),
        h("button", { type: "button", class: "quiet swap", onclick: () => set({ first: state.second, second: state.first }) }, glyph("flip"), t("page-swap-sides")),
        h("label", { class: "field" }, h("span", null, t("page-clock")),
          h("select", { name: "clock", value: state.clock, onchange: (/** @type {Event} */ event) => set({ clock: /** @type {HTMLSelectElement} */ (event.target).value }) },
            Object.entries(CLOCKS).map(([key, clock]) => h("option", { value: key, selected: key === state.clock }, clockName(clock))))),
        h("label", { class: "check" },
          h("input", { type: "checkbox", name: "hints", checked: hintsNow(), onchange: (/** @type {Event} */ event) => set({ hints: /** @type {HTMLInputElement} */ (event.target).checked }) }),
          t("page-allow-hints")),
        h("label", { class: "check" },
          h("input", { type: "checkbox", name: "listed", checked: state.listed, onchange: (/** @type {Event} */ event) => set({ listed: /** @type {HTMLInputElement} */ (event.target).checked }) }),
          t("page-listed")),
        namedStarts(entry),
        canHide(entry) ? h("label", { class: "check" },
          h("input", { type: "checkbox", name: "hidden", checked: state.hidden, onchange: (/** @type {Event} */ event) => set({ hidden: /** @type {HTMLInputElement} */ (event.target).checked }) }),
          t("page-hidden-setup")) : null,
        // Numbers are what games are arranged by (size, komi, handicap); choices between rules are for those who know them.
        entry.options.filter(isNumber).map((option) => optionField(entry, option)),
        entry.options.some((option) => !isNumber(option)) ? h("details", null, h("summary", null, t("page-rule-options")), entry.options.filter((option) => !isNumber(option)).map((option) => optionField(entry, option))) : null,
        startField(),
        h("a", { class: "button quiet", href: analysisPath({ game: spec(), position: state.position === RANDOM ? "" : state.position }) }, glyph("board"), t("page-analyse-instead"))),
      h("div", { class: "start-bar" },
        state.fault ? h("p", { class: "notice bad", role: "alert" }, state.fault) : null,
        h("button", { type: "button", class: "primary big", "data-create": "", disabled: state.busy, onclick: create }, glyph("play"), h("span", null, t("page-create"), h("span", { class: "start-game" }, ` · ${gameName(entry.id)}`)))));
  }

  /** @param {GameEntry} entry @param {"first" | "second"} side */
  function whoPlays(entry, side) {
    const chosen = state[side];
    /** @type {[Chosen["kind"], string][]} */
    const kinds = [["here", t("page-who-here")], ["open", t("page-who-link")], ["engine", t("page-who-engine")]];
    return h("fieldset", { class: "who", "data-side": side }, h("legend", null, sideTag(entry.id, side)),
      h("div", { class: "segments" }, kinds.map(([kind, text]) =>
        h("button", { type: "button", "data-kind": kind, "aria-pressed": chosen.kind === kind ? "true" : "false", onclick: () => set({ [side]: fitting({ ...chosen, kind }, entry, playsPerfectly(entry)), hints: null }) }, text))),
      chosen.kind === "engine" ? h("select", {
        class: "level", name: `level-${side}`, "aria-label": t("page-level"), value: chosen.player,
        onchange: (/** @type {Event} */ event) => set({ [side]: { kind: "engine", player: /** @type {HTMLSelectElement} */ (event.target).value } }),
      }, strengths(entry, playsPerfectly(entry)).map((level) => h("option", { value: level.player, selected: level.player === chosen.player }, t(level.id))),
      h("optgroup", { label: t("page-players-more") }, others(entry).map((player) => h("option", { value: player, selected: player === chosen.player }, player)))) : null);
  }

  /** Whether an option is a number or the like, not a choice. @param {GameEntry["options"][number]} option */
  const isNumber = (option) => option.allowed.length <= 1;

  /** @param {GameEntry} entry @param {GameEntry["options"][number]} option */
  function optionField(entry, option) {
    const value = state.options[option.key] || (state.usual[option.key] ?? option.value);
    const change = (/** @type {Event} */ event) => void choose(option.key, /** @type {HTMLInputElement} */ (event.target).value.trim());
    const key = option.key.replaceAll("_", "-");
    // Games may mean different things by one key: their own words come first.
    const words = (/** @type {string} */ kind, /** @type {string} */ id, /** @type {string} */ otherwise) => tOr(`${kind}-${entry.id}-${id}`, tOr(`${kind}-${id}`, otherwise));
    return h("label", { class: "field" }, h("span", null, words("option", key, option.key.replaceAll("_", " "))),
      option.allowed.length > 1
        ? h("select", { name: option.key, value, onchange: change }, option.allowed.map((one) => h("option", { value: one, selected: one === value }, words("choice", one, one))))
        : h("input", { type: "text", inputmode: "decimal", name: option.key, value, title: option.allowed.join(" "), onchange: change }),
      h("span", { class: "help" }, words("help-option", key, "")));
  }

  /** Whether both may place their pieces without seeing the other's: two people at two screens, in a game that begins so. @param {GameEntry} entry */
  const canHide = (entry) => drawingOf(entry.id).placed !== undefined && state.position === "" && [state.first, state.second].every(({ kind }) => kind !== "engine") && [state.first, state.second].some(({ kind }) => kind === "open");

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
      h("button", { type: "button", "data-editor": "", onclick: () => void edit(text) }, glyph("board"), t("page-edit-position")));
  }

  /** Games of others that may be watched. */
  function nowPlaying() {
    const others = state.playing.filter((one) => !recent().some((own) => own.room === one.id));
    if (others.length === 0) return null;
    return h("section", { class: "playing", "aria-label": t("page-now-playing") }, h("h2", null, t("page-now-playing")),
      h("div", { class: "found" }, others.map((one) => h("a", { key: one.id, class: "found-card", "data-room": one.id, href: roomPath(one.id) },
        h("span", { class: "picture-box" }, h("y-board", { ".state": picture(one.game, one.diagram), "aria-hidden": "true" })),
        h("strong", null, gameName(one.game)),
        h("span", { class: "soft small" }, [one.seats.first, one.seats.second].map((seat) => playerName(one.game, seat)).join(" – ")),
        h("span", { class: "soft small" }, [t("page-ply", { ply: one.ply }), one.watchers > 0 ? t("page-watchers", { count: one.watchers }) : ""].filter((note) => note !== "").join(" · "))))));
  }

  /** @param {string} game @param {SeatView} seat */
  function playerName(game, seat) {
    const level = entryOf(game)?.levels.find((one) => one.player === seat.player);
    return seat.kind === "engine" ? (level ? t(level.id) : (seat.player ?? "")) : t("page-person");
  }

  /** The newest own game that is not over, to go on with. */
  function continued() {
    const own = recent().find(({ token, winner, ply = 0 }) => token && winner === undefined && ply > 0);
    if (!own) return null;
    return h("a", { class: "card continue", "data-continue": own.room, href: roomPath(own.room) }, glyph("play"),
      h("strong", null, t("page-continue")), h("span", null, gameName(own.game)), h("span", { class: "soft small" }, t("page-ply", { ply: own.ply ?? 0 })));
  }

  function recentGames() {
    const all = recent().slice(0, 12);
    const groups = /** @type {const} */ ([["page-recent-own", all.filter(({ token }) => token)], ["page-recent-watched", all.filter(({ token }) => !token)]]);
    const day = new Intl.DateTimeFormat(settings.get().lang, { dateStyle: "medium" });
    return groups.map(([title, list]) => list.length === 0 ? null : h("section", { class: "recent", key: title }, h("h2", null, t(title)),
      h("ul", null, list.map(({ room, game, at, ply, winner, opponent }) => {
        const result = winner === undefined ? (ply === undefined ? "" : t("page-ply", { ply })) : winner === null ? t("page-drawn") : t("page-side-won", { side: sideName(game, /** @type {"first" | "second"} */ (winner)) });
        const level = opponent ? entryOf(game)?.levels.find((one) => one.player === opponent) : undefined;
        const notes = [level ? t(level.id) : "", result, day.format(at)].filter((note) => note !== "");
        return h("li", { key: room }, h("a", { href: roomPath(room) }, gameName(game)), h("span", { class: "soft small" }, notes.join(" · ")));
      }))));
  }

  void loadPlaying();
  const looking = setInterval(() => { if (!document.hidden) void loadPlaying(); }, 15_000);
  return { draw, close: () => clearInterval(looking), game: () => state.game };
}

/** Strengths of players that know every value, and err on purpose or not. @type {GameEntry["levels"]} */
const PERFECT = [{ id: "level-slips-often", player: "perfect:errors=40" }, { id: "level-slips", player: "perfect:errors=15" }, { id: "level-perfect", player: "perfect" }];
const isPerfect = (/** @type {string} */ player) => PERFECT.some((one) => one.player === player);

/** The strengths of a game; those that play from tables only where tables cover the start. @param {GameEntry} entry @param {boolean} perfect */
const strengths = (entry, perfect) => [...entry.levels.filter(({ player }) => !isPerfect(player)), ...(perfect ? PERFECT : [])];

/** Players of the game that are no strength, by their names: those of documents, and other searches. @param {GameEntry} entry */
const others = (entry) => entry.players.map(({ name }) => name).filter((name) => name !== "human" && name !== "perfect" && !entry.levels.some(({ player }) => player === name));

/** @param {Chosen} chosen @returns {Seat} */
function seat(chosen) {
  return chosen.kind === "engine" ? { kind: "engine", player: chosen.player } : { kind: chosen.kind };
}

/** An engine that the game has; one for beginners where the wanted one is missing. @param {Chosen} chosen @param {GameEntry} entry @param {boolean} [perfect] @returns {Chosen} */
function fitting(chosen, entry, perfect = entry.has_table && entry.parts === null) {
  if (chosen.kind !== "engine" || strengths(entry, perfect).some((level) => level.player === chosen.player) || others(entry).includes(chosen.player)) return chosen;
  const gentle = entry.levels.find((level) => level.id === "level-beginner") ?? entry.levels[0];
  return { kind: "engine", player: gentle?.player ?? "random" };
}

function readChoice() {
  const usual = {
    game: "", clock: "none", hints: /** @type {boolean | null} */ (null), listed: false,
    first: /** @type {Chosen} */ ({ kind: "here", player: "" }),
    second: /** @type {Chosen} */ ({ kind: "engine", player: "" }),
  };
  try {
    const kept = JSON.parse(localStorage.getItem(CHOICE) ?? "{}");
    const chosen = (/** @type {any} */ one, /** @type {Chosen} */ otherwise) =>
      ["here", "open", "engine"].includes(one?.kind) ? { kind: one.kind, player: String(one.player ?? "") } : otherwise;
    usual.game = typeof kept.game === "string" ? kept.game : "";
    usual.clock = kept.clock in CLOCKS ? kept.clock : "none";
    usual.hints = typeof kept.hints === "boolean" ? kept.hints : null;
    usual.listed = kept.listed === true;
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

/** @param {{game: string, clock: string, hints: boolean | null, listed: boolean, first: Chosen, second: Chosen}} state */
function writeChoice({ game, clock, hints, listed, first, second }) {
  try {
    localStorage.setItem(CHOICE, JSON.stringify({ game: idOf(game), clock, hints, listed, first, second }));
  } catch {
    // Nothing is lost but a convenience.
  }
}
