// Building a table from the page: what it would take, how far it is, and a way to stop it. The server's
// owner decides whether visitors may.

/** @import { SolveAnswer } from "../messages.d.ts" */
import { api } from "../api.js";
import { h } from "../dom.js";
import { faultWords } from "../fault.js";
import { gameName } from "../games.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { glyph } from "./glyphs.js";

/** How often a running solve is asked about, in milliseconds. */
const EVERY = 700;

/**
 * @param {string} game @param {() => string} part  the table that is meant; empty: all of the game
 * @param {{draw: () => void, solved: () => void}} page  `solved` is told when a table was built
 */
export function solveCard(game, part, { draw, solved }) {
  const state = {
    /** @type {SolveAnswer | null} */
    answer: null,
    fault: "",
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  let closed = false;

  const running = () => state.answer?.job?.state === "running" || state.answer?.job?.state === "stopping";

  /** @param {() => Promise<SolveAnswer>} question */
  async function ask(question) {
    const before = running();
    try {
      state.answer = await question();
      state.fault = "";
    } catch (fault) {
      state.fault = faultWords(fault);
    }
    if (closed) return;
    clearTimeout(waiting);
    if (running()) waiting = setTimeout(() => void ask(() => api.solveState(game, part())), EVERY);
    else if (before && state.answer?.job?.state === "done") solved();
    draw();
  }

  const number = (/** @type {number} */ value) => new Intl.NumberFormat(settings.get().lang, { notation: "compact", maximumFractionDigits: 1 }).format(value);
  const bytes = (/** @type {number} */ value) => (value >= 1e9 ? `${number(value / 1e9)} GB` : `${number(Math.max(1, value / 1e6))} MB`);
  const time = (/** @type {number} */ seconds) => (seconds < 90 ? t("page-time-seconds", { count: Math.max(1, Math.round(seconds)) })
    : seconds < 5400 ? t("page-time-minutes", { count: Math.round(seconds / 60) })
    : t("page-time-hours", { count: number(seconds / 3600) }));

  /** What it would take, in words. @param {SolveAnswer} answer */
  const cost = ({ estimate }) => t("page-solve-cost", { positions: number(estimate.slots), memory: bytes(estimate.memory), disk: bytes(estimate.disk), time: time(estimate.cpu_seconds) });

  function progress() {
    const job = state.answer?.job;
    if (!job || !running()) return null;
    const share = job.total > 0 ? job.done / job.total : 0;
    const name = `${gameName(job.game)}${job.what ? ` ${job.what}` : ""}`;
    return h("div", { class: "solving", "data-solving": job.state },
      h("p", null, t(job.state === "stopping" ? "page-solve-stopping" : "page-solve-running", { name })),
      h("progress", { max: 1, value: share, "aria-label": t("page-solve-stage", { stage: job.stage, round: job.round ?? "" }) }),
      h("p", { class: "soft small", role: "status" }, t("page-solve-stage", { stage: job.stage, round: job.round ?? "" }), " · ", time(job.seconds)),
      h("button", { type: "button", "data-solve-stop": "", disabled: job.state === "stopping", onclick: () => void ask(() => api.stopSolving(game, part())) }, t("page-solve-stop")));
  }

  /** How the last solve of this table ended. */
  function last() {
    const job = state.answer?.job;
    if (!job || running() || job.game !== game || job.what !== part()) return null;
    if (job.state === "stopped") return h("p", { class: "notice", "data-solve-ended": "stopped" }, t("page-solve-stopped"));
    return job.state === "failed" ? h("p", { class: "notice bad", role: "alert", "data-solve-ended": "failed" }, t("page-solve-failed", { fault: job.fault ?? "" })) : null;
  }

  /** The card, with the command for whoever runs the server. @param {string} command */
  function card(command) {
    const { answer } = state;
    return h("div", { key: "solve", class: "card solve-card", "data-allowed": answer?.allowed ?? false },
      answer ? h("p", { "data-solve-cost": "" }, cost(answer)) : null,
      answer && !answer.fits ? h("p", { class: "notice" }, t("page-solve-too-large")) : null,
      progress(), last(),
      answer?.allowed && answer.fits && !running() ? h("button", { type: "button", class: "primary", "data-solve": "", onclick: () => void ask(() => api.startSolving(game, part())) },
        glyph("play"), t(answer.job?.state === "stopped" && answer.job.game === game ? "page-solve-resume" : "page-solve-start")) : null,
      answer?.allowed ? null : [h("p", null, t("page-solve-it")), h("pre", { class: "mono" }, command)],
      state.fault ? h("p", { class: "notice bad", role: "alert" }, state.fault) : null);
  }

  return {
    card,
    load: () => ask(() => api.solveState(game, part())),
    close() {
      closed = true;
      clearTimeout(waiting);
    },
  };
}
