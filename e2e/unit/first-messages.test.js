// The messages that come before all others are those that the first modules say.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WEB = join(ROOT, "web");

/** A module and all that it loads before it runs. @param {string} path @param {Set<string>} found */
function modulesOf(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  const source = readFileSync(path, "utf8");
  for (const [, name] of source.matchAll(/^(?:import|export) [^;]*?"(\.[^"]+)";$/gm)) modulesOf(normalize(join(dirname(path), name)), found);
  return found;
}

test("every message of the first modules is among the first", () => {
  const modules = modulesOf(join(WEB, "js/main.js"));
  // The lobby shows a board of every game.
  for (const game of readdirSync(join(WEB, "games"))) {
    const draws = join(WEB, "games", game, "draw.js");
    if (existsSync(draws)) modulesOf(draws, modules);
  }
  assert.ok(modules.size > 25, `${modules.size} modules`);
  const first = readFileSync(join(ROOT, "crates/server/src/api/first_messages.txt"), "utf8").trimEnd().split("\n");
  const all = [...readFileSync(join(ROOT, "locales/en.ftl"), "utf8").matchAll(/^(page-[a-z0-9-]+) =/gm)].map(([, id]) => id);
  assert.ok(all.length > 400, `${all.length} messages of the page`);
  const isFirst = (/** @type {string} */ id) => first.some((line) => (line.endsWith("*") ? id.startsWith(line.slice(0, -1)) : id === line));
  const missing = new Set();
  let said = 0;
  for (const path of modules) {
    const source = readFileSync(path, "utf8");
    // Words in quotes, and beginnings of words that are put together.
    for (const [, word, more] of source.matchAll(/["'`](page-[a-z0-9-]+)(["'`]|\$\{)/g)) {
      for (const id of all.filter((one) => (more === "${" ? one.startsWith(word) : one === word))) {
        said++;
        if (!isFirst(id)) missing.add(id);
      }
    }
  }
  assert.ok(said > 50, `${said} messages`);
  assert.deepEqual([...missing], []);
});
