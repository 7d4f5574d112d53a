// Pictures of every page and state, wide and narrow, light and dark, in three languages: to be looked at, and
// four of them for the front page.
//
//   node pictures.mjs --out DIR [--only PARTS,OF,NAMES] [--looks wide-light,phone-dark] [--langs en,ja,zh] [--full]
//   node pictures.mjs --front            docs/pictures/*.png
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Server, launch, visitor } from "./harness.js";

const SIZES = { wide: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
const THEMES = ["light", "dark"];
/** Languages, as browsers ask for them. */
const LOCALES = { en: "en-US", ja: "ja-JP", zh: "zh-CN" };
const FRONT = fileURLToPath(new URL("../docs/pictures", import.meta.url));
const CUBES = "3gpc1cgp/4pgc1/2PGC2gpc/GPC1CGP3/6/GPC5 1 2 -";
const THREATS = "5gpc/4pgc1/3cpg2/2GPC1pgc1/1CGP4/GPC5 1 2 -";
/** Strings that can be taken, a cut, a corner. */
const STONES = "C3,D3,C4,D4,C5,D5,D6,E6,E7,F7,G5,C7,D7,C6";
/** A ladder that begins. */
const LADDER = "9/9/3X5/2XO5/2X6/9/9/9/9 b -";
const HORSE = "3k5/4a4/9/9/9/9/9/9/9/N4K3 w - - 0 1";
const PAWN = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";

/** Plays some moves, the same ones every time. */
async function someMoves(server, game, position, count) {
  const moves = [];
  for (let ply = 0; ply < count; ply++) {
    const { view } = await server.post("look", { game, ...(position ? { position } : {}), moves });
    if (!view || view.outcome) break;
    moves.push(view.legal[(ply * 7 + 3) % view.legal.length].text);
  }
  return moves;
}

/** A room whose seat this visitor has. */
async function enter(server, visit, asked) {
  const made = await server.post("rooms", { first: { kind: "here" }, second: { kind: "engine", player: "random" }, hints: true, ...asked });
  if (!made.room) throw new Error(JSON.stringify(made));
  await visit.open("/settings");
  const kept = { [made.room]: { game: asked.game, at: Date.now(), token: made.tokens.first ?? made.tokens.second } };
  await visit.page.evaluate((rooms) => localStorage.setItem("yomikiri.rooms", JSON.stringify(rooms)), kept);
  await visit.open(`/r/${made.room}`);
  await visit.page.locator("y-board .surface").first().waitFor();
}

/** Every scene: how to come to it. */
async function scenes(server) {
  const { games } = await server.get("games");
  const all = {
    lobby: async (visit) => {
      await visit.open("/");
      await visit.page.locator(".game-card y-board .piece").first().waitFor();
    },
    invite: (visit) => enter(server, visit, { game: "dobutsu", second: { kind: "open" }, clock: { kind: "fischer", main_ms: 300_000, increment_ms: 5_000 } }),
    "analysis-values": async (visit) => {
      await visit.open("/a/anpanman?m=a5a4,c1b2");
      await visit.page.locator(".value-row").first().waitFor();
      await visit.page.locator("y-graph").waitFor();
    },
    "analysis-engine": async (visit) => {
      await visit.open(`/a/dobutsu?m=${(await someMoves(server, "dobutsu", "", 4)).join(",")}`);
      await visit.page.locator('[data-action="engine"]').click();
      await visit.page.locator(".engine-line").first().waitFor();
      await visit.page.locator('[data-layer="attacks"]').click();
      await visit.page.locator("y-board .heat").first().waitFor();
    },
    "analysis-pawn": async (visit) => {
      await visit.open(`/a/chess?p=${encodeURIComponent(PAWN)}`);
      await visit.page.locator("[data-layer]").first().click();
      await visit.page.locator("y-board .piece").first().waitFor();
    },
    "analysis-cubes": async (visit) => {
      await visit.open(`/a/janken?p=${encodeURIComponent(THREATS)}`);
      await visit.page.locator('[data-layer="threats"]').click();
      await visit.page.locator("y-board .over .arrow").first().waitFor();
    },
    editor: async (visit) => {
      await visit.open("/a/chess");
      await visit.page.locator('[data-action="edit"]').click();
      await visit.page.locator("dialog.editor y-board .piece").first().waitFor();
    },
    records: async (visit) => {
      await visit.open("/a/dobutsu?m=b3b2");
      await visit.page.locator('[data-action="records"]').click();
      await visit.page.locator("dialog.records").waitFor();
    },
    tables: async (visit) => {
      await visit.open("/t/anpanman");
      await visit.page.locator(".shares").first().waitFor();
    },
    "tables-chess": async (visit) => {
      await visit.open("/t/chess?w=KPvK");
      await visit.page.locator(".found-card y-board .piece").first().waitFor();
    },
    "tables-missing": async (visit) => {
      await visit.open("/t/minishogi");
      await visit.page.locator(".notice").waitFor();
    },
    watch: async (visit) => {
      const made = await server.post("rooms", { game: "gorogoro", moves: await someMoves(server, "gorogoro", "", 8), first: { kind: "here" }, second: { kind: "open" }, listed: true });
      await visit.open(`/r/${made.room}`);
      await visit.page.locator('[data-you="spectator"]').waitFor();
    },
    "room-engine": async (visit) => {
      await enter(server, visit, { game: "dobutsu", moves: await someMoves(server, "dobutsu", "", 4), second: { kind: "here" } });
      await visit.page.locator('[data-action="engine"]').click();
      await visit.page.locator(".engine-line").first().waitFor();
    },
    "room-over": async (visit) => {
      await enter(server, visit, { game: "anpanman", moves: ["a5a4", "c1b2", "b5b4", "b1c2"], second: { kind: "here" } });
      await visit.page.locator('[data-action="resign"]').click();
      await visit.page.locator("[data-yes]").click();
      await visit.page.locator('[data-action="review"]').click();
      await visit.page.locator("y-graph .dot").first().waitFor();
    },
    settings: async (visit) => {
      await visit.open("/settings");
      await visit.page.locator(".settings select").first().waitFor();
    },
    api: async (visit) => {
      await visit.open("/api");
      await visit.page.locator("[data-operation]").first().waitFor();
      await visit.page.locator('[data-operation="post /api/v1/probe"] summary').click();
      await visit.page.locator('[data-operation="post /api/v1/probe"] [data-send]').click();
      await visit.page.locator(".answer").first().waitFor();
    },
    "set-up": async (visit) => {
      await enter(server, visit, { game: "janken", second: { kind: "here" } });
      await visit.page.locator('[data-preset="preset:fan"]').click();
      await visit.page.locator('.staged-bar[data-count="4"]').waitFor();
    },
    values: async (visit) => {
      await enter(server, visit, { game: "janken", position: "6/6/2pgc3/6/1GPC1CGP2/6 1 2 -", second: { kind: "here" } });
      await visit.page.locator('[data-action="values"]').click();
      await visit.page.locator("y-board .badge").first().waitFor();
    },
    turned: async (visit) => {
      await enter(server, visit, { game: "janken", position: CUBES, second: { kind: "here" } });
      if (await visit.page.locator('y-board[data-depth="flat"]').count()) await visit.page.locator('[data-action="tilt"]').click();
      for (let times = 0; times < 3; times++) await visit.page.locator('[data-action="turn-left"]').click();
    },
    promotion: async (visit) => {
      await enter(server, visit, { game: "chess", position: "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", second: { kind: "here" } });
      await visit.page.locator('[data-cell="12"]').click();
      await visit.page.locator('[data-cell="4"]').click();
      await visit.page.locator("y-board .choice").waitFor();
    },
    coach: async (visit) => {
      await visit.open("/a/anpanman?m=b5b4,b1b2,c5c4,c1c2&coach=1");
      await visit.page.locator(".coach [data-accuracy=first]").waitFor();
      await visit.page.locator('.stepper [aria-label]').first().click();
      await visit.page.locator("[data-mistake]").waitFor();
      await visit.page.locator(".coach").evaluate((card) => card.scrollIntoView());
    },
    puzzle: async (visit) => {
      await visit.open("/learn/minishogi");
      await visit.page.locator("[data-puzzle-next]").click();
      await visit.page.locator("[data-puzzle-hint]:enabled").click();
      await visit.page.locator(".puzzles .mark, .puzzles .verdict-line").first().waitFor();
      await visit.page.locator(".puzzles").evaluate((card) => card.scrollIntoView());
    },
    ...Object.fromEntries(["go", "janken"].map((id) => [`puzzle-${id}`, async (visit) => {
      await visit.open(`/learn/${id}`);
      await visit.page.locator("[data-puzzle-next]").click();
      await visit.page.locator("[data-puzzle-hint]:enabled").waitFor();
      await visit.page.locator(".puzzles").evaluate((card) => card.scrollIntoView());
    }])),
    ...Object.fromEntries(games.find((entry) => entry.id === "go").layers.map(({ id }) => [`sees-${id}`, async (visit) => {
      await visit.open(`/a/${encodeURIComponent("go?size=9")}?m=${STONES}`);
      await visit.page.locator(`[data-layer="${id}"]`).click();
      await visit.page.locator("y-board .over .mark, y-board .over .tag, y-board .over .arrow, y-board .over .heat").first().waitFor();
      await visit.page.locator(".explain [data-did]").first().waitFor();
      // Points at a stone or a mark, as far as the layer says something there.
      const cell = (await server.post("layer", { game: "go?size=9", moves: STONES.split(","), layer: id })).overlay.about?.[0]?.cells[0];
      if (cell !== undefined) await visit.page.locator(`y-board [data-cell="${cell}"]`).dispatchEvent("pointerenter");
    }])),
    "sees-reading": async (visit) => {
      await visit.open(`/a/${encodeURIComponent("go?size=9")}?p=${encodeURIComponent(LADDER)}`);
      await visit.page.locator('[data-layer="strings"]').click();
      for (let step = 1; step <= 5; step++) {
        await visit.page.locator("[data-reading-next]").first().click();
        await visit.page.locator(`[data-reading="0"][data-step="${step}"]`).waitFor();
      }
    },
    "sees-explained": async (visit) => {
      await visit.open(`/a/${encodeURIComponent("go?size=9")}?m=E5,E4,D4,A9,F4,B9,E3`);
      await visit.page.locator(".explain [data-better]").first().waitFor();
      await visit.page.locator(".explain").evaluate((card) => card.scrollIntoView({ block: "center" }));
    },
    ...Object.fromEntries(["right", "wrong"].map((verdict) => [`sees-problem-${verdict}`, async (visit) => {
      const { collections: [{ name, problems: [one] }] } = await server.get("problems?game=go");
      const { view } = await server.post("look", { game: one.game, position: one.position });
      const point = verdict === "right" ? one.answers[0] : view.legal.find(({ text }) => text !== "pass" && !one.answers.includes(text)).text;
      await visit.open("/learn/go");
      await visit.page.locator(`.problems [data-collection="${name}"]`).click();
      await visit.page.locator('.problems[data-problem="0.0"] y-board [role=grid]').waitFor();
      const size = Math.sqrt(await visit.page.locator(".problems y-board [data-cell]").count());
      const cell = (size - Number(point.slice(1))) * size + "ABCDEFGHJKLMNOPQRST".indexOf(point[0]);
      // On a phone the first tap aims.
      for (let press = 0; press < 2 && (await visit.page.locator(`.problems [data-verdict="${verdict}"]`).count()) === 0; press++) {
        await visit.page.locator(`.problems y-board [data-cell="${cell}"]`).dispatchEvent("click", { detail: 1 });
        await visit.page.waitForLoadState("networkidle");
      }
      await visit.page.locator(`.problems [data-verdict="${verdict}"]`).waitFor();
      await visit.page.locator(".problems").evaluate((card) => card.scrollIntoView());
    }])),
    "ending-xiangqi": async (visit) => {
      await visit.open(`/a/xiangqi?p=${encodeURIComponent(HORSE)}`);
      await visit.page.locator(".value-row").first().waitFor();
    },
    "tables-tree": async (visit) => {
      await visit.open("/t/anpanman?m=b5b4");
      await visit.page.locator(".shortest-line").waitFor();
      await visit.page.locator(".game-tree").evaluate((card) => card.scrollIntoView());
    },
    "tables-solve": async (visit) => {
      await visit.open("/t/dobutsu");
      await visit.page.locator("[data-solve-cost]").waitFor();
    },
    "bad-link": async (visit) => {
      await visit.open("/a/chess?p=hello");
      await visit.page.locator(".notice").waitFor();
    },
    "no-room": async (visit) => {
      await visit.open("/r/none");
      await visit.page.locator("h1").waitFor();
    },
    toast: async (visit) => {
      await enter(server, visit, { game: "dobutsu", second: { kind: "here" } });
      await visit.page.locator('[data-cell="1"]').click();
      await visit.page.locator(".toast").waitFor();
    },
    "options-go": async (visit) => {
      await visit.open("/");
      await visit.page.locator('[data-game="go"]').click();
      await visit.page.locator(".new-game details summary").first().click();
      await visit.page.locator('[name="size"]').evaluate((field) => field.scrollIntoView({ block: "center" }));
    },
    picked: async (visit) => {
      await enter(server, visit, { game: "janken", position: CUBES, second: { kind: "here" } });
      await visit.page.locator('[data-cell="20"]').click();
      await visit.page.locator("y-board .ghost").first().waitFor();
    },
  };
  for (const { id } of games) {
    const position = id === "janken" ? CUBES : "";
    all[`room-${id}`] = async (visit) => {
      const moves = id === "janken" ? [] : await someMoves(server, id, position, id === "tictactoe" ? 4 : id === "dobutsu" ? 4 : 8);
      await enter(server, visit, { game: id, ...(position ? { position } : {}), moves, second: { kind: "here" }, clock: { kind: "fischer", main_ms: 300_000, increment_ms: 5_000 } });
      await visit.page.locator("y-board .piece").first().waitFor();
    };
    all[`learn-${id}`] = async (visit) => {
      await visit.open(`/learn/${id}`);
      await visit.page.locator(".lesson-card y-board").waitFor();
    };
    all[`rules-${id}`] = async (visit) => {
      await visit.open(`/rules/${id}`);
      await visit.page.locator(".rules-text").waitFor();
      await visit.page.locator("y-board .piece, .piece-picture").first().waitFor();
    };
  }
  return all;
}

/** The front page's four: scene, size, theme. */
const FOUR = [["lobby", "wide", "light"], ["analysis-values", "wide", "light"], ["room-janken", "wide", "dark"], ["room-dobutsu", "phone", "light"]];

async function take(server, browser, go, { size, theme, lang, path, scale, full }) {
  const visit = await visitor(browser, server, { viewport: SIZES[size], colorScheme: theme, locale: LOCALES[lang], reducedMotion: "reduce", hasTouch: size === "phone", deviceScaleFactor: scale });
  visit.page.setDefaultTimeout(15_000);
  await go(visit);
  // Fonts and pictures come in their own time.
  await visit.page.evaluate(() => document.fonts.ready);
  await visit.page.waitForLoadState("networkidle");
  await visit.page.screenshot({ path, animations: "disabled", fullPage: full });
  const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  // Ids of messages that nobody has written show as themselves.
  const raw = await visit.page.evaluate(() => [...new Set(document.body.innerText.match(/\b(?:page|option|choice|help-option|level|side|piece|layer|reason|error|lesson|learn|situation)-[a-z][a-z0-9-]*/g) ?? [])]);
  const cut = await visit.page.evaluate(() => [...document.querySelectorAll("button, .button, h1, h2, label, .segments")].filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === "hidden").map((one) => one.textContent.slice(0, 30)));
  console.log([path, `${statSync(path).size} bytes`, wide ? "SCROLLS SIDEWAYS" : "", raw.length > 0 ? `RAW ${raw.join(" ")}` : "", cut.length > 0 ? `CUT ${cut.join(" | ")}` : "", visit.faults.join("; ")].filter((word) => word !== "").join(" "));
  await visit.context.close();
}

const words = process.argv.slice(2);
const front = words.includes("--front");
const out = front ? FRONT : words[words.indexOf("--out") + 1];
if (!front && (!words.includes("--out") || !out)) throw new Error("expected --front, or --out DIR");
const after = (word, otherwise) => (words.includes(word) ? words[words.indexOf(word) + 1] : otherwise);
const [only, looks, langs] = [after("--only", ""), after("--looks", ""), after("--langs", "en")];
const full = words.includes("--full");
mkdirSync(out, { recursive: true });
const server = new Server("127.0.0.1", ["--allow-solve"]);
await server.start();
const browser = await launch();
try {
  const all = await scenes(server);
  const every = Object.keys(all).filter((name) => only.split(",").some((part) => name.includes(part))).flatMap((name) => Object.keys(SIZES).flatMap((size) => THEMES.flatMap((theme) => langs.split(",").map((lang) => [name, size, theme, lang]))));
  const wanted = front ? FOUR.map((one) => [...one, "en"]) : every.filter(([, size, theme]) => looks === "" || looks.split(",").includes(`${size}-${theme}`));
  for (const [name, size, theme, lang] of wanted) {
    const path = join(out, front ? `${name}.png` : `${name}-${size}-${theme}-${lang}.png`);
    // The front page shows them small, and wants them light.
    const scale = front && size === "wide" ? 0.75 : 1;
    await take(server, browser, all[name], { size, theme, lang, path, scale, full }).catch((fault) => console.error(`${name} ${size} ${theme} ${lang}: ${fault.message.split("\n")[0]}`));
  }
} finally {
  await browser.close();
  await server.stop();
}
