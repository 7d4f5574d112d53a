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

/** The moves that begin at a spot. @param {MoveView[]} legal @param {Spot} spot */
export function movesFrom(legal, spot) {
  if ("cell" in spot) return legal.filter((move) => move.from === spot.cell);
  return legal.filter((move) => move.hand === spot.hand);
}

/**
 * The moves that end on a cell: from what is picked up, or else those that put a new piece there
 * without taking it from a hand.
 * @param {MoveView[]} legal @param {Spot | null} picked @param {number} cell
 */
export function movesTo(legal, picked, cell) {
  const from = picked ? movesFrom(legal, picked) : legal.filter((move) => isPlacement(move));
  return from.filter((move) => move.to === cell);
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
  const from = picked ? movesFrom(legal, picked) : legal.filter(isPlacement);
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
