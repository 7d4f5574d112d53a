// The opening book beside the lines: the moves that were played here, how those games went, and the name of the opening.
// It knows no game.

/** @import { BookReport, MoveView } from "../messages.d.ts" */
import { api } from "../api.js";
import { h } from "../dom.js";
import { moveName } from "../games.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";

/** Asks about what is looked at, whenever that changes. @param {() => void} changed */
export function openings(changed) {
  /** @type {{question: string, told: BookReport | null} | null} */
  let known = null;
  let asked = "";

  return {
    /** What is known about a place; what was known before it is shown until an answer comes. @param {string} game */
    of: (game) => (known && known.question.startsWith(`${game} `) ? known.told : null),

    /** Asks about a place, if it was not asked yet. @param {string} game @param {string} start @param {string[]} moves */
    async follow(game, start, moves) {
      const { lang } = settings.get();
      const question = `${game} ${lang} ${start} ${moves.join(" ")}`;
      if (question === asked) return;
      asked = question;
      // The page does without a book that cannot be read.
      const told = await api.book({ game, ...(start ? { position: start } : {}), moves, lang }).catch(() => null);
      if (question !== asked) return;
      known = { question, told };
      changed();
    },
  };
}

/** Hundredths. @param {number} share */
const percent = (share) => `${Math.round(100 * share)}%`;

/** @param {BookReport | null} told @param {MoveView[]} legal @param {(move: MoveView) => void} play */
export function bookCard(told, legal, play) {
  if (!told) return null;
  const rows = told.moves.flatMap((known) => {
    const move = legal.find((one) => one.text === known.move);
    return move ? [{ move, known }] : [];
  });
  return h("div", { key: "book", class: "card book" }, h("h2", null, t("page-book")),
    told.opening ? h("p", { class: "opening", "data-opening": told.opening.code }, told.opening.name) : null,
    rows.length === 0 ? h("p", { class: "soft small", "data-book": "none" }, t("page-book-none")) : h("div", { class: "book-list" },
      rows.map(({ move, known }) => {
        const { games, win, draw, loss, expected, chance, score, note } = known;
        const parts = /** @type {[string, number][]} */ ([["won", win], ["drawn", draw], ["lost", loss]]);
        const told = `+${win} =${draw} −${loss}`;
        return h("button", {
          key: known.move, type: "button", class: `book-row${chance > 0 ? "" : " unplayed"}`, title: note ?? told, "data-move": known.move, "data-games": games, "data-expected": expected.toFixed(3),
          "aria-label": `${moveName(move)}: ${told}, ${percent(expected)}`, onclick: () => play(move),
        },
        h("span", { class: "value-move" }, moveName(move)),
        h("span", { class: "book-bar", "aria-hidden": "true" }, parts.map(([name, count]) => h("span", { key: name, class: name, style: { "flex-grow": count } }))),
        h("span", { class: "book-number" }, percent(expected)),
        h("span", { class: "book-number soft" }, games.toLocaleString()),
        h("span", { class: "book-number soft" }, score === null ? "" : score > 0 ? `▲${score}` : score < 0 ? `▼${-score}` : "0"));
      })));
}
