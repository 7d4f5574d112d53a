//! Output of an engine during and after its search.

use yomikiri_game_api::Score;

use crate::Protocol;

/// A line of an engine, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Its move, in its own notation.
    Move(String),
    /// It gives up.
    Resign,
    /// It sees no move, or says that the game is drawn. Not a resignation: its own rules may end games that ours
    /// do not.
    NoMove,
    /// It refuses or complains.
    Complaint(String),
    /// A look at its thoughts.
    Thinking(Thinking),
    /// Anything else.
    Nothing,
}

/// Search information of an engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Thinking {
    /// For the mover: hundredths of a pawn, or a mate.
    pub score: Option<Score>,
    /// Depth completed.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

/// The plies that fit between a win and the largest evaluation.
const FARTHEST_MATE: i32 = Score::WIN.0 - Score::LIMIT;

/// Parses a line after a request for a move.
pub fn read_answer(protocol: Protocol, line: &str) -> Answer {
    let line = line.trim();
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    match protocol {
        Protocol::Uci | Protocol::Usi | Protocol::Ucci => match first {
            "bestmove" => match words.next() {
                Some("resign") => Answer::Resign,
                None | Some("(none)" | "none" | "0000") => Answer::NoMove,
                Some(text) => Answer::Move(text.to_owned()),
            },
            "nobestmove" => Answer::NoMove,
            "info" => Answer::Thinking(read_info(words)),
            _ => Answer::Nothing,
        },
        Protocol::Xboard => match first {
            "move" => match words.next() {
                Some(text) => Answer::Move(text.to_owned()),
                None => Answer::Complaint(line.to_owned()),
            },
            "resign" | "1-0" | "0-1" => Answer::Resign,
            "1/2-1/2" => Answer::NoMove,
            "Illegal" | "Error" => Answer::Complaint(line.to_owned()),
            _ => read_xboard_thinking(line),
        },
        Protocol::Gtp => match first.chars().next() {
            Some('=') => {
                // `= D4`, `=12 D4`; an answer without text belongs to something else.
                match words.next() {
                    None => Answer::Nothing,
                    Some(text) if text.eq_ignore_ascii_case("resign") => Answer::Resign,
                    Some(text) => Answer::Move(text.to_owned()),
                }
            }
            Some('?') => Answer::Complaint(line.to_owned()),
            _ => Answer::Nothing,
        },
    }
}

fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Thinking {
    let mut thinking = Thinking::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => thinking.depth = words.next().and_then(|text| text.parse().ok()),
            "nodes" => thinking.nodes = words.next().and_then(|text| text.parse().ok()),
            "score" => {
                let kind = words.next();
                let number: Option<i32> = words.next().and_then(|text| text.parse().ok());
                thinking.score = match (kind, number) {
                    (Some("cp"), Some(points)) => Some(Score::eval(points)),
                    // Moves to mate, counted in plies; 0 is "mated".
                    (Some("mate"), Some(moves)) if moves > 0 => {
                        let plies = moves.saturating_mul(2).min(FARTHEST_MATE) - 1;
                        Some(Score::win_in(plies as u32))
                    }
                    (Some("mate"), Some(moves)) => {
                        let plies = moves.saturating_mul(-2).min(FARTHEST_MATE);
                        Some(Score::loss_in(plies as u32))
                    }
                    _ => None,
                };
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
    thinking
}

/// `depth score time nodes pv`, numbers only at the beginning.
fn read_xboard_thinking(line: &str) -> Answer {
    let numbers: Vec<i64> = line
        .split_whitespace()
        .map_while(|word| word.trim_end_matches('.').parse().ok())
        .take(4)
        .collect();
    match numbers.as_slice() {
        &[depth, score, _, nodes] => Answer::Thinking(Thinking {
            score: Some(Score::eval(
                score.clamp(i32::MIN.into(), i32::MAX.into()) as i32
            )),
            depth: u32::try_from(depth).ok(),
            nodes: u64::try_from(nodes).ok(),
        }),
        _ => Answer::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(text: &str) -> Answer {
        Answer::Move(text.into())
    }

    #[test]
    fn moves_are_heard_in_each_language() {
        use Protocol::{Gtp, Ucci, Uci, Usi, Xboard};
        assert_eq!(read_answer(Uci, "bestmove c5b4 ponder a1b2"), moved("c5b4"));
        assert_eq!(read_answer(Usi, "bestmove P*3c"), moved("P*3c"));
        assert_eq!(read_answer(Usi, "bestmove resign"), Answer::Resign);
        assert_eq!(read_answer(Uci, "bestmove (none)"), Answer::NoMove);
        assert_eq!(read_answer(Ucci, "nobestmove"), Answer::NoMove);
        assert_eq!(read_answer(Xboard, "1/2-1/2 {50 moves}"), Answer::NoMove);
        assert_eq!(read_answer(Xboard, "move b5e2"), moved("b5e2"));
        assert_eq!(read_answer(Xboard, "1-0 {White mates}"), Answer::Resign);
        assert!(matches!(
            read_answer(Xboard, "Illegal move: x"),
            Answer::Complaint(_)
        ));
        assert_eq!(read_answer(Gtp, "= D4"), moved("D4"));
        assert_eq!(read_answer(Gtp, "=3 pass"), moved("pass"));
        assert_eq!(read_answer(Gtp, "= resign"), Answer::Resign);
        assert_eq!(read_answer(Gtp, "="), Answer::Nothing);
        assert!(matches!(
            read_answer(Gtp, "? unknown command"),
            Answer::Complaint(_)
        ));
        for junk in [
            "",
            "   ",
            "\u{0}\u{1}",
            "bestmov",
            "info",
            "=",
            "info score",
            "info score mate x",
        ] {
            for protocol in Protocol::ALL {
                assert!(
                    !matches!(read_answer(protocol, junk), Answer::Move(_)),
                    "{junk:?}"
                );
            }
        }
    }

    #[test]
    fn thoughts_are_understood() {
        let line = "info depth 4 seldepth 4 multipv 1 score cp 898 nodes 158 nps 79000 pv c5b4";
        let thinking = Thinking {
            score: Some(Score(898)),
            depth: Some(4),
            nodes: Some(158),
        };
        assert_eq!(read_answer(Protocol::Uci, line), Answer::Thinking(thinking));
        let score = |line: &str| match read_answer(Protocol::Uci, line) {
            Answer::Thinking(thinking) => thinking.score,
            _ => None,
        };
        assert_eq!(score("info score mate 3"), Some(Score(31_995)));
        assert_eq!(score("info score mate -2"), Some(Score(-31_996)));
        assert_eq!(score("info score cp 999999"), Some(Score(20_000)));
        assert_eq!(score("info score mate 2147483647"), Some(Score(20_001)));
        let thinking = Thinking {
            score: Some(Score(-25)),
            depth: Some(7),
            nodes: Some(4242),
        };
        let heard = read_answer(Protocol::Xboard, "7 -25 13 4242 a2a3 b4b3");
        assert_eq!(heard, Answer::Thinking(thinking));
    }
}
