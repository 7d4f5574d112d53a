//! Output of a UCI, USI or UCCI engine.

use std::fmt::Write;
use std::time::Duration;

use yomikiri_game_api::Verdict;

use crate::Protocol;

/// One line of analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Thoughts<'a> {
    /// Depth completed.
    pub depth: u32,
    /// The longest line searched, in moves.
    pub seldepth: u32,
    /// Number of the line, from 1; `None` if only one was requested.
    pub number: Option<usize>,
    /// Its score, if known.
    pub verdict: Option<Verdict>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The moves, in the engine's notation.
    pub moves: &'a [String],
}

impl Thoughts<'_> {
    /// The `info` line.
    pub fn line(&self, protocol: Protocol) -> String {
        let mut line = format!("info depth {}", self.depth);
        if protocol == Protocol::Ucci {
            if let Some(verdict) = self.verdict {
                let score = match verdict {
                    Verdict::Points(points) => points,
                    Verdict::WinIn(plies) => 30_000 - plies as i32,
                    Verdict::LossIn(plies) => plies as i32 - 30_000,
                };
                let _ = write!(line, " score {score}");
            }
            let _ = write!(line, " time {} nodes {}", self.time.as_millis(), self.nodes);
        } else {
            let _ = write!(line, " seldepth {}", self.seldepth.max(self.depth));
            if let Some(number) = self.number {
                let _ = write!(line, " multipv {number}");
            }
            match self.verdict {
                None => {}
                Some(Verdict::Points(points)) => {
                    let _ = write!(line, " score cp {points}");
                }
                Some(Verdict::WinIn(plies)) => {
                    let _ = write!(line, " score mate {}", distance(protocol, plies));
                }
                Some(Verdict::LossIn(plies)) => {
                    let _ = write!(line, " score mate -{}", distance(protocol, plies));
                }
            }
            let micros = self.time.as_micros().max(1);
            let speed = u128::from(self.nodes) * 1_000_000 / micros;
            let _ = write!(
                line,
                " nodes {} nps {speed} hashfull {} time {}",
                self.nodes,
                self.hashfull,
                self.time.as_millis()
            );
        }
        if !self.moves.is_empty() {
            let _ = write!(line, " pv {}", self.moves.join(" "));
        }
        line
    }
}

/// Mates are counted in moves, in USI in plies.
fn distance(protocol: Protocol, plies: u32) -> u32 {
    match protocol {
        Protocol::Usi => plies,
        _ => plies.div_ceil(2),
    }
}

/// The chosen move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The move in the engine's notation; `None` if there is none.
    pub best: Option<String>,
    /// The answer that is expected to it.
    pub ponder: Option<String>,
    /// A draw is agreed to (UCCI).
    pub draw: bool,
    /// The engine resigns (UCCI, USI).
    pub resign: bool,
}

impl Choice {
    /// The `bestmove` line.
    pub fn line(&self, protocol: Protocol) -> String {
        let Some(best) = &self.best else {
            return match protocol {
                Protocol::Usi => "bestmove resign".into(),
                Protocol::Ucci => "nobestmove".into(),
                _ => "bestmove (none)".into(),
            };
        };
        if self.resign && protocol == Protocol::Usi {
            return "bestmove resign".into();
        }
        let mut line = format!("bestmove {best}");
        if let Some(ponder) = &self.ponder {
            let _ = write!(line, " ponder {ponder}");
        }
        if protocol == Protocol::Ucci {
            if self.draw {
                line.push_str(" draw");
            }
            if self.resign {
                line.push_str(" resign");
            }
        }
        line
    }
}

/// An engine option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionOffer {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: OptionKind,
}

/// The type of an option, with its default first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// On or off.
    Check(bool),
    /// A number with its least and most.
    Spin(u64, u64, u64),
    /// One of several words.
    Combo(String, Vec<String>),
    /// Any text.
    Text(String),
    /// Something to be done.
    Button,
}

impl OptionOffer {
    /// The `option` line; the xboard form is the text within `feature option="…"`.
    pub fn line(&self, protocol: Protocol) -> String {
        let name = self.name;
        if protocol == Protocol::Xboard {
            return match &self.kind {
                OptionKind::Check(on) => format!("{name} -check {}", u8::from(*on)),
                OptionKind::Spin(usual, least, most) => {
                    format!("{name} -spin {usual} {least} {most}")
                }
                OptionKind::Combo(usual, words) => {
                    let words = words.iter().map(|word| match word == usual {
                        true => format!("*{word}"),
                        false => word.clone(),
                    });
                    let words: Vec<String> = words.collect();
                    format!("{name} -combo {}", words.join(" /// "))
                }
                OptionKind::Text(usual) => format!("{name} -string {usual}"),
                OptionKind::Button => format!("{name} -button"),
            };
        }
        let lead = match protocol {
            Protocol::Ucci => format!("option {name} type"),
            _ => format!("option name {name} type"),
        };
        match &self.kind {
            OptionKind::Check(on) => format!("{lead} check default {on}"),
            OptionKind::Spin(usual, least, most) => {
                format!("{lead} spin default {usual} min {least} max {most}")
            }
            OptionKind::Combo(usual, words) => {
                let mut line = format!("{lead} combo default {usual}");
                for word in words {
                    let _ = write!(line, " var {word}");
                }
                line
            }
            OptionKind::Text(usual) => format!("{lead} string default {usual}"),
            OptionKind::Button => format!("{lead} button"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Protocol::{Ucci, Uci, Usi, Xboard};

    #[test]
    fn thoughts_are_written_in_each_language() {
        let moves = ["a4a3".to_owned(), "e2e3".to_owned()];
        let mut thoughts = Thoughts {
            depth: 5,
            seldepth: 9,
            number: Some(2),
            verdict: Some(Verdict::Points(-31)),
            nodes: 5000,
            time: Duration::from_millis(250),
            hashfull: 3,
            moves: &moves,
        };
        assert_eq!(
            thoughts.line(Uci),
            "info depth 5 seldepth 9 multipv 2 score cp -31 nodes 5000 nps 20000 hashfull 3 \
             time 250 pv a4a3 e2e3"
        );
        assert_eq!(
            thoughts.line(Ucci),
            "info depth 5 score -31 time 250 nodes 5000 pv a4a3 e2e3"
        );
        thoughts.verdict = Some(Verdict::WinIn(5));
        assert!(thoughts.line(Uci).contains("score mate 3"));
        assert!(thoughts.line(Usi).contains("score mate 5"));
        thoughts.verdict = Some(Verdict::LossIn(4));
        assert!(thoughts.line(Uci).contains("score mate -2"));
        assert!(thoughts.line(Ucci).contains("score -29996"));
    }

    #[test]
    fn choices_are_written_in_each_language() {
        let choice = Choice {
            best: Some("h2e2".into()),
            ponder: Some("h9g7".into()),
            draw: true,
            resign: false,
        };
        assert_eq!(choice.line(Uci), "bestmove h2e2 ponder h9g7");
        assert_eq!(choice.line(Ucci), "bestmove h2e2 ponder h9g7 draw");
        let none = Choice::default();
        assert_eq!(none.line(Uci), "bestmove (none)");
        assert_eq!(none.line(Usi), "bestmove resign");
        assert_eq!(none.line(Ucci), "nobestmove");
    }

    #[test]
    fn options_are_offered_in_each_language() {
        let offer = |name, kind| OptionOffer { name, kind };
        let hash = offer("Hash", OptionKind::Spin(64, 1, 1024));
        assert_eq!(
            hash.line(Uci),
            "option name Hash type spin default 64 min 1 max 1024"
        );
        assert_eq!(
            hash.line(Ucci),
            "option Hash type spin default 64 min 1 max 1024"
        );
        assert_eq!(hash.line(Xboard), "Hash -spin 64 1 1024");
        let combo = OptionKind::Combo("b".into(), vec!["a".into(), "b".into()]);
        let combo = offer("Kind", combo);
        assert_eq!(
            combo.line(Uci),
            "option name Kind type combo default b var a var b"
        );
        assert_eq!(combo.line(Xboard), "Kind -combo a /// *b");
    }
}
