// Learning a game: short tasks, a ladder of opponents, and puzzles from the tables that never end.

/** @import { MoveView, View } from "../messages.d.ts" */
/** @import { Page } from "../main.js" */
/** @import { Overlay } from "../messages.d.ts" */
import { api } from "../api.js";
import { recent, keep } from "../credentials.js";
import { h } from "../dom.js";
import { boardOf, entryOf, gameName, games, hasHands, idOf, moveName } from "../games.js";
import { movesAside } from "../board/pick.js";
import { faultWords } from "../fault.js";
import { t, tOr } from "../i18n.js";
import { say, sound } from "../live.js";
import { glyph } from "../parts/glyphs.js";
import { problems } from "../parts/problems.js";
import { puzzles } from "../parts/puzzles.js";
import { learnPath, roomPath, rulesPath } from "../route.js";
import { scheduleRender } from "../scheduler.js";

/** @param {HTMLElement} root @param {{go: (path: string) => void, game: string}} context @returns {Page} */
export function learn(root, { go, game }) {
  const known = idOf(game || (games()[0]?.id ?? ""));
  const lessons = entryOf(known)?.lessons ?? [];
  const state = {
    at: 0,
    /** @type {View | null} */
    view: null,
    /** What the last try was: nothing yet, right, or wrong. @type {"" | "right" | "wrong"} */
    tried: "",
    fault: "",
    busy: false,
  };
  const puzzle = puzzles(known, draw);
  const collection = problems(known, draw);

  /** The game of a lesson: some are on smaller boards. */
  const spec = () => (lessons[state.at]?.options ? `${known}?${lessons[state.at]?.options}` : known);

  async function open() {
    const lesson = lessons[state.at];
    state.tried = "";
    state.view = lesson ? await api.look({ game: spec(), ...(lesson.position ? { position: lesson.position } : {}) }) : null;
    draw();
  }

  /** The square of a cell as lessons name it. @param {View} view @param {number} cell */
  const squareOf = ({ diagram }, cell) => `${diagram.files[cell % diagram.width]}${diagram.ranks[Math.floor(cell / diagram.width)]}`;

  /** Whether a move does what the lesson asks for. @param {View} view @param {MoveView} move @param {View} after */
  function fulfils(view, move, after) {
    const lesson = lessons[state.at];
    const enemies = (/** @type {View} */ { diagram }) => diagram.cells.filter((piece) => piece && piece.side !== view.side).length;
    if (lesson?.square && move.from === null && (move.to === null || squareOf(view, move.to) !== lesson.square)) return false;
    switch (lesson?.task) {
      case "capture": return enemies(after) < enemies(view);
      case "drop": return move.hand !== undefined;
      case "win": return after.outcome?.winner === view.side;
      default: return true;
    }
  }

  /** @param {MoveView} move */
  async function play(move) {
    const { view } = state;
    if (!view || state.tried === "right") return;
    const after = await api.look({ game: spec(), position: view.position, moves: [move.text] });
    const right = fulfils(view, move, after);
    state.tried = right ? "right" : "wrong";
    say(t(right ? "page-learn-right" : "page-learn-wrong"));
    sound(right ? "end" : "move");
    if (right) state.view = after;
    draw();
  }

  /** The moves that the lesson is about: of one piece, or any. Where a piece is put down the place has to be found. @param {View} view */
  function wanted(view) {
    const { square } = lessons[state.at] ?? { square: "" };
    return view.legal.filter((move) => !square || (move.from === null ? move.hand === undefined : squareOf(view, move.from) === square));
  }

  /** Marks on the piece that is to move. @param {MoveView[]} moves @returns {Overlay | null} */
  function marks(moves) {
    const cells = new Set(moves.flatMap(({ from }) => (from === null ? [] : [from])));
    if (cells.size !== 1) return null;
    return { marks: [...cells].map((cell) => ({ cell, shape: "ring", tone: "first" })), arrows: [], labels: [], heat: [], bars: [], notes: [] };
  }

  function lessonCard() {
    const { view } = state;
    if (lessons.length === 0) return null;
    const done = state.at >= lessons.length;
    const open_ = !done && state.tried !== "right" && view ? wanted(view) : [];
    return h("section", { class: "card lesson-card", "data-lesson": done ? "done" : state.at + 1 }, h("h2", null, t("page-learn-lessons")),
      done ? [
        h("p", { class: "task" }, t("page-learn-done")),
        h("p", { class: "rowline" },
          h("button", { type: "button", class: "primary", "data-play": "", onclick: () => void challenge(firstLevel()) }, glyph("play"), t("page-create")),
          h("button", { type: "button", "data-again": "", onclick: () => { state.at = 0; void open(); } }, glyph("again"), t("page-learn-restart")))]
      : [
        h("p", { class: "soft small" }, t("page-learn-step", { number: state.at + 1, of: lessons.length })),
        h("p", { class: "task" }, tOr(`learn-${known}-${state.at + 1}`, "")),
        view ? h("y-board", {
          ".state": { ...boardOf(known), diagram: view.diagram, mover: view.side, legal: open_, hands: hasHands(known), overlay: open_.length > 0 ? marks(open_) : null, label: t("page-board-label", { game: gameName(known) }) },
          onplay: (/** @type {CustomEvent<MoveView>} */ event) => void play(event.detail),
        }) : null,
        // Passing is an answer only where the game can end by it.
        (lessons[state.at]?.task === "win" ? movesAside(open_) : []).map((move) => h("button", { type: "button", class: "aside-move", "data-move": move.text, onclick: () => void play(move) }, moveName(move))),
        h("p", { class: `verdict-line ${state.tried}`, role: "status" }, state.tried ? t(`page-learn-${state.tried}`) : " "),
        h("button", { type: "button", class: "primary big", "data-next": "", disabled: state.tried !== "right", onclick: () => { state.at += 1; void open(); } }, t("page-learn-next"), glyph("next"))]);
  }

  const firstLevel = () => entryOf(known)?.levels.find((level) => level.id === "level-beginner")?.player ?? entryOf(known)?.levels[0]?.player ?? "random";

  /** Begins a game against a player of the ladder. @param {string} player */
  async function challenge(player) {
    if (state.busy) return;
    state.busy = true;
    try {
      const created = await api.createRoom({ game: known, first: { kind: "here" }, second: { kind: "engine", player }, clock: { kind: "none" }, hints: true, listed: false });
      keep(created.room, known, created.tokens.first ? { token: created.tokens.first } : {});
      go(roomPath(created.room));
    } catch (fault) {
      state.fault = faultWords(fault);
      state.busy = false;
      draw();
    }
  }

  function ladder() {
    const levels = entryOf(known)?.levels ?? [];
    const beaten = new Set(recent().filter(({ game: own, won }) => won && idOf(own) === known).map(({ opponent }) => opponent));
    return h("section", { class: "card ladder" }, h("h2", null, t("page-learn-ladder")), h("p", { class: "soft small" }, t("page-learn-ladder-more")),
      state.fault ? h("p", { class: "notice bad", role: "alert" }, state.fault) : null,
      h("ol", null, levels.map((level) => h("li", { key: level.player, class: beaten.has(level.player) ? "beaten" : null },
        h("span", null, t(level.id)), beaten.has(level.player) ? h("span", { class: "soft small" }, t("page-learn-beaten")) : null,
        h("button", { type: "button", "data-level": level.player, "aria-label": `${t("page-nav-play")}: ${t(level.id)}`, onclick: () => void challenge(level.player) }, glyph("play"), t("page-nav-play"))))));
  }

  function draw() {
    scheduleRender(root, () => [
      h("h1", null, t("page-title-learn")),
      h("nav", { class: "rowline chips", "aria-label": t("page-choose-game") }, games().map((entry) =>
        h("a", { class: "button", href: learnPath(entry.id), "aria-current": entry.id === known ? "page" : null }, gameName(entry.id)))),
      h("div", { class: "learn-grid" }, lessonCard(), collection.card(), puzzle.card(), ladder()),
      h("p", { class: "rowline" }, h("a", { class: "button", href: rulesPath(known) }, glyph("book"), t("page-nav-rules"))),
    ]);
  }

  void open();
  return { draw, game: () => known };
}
