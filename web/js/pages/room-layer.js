// The teaching layer of a room: asked for about the position that is looked at, whenever that changes.

/** @import { Overlay } from "../messages.d.ts" */
import { api } from "../api.js";

/** @param {(fault?: string) => void} changed */
export function roomLayer(changed) {
  const state = {
    /** The layer that is shown; none is empty. */
    layer: "",
    /** @type {{position: string, layer: string, overlay: Overlay} | null} */
    drawn: null,
  };
  let asked = "";

  return {
    state,
    /** @param {string} layer */
    choose(layer) {
      state.layer = layer;
      changed();
    },

    /** Draws what is known. */
    redraw: () => changed(),

    /** What there is to draw over a position. @param {string} position */
    over: (position) => (state.drawn && state.drawn.layer === state.layer && state.drawn.position === position ? state.drawn.overlay : null),

    /** Asks for the layer of what is shown, if it is not there yet. @param {string} game @param {string} position */
    async follow(game, position) {
      const { layer } = state;
      const question = `${layer} ${position}`;
      if (!layer || question === asked) return;
      asked = question;
      try {
        const overlay = await api.layer({ game, position, layer });
        if (question !== asked) return;
        state.drawn = { position, layer, overlay };
        changed();
      } catch (fault) {
        state.layer = "";
        changed(String(fault));
      }
    },
  };
}
