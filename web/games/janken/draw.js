// Cubes with rock, scissors and paper, seen from above: the top symbol is large, the front symbol
// stands on the near and far edge, the side symbol on the left and right edge. What is printed on an
// edge is what comes up when the cube rolls over that edge, so the whole cube can be read at once.

/** @import { DiagramView, PieceView, MoveView } from "../../js/messages.d.ts" */
/** @import { VElement } from "../../js/dom.js" */
/** @import { Look } from "../registry.js" */
import { h } from "../../js/dom.js";
import { squares } from "../grounds.js";

/** @type {"squares"} */
export const cells = "squares";
/** @type {"solid"} */
export const depth = "solid";
export const hands = false;

/** Squares within three steps of an own goal are home; the goals are the corners. @param {DiagramView} board @param {{flipped: boolean}} view */
export function ground(board, { flipped }) {
  const [w, t] = [board.width, board.height];
  const homes = [];
  for (let x = 0; x < w; x++) {
    for (let y = 0; y < t; y++) {
      const lower = x + (t - 1 - y) <= 3;
      const upper = w - 1 - x + y <= 3;
      if (!lower && !upper) continue;
      const first = lower !== flipped;
      const at = flipped ? { x: w - 1 - x, y: t - 1 - y } : { x, y };
      homes.push(hatch(at.x, at.y, lower ? "first" : "second", first));
    }
  }
  const goal = (/** @type {"first" | "second"} */ side) => {
    const low = (side === "first") !== flipped;
    const [x, y] = low ? [0, t - 1] : [w - 1, 0];
    return h("path", { class: `goal ${side}`, d: `M${x * 100 + 50} ${y * 100 + 8}l42 42l-42 42l-42 -42z` });
  };
  return [...squares(board), h("g", { class: "homes" }, homes), goal("first"), goal("second")];
}

/** Lines that lean one way for First and the other for Second. @param {number} x @param {number} y @param {string} side @param {boolean} up */
function hatch(x, y, side, up) {
  const [l, t] = [x * 100, y * 100];
  const lines = [20, 40, 60, 80].map((step) => (up ? `M${l} ${t + step}L${l + step} ${t}M${l + step} ${t + 100}L${l + 100} ${t + step}` : `M${l + step} ${t}L${l + 100} ${t + 100 - step}M${l} ${t + step}L${l + 100 - step} ${t + 100}`));
  return h("path", { class: `hatch ${side}`, d: lines.join("") });
}

/** The three symbols as hands, drawn around the origin within 30 units. @type {Record<string, () => VElement[]>} */
const HANDS = {
  rock: () => [h("rect", { class: "palm", x: -20, y: -17, width: 40, height: 34, rx: 14 }), h("path", { class: "knuckle", d: "M-8 -16V-2M2 -16V-2M12 -15V-2" })],
  scissors: () => [h("path", { class: "palm", d: "M-12 2L-19 -25L-10 -28L-1 -4L9 -28L18 -24L12 4Q16 24 0 24Q-15 24 -12 2Z" })],
  paper: () => [h("path", { class: "palm", d: "M-15 22L-23 -8L-17 -11L-11 -1L-13 -24L-6 -26L-1 -5L3 -27L10 -25L8 -3L16 -19L22 -16L14 10L10 23Z" })],
};

/** A symbol somewhere, at some size. @param {string | undefined} face @param {number} x @param {number} y @param {number} size @param {string} name */
function symbol(face, x, y, size, name) {
  const hand = HANDS[face ?? ""];
  return h("g", { class: name, transform: `translate(${x} ${y}) scale(${size})` }, hand ? hand() : null);
}

/** @param {PieceView} piece @param {Look} look */
export function piece(piece, look) {
  return look.tilt ? solid(piece) : flat(piece, look);
}

/** A cube that stands on the board, with its top and four sides. @param {PieceView} piece */
function solid(piece) {
  const [top, front, side] = piece.faces ?? [];
  const face = (/** @type {string} */ name, /** @type {string | undefined} */ what) => h("div", { class: `face ${name}` },
    h("svg", { class: `drawing cube ${piece.side}`, viewBox: "0 0 100 100" },
      h("rect", { class: "body", x: 2, y: 2, width: 96, height: 96, rx: 8 }),
      piece.side === "second" ? h("rect", { class: "inner", x: 10, y: 10, width: 80, height: 80, rx: 6 }) : null,
      symbol(what, 50, 50, name === "top" ? 1.15 : 1, "top")));
  return h("div", { class: "solid-cube" },
    face("north", front), face("east", side), face("west", side), face("south", front), face("top", top));
}

/** @param {PieceView} piece @param {Look} look */
function flat(piece, look) {
  const [top, front, side] = piece.faces ?? [];
  const letters = look.set === "letters" || look.set === "signs";
  const face = (/** @type {number} */ at) => (look.set === "signs" && look.signs ? [...piece.sign][at] : [...piece.letter.toUpperCase()][at]) ?? "";
  const put = (/** @type {string | undefined} */ what, /** @type {number} */ at, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ name) =>
    letters ? h("text", { class: `sign ${name}`, x, y, dy: "0.36em", "font-size": 60 * size }, face(at)) : symbol(what, x, y, size, name);
  return h("svg", { class: `drawing cube ${piece.side}`, viewBox: "0 0 100 100" },
    h("rect", { class: "shade", x: 5, y: 7, width: 90, height: 90, rx: 12 }),
    h("rect", { class: "body", x: 5, y: 5, width: 90, height: 90, rx: 12 }),
    // A double border tells Second's cubes without colour.
    piece.side === "second" ? h("rect", { class: "inner", x: 24, y: 24, width: 52, height: 52, rx: 8 }) : h("rect", { class: "inner plain", x: 24, y: 24, width: 52, height: 52, rx: 8 }),
    put(top, 0, 50, 50, 0.82, "top"),
    put(front, 1, 50, 15, 0.28, "edge"), put(front, 1, 50, 85, 0.28, "edge"),
    put(side, 2, 15, 50, 0.28, "edge"), put(side, 2, 85, 50, 0.28, "edge"));
}

/**
 * What will lie on the target: a roll north or south brings the front up, east or west the side; a
 * capture slides and keeps its top.
 * @param {DiagramView} board @param {MoveView} move @returns {string | null}
 */
export function topAfter(board, move) {
  const cube = move.from === null ? null : board.cells[move.from];
  if (!cube || move.from === null || move.to === null) return null;
  if (board.cells[move.to]) return cube.faces?.[0] ?? null;
  const vertical = move.from % board.width === move.to % board.width;
  return (vertical ? cube.faces?.[1] : cube.faces?.[2]) ?? null;
}

/** @param {DiagramView} board @param {MoveView} move @param {{x: number, y: number}} at */
export function ghost(board, move, at) {
  const top = topAfter(board, move);
  const takes = move.to !== null && board.cells[move.to] !== null;
  return h("g", { class: takes ? "ghost take" : "ghost", "data-top": top ?? "" },
    takes ? h("circle", { class: "target take", cx: at.x, cy: at.y, r: 44 }) : h("rect", { class: "ghost-body", x: at.x - 34, y: at.y - 34, width: 68, height: 68, rx: 12 }),
    takes ? null : symbol(top ?? undefined, at.x, at.y, 0.7, "ghost-top"));
}

/**
 * A roll turns over the leading edge; a capture only slides, which the board does by itself.
 * @param {Element} element @param {{dx: number, dy: number, before: PieceView, after: PieceView}} step
 */
export function arrive(element, { dx, dy, before, after }) {
  const rolled = before.faces?.join() !== after.faces?.join();
  if (!rolled || Math.abs(dx) + Math.abs(dy) !== 1) return;
  const turn = dy !== 0 ? `rotateX(${dy * 90}deg)` : `rotateY(${-dx * 90}deg)`;
  const solid = element.classList.contains("solid-cube");
  const frames = solid ? [{ transform: turn }, { transform: "none" }] : [{ transform: `perspective(400px) ${turn}`, opacity: 0.4 }, { transform: "none", opacity: 1 }];
  element.animate(frames, { duration: 220, easing: "ease-out" });
}

/** A placement is chosen among cubes, not among texts. @param {MoveView} move @param {Look} look */
export function choice(move, look) {
  const letters = /=([GCP]{3})$/i.exec(move.text)?.[1]?.toUpperCase();
  if (!letters) return null;
  const ids = { G: "rock", C: "scissors", P: "paper" };
  const faces = [...letters].map((letter) => ids[/** @type {"G" | "C" | "P"} */ (letter)]);
  return piece({ side: move.side, kind: faces[0] ?? "", letter: letters, sign: letters, steps: [], slides: [], faces }, { ...look, tilt: false, set: look.set === "signs" ? "letters" : look.set });
}

/** The placement of what a board has on that square. @param {DiagramView} board @param {MoveView[]} legal */
export function placed(board, legal) {
  return legal.find((move) => {
    const cube = move.to === null ? null : board.cells[move.to];
    return cube !== null && cube !== undefined && move.text.toUpperCase().endsWith(`=${cube.letter.toUpperCase()}`);
  });
}
