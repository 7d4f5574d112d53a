// Records as the server tells them (JSON, schema 1 and 2) and trees of the page: all of a record becomes a tree, and a
// tree a record, with nothing lost.

/** @import { MoveView } from "./messages.d.ts" */
/** @import { Notes, Tree } from "./tree.js" */
import { node, plant } from "./tree.js";

/**
 * @typedef {{move?: string, side?: "first" | "second", setup?: string, parent?: number, variations?: (string | Entry)[][]} & Omit<Notes, "side" | "setup" | "turned">} Entry
 * @typedef {object} RecordDocument
 * @property {number} schema
 * @property {string} game
 * @property {string} [start]
 * @property {string} [name]
 * @property {string} [comment]
 * @property {string[][]} [properties]
 * @property {(string | Entry)[]} moves
 * @property {unknown} [result]
 */

/** A move of which only the text is known yet. @param {string} text @param {"first" | "second"} side @returns {MoveView} */
const bare = (text, side) => ({ text, styled: {}, side, from: null, to: null });

/** @param {RecordDocument} record @param {"first" | "second"} mover who moves first @returns {{tree: Tree, last: number}} `last` ends the main line */
export function treeOf(record, mover) {
  const tree = plant();
  const { name, comment, properties } = record;
  const root = node(tree, 0);
  root.notes = defined({ name, comment, properties });
  /** Who is to move after each node. @type {("first" | "second")[]} */
  const turns = [mover];
  /** @param {string | Entry} entry @param {number} parent @returns {number} */
  const add = (entry, parent) => {
    const { move, side, setup, parent: _, variations, ...rest } = typeof entry === "string" ? /** @type {Entry} */ ({ move: entry }) : entry;
    const id = tree.nodes.length;
    const by = side ?? /** @type {"first" | "second"} */ (turns[parent]);
    tree.nodes.push({ id, move: move === undefined ? null : bare(move, by), parent, kids: [], notes: defined({ ...rest, setup, side }) });
    node(tree, parent).kids.push(id);
    turns.push(move === undefined ? by : by === "first" ? "second" : "first");
    // The older form has other ways inside of the move that they are instead of; they come after it.
    for (const line of variations ?? []) others.push([line, parent]);
    return id;
  };
  /** @type {[(string | Entry)[], number][]} */
  const others = [];
  /** Entries are numbered from 1; a tree of the page has node 0 for the start. @type {number[]} */
  const numbered = [0];
  let last = 0;
  for (const entry of record.moves) {
    const parent = typeof entry === "object" && entry.parent !== undefined ? entry.parent : numbered.length - 1;
    numbered.push(add(entry, /** @type {number} */ (numbered[parent])));
  }
  for (let next = others.shift(); next; next = others.shift()) {
    let at = next[1];
    for (const entry of next[0]) at = add(entry, at);
  }
  for (let at = node(tree, 0); at.kids[0] !== undefined; at = node(tree, last)) last = at.kids[0];
  return { tree, last };
}

/** The texts of the main line, to know whether a written result still belongs to it. @param {Tree} tree */
function mainLine(tree) {
  const texts = [];
  for (let at = node(tree, 0); at.kids[0] !== undefined;) {
    at = node(tree, at.kids[0]);
    texts.push(at.move?.text ?? at.notes?.setup ?? "");
  }
  return texts.join(" ");
}

/**
 * The record of a tree. What the tree does not hold (players, dates, tags) is that of the record it was read from.
 * @param {Tree} tree @param {string} game @param {string} start empty: the game's own
 * @param {{record: RecordDocument, tree: Tree} | null} origin @returns {RecordDocument}
 */
export function recordOf(tree, game, start, origin) {
  /** @type {Entry[]} */
  const moves = [];
  /** Lines still to be written: a node, and the number of the entry it follows. @type {[number, number][]} */
  const waiting = [];
  /** @param {number} id @param {number} after */
  const write = (id, after) => {
    let [at, previous] = [node(tree, id), after];
    for (;;) {
      const { notes: { turned: _, ...notes } = {}, move } = at;
      const parent = previous === moves.length ? {} : { parent: previous };
      moves.push({ ...(move ? { move: move.text } : {}), ...parent, ...notes });
      const own = moves.length;
      for (const other of at.kids.slice(1)) waiting.push([other, own]);
      const next = at.kids[0];
      if (next === undefined) return;
      [at, previous] = [node(tree, next), own];
    }
  };
  const root = node(tree, 0);
  for (const other of root.kids.slice(1)) waiting.push([other, 0]);
  if (root.kids[0] !== undefined) write(root.kids[0], 0);
  for (let next = waiting.shift(); next; next = waiting.shift()) write(...next);
  const { name, comment, properties, ...rest } = origin?.record ?? { schema: 2, game, moves: [] };
  const kept = origin !== null && mainLine(origin.tree) === mainLine(tree);
  return {
    ...rest, schema: 2, game, ...(start ? { start } : {}), ...defined({ name: root.notes?.name, comment: root.notes?.comment, properties: root.notes?.properties }),
    moves, result: kept ? (origin.record.result ?? null) : null,
  };
}

/** @template {object} T @param {T} all @returns {T} */
function defined(all) {
  return /** @type {T} */ (Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
}
