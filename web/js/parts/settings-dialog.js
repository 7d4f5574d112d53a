// The settings, in a dialog that every page can open.

/** @import { VElement } from "../dom.js" */
import { h, patch } from "../dom.js";
import { games } from "../games.js";
import { t, tOr } from "../i18n.js";
import { LANGUAGES, settings } from "../settings.js";

/** Names of languages are written in themselves. */
const LANGUAGE_NAMES = { en: "English", ja: "日本語", zh: "中文" };

/**
 * Buttons of which one is pressed.
 * @param {string} label @param {string} name
 * @param {[string, string][]} choices  value and text
 */
function choice(label, name, choices) {
  const now = /** @type {any} */ (settings.get())[name];
  return h("fieldset", null, h("legend", null, label),
    h("div", { class: "segments" }, choices.map(([value, text]) =>
      h("button", { type: "button", lang: name === "lang" ? value : null, "data-set": `${name}=${value}`, "aria-pressed": now === value ? "true" : "false", onclick: () => settings.set({ [name]: value }) }, text))));
}

/** @param {string} label @param {"marks" | "animation" | "sound" | "confirm" | "tilt" | "coordinates" | "numbers"} name */
function toggle(label, name) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", name, checked: settings.get()[name], onchange: (/** @type {Event} */ event) => settings.set({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }) }),
    label);
}

/** @returns {VElement[]} */
export function settingsForm() {
  const styles = [...new Set(games().flatMap((game) => game.styles))];
  return [
    choice(t("page-set-language"), "lang", LANGUAGES.map((lang) => [lang, LANGUAGE_NAMES[lang]])),
    choice(t("page-set-theme"), "theme", [["auto", t("page-theme-auto")], ["light", t("page-theme-light")], ["dark", t("page-theme-dark")]]),
    choice(t("page-set-pieces"), "set", [["auto", t("page-pieces-auto")], ["shapes", t("page-pieces-shapes")], ["signs", t("page-pieces-signs")], ["letters", t("page-pieces-letters")]]),
    h("label", { class: "field" }, h("span", null, t("page-set-notation")),
      h("select", { value: settings.get().style, onchange: (/** @type {Event} */ event) => settings.set({ style: /** @type {HTMLSelectElement} */ (event.target).value }) },
        ["native", "exact"].map((style) => h("option", { value: style, selected: style === settings.get().style }, t(`page-notation-${style}`))),
        styles.map((style) => h("option", { value: style, selected: style === settings.get().style }, tOr(`page-notation-${style}`, style))))),
    toggle(t("page-set-marks"), "marks"),
    toggle(t("page-set-coordinates"), "coordinates"),
    toggle(t("page-numbers"), "numbers"),
    toggle(t("page-set-animation"), "animation"),
    toggle(t("page-set-sound"), "sound"),
    toggle(t("page-set-confirm"), "confirm"),
    toggle(t("page-set-tilt"), "tilt"),
  ];
}

/** Opens the dialog; it follows the settings while it is open. */
export function openSettings() {
  const dialog = document.createElement("dialog");
  dialog.className = "settings";
  const draw = () => {
    dialog.setAttribute("aria-label", t("page-settings"));
    patch(dialog, [
      h("div", { class: "rowline spread" }, h("h2", null, t("page-settings")),
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("page-close"))),
      ...settingsForm(),
    ]);
  };
  const off = settings.listen(draw);
  document.addEventListener("language", draw);
  dialog.onclose = () => {
    off();
    document.removeEventListener("language", draw);
    dialog.remove();
  };
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  document.body.append(dialog);
  draw();
  dialog.showModal();
}
