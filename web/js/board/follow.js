// Which piece is which from one board to the next, so that a move is seen as a movement.

/** @import { DiagramView, PieceView } from "../messages.d.ts" */

/**
 * A piece that is followed: a key for life, where it is, and what it is.
 * @typedef {{key: number, cell: number, piece: PieceView}} Followed
 */

let lastKey = 0;

/**
 * Carries the keys over to a new board: pieces that stayed keep theirs; of the others, pieces of the same
 * side and kind are matched by the least distance, then pieces that only changed their kind.
 * @param {Followed[]} before
 * @param {DiagramView} diagram
 * @param {{from: number | null, to: number | null} | null} [moved]  the move between the two boards, where it is known
 * @returns {Followed[]}
 */
export function follow(before, diagram, moved = null) {
  /** @type {Followed[]} */
  const after = [];
  /** @type {{cell: number, piece: PieceView}[]} */
  let open = [];
  let free = [...before];
  const take = (/** @type {Followed} */ known, /** @type {{cell: number, piece: PieceView}} */ now) => {
    free = free.filter((one) => one !== known);
    after.push({ key: known.key, cell: now.cell, piece: now.piece });
  };
  // A known move is no guess: what stood where it began stands where it ends.
  const mover = moved ? before.find((one) => one.cell === moved.from) : undefined;
  const arrived = moved?.to == null ? null : diagram.cells[moved.to];
  const told = mover && arrived?.side === mover.piece.side && diagram.cells[mover.cell] === null ? moved?.to : null;
  if (mover && arrived && typeof told === "number") {
    take(mover, { cell: told, piece: arrived });
    free = free.filter((one) => one.cell !== told);
  }
  for (const [cell, piece] of diagram.cells.entries()) {
    if (!piece || cell === told) continue;
    const stayed = free.find((one) => one.cell === cell && sameKind(one.piece, piece));
    if (stayed) take(stayed, { cell, piece });
    else open.push({ cell, piece });
  }
  for (const fits of [sameKind, sameSide]) {
    const rest = [];
    for (const now of open) {
      const near = free
        .filter((one) => fits(one.piece, now.piece))
        .sort((a, b) => distance(diagram.width, a.cell, now.cell) - distance(diagram.width, b.cell, now.cell))[0];
      if (near) take(near, now);
      else rest.push(now);
    }
    open = rest;
  }
  for (const now of open) after.push({ key: ++lastKey, ...now });
  // A stable order in the document keeps running transitions alive.
  return after.sort((a, b) => a.key - b.key);
}

/** @param {PieceView} one @param {PieceView} other */
function sameKind(one, other) {
  return one.side === other.side && one.kind === other.kind;
}

/** @param {PieceView} one @param {PieceView} other */
function sameSide(one, other) {
  return one.side === other.side;
}

/** @param {number} width @param {number} one @param {number} other */
function distance(width, one, other) {
  return Math.hypot((one % width) - (other % width), Math.floor(one / width) - Math.floor(other / width));
}
