//! The result of a match as plain data.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;
use yomikiri_game_api::Side;

use crate::played::Played;
use crate::regret::Regret;
use crate::runner::{Finished, Plan};
use crate::stats::{
    Decision, Estimate, Pentanomial, Spread, Sprt, Trinomial, elo, los, normalised_elo, score,
};

/// The result of a match. The field names are part of the interface: scripts rely on them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The game under its canonical name.
    pub game: String,
    /// The first-named player, whichever side it played.
    pub first: String,
    /// The second-named player.
    pub second: String,
    /// Games counted.
    pub games: u64,
    /// Games the first-named won.
    pub wins_first: u64,
    /// Games the second-named won.
    pub wins_second: u64,
    /// Games drawn.
    pub draws: u64,
    /// Pairs of games by the points of the first-named: 0, ½, 1, 1½, 2.
    pub penta: Option<[u64; 5]>,
    /// The first-named's mean score with Wilson's interval.
    pub score: Option<Estimate>,
    /// Logistic Elo of the first-named; null where it has no bound.
    pub elo: Option<Estimate>,
    /// Normalised Elo.
    pub nelo: Option<Estimate>,
    /// How sure it is that the first-named is the stronger.
    pub los: f64,
    /// The first-named's mean margin in points, where the game counts points.
    pub margin: Option<MeanMargin>,
    /// Results by side.
    pub by_side: BySide,
    /// How many games ended for which reason.
    pub reasons: BTreeMap<String, u64>,
    /// How long the games were, in plies.
    pub length: Spread,
    /// Number of different games.
    pub distinct: u64,
    /// Results by opening, where there are several.
    pub openings: Vec<OpeningResult>,
    /// Faults and their counts.
    pub faults: Vec<FaultCount>,
    /// CPU seconds of each player, if external engines play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor_seconds: Option<[f64; 2]>,
    /// CPU milliseconds of each player for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor_ms_per_move: Option<[f64; 2]>,
    /// Regret of each player, if there is a tablebase.
    pub regret: Option<[Regret; 2]>,
    /// The test, if there is one.
    pub sprt: Option<SprtState>,
    /// The run's seed.
    pub seed: u64,
    /// Games planned.
    pub planned: u64,
    /// Whether all that was planned is done (or decided).
    pub complete: bool,
    /// Warnings about the validity of the numbers.
    pub warnings: Vec<Warning>,
}

/// A mean margin with its 95 % interval, in points.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct MeanMargin {
    /// The mean.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl MeanMargin {
    /// Of margins in half points; `None` if there are none.
    fn of(half_points: impl Iterator<Item = i32>) -> Option<MeanMargin> {
        let points: Vec<f64> = half_points.map(|half| f64::from(half) / 2.0).collect();
        let count = points.len() as f64;
        if points.is_empty() {
            return None;
        }
        let mean = points.iter().sum::<f64>() / count;
        let squares: f64 = points.iter().map(|point| (point - mean).powi(2)).sum();
        let variance = if count > 1.0 {
            squares / (count - 1.0)
        } else {
            0.0
        };
        let error = 1.96 * (variance / count).sqrt();
        Some(MeanMargin {
            mean,
            low: mean - error,
            high: mean + error,
        })
    }
}

/// Results by side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BySide {
    /// Games won by the side First, for either player.
    pub first_wins: u64,
    /// Games won by the side Second.
    pub second_wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// First's mean score with Wilson's interval; the excess over one half is its advantage.
    pub first_score: Option<Estimate>,
    /// The first-named player's games as First.
    pub player_first_as_first: Record,
    /// The first-named player's games as Second.
    pub player_first_as_second: Record,
}

/// Games won, lost and drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Record {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

/// Results of one opening, seen by the first-named player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpeningResult {
    /// The position and the moves.
    pub opening: String,
    /// The results.
    #[serde(flatten)]
    pub record: Record,
}

/// A fault and how often it happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultCount {
    /// Whose.
    pub player: String,
    /// The kind.
    pub kind: &'static str,
    /// How often.
    pub count: u64,
    /// Description of the first one.
    pub text: String,
    /// The end of the engine's stderr.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// The state of a test.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where H0 is accepted.
    pub lower: f64,
    /// Where H1 is accepted.
    pub upper: f64,
    /// The decision.
    pub decision: Option<Decision>,
    /// Games that finished after the decision; saved but not counted.
    pub after_stop: u64,
}

/// A warning about the validity of the numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warning {
    /// A message id.
    pub code: &'static str,
    /// The numbers of the message by name.
    pub values: BTreeMap<&'static str, String>,
}

/// More openings than this are not listed.
const MOST_OPENINGS: usize = 200;
/// A larger share of faults makes a run doubtful.
const DOUBTFUL_SHARE: f64 = 0.01;
/// More CPU time than this share of the target is not what the match was to measure.
const OVER_TARGET: f64 = 1.05;

impl Summary {
    /// Of a match that is over or was stopped.
    pub fn of(game: &str, players: [&str; 2], plan: &Plan, finished: &Finished) -> Summary {
        let games = &finished.games;
        let counts = tally(games.iter().map(Played::points_of_one));
        let penta = plan.swap.then(|| pairs(games));
        let (elo, nelo, los) = match &penta {
            // Odd games are not evidence; without any pair the single games must do.
            Some(pairs) if pairs.0.iter().sum::<u64>() > 0 => {
                (elo(pairs), normalised_elo(pairs), los(pairs))
            }
            _ => (elo(&counts), normalised_elo(&counts), los(&counts)),
        };
        let distinct = games.iter().map(name_of_line).collect::<HashSet<_>>().len() as u64;
        let mut reasons = BTreeMap::new();
        for game in games {
            *reasons.entry(game.reason.clone()).or_insert(0) += 1;
        }
        let mut summary = Summary {
            game: game.to_owned(),
            first: players[0].to_owned(),
            second: players[1].to_owned(),
            games: games.len() as u64,
            wins_first: counts.wins(),
            wins_second: counts.losses(),
            draws: counts.draws(),
            penta: penta.map(|pairs| pairs.0),
            score: score(&counts),
            elo,
            nelo,
            los,
            margin: MeanMargin::of(games.iter().filter_map(|game| {
                let margin = game.margin?;
                Some(if game.first == 0 { margin } else { -margin })
            })),
            by_side: by_side(games),
            reasons,
            length: Spread::of(games.iter().map(Played::plies)),
            distinct,
            openings: openings(games),
            faults: faults(games, players),
            processor_seconds: processor_seconds(games),
            processor_ms_per_move: processor_ms_per_move(games),
            regret: regret(games),
            sprt: plan
                .sprt
                .map(|sprt| sprt_state(sprt, &counts, penta, finished)),
            seed: plan.seed,
            planned: plan.games,
            complete: finished.complete,
            warnings: Vec::new(),
        };
        summary.warn(plan);
        summary.warn_of_cpu(finished);
        summary
    }

    /// The first-named's games.
    pub fn counts(&self) -> Trinomial {
        Trinomial::new(self.wins_first, self.wins_second, self.draws)
    }

    /// Whether an engine never made a valid move, so that nothing could be played.
    pub fn nothing_played(games: &[Played]) -> Option<&Played> {
        let broken = |game: &&Played| {
            let failed = game.fault.as_ref().is_some_and(|fault| {
                use yomikiri_game_api::FaultKind::{Crash, IllegalMove, Internal, Start, Time};
                matches!(fault.kind, Crash | IllegalMove | Internal | Start | Time)
            });
            // At most the opponent has moved.
            failed && game.plies() <= game.opening_plies + 1
        };
        let first = games.first().filter(broken)?;
        games.iter().all(|game| broken(&game)).then_some(first)
    }

    fn warn(&mut self, plan: &Plan) {
        let units = if plan.swap {
            self.games / 2
        } else {
            self.games
        };
        let mut warn = |code: &'static str, values: &[(&'static str, u64)]| {
            let values = values
                .iter()
                .map(|&(name, value)| (name, value.to_string()));
            self.warnings.push(Warning {
                code,
                values: values.collect(),
            });
        };
        if self.distinct < units {
            let values = [("distinct", self.distinct), ("units", units)];
            warn("few-distinct-games", &values);
        }
        let broken: u64 = self
            .faults
            .iter()
            .filter(|fault| !matches!(fault.kind, "resign" | "no-move"))
            .map(|fault| fault.count)
            .sum();
        if broken as f64 > DOUBTFUL_SHARE * self.games as f64 {
            warn("many-faults", &[("faults", broken), ("games", self.games)]);
        }
        let broken_off = self.reasons.get("no-move").copied().unwrap_or(0);
        if broken_off > 0 {
            warn("broken-off", &[("games", broken_off)]);
        }
    }

    /// Warns of players that used more CPU time than the match gave them.
    fn warn_of_cpu(&mut self, finished: &Finished) {
        let Some(used) = self.processor_ms_per_move else {
            return;
        };
        for (at, name) in [&self.first, &self.second].into_iter().enumerate() {
            let Some(target) = finished.cpu[at].map(|cpu| cpu.as_secs_f64() * 1e3) else {
                continue;
            };
            if used[at] > OVER_TARGET * target {
                let values = [
                    ("player", name.clone()),
                    ("used", format!("{:.1}", used[at])),
                    ("target", format!("{target:.1}")),
                ];
                self.warnings.push(Warning {
                    code: "cpu-over-target",
                    values: values.into(),
                });
            }
        }
    }
}

/// A number that games of different moves do not share, but for a chance of one in 10^19.
fn name_of_line(game: &Played) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start.hash(&mut hasher);
    for mv in &game.moves {
        mv.text.hash(&mut hasher);
    }
    hasher.finish()
}

fn tally(points: impl Iterator<Item = usize>) -> Trinomial {
    let mut counts = Trinomial::default();
    for points in points {
        counts.0[points] += 1;
    }
    counts
}

/// Complete pairs by the points of the first-named.
fn pairs(games: &[Played]) -> Pentanomial {
    let mut by_pair: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for game in games {
        by_pair
            .entry(game.pair)
            .or_default()
            .push(game.points_of_one());
    }
    let mut pairs = Pentanomial::default();
    for points in by_pair.values() {
        if let [one, two] = points.as_slice() {
            pairs.0[one + two] += 1;
        }
    }
    pairs
}

fn by_side(games: &[Played]) -> BySide {
    let side = tally(games.iter().map(|game| match game.winner {
        Some(Side::First) => 2,
        None => 1,
        Some(Side::Second) => 0,
    }));
    let of = |first: usize| {
        let own = games.iter().filter(|game| game.first == first);
        record(tally(own.map(Played::points_of_one)))
    };
    BySide {
        first_wins: side.wins(),
        second_wins: side.losses(),
        draws: side.draws(),
        first_score: score(&side),
        player_first_as_first: of(0),
        player_first_as_second: of(1),
    }
}

fn record(counts: Trinomial) -> Record {
    Record {
        wins: counts.wins(),
        losses: counts.losses(),
        draws: counts.draws(),
    }
}

fn openings(games: &[Played]) -> Vec<OpeningResult> {
    let mut order: Vec<String> = Vec::new();
    let mut results: BTreeMap<String, Trinomial> = BTreeMap::new();
    for game in games {
        let opening = game.opening();
        let counts = results.entry(opening.clone()).or_insert_with(|| {
            order.push(opening);
            Trinomial::default()
        });
        counts.0[game.points_of_one()] += 1;
    }
    if order.len() < 2 || order.len() > MOST_OPENINGS {
        return Vec::new();
    }
    let result = |opening: String| OpeningResult {
        record: record(results[&opening]),
        opening,
    };
    order.into_iter().map(result).collect()
}

fn faults(games: &[Played], players: [&str; 2]) -> Vec<FaultCount> {
    let mut counts: Vec<FaultCount> = Vec::new();
    for game in games {
        let (Some(fault), Some(participant)) = (&game.fault, game.at_fault) else {
            continue;
        };
        let player = players[participant];
        let kind = fault.kind.word();
        let known = counts
            .iter_mut()
            .find(|known| known.player == player && known.kind == kind);
        match known {
            Some(known) => known.count += 1,
            None => counts.push(FaultCount {
                player: player.to_owned(),
                kind,
                count: 1,
                text: fault.text.clone(),
                stderr: fault.stderr.clone(),
            }),
        }
    }
    counts
}

fn processor_seconds(games: &[Played]) -> Option<[f64; 2]> {
    let mut known = games.iter().filter_map(|game| game.processor_us);
    let first = known.next()?;
    let sum = known.fold(first, |sum, of| [sum[0] + of[0], sum[1] + of[1]]);
    Some(sum.map(|microseconds| microseconds as f64 / 1e6))
}

fn processor_ms_per_move(games: &[Played]) -> Option<[f64; 2]> {
    let [first, second] = processor_seconds(games)?;
    let moves = |at: usize| -> u32 { games.iter().map(|game| game.processor_moves[at]).sum() };
    let mean = |seconds: f64, moves: u32| (moves > 0).then(|| seconds * 1e3 / f64::from(moves));
    Some([mean(first, moves(0))?, mean(second, moves(1))?])
}

fn regret(games: &[Played]) -> Option<[Regret; 2]> {
    let mut known = games.iter().filter_map(|game| game.regret);
    let first = known.next()?;
    Some(known.fold(first, |sum, of| [sum[0].plus(of[0]), sum[1].plus(of[1])]))
}

fn sprt_state(
    sprt: Sprt,
    counts: &Trinomial,
    penta: Option<Pentanomial>,
    finished: &Finished,
) -> SprtState {
    let llr = match penta {
        Some(pairs) => sprt.llr(&pairs),
        None => sprt.llr(counts),
    };
    let (lower, upper) = sprt.bounds();
    SprtState {
        sprt,
        llr,
        lower,
        upper,
        decision: finished.decision,
        after_stop: finished.after_stop,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_have_a_mean_and_an_interval() {
        assert_eq!(MeanMargin::of([].into_iter()), None);
        let one = MeanMargin::of([7].into_iter()).unwrap();
        assert_eq!((one.mean, one.low, one.high), (3.5, 3.5, 3.5));
        // Points 1, 2, 3, 4: mean 2.5, standard deviation 1.29099, error 1.96 * 0.6455.
        let four = MeanMargin::of([2, 4, 6, 8].into_iter()).unwrap();
        assert_eq!(four.mean, 2.5);
        assert!((four.high - 3.7652).abs() < 1e-3 && (four.low - 1.2348).abs() < 1e-3);
    }
}
