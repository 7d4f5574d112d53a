// Which drawing module serves which game. The page's core asks here and names no game; a game
// without a module is drawn neutrally. To add one: write `games/NAME/draw.js` and a line below.

/** @import { DiagramView, PieceView, MoveView } from "../js/messages.d.ts" */
/** @import { VElement } from "../js/dom.js" */
import * as chess from "./chess/draw.js";
import * as janken from "./janken/draw.js";
import * as koma from "./koma/draw.js";
import * as neutral from "./neutral/draw.js";
import * as tictactoe from "./tictactoe/draw.js";
import * as xiangqi from "./xiangqi/draw.js";

/**
 * How pieces are to look.
 * @typedef {object} Look
 * @property {"auto" | "signs" | "letters" | "shapes"} set
 * @property {boolean} marks     mark how the pieces move
 * @property {boolean} signs     whether this screen has glyphs for Chinese characters
 * @property {boolean} [tilt]    solid pieces on a tilted board
 * @property {boolean} [turned]  the piece faces down the screen
 * @property {boolean} [flipped] the board is turned by half
 *
 * What a game's drawing module offers. A cell is a box of 100 by 100 units.
 * @typedef {object} Drawing
 * @property {"squares" | "points"} cells  pieces stand in squares (shogi, chess) or on crossings (xiangqi, go)
 * @property {"flat" | "solid"} depth      `solid` pieces are CSS-3D elements; the board may be tilted
 * @property {(board: DiagramView, view: {flipped: boolean}) => (VElement | null)[]} ground  SVG behind the pieces: lines, stars, river
 * @property {(piece: PieceView, look: Look) => VElement} piece  one piece filling its cell: an `svg`, or any element
 * @property {(board: DiagramView, move: MoveView, at: {x: number, y: number}) => VElement} [ghost]  what a move will bring to its target, in units of the board
 * @property {(element: Element, step: {dx: number, dy: number, before: PieceView, after: PieceView}) => void} [arrive]  moves a piece's element in its own way (cubes roll); only called where motion is welcome
 * @property {(board: DiagramView, legal: MoveView[]) => MoveView | undefined} [placed]  the placement that puts down what a board has there; only games that begin with a set-up
 * @property {(move: MoveView, look: Look) => VElement | null} [choice]  a picture of a move among several that end on one cell
 *
 * @property {boolean} [hands]  false: no piece is ever held in hand
 */

/** Game ids and families, each with its module. @type {Record<string, Drawing>} */
const MODULES = { anpanman: koma, dobutsu: koma, gorogoro: koma, minishogi: koma, koma, chess, janken, tictactoe, xiangqi };

/** The drawing of a game given as `id`, `id?options` or `family:rest`. @param {string} game @returns {Drawing} */
export function drawingOf(game) {
  const id = game.split("?")[0] ?? "";
  return MODULES[id] ?? MODULES[id.split(":")[0] ?? ""] ?? neutral;
}
