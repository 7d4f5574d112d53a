// Picking up and putting down. The legal moves decide; no rule is known here.

/** @import { MoveView } from "../messages.d.ts" */

/**
 * A place that can be pressed: a cell, or an entry of the mover's hand.
 * @typedef {{cell: number} | {hand: number}} Spot
 * @typedef {{picked: Spot | null, moves: MoveView[], refused: boolean}} Pressed
 */

/** @param {Spot | null} one @param {Spot | null} other */
export function same(one, other) {
  if (one === null || other === null) return one === other;
  return "cell" in one ? "cell" in other && one.cell === other.cell : "hand" in other && one.hand === other.hand;
}

/**
 * Moves by where they begin and where they put something down. Lists of moves are never changed, so that
 * one index serves every question about a list, however large the board.
 * @typedef {{from: Map<number, MoveView[]>, hand: Map<number, MoveView[]>, places: Map<number, MoveView[]>, placed: Set<number>}} Index
 */

/** @type {WeakMap<MoveView[], Index>} */
const indexes = new WeakMap();
/** @type {MoveView[]} */
const NONE = [];

/** @param {MoveView[]} legal @returns {Index} */
function indexOf(legal) {
  const known = indexes.get(legal);
  if (known) return known;
  /** @type {Index} */
  const index = { from: new Map(), hand: new Map(), places: new Map(), placed: new Set() };
  const add = (/** @type {Map<number, MoveView[]>} */ to, /** @type {number} */ at, /** @type {MoveView} */ move) => {
    const there = to.get(at);
    if (there) there.push(move);
    else to.set(at, [move]);
  };
  for (const move of legal) {
    if (move.from !== null) add(index.from, move.from, move);
    if (move.hand !== undefined) add(index.hand, move.hand, move);
    if (isPlacement(move)) add(index.places, /** @type {number} */ (move.to), move);
  }
  index.placed = new Set(index.places.keys());
  indexes.set(legal, index);
  return index;
}

/** The moves that begin at a spot. @param {MoveView[]} legal @param {Spot} spot */
export function movesFrom(legal, spot) {
  const { from, hand } = indexOf(legal);
  return ("cell" in spot ? from.get(spot.cell) : hand.get(spot.hand)) ?? NONE;
}

/** The moves that put a piece on a cell without taking it from a hand. @param {MoveView[]} legal @param {number} cell */
export const placementsOn = (legal, cell) => indexOf(legal).places.get(cell) ?? NONE;

/**
 * The moves that end on a cell: from what is picked up, or else those that put a new piece there
 * without taking it from a hand.
 * @param {MoveView[]} legal @param {Spot | null} picked @param {number} cell
 */
export function movesTo(legal, picked, cell) {
  return picked ? movesFrom(legal, picked).filter((move) => move.to === cell) : placementsOn(legal, cell);
}

/** @param {MoveView} move */
export function isPlacement(move) {
  return move.from === null && move.to !== null && move.hand === undefined;
}

/** Moves that need no cell: passes and the like. @param {MoveView[]} legal */
export function movesAside(legal) {
  return legal.filter((move) => move.from === null && move.to === null && move.hand === undefined);
}

/**
 * What a press does: plays (several moves: a choice is to be made), picks up, lets go, or nothing.
 * @param {MoveView[]} legal @param {Spot | null} picked @param {Spot} spot
 * @returns {Pressed}
 */
export function press(legal, picked, spot) {
  if (picked && same(picked, spot)) return { picked: null, moves: [], refused: false };
  if ("cell" in spot) {
    const moves = movesTo(legal, picked, spot.cell);
    if (moves.length > 0) return { picked: null, moves, refused: false };
  }
  if (movesFrom(legal, spot).length > 0) return { picked: spot, moves: [], refused: false };
  return { picked: null, moves: [], refused: true };
}

/** The cells to which what is picked up can go. @param {MoveView[]} legal @param {Spot | null} picked */
export function targets(legal, picked) {
  if (!picked) return indexOf(legal).placed;
  const from = movesFrom(legal, picked);
  return new Set(from.flatMap((move) => (move.to === null ? [] : [move.to])));
}

/**
 * Finds a typed move: the exact text or any of its ways of writing, whatever the case.
 * @param {MoveView[]} legal @param {string} text
 */
export function typed(legal, text) {
  const plain = (/** @type {string} */ word) => word.trim().toLowerCase().replace(/\s+/g, "");
  const exact = legal.filter((move) => move.text === text.trim());
  if (exact.length > 0) return exact;
  const wanted = plain(text);
  if (wanted === "") return [];
  return legal.filter((move) => [move.text, ...Object.values(move.styled)].some((one) => plain(one ?? "") === wanted));
}
