// The position editor: men from a palette onto cells and into hands. The server judges the result.

/** @import { DiagramView, ManView, View } from "../messages.d.ts" */
import { api, ApiError } from "../api.js";
import { h, patch } from "../dom.js";
import { entryOf, lookNow, manNamer, moveName } from "../games.js";
import { t } from "../i18n.js";
import { drawingOf } from "../../games/registry.js";

/**
 * Opens the editor. `done` is given a position the server has read.
 * @param {{game: string, position: string, done: (position: string) => void}} order
 */
export async function editor({ game, position, done }) {
  const drawing = drawingOf(game);
  const men = entryOf(game)?.men ?? [];
  const name = manNamer(game);
  const state = {
    /** @type {DiagramView | null} */
    diagram: null,
    side: /** @type {"first" | "second"} */ ("first"),
    /** @type {ManView | null} */
    brush: null,
    text: position,
    fault: "",
  };
  const dialog = document.createElement("dialog");
  dialog.className = "editor";
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);

  /** @param {string} [text] */
  async function load(text) {
    try {
      const view = await api.look({ game, ...(text ? { position: text } : {}) });
      Object.assign(state, { diagram: view.diagram, side: view.side, text: view.position, fault: "" });
    } catch (fault) {
      state.fault = fault instanceof ApiError ? fault.message : String(fault);
    }
    draw();
  }

  async function finish() {
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

  function compose() {
    if (state.diagram && drawing.compose) state.text = drawing.compose({ diagram: state.diagram, side: state.side, start: state.text });
    state.fault = "";
    draw();
  }

  /** @param {number} cell */
  function paint(cell) {
    if (!state.diagram) return;
    const cells = [...state.diagram.cells];
    const there = cells[cell];
    const same = there && state.brush && there.kind === state.brush.kind && there.side === state.brush.side;
    cells[cell] = same ? null : state.brush;
    edit({ cells });
  }

  /** One more or one less of a man in its owner's hand. @param {ManView} man @param {number} by */
  function hold(man, by) {
    if (!state.diagram) return;
    const at = man.side === "first" ? 0 : 1;
    const order = men.map((one) => one.man.kind);
    const hand = [...(state.diagram.hands[at] ?? [])];
    const place = hand.findIndex((one) => one.man.kind === man.kind);
    const count = (hand[place]?.count ?? 0) + by;
    if (place >= 0) hand.splice(place, 1);
    if (count > 0) hand.push({ man, count });
    hand.sort((a, b) => order.indexOf(a.man.kind) - order.indexOf(b.man.kind));
    edit({ hands: at === 0 ? [hand, state.diagram.hands[1]] : [state.diagram.hands[0], hand] });
  }

  function draw() {
    const { diagram, brush } = state;
    const look = lookNow();
    const brushButton = (/** @type {ManView} */ man) => {
      const chosen = brush?.kind === man.kind && brush.side === man.side;
      return h("button", { type: "button", class: "brush", "data-man": man.letter, "aria-pressed": chosen ? "true" : "false", "aria-label": `${t(`side-${man.side}`)}: ${name(man)}`, onclick: () => { state.brush = man; draw(); } },
        drawing.man(man, { ...look, turned: man.side === "second", flipped: false }));
    };
    dialog.setAttribute("aria-label", t("page-edit-position"));
    patch(dialog, [
      h("h2", null, t("page-edit-position")),
      diagram ? h("y-board", {
        ".state": { diagram, drawing, mover: state.side, legal: [], edit: true, manName: name, moveName, look, label: t("page-edit-position") },
        onedit: (/** @type {CustomEvent} */ event) => { if ("cell" in event.detail) paint(event.detail.cell); },
      }) : null,
      drawing.compose ? [
        h("div", { class: "palette", role: "group", "aria-label": t("page-palette") },
          h("button", { type: "button", class: "brush", "aria-pressed": brush === null ? "true" : "false", "aria-label": t("page-eraser"), onclick: () => { state.brush = null; draw(); } }, "✕"),
          men.map(({ man }) => brushButton(man))),
        h("div", { class: "rowline" },
          brush && diagram ? [
            h("button", { type: "button", "data-more": "", onclick: () => hold(brush, 1) }, t("page-hand-more")),
            h("button", { type: "button", onclick: () => hold(brush, -1) }, t("page-hand-less"))] : null,
          h("button", { type: "button", onclick: () => edit({ cells: (diagram?.cells ?? []).map(() => null), hands: [[], []] }) }, t("page-clear-board")),
          h("button", { type: "button", onclick: () => void load() }, t("page-usual-start"))),
        h("div", { class: "segments" }, /** @type {const} */ (["first", "second"]).map((side) =>
          h("button", { type: "button", "aria-pressed": state.side === side ? "true" : "false", onclick: () => { state.side = side; compose(); } }, t(`turn-${side}`)))),
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
