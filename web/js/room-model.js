// A room as the page knows it, and how messages change it. Plain functions on plain data.

/** @import { RoomState, ServerMessage, You, MoveView, PlayedMove } from "./messages.d.ts" */
/** @import { RoomShown } from "./packed.js" */
import { unpack, unpackRoom } from "./packed.js";

/**
 * A turn that was sent and is not yet confirmed. Sent again after a reconnection: the number of moves
 * before it tells the server whether it has it already.
 * @typedef {{moves: string[], ply: number}} Pending
 *
 * @typedef {object} Model
 * @property {RoomShown | null} room
 * @property {You} you
 * @property {number} heardAt     this page's time when the room's clock was told
 * @property {Pending | null} pending
 */

/** @returns {Model} */
export const empty = () => ({ room: null, you: "spectator", heardAt: 0, pending: null });

/**
 * @param {Model} model @param {ServerMessage} message @param {number} now
 * @returns {Model}
 */
export function receive(model, message, now) {
  switch (message.type) {
    case "welcome": {
      const pending = model.pending && model.pending.ply === message.room.ply ? model.pending : null;
      return { ...model, room: unpackRoom(message.room), you: message.you, heardAt: now, pending };
    }
    case "event": {
      // Replayed events are past: the welcome has told the present.
      if (!model.room || message.replayed || message.seq <= model.room.seq) return model;
      const room = { ...model.room, ...unpack(message.state, model.room.pieces), played: playedAfter(model.room.played, message.event, message.state) };
      const sealed = message.event.kind === "sealed" && message.event.side === model.you;
      const pending = model.pending && (sealed || message.state.ply > model.pending.ply) ? null : model.pending;
      return { ...model, room, heardAt: now, pending };
    }
    case "presence": {
      if (!model.room) return model;
      const { seats, absent, watchers } = message;
      return { ...model, room: { ...model.room, seats, absent, watchers } };
    }
    case "error":
      return message.ref === "move" ? { ...model, pending: null } : model;
    default:
      return model;
  }
}

/** @param {PlayedMove[]} played @param {import("./messages.d.ts").RoomEvent} event @param {RoomState} state */
function playedAfter(played, event, state) {
  if (event.kind === "moved") return [...played, ...event.moves].slice(0, state.ply);
  if (event.kind === "took_back") return played.slice(0, state.ply);
  return played;
}

/** Whether moves were missed: the list must be as long as the state says. @param {Model} model */
export function isWhole(model) {
  return model.room === null || model.room.played.length === model.room.ply;
}

/** For whom this page acts: the side to move, or its own in a hidden set-up. @param {Model} model @returns {"first" | "second"} */
export function actor({ room, you }) {
  const own = you === "first" || you === "second" ? you : null;
  return room?.sealed && own ? own : (room?.side ?? "first");
}

/** Whether this page may move now. @param {Model} model */
export function mayMove(model) {
  const { room, you, pending } = model;
  if (!room || room.outcome || room.counting || pending || room.legal.length === 0) return false;
  // In a hidden set-up both place at the same time, each once.
  if (room.sealed) return (you === "first" || you === "second") && !room.sealed[you];
  const seat = room.seats[room.side];
  return seat.kind !== "engine" && (you === "both" || you === room.side);
}

/** Whether this page may say what is dead: play has stopped, and no engine says it. @param {Model} model */
export function mayMark({ room, you }) {
  if (!room?.counting || room.outcome || you === "spectator") return false;
  return room.seats.first.kind !== "engine" && room.seats.second.kind !== "engine";
}

/** Whether a seat waits for a person. @param {Model} model */
export function openSeat(model) {
  const seats = model.room?.seats;
  if (!seats) return null;
  if (seats.first.kind === "open" && !seats.first.taken) return "first";
  return seats.second.kind === "open" && !seats.second.taken ? "second" : null;
}

/** Milliseconds on a side's clock at this page's time `now`. @param {Model} model @param {"first" | "second"} side @param {number} now */
export function timeLeft(model, side, now) {
  const clock = model.room?.clock;
  if (!clock || clock.kind === "none") return null;
  const gone = clock.running === side ? now - model.heardAt : 0;
  return Math.max(0, clock.left_ms[side] - gone);
}

/** The cells of the last move. @param {MoveView | undefined} move */
export function touched(move) {
  return move ? [move.from, move.to].filter((cell) => cell !== null) : [];
}

/** The moves of the last turn: moves of one side in a row are one turn. @template {MoveView} T @param {T[]} played */
export function lastTurn(played) {
  const side = played.at(-1)?.side;
  const others = played.findLastIndex((move) => move.side !== side);
  return played.slice(others + 1);
}

/** Its steps from cell to cell. @param {MoveView[]} moves */
export function trail(moves) {
  return moves.flatMap(({ from, to }) => (from === null || to === null ? [] : [{ from, to }]));
}
