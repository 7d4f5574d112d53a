// Puzzles: positions in which only one move keeps the result. Where there is a table they are found by walking
// about at random from known positions; elsewhere the server searches random games for wins. There is always
// another one.

/** @import { GameEntry, MoveView, View } from "../messages.d.ts" */
/** @import { Overlay } from "../messages.d.ts" */
import { api } from "../api.js";
import { h } from "../dom.js";
import { boardOf, entryOf, gameName, games, hasHands, isTurnedFor, moveName, sideName } from "../games.js";
import { sentence, t } from "../i18n.js";
import { say, sound } from "../live.js";
import { learnPath } from "../route.js";
import { analysisPath } from "../route.js";
import { drawingOf } from "../../games/registry.js";
import { glyph } from "./glyphs.js";
import { keptByGame } from "../store.js";

/** @type {ReturnType<typeof keptByGame<number>>} */
const kept = keptByGame("yomikiri.streaks");
/** Steps of a walk, and walks before it is said that none was found. */
const [STEPS, WALKS] = [14, 8];
/** Searches before it is said that none was found. */
const SEARCHES = 5;

/** @typedef {{value: "win" | "draw" | "loss", moves: {move: string, value: string}[]}} Probed */

/** The only move that keeps a result worth keeping, if there is one among several. @param {Probed} probed */
export function onlyMove({ value, moves }) {
  const keeping = moves.filter((one) => one.value === value);
  return value !== "loss" && moves.length > 2 && keeping.length === 1 ? (keeping[0]?.move ?? null) : null;
}

/** Whether there are puzzles: exact values, or a search that finds wins. A search knows whole turns only. @param {GameEntry} entry */
const hasPuzzles = (entry) => entry.has_table || drawingOf(entry.id).problems !== undefined || (!entry.staged_turns && entry.players.some(({ name }) => name === "alphabeta"));

/** @param {string} game @param {() => void} draw */
export function puzzles(game, draw) {
  const state = {
    /** @type {View | null} */
    view: null,
    value: "win",
    /** Who is asked. @type {"first" | "second"} */
    asked: "first",
    answer: "",
    /** How the solution goes on, where that is known. @type {MoveView[]} */
    line: [],
    /** The cells of what is to be taken. @type {number[]} */
    target: [],
    /** How many hints were asked for, up to 3. */
    hints: 0,
    /** @type {"" | "right" | "wrong"} */
    tried: "",
    busy: false,
    fault: "",
    streak: kept.get(game) ?? 0,
  };
  /** Positions to walk from. @type {string[] | null} */
  let seeds = null;

  async function loadSeeds() {
    const entry = entryOf(game);
    const part = entry?.parts?.at(-1);
    const found = await api.find(game, part ?? "", "only_move", 20).catch(() => null);
    const known = found?.found.map(({ position }) => position) ?? [];
    return part === undefined ? ["", ...known] : known;
  }

  /** @typedef {{view: View, answer: string, value: string, line: MoveView[], target: number[]}} Found */

  /** A win that the server's search finds. @returns {Promise<Found | null>} */
  async function bySearch() {
    // Some games make problems on a board of their own.
    const { problems } = drawingOf(game);
    const spec = problems ? `${game}?${problems}` : game;
    for (let asked = 0; asked < SEARCHES; asked++) {
      const { puzzle } = await api.puzzle(spec, Math.floor(Math.random() * 2 ** 32));
      if (puzzle) return { view: puzzle.view, answer: puzzle.answer, value: puzzle.target.length > 0 ? "take" : "win", line: puzzle.line, target: puzzle.target };
    }
    return null;
  }

  /** Walks until a position fits. @returns {Promise<Found | null>} */
  async function byTable() {
    seeds ??= await loadSeeds();
    for (let walk = 0; walk < WALKS; walk++) {
      const seed = seeds[Math.floor(Math.random() * seeds.length)] ?? "";
      let view = await api.look({ game, ...(seed ? { position: seed } : {}) });
      for (let step = 0; step < STEPS && !view.outcome; step++) {
        const probed = await api.probe({ game, position: view.position }).catch(() => null);
        const answer = probed ? onlyMove(/** @type {Probed} */ (probed)) : null;
        // The first position of a walk is one that everybody gets.
        if (probed && answer && (step > 0 || seeds.length > 1) && view.position !== state.view?.position) return { view, answer, value: probed.value, line: [], target: [] };
        const next = view.legal[Math.floor(Math.random() * view.legal.length)];
        if (!next) break;
        view = await api.look({ game, position: view.position, moves: [next.text] });
      }
    }
    return null;
  }

  async function next() {
    if (state.busy) return;
    Object.assign(state, { busy: true, fault: "", tried: "", hints: 0 });
    draw();
    try {
      const found = await (entryOf(game)?.has_table ? byTable() : bySearch());
      if (found) Object.assign(state, found, { asked: found.view.side });
      else state.fault = t("page-puzzle-none");
    } catch (fault) {
      state.fault = fault instanceof Error ? fault.message : String(fault);
    }
    state.busy = false;
    draw();
  }

  /** @param {MoveView} move */
  async function play(move) {
    const { view } = state;
    if (!view || state.tried === "right") return;
    const right = move.text === state.answer;
    // A puzzle counts if the first try was right and nothing was told.
    if (right && state.tried === "" && state.hints === 0) state.streak += 1;
    else if (!right) state.streak = 0;
    kept.set(game, state.streak);
    state.tried = right ? "right" : "wrong";
    say(t(right ? "page-learn-right" : "page-learn-wrong"));
    sound(right ? "end" : "move");
    if (right) state.view = await api.look({ game: view.game, position: view.position, moves: [move.text] });
    draw();
  }

  /** @returns {Overlay | null} */
  function hinted() {
    const move = state.tried === "right" ? undefined : state.view?.legal.find((one) => one.text === state.answer);
    const cells = !move || state.hints === 0 ? [] : [move.from, state.hints > 1 ? move.to : null].filter((cell) => cell !== null);
    // What is to be taken is marked as long as it stands there.
    const target = state.target.filter((cell) => state.view?.diagram.cells[cell]);
    if (cells.length + target.length === 0) return null;
    /** @type {Overlay["marks"]} */
    const marks = [...target.map((cell) => ({ cell, shape: /** @type {const} */ ("triangle"), tone: /** @type {const} */ ("second") })), ...cells.map((cell) => ({ cell, shape: /** @type {const} */ ("ring"), tone: /** @type {const} */ ("first") }))];
    return { marks, arrows: [], labels: [], heat: [], bars: [], notes: [] };
  }

  function card() {
    const entry = entryOf(game);
    if (!entry || !hasPuzzles(entry)) {
      const others = games().filter(hasPuzzles);
      return others.length === 0 ? null : h("section", { class: "card puzzles" }, h("h2", null, t("page-learn-puzzles")), h("p", { class: "soft small" }, t("page-puzzle-none-here")),
        h("p", { class: "rowline" }, others.map((one) => h("a", { class: "button", href: learnPath(one.id) }, gameName(one.id)))));
    }
    const { view, tried } = state;
    const answer = view?.legal.find((one) => one.text === state.answer);
    return h("section", { class: "card puzzles", "data-puzzle": view ? state.answer : "" }, h("div", { class: "rowline spread" }, h("h2", null, t("page-learn-puzzles")), h("strong", { class: "streak", "data-streak": state.streak }, t("page-puzzle-streak", { count: state.streak }))),
      h("p", { class: "soft small" }, t(entry.staged_turns ? "page-learn-puzzles-actions" : drawingOf(game).problems ? "page-learn-puzzles-take" : "page-learn-puzzles-more")),
      view ? [
        // Where a turn has several actions, one of them is asked for.
        entry.staged_turns && view.situation && tried !== "right" ? h("p", { class: "situation small" }, sentence(view.situation)) : null,
        h("p", { class: "task" }, t(`page-puzzle-${state.value}${entry.staged_turns ? "-action" : ""}`, { side: sideName(game, state.asked) })),
        h("y-board", {
          ".state": { ...boardOf(game), diagram: view.diagram, mover: view.side, legal: tried === "right" ? [] : view.legal, hands: hasHands(game), flipped: isTurnedFor(game, state.asked), overlay: hinted(), label: t("page-board-label", { game: gameName(game) }) },
          onplay: (/** @type {CustomEvent<MoveView>} */ event) => void play(event.detail),
        }),
        h("p", { class: `verdict-line ${tried}`, role: "status" }, tried ? t(`page-learn-${tried}`) : state.hints > 0 ? t(state.value === "take" && state.hints < 3 ? `page-puzzle-hint-take-${state.hints}` : `page-puzzle-hint-${state.hints}`, { move: answer ? moveName(answer) : "" }) : " "),
        tried === "right" && state.line.length > 1 ? h("p", { class: "small", "data-solution": "" }, t("page-puzzle-solution", { line: state.line.map(moveName).join(" ") })) : null,
      ] : null,
      state.fault ? h("p", { class: "notice", role: "alert" }, state.fault) : null,
      state.busy ? h("p", { role: "status" }, t("page-puzzle-searching")) : null,
      h("div", { class: "rowline" },
        h("button", { type: "button", class: !view || tried === "right" ? "primary" : null, "data-puzzle-next": "", disabled: state.busy, onclick: () => void next() }, t("page-puzzle-next"), glyph("next")),
        view && tried !== "right" ? h("button", { type: "button", "data-puzzle-hint": "", disabled: state.hints >= 3, onclick: () => { state.hints += 1; draw(); } }, glyph("eye"), t("page-puzzle-hint")) : null,
        view ? h("a", { class: "button", href: analysisPath({ game: view.game, position: view.position }) }, glyph("board"), t("page-analyse")) : null));
  }

  return { card };
}
