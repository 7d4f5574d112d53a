// What the last move did, what would have been better, and an estimate of who is ahead, for games that tell.
// It knows no game.

/** @import { Explanation } from "../messages.d.ts" */
import { api } from "../api.js";
import { h } from "../dom.js";
import { entryOf } from "../games.js";
import { sentence, t } from "../i18n.js";

/** Asks about what is looked at, whenever that changes. @param {() => void} changed */
export function explanations(changed) {
  /** @type {{question: string, told: Explanation | null} | null} */
  let known = null;
  let asked = "";

  return {
    /** What is known about a place. @param {string} game @param {string} start @param {string[]} moves */
    of: (game, start, moves) => (known?.question === questionOf(game, start, moves) ? known.told : null),

    /** Asks about a place, if its game tells anything and it was not asked yet. @param {string} game @param {string} start @param {string[]} moves */
    async follow(game, start, moves) {
      const question = questionOf(game, start, moves);
      if (!entryOf(game)?.explains || question === asked) return;
      asked = question;
      // What cannot be explained is not explained.
      const told = await api.explain({ game, ...(start ? { position: start } : {}), moves }).catch(() => null);
      if (question !== asked) return;
      known = { question, told };
      changed();
    },
  };
}

/** @param {string} game @param {string} start @param {string[]} moves */
const questionOf = (game, start, moves) => `${game} ${start} ${moves.join(" ")}`;

/** @param {Explanation | null} told */
export function explainCard(told) {
  if (!told) return null;
  const lines = (/** @type {Explanation["did"]} */ all, /** @type {string} */ name) => all.map((one, at) => h("p", { key: `${name} ${at}`, class: "small", [`data-${name}`]: one.id }, sentence(one)));
  return h("div", { key: "explain", class: "card explain", "data-best": told.best ?? "", "data-lost": told.lost ?? "" },
    told.did.length > 0 ? [h("h2", null, t("page-explain")), lines(told.did, "did"), lines(told.better, "better")] : null,
    told.standing.length > 0 ? [h("h2", null, t("page-explain-estimate")), lines(told.standing, "standing")] : null);
}
