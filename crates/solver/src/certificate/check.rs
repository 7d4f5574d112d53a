//! The checker of certificates: the rules, the notation and nothing else.

use std::collections::{HashMap, HashSet};

use yomikiri_game_api::{Game, Notation, Outcome, Side, Value};

use super::{TITLE, results};

/// The furthest that a certificate may ask the checker to see.
pub const MOST_SIGHT: u32 = 5;

/// What a certificate that holds has proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The game as the certificate names it. Whether it is the one checked is for the caller.
    pub game: String,
    /// Who.
    pub side: Side,
    /// What that side can reach at least.
    pub claim: Value,
    /// Wins within so many plies were not listed but seen.
    pub sight: u32,
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
    #[error("line {line}: expected {expected}, got {got:?}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// What would have been right.
        expected: String,
        /// What stood there.
        got: String,
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
///
/// `twin` gives the mirror image of a position, or the position itself. It is not trusted: where
/// only the twin is listed, the legal move with the mirrored result is played on the real board, and
/// what follows is checked there.
pub fn check<G: Notation>(
    game: &G,
    twin: &dyn Fn(&G::Position) -> G::Position,
    text: &str,
) -> Result<Proved, Flaw> {
    let (mut proved, moves) = read(game, text)?;
    let checker = Checker {
        game,
        twin,
        moves,
        side: proved.side,
        claim: proved.claim,
        sight: proved.sight,
    };
    let mut used = HashSet::new();

    // 1. Everything that can arise with the side to move, and what can follow on it.
    let mut numbers: HashMap<G::Position, usize> = HashMap::new();
    let mut list: Vec<G::Position> = Vec::new();
    let mut meet = |next: G::Position, list: &mut Vec<G::Position>| {
        *numbers.entry(next).or_insert_with_key(|next| {
            list.push(next.clone());
            list.len() - 1
        })
    };
    let start = game.start();
    let to_first = u32::from(game.turn(&start) != proved.side);
    if to_first == 0 && game.outcome(&start).is_none() {
        meet(start, &mut list);
    } else {
        for next in checker.replies(&start)? {
            meet(next, &mut list);
        }
    }
    let mut after: Vec<Vec<usize>> = Vec::new();
    let mut plies: Vec<u32> = Vec::new();
    while after.len() < list.len() {
        let at = list[after.len()].clone();
        let (next, own_plies) = match checker.answer(&at, &mut used) {
            Some(next) => (checker.replies(&next)?, 1),
            None => match checker.sees_win(&at) {
                Some(seen) => (Vec::new(), seen),
                None => return Err(Flaw::Missing(game.write_position(&at))),
            },
        };
        after.push(next.into_iter().map(|q| meet(q, &mut list)).collect());
        plies.push(own_plies);
    }
    proved.used = used.len();

    // 2. A win must end: take away whatever is followed only by what was taken away.
    if proved.claim == Value::Win {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); list.len()];
        let mut left: Vec<usize> = after.iter().map(Vec::len).collect();
        for (number, next) in after.iter().enumerate() {
            next.iter().for_each(|&next| before[next].push(number));
        }
        let mut ready: Vec<usize> = (0..list.len()).filter(|&n| left[n] == 0).collect();
        while let Some(number) = ready.pop() {
            for &earlier in &before[number] {
                plies[earlier] = plies[earlier].max(plies[number] + 2);
                left[earlier] -= 1;
                if left[earlier] == 0 {
                    ready.push(earlier);
                }
            }
        }
        if let Some(stuck) = left.iter().position(|&left| left > 0) {
            return Err(Flaw::Endless(game.write_position(&list[stuck])));
        }
        proved.longest = Some(plies.into_iter().max().unwrap_or(0) + to_first);
    }
    Ok(proved)
}

/// Positions with their moves, as read.
type Moves<G> = HashMap<<G as Game>::Position, <G as Game>::Move>;

/// The strategy on the board.
struct Checker<'c, G: Game> {
    game: &'c G,
    twin: &'c dyn Fn(&G::Position) -> G::Position,
    moves: Moves<G>,
    side: Side,
    claim: Value,
    sight: u32,
}

impl<G: Notation> Checker<'_, G> {
    /// The position after the strategy's move, if it has one here; notes which line it is from.
    fn answer(&self, at: &G::Position, used: &mut HashSet<G::Position>) -> Option<G::Position> {
        let play = |at: &G::Position, mv| {
            let mut next = at.clone();
            self.game.play(&mut next, mv);
            next
        };
        if let Some(&mv) = self.moves.get(at) {
            used.insert(at.clone());
            return Some(play(at, mv));
        }
        let twin = (self.twin)(at);
        let wanted = play(&twin, *self.moves.get(&twin)?);
        used.insert(twin);
        let mut all = results(self.game, at).into_iter().map(|(_, next)| next);
        all.find(|next| (self.twin)(next) == wanted)
    }

    /// What the opponent can make of a position, ends aside; an end worse than claimed is an error.
    fn replies(&self, at: &G::Position) -> Result<Vec<G::Position>, Flaw> {
        let is_bad = |outcome: Outcome| outcome.value_for(self.side) < self.claim;
        let broken = |at: &G::Position| Flaw::Broken(self.game.write_position(at));
        match self.game.outcome(at) {
            Some(outcome) if is_bad(outcome) => return Err(broken(at)),
            Some(_) => return Ok(Vec::new()),
            None => {}
        }
        let mut open = Vec::new();
        for (_, next) in results(self.game, at) {
            match self.game.outcome(&next) {
                Some(outcome) if is_bad(outcome) => return Err(broken(&next)),
                Some(_) => {}
                None => open.push(next),
            }
        }
        Ok(open)
    }

    /// In how many plies the side to move wins, if that is within sight.
    fn sees_win(&self, at: &G::Position) -> Option<u32> {
        (1..=self.sight)
            .step_by(2)
            .find(|&plies| self.wins_within(at, plies))
    }

    fn wins_within(&self, at: &G::Position, plies: u32) -> bool {
        let won = |at: &G::Position| {
            let outcome = self.game.outcome(at);
            outcome.map(|outcome| outcome.winner == Some(self.side))
        };
        results(self.game, at).iter().any(|(_, next)| {
            won(next).unwrap_or_else(|| {
                let good = |(_, reply): &(G::Move, G::Position)| {
                    won(reply).unwrap_or_else(|| self.wins_within(reply, plies - 2))
                };
                plies > 2 && results(self.game, next).iter().all(good)
            })
        })
    }
}

/// Reads a certificate: every position is legal, has the side to move, occurs once, and its move
/// is legal.
fn read<G: Notation>(game: &G, text: &str) -> Result<(Proved, Moves<G>), Flaw> {
    let flaw = |line: usize, expected: &str, got: &str| Flaw::Text {
        line,
        expected: expected.to_owned(),
        got: got.chars().take(100).collect(),
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
    let sight = header("sight")?;
    let expected = format!("a number of plies up to {MOST_SIGHT}");
    let sight = match sight.parse() {
        Ok(plies) if plies <= MOST_SIGHT => plies,
        _ => return Err(flaw(5, &expected, &sight)),
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
        return Err(flaw(6, &format!("positions = {}", moves.len()), &count));
    }
    let proved = Proved {
        game: name,
        side,
        claim,
        sight,
        positions: moves.len(),
        used: 0,
        longest: None,
    };
    Ok((proved, moves))
}
