// Rooms send boards in few bytes: pieces as numbers, placements as cells. Here they become what the page draws.

/** @import { DiagramView, MoveView, PackedBoard, PieceView, RoomState, RoomView } from "./messages.d.ts" */

/**
 * The state of a room with its board and all legal moves spelled out.
 * @typedef {Omit<RoomState, "board" | "places"> & {diagram: DiagramView}} StateShown
 * @typedef {Omit<RoomView, "board" | "places"> & {diagram: DiagramView}} RoomShown
 */

/** @param {PackedBoard} board @param {PieceView[]} pieces @returns {DiagramView} */
function unpackBoard(board, pieces) {
  const { cells, hands, more = [], ...rest } = board;
  const all = [...pieces, ...more];
  const piece = (/** @type {number} */ number) => /** @type {PieceView} */ (all[number - 1]);
  const held = (/** @type {PackedBoard["hands"][0]} */ hand) => hand.map((one) => ({ piece: piece(one.piece), count: one.count }));
  return { ...rest, cells: cells.map((number) => (number === 0 ? null : piece(number))), hands: [held(hands[0]), held(hands[1])] };
}

/** The moves that put a piece on a cell, written as the cell's name. @param {PackedBoard} board @param {number[]} places @param {"first" | "second"} side @returns {MoveView[]} */
function placements({ width, files, ranks }, places, side) {
  return places.map((to) => ({ text: `${files[to % width]}${ranks[Math.floor(to / width)]}`, styled: {}, side, from: null, to }));
}

/** @template {RoomState} T @param {T} state @param {PieceView[]} pieces @returns {Omit<T, "board" | "places"> & {diagram: DiagramView}} */
export function unpack(state, pieces) {
  const { board, places, ...rest } = state;
  return { ...rest, diagram: unpackBoard(board, pieces), legal: [...placements(board, places, state.side), ...state.legal] };
}

/** @param {RoomView} room @returns {RoomShown} */
export const unpackRoom = (room) => unpack(room, room.pieces);
