// Problems that come with a game: a goal on a board, moves that the server judges, and a refutation of wrong ones.
// It knows no game.

/** @import { MoveView, Overlay, Problem, ProblemCollection, View } from "../messages.d.ts" */
import { api } from "../api.js";
import { h } from "../dom.js";
import { boardOf, entryOf, gameName, hasHands, moveName, sideName } from "../games.js";
import { t } from "../i18n.js";
import { faultWords } from "../fault.js";
import { say, sound } from "../live.js";
import { analysisPath } from "../route.js";
import { glyph } from "./glyphs.js";
import { keptByGame } from "../store.js";

/** @type {ReturnType<typeof keptByGame<string[]>>} */
const kept = keptByGame("yomikiri.problems");

/** @param {string} game @param {() => void} draw */
export function problems(game, draw) {
  const state = {
    /** @type {ProblemCollection[]} */
    collections: [],
    collection: 0,
    at: 0,
    /** The position as it stands. @type {View | null} */
    view: null,
    /** What was tried. @type {MoveView | null} */
    played: null,
    /** What refuted it. @type {MoveView | null} */
    answer: null,
    /** @type {"" | "right" | "wrong" | "unclear"} */
    tried: "",
    busy: false,
    fault: "",
    solved: new Set(kept.get(game) ?? []),
  };
  const known = () => state.collections[state.collection];
  const problem = () => known()?.problems[state.at];
  const keyOf = (/** @type {Problem} */ one) => `${one.goal} ${one.position}`;

  async function load() {
    if (!entryOf(game)?.problems) return;
    try {
      state.collections = (await api.problems(game)).collections;
      await open();
    } catch (fault) {
      state.fault = faultWords(fault);
      draw();
    }
  }

  /** Shows the problem that is chosen, as it begins. */
  async function open() {
    const one = problem();
    Object.assign(state, { played: null, answer: null, tried: "", fault: "" });
    if (one) {
      const view = await api.look({ game: one.game, position: one.position });
      if (one !== problem()) return;
      state.view = view;
    }
    draw();
  }

  /** @param {number} collection @param {number} at */
  function choose(collection, at) {
    Object.assign(state, { collection, at });
    void open();
  }

  /** @param {MoveView} move */
  async function play(move) {
    const one = problem();
    if (!one || state.tried !== "" || state.busy) return;
    state.busy = true;
    draw();
    try {
      const told = await api.judge({ game: one.game, position: one.position, goal: one.goal, target: one.target, move: move.text });
      if (one !== problem()) return;
      Object.assign(state, { view: told.view, played: move, answer: told.refutation, tried: told.right === null ? "unclear" : told.right ? "right" : "wrong" });
      if (told.right) {
        state.solved.add(keyOf(one));
        kept.set(game, [...state.solved]);
      }
      sound(told.right ? "end" : "move");
      say(verdict());
    } catch (fault) {
      state.fault = faultWords(fault);
    } finally {
      state.busy = false;
      draw();
    }
  }

  /** What is said about the move. */
  function verdict() {
    const { tried, played, answer } = state;
    if (!played || tried === "") return " ";
    const move = moveName(played);
    if (tried === "right") return t("page-learn-right");
    if (tried === "unclear") return t("page-problems-unclear", { move });
    return answer ? t("page-problems-refuted", { move, answer: moveName(answer) }) : t("page-problems-failed", { move });
  }

  /** What it is about, as long as it stands there. @param {View} view @param {Problem} one @returns {Overlay} */
  function marks(view, one) {
    const target = one.target.filter((cell) => view.diagram.cells[cell]);
    const tone = view.diagram.cells[one.target[0] ?? 0]?.side ?? "second";
    /** @type {Overlay["labels"]} */
    const labels = [state.played, state.answer].flatMap((move, at) => (move && move.to !== null ? [{ cell: move.to, text: String(at + 1), tone: /** @type {const} */ ("neutral") }] : []));
    return { marks: target.map((cell) => ({ cell, shape: /** @type {const} */ ("triangle"), tone })), arrows: [], labels, heat: [], bars: [], notes: [] };
  }

  function card() {
    const entry = entryOf(game);
    if (!entry?.problems) return null;
    const { view, tried, collections } = state;
    const one = problem();
    const of = known()?.problems.length ?? 0;
    const all = collections.flatMap(({ problems }) => problems);
    const count = all.filter((each) => state.solved.has(keyOf(each))).length;
    return h("section", { class: "card problems", "data-problem": one && view ? `${state.collection}.${state.at}` : "" },
      h("div", { class: "rowline spread" }, h("h2", null, t("page-problems")), all.length > 0 ? h("strong", { class: "streak", "data-solved": count }, t("page-problems-solved", { count, of: all.length })) : null),
      h("p", { class: "soft small" }, t("page-problems-more")),
      h("div", { class: "rowline chips" }, collections.map(({ name }, at) =>
        h("button", { type: "button", "data-collection": name, "aria-pressed": at === state.collection ? "true" : "false", onclick: () => choose(at, 0) }, t(name)))),
      one && view ? [
        h("p", { class: "soft small" }, t("page-problems-number", { number: state.at + 1, of }), state.solved.has(keyOf(one)) ? " ✓" : ""),
        h("p", { class: "task" }, t(`goal-${one.goal}`, { side: sideName(game, one.side) })),
        h("y-board", {
          ".state": { ...boardOf(one.game), diagram: view.diagram, mover: view.side, legal: tried === "" ? view.legal : [], hands: hasHands(game), overlay: marks(view, one), label: t("page-board-label", { game: gameName(game) }) },
          onplay: (/** @type {CustomEvent<MoveView>} */ event) => void play(event.detail),
        }),
        h("p", { class: `verdict-line ${tried}`, role: "status", "data-verdict": tried }, verdict()),
      ] : null,
      state.fault ? h("p", { class: "notice", role: "alert" }, state.fault) : null,
      one ? h("div", { class: "rowline" },
        h("button", { type: "button", class: "icon", "data-problem-previous": "", "aria-label": t("page-problems-previous"), title: t("page-problems-previous"), disabled: state.at === 0, onclick: () => choose(state.collection, state.at - 1) }, glyph("prev")),
        tried === "wrong" || tried === "unclear" ? h("button", { type: "button", class: "primary", "data-problem-again": "", onclick: () => void open() }, glyph("again"), t("page-problems-again")) : null,
        h("button", { type: "button", class: tried === "right" ? "primary" : null, "data-problem-next": "", disabled: state.at + 1 >= of, onclick: () => choose(state.collection, state.at + 1) }, t("page-problems-next"), glyph("next")),
        h("a", { class: "button", href: analysisPath({ game: one.game, position: one.position }) }, glyph("board"), t("page-analyse"))) : null);
  }

  void load();
  return { card };
}
