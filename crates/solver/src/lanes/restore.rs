//! Going on from cells that were saved after a round.
//!
//! A cell that is decided at a distance up to that round is decided; others hold bounds. What later rounds may
//! have written into a cell while it was being saved is as good as a bound: it is true.

use yomikiri_game_api::{Game, LANES, LaneIndexer, Lanes, Value};

use super::peers::Rows;
use super::{LanePeers, LaneRun, RoundStatus, RowChange, Told, bits, get, set};
use crate::cell::Code;
use crate::depth_buckets::DepthBuckets;
use crate::local::SolveError;
use crate::run::Halt;

/// The indices of a row by what their cells say.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) won: u64,
    pub(crate) lost: u64,
    pub(crate) escapes: u64,
    pub(crate) over_drawn: u64,
}

impl Said {
    /// What is decided up to a round.
    pub(crate) fn of<C: Code>(cells: &[C::Shared], distance: u32) -> Self {
        let mut said = Said::default();
        for (at, cell) in cells.iter().enumerate() {
            let cell = C::get(cell);
            let bit = 1 << at;
            if cell == C::OVER_DRAWN {
                said.over_drawn |= bit;
                said.escapes |= bit;
            } else if let Some(known) = C::answer(cell)
                && let Some(plies) = known.distance
            {
                let is_decided = plies <= distance;
                match known.value {
                    Value::Win if is_decided => said.won |= bit,
                    Value::Win => said.escapes |= bit,
                    Value::Loss if is_decided => said.lost |= bit,
                    _ => {}
                }
            }
        }
        said
    }
}

impl<'r, G: Game, I: LaneIndexer<G>, C: Code, R: Rows> LaneRun<'r, G, I, C, R> {
    /// Reads what the processes have saved, if there is anything to go on from.
    pub(super) fn load_share(&mut self, peers: &mut dyn LanePeers<C>) -> Result<(), SolveError> {
        self.make_cells(self.layers.len());
        if let Some((layer, distance)) = peers.load(&self.cells)? {
            (self.layer, self.distance) = (layer as usize, distance);
        }
        let begun = usize::from(self.distance > 0);
        self.keep_cells((self.layer + begun).min(self.layers.len()));
        Ok(())
    }

    /// Finds the words again that belong to the cells after a round.
    pub(super) fn restore(
        &mut self,
        distance: u32,
        peers: &mut dyn LanePeers<C>,
    ) -> Result<(), Halt> {
        self.begin()?;
        let words = &self.words;
        let (layer, first) = (self.layer().start, self.here.start);
        // Who cannot move at all: asked before anything is known to be won.
        self.sweep(
            "restore",
            || (),
            |cursor, (), row, place| {
                let legal = get(&words.safe, row - layer);
                let drawn = legal & self.said(first + place, distance).over_drawn;
                if drawn == 0 {
                    return;
                }
                cursor.seek(row);
                let stuck = drawn & !self.pull(cursor, &words.safe, drawn);
                let mut leaving = 0;
                if stuck != 0 {
                    cursor.conversions(stuck, |at, _| leaving |= 1 << at);
                }
                set(&words.open, place, legal & !(stuck & !leaving));
            },
        )?;
        let indices = self.size();
        let parts = self.sweep(
            "restore",
            || (DepthBuckets::new(indices), Vec::new()),
            |cursor, (buckets, told): &mut (DepthBuckets, Vec<Told>), row, place| {
                let legal = get(&words.safe, row - layer);
                let said = self.said(first + place, distance);
                let (won, lost) = (legal & said.won, legal & said.lost);
                set(&words.lost, row - layer, lost);
                set(&words.open, place, get(&words.open, place) & !(won | lost));
                set(&words.escapes, place, said.escapes);
                for at in bits(legal & !won & !lost) {
                    let cell = C::get(&self.row(first + place)[at]);
                    if let Some(distance) = C::answer(cell).and_then(|known| known.distance) {
                        buckets.note(place * LANES + at as u64, distance);
                    }
                }
                if won | lost != 0 {
                    let change = RowChange { row, won, lost };
                    told.extend(self.touch_before(cursor, change));
                }
            },
        )?;
        let mut told = Vec::new();
        let mut buckets = DepthBuckets::new(indices);
        for (more, mut list) in parts {
            buckets.merge(&more);
            told.append(&mut list);
        }
        // Only now: whether an index is stuck was asked of all its neighbours.
        for local in self.here.clone() {
            let place = self.rows.row(local) - layer;
            let won = self.said(local, distance).won;
            set(&words.safe, place, get(&words.safe, place) & !won);
        }
        self.buckets = buckets;
        self.exchange(told, RoundStatus::default(), false, peers)?;
        self.touch_all();
        Ok(())
    }

    fn said(&self, local: u64, distance: u32) -> Said {
        Said::of::<C>(self.row(local), distance)
    }
}
