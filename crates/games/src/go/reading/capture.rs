//! Whether a string can be taken: a search in which one side attacks it and the other defends it.
//!
//! # How it is kept small
//!
//! - An attacking move that gives atari leaves few answers: extend at the last liberty, or take a stone
//!   of the attacker that stands beside the string. Such pairs cost nothing, so ladders are read to their
//!   end whatever their length.
//! - Every other attacking move is *quiet* and costs some of `depth`: 1 if it suggests itself (a liberty, a
//!   net, a wall), up to 3 if it does not. The search is repeated with one more each time.
//! - Every board is read twice. First only the defences that come to mind are tried. If they fail, the attack
//!   is tried again, the same move first, against *all* defences that can matter.
//! - Those are found by a *pass*: if the attacker takes the string although the defender passes, the points
//!   that this success depended on, its *zone*, are the only ones where a defence can be. A stone anywhere
//!   else changes nothing.
//! - What refuted the move before is tried first, and what was read already is in a table.
//!
//! # What a zone is
//!
//! The points where the attack played, the liberties that the string had on the way, and the liberties of
//! those attacking strings beside it that have few.
//!
//! # What is taken
//!
//! A string is taken when it comes off the board, except that a single stone whose place is retaken at once (a
//! snapback, or a ko where the defender may break it) stands there again.

use yomikiri_game_api::Side;

use super::desk::Desk;
use super::table::{Entry, Table};
use super::{KoRule, ReadingLimits, Refinements};
use crate::go::plane::{Grid, Plane};

/// No cell.
pub(super) const NOWHERE: u16 = u16::MAX;

/// An attacking string with at most so many liberties may run short of them.
const FEW_LIBERTIES: usize = 4;

/// Plies after which a line is given up: longer than any ladder.
const LONGEST_LINE: usize = 400;

/// By the cost of a quiet move: the last ply at which it is tried.
const LAST_QUIET: [usize; 4] = [LONGEST_LINE, 16, 10, 4];

/// What a search says about the string.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It is taken.
    Taken,
    /// It is not.
    Saved,
    /// A limit was met first.
    Open,
}

/// A verdict with the move that leads to it, and what it depended on.
#[derive(Copy, Clone)]
pub(super) struct Found<const W: usize> {
    pub(super) verdict: Verdict,
    /// The move; [`NOWHERE`]: none is needed, or none helps.
    pub(super) point: u16,
    /// Of a string that is taken: the points that matter.
    pub(super) zone: Plane<W>,
}

impl<const W: usize> Found<W> {
    fn plain(verdict: Verdict) -> Self {
        Found {
            verdict,
            point: NOWHERE,
            zone: Plane::EMPTY,
        }
    }
}

/// One question about one string.
pub(super) struct Search<'a, const W: usize> {
    pub(super) grid: &'a Grid,
    pub(super) table: &'a mut Table<W>,
    pub(super) limits: ReadingLimits,
    pub(super) refinements: Refinements,
    /// A stone of the string.
    pub(super) target: usize,
    pub(super) defender: Side,
    pub(super) ko_rule: KoRule,
    /// Sets the entries of this question apart from those of others.
    pub(super) salt: u64,
    pub(super) nodes: u64,
    /// A ko was taken, or forbidden, somewhere.
    pub(super) met_ko: bool,
    /// The last moves that worked at each ply.
    pub(super) killers: [u16; KILLERS],
    /// At the beginning a pass is not enough for the defender.
    pub(super) must_move: bool,
}

/// Plies for which moves that worked are remembered.
pub(super) const KILLERS: usize = 64;

/// An attacking move that does not give atari.
#[derive(Copy, Clone)]
struct Quiet {
    /// What it takes of `depth`: the less it suggests itself, the more.
    cost: u32,
    cell: u16,
}

/// Where in a search a board is.
#[derive(Copy, Clone)]
pub(super) struct Stage {
    /// What quiet moves may still cost.
    depth: u32,
    ply: usize,
    care: Care,
}

impl Stage {
    pub(super) const fn first(depth: u32) -> Stage {
        Stage {
            depth,
            ply: 0,
            care: Care::Full,
        }
    }

    const fn after(self, cost: u32) -> Stage {
        Stage {
            depth: self.depth - cost,
            ply: self.ply + 1,
            care: self.care,
        }
    }
}

/// Which defences are tried.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Care {
    /// Those that come to mind. What is not taken then, is not taken.
    Usual,
    /// All that can matter: what is taken then, is taken.
    Full,
}

impl Care {
    const fn salt(self) -> u64 {
        match self {
            Care::Usual => 0,
            Care::Full => 0xD1B5_4A32_D192_ED03,
        }
    }
}

/// What comes of playing on the last liberty of the string.
enum Taking<const W: usize> {
    /// It is taken. The zone is what that depended on.
    Done { zone: Plane<W> },
    /// It is taken, and stands there again on this board.
    Back { desk: Desk<W> },
    /// A ko forbids it.
    Forbidden,
}

/// Liberties of the attacking strings beside the string.
struct Pressed<const W: usize> {
    /// Of those that have few.
    few: Plane<W>,
    /// Of those that have one: there they are taken.
    last: Plane<W>,
    two: Plane<W>,
    three: Plane<W>,
}

/// The string and its surroundings.
struct Around<const W: usize> {
    string: Plane<W>,
    liberties: Plane<W>,
    /// How many liberties.
    number: usize,
    empty: Plane<W>,
}

/// The defences of a board so far.
struct Tried<const W: usize> {
    cells: Plane<W>,
    /// What the successes of the attacker depended on.
    zone: Plane<W>,
    /// The first that a limit saved.
    open: Option<u16>,
}

impl<const W: usize> Search<'_, W> {
    fn around(&self, desk: &Desk<W>) -> Around<W> {
        let string = desk.string(self.grid, self.defender, self.target);
        let empty = desk.empty(self.grid);
        let liberties = self.grid.beside(string) & empty;
        Around {
            string,
            liberties,
            number: liberties.count(),
            empty,
        }
    }

    fn is_out_of_nodes(&mut self) -> bool {
        // The one too many tells that there were too few, and is not looked at.
        self.nodes = (self.nodes + 1).min(self.limits.nodes + 1);
        self.nodes > self.limits.nodes
    }

    fn play(&mut self, desk: &Desk<W>, side: Side, cell: usize) -> Option<Desk<W>> {
        let breaks_ko = match self.ko_rule {
            KoRule::AttackerBreaks => side != self.defender,
            KoRule::DefenderBreaks => side == self.defender,
            KoRule::Nobody => false,
        };
        self.met_ko |= usize::from(desk.ko) == cell;
        let played = desk.play(self.grid, side, cell, breaks_ko)?;
        self.met_ko |= played.takes_ko;
        Some(played.desk)
    }

    /// What comes of taking the string by its last liberty. Where a single stone is taken, what took it may be
    /// taken back at once: in a ko, if the defender may break kos, or as a snapback. Then the string stands
    /// there again and nothing is decided.
    fn take(&mut self, desk: &Desk<W>, around: &Around<W>, last: usize) -> Taking<W> {
        let Some(next) = self.play(desk, !self.defender, last) else {
            return Taking::Forbidden;
        };
        let mut zone = around.liberties | self.pressed(desk, around).few;
        if around.string.count() > 1 {
            return Taking::Done { zone };
        }
        let takers = next.string(self.grid, !self.defender, last);
        let liberties = self.grid.beside(takers) & next.empty(self.grid);
        if liberties == around.string
            && let Some(back) = self.play(&next, self.defender, self.target)
        {
            return Taking::Back { desk: back };
        }
        // Whatever makes this one of those cases may be a defence: fewer liberties for what takes it, or
        // safety for friends that are taken together with it.
        if liberties.count() <= FEW_LIBERTIES {
            zone |= liberties & !around.string;
        }
        let taken = desk.of_side(self.defender) & !next.of_side(self.defender);
        zone |= self.liberties_around(desk, taken & !around.string);
        Taking::Done { zone }
    }

    /// The attacker is to move and may make `depth` quiet moves.
    pub(super) fn attack(&mut self, desk: &Desk<W>, stage: Stage) -> Found<W> {
        let Stage { depth, ply, care } = stage;
        if self.is_out_of_nodes() || ply > LONGEST_LINE {
            return Found::plain(Verdict::Open);
        }
        let around = self.around(desk);
        let number = around.number;
        if number > self.limits.liberties {
            return Found::plain(Verdict::Saved);
        }
        let mut back = None;
        if let (1, Some(last)) = (number, around.liberties.first()) {
            match self.take(desk, &around, last) {
                Taking::Done { zone } => {
                    return Found {
                        verdict: Verdict::Taken,
                        point: last as u16,
                        zone,
                    };
                }
                Taking::Back { desk } => back = Some((last, desk)),
                Taking::Forbidden => {}
            }
        }
        // A quiet move takes one liberty; the last two go by atari.
        if number > 2 + depth as usize {
            return Found::plain(Verdict::Open);
        }
        let key = desk.key() ^ self.salt ^ care.salt();
        if self.refinements.table
            && let Some(known) = self.table.get(key, depth)
        {
            return known;
        }
        let found = match care {
            Care::Full if !self.refinements.two_steps => {
                self.attacking_moves(desk, &around, stage, NOWHERE)
            }
            Care::Usual => self.attacking_moves(desk, &around, stage, NOWHERE),
            Care::Full => {
                // What does not work against the usual defences does not work against all.
                let care = Care::Usual;
                let usual = self.attack(desk, Stage { care, ..stage });
                match usual.verdict {
                    Verdict::Taken => self.attacking_moves(desk, &around, stage, usual.point),
                    _ => usual,
                }
            }
        };
        let found = match back {
            Some((last, back)) if found.verdict != Verdict::Taken => {
                let ply = ply + 2;
                let after = self.attack(&back, Stage { ply, ..stage });
                match after.verdict {
                    Verdict::Taken => Found {
                        point: last as u16,
                        zone: after.zone | around.liberties | self.pressed(desk, &around).few,
                        ..after
                    },
                    _ => found,
                }
            }
            _ => found,
        };
        if self.refinements.table && self.nodes <= self.limits.nodes {
            self.table.put(Entry::new(key, depth, found));
        }
        found
    }

    fn attacking_moves(
        &mut self,
        desk: &Desk<W>,
        around: &Around<W>,
        stage: Stage,
        advice: u16,
    ) -> Found<W> {
        let Stage { depth, ply, .. } = stage;
        let number = around.number;
        let mut is_open = false;
        let mut try_move = |search: &mut Self, cell: usize, cost: u32| {
            let attacker = !search.defender;
            let next = search.play(desk, attacker, cell)?;
            let found = search.defend(&next, stage.after(cost));
            is_open |= found.verdict == Verdict::Open;
            (found.verdict == Verdict::Taken).then(|| {
                let stones = next.string(search.grid, attacker, cell);
                let liberties = search.grid.beside(stones) & next.empty(search.grid);
                let mut zone = found.zone | around.liberties | Plane::of(cell);
                zone |= search.pressed(desk, around).few;
                if liberties.count() <= FEW_LIBERTIES {
                    zone |= liberties;
                }
                let taken = desk.of_side(search.defender) & !next.of_side(search.defender);
                if !taken.is_empty() {
                    // Whatever saves those stones may be a defence.
                    zone |= search.liberties_around(desk, taken);
                }
                Found {
                    verdict: Verdict::Taken,
                    point: cell as u16,
                    zone,
                }
            })
        };
        if advice != NOWHERE {
            let cell = usize::from(advice);
            let cost = match number == 2 && around.liberties.contains(cell) {
                true => Some(0),
                false => {
                    let moves = self.quiet_moves(desk, around);
                    let known = moves.iter().find(|quiet| quiet.cell == advice);
                    known.map(|quiet| quiet.cost)
                }
            };
            if let Some(cost) = cost.filter(|&cost| cost <= depth)
                && let Some(found) = try_move(self, cell, cost)
            {
                return found;
            }
        }
        if number == 2 {
            for cell in self.ataris(around) {
                if cell == advice {
                    continue;
                }
                if let Some(found) = try_move(self, usize::from(cell), 0) {
                    return found;
                }
            }
        }
        if depth == 0 || ply > LAST_QUIET[1] {
            return Found::plain(Verdict::Open);
        }
        let killer = self.killer(ply, around.empty).first();
        let mut moves = self.quiet_moves(desk, around);
        if let Some(at) = moves
            .iter()
            .position(|quiet| Some(usize::from(quiet.cell)) == killer)
        {
            moves[..=at].rotate_right(1);
        }
        let mut too_dear = false;
        for quiet in moves {
            if quiet.cell == advice {
                continue;
            }
            if quiet.cost > depth || ply > LAST_QUIET[quiet.cost as usize] {
                // They are sorted by their cost.
                too_dear = true;
                continue;
            }
            if let Some(found) = try_move(self, usize::from(quiet.cell), quiet.cost) {
                self.remember(ply, usize::from(quiet.cell));
                return found;
            }
            if self.nodes > self.limits.nodes {
                return Found::plain(Verdict::Open);
            }
        }
        Found::plain(if is_open || too_dear {
            Verdict::Open
        } else {
            Verdict::Saved
        })
    }

    /// The move that worked last at this ply, if its cell is empty.
    fn killer(&self, ply: usize, empty: Plane<W>) -> Plane<W> {
        match self.killers.get(ply) {
            Some(&cell) if cell != NOWHERE && self.refinements.killers => {
                Plane::of(usize::from(cell)) & empty
            }
            _ => Plane::EMPTY,
        }
    }

    fn remember(&mut self, ply: usize, cell: usize) {
        if let Some(killer) = self.killers.get_mut(ply) {
            *killer = cell as u16;
        }
    }

    /// The two liberties of a string, first the one that leaves it less room.
    fn ataris(&self, around: &Around<W>) -> [u16; 2] {
        let mut cells = around.liberties.cells();
        let pair = [cells.next().unwrap_or(0), cells.next().unwrap_or(0)];
        // What an answer on the other one would open.
        let opened = |at: usize| {
            let beside = self.grid.beside(Plane::<W>::of(pair[1 - at]));
            (beside & around.empty & !around.liberties).count()
        };
        match opened(1) < opened(0) {
            true => [pair[1] as u16, pair[0] as u16],
            false => [pair[0] as u16, pair[1] as u16],
        }
    }

    /// Quiet attacking moves, the likelier ones first.
    fn quiet_moves(&self, desk: &Desk<W>, around: &Around<W>) -> Vec<Quiet> {
        let grid = self.grid;
        let number = around.number;
        let urgent = self.rescues(desk, around, desk.of_side(!self.defender));
        let second = grid.beside(around.liberties) & around.empty & !around.liberties;
        // Points beside two liberties make nets.
        let mut once = Plane::EMPTY;
        let mut twice = Plane::EMPTY;
        for cell in around.liberties.cells() {
            let beside = grid.beside(Plane::of(cell)) & second;
            twice |= once & beside;
            once |= beside;
        }
        // Liberties of friends that the string can be joined to.
        let friends = self.friends(desk, around);
        let beyond = grid.beside(friends) & around.empty & !around.liberties & !friends;
        // Points where an attacking stone is already beside make walls.
        let walls = second & grid.beside(desk.of_side(!self.defender));
        let ring = grid.beside(second) & around.empty & !around.liberties & !second;
        let cost = |cell: usize| {
            let is_liberty = around.liberties.contains(cell);
            match number {
                1 => 1,
                2 if urgent.contains(cell) || twice.contains(cell) => 1,
                2 if second.contains(cell) || friends.contains(cell) => 2,
                2 if beyond.contains(cell) => 2,
                2 => 3,
                3 if is_liberty || urgent.contains(cell) || twice.contains(cell) => 1,
                3 if walls.contains(cell) => 1,
                3 => 2,
                _ if is_liberty || urgent.contains(cell) => 1,
                _ => 2,
            }
        };
        let all = match number {
            1 => {
                // Taking it is undone at once, so the strings that it could be joined to are pressed, or what
                // takes it gets more liberties.
                let own = desk.of_side(self.defender);
                let joined = grid.flood(around.liberties, own | around.liberties);
                urgent | grid.beside(joined) & around.empty & !around.liberties
            }
            2 => second | urgent | friends | ring | beyond,
            3 => around.liberties | second | urgent | friends,
            _ => around.liberties | twice | urgent,
        };
        let score = |cell: usize| {
            let stone = Plane::of(cell);
            // What an answer there would open.
            let opens = (grid.beside(stone) & around.empty & !around.liberties).count() as i32;
            if number == 1 {
                // A stone that is joined to others is not lost itself.
                opens + 4 * (grid.beside(stone) & desk.of_side(!self.defender)).count() as i32
            } else if around.liberties.contains(cell) {
                20 + 4 * opens
            } else if urgent.contains(cell) {
                18 + opens
            } else if twice.contains(cell) || friends.contains(cell) {
                16 + opens
            } else if second.contains(cell) {
                8 + opens
            } else {
                opens
            }
        };
        let mut moves: Vec<(i32, Quiet)> = all
            .cells()
            .filter(|&cell| number > 2 || !around.liberties.contains(cell))
            .map(|cell| {
                let quiet = Quiet {
                    cost: cost(cell),
                    cell: cell as u16,
                };
                (-score(cell), quiet)
            })
            .collect();
        let by_score = |score| if self.refinements.order { score } else { 0 };
        moves.sort_unstable_by_key(|&(score, quiet)| (quiet.cost, by_score(score), quiet.cell));
        moves.into_iter().map(|(_, quiet)| quiet).collect()
    }

    /// Liberties of strings that the string can be joined to by one move, where they are few: joined, they run
    /// out of liberties together.
    fn friends(&self, desk: &Desk<W>, around: &Around<W>) -> Plane<W> {
        let grid = self.grid;
        let defenders = desk.of_side(self.defender) & !around.string;
        let mut found = Plane::EMPTY;
        let mut from = grid.beside(around.liberties) & defenders;
        while let Some(cell) = from.first() {
            let string = grid.flood(Plane::of(cell), defenders);
            from &= !string;
            let liberties = grid.beside(string) & around.empty;
            if liberties.count() <= FEW_LIBERTIES {
                found |= liberties & !around.liberties;
            }
        }
        found
    }

    /// Where the attacker saves strings of his that stand beside the string and have one or two liberties:
    /// their liberties, and those of stones around them that he can take.
    fn rescues(&self, desk: &Desk<W>, around: &Around<W>, attackers: Plane<W>) -> Plane<W> {
        let grid = self.grid;
        let defenders = desk.of_side(self.defender) & !around.string;
        let mut found = Plane::EMPTY;
        let mut from = grid.beside(around.string) & attackers;
        while let Some(cell) = from.first() {
            let string = grid.flood(Plane::of(cell), attackers);
            from &= !string;
            let liberties = grid.beside(string) & around.empty;
            if liberties.count() > 2 {
                continue;
            }
            found |= liberties;
            let mut enemies = grid.beside(string) & defenders;
            while let Some(cell) = enemies.first() {
                let enemy = grid.flood(Plane::of(cell), defenders);
                enemies &= !enemy;
                let liberties = grid.beside(enemy) & around.empty;
                if liberties.count() <= 3 {
                    found |= liberties;
                }
            }
        }
        found
    }

    /// The defender is to move; the attacker has `depth` quiet moves left.
    pub(super) fn defend(&mut self, desk: &Desk<W>, stage: Stage) -> Found<W> {
        let Stage { depth, ply, care } = stage;
        if self.is_out_of_nodes() || ply > LONGEST_LINE {
            return Found::plain(Verdict::Open);
        }
        let around = self.around(desk);
        let number = around.number;
        if number > self.limits.liberties {
            return Found::plain(Verdict::Saved);
        }
        let must_move = self.must_move && ply == 0;
        let mut pass = None;
        if let (1, Some(last)) = (number, around.liberties.first()) {
            let after = desk.after_pass();
            pass = match self.take(&after, &around, last) {
                Taking::Done { zone } if around.string.count() == 1 => Some(Found {
                    verdict: Verdict::Taken,
                    point: last as u16,
                    zone,
                }),
                Taking::Done { .. } => None,
                _ => Some(self.attack(&after, stage.after(0))),
            };
        }
        if let Some(found) = pass
            && found.verdict != Verdict::Taken
            && !must_move
        {
            return Found {
                point: NOWHERE,
                ..found
            };
        }
        if let Some(found) = self.runs_away(desk, &around, depth) {
            return found;
        }
        let pressed = self.pressed(desk, &around);
        let mut tried = Tried {
            cells: Plane::EMPTY,
            zone: pressed.few | around.liberties,
            open: None,
        };
        let killer = self.killer(ply, around.empty);
        let usual = self.usual_defences(desk, &around, &pressed, ply);
        let near = usual.iter().fold(Plane::EMPTY, |near, &cell| {
            near | Plane::of(usize::from(cell))
        });
        let first = (killer & near).first();
        let order = first
            .into_iter()
            .chain(usual.iter().map(|&cell| usize::from(cell)));
        for cell in order {
            if tried.cells.contains(cell) {
                continue;
            }
            if let Some(found) = self.try_defence(desk, cell, stage, &mut tried) {
                return found;
            }
        }
        if (number > 1 || pass.is_some()) && tried.open.is_none() {
            let pass = pass.unwrap_or_else(|| self.attack(&desk.after_pass(), stage.after(0)));
            if pass.verdict != Verdict::Taken {
                return Found {
                    point: NOWHERE,
                    ..pass
                };
            }
            tried.zone |= pass.zone;
            if care == Care::Full {
                let matters = match self.refinements.zones {
                    true => tried.zone & around.empty,
                    false => around.empty,
                };
                let rest = matters & !tried.cells;
                for cell in [rest & killer, rest & !killer]
                    .into_iter()
                    .flat_map(Plane::cells)
                {
                    if let Some(found) = self.try_defence(desk, cell, stage, &mut tried) {
                        return found;
                    }
                    if tried.open.is_some() {
                        break;
                    }
                }
            }
        }
        match tried.open {
            Some(cell) => Found {
                verdict: Verdict::Open,
                point: cell,
                zone: Plane::EMPTY,
            },
            None => Found {
                verdict: Verdict::Taken,
                point: NOWHERE,
                zone: tried.zone,
            },
        }
    }

    /// Plays a defence; `Some` if it ends the search of this board.
    fn try_defence(
        &mut self,
        desk: &Desk<W>,
        cell: usize,
        stage: Stage,
        tried: &mut Tried<W>,
    ) -> Option<Found<W>> {
        tried.cells |= Plane::of(cell);
        let Some(next) = self.play(desk, self.defender, cell) else {
            // It would take something if a string around had fewer liberties.
            tried.zone |= self.liberties_around(desk, Plane::of(cell));
            return None;
        };
        let found = self.attack(&next, stage.after(0));
        match found.verdict {
            Verdict::Taken => {
                tried.zone |= found.zone;
                None
            }
            // Only the first answer is worth looking for one that certainly holds.
            Verdict::Open if stage.ply == 0 => {
                tried.open = tried.open.or(Some(cell as u16));
                None
            }
            Verdict::Open | Verdict::Saved => {
                self.remember(stage.ply, cell);
                Some(Found {
                    point: cell as u16,
                    ..found
                })
            }
        }
    }

    /// The defences that come to mind, the likelier ones first.
    fn usual_defences(
        &self,
        desk: &Desk<W>,
        around: &Around<W>,
        pressed: &Pressed<W>,
        ply: usize,
    ) -> Vec<u16> {
        let grid = self.grid;
        let number = around.number;
        let own = desk.of_side(self.defender);
        let mut moves: Vec<(i32, u16)> = Vec::with_capacity(12);
        let after = |cell: usize| {
            let stone = Plane::of(cell);
            let string = match (grid.beside(stone) & own & !around.string).is_empty() {
                true => around.string | stone,
                false => grid.flood(stone, own | stone),
            };
            (grid.beside(string) & around.empty & !stone).count() as i32
        };
        for cell in (around.liberties | pressed.last).cells() {
            let takes = if pressed.last.contains(cell) { 40 } else { 0 };
            let runs = if around.liberties.contains(cell) {
                after(cell) - number as i32
            } else {
                0
            };
            moves.push((-(takes + 10 * runs + 1), cell as u16));
        }
        if number == 1 && around.string.count() == 1 {
            // What makes the stone that takes it short of liberties.
            let takers = grid.flood(
                around.liberties,
                desk.of_side(!self.defender) | around.liberties,
            );
            let others = grid.beside(takers) & around.empty & !around.liberties;
            if others.count() == 1 {
                moves.extend(others.cells().map(|cell| (-3, cell as u16)));
            }
            if ply == 0 && self.must_move {
                let joined = grid.flood(around.liberties, own | around.liberties);
                let others = grid.beside(joined) & around.empty & !around.liberties;
                moves.extend(others.cells().map(|cell| (-1, cell as u16)));
            }
        }
        if number > 1 {
            let more = match number {
                2 if ply == 0 => pressed.few,
                2 => pressed.two,
                _ => pressed.two | pressed.three,
            };
            for cell in (more & !around.liberties & !pressed.last).cells() {
                moves.push((-5, cell as u16));
            }
            let second = grid.beside(around.liberties)
                & around.empty
                & !around.liberties
                & !more
                & !pressed.last;
            for cell in second.cells() {
                let stone = Plane::of(cell);
                let beside = grid.beside(stone);
                let links = (beside & around.liberties).count() as i32;
                let friend = !(grid.beside(stone) & own).is_empty();
                if links > 1 || friend && number == 2 {
                    moves.push((-2 * links + 2, cell as u16));
                }
            }
        }
        match self.refinements.order {
            true => moves.sort_unstable(),
            false => moves.sort_unstable_by_key(|&(_, cell)| cell),
        }
        moves.into_iter().map(|(_, cell)| cell).collect()
    }

    /// A liberty on which the string gets more liberties than the attacker has moves for.
    fn runs_away(&self, desk: &Desk<W>, around: &Around<W>, depth: u32) -> Option<Found<W>> {
        let own = desk.of_side(self.defender);
        let most = self.limits.liberties.min(2 + depth as usize);
        let mut best = (most, NOWHERE);
        for cell in around.liberties.cells() {
            if usize::from(desk.ko) == cell {
                continue;
            }
            let stone = Plane::of(cell);
            let string = match (self.grid.beside(stone) & own & !around.string).is_empty() {
                true => around.string | stone,
                false => self.grid.flood(stone, own | stone),
            };
            let number = (self.grid.beside(string) & around.empty & !stone).count();
            if number > best.0 {
                best = (number, cell as u16);
            }
        }
        let (number, point) = best;
        (point != NOWHERE).then_some(Found {
            verdict: match number > self.limits.liberties {
                true => Verdict::Saved,
                false => Verdict::Open,
            },
            point,
            zone: Plane::EMPTY,
        })
    }

    /// The liberties of the attacking strings beside some cells, where they are few.
    fn liberties_around(&self, desk: &Desk<W>, cells: Plane<W>) -> Plane<W> {
        let attackers = desk.of_side(!self.defender);
        let empty = desk.empty(self.grid);
        let mut found = Plane::EMPTY;
        let mut from = self.grid.beside(cells) & attackers;
        while let Some(cell) = from.first() {
            let string = self.grid.flood(Plane::of(cell), attackers);
            from &= !string;
            let liberties = self.grid.beside(string) & empty;
            if liberties.count() <= FEW_LIBERTIES {
                found |= liberties;
            }
        }
        found
    }

    /// The attacking strings beside the string that have few liberties.
    fn pressed(&self, desk: &Desk<W>, around: &Around<W>) -> Pressed<W> {
        let grid = self.grid;
        let attackers = desk.of_side(!self.defender);
        let mut found = Pressed {
            few: Plane::EMPTY,
            last: Plane::EMPTY,
            two: Plane::EMPTY,
            three: Plane::EMPTY,
        };
        let mut from = grid.beside(around.string) & attackers;
        while let Some(cell) = from.first() {
            let string = grid.flood(Plane::of(cell), attackers);
            from &= !string;
            let liberties = grid.beside(string) & around.empty;
            let number = liberties.count();
            if number <= FEW_LIBERTIES {
                found.few |= liberties;
            }
            match number {
                1 => found.last |= liberties,
                2 => found.two |= liberties,
                3 => found.three |= liberties,
                _ => {}
            }
        }
        found
    }
}
