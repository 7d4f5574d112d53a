// The numbers of moves on the pieces that they put down.

/** @import { DiagramView, MoveView } from "../messages.d.ts" */
import { t } from "../i18n.js";

/**
 * For every cell with a piece, the number of the last move that put one there.
 * @param {MoveView[]} played @param {DiagramView} diagram @returns {Map<number, number>}
 */
export function moveNumbers(played, diagram) {
  const numbers = new Map();
  played.forEach(({ from, to, side }, at) => {
    if (from === null && to !== null && diagram.cells[to]?.side === side) numbers.set(to, at + 1);
  });
  return numbers;
}

/** Moves on a cell that was used before, with the number of its first move: "20 at 12". @param {MoveView[]} played */
export function usedAgain(played) {
  /** @type {Map<number, number>} */
  const first = new Map();
  /** @type {{number: number, at: number}[]} */
  const again = [];
  played.forEach(({ from, to }, at) => {
    if (from !== null || to === null) return;
    const earlier = first.get(to);
    if (earlier === undefined) first.set(to, at + 1);
    else again.push({ number: at + 1, at: earlier });
  });
  return again;
}

/** The same as words. @param {MoveView[]} played */
export const usedAgainWords = (played) => usedAgain(played).map(({ number, at }) => t("page-number-at", { number, at })).join(", ");
