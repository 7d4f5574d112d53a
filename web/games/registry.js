// Drawing modules by name. Which one a game has is declared by the game; the page's core asks here and
// names no game. A game without a module is drawn neutrally. To add one, write `games/NAME/draw.js`.

/** @import { DiagramView, PieceView, MoveView } from "../js/messages.d.ts" */
/** @import { VElement } from "../js/dom.js" */

/**
 * How pieces are to look.
 * @typedef {object} Look
 * @property {"auto" | "signs" | "letters" | "shapes"} set
 * @property {boolean} marks     mark how the pieces move
 * @property {boolean} signs     whether this screen has glyphs for Chinese characters
 * @property {boolean} [coordinates]  false: no names around the board
 * @property {boolean} [tilt]    solid pieces on a tilted board
 * @property {number} [turn]     from where that is seen: degrees around it
 * @property {number} [lean]     and how far it leans back
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
 * @property {(move: MoveView, board: DiagramView, pieces: PieceView[]) => PieceView | null} [becomes]  the piece that a move puts on its target, for moves that differ by it
 * @property {(moves: MoveView[]) => MoveView[]} [sorted]  moves to choose from, the usual one first
 * @property {(board: DiagramView, move: MoveView) => string | null} [comesUp]  the kind of piece that a move makes of what it moves, read aloud with the target
 *
 * @property {(board: DiagramView, style: string) => Coordinates | null} [coordinates]  names of files and ranks in a style of writing moves, where they are not the board's own
 * @property {(t: (id: string) => string) => VElement | null} [legend]  what has to be known about the signs on the board, beside it
 * @property {(at: {x: number, y: number}, piece: PieceView | null) => VElement} [last]  the mark of the last move, over the pieces; otherwise its cells are shaded
 * @property {(at: {x: number, y: number}) => VElement} [alert]  the mark of a cell to be stressed; otherwise a dashed frame
 * @property {string} [alertName]  the message that says what such a cell is
 * @property {boolean} [numbered]  pieces stay where they are put, so they can carry the number of their move
 * @property {string} [problems]  the server makes problems of its positions, with these options of the rules
 * @property {boolean} [hands]  false: no piece is ever held in hand
 * @property {boolean} [facing]  false: pieces face nobody, and the board is never turned for a player
 *
 * Names around the board, from the top left as First sees it; each edge may have none.
 * @typedef {{top?: string[], bottom?: string[], left?: string[], right?: string[]}} Coordinates
 */

/** @type {Map<string, Drawing>} */
const modules = new Map();
/** The module's name by game. @type {Map<string, string>} */
const named = new Map();

/** Loads what some games are drawn with. @param {{id: string, drawing: string}[]} games */
export async function loadDrawings(games) {
  for (const { id, drawing } of games) named.set(id, drawing);
  const names = new Set(games.map(({ drawing }) => drawing));
  await Promise.all([...names].filter((name) => !modules.has(name)).map(async (name) => {
    modules.set(name, await import(`./${name}/draw.js`));
  }));
}

/** The drawing of a game given as `id` or `id?options`. @param {string} game @returns {Drawing} */
export function drawingOf(game) {
  const drawing = modules.get(named.get(game.split("?")[0] ?? "") ?? "");
  if (!drawing) throw new RangeError(`no drawing was loaded for ${game}`);
  return drawing;
}
