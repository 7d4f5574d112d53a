// A turn in a room: sent at once, or prepared move by move where a game's turns have several, until it is
// confirmed.

/** @import { MoveView, View } from "../messages.d.ts" */
/** @import { RoomPage } from "./room.js" */
import { api } from "../api.js";
import { isPlacement } from "../board/pick.js";
import { hasStagedTurns } from "../games.js";
import { sentence, t } from "../i18n.js";
import { say } from "../live.js";
import { mayMove } from "../room-model.js";
import { asIn, atRandom, placeAll } from "../setup.js";
import { settings } from "../settings.js";
import { drawingOf } from "../../games/registry.js";

/**
 * A turn while it is prepared: its moves, what could be chosen before each, what is then to be seen.
 * @typedef {{moves: MoveView[], choices: MoveView[][], view: View}} Staged
 */

/** @param {{state: RoomPage, send: (message: object) => boolean, update: () => void}} room */
export function roomTurn({ state, send, update }) {
  /** Where the game stands with some more moves. @param {MoveView[]} [more] */
  function place(more = []) {
    const { room } = state.model;
    return { game: room?.game ?? "", position: room?.start ?? "", moves: [...(room?.played ?? []), ...more].map((one) => one.text) };
  }

  /** @param {string[]} moves */
  function commit(moves) {
    const { room } = state.model;
    if (!room) return;
    const pending = { moves, ply: room.ply };
    state.model = { ...state.model, pending };
    state.staged = null;
    send({ type: "move", ...pending, ref: "move" });
    update();
  }

  /** Prepares a turn; a whole one is sent at once where it need not be confirmed. @param {MoveView[]} moves @param {MoveView[][]} choices */
  async function stage(moves, choices) {
    const { room } = state.model;
    const view = await api.look(place(moves));
    const over = view.outcome !== null || view.side !== room?.side;
    state.staged = { moves, choices, view };
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
    const { moves, choices } = await placeAll(place(), drawing, choose, (view) => view.side !== room.side);
    await stage(moves, choices);
    update();
  }

  return {
    place,
    actions: {
      /** @param {MoveView} move */
      async play(move) {
        const { room } = state.model;
        if (!room || !mayMove(state.model) || state.past) return;
        state.notice = "";
        if (!hasStagedTurns(room.game)) return commit([move.text]);
        const { moves = [], choices = [], view = room } = state.staged ?? {};
        // Something that was put down in this turn may be put down otherwise.
        const again = moves.findIndex((one) => isPlacement(one) && isPlacement(move) && one.to === move.to);
        try {
          if (again >= 0) await stage(moves.with(again, move), choices);
          else await stage([...moves, move], [...choices, view.legal]);
        } catch (fault) {
          state.notice = String(fault);
        }
        update();
      },
      confirm: () => state.staged && commit(state.staged.moves.map((one) => one.text)),
      async undoStaged() {
        const { moves = [], choices = [] } = state.staged ?? {};
        const left = moves.slice(0, -1);
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
