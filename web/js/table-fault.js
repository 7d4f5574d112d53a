// Why there are no true values, in words.

import { ApiError } from "./api.js";
import { entryOf } from "./games.js";
import { t } from "./i18n.js";
import { settings } from "./settings.js";

/** A game of which no table is there. @param {string} game */
export function withoutTable(game) {
  const command = entryOf(game)?.solve;
  return command ? t("page-no-table", { command }) : t("page-no-solver");
}

/** @param {unknown} fault */
export function tableFault(fault) {
  if (!(fault instanceof ApiError) || fault.code !== "no_table") return fault instanceof Error ? fault.message : String(fault);
  const { solve, too_large } = fault.detail ?? {};
  if (solve) return t("page-no-table-here", { command: solve });
  if (!too_large) return t("page-table-not-covered");
  const positions = new Intl.NumberFormat(settings.get().lang, { notation: "compact" }).format(too_large.positions);
  return t("page-table-too-large", { positions });
}
