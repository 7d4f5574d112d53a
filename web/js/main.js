// Starts the page: messages, games, the frame around every page, and the way from address to page.

/** @import { Route } from "./route.js" */
import "./board/board.js";
import "./parts/clock.js";
import "./parts/graph.js";
import "./parts/moves.js";
import { h, patch } from "./dom.js";
import { games, loadGames } from "./games.js";
import { t, useLanguage } from "./i18n.js";
import { analysis } from "./pages/analysis.js";
import { description } from "./pages/api.js";
import { lobby } from "./pages/lobby.js";
import { room } from "./pages/room.js";
import { rules } from "./pages/rules.js";
import { tables } from "./pages/tables.js";
import { glyph } from "./parts/glyphs.js";
import { openSettings, settingsForm } from "./parts/settings-dialog.js";
import { analysisPath, readRoute, rulesPath, tablePath } from "./route.js";
import { apply, settings } from "./settings.js";

/**
 * A page that is shown: it can be drawn anew and taken down.
 * @typedef {{draw: () => void, close?: () => void, key?: (event: KeyboardEvent) => void}} Page
 */

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Page | null} */
let page = null;
/** @type {Route} */
let route = { page: "lost" };
let first = true;

/** Goes to an address of this site. @param {string} path @param {{replace?: boolean, quiet?: boolean}} [how] */
export function go(path, how = {}) {
  if (how.replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  if (!how.quiet) show();
}

function show() {
  page?.close?.();
  route = readRoute(location.pathname, location.search);
  frame();
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  // Every page draws into a fresh element, so that nothing of the last one is left.
  const root = document.createElement("div");
  root.className = `page ${route.page}`;
  main.replaceChildren(root);
  page = open(root);
  page.draw();
  scrollTo(0, 0);
  // Readers and keyboards begin at the new page, not where the pressed link was.
  if (!first) main.focus({ preventScroll: true });
  first = false;
}

/** @param {HTMLElement} root @returns {Page} */
function open(root) {
  switch (route.page) {
    case "lobby": return lobby(root, { go });
    case "room": return room(root, { go, room: route.room });
    case "analysis": return analysis(root, { go, ...route, game: route.game || (games()[0]?.id ?? "") });
    case "tables": return tables(root, route);
    case "rules": return rules(root, { go, game: route.game });
    case "api": return description(root);
    case "settings": return { draw: () => patch(root, h("section", { class: "card settings" }, h("h1", null, t("page-settings")), settingsForm())) };
    default: return { draw: () => patch(root, h("div", { class: "card" }, h("h1", null, t("page-lost")), h("a", { href: "/" }, t("page-to-lobby")))) };
  }
}

function frame() {
  const game = "game" in route ? route.game : "";
  const known = game || (games()[0]?.id ?? "");
  /** @type {[string, string, string, string][]} */
  const links = [
    ["lobby", "/", "play", t("page-nav-play")],
    ["analysis", analysisPath({ game: known }), "board", t("page-nav-analysis")],
    ["tables", tablePath(game), "table", t("page-nav-tables")],
    ["rules", rulesPath(game), "book", t("page-nav-rules")],
  ];
  document.title = `${t(`page-title-${route.page}`)} · Yomikiri`;
  patch(app, [
    h("a", { class: "skip", href: "#main" }, t("page-skip")),
    h("header", { class: "top" },
      h("a", { class: "brand", href: "/" }, h("img", { src: new URL("../favicon.svg", import.meta.url).pathname, alt: "", width: 28, height: 28 }), h("span", null, "Yomikiri"), h("span", { class: "kanji", lang: "ja", "aria-hidden": "true" }, "読み切り")),
      h("nav", { "aria-label": t("page-nav") }, links.map(([name, href, icon, text]) =>
        h("a", { href, class: "navlink", "aria-current": route.page === name ? "page" : null }, glyph(icon), h("span", null, text)))),
      h("button", { type: "button", class: "icon quiet", "aria-label": t("page-settings"), "data-settings": "", onclick: openSettings }, glyph("gear"))),
    h("main", { id: "main", tabindex: -1, "data-keep": true }),
  ]);
}

/** Links within the site change the page without loading it anew. @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname) return;
  if (readRoute(link.pathname).page === "lost") return;
  event.preventDefault();
  go(link.pathname + link.search);
}

function redraw() {
  frame();
  page?.draw();
}

async function start() {
  apply(settings.get());
  await Promise.all([useLanguage(settings.get().lang), loadGames()]);
  let lang = settings.get().lang;
  settings.listen(async (value) => {
    if (value.lang !== lang) {
      lang = value.lang;
      await useLanguage(lang);
      document.dispatchEvent(new Event("language"));
    }
    redraw();
  });
  document.addEventListener("click", follow);
  document.addEventListener("keydown", (event) => page?.key?.(event));
  addEventListener("popstate", show);
  show();
}

start().catch((fault) => {
  // Nothing is there yet, not even messages: say it plainly and offer to try again.
  patch(app, h("div", { class: "card broken" }, h("h1", null, "Yomikiri"), h("p", null, `The server does not answer. / サーバーが応答しません。 / 服务器没有响应。 (${fault.message})`),
    h("button", { type: "button", class: "primary", onclick: () => location.reload() }, "↻")));
});
