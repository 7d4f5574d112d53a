//! Certificates: a strategy that proves what a side can reach from the start, small enough to be
//! checked by anybody.
//!
//! A certificate is text: a header and a line `POSITION<TAB>MOVE` for every position in which its
//! side may have to move. Whatever the opponent replies, the next position is in the list again or
//! the game is over. For a claimed win no line of play may go on for ever; for a claimed draw it
//! may, but must never end in a loss.
//!
//! [`check`] uses nothing but the rules and the notation: no table, no numbering, no solver.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use yomikiri_game_api::{Game, Notation, Outcome, Probed, Side, SplitMix64, Value};

/// The first line of a certificate.
const TITLE: &str = "yomikiri certificate 1";

/// A strategy for one side.
#[derive(Clone, Debug)]
pub struct Certificate<G: Game> {
    /// Whose strategy it is.
    pub side: Side,
    /// What it proves at least: a win or a draw.
    pub claim: Value,
    /// What to play where.
    pub moves: HashMap<G::Position, G::Move>,
}

/// In which order positions are given their moves; later ones profit from what is there already.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Order {
    /// As they come.
    Breadth,
    /// Latest first.
    Depth,
    /// Those furthest from the end first: nothing they need can be needed later.
    Furthest,
}

/// Finds a strategy that holds the start's value for a side, trying `tries` orders and keeping the
/// smallest. `known` tells exact values with distances. `None` if the side loses or if `known` does
/// not cover what is needed.
pub fn build<G: Game>(
    game: &G,
    side: Side,
    known: &dyn Fn(&G::Position) -> Option<Probed>,
    tries: u64,
) -> Option<Certificate<G>> {
    let start = game.start();
    let value = known(&start)?.value;
    let claim = if game.turn(&start) == side {
        value
    } else {
        value.flip()
    };
    if claim == Value::Loss {
        return None;
    }
    let orders = [Order::Furthest, Order::Breadth, Order::Depth];
    let mut best: Option<Certificate<G>> = None;
    for seed in 0..tries.max(1) {
        let order = orders[seed as usize % orders.len()];
        let strategy = Builder::new(game, side, claim, known, seed).run(order)?;
        if best
            .as_ref()
            .is_none_or(|best| strategy.moves.len() < best.moves.len())
        {
            best = Some(strategy);
        }
    }
    best
}

/// A strategy under construction.
struct Builder<'b, G: Game> {
    game: &'b G,
    side: Side,
    claim: Value,
    known: &'b dyn Fn(&G::Position) -> Option<Probed>,
    rng: SplitMix64,
    /// Everything needed so far.
    needed: BTreeMap<u64, Vec<G::Position>>,
    moves: HashMap<G::Position, G::Move>,
    /// What waits for its move, by rank and time.
    waiting: BTreeMap<(u32, u64), G::Position>,
    clock: u64,
}

impl<'b, G: Game> Builder<'b, G> {
    fn new(
        game: &'b G,
        side: Side,
        claim: Value,
        known: &'b dyn Fn(&G::Position) -> Option<Probed>,
        seed: u64,
    ) -> Self {
        Builder {
            game,
            side,
            claim,
            known,
            rng: SplitMix64::new(seed),
            needed: BTreeMap::new(),
            moves: HashMap::new(),
            waiting: BTreeMap::new(),
            clock: 0,
        }
    }

    fn run(mut self, order: Order) -> Option<Certificate<G>> {
        let start = self.game.start();
        if self.game.turn(&start) == self.side {
            self.need(start, order)?;
        } else {
            for next in replies(self.game, &start) {
                self.need(next, order)?;
            }
        }
        while let Some((_, at)) = self.waiting.pop_first() {
            let (mv, next) = self.choose(&at)?;
            self.moves.insert(at, mv);
            for reply in replies(self.game, &next) {
                self.need(reply, order)?;
            }
        }
        Some(Certificate {
            side: self.side,
            claim: self.claim,
            moves: self.moves,
        })
    }

    fn is_needed(&self, at: &G::Position) -> bool {
        let key = self.game.key(at);
        self.needed.get(&key).is_some_and(|same| same.contains(at))
    }

    /// Puts a position on the list unless it is there.
    fn need(&mut self, at: G::Position, order: Order) -> Option<()> {
        if self.is_needed(&at) {
            return Some(());
        }
        let plies = (self.known)(&at)?.distance.unwrap_or(0);
        self.clock += 1;
        let rank = match order {
            Order::Breadth => (0, self.clock),
            Order::Depth => (0, u64::MAX - self.clock),
            Order::Furthest => (u32::MAX - plies, self.clock),
        };
        let key = self.game.key(&at);
        self.needed.entry(key).or_default().push(at.clone());
        self.waiting.insert(rank, at);
        Some(())
    }

    /// The move that holds the claim and needs the fewest new positions.
    fn choose(&mut self, at: &G::Position) -> Option<(G::Move, G::Position)> {
        let distance = (self.known)(at)?.distance;
        let mut moves = Vec::new();
        self.game.legal_moves(at, &mut moves);
        let mut least = (usize::MAX, u64::MAX);
        let mut best = None;
        for mv in moves {
            let mut next = at.clone();
            self.game.play(&mut next, mv);
            let after = (self.known)(&next)?;
            let holds = match self.claim {
                // Distances that fall with every move make an end certain.
                Value::Win => after.value == Value::Loss && after.distance < distance,
                _ => after.value != Value::Win,
            };
            if !holds {
                continue;
            }
            let new: BTreeSet<u64> = replies(self.game, &next)
                .iter()
                .filter(|reply| !self.is_needed(reply))
                .map(|reply| self.game.key(reply))
                .collect();
            let rank = (new.len(), self.rng.next_u64());
            if rank < least {
                least = rank;
                best = Some((mv, next));
            }
        }
        best
    }
}

/// The results of all legal moves that do not end the game; none where it is over.
fn replies<G: Game>(game: &G, at: &G::Position) -> Vec<G::Position> {
    let mut all = results(game, at);
    all.retain(|next| game.outcome(next).is_none());
    all
}

fn results<G: Game>(game: &G, at: &G::Position) -> Vec<G::Position> {
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    let after = moves.into_iter().map(|mv| {
        let mut next = at.clone();
        game.play(&mut next, mv);
        next
    });
    after.collect()
}

impl<G: Notation> Certificate<G> {
    /// The certificate as text, the same every time. `name` is the game with its options.
    pub fn write(&self, game: &G, name: &str) -> String {
        let mut lines: Vec<String> = self
            .moves
            .iter()
            .map(|(at, &mv)| format!("{}\t{}", game.write_position(at), game.write_move(at, mv)))
            .collect();
        lines.sort();
        let side = side_word(self.side);
        let mut text = String::new();
        let _ = writeln!(text, "{TITLE}\ngame = {name}\nside = {side}");
        let _ = writeln!(
            text,
            "claim = {}\npositions = {}\n",
            self.claim,
            lines.len()
        );
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// What a certificate that holds has proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The game as the certificate names it. Whether it is the one checked is for the caller.
    pub game: String,
    /// Who.
    pub side: Side,
    /// What that side can reach at least.
    pub claim: Value,
    /// Positions in the list.
    pub positions: usize,
    /// How many of them play by the strategy can reach; the others prove nothing.
    pub used: usize,
    /// For a win: the most plies it takes, the opponent's included.
    pub longest: Option<u32>,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// It cannot be read.
    #[error("line {line}: expected {expected}, came {came:?}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// What would have been right.
        expected: String,
        /// What stood there.
        came: String,
    },
    /// A position that can arise has no move.
    #[error("nothing to play in {0}")]
    Missing(String),
    /// The game can end worse than claimed.
    #[error("the game can end worse than claimed in {0}")]
    Broken(String),
    /// A claimed win can go on for ever.
    #[error("a win was claimed, but play can come round to {0} again")]
    Endless(String),
}

/// Checks a certificate by the rules alone: the start is covered, so is whatever the opponent may
/// reply, no end is worse than claimed, and a win comes to an end.
pub fn check<G: Notation>(game: &G, text: &str) -> Result<Proved, Flaw> {
    let (mut proved, moves) = read(game, text)?;
    let (side, claim) = (proved.side, proved.claim);
    let is_bad = |outcome: Outcome| outcome.value_for(side) < claim;
    let broken = |at: &G::Position| Flaw::Broken(game.write_position(at));

    // 1. Everything that can arise with the side to move, and what can follow on it.
    let mut numbers: HashMap<G::Position, usize> = HashMap::new();
    let mut list: Vec<G::Position> = Vec::new();
    let mut after: Vec<Vec<usize>> = Vec::new();
    let mut meet = |next: G::Position, list: &mut Vec<G::Position>| {
        *numbers.entry(next).or_insert_with_key(|next| {
            list.push(next.clone());
            list.len() - 1
        })
    };
    let answers = |at: &G::Position| -> Result<Vec<G::Position>, Flaw> {
        if let Some(outcome) = game.outcome(at) {
            return if is_bad(outcome) {
                Err(broken(at))
            } else {
                Ok(Vec::new())
            };
        }
        let mut open = Vec::new();
        for next in results(game, at) {
            match game.outcome(&next) {
                Some(outcome) if is_bad(outcome) => return Err(broken(&next)),
                Some(_) => {}
                None => open.push(next),
            }
        }
        Ok(open)
    };
    let start = game.start();
    if game.turn(&start) == side && game.outcome(&start).is_none() {
        meet(start.clone(), &mut list);
    } else {
        for next in answers(&start)? {
            meet(next, &mut list);
        }
    }
    while after.len() < list.len() {
        let at = list[after.len()].clone();
        let Some(&mv) = moves.get(&at) else {
            return Err(Flaw::Missing(game.write_position(&at)));
        };
        let mut next = at;
        game.play(&mut next, mv);
        let open = answers(&next)?;
        after.push(open.into_iter().map(|q| meet(q, &mut list)).collect());
    }
    proved.used = list.len();

    // 2. A win must end: take away whatever is followed only by what was taken away.
    if claim == Value::Win {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); list.len()];
        let mut left: Vec<usize> = after.iter().map(Vec::len).collect();
        for (number, next) in after.iter().enumerate() {
            next.iter().for_each(|&next| before[next].push(number));
        }
        let mut plies = vec![1u32; list.len()];
        let mut ready: Vec<usize> = (0..list.len()).filter(|&n| left[n] == 0).collect();
        let mut taken = 0;
        while let Some(number) = ready.pop() {
            taken += 1;
            for &earlier in &before[number] {
                plies[earlier] = plies[earlier].max(plies[number] + 2);
                left[earlier] -= 1;
                if left[earlier] == 0 {
                    ready.push(earlier);
                }
            }
        }
        if taken < list.len() {
            let stuck = (0..list.len()).find(|&n| left[n] > 0).unwrap_or(0);
            return Err(Flaw::Endless(game.write_position(&list[stuck])));
        }
        let to_first = u32::from(game.turn(&start) != side);
        proved.longest = Some(plies.into_iter().max().unwrap_or(0) + to_first);
    }
    Ok(proved)
}

/// Positions with their moves, as read.
type Moves<G> = HashMap<<G as Game>::Position, <G as Game>::Move>;

/// Reads a certificate: every position is legal, has the side to move, occurs once, and its move
/// is legal.
fn read<G: Notation>(game: &G, text: &str) -> Result<(Proved, Moves<G>), Flaw> {
    let flaw = |line: usize, expected: &str, came: &str| Flaw::Text {
        line,
        expected: expected.to_owned(),
        came: came.chars().take(100).collect(),
    };
    let mut lines = text.lines().zip(1..).map(|(line, number)| (number, line));
    let mut header = |key: &str| {
        let (number, line) = lines.next().unwrap_or((0, ""));
        if line == key {
            return Ok(String::new());
        }
        let value = line
            .strip_prefix(key)
            .and_then(|rest| rest.strip_prefix(" = "));
        value
            .map(str::to_owned)
            .ok_or_else(|| flaw(number, key, line))
    };
    header(TITLE)?;
    let name = header("game")?;
    let side = match header("side")?.as_str() {
        "first" => Side::First,
        "second" => Side::Second,
        other => return Err(flaw(3, "first or second", other)),
    };
    let claim = match header("claim")?.as_str() {
        "win" => Value::Win,
        "draw" => Value::Draw,
        other => return Err(flaw(4, "win or draw", other)),
    };
    let count = header("positions")?;
    header("")?;
    let mut moves = HashMap::new();
    for (number, line) in lines {
        let Some((position, mv)) = line.split_once('\t') else {
            return Err(flaw(number, "POSITION<TAB>MOVE", line));
        };
        let unread = |error: yomikiri_game_api::ReadError| flaw(number, &error.expected, line);
        let at = game.read_position(position).map_err(unread)?;
        if game.turn(&at) != side || game.outcome(&at).is_some() {
            return Err(flaw(number, "a position with the side to move", position));
        }
        let mv = game.read_move(&at, mv).map_err(unread)?;
        if moves.insert(at, mv).is_some() {
            return Err(flaw(number, "every position once", position));
        }
    }
    if count != moves.len().to_string() {
        return Err(flaw(5, &format!("positions = {}", moves.len()), &count));
    }
    let proved = Proved {
        game: name,
        side,
        claim,
        positions: moves.len(),
        used: 0,
        longest: None,
    };
    Ok((proved, moves))
}
