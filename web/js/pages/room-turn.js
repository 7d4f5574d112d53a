// A turn in a room: sent at once, or prepared move by move where a game's turns have several, until it is
// confirmed.

/** @import { MoveView, View } from "../messages.d.ts" */
/** @import { RoomShown } from "../packed.js" */
/** @import { RoomPage } from "./room.js" */
import { api } from "../api.js";
import { entryOf, hasStagedTurns } from "../games.js";
import { sentence, t } from "../i18n.js";
import { say } from "../live.js";
import { actor, mayMove } from "../room-model.js";
import { asIn, atRandom, isSetup, placeAll } from "../setup.js";
import { settings } from "../settings.js";
import { drawingOf } from "../../games/registry.js";

/**
 * A turn while it is prepared: its moves, what could be chosen before each, what is then to be seen.
 * @typedef {{moves: MoveView[], choices: MoveView[][], view: View}} Staged
 */

const KEPT = "yomikiri.prepared";

/** @param {{state: RoomPage, send: (message: object) => boolean, update: () => void}} room */
export function roomTurn({ state, send, update }) {
  /** Where the game stands with some more moves. @param {MoveView[]} [more] */
  function place(more = []) {
    const { room } = state.model;
    return { game: room?.game ?? "", position: room?.start ?? "", moves: [...(room?.played ?? []), ...more].map((one) => one.text) };
  }

  /** Keeps a prepared turn over a reload of the page. @param {MoveView[]} moves */
  function remember(moves) {
    const { room } = state.model;
    try {
      if (moves.length === 0) sessionStorage.removeItem(KEPT);
      else sessionStorage.setItem(KEPT, JSON.stringify({ room: room?.id, ply: room?.ply, moves: moves.map((one) => one.text) }));
    } catch {
      // Without storage a prepared turn lasts as long as the page.
    }
  }

  /** Prepares anew what was prepared before the page was loaded. */
  async function restore() {
    const { room } = state.model;
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    if (!room || state.staged || kept?.room !== room.id || kept.ply !== room.ply || !mayMove(state.model)) return;
    /** @type {MoveView[]} */
    const moves = [];
    /** @type {MoveView[][]} */
    const choices = [];
    for (const text of kept.moves) {
      const view = await api.look(place(moves));
      const move = view.legal.find((one) => one.text === text);
      if (!move) return;
      moves.push(move);
      choices.push(view.legal);
    }
    if (moves.length > 0) await stage(moves, choices);
    update();
  }

  /** What may be put down in this turn, square by square; known once the first step was asked about. @type {{position: string, lists: MoveView[][]} | null} */
  let setup = null;

  /** From where a side's placements are asked about. In a hidden set-up Second places before First's are known: any will do in their place. */
  async function placedBefore() {
    const { room } = state.model;
    const here = place();
    if (!room || actor(state.model) === room.side) return here;
    const { moves } = await placeAll(here, drawingOf(room.game), (legal) => legal[0], (view) => view.side !== room.side);
    return { ...here, moves: [...here.moves, ...moves.map((one) => one.text)] };
  }

  /** Whether a side has put down all it has to. @param {View} view */
  const isDone = (view) => view.side !== actor(state.model);

  /** The choices of every square that is to be filled. */
  async function setupLists() {
    const { room } = state.model;
    if (!room) return [];
    if (setup?.position !== room.position) {
      const { choices } = await placeAll(await placedBefore(), drawingOf(room.game), (legal) => legal[0], isDone);
      setup = { position: room.position, lists: choices };
    }
    return setup.lists;
  }

  /** Asks once what may be put down, so that any square can be pressed first. */
  async function prepare() {
    const { room } = state.model;
    if (!room || !mayMove(state.model) || !isSetup(drawingOf(room.game), room) || setup?.position === room.position) return;
    state.placements = (await setupLists()).flat();
    update();
    // Named set-ups are chosen by what they look like.
    await Promise.all((entryOf(room.game)?.starts ?? []).map(async ({ position }) => {
      if (!state.presets.has(position)) state.presets.set(position, (await api.look({ game: room.game, position })).diagram);
    }));
    update();
  }

  /** Prepares placements in the order in which they were made; they are sent in the order of the rules. @param {MoveView[]} placed */
  async function arrange(placed) {
    const { room } = state.model;
    if (!room) return;
    const lists = await setupLists();
    const ordered = lists.flatMap((list) => placed.filter((move) => list.some((one) => one.text === move.text)));
    if (ordered.length === lists.length) return stage(ordered, lists);
    state.staged = placed.length === 0 ? null : { moves: placed, choices: lists, view: withPieces(room, placed) };
    say(t("page-staged", { count: placed.length }));
  }

  /** The board with what is placed so far. @param {RoomShown} room @param {MoveView[]} placed @returns {View} */
  function withPieces(room, placed) {
    const cells = [...room.diagram.cells];
    for (const move of placed) if (move.to !== null) cells[move.to] = drawingOf(room.game).becomes?.(move, room.diagram, []) ?? null;
    return { ...room, side: actor(state.model), diagram: { ...room.diagram, cells } };
  }

  /** @param {string[]} moves */
  function commit(moves) {
    const { room } = state.model;
    if (!room) return;
    const pending = { moves, ply: room.ply };
    state.model = { ...state.model, pending };
    // What was prepared stays in sight until the server has it.
    remember([]);
    send({ type: "move", ...pending, ref: "move" });
    update();
  }

  /** Prepares a turn; a whole one is sent at once where it need not be confirmed. @param {MoveView[]} moves @param {MoveView[][]} choices */
  async function stage(moves, choices) {
    const { room } = state.model;
    // What the other side has placed is not to be seen, so nobody can be asked about the whole.
    const hidden = room?.sealed && actor(state.model) !== room.side;
    const view = hidden ? { ...withPieces(room, moves), side: room.side } : await api.look(place(moves));
    const over = view.outcome !== null || view.side !== actor(state.model);
    state.staged = { moves, choices, view };
    remember(moves);
    if (over && !settings.get().confirm) return commit(moves.map((one) => one.text));
    const next = view.situation && !over ? sentence(view.situation) : "";
    say(`${t("page-staged", { count: moves.length })} ${next}`);
  }

  /** @param {string | null} start */
  async function placePieces(start) {
    const { room } = state.model;
    if (!room || !mayMove(state.model) || state.past) return;
    const drawing = drawingOf(room.game);
    const choose = start ? await asIn(drawing, room.game, start) : atRandom;
    const { moves, choices } = await placeAll(await placedBefore(), drawing, choose, isDone);
    await stage(moves, choices);
    update();
  }

  return {
    place,
    restore: () => restore().catch(() => {}),
    prepare: () => prepare().catch(() => {}),
    actions: {
      /** @param {MoveView} move */
      async play(move) {
        const { room } = state.model;
        if (!room || !mayMove(state.model) || state.past) return;
        state.notice = "";
        if (!hasStagedTurns(room.game)) return commit([move.text]);
        if (isSetup(drawingOf(room.game), room)) {
          await arrange([...(state.staged?.moves ?? []).filter((one) => one.to !== move.to), move]);
          return update();
        }
        const { moves = [], choices = [], view = room } = state.staged ?? {};
        try {
          await stage([...moves, move], [...choices, view.legal]);
        } catch (fault) {
          state.notice = String(fault);
        }
        update();
      },
      confirm() {
        if (!state.staged) return;
        commit(state.staged.moves.map((one) => one.text));
        // The pressed button goes away: keyboards go on at the board.
        /** @type {HTMLElement | null} */ (document.querySelector('y-board [role=grid] button[tabindex="0"]'))?.focus();
      },
      async undoStaged() {
        const { moves = [], choices = [] } = state.staged ?? {};
        const left = moves.slice(0, -1);
        const { room } = state.model;
        if (room && isSetup(drawingOf(room.game), room)) {
          await arrange(left);
          return update();
        }
        remember(left);
        state.staged = left.length === 0 ? null : { moves: left, choices: choices.slice(0, -1), view: await api.look(place(left)) };
        update();
      },
      /** Places everything at once: as a named start has it, or at random. @param {string | null} start */
      setUp(start) {
        placePieces(start).catch((fault) => {
          state.notice = String(fault);
          update();
        });
      },
    },
  };
}
