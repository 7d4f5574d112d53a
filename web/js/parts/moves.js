// <y-moves>: the moves of a game, with variations where there are some. Numbered by turns.

/** @import { Tree } from "../tree.js" */
/** @import { VElement, Kid } from "../dom.js" */
import { h, patch } from "../dom.js";
import { moveName } from "../games.js";
import { t } from "../i18n.js";
import { node, pathTo } from "../tree.js";
import { CLASS_SIGNS } from "../values.js";

/**
 * @typedef {object} MovesState
 * @property {Tree} tree
 * @property {number} at                 the node that is shown
 * @property {Map<number, string>} [classes]  judgements by node
 * @property {boolean} [numbered]        every move has its own number
 */

/** Variations within variations beyond this are not listed: nobody could read them. */
const DEEPEST = 100;

export class Moves extends HTMLElement {
  /** @type {MovesState | null} */
  #state = null;

  /** @param {MovesState} state */
  set state(state) {
    const moved = this.#state?.at !== state.at;
    this.#state = state;
    this.setAttribute("role", "navigation");
    this.setAttribute("aria-label", t("page-moves"));
    patch(this, state.tree.nodes.length === 1 ? h("p", { class: "soft small" }, t("page-no-moves-yet")) : this.#line(0, 0));
    if (moved) this.#show();
  }

  /** Scrolls the list, and never the page, to the move that is shown. */
  #show() {
    const shown = this.querySelector('[aria-current="true"]');
    if (!shown) return;
    const [list, move] = [this.getBoundingClientRect(), shown.getBoundingClientRect()];
    if (move.top < list.top) this.scrollTop -= list.top - move.top;
    else if (move.bottom > list.bottom) this.scrollTop += move.bottom - list.bottom;
  }

  /** A line from a node on: its first choices, with the other choices set in. @param {number} from @param {number} depth @returns {VElement} */
  #line(from, depth) {
    const { tree, numbered = false } = /** @type {MovesState} */ (this.#state);
    /** @type {Kid[]} */
    const kids = [];
    // Turns of several actions have a row each; else two turns share one.
    const rows = depth === 0 && tree.nodes.some((one) => one.move && one.parent !== null && node(tree, one.parent).move?.side === one.move.side);
    let number = turnNumber(tree, from);
    let fresh = true;
    for (let at = node(tree, from); at.kids[0] !== undefined; at = node(tree, at.kids[0])) {
      const [main, ...others] = at.kids;
      const next = node(tree, /** @type {number} */ (main));
      const turn = turnNumber(tree, next.id);
      if (numbered) {
        if (next.move) kids.push(h("span", { class: "turn", key: `n${next.id}` }, `${pathTo(tree, next.id).filter((one) => one.move).length}.`));
      } else if (fresh || turn !== number) {
        const second = next.move?.side === "second";
        if (fresh || !second || rows) kids.push(h("span", { class: "turn", key: `n${next.id}` }, `${Math.ceil(turn / 2)}${second ? "…" : "."}`));
        number = turn;
      }
      kids.push(this.#move(next.id));
      fresh = others.length > 0;
      if (depth < DEEPEST) for (const other of others) kids.push(h("div", { class: "variation", key: `v${other}` }, this.#branch(other, depth + 1)));
    }
    return h("div", { class: depth === 0 ? `line main${numbered ? " numbered" : rows ? " rows" : ""}` : "line" }, kids);
  }

  /** @param {number} id @param {number} depth */
  #branch(id, depth) {
    const { tree, numbered = false } = /** @type {MovesState} */ (this.#state);
    const turn = turnNumber(tree, id);
    const second = node(tree, id).move?.side === "second";
    const number = numbered ? `${pathTo(tree, id).filter((one) => one.move).length}.` : `${Math.ceil(turn / 2)}${second ? "…" : "."}`;
    return [node(tree, id).move ? h("span", { class: "turn" }, number) : null, this.#move(id), this.#line(id, depth)];
  }

  /** @param {number} id */
  #move(id) {
    const { tree, at, classes } = /** @type {MovesState} */ (this.#state);
    const { move, notes = {} } = node(tree, id);
    const kind = classes?.get(id);
    const said = [notes.name, notes.comment].filter((words) => words).join(": ");
    const words = move ? moveName(move) : t(notes.setup === undefined ? "page-node-note" : "page-node-setup");
    return [h("button", {
      key: id, type: "button", class: `move ${kind ?? ""}${move ? "" : " silent"}`, "data-ply": pathTo(tree, id).length, "data-move": move?.text ?? "", "data-node": id,
      "aria-current": id === at ? "true" : null,
      title: kind ? t(`page-class-${kind.replace("_", "-")}`) : null,
      onclick: () => this.dispatchEvent(new CustomEvent("go", { detail: id })),
    }, words, kind ? h("span", { class: "class", "aria-label": t(`page-class-${kind.replace("_", "-")}`) }, CLASS_SIGNS[kind] ?? "") : null),
    said ? h("span", { class: "said", key: `s${id}` }, said.length > 120 ? `${said.slice(0, 120)}…` : said) : null];
  }
}

/** Turns begun up to a node: moves of one side in a row are one turn. @param {Tree} tree @param {number} id */
export function turnNumber(tree, id) {
  let turns = 0;
  let side = "";
  for (const { move } of pathTo(tree, id)) {
    if (!move || move.side === side) continue;
    // A game may begin with Second: its turns keep even numbers.
    turns += side === "" && move.side === "second" ? 2 : 1;
    side = move.side;
  }
  return turns;
}

customElements.define("y-moves", Moves);
