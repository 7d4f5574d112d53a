// What a visitor likes: kept in this browser, applied to the document at once.

import { turned } from "./board/geometry.js";
import { createStore } from "./store.js";

const KEY = "yomikiri.settings";
export const LANGUAGES = /** @type {const} */ (["en", "ja", "zh"]);

/**
 * @typedef {(typeof LANGUAGES)[number]} Lang
 * @typedef {object} Settings
 * @property {Lang} lang
 * @property {"auto" | "light" | "dark"} theme
 * @property {"auto" | "signs" | "letters" | "shapes"} set
 * @property {boolean} marks  how pieces move is marked on them
 * @property {boolean} animation
 * @property {boolean} sound
 * @property {string} style   the way moves are written: `native` to each game, `exact`, or a style
 * @property {boolean} confirm  a turn of several actions waits for a confirmation
 * @property {boolean} tilt   boards with solid pieces are tilted
 * @property {number} turn    from where a tilted board is seen: degrees around it,
 * @property {number} lean    and how far it leans back
 * @property {boolean} coordinates  files and ranks have their names around the board
 * @property {boolean} numbers  stones carry the number of their move
 */

/** @returns {Settings} */
function defaults() {
  const wanted = (globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2));
  const lang = wanted.find((code) => LANGUAGES.includes(/** @type {Lang} */ (code))) ?? "en";
  return {
    lang: /** @type {Lang} */ (lang), theme: "auto", set: "auto", marks: true, animation: true,
    sound: false, style: "native", confirm: true, tilt: (globalThis.innerWidth ?? 0) > 700, turn: 16, lean: 46,
    coordinates: true, numbers: false,
  };
}

/** Reads what was kept; anything unexpected is left out. @returns {Settings} */
function read() {
  const known = defaults();
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const [name, value] of Object.entries(known)) {
      if (typeof kept[name] === typeof value) /** @type {any} */ (known)[name] = kept[name];
    }
    if (!LANGUAGES.includes(known.lang)) known.lang = "en";
    if (known.style === "") known.style = "native";
  } catch {
    // A damaged store is no reason not to play.
  }
  return known;
}

export const settings = createStore(read());

settings.listen((value) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the settings then last as long as the page.
  }
  apply(value);
});

/** @param {Settings} value */
export function apply(value) {
  const root = document.documentElement;
  root.lang = value.lang === "zh" ? "zh-Hans" : value.lang;
  root.dataset.theme = value.theme;
  root.dataset.motion = value.animation ? "on" : "off";
}

/** Whether things may move about. */
export function motion() {
  return settings.get().animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Looks at a tilted board from further around. @param {number} degrees */
export function turnBoard(degrees) {
  settings.set(turned(settings.get(), degrees, 0));
}

/** Solid pieces stand on a tilted board or are seen from above. */
export function toggleTilt() {
  settings.set({ tilt: !settings.get().tilt });
}
