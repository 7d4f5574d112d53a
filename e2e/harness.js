// A real server and a real browser for the tests. Nothing is pretended: every test talks to the
// program as a visitor does, and any error on a page's console fails it.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { unpackRoom } from "../web/js/packed.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Machines under load are slow; nothing here waits for a time, only for things to happen. */
export const PATIENCE = 60_000;

/** The program: named by YOMIKIRI_BIN, or the newest that was built. */
function program() {
  if (process.env.YOMIKIRI_BIN) return process.env.YOMIKIRI_BIN;
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const built = ["release", "debug"].map((profile) => join(target, profile, "yomikiri")).filter((path) => existsSync(path));
  assert.ok(built.length > 0, `no yomikiri below ${target}: cargo build first, or set YOMIKIRI_BIN`);
  return built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

/** Runs a verb of the program and gives its answer. @param {...string} words */
export function yomikiri(...words) {
  return JSON.parse(execFileSync(program(), words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26 }));
}

/** Runs a verb that reads positions line by line and answers each with a line. @param {string[]} words @param {string[]} lines */
export function yomikiriLines(words, lines) {
  // Bad lines are answered, too, and make the exit code 3.
  const { status, stdout, stderr } = spawnSync(program(), words, { encoding: "utf8", input: `${lines.join("\n")}\n`, maxBuffer: 1 << 26 });
  assert.ok(status === 0 || status === 3, stderr);
  const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(answers.length, lines.length);
  return answers;
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** A server with its own data directory; it can be killed and started again on the same port. */
export class Server {
  #child = null;
  #log = "";

  /** @param {string} [host] where it listens @param {string[]} [flags] what else it is told */
  constructor(host = "127.0.0.1", flags = []) {
    this.host = host;
    this.flags = flags;
  }

  async start() {
    this.data = mkdtempSync(join(tmpdir(), "yomikiri-e2e-"));
    this.port = await freePort();
    this.origin = `http://127.0.0.1:${this.port}`;
    await this.run();
  }

  async run() {
    const child = spawn(program(), ["serve", "--addr", `${this.host}:${this.port}`, "--data", this.data, ...this.flags], { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    const note = (chunk) => { this.#log = (this.#log + chunk).slice(-4000); };
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    const until = Date.now() + PATIENCE;
    for (;;) {
      const answers = await fetch(`${this.origin}/healthz`).then((answer) => answer.ok, () => false);
      if (answers) return;
      assert.equal(child.exitCode, null, `the server ended: ${this.#log}`);
      assert.ok(Date.now() < until, `the server does not answer: ${this.#log}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  /** Ends the process without warning, as a power cut does. */
  async kill() {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }

  async stop() {
    await this.kill();
    if (this.data) rmSync(this.data, { recursive: true, force: true });
  }

  async get(path) {
    const answer = await fetch(`${this.origin}/api/v1/${path}`);
    const document = await answer.json();
    // Rooms come packed; tests ask for what the page shows.
    return document.board && document.places ? unpackRoom(document) : document;
  }

  async post(path, body) {
    for (;;) {
      const answer = await fetch(`${this.origin}/api/v1/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      // Asked more often than a visitor may: slower, then.
      if (answer.status !== 429) return answer.json();
      await new Promise((done) => setTimeout(done, 250));
    }
  }
}

export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({
    executablePath, timeout: PATIENCE,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/**
 * A visitor: a browser context of its own with one page. `finish` fails on anything that went wrong
 * on the page.
 */
export async function visitor(browser, server, options = {}) {
  const { forgive = () => false, ...rest } = options;
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 800 }, ...rest });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  page.on("pageerror", (fault) => faults.push(`page error: ${fault.message}`));
  page.on("console", (message) => {
    // Browsers note every answer that is not 200; that there is no table is an answer.
    const noTable = message.text().includes("404") && /\/api\/v1\/(probe|table\/stats)/.test(message.location().url);
    if (message.type() === "error" && !noTable && !forgive(message.text())) faults.push(`console: ${message.text()}`);
  });
  return {
    page, context, faults,
    open: (path) => page.goto(server.origin + path),
    async finish() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** For all tests of a file: a server, and visitors in a browser. Both are there from the first test to the last. @param {...string} flags of the server */
export function harness(...flags) {
  const server = new Server("127.0.0.1", flags);
  let browser;
  before(async () => {
    await server.start();
    browser = await launch();
  }, { timeout: PATIENCE * 2 });
  after(async () => {
    await browser?.close();
    await server.stop();
  });
  return { server, visitor: (options) => visitor(browser, server, options) };
}

/** The room a page shows. */
export const roomOf = (page) => decodeURIComponent(new URL(page.url()).pathname.replace("/r/", ""));

/** Waits until something about the room is so, asking the server. */
export async function until(server, room, holds, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const now = await server.get(`rooms/${room}`);
    if (holds(now)) return now;
    assert.ok(Date.now() < end, `${what}: still ${JSON.stringify({ ply: now.ply, side: now.side, outcome: now.outcome })}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The position text of the editor, once the server has written it. */
export async function editedText(page) {
  await page.locator("dialog.editor:not([data-composing])").waitFor();
  return page.locator('dialog.editor input[name="edited"]').inputValue();
}

/** Opens a room from the lobby, as a visitor would. */
export async function createRoom(visit, { game, first = { kind: "here" }, second = { kind: "engine", level: 0 }, clock, listed = false }) {
  const { page } = visit;
  await visit.open("/");
  await page.locator(`[data-game="${game}"]`).click();
  for (const [side, seat] of Object.entries({ first, second })) {
    await page.locator(`.who[data-side="${side}"] [data-kind="${seat.kind}"]`).click();
    if (seat.level !== undefined) await page.locator(`select[name="level-${side}"]`).selectOption({ index: seat.level });
  }
  if (clock) await page.locator('select[name="clock"]').selectOption(clock);
  await page.locator('input[name="listed"]').setChecked(listed);
  await page.locator("[data-create]").click();
  await page.waitForURL("**/r/*");
  await page.locator("y-board [role=grid]").waitFor();
  return roomOf(page);
}

/** A good move for whoever is to move, so that games end: asked of the program itself. */
export function goodMove(game, position) {
  const { best } = yomikiri("analyze", game, "-p", position, "--player", "alphabeta:nodes=20000", "--json");
  return best;
}

/**
 * Makes a whole turn: one move, or several that are staged and then confirmed together. `make` makes
 * one move on the page.
 */
export async function playTurn(server, page, room, make) {
  const start = await server.get(`rooms/${room}`);
  const staged = [];
  for (;;) {
    const moves = [...start.played.map((one) => one.text), ...staged];
    const { view } = await server.post("look", { game: start.game, position: start.start, moves });
    if (staged.length > 0 && (view.side !== start.side || view.outcome)) {
      await page.locator("[data-confirm]:enabled").click();
      break;
    }
    const text = goodMove(view.game, view.position);
    await make(view, view.legal.find((one) => one.text === text));
    staged.push(text);
    // Either the move is on its way, or it waits in the bar of the staged turn.
    await Promise.race([
      page.locator(".staged-bar").waitFor(),
      until(server, room, (now) => now.ply > start.ply, `the move ${text} arrives`),
    ]);
    if ((await page.locator(".staged-bar").count()) === 0) break;
    await page.locator(`.staged-bar[data-count="${staged.length}"]`).waitFor();
  }
  return until(server, room, (now) => now.ply >= start.ply + staged.length, "the turn arrives");
}

/**
 * Makes a move with the mouse: press and press, or drag.
 */
export async function playByMouse(page, state, move, { drag = false } = {}) {
  const tilted = (await page.locator('y-board[data-depth="tilted"]').count()) > 0;
  const from = page.locator(`y-board [data-cell="${move.from}"]`);
  const to = page.locator(`y-board [data-cell="${move.to}"]`);
  // Cubes lie before the cells of a tilted board; pressing them where they are seen has its own test.
  const press = (cell) => (tilted ? cell.evaluate((button) => button.click()) : cell.click());
  if (move.from !== null && drag && !tilted) {
    await from.dragTo(to);
  } else {
    if (move.from !== null) await press(from);
    if (move.hand !== undefined) await page.locator(`y-board .hand.${move.side} [data-hand="${move.hand}"]`).click();
    if (move.to !== null) await press(to);
    else await page.locator(`.deck [data-move="${move.text}"]`).click();
  }
  const alike = state.legal.filter((one) => one.from === move.from && one.to === move.to && one.hand === move.hand);
  if (alike.length > 1) await page.locator(`y-board .choice [data-move="${move.text}"]`).click();
}
