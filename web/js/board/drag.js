// Dragging pieces with mouse, pen or finger, and turning a tilted board. A press without movement stays a click.

/** @import { Seen } from "./geometry.js" */
import { turned } from "./geometry.js";

/**
 * @typedef {object} Dragging
 * @property {(event: PointerEvent) => number | null} seen  the cell of a piece that is seen there and stands elsewhere
 * @property {(cell: number) => boolean} can   whether a piece may be dragged from here
 * @property {(cell: number) => void} begin
 * @property {(cell: number | null) => void} end  the cell it was let go over
 */

const SLACK = 6;

/** @param {HTMLElement} board @param {Dragging} actions */
export function drag(board, actions) {
  /** @type {{cell: number, x: number, y: number, piece: HTMLElement | null, id: number} | null} */
  let held = null;
  const cellUnder = (/** @type {PointerEvent} */ event) => {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const button = under.find((one) => one instanceof HTMLElement && one.dataset.cell !== undefined && board.contains(one));
    return actions.seen(event) ?? (button ? Number(/** @type {HTMLElement} */ (button).dataset.cell) : null);
  };
  board.onpointerdown = (event) => {
    const target = event.target;
    if (event.button !== 0 || !(target instanceof HTMLElement) || target.dataset.cell === undefined) return;
    const cell = actions.seen(event) ?? Number(target.dataset.cell);
    if (actions.can(cell)) held = { cell, x: event.clientX, y: event.clientY, piece: null, id: event.pointerId };
  };
  board.onpointermove = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.piece) {
      if (Math.hypot(dx, dy) < SLACK) return;
      board.setPointerCapture(held.id);
      actions.begin(held.cell);
      held.piece = board.querySelector(`.piece[data-at="${held.cell}"]`);
      board.classList.add("dragging");
    }
    held.piece?.style.setProperty("translate", `${dx}px ${dy}px`);
  };
  const finish = (/** @type {PointerEvent} */ event) => {
    if (!held || event.pointerId !== held.id) return;
    const { piece } = held;
    const dragged = piece !== null;
    held = null;
    if (!dragged) return;
    board.classList.remove("dragging");
    piece.style.removeProperty("translate");
    // The click that follows a drag is not a press of its own.
    board.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => board.removeEventListener("click", swallow, { capture: true }), 0);
    actions.end(event.type === "pointerup" ? cellUnder(event) : null);
  };
  board.onpointerup = finish;
  board.onpointercancel = finish;
}

/** Degrees for each pixel, around the board and up. */
const [AROUND, UP] = [0.4, 0.25];

/**
 * Turns a tilted board: a drag that does not begin on a piece that can be moved.
 * @param {HTMLElement} board
 * @param {{can: (event: PointerEvent) => boolean, seen: () => Seen, show: (seen: Seen) => void, end: (seen: Seen) => void}} actions
 */
export function turnByDrag(board, { can, seen, show, end }) {
  /** @type {{x: number, y: number, id: number, from: Seen, now: Seen | null} | null} */
  let held = null;
  board.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && can(event)) held = { x: event.clientX, y: event.clientY, id: event.pointerId, from: seen(), now: null };
  });
  board.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.now && Math.hypot(dx, dy) < SLACK) return;
    if (!held.now) board.setPointerCapture(held.id);
    held.now = turned(held.from, -dx * AROUND, -dy * UP);
    show(held.now);
  });
  const finish = (/** @type {PointerEvent} */ event) => {
    if (!held || event.pointerId !== held.id) return;
    const { now } = held;
    held = null;
    if (!now) return;
    board.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => board.removeEventListener("click", swallow, { capture: true }), 0);
    end(now);
  };
  board.addEventListener("pointerup", finish);
  board.addEventListener("pointercancel", finish);
}

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
