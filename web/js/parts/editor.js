// The position editor: pieces from a palette onto cells and into hands. The server judges the result.

/** @import { DiagramView, EditedBoard, PieceView } from "../messages.d.ts" */
import { api } from "../api.js";
import { h, patch } from "../dom.js";
import { boardOf as boardStateOf, entryOf, lookNow, pieceNamer, sideName } from "../games.js";
import { faultWords } from "../fault.js";
import { t } from "../i18n.js";
import { glyph } from "./glyphs.js";
import { drawingOf } from "../../games/registry.js";

/**
 * Opens the editor. `done` is given a position the server has read.
 * @param {{game: string, position: string, done: (position: string) => void}} order
 */
export async function editor({ game, position, done }) {
  const drawing = drawingOf(game);
  const entry = entryOf(game);
  const pieces = entry?.pieces ?? [];
  const name = pieceNamer(game);
  const hasHands = drawing.hands !== false;
  const state = {
    /** @type {DiagramView | null} */
    diagram: null,
    side: /** @type {"first" | "second"} */ ("first"),
    /** What a press puts down; nothing: it takes away. @type {PieceView | null} */
    brush: pieces[0]?.piece ?? null,
    text: position,
    fault: "",
    /** What stands for rights that are not on the board (castling). @type {Set<string>} */
    rights: new Set(),
    /** The position as the server told it last: what is not on the board is taken from there. @type {{position: string, board: EditedBoard} | null} */
    loaded: null,
  };
  const dialog = document.createElement("dialog");
  dialog.className = "editor";
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);

  /** @param {string} [text] */
  async function load(text) {
    try {
      const { view, rights = [] } = await api.lookWithRights({ game, ...(text ? { position: text } : {}) });
      const { diagram, side, position } = view;
      const granted = new Set(rights);
      Object.assign(state, { diagram, side, text: position, fault: "", rights: granted, loaded: { position, board: boardOf(diagram, side, granted, position) } });
    } catch (fault) {
      state.fault = faultWords(fault);
    }
    draw();
  }

  async function finish() {
    await composing;
    await load(state.text);
    if (state.fault) return;
    done(state.text);
    dialog.close();
  }

  /** @param {Partial<DiagramView>} change */
  function edit(change) {
    if (!state.diagram) return;
    state.diagram = { ...state.diagram, alerts: [], ...change };
    compose();
  }

  /** The last board that was sent to be made a position. */
  let composing = Promise.resolve();
  let composed = 0;

  /** The board was changed: the server makes it a position. */
  function compose() {
    composed += 1;
    composing = write(composed);
    state.fault = "";
    draw();
  }

  /** @param {number} mine */
  async function write(mine) {
    const { diagram, side, rights, loaded } = state;
    if (!diagram || !loaded || !entry?.composes) return;
    const board = boardOf(diagram, side, rights, loaded.position);
    // Whatever goes and comes back leaves the position as it was, with all that no board shows.
    if (JSON.stringify(board) === JSON.stringify(loaded.board)) {
      state.text = loaded.position;
      dialog.removeAttribute("data-composing");
      return;
    }
    dialog.setAttribute("data-composing", "");
    try {
      const text = await api.compose(game, board);
      if (mine === composed) state.text = text;
    } catch (fault) {
      if (mine === composed) state.fault = faultWords(fault);
    }
    if (mine !== composed) return;
    dialog.removeAttribute("data-composing");
    draw();
  }

  /** @param {string} right */
  function toggle(right) {
    const rights = new Set(state.rights);
    if (!rights.delete(right)) rights.add(right);
    state.rights = rights;
    compose();
  }

  /** @param {number} cell */
  function paint(cell) {
    if (!state.diagram) return;
    const cells = [...state.diagram.cells];
    const there = cells[cell];
    cells[cell] = there && state.brush && alike(there, state.brush) ? null : state.brush;
    edit({ cells });
  }

  /** One more or one less of a piece in its owner's hand. @param {PieceView} piece @param {number} by */
  function hold(piece, by) {
    if (!state.diagram) return;
    const at = piece.side === "first" ? 0 : 1;
    const order = pieces.map((one) => one.piece.kind);
    const hand = [...(state.diagram.hands[at] ?? [])];
    const place = hand.findIndex((one) => one.piece.kind === piece.kind);
    const count = (hand[place]?.count ?? 0) + by;
    if (place >= 0) hand.splice(place, 1);
    if (count > 0) hand.push({ piece, count });
    hand.sort((a, b) => order.indexOf(a.piece.kind) - order.indexOf(b.piece.kind));
    edit({ hands: at === 0 ? [hand, state.diagram.hands[1]] : [state.diagram.hands[0], hand] });
  }

  function draw() {
    const { diagram, brush } = state;
    const look = lookNow();
    const brushButton = (/** @type {PieceView} */ piece) => {
      const chosen = brush !== null && alike(brush, piece);
      return h("button", { type: "button", class: "brush", "data-piece": piece.letter, "aria-pressed": chosen ? "true" : "false", "aria-label": `${sideName(game, piece.side)}: ${name(piece)}`, onclick: () => { state.brush = piece; draw(); } },
        drawing.piece(piece, { ...look, turned: piece.side === "second", flipped: false, tilt: false }));
    };
    dialog.setAttribute("aria-label", t("page-edit-position"));
    patch(dialog, [
      h("h2", null, t("page-edit-position")),
      diagram ? h("y-board", {
        ".state": { ...boardStateOf(game), diagram, mover: state.side, legal: [], edit: true, label: t("page-edit-position") },
        onedit: (/** @type {CustomEvent} */ event) => { if ("cell" in event.detail) paint(event.detail.cell); },
      }) : null,
      entry?.composes ? [
        h("div", { class: "palette", role: "group", "aria-label": t("page-palette") },
          // A row for each side.
          /** @type {const} */ (["first", "second"]).map((side) => [side === "second" ? h("span", { class: "row-break" }) : null, pieces.filter(({ piece }) => piece.side === side).map(({ piece }) => brushButton(piece))])),
        h("div", { class: "rowline" },
          h("button", { type: "button", "data-eraser": "", "aria-pressed": brush === null ? "true" : "false", onclick: () => { state.brush = null; draw(); } }, glyph("trash"), t("page-eraser")),
          brush && diagram && hasHands ? [
            h("button", { type: "button", "data-more": "", onclick: () => hold(brush, 1) }, t("page-hand-more")),
            h("button", { type: "button", onclick: () => hold(brush, -1) }, t("page-hand-less"))] : null,
          h("button", { type: "button", onclick: () => edit({ cells: (diagram?.cells ?? []).map(() => null), hands: [[], []] }) }, t("page-clear-board")),
          h("button", { type: "button", onclick: () => void load() }, t("page-usual-start"))),
        h("div", { class: "segments" }, /** @type {const} */ (["first", "second"]).map((side) =>
          h("button", { type: "button", "data-turn": side, "aria-pressed": state.side === side ? "true" : "false", onclick: () => { state.side = side; compose(); } }, t("page-turn", { side: sideName(game, side) })))),
        entry.rights.length > 0 ? h("div", { class: "rights", role: "group", "aria-label": t("page-rights") }, entry.rights.map(({ id, name: words }) =>
          h("label", { class: "check" }, h("input", { type: "checkbox", "data-right": id, checked: state.rights.has(id), onchange: () => toggle(id) }), t(words)))) : null,
      ] : null,
      h("label", { class: "field" }, h("span", null, t("page-position-text")),
        h("input", { type: "text", class: "mono", name: "edited", value: state.text, spellcheck: "false", onchange: (/** @type {Event} */ event) => { state.text = /** @type {HTMLInputElement} */ (event.target).value; void load(state.text); } })),
      state.fault ? h("p", { class: "notice bad", role: "alert" }, state.fault) : null,
      h("div", { class: "rowline spread" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("page-cancel")),
        h("button", { type: "button", class: "primary", "data-done": "", onclick: () => void finish() }, t("page-use-position"))),
    ]);
  }

  draw();
  dialog.showModal();
  await load(position);
}

/** @param {PieceView} one @param {PieceView} other */
function alike(one, other) {
  return one.kind === other.kind && one.side === other.side && one.letter === other.letter;
}

/**
 * A board as the server reads it: pieces by their letters.
 * @param {DiagramView} diagram @param {"first" | "second"} side @param {Set<string>} rights @param {string} origin
 * @returns {EditedBoard}
 */
export function boardOf(diagram, side, rights, origin) {
  const held = (/** @type {DiagramView["hands"][0]} */ hand) => Object.fromEntries(hand.map(({ piece, count }) => [piece.letter, count]).sort());
  return {
    cells: diagram.cells.map((piece) => piece?.letter ?? ""),
    hands: [held(diagram.hands[0]), held(diagram.hands[1])],
    second_to_move: side === "second",
    rights: [...rights].sort(),
    origin,
  };
}
