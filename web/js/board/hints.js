// What the server tells about a piece that is picked up: why it may not go somewhere, and where it could
// go on within the same turn. Answers that come late are let go.

/** @import { MoveView } from "../messages.d.ts" */
/** @import { Spot } from "./pick.js" */
/** @import { Place } from "../api.js" */
import { api } from "../api.js";
import { sentence, t } from "../i18n.js";
import { movesFrom } from "./pick.js";

/** @param {() => void} changed  called when there is something new to draw */
export function hints(changed) {
  let asked = 0;
  let considered = "";
  const known = {
    /** @type {Map<number, string>} */
    refused: new Map(),
    /** @type {number[]} */
    next: [],
  };

  /** Why the piece on a cell may not go where. @param {Place} place @param {number} from */
  async function reasons(place, from) {
    const refusals = await api.refusals({ ...place, from });
    return new Map(refusals.map(({ to, why }) => [to, sentence(why)]));
  }

  /** Something was picked up or put down. @param {Place} place @param {Spot | null} spot */
  async function pick(place, spot) {
    const mine = ++asked;
    const some = known.refused.size > 0 || known.next.length > 0;
    known.refused = new Map();
    known.next = [];
    considered = "";
    if (some) changed();
    if (!spot || !("cell" in spot)) return;
    const found = await reasons(place, spot.cell).catch(() => new Map());
    if (mine !== asked) return;
    known.refused = found;
    if (found.size > 0) changed();
  }

  /** A move is looked at before it is made. @param {Place} place @param {MoveView | null} move */
  async function consider(place, move) {
    if (considered === (move?.text ?? "")) return;
    considered = move?.text ?? "";
    const mine = ++asked;
    known.next = [];
    if (move) {
      const view = await api.look({ ...place, moves: [...(place.moves ?? []), move.text] }).catch(() => null);
      if (mine !== asked) return;
      const goesOn = view && view.side === move.side && move.to !== null;
      known.next = goesOn ? movesFrom(view.legal, { cell: move.to ?? -1 }).flatMap((one) => one.to ?? []) : [];
    }
    changed();
  }

  /** A press that did nothing, in words. @param {Place} place @param {{from: number, to: number | null}} press */
  async function explain(place, { from, to }) {
    const why = to === null ? undefined : known.refused.get(to);
    if (why) return t("page-why-not", { why });
    const all = await reasons(place, from).catch(() => new Map());
    const words = [...new Set(all.values())];
    return words.length > 0 ? `${t("page-cannot-move")} ${words.join(" ")}` : t("page-cannot-move");
  }

  return { known, pick, consider, explain };
}
