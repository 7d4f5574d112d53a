// Records in and out: a game as text, pasted, opened from a file, or written.

/** @import { AnalysisActions } from "../pages/analysis.js" */
import { h, patch } from "../dom.js";
import { entryOf } from "../games.js";
import { t } from "../i18n.js";
import { readFile } from "./read-file.js";

/** @param {string} game @param {AnalysisActions} actions */
export function openRecords(game, actions) {
  const formats = entryOf(game)?.formats ?? ["json"];
  const state = { text: "", format: formats.includes("sgf") ? "sgf" : "json", notice: "", bad: false };
  const dialog = document.createElement("dialog");
  dialog.className = "records";
  dialog.onclose = () => dialog.remove();

  /** @param {() => Promise<string | void>} act */
  async function attempt(act) {
    try {
      state.notice = (await act()) ?? "";
      state.bad = false;
    } catch (fault) {
      state.notice = fault instanceof Error ? fault.message : String(fault);
      state.bad = true;
    }
    draw();
  }

  const read = () => attempt(async () => {
    const notice = await actions.read(state.text, "");
    if (notice) return notice;
    dialog.close();
  });
  const write = () => attempt(async () => { state.text = await actions.write(state.format); });

  /** Saves what is in the field; an empty one is written first. */
  async function save() {
    if (state.text === "") await write();
    if (state.text === "") return;
    const link = document.createElement("a");
    link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(state.text)}`;
    link.download = `game.${["json", "sgf", "pgn", "kif"].includes(state.format) ? state.format : "txt"}`;
    link.click();
  }

  function draw() {
    dialog.setAttribute("aria-label", t("page-records"));
    patch(dialog, [
      h("h2", null, t("page-records")),
      h("p", { class: "soft small" }, t("page-records-more")),
      h("textarea", { name: "record", class: "mono", rows: 8, spellcheck: "false", "aria-label": t("page-records"), value: state.text, oninput: (/** @type {Event} */ event) => { state.text = /** @type {HTMLTextAreaElement} */ (event.target).value; } }),
      // The browser's own chooser would speak the browser's language.
      h("div", { class: "rowline" }, h("label", { class: "button file" }, t("page-open-file"),
        h("input", { type: "file", class: "unseen", onchange: (/** @type {Event} */ event) => void attempt(async () => {
          const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
          if (!file) return;
          state.text = await readFile(file);
          return file.name;
        }) })),
        h("button", { type: "button", class: "primary", "data-read": "", onclick: () => void read() }, t("page-read-record"))),
      state.notice ? h("p", { class: state.bad ? "notice bad" : "notice", role: "alert" }, state.notice) : null,
      h("div", { class: "rowline" },
        h("span", { class: "soft small" }, t("page-format")),
        h("select", { name: "format", "aria-label": t("page-format"), value: state.format, onchange: (/** @type {Event} */ event) => { state.format = /** @type {HTMLSelectElement} */ (event.target).value; } },
          formats.map((one) => h("option", { value: one, selected: one === state.format }, one))),
        h("button", { type: "button", "data-write": "", onclick: () => void write() }, t("page-write-record")),
        h("button", { type: "button", "data-save": "", onclick: () => void save() }, t("page-save-record")),
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("page-close"))),
    ]);
  }

  document.body.append(dialog);
  draw();
  dialog.showModal();
}
