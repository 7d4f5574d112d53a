//! The tree of a Monte Carlo search. Knows no game.

use yomikiri_game_api::Side;

/// The number of a node.
pub(super) type Id = u32;

/// A proved end: who wins, and in how many turns, the one under way included.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) winner: Option<Side>,
    pub(super) turns: u32,
}

/// A position, known by the move that led to it.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// `None` at the root.
    pub(super) mv: Option<M>,
    /// Who moves here; `None` until the node has been looked at.
    pub(super) turn: Option<Side>,
    /// The children are neighbours: the first of them and their number.
    first: Id,
    count: u32,
    pub(super) visits: u32,
    /// What First won in all visits: 1 a win, a half for a draw.
    pub(super) sum: f32,
    /// How likely the move is to be the best of its siblings.
    pub(super) prior: f32,
    pub(super) proof: Option<Proof>,
}

impl<M> Node<M> {
    fn new(mv: Option<M>, prior: f32) -> Self {
        Node {
            mv,
            turn: None,
            first: 0,
            count: 0,
            visits: 0,
            sum: 0.0,
            prior,
            proof: None,
        }
    }

    /// The mean of all visits to a side.
    pub(super) fn mean(&self, side: Side) -> f32 {
        let first = self.sum / self.visits.max(1) as f32;
        match side {
            Side::First => first,
            Side::Second => 1.0 - first,
        }
    }

    pub(super) fn is_expanded(&self) -> bool {
        self.count > 0
    }

    pub(super) fn children(&self) -> std::ops::Range<Id> {
        self.first..self.first + self.count
    }
}

/// All nodes; the root is number 0.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
}

impl<M> Default for Tree<M> {
    fn default() -> Self {
        Tree {
            nodes: vec![Node::new(None, 1.0)],
        }
    }
}

impl<M: Copy + PartialEq> Tree<M> {
    pub(super) const ROOT: Id = 0;

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: Id) -> &Node<M> {
        &self.nodes[id as usize]
    }

    pub(super) fn node_mut(&mut self, id: Id) -> &mut Node<M> {
        &mut self.nodes[id as usize]
    }

    /// Gives a node its children.
    pub(super) fn expand(&mut self, id: Id, moves: &[M], priors: &[f32]) {
        let first = self.nodes.len() as Id;
        let all = moves.iter().zip(priors);
        self.nodes
            .extend(all.map(|(&mv, &prior)| Node::new(Some(mv), prior)));
        let node = self.node_mut(id);
        (node.first, node.count) = (first, moves.len() as u32);
    }

    /// Makes the node after these moves the root and forgets everything else; `false` if there is
    /// none.
    pub(super) fn descend(&mut self, moves: &[M]) -> bool {
        let mut at = Self::ROOT;
        for &mv in moves {
            let mut children = self.node(at).children();
            let Some(next) = children.find(|&id| self.node(id).mv == Some(mv)) else {
                return false;
            };
            at = next;
        }
        if at == Self::ROOT {
            return true;
        }
        let mut kept = vec![Node {
            mv: None,
            ..self.node(at).clone()
        }];
        // Nodes that are copied still point to their old children, which are then copied in turn.
        let mut next = 0;
        while next < kept.len() {
            let children = kept[next].children();
            if !children.is_empty() {
                kept[next].first = kept.len() as Id;
                let range = children.start as usize..children.end as usize;
                kept.extend_from_slice(&self.nodes[range]);
            }
            next += 1;
        }
        self.nodes = kept;
        true
    }

    /// Proves a node from its children if they allow it.
    ///
    /// A win needs one child that wins; anything else needs all of them. `turns_of` tells how far an
    /// end of a child's is from the node.
    pub(super) fn prove(&mut self, id: Id) {
        let node = self.node(id);
        let Some(mover) = node.turn.filter(|_| node.is_expanded()) else {
            return;
        };
        let mut best: Option<Proof> = None;
        let mut all = true;
        for child in node.children() {
            let child = self.node(child);
            let Some(proof) = child.proof else {
                all = false;
                continue;
            };
            // The turn under way counts once, however many actions it has.
            let more = match child.turn {
                Some(turn) if turn == mover => u32::from(proof.turns == 0),
                _ => 1,
            };
            let proof = Proof {
                turns: proof.turns + more,
                ..proof
            };
            if best.is_none_or(|best| rank(proof, mover) > rank(best, mover)) {
                best = Some(proof);
            }
        }
        let wins = best.is_some_and(|best| best.winner == Some(mover));
        if wins || all {
            self.node_mut(id).proof = best;
        }
    }
}

/// How good a proved end is to a side: wins soon, losses late.
fn rank(proof: Proof, side: Side) -> i64 {
    match proof.winner {
        Some(winner) if winner == side => 1_000_000 - i64::from(proof.turns),
        None => 0,
        Some(_) => i64::from(proof.turns) - 1_000_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(winner: Option<Side>, turns: u32) -> Option<Proof> {
        Some(Proof { winner, turns })
    }

    fn tree(turn: Side, children: &[Option<Proof>]) -> Tree<u8> {
        let mut tree = Tree::default();
        let moves: Vec<u8> = (0..children.len() as u8).collect();
        tree.expand(0, &moves, &vec![1.0; children.len()]);
        tree.node_mut(0).turn = Some(turn);
        for (i, &proof) in children.iter().enumerate() {
            tree.node_mut(1 + i as Id).proof = proof;
            tree.node_mut(1 + i as Id).turn = Some(!turn);
        }
        tree.prove(0);
        tree
    }

    #[test]
    fn one_win_proves_and_only_all_losses_do() {
        use Side::{First, Second};
        let proved = |turn, children: &[_]| tree(turn, children).node(0).proof;
        assert_eq!(
            proved(First, &[None, proof(Some(First), 2)]),
            proof(Some(First), 3)
        );
        assert_eq!(proved(Second, &[None, proof(Some(First), 2)]), None);
        let losses = [proof(Some(First), 2), proof(Some(First), 4)];
        assert_eq!(proved(Second, &losses), proof(Some(First), 5));
        assert_eq!(proved(First, &losses), proof(Some(First), 3));
        assert_eq!(
            proved(First, &[proof(None, 9), proof(Some(Second), 2)]),
            proof(None, 10)
        );
        assert_eq!(proved(First, &[proof(None, 9), None]), None);
    }

    #[test]
    fn actions_of_one_turn_count_once() {
        let mut tree = tree(Side::First, &[None]);
        let child = tree.node_mut(1);
        (child.turn, child.proof) = (Some(Side::First), proof(Some(Side::First), 1));
        tree.prove(0);
        assert_eq!(tree.node(0).proof, proof(Some(Side::First), 1));
    }

    #[test]
    fn the_kept_part_is_whole() {
        let mut tree = Tree::default();
        tree.expand(0, &[1u8, 2], &[0.5, 0.5]);
        tree.expand(1, &[3, 4], &[0.5, 0.5]);
        tree.expand(2, &[5, 6, 7], &[0.2, 0.3, 0.5]);
        tree.expand(6, &[8], &[1.0]);
        tree.node_mut(6).visits = 77;
        assert!(tree.descend(&[2]));
        assert_eq!(tree.len(), 5);
        let moves: Vec<_> = tree.node(0).children().map(|id| tree.node(id).mv).collect();
        assert_eq!(moves, [Some(5), Some(6), Some(7)]);
        let six = tree.node(0).children().nth(1).unwrap();
        assert_eq!(tree.node(six).visits, 77);
        let eight = tree.node(six).children().start;
        assert_eq!(tree.node(eight).mv, Some(8));
        assert!(!tree.clone().descend(&[9]));
        assert!(tree.descend(&[]));
    }
}
