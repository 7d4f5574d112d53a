// Time controls that are offered, and their words.

/** @import { Clock } from "./messages.d.ts" */
import { t } from "./i18n.js";

/** Minutes, seconds, periods as offered. @type {Record<string, Clock>} */
export const CLOCKS = {
  none: { kind: "none" },
  "sudden-5": { kind: "sudden_death", main_ms: 300_000 },
  "sudden-10": { kind: "sudden_death", main_ms: 600_000 },
  "fischer-3-2": { kind: "fischer", main_ms: 180_000, increment_ms: 2_000 },
  "fischer-5-5": { kind: "fischer", main_ms: 300_000, increment_ms: 5_000 },
  "fischer-10-10": { kind: "fischer", main_ms: 600_000, increment_ms: 10_000 },
  "byoyomi-0-30": { kind: "byoyomi", main_ms: 0, period_ms: 30_000, periods: 1 },
  "byoyomi-5-30": { kind: "byoyomi", main_ms: 300_000, period_ms: 30_000, periods: 3 },
  "canadian-10-5": { kind: "canadian", main_ms: 600_000, period_ms: 300_000, turns: 15 },
};

/** A clock in words. @param {Clock} clock */
export function clockName(clock) {
  const minutes = (/** @type {number} */ ms) => String(Math.round(ms / 6000) / 10);
  const seconds = (/** @type {number} */ ms) => String(Math.round(ms / 100) / 10);
  switch (clock.kind) {
    case "none": return t("page-clock-none");
    case "sudden_death": return t("page-clock-sudden", { minutes: minutes(clock.main_ms) });
    case "fischer": return t("page-clock-fischer", { minutes: minutes(clock.main_ms), seconds: seconds(clock.increment_ms) });
    case "canadian": return t("page-clock-canadian", { minutes: minutes(clock.main_ms), turns: clock.turns, period: minutes(clock.period_ms) });
    default: return t("page-clock-byoyomi", { minutes: minutes(clock.main_ms), seconds: seconds(clock.period_ms), periods: clock.periods });
  }
}
