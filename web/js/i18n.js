// Messages in the visitor's language, from the same source as the terminal's.

import { settings } from "./settings.js";

/**
 * The messages of a language; `singular` has other forms of those that count something, for one.
 * @typedef {{messages: Record<string, string>, singular: Record<string, {variable: string, text: string}>}} Messages
 */

/** @type {Map<string, Messages>} */
const loaded = new Map();
/** @type {Messages} */
let current = { messages: {}, singular: {} };
/** The parts that are wanted: the lobby's come first, the others with the first page that says them. @type {("first" | "rest")[]} */
const parts = ["first"];
let language = "";

/** Loads a language's messages and makes them current. @param {string} lang */
export async function useLanguage(lang) {
  language = lang;
  const answers = await Promise.all(parts.map((part) => load(lang, part)));
  // Somebody may have chosen another one meanwhile.
  if (language !== lang) return;
  current = { messages: Object.assign({}, ...answers.map(({ messages }) => messages)), singular: Object.assign({}, ...answers.map(({ singular }) => singular)) };
}

/** Loads the messages that the lobby does without; pages wait for them. */
export async function useAllMessages() {
  if (!parts.includes("rest")) parts.push("rest");
  await useLanguage(language);
}

/** @param {string} lang @param {"first" | "rest"} part @returns {Promise<Messages>} */
async function load(lang, part) {
  const path = `/api/v1/messages/${lang}?part=${part}`;
  const known = loaded.get(path);
  if (known) return known;
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`messages in ${lang}: ${answer.status}`);
  const messages = await answer.json();
  loaded.set(path, messages);
  return messages;
}

/**
 * A message with its variables filled in; an unknown id comes back as itself.
 * @param {string} id
 * @param {Record<string, string | number | undefined>} [args]
 */
export function t(id, args) {
  const one = current.singular[id];
  const pattern = one && Number(args?.[one.variable]) === 1 ? one.text : current.messages[id];
  return fill(pattern ?? id, args);
}

/** As `t`, with something else where there is no such message. @param {string} id @param {string} otherwise */
export function tOr(id, otherwise) {
  return current.messages[id] ?? otherwise;
}

/**
 * A sentence that a game says: gaps are numbers, texts, messages, names, or sentences in turn.
 * @param {Sentence} sentence @returns {string}
 * @typedef {{id: string, args: {[name: string]: Gap | undefined}}} Sentence
 * @typedef {number | string | {message: string} | {en: string, ja: string, zh: string} | Sentence[]} Gap
 */
export function sentence({ id, args }) {
  const word = (/** @type {Gap | undefined} */ gap) => {
    if (gap === undefined || typeof gap !== "object") return gap;
    if (Array.isArray(gap)) return gap.map(sentence).join(t("list-separator"));
    return "message" in gap ? t(gap.message) : nameOf(gap, gap.en);
  };
  return t(id, Object.fromEntries(Object.entries(args).map(([name, gap]) => [name, word(gap)])));
}

/**
 * Fills `{ $name }` places of a pattern; `{ "text" }` is the text.
 * @param {string} pattern
 * @param {Record<string, string | number | undefined>} [args]
 */
export function fill(pattern, args) {
  return pattern.replace(/\{\s*(?:\$([a-z_]+)|"([^"]*)")\s*\}/g, (whole, name, text) => (name === undefined ? text : String(args?.[name] ?? whole)));
}

/** The name in the visitor's language. @param {Record<string, string | undefined> | undefined} names @param {string} otherwise */
export function nameOf(names, otherwise) {
  return names?.[settings.get().lang] ?? names?.en ?? otherwise;
}
