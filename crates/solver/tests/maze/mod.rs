//! A random game for testing tiers: nodes with edges, some ends, some exits.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses a part of it"
)]

use std::ops::Range;
use std::sync::Arc;

use yomikiri_game_api::{
    Conversion, Cursor, Game, Indexer, Metric, Multiplicity, Outcome, Probed, Side, SplitMix64,
    Terminal, Tier, Tiers, Value,
};

/// Nodes with edges; nodes without edges are lost, or drawn if their number says so.
#[derive(Clone, Debug)]
pub struct Maze(Arc<Nodes>);

#[derive(Debug)]
pub struct Nodes {
    pub edges: Vec<Vec<u32>>,
    pub drawn: Vec<bool>,
    /// The layers of each tier, in order; tier 0 first.
    pub tiers: Vec<Vec<Range<u32>>>,
}

/// A node and its side to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct At {
    pub node: u32,
    pub turn: Side,
}

impl Maze {
    /// A random maze. Few edges make long ways, many edges short ones.
    pub fn random(seed: u64, tiers: usize, layers: usize, nodes: u32, edges: usize) -> Maze {
        let mut rng = SplitMix64::new(seed);
        let mut all = Nodes {
            edges: Vec::new(),
            drawn: Vec::new(),
            tiers: Vec::new(),
        };
        for _ in 0..tiers {
            let mut of_tier = Vec::new();
            for _ in 0..layers {
                let from = all.edges.len() as u32;
                let range = from..from + nodes;
                for _ in range.clone() {
                    let ends = rng.below(12) == 0;
                    let count = if ends { 0 } else { 1 + rng.below(edges) };
                    let mut to = Vec::new();
                    for _ in 0..count {
                        to.push(match from > 0 && rng.below(3) == 0 {
                            true => rng.below(from as usize) as u32,
                            false => from + rng.below(nodes as usize) as u32,
                        });
                    }
                    all.edges.push(to);
                    all.drawn.push(rng.below(4) == 0);
                }
                of_tier.push(range);
            }
            all.tiers.push(of_tier);
        }
        Maze(Arc::new(all))
    }

    /// A single path: from every node to the previous one, across tiers of this many nodes; the
    /// first node is lost.
    pub fn chain(tiers: usize, nodes: u32) -> Maze {
        let all = tiers as u32 * nodes;
        let tier = |tier: u32| std::iter::once(tier * nodes..(tier + 1) * nodes).collect();
        Maze(Arc::new(Nodes {
            edges: (0..all)
                .map(|n| n.checked_sub(1).into_iter().collect())
                .collect(),
            drawn: vec![false; all as usize],
            tiers: (0..tiers as u32).map(tier).collect(),
        }))
    }

    pub fn nodes(&self) -> &Nodes {
        &self.0
    }

    pub fn at(&self, node: u32) -> At {
        let turn = Side::First;
        At { node, turn }
    }

    fn range(&self, tier: usize) -> Range<u32> {
        let layers = &self.0.tiers[tier];
        layers[0].start..layers[layers.len() - 1].end
    }

    fn tier(&self, node: u32) -> usize {
        (0..self.0.tiers.len())
            .find(|&tier| self.range(tier).contains(&node))
            .unwrap()
    }

    fn layer(&self, node: u32) -> Range<u32> {
        let mut layers = self.0.tiers.iter().flatten();
        layers.find(|layer| layer.contains(&node)).unwrap().clone()
    }

    /// Value and distance of every node by definition: iterates until nothing changes.
    pub fn solve_slowly(&self, metric: Metric) -> Vec<Probed> {
        let draw = Probed {
            value: Value::Draw,
            distance: None,
        };
        let mut known = vec![draw; self.0.edges.len()];
        for layer in self.0.tiers.iter().flatten() {
            for node in layer.clone() {
                let node = node as usize;
                if self.0.edges[node].is_empty() && !self.0.drawn[node] {
                    known[node] = Probed {
                        value: Value::Loss,
                        distance: Some(0),
                    };
                }
            }
            // A node is as good as its best edge; distances grow by one until nothing changes.
            loop {
                let mut changed = false;
                for node in layer
                    .clone()
                    .filter(|&n| !self.0.edges[n as usize].is_empty())
                {
                    let ways = self.0.edges[node as usize].iter().map(|&next| {
                        let after = known[next as usize];
                        let leaves = match metric {
                            Metric::End | Metric::Check => false,
                            Metric::Conversion => self.tier(next) != self.tier(node),
                            Metric::Zeroing => !layer.contains(&next),
                        };
                        let count = |d: u32| if leaves { 1 } else { d + 1 };
                        (after.value.flip(), after.distance.map(count))
                    });
                    let best = ways
                        .max_by_key(|&(value, distance)| {
                            let d = i64::from(distance.unwrap_or(0));
                            (value, if value == Value::Win { -d } else { d })
                        })
                        .unwrap();
                    let best = Probed {
                        value: best.0,
                        distance: best.1,
                    };
                    changed |= known[node as usize] != best;
                    known[node as usize] = best;
                }
                if !changed {
                    break;
                }
            }
        }
        known
    }
}

impl Game for Maze {
    type Position = At;
    type Move = u32;

    fn start(&self) -> At {
        self.at(self.0.edges.len() as u32 - 1)
    }

    fn turn(&self, at: &At) -> Side {
        at.turn
    }

    fn legal_moves(&self, at: &At, moves: &mut Vec<u32>) {
        moves.extend(&self.0.edges[at.node as usize]);
    }

    fn play(&self, at: &mut At, mv: u32) {
        *at = At {
            node: mv,
            turn: !at.turn,
        };
    }

    fn outcome(&self, at: &At) -> Option<Outcome> {
        let node = at.node as usize;
        self.0.edges[node]
            .is_empty()
            .then(|| match self.0.drawn[node] {
                true => Outcome::draw("end"),
                false => Outcome::win(!at.turn, "end"),
            })
    }

    fn key(&self, at: &At) -> u64 {
        u64::from(at.node) << 1 | at.turn.index() as u64
    }
}

/// The tiers of a maze.
pub struct MazeTiers {
    pub maze: Maze,
    /// Whether its indexers know un-moves.
    pub has_unmoves: bool,
}

/// The indexer of one tier: its nodes in order.
pub struct MazeIndexer {
    maze: Maze,
    tier: usize,
    range: Range<u32>,
    has_unmoves: bool,
    before: Vec<Vec<u32>>,
}

impl Tiers<Maze> for MazeTiers {
    type Indexer = MazeIndexer;

    fn name(&self, tier: Tier) -> String {
        format!("tier{}", tier.0)
    }

    fn parse_tiers(&self, what: Option<&str>) -> Result<Vec<Tier>, String> {
        let all = (0..self.maze.0.tiers.len() as u64).map(Tier);
        let found: Vec<_> = all
            .filter(|&t| what.is_none_or(|w| self.name(t) == w))
            .collect();
        if found.is_empty() {
            return Err("expected a tier".to_owned());
        }
        Ok(found)
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        (0..tier.0).map(Tier).collect()
    }

    fn indexer(&self, tier: Tier) -> Result<MazeIndexer, String> {
        let tier = tier.0 as usize;
        let range = self.maze.range(tier);
        let mut before = vec![Vec::new(); range.len()];
        for node in range.clone() {
            for &next in &self.maze.0.edges[node as usize] {
                if self.maze.layer(node).contains(&next) {
                    before[(next - range.start) as usize].push(node - range.start);
                }
            }
        }
        Ok(MazeIndexer {
            maze: self.maze.clone(),
            tier,
            range,
            has_unmoves: self.has_unmoves,
            before,
        })
    }

    fn tier_of(&self, at: &At) -> Option<Tier> {
        Some(Tier(self.maze.tier(at.node) as u64))
    }

    fn identity(&self, tier: Tier) -> String {
        format!("maze {}", tier.0)
    }
}

impl Indexer<Maze> for MazeIndexer {
    type Cursor<'i> = MazeCursor<'i>;

    fn size(&self) -> u64 {
        self.range.len() as u64
    }

    fn index(&self, at: &At) -> Option<u64> {
        self.range
            .contains(&at.node)
            .then(|| u64::from(at.node - self.range.start))
    }

    fn position(&self, index: u64) -> Option<At> {
        Some(self.maze.at(index as u32 + self.range.start))
    }

    fn multiplicity(&self, _index: u64) -> Multiplicity {
        Multiplicity {
            unfolded: 1,
            folded: true,
        }
    }

    fn cursor(&self) -> MazeCursor<'_> {
        let node = self.range.start;
        MazeCursor {
            indexer: self,
            node,
        }
    }

    fn has_unmoves(&self) -> bool {
        self.has_unmoves
    }

    fn layers(&self) -> Vec<Range<u64>> {
        let start = self.range.start;
        let layers = self.maze.0.tiers[self.tier].iter();
        layers
            .map(|layer| u64::from(layer.start - start)..u64::from(layer.end - start))
            .collect()
    }
}

pub struct MazeCursor<'i> {
    indexer: &'i MazeIndexer,
    node: u32,
}

impl Cursor for MazeCursor<'_> {
    fn seek(&mut self, index: u64) {
        self.node = index as u32 + self.indexer.range.start;
    }

    fn terminal(&self) -> Terminal {
        let (nodes, node) = (&self.indexer.maze.0, self.node as usize);
        let over = |next: &u32| {
            let next = *next as usize;
            nodes.edges[next].is_empty() && !nodes.drawn[next]
        };
        match (nodes.edges[node].is_empty(), nodes.drawn[node]) {
            (true, true) => Terminal::Drawn,
            (true, false) => Terminal::Lost,
            // Some say themselves that they win at once, others leave it to the solver.
            _ if node % 2 == 0 && nodes.edges[node].iter().any(over) => Terminal::WinInOne,
            _ => Terminal::Undecided,
        }
    }

    fn successors(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        let (maze, start) = (&self.indexer.maze, self.indexer.range.start);
        let layer = maze.layer(self.node);
        let inside = maze.0.edges[self.node as usize].iter();
        inside
            .filter(|next| layer.contains(next))
            .all(|&next| visit(u64::from(next - start)))
    }

    fn conversions(&mut self, mut visit: impl FnMut(Conversion)) {
        let (maze, range) = (&self.indexer.maze, &self.indexer.range);
        let layer = maze.layer(self.node);
        for &next in &maze.0.edges[self.node as usize] {
            if layer.contains(&next) {
                continue;
            }
            let over = maze.0.edges[next as usize].is_empty();
            visit(if range.contains(&next) {
                Conversion::Layer(u64::from(next - range.start))
            } else if over && maze.0.drawn[next as usize] {
                Conversion::Known(Probed {
                    value: Value::Draw,
                    distance: None,
                })
            } else {
                let tier = maze.tier(next);
                let index = u64::from(next - maze.range(tier).start);
                Conversion::Tier { child: tier, index }
            });
        }
    }

    fn predecessors(&mut self, mut visit: impl FnMut(u64)) {
        assert!(self.indexer.has_unmoves, "asked only where it can be told");
        for &before in &self.indexer.before[(self.node - self.indexer.range.start) as usize] {
            visit(u64::from(before));
        }
    }
}
