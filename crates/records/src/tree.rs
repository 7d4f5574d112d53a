//! The moves of a record as a tree without nesting.
//!
//! All nodes lie in one vector and know each other by number. No depth of moves or variations can
//! overflow the stack, not even when a tree is dropped.

use yomikiri_game_api::Side;

/// A node of a [`Tree`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the start of the game.
    pub const ROOT: NodeId = NodeId(0);

    /// The number of the node: 0 is the root, the others follow in the order in which they were added.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A game with its variations. The first child of a node continues its line, the others are
/// alternatives to the first; the first children from the root on are the main line.
#[derive(Clone)]
pub struct Tree {
    entries: Vec<Entry>,
}

/// A node with its relations. No node has the root as its child or sibling, so 0 means none.
#[derive(Clone)]
struct Entry {
    node: Node,
    parent: u32,
    first_child: u32,
    last_child: u32,
    next: u32,
    depth: u32,
}

/// What happens at a node, and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// What happens.
    pub action: Action,
    /// A name for the node.
    pub name: Option<String>,
    /// A comment.
    pub comment: Option<String>,
    /// The player's score for the mover, as a search score: the game's points within ±20000, a win
    /// in `n` plies is 32000 - `n`, a loss the negative.
    pub score: Option<i32>,
    /// Thinking time in milliseconds.
    pub time_ms: Option<u64>,
    /// Marks as PGN NAGs: 1 a good move (`!`), 2 a mistake (`?`), …
    pub marks: Vec<u8>,
    /// Properties of SGF that have no field above, in their order.
    pub properties: Vec<Property>,
}

/// What happens at a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Action {
    /// Nothing: the node only says something.
    #[default]
    Nothing,
    /// A move.
    Move {
        /// The move as coordinates.
        text: String,
        /// Who plays it, if it is not the side to move.
        side: Option<Side>,
    },
    /// The position is changed by hand into this one.
    Setup(String),
}

/// A property of an SGF node, with its values as the file has them (unescaped).
///
/// One without values stands for a field of the [`Node`]: the field is written at this place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Its name: `TR`.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

impl Node {
    /// A move without annotations.
    pub fn of_move(text: impl Into<String>) -> Node {
        let action = Action::Move {
            text: text.into(),
            side: None,
        };
        Node {
            action,
            ..Node::default()
        }
    }

    /// The text of its move.
    pub fn move_text(&self) -> Option<&str> {
        match &self.action {
            Action::Move { text, .. } => Some(text),
            _ => None,
        }
    }
}

impl Default for Tree {
    fn default() -> Self {
        Tree::with_root(Node::default())
    }
}

impl Tree {
    /// A tree of no moves.
    pub fn with_root(root: Node) -> Tree {
        let root = Entry {
            node: root,
            parent: 0,
            first_child: 0,
            last_child: 0,
            next: 0,
            depth: 0,
        };
        Tree {
            entries: vec![root],
        }
    }

    /// A line of moves without annotations.
    pub fn of_moves(moves: impl IntoIterator<Item = String>) -> Tree {
        moves.into_iter().map(Node::of_move).collect()
    }

    /// The number of nodes besides the root.
    pub fn len(&self) -> usize {
        self.entries.len() - 1
    }

    /// Whether there is only the root.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.entries[id.index()].node
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.entries[id.index()].node
    }

    /// The start of the game, with what is said about the whole of it.
    pub fn root(&self) -> &Node {
        self.node(NodeId::ROOT)
    }

    /// The node before; none before the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| NodeId(self.entries[id.index()].parent))
    }

    /// How many nodes lie between a node and the root, itself included.
    pub fn depth(&self, id: NodeId) -> usize {
        self.entries[id.index()].depth as usize
    }

    /// The node that continues a line.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        some(self.entries[id.index()].first_child)
    }

    /// The next alternative to a node.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        some(self.entries[id.index()].next)
    }

    /// The continuations of a node, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// Adds a node behind the other children of its parent.
    pub fn add(&mut self, parent: NodeId, node: Node) -> NodeId {
        let id = self.entries.len() as u32;
        let above = &mut self.entries[parent.index()];
        let depth = above.depth + 1;
        let elder = std::mem::replace(&mut above.last_child, id);
        if elder == 0 {
            above.first_child = id;
        } else {
            self.entries[elder as usize].next = id;
        }
        self.entries.push(Entry {
            node,
            parent: parent.0,
            first_child: 0,
            last_child: 0,
            next: 0,
            depth,
        });
        NodeId(id)
    }

    /// The main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(NodeId::ROOT), |&id| self.first_child(id))
    }

    /// The last node of the main line.
    pub fn main_end(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// All nodes but the root: every node before its children, the main line first of all.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(NodeId::ROOT), |&id| {
            self.first_child(id).or_else(|| {
                let mut ancestors = std::iter::successors(Some(id), |&id| self.parent(id));
                ancestors.find_map(|id| self.next_sibling(id))
            })
        })
    }

    /// Whether any node has an alternative.
    pub fn has_variations(&self) -> bool {
        self.entries.iter().any(|entry| entry.next != 0)
    }
}

fn some(id: u32) -> Option<NodeId> {
    (id != 0).then_some(NodeId(id))
}

impl FromIterator<Node> for Tree {
    fn from_iter<I: IntoIterator<Item = Node>>(nodes: I) -> Tree {
        let mut tree = Tree::default();
        let mut last = NodeId::ROOT;
        for node in nodes {
            last = tree.add(last, node);
        }
        tree
    }
}

/// Equal trees have equal nodes in equal places, whatever their numbers are.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let same = |(a, b)| self.depth(a) == other.depth(b) && self.node(a) == other.node(b);
        self.len() == other.len()
            && self.root() == other.root()
            && self.walk().zip(other.walk()).all(same)
    }
}

impl Eq for Tree {}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut list = f.debug_list();
        list.entry(&(0, self.root()));
        for id in self.walk() {
            list.entry(&(self.depth(id), self.node(id)));
        }
        list.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(tree: &Tree, ids: impl Iterator<Item = NodeId>) -> Vec<&str> {
        ids.filter_map(|id| tree.node(id).move_text()).collect()
    }

    #[test]
    fn a_tree_is_walked_main_line_first() {
        let mut tree = Tree::default();
        let a = tree.add(NodeId::ROOT, Node::of_move("a"));
        let other = tree.add(NodeId::ROOT, Node::of_move("x"));
        let b = tree.add(a, Node::of_move("b"));
        tree.add(other, Node::of_move("y"));
        tree.add(a, Node::of_move("p"));
        tree.add(b, Node::of_move("c"));
        assert_eq!(texts(&tree, tree.walk()), ["a", "b", "c", "p", "x", "y"]);
        assert_eq!(texts(&tree, tree.main_line()), ["a", "b", "c"]);
        assert_eq!(texts(&tree, tree.children(a)), ["b", "p"]);
        assert_eq!(tree.depth(tree.main_end()), 3);
        assert!(tree.has_variations());
        // The same tree, added in another order.
        let mut same = Tree::default();
        let a = same.add(NodeId::ROOT, Node::of_move("a"));
        let b = same.add(a, Node::of_move("b"));
        same.add(b, Node::of_move("c"));
        same.add(a, Node::of_move("p"));
        let other = same.add(NodeId::ROOT, Node::of_move("x"));
        assert_ne!(same, tree);
        same.add(other, Node::of_move("y"));
        assert_eq!(same, tree);
    }

    #[test]
    fn no_depth_is_too_deep() {
        let deep: Tree = (0..1_000_000).map(|_| Node::of_move("a")).collect();
        let work = move || {
            assert_eq!(deep.walk().count(), 1_000_000);
            assert_eq!(deep.clone(), deep);
            drop(deep);
        };
        let thread = std::thread::Builder::new().stack_size(64 << 10);
        thread.spawn(work).unwrap().join().unwrap();
    }
}
