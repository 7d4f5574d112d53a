// Starts the page: messages, games, the frame around every page, and the way from address to page.

/** @import { Route } from "./route.js" */
import "./board/board.js";
import { h, patch } from "./dom.js";
import { games, idOf, loadGames } from "./games.js";
import { t, useAllMessages, useLanguage } from "./i18n.js";
import { lobby } from "./pages/lobby.js";
import { glyph } from "./parts/glyphs.js";
import { analysisPath, learnPath, readRoute, rulesPath, tablePath } from "./route.js";
import { apply, settings } from "./settings.js";

/**
 * A page that is shown: it can be drawn anew and taken down; `game` is the game it is about.
 * @typedef {{draw: () => void, close?: () => void, key?: (event: KeyboardEvent) => void, game?: () => string}} Page
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
  if (!how.quiet) void show();
}

let shows = 0;

async function show() {
  const mine = ++shows;
  page?.close?.();
  page = null;
  route = readRoute(location.pathname, location.search);
  frame();
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  // Every page draws into a fresh element, so that nothing of the last one is left.
  const root = document.createElement("div");
  root.className = `page ${route.page}`;
  main.replaceChildren(root);
  scrollTo(0, 0);
  // Readers and keyboards begin at the new page, not where the pressed link was.
  if (!first) main.focus({ preventScroll: true });
  first = false;
  const opened = await open(root);
  // Somebody may have gone on while the page was being loaded.
  if (mine !== shows) return opened.close?.();
  page = opened;
  page.draw();
  frame();
}

/** Opens the page of an address. Only the lobby is loaded before it is wanted. @param {HTMLElement} root @returns {Promise<Page>} */
async function open(root) {
  if (route.page !== "lobby") await useAllMessages();
  switch (route.page) {
    case "lobby": return lobby(root, { go, changed: frame });
    case "room": return (await import("./pages/room.js")).room(root, { go, room: route.room, changed: frame });
    case "analysis": return (await import("./pages/analysis.js")).analysis(root, { go, ...route, game: route.game || (games()[0]?.id ?? "") });
    case "tables": return (await import("./pages/tables.js")).tables(root, { go, ...route });
    case "rules": return (await import("./pages/rules.js")).rules(root, { go, game: route.game });
    case "learn": return (await import("./pages/learn.js")).learn(root, { go, game: route.game });
    case "api": return (await import("./pages/api.js")).description(root);
    case "settings": {
      const { settingsForm } = await import("./parts/settings-dialog.js");
      return { draw: () => patch(root, h("section", { class: "card settings" }, h("h1", null, t("page-settings")), settingsForm())) };
    }
    default: return { draw: () => patch(root, h("div", { class: "card nothing-here" }, h("h1", null, t("page-lost")), h("a", { class: "button primary", href: "/" }, glyph("play"), t("page-to-lobby")))) };
  }
}

const openSettings = async () => {
  await useAllMessages();
  (await import("./parts/settings-dialog.js")).openSettings();
};

function frame() {
  const game = idOf(page?.game?.() ?? ("game" in route ? route.game : ""));
  const known = game || (games()[0]?.id ?? "");
  /** @type {[string, string, string, string][]} */
  const links = [
    ["lobby", "/", "play", t("page-nav-play")],
    ["analysis", analysisPath({ game: known }), "board", t("page-nav-analysis")],
    ["tables", tablePath(game), "table", t("page-nav-tables")],
    ["learn", learnPath(game), "cap", t("page-nav-learn")],
    ["rules", rulesPath(game), "book", t("page-nav-rules")],
  ];
  if (route.page !== "room" || !page) document.title = `${t(`page-title-${route.page}`)} · Yomikiri`;
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
  addEventListener("popstate", () => void show());
  await show();
  // The shell of the page is there without a network, where the browser allows it.
  if ("serviceWorker" in navigator && location.pathname === "/") navigator.serviceWorker.register("/worker.js").catch(() => {});
}

start().catch((fault) => {
  // Nothing is there yet, not even messages: say it plainly and offer to try again.
  patch(app, h("div", { class: "card broken" }, h("h1", null, "Yomikiri"), h("p", null, `The server does not answer. / サーバーが応答しません。 / 服务器没有响应。 (${fault.message})`),
    h("button", { type: "button", class: "primary", onclick: () => location.reload() }, "↻")));
});
