// Dragging pieces with mouse, pen or finger. A press without movement stays a click.

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

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
