// What the page knows of the games: the server's list, and names in the visitor's language.

/** @import { GameEntry, PieceView, MoveView } from "./messages.d.ts" */
/** @import { Look } from "../games/registry.js" */
/** @import { Kid } from "./dom.js" */
import { drawingOf, loadDrawings } from "../games/registry.js";
import { api } from "./api.js";
import { h } from "./dom.js";
import { nameOf, t, tOr } from "./i18n.js";
import { settings } from "./settings.js";

/** @type {GameEntry[]} */
let list = [];

/** Where other devices reach this server; `null`: nowhere. @type {string | null} */
let share = null;

export async function loadGames() {
  ({ games: list, share } = await api.games());
  await loadDrawings(list);
}

export const games = () => list;

/** The address that others can open, of a path here: a page on this machine's loopback is found elsewhere by others, or nowhere. @param {string} path */
export function shared(path) {
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return { address: (here ? (share ?? location.origin) : location.origin) + path, reachable: !here || share !== null, elsewhere: here && share !== null };
}

/** The id of a game named with options. @param {string} spec */
export const idOf = (spec) => spec.split("?")[0] ?? spec;

/** @param {string} spec */
export function entryOf(spec) {
  return list.find((entry) => entry.id === idOf(spec));
}

/** Whether a turn may have several moves, so that it is staged and confirmed. @param {string} spec */
export const hasStagedTurns = (spec) => entryOf(spec)?.staged_turns ?? false;

/** What a game calls a side: `first`, `white`, `red` … @param {string} game @param {"first" | "second"} side */
export const sideId = (game, side) => entryOf(game)?.sides?.[side === "first" ? 0 : 1] ?? side;

/** A side's name in the visitor's language. @param {string} game @param {"first" | "second"} side */
export const sideName = (game, side) => t(`side-${sideId(game, side)}`);

/** A side with its mark; without words, its name. @param {string} game @param {"first" | "second"} side @param {...Kid} words */
export function sideTag(game, side, ...words) {
  return h("span", { class: `side as-${sideId(game, side)}` }, words.length > 0 ? words : sideName(game, side));
}

/** Whether the board is turned for a player. @param {string} game @param {string | null | undefined} side */
export function isTurnedFor(game, side) {
  return side === "second" && drawingOf(game).facing !== false;
}

/** Whether pieces can be in hand, so that room is kept for them from the start; unknown where the rules' options do not tell. @param {string} spec */
export function hasHands(spec) {
  const captures = entryOf(spec)?.options.find((option) => option.key === "captures");
  return captures ? (optionsOf(spec).captures ?? captures.default) === "hand" : undefined;
}

/** What every board of a game needs. @param {string} game */
export function boardOf(game) {
  return {
    drawing: drawingOf(game), pieces: (entryOf(game)?.pieces ?? []).map(({ piece }) => piece), pieceName: pieceNamer(game), moveName, look: lookNow(), style: styleOf(game),
    sideName: (/** @type {"first" | "second"} */ side) => sideName(game, side),
  };
}

/** @param {string} spec @param {Record<string, string | undefined>} [names] */
export function gameName(spec, names) {
  const name = nameOf(names ?? entryOf(spec)?.names, idOf(spec));
  const options = spec.split("?")[1];
  return options ? `${name} (${options.replaceAll("&", ", ")})` : name;
}

/** Names the pieces of a game. @param {string} spec @returns {(piece: PieceView) => string} */
export function pieceNamer(spec) {
  const pieces = entryOf(spec)?.pieces ?? [];
  return (piece) => {
    const known = pieces.find((one) => one.piece.kind === piece.kind && one.piece.side === piece.side);
    const name = nameOf(known?.names, tOr(`piece-${piece.kind}`, piece.kind));
    if (!piece.faces || piece.faces.length < 3) return name;
    const [, front, side] = piece.faces.map((face) => tOr(`piece-${face}`, face));
    return t("page-faces", { top: name, front, side });
  };
}

/** The style in which a game's moves are written for this visitor; `exact` is the plain text. @param {string} game */
export function styleOf(game) {
  const { style, lang } = settings.get();
  const entry = entryOf(game);
  return style === "exact" || entry?.styles.includes(style) ? style : (entry?.notation[lang] ?? "exact");
}

/** Chinese readers know the characters of shogi, but no kana other than the promoted pawn's. */
const KANA = /[ぁ-でな-ヿ]/u;

/** A move in the style the visitor likes, as it can be typed. @param {MoveView} move */
export function moveText(move) {
  const { style, lang } = settings.get();
  if (style === "exact") return move.text;
  // A move has the styles of its game only, so no game need be named; a language's own styles come first.
  const native = list.flatMap((entry) => entry.notation[lang] ?? []);
  const english = new Set(list.flatMap((entry) => entry.notation.en ?? []));
  const isRead = (/** @type {string} */ name) => lang !== "zh" || !KANA.test(move.styled[name] ?? "");
  const liked = [...native.filter((name) => !english.has(name)), ...native].filter(isRead);
  const found = [style, ...liked].find((name) => name in move.styled);
  return (found && move.styled[found]) ?? move.text;
}

/** A move as it is shown: some (passes) have words instead of squares. @param {MoveView} move */
export function moveName(move) {
  return tOr(`move-${move.text}`, moveText(move));
}

/**
 * A game with chosen options. Defaults may depend on other options (komi on a handicap), so a chosen value is left out only
 * where every one is the default. @param {string} id @param {Record<string, string>} options
 */
export function specOf(id, options) {
  const known = new Map(entryOf(id)?.options.map((option) => [option.key, option.default]));
  const chosen = Object.entries(options).filter(([key, value]) => known.has(key) && value !== "");
  const isChanged = chosen.some(([key, value]) => value !== known.get(key));
  return isChanged ? `${id}?${chosen.map(([key, value]) => `${key}=${value}`).join("&")}` : id;
}

/** The opposite of `specOf`. @param {string} spec @returns {Record<string, string>} */
export function optionsOf(spec) {
  const text = spec.split("?")[1] ?? "";
  const pairs = text.split("&").filter((pair) => pair.includes("="));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

/** @returns {Look} */
export function lookNow() {
  const { set, marks, tilt, turn, lean, coordinates } = settings.get();
  return { set, marks, tilt, turn, lean, coordinates, signs: hasSigns() };
}

/** @type {boolean | null} */
let signs = null;

/** Whether the screen's fonts have Chinese characters: two different ones must look different. */
function hasSigns() {
  if (signs !== null) return signs;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 24;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const draw = (/** @type {string} */ text) => {
    if (!pen) return "";
    pen.clearRect(0, 0, 24, 24);
    pen.font = "20px sans-serif";
    pen.fillText(text, 0, 20);
    return pen.getImageData(0, 0, 24, 24).data.join();
  };
  signs = draw("金") !== draw("飛");
  return signs;
}
