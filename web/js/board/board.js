// <y-board>: one board for all games. It is given a state and draws it; presses become `play` events
// with the moves that fit. It knows no rule and no game: a drawing module draws board and pieces.

/** @import { DiagramView, PieceView, MoveView, Overlay } from "../messages.d.ts" */
/** @import { Drawing } from "../../games/registry.js" */
/** @import { Spot } from "./pick.js" */
/** @import { Followed } from "./follow.js" */
/** @import { Kid, VElement } from "../dom.js" */
import { h, patch } from "../dom.js";
import { t } from "../i18n.js";
import { motion, settings } from "../settings.js";
import { valueSign, valueWords } from "../values.js";
import { drag, turnByDrag } from "./drag.js";
import { follow } from "./follow.js";
import { CELL, MARGIN, cellAt, centreOf, fit, neighbour, placeOf, viewBox } from "./geometry.js";
import { arrow, bestMoves, drawOverlay, handValues, heat, refusal, square, valueMarks } from "./overlay.js";
import { movesFrom, placementsOn, press, same, targets } from "./pick.js";

/**
 * @typedef {object} BoardState
 * @property {DiagramView} diagram
 * @property {Drawing} drawing
 * @property {"first" | "second"} mover
 * @property {MoveView[]} legal        the moves that may be made here and now; none: look, do not touch
 * @property {boolean} [flipped]
 * @property {number[]} [last]         cells of the last move
 * @property {Map<string, import("../values.js").Judged> | null} [values]
 * @property {string} [unit]
 * @property {(Overlay & import("./overlay.js").OverlayMore) | null} [overlay]
 * @property {Map<number, string>} [refused]  why what is picked up may not go to a cell
 * @property {number[]} [next]         where it could go on from the cell that is considered
 * @property {{from: number | null, to: number | null} | null} [moved]  the move that led here: what stood on its first cell is what stands on its last
 * @property {{from: number, to: number}[]} [trail]  the steps of the last turn
 * @property {(piece: PieceView) => string} pieceName
 * @property {(move: MoveView) => string} moveName
 * @property {(side: "first" | "second") => string} sideName
 * @property {PieceView[]} pieces           every piece there can be
 * @property {string} style            how moves are written; the names around the board follow it
 * @property {import("../../games/registry.js").Look} look
 * @property {string} label            the board's name read aloud
 * @property {boolean} [edit]          cells are set, not played
 * @property {Settled | null} [settled]  what is dead and whose the empty cells are, where that is counted
 * @property {Map<number, number> | null} [numbers]  the numbers of the moves that put pieces on cells
 * @property {boolean} [hands]         room is kept for pieces in hand
 * @property {"board" | "picture"} [as]  a picture has no cells to press
 */

/**
 * A board that is counted.
 * @typedef {{dead: number[], territory: {first: number[], second: number[]}}} Settled
 */

/** Cells smaller than this are hard to hit with a finger: the first tap aims, the second one places. */
const FINGER = 44;

/** @type {Record<string, {x: number, y: number}>} */
const KEYS = { ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }, ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 } };

export class Board extends HTMLElement {
  /** @type {BoardState | null} */
  #state = null;
  /** @type {Spot | null} */
  #picked = null;
  /** @type {MoveView[] | null} */
  #choice = null;
  #cursor = -1;
  /** Whether the last pointer was a finger. */
  #finger = false;
  /** The cell that a finger has aimed at. */
  #aimed = -1;
  /** Parts of the last drawing that can be used again: a cursor that moves changes two cells of hundreds. @type {{of: unknown[], rows: {cursor: number, row: VElement}[], pieces: VElement[], ground: Kid, over: Kid}} */
  #drawn = { of: [], rows: [], pieces: [], ground: null, over: null };
  #handsSeen = false;
  /** @type {Followed[]} */
  #pieces = [];
  /** The pieces before the last change, until that has been shown. @type {Followed[]} */
  #before = [];
  #size = new ResizeObserver(() => this.#measure());

  /** @param {BoardState} state */
  set state(state) {
    const before = this.#state;
    this.#state = state;
    if (before?.diagram !== state.diagram) {
      this.#before = this.#pieces;
      this.#pieces = follow(this.#pieces, state.diagram, state.moved ?? null);
      this.#choice = null;
      this.#aimed = -1;
      // What was picked up stays so only while the same moves are there.
      if (before?.legal !== state.legal && !(this.#picked && movesFrom(state.legal, this.#picked).length)) this.#picked = null;
    }
    if (state.legal.length === 0) this.#picked = null;
    if (this.isConnected) this.#draw();
  }

  get state() {
    return /** @type {BoardState} */ (this.#state);
  }

  /** Whatever is picked up. */
  get picked() {
    return this.#picked;
  }

  connectedCallback() {
    this.onkeydown = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    // A piece that stands up is pressed where it is seen, which is not over its own cell. Keys press cells.
    this.addEventListener("click", (event) => {
      const choosing = event.target instanceof Element && event.target.closest(".choice, .hand") !== null;
      const cell = event.detail > 0 && !choosing ? this.#seen(event) : null;
      if (cell === null) return;
      event.stopPropagation();
      this.#cursor = cell;
      this.#press({ cell });
    }, { capture: true });
    this.addEventListener("pointerdown", ({ pointerType }) => { this.#finger = pointerType === "touch"; }, { capture: true });
    this.addEventListener("pointermove", (event) => {
      const cell = this.#picked ? this.#seen(event) : null;
      if (cell !== null) this.#consider(cell);
    });
    drag(this, {
      seen: (event) => this.#seen(event),
      can: (cell) => !this.state.edit && movesFrom(this.state.legal, { cell }).length > 0,
      begin: (cell) => this.#pick({ cell }),
      end: (cell) => {
        if (cell !== null && this.#picked && targets(this.state.legal, this.#picked).has(cell)) this.#press({ cell });
        else this.#pick(null);
      },
    });
    turnByDrag(this, {
      can: (event) => {
        if (!this.#tilted() || (event.target instanceof Element && event.target.closest(".choice"))) return false;
        const button = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
        const cell = this.#seen(event) ?? (button ? Number(button.getAttribute("data-cell")) : null);
        return cell === null || movesFrom(this.state.legal, { cell }).length === 0;
      },
      seen: () => this.#sight(),
      show: (seen) => this.#stand(seen),
      end: (seen) => settings.set(seen),
    });
    if (this.#state) this.#draw();
    this.#size.observe(this);
  }

  disconnectedCallback() {
    this.#size.disconnect();
  }

  /** Solid pieces are as high as a cell is wide, which only the screen knows. */
  #measure() {
    const { drawing, diagram } = this.state;
    const pieces = this.querySelector(".pieces");
    if (drawing.depth === "solid" && pieces) this.style.setProperty("--cell", `${pieces.clientWidth / diagram.width}px`);
  }

  /** Whether pieces stand on a tilted board. */
  #tilted() {
    const { drawing, look, as = "board", edit } = this.state;
    return drawing.depth === "solid" && look.tilt === true && as === "board" && !edit;
  }

  /** From where a tilted board is seen. */
  #sight() {
    const { turn = 16, lean = 46 } = this.state.look;
    return { turn, lean };
  }

  /** Shows a tilted board from somewhere. @param {import("./geometry.js").Seen} seen */
  #stand({ turn, lean }) {
    this.style.setProperty("--turn", `${turn}deg`);
    this.style.setProperty("--lean", `${lean}deg`);
    this.style.setProperty("--fit", String(fit(turn)));
  }

  /** On a tilted board, the cell of the piece or ghost that is seen at a point; the cells' buttons lie flat below. @param {MouseEvent} event */
  #seen({ clientX, clientY }) {
    if (!this.#tilted()) return null;
    for (const one of document.elementsFromPoint(clientX, clientY).filter((element) => this.contains(element))) {
      const cell = one.closest("[data-target]")?.getAttribute("data-target") ?? one.closest(".piece")?.getAttribute("data-at");
      if (cell) return Number(cell);
    }
    return null;
  }

  /** @param {Spot | null} spot */
  #pick(spot) {
    this.#picked = spot;
    this.#choice = null;
    this.#draw();
    this.dispatchEvent(new CustomEvent("pick", { detail: spot }));
  }

  /** Whether cells are too small for a finger. */
  #isFine() {
    const cell = this.querySelector(".cell");
    return cell !== null && cell.clientWidth < FINGER;
  }

  /** @param {Spot} spot @param {"finger" | "other"} [by] */
  #press(spot, by = "other") {
    const { legal, edit } = this.state;
    if (edit) {
      this.dispatchEvent(new CustomEvent("edit", { detail: spot }));
      return;
    }
    if (legal.length === 0) return this.#wrong(spot);
    const pressed = press(legal, this.#picked, spot);
    if (pressed.refused && "cell" in spot && this.#refuse(spot.cell)) return;
    if (pressed.refused) this.#wrong(spot);
    if ("cell" in spot && pressed.moves.length > 0 && !this.#picked && by === "finger" && this.#aimed !== spot.cell && this.#isFine()) {
      this.#aimed = spot.cell;
      this.#draw();
      this.dispatchEvent(new CustomEvent("aim", { detail: pressed.moves[0] }));
      return;
    }
    this.#aimed = -1;
    if (pressed.moves.length > 1) {
      this.#choice = pressed.moves;
      this.#draw();
      /** @type {HTMLElement | null} */ (this.querySelector(".choice button"))?.focus();
    } else if (pressed.moves.length === 1) this.#play(/** @type {MoveView} */ (pressed.moves[0]));
    else this.#pick(pressed.picked);
  }

  /**
   * Tells why a press does nothing, where somebody knows: what is picked up cannot go there, or the
   * mover's own piece cannot move at all. @param {number} cell
   */
  #refuse(cell) {
    const { diagram, mover, refused } = this.state;
    const from = this.#picked && "cell" in this.#picked ? this.#picked.cell : null;
    const known = from !== null && refused?.has(cell);
    const stuck = from === null && diagram.cells[cell]?.side === mover;
    if (known || stuck) this.dispatchEvent(new CustomEvent("refuse", { detail: { from: from ?? cell, to: known ? cell : null } }));
    return known;
  }

  /** A press that does nothing is felt, and told. @param {Spot} spot */
  #wrong(spot) {
    if (!("cell" in spot)) return;
    const { diagram, mover } = this.state;
    const piece = diagram.cells[spot.cell];
    const why = piece && piece.side !== mover && !this.#picked ? "not-yours" : this.#picked ? "target" : piece ? "stuck" : "empty";
    if (piece && motion()) {
      const element = this.querySelector(`.piece[data-at="${spot.cell}"] > *`);
      element?.animate([0, -6, 6, -4, 4, 0].map((x) => ({ translate: `${x}% 0` })), { duration: 260 });
    }
    // A stuck piece of the mover's is explained by who knows the rules.
    if (why !== "stuck") this.dispatchEvent(new CustomEvent("wrong", { detail: why }));
  }

  /** A pointer or the cursor comes to a cell. @param {number} cell */
  #pointed(cell) {
    this.#consider(cell);
    this.dispatchEvent(new CustomEvent("point", { detail: cell }));
  }

  /** A cell is looked at while something is picked up. @param {number} cell */
  #consider(cell) {
    if (!this.#picked) return;
    const moves = movesFrom(this.state.legal, this.#picked).filter((move) => move.to === cell);
    this.dispatchEvent(new CustomEvent("consider", { detail: moves.length === 1 ? moves[0] : null }));
  }

  /** @param {MoveView} move */
  #play(move) {
    const chosen = this.#choice !== null;
    this.#picked = null;
    this.#choice = null;
    this.#draw();
    // Keyboards go on where they were.
    if (chosen) this.#focusCell();
    this.dispatchEvent(new CustomEvent("play", { detail: move }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { diagram, flipped = false } = this.state;
    if (event.key === "Escape" && (this.#picked || this.#choice || this.#aimed >= 0)) {
      this.#aimed = -1;
      this.#pick(null);
      this.#focusCell();
      event.stopPropagation();
      return;
    }
    const by = KEYS[event.key];
    const inGrid = event.target instanceof Element && event.target.closest('[role="grid"]');
    if (!by || !inGrid || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#cursor = neighbour(diagram, this.#cursorCell(), by, flipped);
    this.#draw();
    this.#focusCell();
  }

  #cursorCell() {
    const { diagram, flipped = false } = this.state;
    const inside = this.#cursor >= 0 && this.#cursor < diagram.cells.length;
    // At first the cursor waits in the middle of the nearest row.
    const start = { x: Math.floor(diagram.width / 2), y: diagram.height - 1 };
    return inside ? this.#cursor : /** @type {number} */ (cellAt(diagram, start, flipped));
  }

  #focusCell() {
    /** @type {HTMLElement | null} */ (this.querySelector(`button[data-cell="${this.#cursorCell()}"]`))?.focus();
  }

  #draw() {
    const state = this.state;
    const { diagram, drawing, flipped = false, as = "board" } = state;
    const box = viewBox(diagram);
    const held = diagram.hands.some((hand) => hand.length > 0);
    this.#handsSeen ||= held || state.hands === true;
    this.style.setProperty("--columns", String(box.width / CELL));
    this.style.setProperty("--rows", String(box.height / CELL + (this.#handsSeen ? 1.36 : 0)));
    this.dataset.depth = this.#tilted() ? "tilted" : "flat";
    if (this.#tilted()) this.#stand(this.#sight());
    this.dataset.cells = drawing.cells;
    this.dataset.mover = state.mover;
    const inset = { left: (MARGIN / box.width) * 100, top: (MARGIN / box.height) * 100 };
    const layer = {
      left: `${inset.left}%`, right: `${inset.left}%`, top: `${inset.top}%`, bottom: `${inset.top}%`,
    };
    const choice = this.#choice ? this.#choices(this.#choice) : null;
    this.#refresh();
    const surface = h("div", { class: "surface", style: { "aspect-ratio": `${box.width} / ${box.height}` } },
      h("svg", { class: "ground", viewBox: box.text, "aria-hidden": "true" }, this.#drawn.ground),
      h("div", { class: motion() ? "pieces moving" : "pieces", style: layer, "aria-hidden": "true" }, this.#drawn.pieces),
      h("svg", { class: "over", viewBox: box.text, "aria-hidden": "true" }, this.#drawn.over),
      as === "board" ? this.#grid(layer) : null, this.#tilted() ? null : choice);
    const [top, bottom] = flipped ? [0, 1] : [1, 0];
    this.toggleAttribute("data-picture", as === "picture");
    if (as === "picture") {
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", state.label);
    }
    patch(this, this.#handsSeen ? [this.#hand(top, "top"), surface, this.#hand(bottom, "bottom")] : [surface, this.#tilted() ? choice : null]);
    this.#arrive();
  }

  /** Describes anew what the cursor does not change, if anything else has changed. */
  #refresh() {
    const state = this.state;
    const { diagram, drawing, flipped = false } = state;
    const of = [state, this.#picked, this.#aimed, this.#pieces];
    if (of.every((one, at) => one === this.#drawn.of[at])) return;
    this.#drawn = {
      of, rows: [], pieces: this.#pieces.map((one) => this.#piece(one)),
      ground: [drawing.ground(diagram, { flipped }), this.#names(), this.#under()], over: this.#over(),
    };
  }

  /** Lets the drawing show in its own way how pieces came to where they are. */
  #arrive() {
    const { diagram, drawing, flipped = false } = this.state;
    const before = this.#before;
    this.#before = [];
    if (!drawing.arrive || !motion()) return;
    for (const now of this.#pieces) {
      const old = before.find((one) => one.key === now.key);
      const element = old && old.cell !== now.cell ? this.querySelector(`.piece[data-at="${now.cell}"] > *`) : null;
      if (!old || !element) continue;
      const [from, to] = [placeOf(diagram, old.cell, flipped), placeOf(diagram, now.cell, flipped)];
      drawing.arrive(element, { dx: to.x - from.x, dy: to.y - from.y, before: old.piece, after: now.piece });
    }
  }

  /** The names of files and ranks around the board. */
  #names() {
    const { diagram, flipped = false, as } = this.state;
    const { width, height } = diagram;
    if ((as === "picture" && !this.state.overlay) || this.state.look.coordinates === false) return null;
    // The cells of a large board are small on the screen; its names must be read all the same.
    const high = Math.min(MARGIN, 17 * Math.max(1, Math.max(width, height) / 10));
    const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ name) =>
      h("text", { class: "name", x, y, dy: "0.36em", style: { "font-size": `${high}px` } }, name);
    const { top = [], bottom = [], left = [], right = [] } = this.state.drawing.coordinates?.(diagram, this.state.style) ?? { bottom: diagram.files, left: diagram.ranks };
    const column = (/** @type {number} */ at) => ((flipped ? width - 1 - at : at) + 0.5) * CELL;
    const row = (/** @type {number} */ at) => ((flipped ? height - 1 - at : at) + 0.5) * CELL;
    // Names that belong to a player's edge go with that edge.
    const [above, below] = this.state.drawing.coordinates && flipped ? [bottom, top] : [top, bottom];
    return [
      ...above.map((name, at) => text(column(at), -MARGIN / 2, name)),
      ...below.map((name, at) => text(column(at), height * CELL + MARGIN / 2, name)),
      ...left.map((name, at) => text(-MARGIN / 2, row(at), name)),
      ...right.map((name, at) => text(width * CELL + MARGIN / 2, row(at), name)),
    ];
  }

  #under() {
    const { diagram, drawing, flipped = false, last = [], trail = [], overlay } = this.state;
    const at = (/** @type {number} */ cell) => centreOf(diagram, cell, flipped);
    return [
      overlay ? heat(diagram, overlay, flipped) : null,
      drawing.last ? null : last.map((cell) => square(diagram, cell, flipped, "last")),
      trail.map(({ from, to }) => arrow(at(from), at(to), "trail")),
      diagram.alerts.map((cell) => drawing.alert?.(at(cell)) ?? square(diagram, cell, flipped, "alert")),
      this.#picked && "cell" in this.#picked ? square(diagram, this.#picked.cell, flipped, "picked") : null,
    ];
  }

  #over() {
    const { diagram, drawing, legal, values, overlay, flipped = false } = this.state;
    const picked = this.#picked ? movesFrom(legal, this.#picked) : null;
    /** @type {Kid[]} */
    const drawn = [this.#onPieces()];
    if (overlay) drawn.push(...drawOverlay(diagram, overlay, flipped, drawing.numbered));
    if (values) drawn.push(...valueMarks(diagram, legal, values, picked, flipped));
    if (this.#aimed >= 0) drawn.push(this.#aim(this.#aimed));
    if (values) return drawn;
    if (!picked && drawing.placed) {
      // Where several pieces can be put down the few places for them are shown.
      for (const cell of targets(legal, null)) {
        if (diagram.cells[cell]) continue;
        const { x, y } = centreOf(diagram, cell, flipped);
        drawn.push(h("circle", { class: "target", cx: x, cy: y, r: 14 }));
      }
    } else if (picked) {
      for (const move of picked) {
        const cell = move.to;
        if (cell === null || picked.some((one) => one.to === cell && one !== move && picked.indexOf(one) < picked.indexOf(move))) continue;
        const { x, y } = centreOf(diagram, cell, flipped);
        const ghost = drawing.ghost?.(diagram, move, { x, y });
        if (ghost) {
          // On a tilted board it floats over the cells, so it is pressed itself.
          drawn.push(h("g", { class: "ghost-press", "data-target": cell }, ghost));
          continue;
        }
        const centre = { cx: x, cy: y };
        drawn.push(diagram.cells[cell]
          ? h("circle", { class: "target take", ...centre, r: 44 })
          : h("circle", { class: "target", ...centre, r: 14 }));
      }
      for (const cell of this.state.refused?.keys() ?? []) drawn.push(h("g", { class: "ghost-press", "data-target": cell }, refusal(centreOf(diagram, cell, flipped))));
      for (const cell of this.state.next ?? []) {
        const { x, y } = centreOf(diagram, cell, flipped);
        drawn.push(h("circle", { class: "next", cx: x, cy: y, r: 9 }));
      }
    }
    return drawn;
  }

  /** What lies on pieces and empty cells: the last move, numbers, whose a cell is once the board is counted. */
  #onPieces() {
    const { diagram, drawing, flipped = false, last = [], numbers, settled, overlay } = this.state;
    const marked = new Set(overlay?.marks.map(({ cell }) => cell));
    const at = (/** @type {number} */ cell) => centreOf(diagram, cell, flipped);
    const owned = (/** @type {"first" | "second"} */ side) => (settled?.territory[side] ?? []).map((cell) => {
      const { x, y } = at(cell);
      return h("rect", { class: `territory ${side}`, x: x - 14, y: y - 14, width: 28, height: 28 });
    });
    const latest = Math.max(0, ...(numbers?.values() ?? []));
    return [
      drawing.last && !numbers ? last.filter((cell) => !marked.has(cell)).map((cell) => drawing.last?.(at(cell), diagram.cells[cell] ?? null)) : null,
      [...(numbers ?? [])].map(([cell, number]) => {
        const { x, y } = at(cell);
        return h("text", { class: `number ${diagram.cells[cell]?.side ?? ""}${number === latest ? " latest" : ""}${number > 99 ? " long" : ""}`, x, y, dy: "0.36em" }, number);
      }),
      owned("first"), owned("second"),
    ];
  }

  /** Where a finger has aimed: lines across the board show what it hides. @param {number} cell */
  #aim(cell) {
    const { diagram, mover, flipped = false } = this.state;
    const { x, y } = centreOf(diagram, cell, flipped);
    return h("g", { class: `aim ${mover}` },
      h("path", { class: "aim-lines", d: `M0 ${y}H${diagram.width * CELL}M${x} 0V${diagram.height * CELL}` }),
      h("circle", { class: "aim-piece", cx: x, cy: y, r: 42 }));
  }

  /** @param {Followed} one @returns {VElement} */
  #piece({ key, cell, piece }) {
    const { diagram, drawing, look, flipped = false } = this.state;
    const { x, y } = placeOf(diagram, cell, flipped);
    const style = {
      width: `${100 / diagram.width}%`, height: `${100 / diagram.height}%`,
      transform: `translate(${x * 100}%, ${y * 100}%)`,
    };
    const lifted = this.#picked && "cell" in this.#picked && this.#picked.cell === cell;
    const dead = this.state.settled?.dead.includes(cell) ?? false;
    const turned = (piece.side === "second") !== flipped;
    return h("div", { key, class: `piece${lifted ? " lifted" : ""}${dead ? " dead" : ""}`, "data-at": cell, style }, drawing.piece(piece, { ...look, turned, flipped, tilt: this.#tilted() }));
  }

  /** @param {Record<string, string>} layer */
  #grid(layer) {
    const { diagram, label } = this.state;
    const cursor = this.#cursorCell();
    const rows = Array.from({ length: diagram.height }, (_, y) => this.#row(y, cursor));
    return h("div", { role: "grid", class: "grid", "aria-label": label, style: layer }, rows);
  }

  /** A row of cells; described anew only if the cursor comes or goes there. @param {number} y @param {number} cursor */
  #row(y, cursor) {
    const { diagram, flipped = false, legal, edit } = this.state;
    const cells = Array.from({ length: diagram.width }, (_, x) => /** @type {number} */ (cellAt(diagram, { x, y }, flipped)));
    const here = cells.includes(cursor) ? cursor : -1;
    const known = this.#drawn.rows[y];
    if (known?.cursor === here) return known.row;
    const reach = this.#picked ? targets(legal, this.#picked) : new Set();
    const row = h("div", { role: "row", class: "row" }, cells.map((cell) => {
      const spot = { cell };
      const placed = !this.#picked && placementsOn(legal, cell).length > 0;
      const useful = edit || placed || reach.has(cell) || movesFrom(legal, spot).length > 0;
      const picked = same(this.#picked, spot);
      return h("div", { role: "gridcell", class: "cell", "aria-selected": picked ? "true" : "false" },
        h("button", {
          type: "button", class: useful ? (placed && !edit ? "useful place" : "useful") : null, "data-cell": cell, tabindex: cell === cursor ? 0 : -1,
          "aria-label": this.#cellName(cell, reach), "aria-pressed": picked ? "true" : null,
          onclick: (/** @type {MouseEvent} */ event) => { this.#cursor = cell; this.#press(spot, event.detail > 0 && this.#finger ? "finger" : "other"); },
          onfocus: () => {
            if (this.#cursor !== cell) {
              this.#cursor = cell;
              this.#draw();
            }
            this.#pointed(cell);
          },
          onpointerenter: () => this.#pointed(cell),
        }));
    }));
    this.#drawn.rows[y] = { cursor: here, row };
    return row;
  }

  /** A cell as it is read aloud. @param {number} cell @param {Set<number>} reach */
  #cellName(cell, reach) {
    const { diagram, drawing, pieceName, legal, values, unit, last = [], refused, settled, numbers, overlay } = this.state;
    const name = `${diagram.files[cell % diagram.width]}${diagram.ranks[Math.floor(cell / diagram.width)]}`;
    const piece = diagram.cells[cell];
    const words = [piece ? t("page-cell-piece", { cell: name, side: this.state.sideName(piece.side), piece: pieceName(piece) }) : t("page-cell-empty", { cell: name })];
    if (diagram.alerts.includes(cell)) words.push(t(drawing.alertName ?? "page-cell-alert"));
    if (settled?.dead.includes(cell)) words.push(t("page-cell-dead"));
    for (const side of /** @type {const} */ (["first", "second"])) if (settled?.territory[side].includes(cell)) words.push(t("page-cell-owned", { side: this.state.sideName(side) }));
    const number = numbers?.get(cell);
    if (number !== undefined) words.push(t("page-cell-number", { number }));
    for (const { text } of overlay?.labels.filter((one) => one.cell === cell) ?? []) words.push(text);
    if (last.includes(cell)) words.push(t("page-cell-last"));
    if (reach.has(cell)) words.push(this.#targetWords(cell));
    const why = this.#picked ? refused?.get(cell) : undefined;
    if (why) words.push(t("page-why-not", { why }));
    const own = movesFrom(legal, { cell }).length;
    if (own > 0) words.push(t("page-cell-moves", { count: own }));
    const here = !values ? [] : (this.#picked ? movesFrom(legal, this.#picked) : legal).filter((move) => move.to === cell && (this.#picked || move.from === null));
    const judged = here.length > 0 ? values?.get(/** @type {MoveView} */ (here[0]).text) : undefined;
    if (judged) words.push(valueWords(judged, unit));
    return words.join(", ");
  }

  /** That a cell can be gone to, and what comes up there. @param {number} cell */
  #targetWords(cell) {
    const { diagram, drawing, legal } = this.state;
    const move = this.#picked ? movesFrom(legal, this.#picked).find((one) => one.to === cell) : undefined;
    const kind = move ? drawing.comesUp?.(diagram, move) : null;
    return kind ? `${t("page-cell-target")}: ${t(`piece-${kind}`)}` : t("page-cell-target");
  }

  /** @param {number} index @param {string} place */
  #hand(index, place) {
    const { diagram, drawing, look, mover, legal, pieceName, flipped = false, edit } = this.state;
    const side = index === 0 ? "first" : "second";
    const entries = diagram.hands[index] ?? [];
    const turned = (side === "second") !== flipped;
    const { values, unit } = this.state;
    const worth = values && mover === side ? handValues(legal, values) : null;
    const best = values && worth ? bestMoves(legal, values) : [];
    const buttons = entries.map(({ piece, count }, at) => {
      const judged = worth?.get(at);
      const spot = { hand: at };
      const can = mover === side && movesFrom(legal, spot).length > 0;
      const picked = mover === side && same(this.#picked, spot);
      const held = t("page-hand-piece", { side: this.state.sideName(side), piece: pieceName(piece), count });
      const name = judged ? `${held}, ${valueWords(judged, unit)}` : held;
      return h("button", {
        key: piece.kind, type: "button", class: picked ? "held picked" : "held", disabled: !can && !edit, "data-hand": at,
        "aria-label": name, "aria-pressed": picked ? "true" : "false",
        onclick: () => edit ? this.dispatchEvent(new CustomEvent("edithand", { detail: { side, at } })) : this.#press(spot),
      }, drawing.piece(piece, { ...look, turned, flipped, tilt: false }), count > 1 ? h("span", { class: "count" }, count) : null,
      judged ? h("span", { class: `hand-value tone-${judged.value} ${judged.value}${best.some((move) => move.hand === at) ? " best" : ""}`, "aria-hidden": "true" }, h("span", null, valueSign(judged))) : null);
    });
    return h("div", { key: `hand-${place}`, class: `hand ${place} ${side}`, role: "group", "aria-label": t("page-hand-of", { side: this.state.sideName(side) }) }, buttons);
  }

  /** Moves to one cell, to choose from: a row of pictures beside that cell, which is not hidden. @param {MoveView[]} moves */
  #choices(moves) {
    const { diagram, drawing, flipped = false, moveName, pieceName } = this.state;
    const to = moves[0]?.to;
    const place = typeof to === "number" ? placeOf(diagram, to, flipped) : { x: diagram.width / 2, y: diagram.height };
    const box = viewBox(diagram);
    const low = place.y * 2 >= diagram.height;
    const cellTop = ((place.y * CELL + MARGIN) / box.height) * 100;
    const cellEnd = (((place.y + 1) * CELL + MARGIN) / box.height) * 100;
    const shift = (((place.x + 0.5) * CELL + MARGIN) / box.width) * 100;
    // On a tilted board it would lie aslant, so it stands before it.
    const style = this.#tilted() ? { left: "50%", "--shift": "-50%", bottom: "4%" } : { left: `${shift}%`, "--shift": `${-shift}%`, ...(low ? { bottom: `${100 - cellTop}%` } : { top: `${cellEnd}%` }) };
    return h("div", { class: `choice ${low ? "above" : "below"}`, role: "dialog", "aria-label": t("page-choose-move"), style },
      (drawing.sorted?.(moves) ?? moves).map((move) => {
        const becomes = this.#becomes(move);
        const picture = becomes ? this.#portrait(becomes) : null;
        const name = becomes ? `${pieceName(becomes)}: ${moveName(move)}` : moveName(move);
        return h("button", { type: "button", class: picture ? "pictured" : null, "data-move": move.text, title: name, "aria-label": name, onclick: () => this.#play(move) }, picture ?? moveName(move));
      }),
      h("button", { type: "button", class: "quiet", "aria-label": t("page-cancel"), title: t("page-cancel"), onclick: () => this.#pick(null) }, "✕"));
  }

  /** What a move puts on its target, where the drawing can tell. @param {MoveView} move */
  #becomes(move) {
    const { drawing, diagram, pieces } = this.state;
    return drawing.becomes?.(move, diagram, pieces) ?? null;
  }

  /** @param {PieceView} piece */
  #portrait(piece) {
    const { drawing, look, flipped = false } = this.state;
    return drawing.piece(piece, { ...look, turned: (piece.side === "second") !== flipped, flipped, tilt: false });
  }
}

customElements.define("y-board", Board);
