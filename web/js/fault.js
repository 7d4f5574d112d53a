// What went wrong, in the visitor's language. The server's own words are in English and more exact: they
// follow where the language is another one.

import { ApiError } from "./api.js";
import { tOr } from "./i18n.js";
import { settings } from "./settings.js";

/** @param {unknown} fault */
export function faultWords(fault) {
  if (!(fault instanceof ApiError)) return fault instanceof Error ? fault.message : String(fault);
  const words = tOr(`error-${fault.code.replaceAll("_", "-")}`, "");
  if (words === "" || settings.get().lang === "en") return fault.message;
  return `${words} (${fault.message})`;
}
