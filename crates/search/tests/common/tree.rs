//! Games written as trees.
//!
//! `(a b c)` is a position with three moves, numbered from 0; `W`, `D`, `L` are ends that First
//! wins, nobody wins and First loses; a number is a quiet leaf worth so much to First, from which
//! the only move is to wait. First moves at the top and the turn changes with every move, except
//! into a position written with `+` before it, where the mover moves again.
//! Line breaks and spaces are alike.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use yomikiri_game_api::{Evaluate, Game, Outcome, Score, Side};

#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Arc<Vec<Node>>,
}

#[derive(Clone, Debug)]
struct Node {
    turn: Side,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Moves(Vec<usize>),
    End(Outcome),
    Quiet(i32),
}

/// A node, and how often one has waited at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct At {
    node: usize,
    waited: u32,
}

impl Hash for At {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64((self.node as u64) << 32 | u64::from(self.waited));
    }
}

impl Tree {
    pub(crate) fn read(text: &str) -> Tree {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace();
        let mut nodes = Vec::new();
        read_node(&mut words, Side::First, &mut nodes).expect("a tree");
        assert_eq!(words.next(), None, "one tree only");
        Tree {
            nodes: Arc::new(nodes),
        }
    }
}

/// Reads a node whose mover would be `turn`, and returns its number; `None` at the end of a list.
fn read_node<'a>(
    words: &mut impl Iterator<Item = &'a str>,
    turn: Side,
    nodes: &mut Vec<Node>,
) -> Option<usize> {
    let mut word = words.next().expect("a node or ')'");
    let mut turn = turn;
    if word == "+" {
        turn = !turn;
        word = words.next().expect("a node after '+'");
    }
    let number = nodes.len();
    let kind = match word {
        ")" => return None,
        "W" => Kind::End(Outcome::win(Side::First, "tree")),
        "L" => Kind::End(Outcome::win(Side::Second, "tree")),
        "D" => Kind::End(Outcome::draw("tree")),
        "(" => Kind::Moves(Vec::new()),
        points => Kind::Quiet(points.parse().expect("W, D, L, a number or '('")),
    };
    let inner = matches!(kind, Kind::Moves(_));
    nodes.push(Node { turn, kind });
    if inner {
        let mut children = Vec::new();
        while let Some(child) = read_node(words, !turn, nodes) {
            children.push(child);
        }
        nodes[number].kind = Kind::Moves(children);
    }
    Some(number)
}

impl Game for Tree {
    type Position = At;
    type Move = u8;

    fn start(&self) -> At {
        At { node: 0, waited: 0 }
    }

    fn turn(&self, at: &At) -> Side {
        let turn = self.nodes[at.node].turn;
        if at.waited.is_multiple_of(2) {
            turn
        } else {
            !turn
        }
    }

    fn legal_moves(&self, at: &At, moves: &mut Vec<u8>) {
        match &self.nodes[at.node].kind {
            Kind::Moves(children) => moves.extend(0..children.len() as u8),
            Kind::End(_) => {}
            Kind::Quiet(_) => moves.push(0),
        }
    }

    fn play(&self, at: &mut At, mv: u8) {
        match &self.nodes[at.node].kind {
            Kind::Moves(children) => at.node = children[usize::from(mv)],
            _ => at.waited += 1,
        }
    }

    fn outcome(&self, at: &At) -> Option<Outcome> {
        match self.nodes[at.node].kind {
            Kind::End(outcome) => Some(outcome),
            _ => None,
        }
    }

    fn key(&self, at: &At) -> u64 {
        (at.node as u64) << 32 | u64::from(at.waited)
    }
}

/// The number at a quiet leaf; nothing elsewhere.
#[derive(Copy, Clone)]
pub(crate) struct Written;

impl Evaluate<Tree> for Written {
    fn evaluate(&self, game: &Tree, at: &At) -> Score {
        let Kind::Quiet(points) = game.nodes[at.node].kind else {
            return Score::DRAW;
        };
        match game.turn(at) {
            Side::First => Score::eval(points),
            Side::Second => Score::eval(-points),
        }
    }
}
