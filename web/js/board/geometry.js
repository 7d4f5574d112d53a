// Where cells are on the screen. A cell is 100 units wide; cells are numbered in rows from the top
// left as First sees the board; a flipped board is turned by half.

/** Units of a cell's side. */
export const CELL = 100;
/** Units around the board, for the names of files and ranks. */
export const MARGIN = 30;

/**
 * @typedef {{width: number, height: number}} Size
 * @typedef {{x: number, y: number}} Point
 */

/** Column and row on the screen. @param {Size} size @param {number} cell @param {boolean} flipped @returns {Point} */
export function placeOf(size, cell, flipped) {
  const shown = flipped ? size.width * size.height - 1 - cell : cell;
  return { x: shown % size.width, y: Math.floor(shown / size.width) };
}

/** The cell at a column and row of the screen, if there is one. @param {Size} size @param {Point} place @param {boolean} flipped */
export function cellAt(size, place, flipped) {
  const { x, y } = place;
  if (x < 0 || y < 0 || x >= size.width || y >= size.height) return null;
  const shown = y * size.width + x;
  return flipped ? size.width * size.height - 1 - shown : shown;
}

/** The middle of a cell in units. @param {Size} size @param {number} cell @param {boolean} flipped @returns {Point} */
export function centreOf(size, cell, flipped) {
  const { x, y } = placeOf(size, cell, flipped);
  return { x: (x + 0.5) * CELL, y: (y + 0.5) * CELL };
}

/** The cell beside another on the screen, staying on the board. @param {Size} size @param {number} cell @param {Point} by @param {boolean} flipped */
export function neighbour(size, cell, by, flipped) {
  const { x, y } = placeOf(size, cell, flipped);
  const clamp = (/** @type {number} */ at, /** @type {number} */ end) => Math.max(0, Math.min(end - 1, at));
  const place = { x: clamp(x + by.x, size.width), y: clamp(y + by.y, size.height) };
  return /** @type {number} */ (cellAt(size, place, flipped));
}

/** The drawing's box with its margin. @param {Size} size */
export function viewBox(size) {
  const width = size.width * CELL + 2 * MARGIN;
  const height = size.height * CELL + 2 * MARGIN;
  return { x: -MARGIN, y: -MARGIN, width, height, text: `${-MARGIN} ${-MARGIN} ${width} ${height}` };
}

/**
 * An arrow's line, shortened so that its ends do not hide what stands there.
 * @param {Point} from @param {Point} to
 */
export function arrowLine(from, to) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const start = Math.min(30, length / 4);
  const end = Math.min(24, length / 5);
  return {
    from: { x: from.x + (dx / length) * start, y: from.y + (dy / length) * start },
    to: { x: to.x - (dx / length) * end, y: to.y - (dy / length) * end },
  };
}

/** How far a tilted board may lean back, in degrees. */
const [LEAST_LEAN, MOST_LEAN] = [15, 68];

/** How a tilted board is seen. @typedef {{turn: number, lean: number}} Seen */

/** The size at which a turned square board is as wide as its box. @param {number} turn in degrees */
export function fit(turn) {
  const angle = (turn * Math.PI) / 180;
  return Math.min(0.9, 1.04 / (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle))));
}

/** A view after some steps around and up; turns stay within one round. @param {Seen} seen @param {number} around @param {number} up @returns {Seen} */
export function turned({ turn, lean }, around, up) {
  return { turn: (((turn + around + 180) % 360) + 360) % 360 - 180, lean: Math.max(LEAST_LEAN, Math.min(MOST_LEAN, lean + up)) };
}
