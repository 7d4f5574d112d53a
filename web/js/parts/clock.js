// <y-clock>: one side's time. It runs on its own between the server's words.

import { t } from "../i18n.js";
import { say, sound } from "../live.js";
import { clockText } from "../values.js";

/**
 * @typedef {object} ClockState
 * @property {number} left      milliseconds at `since`
 * @property {number} since     this page's time
 * @property {boolean} running
 * @property {number} periods   periods left, 0 where there are none
 * @property {number} turns     turns to be played in the running period, 0 where there is none
 * @property {boolean} own      this visitor's clock: it is spoken when time grows short
 * @property {string} label
 */

/** Seconds at which one's own clock speaks. */
const SPEAKS = [60, 30, 10];

export class Clock extends HTMLElement {
  /** @type {ClockState | null} */
  #state = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #spoken = Infinity;
  #text = "";

  /** @param {ClockState} state */
  set state(state) {
    this.#state = state;
    if (!state.running) this.#spoken = Infinity;
    this.#show();
    this.#run();
  }

  connectedCallback() {
    this.setAttribute("role", "timer");
    this.#run();
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #run() {
    clearInterval(this.#timer);
    if (this.#state?.running && this.isConnected) this.#timer = setInterval(() => this.#show(), 100);
  }

  #show() {
    const state = this.#state;
    if (!state) return;
    const left = Math.max(0, state.left - (state.running ? performance.now() - state.since : 0));
    const periods = state.turns > 0 ? ` / ${state.turns}` : state.periods > 0 ? ` ×${state.periods}` : "";
    const text = clockText(left) + periods;
    if (this.#text !== text) this.textContent = this.#text = text;
    this.classList.toggle("running", state.running);
    this.classList.toggle("short", left < 20_000);
    this.setAttribute("aria-label", `${state.label}: ${text}`);
    if (!state.running || !state.own) return;
    const seconds = Math.ceil(left / 1000);
    const due = SPEAKS.find((mark) => seconds === mark && mark < this.#spoken);
    if (due === undefined) return;
    this.#spoken = due;
    say(t("page-clock-left", { seconds: due }));
    sound("tick");
  }
}

customElements.define("y-clock", Clock);
