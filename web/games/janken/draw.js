// Cubes with rock, scissors and paper, seen from above: the top symbol is large, the front symbol
// stands on the near and far edge, the side symbol on the left and right edge. What is printed on an
// edge is what comes up when the cube rolls over that edge, so the whole cube can be read at once.

/** @import { DiagramView, PieceView, MoveView } from "../../js/messages.d.ts" */
/** @import { VElement } from "../../js/dom.js" */
/** @import { Look } from "../registry.js" */
import { h } from "../../js/dom.js";
import { squares } from "../common.js";

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
  return [...squares(board), h("g", { class: "homes" }, homes), ...goal(board, "first", flipped), ...goal(board, "second", flipped)];
}

/**
 * A side's own corner, where the enemy wants to get: a border that is seen around a cube, and a diamond in
 * the frame beside it that no cube hides.
 * @param {DiagramView} board @param {"first" | "second"} side @param {boolean} flipped
 */
function goal(board, side, flipped) {
  const low = (side === "first") !== flipped;
  const [x, y] = low ? [0, board.height - 1] : [board.width - 1, 0];
  const [cx, cy] = low ? [-15, board.height * 100 + 15] : [board.width * 100 + 15, -15];
  return [
    h("rect", { class: `goal ${side}`, x: x * 100 + 4, y: y * 100 + 4, width: 92, height: 92, rx: 6 }),
    h("path", { class: `goal-mark ${side}`, d: `M${cx} ${cy - 13}l13 13l-13 13l-13 -13z` }),
  ];
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
  return look.tilt ? solid(piece, look) : flat(piece, look);
}

/** A cube that stands on the board, with its top and four sides. @param {PieceView} piece @param {Look} look */
function solid(piece, look) {
  const face = (/** @type {string} */ name, /** @type {number} */ at) => h("div", { class: `face ${name}` },
    h("svg", { class: `drawing cube ${piece.side}`, viewBox: "0 0 100 100" },
      h("rect", { class: "body", x: 2, y: 2, width: 96, height: 96, rx: 8 }),
      piece.side === "second" ? h("rect", { class: "inner", x: 10, y: 10, width: 80, height: 80, rx: 6 }) : null,
      put(piece, look, at, 50, 50, name === "top" ? 1.15 : 1, "face-top")));
  return h("div", { class: "solid-cube" }, face("north", 1), face("east", 2), face("west", 2), face("south", 1), face("top", 0));
}

/** @param {PieceView} piece @param {Look} look */
function flat(piece, look) {
  return h("svg", { class: `drawing cube ${piece.side}`, viewBox: "0 0 100 100" },
    h("rect", { class: "shade", x: 5, y: 7, width: 90, height: 90, rx: 12 }),
    h("rect", { class: "body", x: 5, y: 5, width: 90, height: 90, rx: 12 }),
    // A double border tells Second's cubes without colour.
    piece.side === "second" ? h("rect", { class: "inner", x: 24, y: 24, width: 52, height: 52, rx: 8 }) : h("rect", { class: "inner plain", x: 24, y: 24, width: 52, height: 52, rx: 8 }),
    put(piece, look, 0, 50, 50, 0.82, "face-top"),
    put(piece, look, 1, 50, 14, 0.3, "face-edge"), put(piece, look, 1, 50, 86, 0.3, "face-edge"),
    put(piece, look, 2, 14, 50, 0.3, "face-edge"), put(piece, look, 2, 86, 50, 0.3, "face-edge"));
}

/**
 * A face of a cube as the visitor likes it: a hand, a character or a letter.
 * @param {PieceView} piece @param {Look} look @param {number} at  0 top, 1 front, 2 side
 * @param {number} x @param {number} y @param {number} size @param {string} name
 */
function put(piece, look, at, x, y, size, name) {
  if (look.set !== "letters" && look.set !== "signs") return symbol(piece.faces?.[at], x, y, size, name);
  const text = look.set === "signs" && look.signs ? [...piece.sign][at] : [...piece.letter.toUpperCase()][at];
  return h("text", { class: `sign ${name}`, x, y, dy: "0.36em", style: { "font-size": `${60 * size}px` } }, text ?? "");
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
  return h("g", { class: `ghost ${move.side}${takes ? " take" : ""}`, "data-top": top ?? "" },
    takes ? h("circle", { class: "target take", cx: at.x, cy: at.y, r: 44 }) : h("rect", { class: "ghost-body", x: at.x - 34, y: at.y - 34, width: 68, height: 68, rx: 12 }),
    takes ? null : symbol(top ?? undefined, at.x, at.y, 0.7, "ghost-top"));
}

/**
 * A roll turns about the edge between the two squares; a capture only slides, which the board does by itself.
 * @param {Element} element @param {{dx: number, dy: number, before: PieceView, after: PieceView}} step
 */
export function arrive(element, { dx, dy, before, after }) {
  const rolled = before.faces?.join() !== after.faces?.join();
  if (!rolled || Math.abs(dx) + Math.abs(dy) !== 1) return;
  const turn = dy !== 0 ? `rotateX(${dy * 90}deg)` : `rotateY(${-dx * 90}deg)`;
  const solid = element.classList.contains("solid-cube");
  // The cube stands where it goes to at once; it is turned back about the edge that it rolled over.
  /** @type {HTMLElement | null} */ (element.parentElement)?.style.setProperty("transition", "none");
  // A cube is smaller than its square: the edge that both squares share lies a gap outside of it.
  const gap = solid ? 16 : 0;
  const origin = dx > 0 ? `${-gap}% 50%` : dx < 0 ? `${100 + gap}% 50%` : dy > 0 ? `50% ${-gap}%` : `50% ${100 + gap}%`;
  const frames = solid
    ? [{ transform: turn, transformOrigin: origin }, { transform: "none", transformOrigin: origin }]
    : [{ transform: `translate(${-dx * 100}%, ${-dy * 100}%)` }, { transform: `translate(${-dx * 50}%, ${-dy * 50}%) scale(${dx ? 0.75 : 1}, ${dy ? 0.75 : 1})` }, { transform: "none" }];
  const rolling = element.animate(frames, { duration: 260, easing: "ease-in-out" });
  rolling.onfinish = () => void (/** @type {HTMLElement | null} */ (element.parentElement)?.style.removeProperty("transition"));
}

/** What a placement puts down. @param {MoveView} move @returns {PieceView | null} */
export function becomes(move) {
  const letters = /=([GCP]{3})$/i.exec(move.text)?.[1]?.toUpperCase();
  if (!letters) return null;
  const faces = [...letters].map((letter) => ({ G: "rock", C: "scissors", P: "paper" })[/** @type {"G" | "C" | "P"} */ (letter)]);
  const signs = [...letters].map((letter) => ({ G: "グ", C: "チ", P: "パ" })[/** @type {"G" | "C" | "P"} */ (letter)]).join("");
  return { side: move.side, kind: faces[0] ?? "", letter: letters, sign: signs, steps: [], slides: [], faces };
}

/** The face that a move brings up, as the name of a piece. @param {DiagramView} board @param {MoveView} move */
export const comesUp = (board, move) => (move.from === null ? null : topAfter(board, move));

/** What beats what, and what the marks on the board mean. @param {(id: string) => string} t */
export function legend(t) {
  const hand = (/** @type {string} */ name) => h("svg", { class: "drawing cube first", viewBox: "0 0 100 100", role: "img", "aria-label": t(`piece-${name}`) },
    h("rect", { class: "body", x: 5, y: 5, width: 90, height: 90, rx: 12 }), symbol(name, 50, 50, 1, "face-top"));
  return h("div", { key: "legend", class: "card legend", "data-legend": "" },
    h("p", { class: "beats" }, ["rock", "scissors", "paper", "rock"].flatMap((name, at) => [at > 0 ? h("span", { class: "small" }, t("legend-janken-beats")) : null, hand(name)])),
    h("ul", { class: "small" }, ["goal", "home", "edges"].map((id) => h("li", null, t(`legend-janken-${id}`)))));
}

/** The placement of what a board has on that square. @param {DiagramView} board @param {MoveView[]} legal */
export function placed(board, legal) {
  return legal.find((move) => {
    const cube = move.to === null ? null : board.cells[move.to];
    return cube !== null && cube !== undefined && move.text.toUpperCase().endsWith(`=${cube.letter.toUpperCase()}`);
  });
}
