// What the page knows of the games: the server's list, and names in the visitor's language.

/** @import { GameEntry, PieceView, MoveView } from "./messages.d.ts" */
/** @import { Look } from "../games/registry.js" */
import { api } from "./api.js";
import { nameOf, t, tOr } from "./i18n.js";
import { settings } from "./settings.js";

/** @type {GameEntry[]} */
let list = [];

export async function loadGames() {
  list = (await api.games()).games;
}

export const games = () => list;

/** The id of a game named with options. @param {string} spec */
export const idOf = (spec) => spec.split("?")[0] ?? spec;

/** @param {string} spec */
export function entryOf(spec) {
  return list.find((entry) => entry.id === idOf(spec));
}

/** Whether a turn may have several moves, so that it is staged and confirmed. @param {string} spec */
export const hasStagedTurns = (spec) => entryOf(spec)?.staged_turns ?? false;

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

/** A move in the style the visitor likes, as it can be typed. @param {MoveView} move */
export function moveText(move) {
  return move.styled[settings.get().style] ?? move.text;
}

/** A move as it is shown: some (passes) have words instead of squares. @param {MoveView} move */
export function moveName(move) {
  return tOr(`move-${move.text}`, moveText(move));
}

/** A game with chosen options. @param {string} id @param {Record<string, string>} options */
export function specOf(id, options) {
  const entry = entryOf(id);
  const changed = Object.entries(options).filter(([key, value]) => {
    const known = entry?.options.find((option) => option.key === key);
    return known && value !== "" && value !== known.default;
  });
  return changed.length === 0 ? id : `${id}?${changed.map(([key, value]) => `${key}=${value}`).join("&")}`;
}

/** The opposite of `specOf`. @param {string} spec @returns {Record<string, string>} */
export function optionsOf(spec) {
  const text = spec.split("?")[1] ?? "";
  const pairs = text.split("&").filter((pair) => pair.includes("="));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

/** @returns {Look} */
export function lookNow() {
  const { set, marks, tilt } = settings.get();
  return { set, marks, tilt, signs: hasSigns() };
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
