// Variations: a tree of moves with one node per position reached. Plain data, never changed in place.

/** @import { MoveView } from "./messages.d.ts" */

/**
 * @typedef {{id: number, move: MoveView | null, parent: number | null, kids: number[]}} TreeNode
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
