//! `lz-analyze` and `kata-analyze`: what the player thinks of the moves, until the next line arrives.
//!
//! The forms are those of Leela Zero and of KataGo. A player that does not search has said everything after one
//! report; programs that draw reports wait for the next one. `visits` only tell the
//! order of the moves, which is all that such a player knows; `winrate` follows from the estimated lead after each move, or from the score.

use std::fmt::Write as _;
use std::io::BufRead;

use yomikiri_protocols::engine::GtpCommand;

use super::super::wire::{Input, Output};
use super::playing::take_changes_back;
use super::{Talk, colour};
use crate::view::{LineView, Report};
use crate::{Side, Value};

/// Moves that are reported unless another number is asked for.
const MOVES: usize = 10;
/// The lead at which about three of four games are won, in points.
const CLEAR_LEAD: f64 = 10.0;
/// The same in the score of players without an estimate.
const CLEAR_SCORE: f64 = 200.0;

/// What is asked for.
struct Asked {
    side: Side,
    moves: usize,
}

/// A move as it is reported.
struct Info {
    /// How likely a win is, for the mover.
    chance: f64,
    /// The mover's estimated lead after the move, in points.
    lead: Option<f64>,
    moves: Vec<String>,
}

pub(super) fn is_analysis(name: &str) -> bool {
    matches!(name, "lz-analyze" | "kata-analyze")
}

impl Talk {
    /// Answers with a line of reports, and ends the answer when the next line has arrived.
    pub(super) fn analyze(
        &mut self,
        command: &GtpCommand,
        input: &mut Input<impl BufRead>,
        output: &Output,
    ) -> Result<(), String> {
        let asked = self.asked(command)?;
        let changes = self.prepare(asked.side)?;
        let infos = self.infos(&asked);
        take_changes_back(&mut **self.thinker.session(), changes);
        let infos = infos?;
        let id = command.id.map(|id| id.to_string()).unwrap_or_default();
        output.line(&format!("={id}"));
        output.line(&written(&infos, command.name == "kata-analyze"));
        let next = input.next();
        output.line("");
        if let Some(Ok(line)) = next {
            input.put_back(line);
        }
        Ok(())
    }

    /// `[COLOUR] [INTERVAL] [KEY VALUE …]`; what does not concern us is passed over.
    fn asked(&self, command: &GtpCommand) -> Result<Asked, String> {
        let mut asked = Asked {
            side: self.thinker.session().turn(),
            moves: MOVES,
        };
        let mut args = command.args.iter().map(String::as_str).peekable();
        if let Some(side) = args.peek().and_then(|word| colour(word).ok()) {
            asked.side = side;
            args.next();
        }
        while let Some(word) = args.next() {
            match word.to_ascii_lowercase().as_str() {
                "maxmoves" => {
                    let number = args.next().and_then(|text| text.parse().ok());
                    let expected = "syntax error: maxmoves: expected a number from 1";
                    asked.moves = number.filter(|&number| number > 0).ok_or(expected)?;
                }
                "allow" | "avoid" => return Err("cannot restrict the moves".into()),
                _ => {}
            }
        }
        Ok(asked)
    }

    fn infos(&mut self, asked: &Asked) -> Result<Vec<Info>, String> {
        let Report { lines, .. } = self.think(asked.side, asked.moves)?;
        let session = self.thinker.session();
        let info = |line: LineView| {
            let first = line.moves.first()?;
            let mut after = session.fork();
            let lead = after.play(&first.text).ok().and_then(|()| after.estimate());
            // First's, as the mover sees it.
            let lead = lead.map(|lead| match asked.side {
                Side::First => f64::from(lead),
                Side::Second => -f64::from(lead),
            });
            let score = line.score.as_ref();
            let points = score.and_then(|score| score.points).unwrap_or(0);
            let chance = match (score.and_then(|score| score.value), lead) {
                (Some(Value::Win), _) => 1.0,
                (Some(_), _) => 0.0,
                (None, Some(lead)) => logistic(lead / CLEAR_LEAD),
                (None, None) => logistic(f64::from(points) / CLEAR_SCORE),
            };
            Some(Info {
                chance,
                lead,
                moves: line.moves.iter().map(|mv| mv.text.clone()).collect(),
            })
        };
        Ok(lines
            .into_iter()
            .take(asked.moves)
            .filter_map(info)
            .collect())
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// All moves on one line, as both programs write them.
fn written(infos: &[Info], kata: bool) -> String {
    // The first move counts most, each further one a little less.
    let sum = infos.len() * (infos.len() + 1) / 2;
    let mut text = String::new();
    for (order, info) in infos.iter().enumerate() {
        let (mv, line) = (&info.moves[0], info.moves.join(" "));
        let visits = infos.len() - order;
        let prior = visits as f64 / sum as f64;
        let chance = info.chance;
        if order > 0 {
            text.push(' ');
        }
        let _ = match kata {
            true => {
                let lead = info.lead.unwrap_or(0.0);
                let utility = 2.0 * chance - 1.0;
                write!(
                    text,
                    "info move {mv} visits {visits} utility {utility:.4} winrate {chance:.4} \
                     scoreMean {lead:.1} scoreStdev 0 scoreLead {lead:.1} scoreSelfplay {lead:.1} \
                     prior {prior:.4} lcb {chance:.4} utilityLcb {utility:.4} order {order} pv {line}"
                )
            }
            false => {
                let (chance, prior) = ((10_000.0 * chance) as u32, (10_000.0 * prior) as u32);
                write!(
                    text,
                    "info move {mv} visits {visits} winrate {chance} prior {prior} lcb {chance} \
                     order {order} pv {line}"
                )
            }
        };
    }
    text
}
