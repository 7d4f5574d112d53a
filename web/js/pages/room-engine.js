// The engine's lines in a room: the room's own connection asks for them, about the position that is looked
// at, and asks again when that changes.

/** @import { Report, ServerMessage } from "../messages.d.ts" */

/**
 * What is looked at: how many of the game's moves have been made, moves after them that are not sent yet,
 * the position, and whether there is anything to think about.
 * @typedef {{ply: number, moves: string[], position: string, over: boolean}} Sight
 */

/** How the server's answers to these questions are told from others. */
const REF = "engine";

/** @param {{send: (message: object) => boolean, changed: (fault?: string) => void}} room */
export function roomEngine({ send, changed }) {
  const state = { engine: false, lines: 3, report: /** @type {Report | null} */ (null) };
  /** @type {string} */
  let asked = "";
  let position = "";

  return {
    state,
    actions: {
      engine() {
        state.engine = !state.engine;
        changed();
      },
      /** @param {number} lines */
      lines(lines) {
        state.lines = lines;
        changed();
      },
    },

    /** Keeps the engine at what is looked at; `null` where nobody may ask. @param {Sight | null} sight */
    follow(sight) {
      const wanted = state.engine && sight && !sight.over ? JSON.stringify([sight.ply, sight.moves, state.lines]) : "";
      if (wanted === asked) return;
      asked = wanted;
      state.report = null;
      position = sight?.position ?? "";
      if (!wanted || !sight) send({ type: "stop" });
      else if (!send({ type: "analyze", ply: sight.ply, moves: sight.moves, lines: state.lines, ref: REF })) asked = "";
    },

    /** A new connection knows nothing of the old one's questions. */
    forget() {
      asked = "";
    },

    /** Takes in a message, if it is the engine's. @param {ServerMessage} message */
    hear(message) {
      if (message.type === "lines" && message.position === position) state.report = message.report;
      else if (message.type === "error" && message.ref === REF) {
        state.engine = false;
        changed(message.error.message);
      }
    },
  };
}
