// Games that begin with placing pieces: all of a side's placements at once, at random or as a named start
// has them. The legal moves of every step come from the server.

/** @import { MoveView, View } from "./messages.d.ts" */
/** @import { Place } from "./api.js" */
/** @import { Drawing } from "../games/registry.js" */
import { api } from "./api.js";
import { isPlacement } from "./board/pick.js";

/** @typedef {(legal: MoveView[]) => MoveView | undefined} Choose */

/** Any of them. @type {Choose} */
export const atRandom = (legal) => legal[Math.floor(Math.random() * legal.length)];

/** What a named start has there. @param {Drawing} drawing @param {string} game @param {string} position @returns {Promise<Choose>} */
export async function asIn(drawing, game, position) {
  const { diagram } = await api.look({ game, position });
  return (legal) => drawing.placed?.(diagram, legal);
}

/** Whether pieces are being placed with a choice for each. @param {Drawing} drawing @param {{legal: MoveView[]}} view */
export function isSetup(drawing, view) {
  return drawing.placed !== undefined && view.legal.length > 0 && view.legal.every(isPlacement);
}

/**
 * Places until `done`; gives the moves, the legal moves before each, and what is then to be seen.
 * @param {Place} place @param {Drawing} drawing @param {Choose} choose @param {(view: View) => boolean} done
 */
export async function placeAll(place, drawing, choose, done) {
  /** @type {MoveView[]} */
  const moves = [];
  /** @type {MoveView[][]} */
  const choices = [];
  let view = await api.look(place);
  while (!done(view) && isSetup(drawing, view)) {
    const move = choose(view.legal);
    if (!move) break;
    choices.push(view.legal);
    moves.push(move);
    view = await api.look({ ...place, moves: [...(place.moves ?? []), ...moves.map((one) => one.text)] });
  }
  return { moves, choices, view };
}
