// The review of a game as a coach gives it: how well each side played, and one mistake after the other, with
// what was played, what it gave away, what was better, how that goes on and why.

/** @import { MoveView, ReviewPly } from "../messages.d.ts" */
/** @import { Judged } from "../values.js" */
/** @import { Kid } from "../dom.js" */
/** @import { Sentence } from "../i18n.js" */
import { api } from "../api.js";
import { h } from "../dom.js";
import { entryOf, moveName, sideName, sideTag } from "../games.js";
import { sentence, t } from "../i18n.js";
import { analysisPath } from "../route.js";
import { turned, valueWords } from "../values.js";
import { glyph } from "./glyphs.js";

/**
 * A move that gave something away: the ply before it, and how much it gave, from 0 to 1.
 * @typedef {{before: ReviewPly, after: ReviewPly, loss: number}} Judgement
 */

const SIDES = /** @type {const} */ (["first", "second"]);
/** A move that gives so much away is a mistake: a third of what an engine counts as won. */
const MISTAKE = 0.3;

/** How much the move between two plies gave away. @param {ReviewPly} before @param {ReviewPly} after */
function lossOf(before, after) {
  if (after.class) return { keeps: 0, only: 0, slower: 0.05, to_draw: 0.5, loses: 1 }[after.class];
  const height = (/** @type {ReviewPly} */ ply) => (ply.value ? { win: 1, draw: 0, loss: -1 }[/** @type {Judged["value"]} */ (ply.value)] : ply.points === null ? null : Math.tanh(ply.points / 400));
  const [was, is] = [height(before), height(after)];
  if (was === null || is === null) return null;
  const mine = before.side === after.side ? is : -is;
  return Math.max(0, Math.min(1, (was - mine) / 2));
}

/** Every judged move of a game. @param {ReviewPly[]} review @returns {Judgement[]} */
export function judge(review) {
  return review.slice(1).flatMap((after, at) => {
    const before = /** @type {ReviewPly} */ (review[at]);
    const loss = lossOf(before, after);
    return loss === null ? [] : [{ before, after, loss }];
  });
}

/** The mistakes of a game, in order. @param {ReviewPly[]} review */
export const mistakes = (review) => judge(review).filter(({ loss }) => loss >= MISTAKE);

/** How well a side played, in per cent; nothing where no move of it was judged. @param {ReviewPly[]} review @param {"first" | "second"} side */
export function accuracy(review, side) {
  const own = judge(review).filter(({ before }) => before.side === side);
  if (own.length === 0) return null;
  return Math.round(100 - (100 * own.reduce((sum, { loss }) => sum + loss, 0)) / own.length);
}

/**
 * @typedef {object} CoachContext
 * @property {(ply: number) => void} lookAt
 * @property {MoveView[]} played
 * @property {string} start
 * @property {ReturnType<typeof reasons>} reasons
 * @property {((ply: number, side: "first" | "second") => void) | null} again  plays on from before a mistake
 * @property {(() => void) | null} share  copies a link to this review
 * @property {boolean} shared  it was copied
 */

/**
 * What the game's teaching layers say after a mistake; asked for when one is looked at.
 * @param {() => void} changed
 */
export function reasons(changed) {
  /** @type {Map<string, Sentence[]>} */
  const known = new Map();
  return {
    /** @param {string} game @param {string} start @param {string[]} moves the moves up to the mistake and with it @returns {Sentence[]} */
    after(game, start, moves) {
      const key = moves.join(" ");
      const found = known.get(key);
      if (found) return found;
      known.set(key, []);
      const layers = (entryOf(game)?.layers ?? []).map(({ id }) => api.layer({ game, ...(start ? { position: start } : {}), moves, layer: id }).then(({ notes }) => notes, () => []));
      void Promise.all(layers).then((all) => {
        // A layer that has nothing to say here says so.
        const told = all.flat().filter(({ id }) => !id.endsWith("-only"));
        if (told.length === 0) return;
        known.set(key, told);
        changed();
      });
      return [];
    },
  };
}

/**
 * @param {string} game @param {ReviewPly[] | null} review @param {number} at  the ply that is shown
 * @param {CoachContext} context
 */
export function coachCard(game, review, at, context) {
  const { lookAt, share, shared } = context;
  if (!review || review.length < 2) return null;
  const found = mistakes(review);
  const here = found.findIndex(({ before }) => before.ply === at || before.ply + 1 === at);
  const before = found.findLastIndex((one) => one.before.ply < at - (here >= 0 && found[here]?.before.ply !== at ? 1 : 0));
  const next = found.findIndex((one) => one.before.ply > at);
  return h("div", { key: "coach", class: "card coach" }, h("h2", null, t("page-coach")),
    h("div", { class: "accuracies" }, SIDES.map((side) => {
      const share = accuracy(review, side);
      const count = found.filter((one) => one.before.side === side).length;
      return h("p", { "data-accuracy": side }, sideTag(game, side), " ", h("strong", null, share === null ? "–" : `${share} %`), " ", h("span", { class: "soft small" }, t("page-mistakes", { count })));
    })),
    found.length === 0 ? h("p", null, t("page-no-mistakes")) : h("div", { class: "rowline coach-steps" },
      h("button", { type: "button", "data-coach": "prev", disabled: before < 0, onclick: () => lookAt(found[before]?.before.ply ?? 0) }, glyph("prev"), t("page-mistake-prev")),
      h("button", { type: "button", class: "primary", "data-coach": "next", disabled: next < 0, onclick: () => lookAt(found[next]?.before.ply ?? 0) }, t("page-mistake-next"), glyph("next"))),
    here >= 0 ? lesson(game, /** @type {Judgement} */ (found[here]), context) : null,
    share ? h("p", { class: "rowline" }, h("button", { type: "button", class: "small-link", "data-coach": "share", onclick: share }, glyph("copy"), t(shared ? "page-copied" : "page-share-review"))) : null);
}

/** What a mistake was. @param {string} game @param {Judgement} found @param {CoachContext} context @returns {Kid} */
function lesson(game, { before, after }, { lookAt, played, start, reasons, again }) {
  const move = played[before.ply];
  if (!move) return null;
  const mine = after.value ? judgedOf(after, before.side) : null;
  const moves = played.slice(0, before.ply + 1).map((one) => one.text);
  const line = (/** @type {MoveView[]} */ all) => all.map(moveName).join(" ");
  const reply = after.line.length > 0 ? after.line : after.best ? [after.best] : [];
  return h("div", { class: "lesson", "data-mistake": before.ply + 1 },
    h("p", null, t("page-mistake-played", { side: sideName(game, before.side), move: moveName(move), ply: before.ply + 1 })),
    before.value && mine
      ? h("p", null, t("page-mistake-values", { was: valueWords(judgedOf(before, before.side)), now: valueWords(mine) }))
      : h("p", null, t("page-mistake-points", { was: pointsOf(before, before.side), now: pointsOf(after, before.side) })),
    before.best && before.best.text !== move.text ? h("p", { "data-better": before.best.text }, t("page-mistake-better", { move: moveName(before.best) }),
      before.line.length > 1 ? h("span", { class: "soft small", "data-better-line": "" }, ` ${line(before.line)}`) : null) : null,
    reply.length > 0 ? h("p", { "data-why": "" }, t("page-mistake-why", { side: sideName(game, after.side), line: line(reply) })) : null,
    reasons.after(game, start, moves).map((one, at) => h("p", { key: `${at} ${one.id}`, class: "small", "data-reason": one.id }, sentence(one))),
    h("p", { class: "rowline" },
      h("button", { type: "button", class: "small-link", onclick: () => lookAt(before.ply + 1) }, t("page-mistake-show")),
      again ? h("button", { type: "button", class: "small-link", "data-coach": "again", onclick: () => again(before.ply, before.side) }, glyph("again"), t("page-try-again")) : null,
      h("a", { class: "button small-link", "data-coach": "analyse", href: analysisPath({ game, position: start, moves: moves.slice(0, -1) }) }, glyph("board"), t("page-analyse"))));
}

/** A ply's value as a side sees it. @param {ReviewPly} ply @param {string} side @returns {Judged} */
function judgedOf(ply, side) {
  const judged = { value: /** @type {Judged["value"]} */ (ply.value), distance: ply.distance };
  return ply.side === side ? judged : turned(judged);
}

/** @param {ReviewPly} ply @param {string} side */
function pointsOf(ply, side) {
  if (ply.value) return valueWords(judgedOf(ply, side));
  const points = ply.side === side ? (ply.points ?? 0) : -(ply.points ?? 0);
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}
