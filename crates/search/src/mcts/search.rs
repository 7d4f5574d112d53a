//! One thought: descend, expand, play out, back up.

use std::time::Instant;

use yomikiri_game_api::{
    Evaluate, Game, Limits, Line, Observer, PlayerFault, Policy, Score, SearchStats, Side,
    SplitMix64, Tactics, Thought, Value, Variation,
};

use super::MctsOptions;
use super::playout::{Playout, ended, worth_to_first};
use super::tree::{Id, Proof, Tree};
use crate::nothing_to_play;

/// How many playouts go by between two looks at the clock and the observer.
const POLL: u64 = 16;
/// The points that are as good as half way to a win, in units, and without a unit.
const SCALE_UNITS: i32 = 4;
const SCALE_POINTS: f32 = 400.0;
/// Playouts where nothing bounds them.
const USUAL_PLAYOUTS: u64 = 2_000;
/// What an untried move is taken to be worth less than its parent.
const UNTRIED: f32 = 0.1;

pub(super) struct Search<'a, G: Game, K> {
    game: &'a G,
    knowledge: &'a K,
    options: &'a MctsOptions,
    rng: &'a mut SplitMix64,
    line: Line<G>,
    tree: Tree<G::Move>,
    playout: Playout<'a, G, K>,
    /// The nodes from the root to where a playout begins, and the priors of a node's moves: kept so
    /// that a playout allocates nothing.
    path: Vec<Id>,
    priors: Vec<f32>,
    nodes: u64,
    playouts: u64,
    seldepth: u32,
}

impl<'a, G: Game, K: Policy<G> + Tactics<G>> Search<'a, G, K> {
    pub(super) fn new(
        game: &'a G,
        line: &Line<G>,
        eval: Option<&'a dyn Evaluate<G>>,
        knowledge: &'a K,
        options: &'a MctsOptions,
        rng: &'a mut SplitMix64,
        tree: Tree<G::Move>,
    ) -> Self {
        let unit = knowledge.unit(game);
        Search {
            game,
            knowledge,
            options,
            rng,
            line: line.clone(),
            tree,
            playout: Playout {
                game,
                eval,
                knowledge,
                options,
                scale: match unit {
                    0 => SCALE_POINTS,
                    unit => (SCALE_UNITS * unit) as f32,
                },
                moves: Vec::new(),
                weights: Vec::new(),
            },
            path: Vec::new(),
            priors: Vec::new(),
            nodes: 0,
            playouts: 0,
            seldepth: 0,
        }
    }

    pub(super) fn into_tree(self) -> Tree<G::Move> {
        self.tree
    }

    pub(super) fn think(
        &mut self,
        limits: &Limits,
        search_moves: Option<&[G::Move]>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Thought<G::Move>, PlayerFault> {
        let begun = Instant::now();
        let root = Tree::<G::Move>::ROOT;
        self.open_root(search_moves);
        if !self.tree.node(root).is_expanded() {
            return Err(nothing_to_play());
        }
        let own = limits.nodes.is_none() && limits.time.is_none();
        let time = match own && self.options.playouts.is_none() && limits.depth.is_none() {
            true => self.options.time,
            false => limits.time,
        };
        // A depth bounds the tree, but not how often it is gone through.
        let usual = (own && time.is_none()).then_some(USUAL_PLAYOUTS);
        let playouts = self.options.playouts.or(usual);
        let only = self.tree.node(root).children().len() == 1;
        let mut next_report = 1024;
        loop {
            let settled = self.tree.node(root).proof.is_some();
            let used_up = playouts.is_some_and(|most| self.playouts >= most)
                || limits.nodes.is_some_and(|most| self.nodes >= most)
                || only && self.playouts >= POLL;
            if self.playouts > 0 && (settled || used_up) {
                break;
            }
            if self.playouts.is_multiple_of(POLL) && self.playouts > 0 {
                let late = time.is_some_and(|time| begun.elapsed() >= time);
                if late || observer.stop() {
                    break;
                }
            }
            self.once(limits);
            if self.playouts == next_report {
                next_report *= 2;
                self.report(limits, begun, observer);
            }
        }
        let thought = self.thought(limits, begun);
        observer.report(&thought);
        Ok(thought)
    }

    /// The moves at the root, and no others.
    fn open_root(&mut self, search_moves: Option<&[G::Move]>) {
        let root = Tree::<G::Move>::ROOT;
        if self.tree.node(root).is_expanded() {
            return;
        }
        let mut moves = Vec::new();
        self.line.legal_moves(self.game, &mut moves);
        if let Some(search_moves) = search_moves {
            moves.retain(|mv| search_moves.contains(mv));
        }
        self.expand(root, &moves);
    }

    fn expand(&mut self, id: Id, moves: &[G::Move]) {
        let at = self.line.last();
        let prior = |&mv| self.knowledge.prior(self.game, at, mv).max(0.0);
        self.priors.clear();
        self.priors.extend(moves.iter().map(prior));
        let total: f32 = self.priors.iter().sum();
        for prior in &mut self.priors {
            *prior = match total > 0.0 {
                true => *prior / total,
                false => 1.0 / moves.len() as f32,
            };
        }
        let turn = self.game.turn(at);
        self.tree.expand(id, moves, &self.priors);
        self.tree.node_mut(id).turn = Some(turn);
    }

    /// One playout, with the way there and back.
    fn once(&mut self, limits: &Limits) {
        let begun = self.line.ply();
        self.path.clear();
        self.path.push(Tree::<G::Move>::ROOT);
        let mut turns = crate::depth::Turns::default();

        // 1. Descend to a node without children, or to one that is proved.
        let mut at = Tree::<G::Move>::ROOT;
        while self.tree.node(at).is_expanded() && (at == 0 || self.tree.node(at).proof.is_none()) {
            at = self.select(at);
            let mover = self.line.turn(self.game);
            let mv = self.tree.node(at).mv.expect("only the root has no move");
            self.line.push(self.game, mv);
            turns.pass(self.line.turn(self.game) == mover);
            self.nodes += 1;
            self.path.push(at);
        }
        self.seldepth = self.seldepth.max(self.path.len() as u32 - 1);

        // 2. Look at it: it may be the end; else give it children the second time it is met.
        let worth = self.worth(at, limits, turns.complete());

        // 3. Back up.
        while self.line.ply() > begun {
            self.line.pop();
        }
        self.playouts += 1;
        let mut proved = self.tree.node(at).proof.is_some();
        for (i, &id) in self.path.iter().enumerate().rev() {
            if proved && i + 1 < self.path.len() {
                self.tree.prove(id);
                proved = self.tree.node(id).proof.is_some();
            }
            let node = self.tree.node_mut(id);
            node.visits = node.visits.saturating_add(1);
            node.sum += worth;
        }
    }

    /// What First wins at the end of the line, which is node `at`.
    fn worth(&mut self, at: Id, limits: &Limits, turns: u32) -> f32 {
        if let Some(proof) = self.tree.node(at).proof {
            return worth_to_first(proof.winner);
        }
        if self.tree.node(at).turn.is_none() {
            let turn = self.line.turn(self.game);
            self.tree.node_mut(at).turn = Some(turn);
            if let Some(outcome) = ended(self.game, self.knowledge, &self.line) {
                self.tree.node_mut(at).proof = Some(Proof {
                    winner: outcome.winner,
                    turns: 0,
                });
                return worth_to_first(outcome.winner);
            }
        }
        let deep = limits.depth.is_some_and(|most| turns >= most);
        if self.tree.node(at).visits > 0 && !deep && self.tree.len() < self.options.most_nodes {
            let mut moves = std::mem::take(&mut self.playout.moves);
            moves.clear();
            self.line.legal_moves(self.game, &mut moves);
            self.expand(at, &moves);
            self.playout.moves = moves;
        }
        let (worth, visited) = self.playout.run(&mut self.line, self.rng);
        self.nodes += visited;
        worth
    }

    /// The child to look into: good ones, likely ones, little tried ones.
    fn select(&self, at: Id) -> Id {
        let node = self.tree.node(at);
        let mover = node.turn.expect("an expanded node has been looked at");
        let tried = (node.visits.max(1) as f32).sqrt();
        let base = node.mean(mover) - UNTRIED;
        let mut best = (f32::NEG_INFINITY, node.children().start);
        for id in node.children() {
            let child = self.tree.node(id);
            let worth = match child.proof {
                // Proved ends need no more visits; unless all are proved, look elsewhere.
                Some(proof) => match proof.winner {
                    Some(winner) if winner == mover => 2.0,
                    Some(_) => -1.0,
                    None => 0.0,
                },
                None if child.visits == 0 => base,
                None => child.mean(mover),
            };
            let open = f32::from(u8::from(child.proof.is_none()));
            let chance = child.prior * tried / (1 + child.visits) as f32;
            let value = worth + open * self.options.exploration * chance;
            if value > best.0 {
                best = (value, id);
            }
        }
        best.1
    }

    fn report(&self, limits: &Limits, begun: Instant, observer: &mut dyn Observer<G>) {
        observer.stats(SearchStats {
            nodes: self.nodes,
            seldepth: self.seldepth,
            hashfull: (self.tree.len() as u64 * 1000 / self.options.most_nodes.max(1) as u64)
                as u32,
        });
        observer.report(&self.thought(limits, begun));
    }

    fn thought(&self, limits: &Limits, begun: Instant) -> Thought<G::Move> {
        let root = self.tree.node(Tree::<G::Move>::ROOT);
        let mover = root.turn.expect("the root has been looked at");
        let mut best: Vec<Id> = root.children().collect();
        // A stable sort: of equals the game's first move stands.
        best.sort_by(|&a, &b| self.merit(b, mover).total_cmp(&self.merit(a, mover)));
        best.truncate(limits.lines.max(1));
        let variations = best.iter().map(|&id| Variation {
            score: Some(self.score(id, mover)),
            moves: self.expected(id),
        });
        let variations: Vec<_> = variations.collect();
        Thought {
            best: variations[0].moves[0],
            resigns: false,
            depth: variations[0].moves.len() as u32,
            variations,
            nodes: self.nodes,
            time: begun.elapsed(),
            details: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// How much speaks for a move at the root: a proof, else its visits.
    fn merit(&self, id: Id, mover: Side) -> f64 {
        let node = self.tree.node(id);
        let far = node
            .proof
            .map_or(0.0, |proof| f64::from(proof.turns) * 1e-3);
        match node.proof.map(|proof| proof.winner) {
            Some(Some(winner)) if winner == mover => 1e12 - far,
            Some(Some(_)) => -1e12 + far,
            // A draw is better than moves that have turned out worse, whatever their visits.
            _ if node.mean(mover) < 0.25 && node.visits > 0 => f64::from(node.visits) * 1e-6,
            _ => f64::from(node.visits),
        }
    }

    fn score(&self, id: Id, mover: Side) -> Score {
        let node = self.tree.node(id);
        if let Some(proof) = node.proof {
            let value = match proof.winner {
                None => Value::Draw,
                Some(winner) if winner == mover => Value::Win,
                Some(_) => Value::Loss,
            };
            let same = node.turn == Some(mover) && proof.turns > 0;
            return Score::of_value(value, proof.turns + u32::from(!same));
        }
        // The inverse of the playouts' squash.
        let half = (2.0 * node.mean(mover) - 1.0).clamp(-0.98, 0.98);
        Score::eval((self.playout.scale * half / (1.0 - half.abs())) as i32)
    }

    /// The moves that are expected from a child of the root on.
    fn expected(&self, id: Id) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let mut at = id;
        loop {
            let node = self.tree.node(at);
            moves.extend(node.mv);
            let Some(mover) = node.turn.filter(|_| node.is_expanded()) else {
                return moves;
            };
            let merit = |id: &Id| self.merit(*id, mover);
            let best = node.children().max_by(|a, b| merit(a).total_cmp(&merit(b)));
            match best.filter(|&id| self.tree.node(id).visits > 0) {
                Some(best) => at = best,
                None => return moves,
            }
        }
    }
}
