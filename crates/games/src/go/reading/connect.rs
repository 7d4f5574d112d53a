//! Whether two strings of one side become one: a small search in which the enemy cuts and the owner joins.

use yomikiri_game_api::Side;

use super::desk::Desk;
use crate::go::plane::{Grid, Plane};

/// Plies that are read.
const DEPTH: u32 = 5;

/// One question about two strings.
pub(super) struct Joining<'a, const W: usize> {
    pub(super) grid: &'a Grid,
    pub(super) owner: Side,
    /// A stone of each.
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) nodes: u64,
    pub(super) most_nodes: u64,
}

/// What is known about a question.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Joined {
    Yes,
    No,
    Open,
}

struct Pair<const W: usize> {
    first: Plane<W>,
    second: Plane<W>,
    liberties: [Plane<W>; 2],
}

impl<const W: usize> Joining<'_, W> {
    /// Whether the strings are joined if `mover` plays first, with the move that does it or prevents it.
    pub(super) fn ask(&mut self, desk: &Desk<W>, mover: Side) -> (Joined, Option<usize>) {
        self.search(desk, mover, DEPTH)
    }

    /// The two strings; `None` once one of them is off the board.
    fn pair(&self, desk: &Desk<W>) -> Option<Pair<W>> {
        let own = desk.of_side(self.owner);
        if !own.contains(self.from) || !own.contains(self.to) {
            return None;
        }
        let empty = desk.empty(self.grid);
        let first = desk.string(self.grid, self.owner, self.from);
        let second = desk.string(self.grid, self.owner, self.to);
        let liberties = [first, second].map(|string| self.grid.beside(string) & empty);
        Some(Pair {
            first,
            second,
            liberties,
        })
    }

    fn search(&mut self, desk: &Desk<W>, mover: Side, depth: u32) -> (Joined, Option<usize>) {
        self.nodes += 1;
        let Some(pair) = self.pair(desk) else {
            return (Joined::No, None);
        };
        if pair.first.contains(self.to) {
            // Joined, but in atari with the enemy to move it would come off together.
            let safe = mover == self.owner || pair.liberties[0].count() > 1;
            return (if safe { Joined::Yes } else { Joined::No }, None);
        }
        // A string that the enemy can take now is as good as cut off.
        if mover != self.owner {
            for liberties in pair.liberties {
                if let (1, Some(last)) = (liberties.count(), liberties.first())
                    && desk.play(self.grid, mover, last, false).is_some()
                {
                    return (Joined::No, Some(last));
                }
            }
        }
        if self.nodes > self.most_nodes {
            return (Joined::Open, None);
        }
        if depth == 0 {
            // As far as one can see: a common liberty is enough for whoever joins now, two for whoever waits.
            let common = (pair.liberties[0] & pair.liberties[1]).count();
            let joins = common > usize::from(mover != self.owner);
            return (if joins { Joined::Yes } else { Joined::No }, None);
        }
        match mover == self.owner {
            true => self.join(desk, &pair, depth),
            false => self.cut(desk, &pair, depth),
        }
    }

    fn join(&mut self, desk: &Desk<W>, pair: &Pair<W>, depth: u32) -> (Joined, Option<usize>) {
        let (mut answer, mut at) = (Joined::No, None);
        for cell in self.points(desk, pair) {
            let Some(played) = desk.play(self.grid, self.owner, cell, false) else {
                continue;
            };
            match self.search(&played.desk, !self.owner, depth - 1).0 {
                Joined::Yes => return (Joined::Yes, Some(cell)),
                Joined::Open if at.is_none() => (answer, at) = (Joined::Open, Some(cell)),
                _ => {}
            }
        }
        (answer, at)
    }

    fn cut(&mut self, desk: &Desk<W>, pair: &Pair<W>, depth: u32) -> (Joined, Option<usize>) {
        // If the owner cannot even join with a move more, nothing needs to be done.
        let alone = self.search(&desk.after_pass(), self.owner, depth - 1).0;
        if alone != Joined::Yes {
            return (alone, None);
        }
        let (mut answer, mut at) = (Joined::Yes, None);
        for cell in self.points(desk, pair) {
            let Some(played) = desk.play(self.grid, !self.owner, cell, false) else {
                continue;
            };
            match self.search(&played.desk, self.owner, depth - 1).0 {
                Joined::No => return (Joined::No, Some(cell)),
                Joined::Open if at.is_none() => (answer, at) = (Joined::Open, Some(cell)),
                _ => {}
            }
        }
        (answer, at)
    }

    /// The points that matter: common liberties first, then liberties of one that are next to liberties of the
    /// other, then the last liberties of enemy strings beside both.
    fn points(&self, desk: &Desk<W>, pair: &Pair<W>) -> impl Iterator<Item = usize> + use<W> {
        let grid = self.grid;
        let [first, second] = pair.liberties;
        let common = first & second;
        let near = (first & grid.beside(second)) | (second & grid.beside(first));
        let empty = desk.empty(grid);
        let between = grid.beside(first) & grid.beside(second) & empty;
        let enemies = desk.of_side(!self.owner);
        let mut takes = Plane::EMPTY;
        let mut from = grid.beside(pair.first | pair.second) & enemies;
        while let Some(cell) = from.first() {
            let string = grid.flood(Plane::of(cell), enemies);
            from &= !string;
            let liberties = grid.beside(string) & empty;
            let touches_both = !(grid.beside(string) & pair.first).is_empty()
                && !(grid.beside(string) & pair.second).is_empty();
            if liberties.count() <= 1 + usize::from(touches_both) {
                takes |= liberties;
            }
        }
        let tiers = [
            common,
            takes & !common,
            near & !common & !takes,
            between & !common & !takes & !near,
        ];
        tiers.into_iter().flat_map(Plane::cells)
    }
}
