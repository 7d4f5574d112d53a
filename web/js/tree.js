// Variations: a tree of moves with one node per position reached. Plain data, never changed in place.

/** @import { MoveView } from "./messages.d.ts" */

/**
 * What records say at a node besides its move. `setup`: the position was changed by hand into this one. `side`: who
 * plays the move, though the other side is to move; `turned` is then the position before it with the turn given away.
 * The rest is kept as it was read.
 * @typedef {{setup?: string, side?: "first" | "second", turned?: string, name?: string, comment?: string, properties?: string[][], score?: number, time_ms?: number, marks?: number[]}} Notes
 * @typedef {{id: number, move: MoveView | null, parent: number | null, kids: number[], notes?: Notes}} TreeNode
 * @typedef {{nodes: TreeNode[]}} Tree   nodes by id; 0 is the root
 */

/** @returns {Tree} */
export const plant = () => ({ nodes: [{ id: 0, move: null, parent: null, kids: [] }] });

/** @param {Tree} tree @param {number} id */
export function node(tree, id) {
  const found = tree.nodes[id];
  if (!found) throw new RangeError(`no node ${id}`);
  return found;
}

/** Adds a move after a node, or finds it there. @param {Tree} tree @param {number} at @param {MoveView} move @returns {{tree: Tree, id: number}} */
export function grow(tree, at, move) {
  const parent = node(tree, at);
  const known = parent.kids.find((kid) => node(tree, kid).move?.text === move.text);
  if (known !== undefined) return { tree, id: known };
  const id = tree.nodes.length;
  const nodes = [...tree.nodes, { id, move, parent: at, kids: [] }];
  nodes[at] = { ...parent, kids: [...parent.kids, id] };
  return { tree: { nodes }, id };
}

/** A tree of one line. @param {MoveView[]} moves */
export function plantLine(moves) {
  let tree = plant();
  let at = 0;
  for (const move of moves) ({ tree, id: at } = grow(tree, at, move));
  return { tree, id: at };
}

/** The nodes from the root to here, the root left out. @param {Tree} tree @param {number} id */
export function pathTo(tree, id) {
  const path = [];
  for (let at = node(tree, id); at.parent !== null; at = node(tree, at.parent)) path.push(at);
  return path.reverse();
}

/** The texts of the moves from the root to here. @param {Tree} tree @param {number} id */
export const movesTo = (tree, id) => pathTo(tree, id).flatMap(({ move }) => (move ? [move.text] : []));

/** The last node of the line that goes on from here by first choices. @param {Tree} tree @param {number} id */
export function endOf(tree, id) {
  let at = node(tree, id);
  while (at.kids[0] !== undefined) at = node(tree, at.kids[0]);
  return at.id;
}

/** Makes the line through a node the main one. @param {Tree} tree @param {number} id @returns {Tree} */
export function promote(tree, id) {
  const nodes = [...tree.nodes];
  for (const one of pathTo(tree, id)) {
    if (one.parent === null) continue;
    const parent = /** @type {TreeNode} */ (nodes[one.parent]);
    nodes[one.parent] = { ...parent, kids: [one.id, ...parent.kids.filter((kid) => kid !== one.id)] };
  }
  return { nodes };
}

/** Cuts a branch off. Its nodes stay unreachable, so that ids stay places. @param {Tree} tree @param {number} id @returns {Tree} */
export function prune(tree, id) {
  const { parent } = node(tree, id);
  if (parent === null) return tree;
  const nodes = [...tree.nodes];
  const above = /** @type {TreeNode} */ (nodes[parent]);
  nodes[parent] = { ...above, kids: above.kids.filter((kid) => kid !== id) };
  return { nodes };
}

/** Adds a node without a move. @param {Tree} tree @param {number} at @param {Notes} notes @returns {{tree: Tree, id: number}} */
export function growNote(tree, at, notes) {
  const id = tree.nodes.length;
  const parent = node(tree, at);
  const nodes = [...tree.nodes, { id, move: null, parent: at, kids: [], notes }];
  nodes[at] = { ...parent, kids: [...parent.kids, id] };
  return { tree: { nodes }, id };
}

/** Says something at a node; what is empty is said no more. @param {Tree} tree @param {number} id @param {Notes} change @returns {Tree} */
export function annotate(tree, id, change) {
  const nodes = [...tree.nodes];
  const notes = Object.entries({ ...node(tree, id).notes, ...change }).filter(([, value]) => value !== undefined && value !== "");
  nodes[id] = { ...node(tree, id), notes: Object.fromEntries(notes) };
  return { nodes };
}

/** Whether there is more than one line of moves: branches, or anything said. @param {Tree} tree */
export function isPlain(tree) {
  return tree.nodes.every(({ kids, notes, move, id }) => kids.length <= 1 && (id === 0 || move !== null) && Object.keys(notes ?? {}).length === 0);
}

/**
 * The moves that lead to a node, from the last position before it that is known as text: a position that was set up, or
 * the start (then `position` is undefined).
 * @param {Tree} tree @param {number} id @returns {{position: string | undefined, nodes: TreeNode[]}}
 */
export function lineTo(tree, id) {
  /** @type {{position: string | undefined, nodes: TreeNode[]}} */
  let line = { position: undefined, nodes: [] };
  for (const one of [node(tree, 0), ...pathTo(tree, id)]) {
    if (one.notes?.setup !== undefined) line = { position: one.notes.setup, nodes: [] };
    else if (one.notes?.turned !== undefined) line = { position: one.notes.turned, nodes: [one] };
    else if (one.move) line.nodes.push(one);
  }
  return line;
}

/** The same line, on by first choices until the board is changed by hand. @param {Tree} tree @param {number} id */
export function lineThrough(tree, id) {
  const line = lineTo(tree, id);
  for (let at = node(tree, id); at.kids[0] !== undefined;) {
    at = node(tree, at.kids[0]);
    if (at.notes?.setup !== undefined || at.notes?.side !== undefined) break;
    if (at.move) line.nodes.push(at);
  }
  return line;
}

/** The same tree with what the server says about moves that were only texts. @param {Tree} tree @param {TreeNode[]} line @param {MoveView[]} played @returns {Tree} */
export function spell(tree, line, played) {
  if (line.every((one, at) => one.move === played[at] || JSON.stringify(one.move) === JSON.stringify(played[at]))) return tree;
  const nodes = [...tree.nodes];
  line.forEach(({ id }, at) => {
    const move = played[at];
    if (move) nodes[id] = { .../** @type {TreeNode} */ (nodes[id]), move };
  });
  return { nodes };
}
