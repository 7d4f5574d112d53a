// <y-pointed>: the sentences of a layer about the cell that is pointed at. It is told of every cell that the pointer
// enters, so it draws itself and not the page. It knows no game.

/** @import { Overlay } from "../messages.d.ts" */
import { h } from "../dom.js";
import { sentence, t } from "../i18n.js";

/** More than these about one cell are not read. */
const MOST = 3;

/** What a layer says about a cell. @param {Overlay | null} overlay @param {number} cell */
export function wordsAbout(overlay, cell) {
  const here = (overlay?.about ?? []).filter(({ cells }) => cells.includes(cell));
  return here.slice(0, MOST).map(({ says }) => sentence(says)).join(" ");
}

export class Pointed extends HTMLElement {
  /** @type {Overlay | null} */
  #overlay = null;
  #cell = -1;

  /** @param {Overlay | null} overlay */
  set overlay(overlay) {
    this.#overlay = overlay;
    this.#draw();
  }

  /** @param {number} cell */
  point(cell) {
    this.#cell = cell;
    this.#draw();
  }

  connectedCallback() {
    this.#draw();
  }

  #draw() {
    const words = wordsAbout(this.#overlay, this.#cell);
    this.classList.toggle("soft", words === "");
    this.replaceChildren(words || t("page-point-hint"));
  }
}

customElements.define("y-pointed", Pointed);

/** The place for the sentences, where a layer has some. @param {Overlay | null} overlay */
export function pointedLine(overlay) {
  return overlay?.about?.length ? h("y-pointed", { key: "pointed", class: "small", role: "status", ".overlay": overlay }) : null;
}

/** A cell of a board is pointed at. @param {CustomEvent<number>} event */
export function pointAt({ detail, target }) {
  const line = target instanceof Element ? target.parentElement?.querySelector("y-pointed") : null;
  if (line instanceof Pointed) line.point(detail);
}
