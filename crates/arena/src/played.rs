//! A finished game of a match, without types.

use std::collections::BTreeMap;
use std::time::Duration;

use yomikiri_game_api::{FaultKind, PlayerFault, Score, Side};
use yomikiri_records::{Ending, Node, Record};

use crate::participant::record_word;
use crate::regret::{Measured, Regret};

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its number in the run, from 0.
    pub number: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// Which participant (0 or 1) played First.
    pub first: usize,
    /// Where it began.
    pub start: String,
    /// How many of the moves belong to the opening.
    pub opening_plies: u32,
    /// All moves.
    pub moves: Vec<PlayedMove>,
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: String,
    /// By how much First won, in half points, where the game counts points.
    pub margin: Option<i32>,
    /// The fault, if there was one.
    pub fault: Option<PlayerFault>,
    /// Which participant's fault it is.
    pub at_fault: Option<usize>,
    /// The processor time that each participant used, in microseconds, where that matters.
    pub processor_us: Option<[u64; 2]>,
    /// The number of moves in which they used it.
    pub processor_moves: [u32; 2],
    /// Regret of each participant, if there is a tablebase.
    pub regret: Option<[Regret; 2]>,
    /// The participant who moved at each ply and the half points lost, if there is a tablebase.
    pub lost_by_ply: Vec<Option<(usize, u8)>>,
}

/// A move of a finished game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayedMove {
    /// As exact text.
    pub text: String,
    /// The mover's score.
    pub score: Option<Score>,
    /// How long it took, where that matters.
    pub time_ms: Option<u64>,
}

impl PlayedMove {
    pub(crate) fn plain(text: String) -> Self {
        PlayedMove {
            text,
            ..PlayedMove::default()
        }
    }
}

impl Played {
    /// The winner.
    pub fn winning_participant(&self) -> Option<usize> {
        self.winner.map(|side| match side {
            Side::First => self.first,
            Side::Second => 1 - self.first,
        })
    }

    /// The first-named participant's points, doubled: 2, 1 or 0.
    pub fn points_of_one(&self) -> usize {
        match self.winning_participant() {
            Some(0) => 2,
            Some(_) => 0,
            None => 1,
        }
    }

    /// The opening as text: start position and moves.
    pub fn opening(&self) -> String {
        let given = &self.moves[..self.opening_plies as usize];
        let mut text = self.start.clone();
        for mv in given {
            text.push(' ');
            text.push_str(&mv.text);
        }
        text
    }

    /// The number of plies, the opening's included.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Records what each side lost.
    pub fn note_regret(&mut self, measured: Measured) {
        let participant = |side: Side| match side {
            Side::First => self.first,
            Side::Second => 1 - self.first,
        };
        let mut regret = [Regret::default(); 2];
        for side in Side::BOTH {
            regret[participant(side)] = measured.by_side[side.index()];
        }
        let by_ply = measured.by_ply.into_iter();
        let by_ply = by_ply.map(|known| known.map(|(side, lost)| (participant(side), lost)));
        self.lost_by_ply = by_ply.collect();
        self.regret = Some(regret);
    }

    /// Adds to the processor time of a participant.
    pub(crate) fn used(&mut self, participant: usize, more: Duration) {
        let used = self.processor_us.get_or_insert_default();
        used[participant] += more.as_micros() as u64;
        self.processor_moves[participant] += 1;
    }

    pub(crate) fn end(&mut self, winner: Option<Side>, reason: &str) {
        self.winner = winner;
        self.reason = reason.to_owned();
    }

    /// Ends the game by a fault of a side. It loses, unless it only says that the game is over.
    pub(crate) fn forfeit(&mut self, loser: Side, fault: PlayerFault) {
        let winner = Some(!loser).filter(|_| fault.kind != FaultKind::NoMove);
        self.end(winner, fault.kind.word());
        self.fault = Some(fault);
        self.at_fault = Some(match loser {
            Side::First => self.first,
            Side::Second => 1 - self.first,
        });
    }

    /// The game as a record that every reader of records knows.
    pub fn to_record(&self, game: &str, players: [&str; 2]) -> Record {
        let mut tags = BTreeMap::new();
        let mut tag = |key: &str, value: String| tags.insert(key.to_owned(), value);
        tag("number", self.number.to_string());
        tag("pair", self.pair.to_string());
        tag("first", ["one", "two"][self.first].to_owned());
        if self.opening_plies > 0 {
            tag("opening_plies", self.opening_plies.to_string());
        }
        if let Some([one, two]) = self.processor_us {
            tag("processor_us", format!("{one} {two}"));
            let [one, two] = self.processor_moves;
            tag("processor_moves", format!("{one} {two}"));
        }
        let mut reason = self.reason.clone();
        if let Some(fault) = &self.fault {
            reason = record_word(fault.kind).to_owned();
            tag("fault", fault.kind.word().to_owned());
            if let Some(participant) = self.at_fault {
                tag("fault_by", ["one", "two"][participant].to_owned());
            }
            if !fault.text.is_empty() {
                tag("fault_text", fault.text.clone());
            }
            if !fault.stderr.is_empty() {
                tag("stderr", fault.stderr.clone());
            }
        }
        let moves = self.moves.iter().map(|mv| Node {
            score: mv.score.map(|score| score.0),
            time_ms: mv.time_ms,
            ..Node::of_move(mv.text.as_str())
        });
        Record {
            game: game.to_owned(),
            start: Some(self.start.clone()),
            players: [self.first, 1 - self.first].map(|at| Some(players[at].to_owned())),
            tags,
            tree: moves.collect(),
            result: Some(Ending {
                winner: self.winner,
                reason,
                margin: self.margin,
            }),
            ..Record::default()
        }
    }

    /// The game of a record that [`Played::to_record`] made; `None` if it is another one.
    pub fn of_record(record: &Record) -> Option<Played> {
        let tag = |key: &str| record.tags.get(key);
        let ending = record.result.as_ref()?;
        let fault = match tag("fault") {
            None => None,
            Some(word) => Some(PlayerFault {
                kind: FaultKind::of_word(word)?,
                text: tag("fault_text").cloned().unwrap_or_default(),
                stderr: tag("stderr").cloned().unwrap_or_default(),
            }),
        };
        let winner = ending.winner;
        let first = match tag("first")?.as_str() {
            "one" => 0,
            "two" => 1,
            _ => return None,
        };
        let at_fault = match tag("fault_by").map(String::as_str) {
            Some("one") => Some(0),
            Some("two") => Some(1),
            Some(_) => return None,
            // Older records: the loser's.
            None => winner.filter(|_| fault.is_some()).map(|side| match side {
                Side::First => 1 - first,
                Side::Second => first,
            }),
        };
        let reason = match &fault {
            Some(fault) => fault.kind.word(),
            None => ending.reason.as_str(),
        };
        let moves = record.main_line().map(|node| {
            Some(PlayedMove {
                text: node.move_text()?.to_owned(),
                score: node.score.map(Score),
                time_ms: node.time_ms,
            })
        });
        let opening_plies = match tag("opening_plies") {
            None => 0,
            Some(text) => text.parse().ok()?,
        };
        let moves: Vec<PlayedMove> = moves.collect::<Option<_>>()?;
        if opening_plies as usize > moves.len() {
            return None;
        }
        Some(Played {
            number: tag("number")?.parse().ok()?,
            pair: tag("pair")?.parse().ok()?,
            first,
            start: record.start.clone()?,
            opening_plies,
            moves,
            winner,
            reason: reason.to_owned(),
            margin: ending.margin,
            fault,
            at_fault,
            processor_us: tag("processor_us").and_then(|text| two_numbers(text)),
            processor_moves: tag("processor_moves")
                .and_then(|text| two_numbers(text))
                .unwrap_or_default(),
            regret: None,
            lost_by_ply: Vec::new(),
        })
    }
}

/// Reads `12 34`.
fn two_numbers<T: std::str::FromStr>(text: &str) -> Option<[T; 2]> {
    let (one, two) = text.split_once(' ')?;
    Some([one.parse().ok()?, two.parse().ok()?])
}
