//! Parser for UCI, UCI as the Cyclone GUI speaks it, USI and UCCI.
//!
//! The protocols are similar and share one parser; `protocol` selects the differences. In UCI First
//! is White; in USI First is Black, as in shogi.

use std::time::Duration;

use yomikiri_game_api::ClockState;

use super::order::Order;
use super::shown;
use crate::Protocol;

/// A command to the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`, `usi`, `ucci`: introduce yourself.
    Hello,
    /// Answer when everything has been done.
    IsReady,
    /// A new game.
    NewGame,
    /// An option, with its value if it has one.
    SetOption(String, Option<String>),
    /// The current position: a position in the sender's notation (`None`: the start) and moves.
    Position(Option<String>, Vec<String>),
    /// Moves that must not be played (UCCI).
    BanMoves(Vec<String>),
    /// Search.
    Go(Box<Order>),
    /// Answer now.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// The result of the game (USI); ignored.
    GameOver,
    /// The end of the conversation.
    Quit,
    /// Show the position.
    Display,
    /// Show the evaluation.
    Eval,
    /// Run the benchmark, to this depth if given.
    Bench(Option<u32>),
    /// Count positions.
    Perft(u32),
    /// Ignored (`debug`, `register`, an empty line).
    Nothing,
}

/// Parses a line. The error says what was expected.
pub fn read_command(protocol: Protocol, line: &str) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(Command::Nothing);
    };
    let command = match first {
        "uci" | "usi" | "ucci" | "ucicyclone" => Command::Hello,
        "isready" => Command::IsReady,
        "ucinewgame" | "usinewgame" | "uccinewgame" => Command::NewGame,
        "setoption" => return read_option(protocol, line),
        "position" => return read_position(words.collect()),
        // Cyclone omits the word `position`.
        "fen" | "sfen" | "startpos" => return read_position(line.split_whitespace().collect()),
        "banmoves" => Command::BanMoves(words.map(str::to_owned).collect()),
        "go" => return read_go(protocol, words.collect()),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "gameover" => Command::GameOver,
        "quit" | "exit" => Command::Quit,
        "d" | "display" => Command::Display,
        "eval" => Command::Eval,
        "bench" => Command::Bench(match words.next() {
            None => None,
            Some(text) => Some(number(first, text)?),
        }),
        "perft" => match words.next() {
            None => return Err("perft: expected a depth, got nothing".into()),
            Some(text) => Command::Perft(number(first, text)?),
        },
        "debug" | "register" | "probe" => Command::Nothing,
        _ => return Err(format!("expected a command, got {}", shown(line.trim()))),
    };
    Ok(command)
}

fn number<T: std::str::FromStr>(word: &str, text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{word}: expected a number, got {}", shown(text)))
}

/// `setoption name N [value V]`, where names and values may have spaces; UCCI: `setoption N [V]`.
fn read_option(protocol: Protocol, line: &str) -> Result<Command, String> {
    let rest = line.trim().strip_prefix("setoption").unwrap_or("").trim();
    let wrong = || {
        format!(
            "setoption: expected name NAME value VALUE, got {}",
            shown(rest)
        )
    };
    let Some(named) = rest.strip_prefix("name ") else {
        if protocol == Protocol::Ucci && !rest.is_empty() {
            let (name, value) = match rest.split_once(char::is_whitespace) {
                Some((name, value)) => (name, Some(value.trim().to_owned())),
                None => (rest, None),
            };
            return Ok(Command::SetOption(name.to_owned(), value));
        }
        return Err(wrong());
    };
    let (name, value) = match named.split_once(" value") {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (named.trim(), None),
    };
    match name.is_empty() {
        true => Err(wrong()),
        false => Ok(Command::SetOption(name.to_owned(), value)),
    }
}

/// `startpos`, `fen …` or `sfen …`, and `moves …`.
fn read_position(words: Vec<&str>) -> Result<Command, String> {
    let moves_at = words.iter().position(|&word| word == "moves");
    let (place, moves) = match moves_at {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let start = match place {
        ["startpos"] => None,
        ["fen" | "sfen", text @ ..] if !text.is_empty() => Some(text.join(" ")),
        other => {
            let got = shown(&other.join(" "));
            return Err(format!(
                "position: expected startpos or fen POSITION, then moves, got {got}"
            ));
        }
    };
    let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
    Ok(Command::Position(start, moves))
}

const GO_WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "draw",
    "wtime",
    "btime",
    "winc",
    "binc",
    "byoyomi",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
];

fn read_go(protocol: Protocol, words: Vec<&str>) -> Result<Command, String> {
    let mut order = Order::default();
    let mut told = Told::default();
    let mut at = 0;
    while at < words.len() {
        let word = words[at];
        at += 1;
        match word {
            "infinite" => order.infinite = true,
            "ponder" => order.ponder = true,
            "draw" => order.draw_offered = true,
            "searchmoves" => {
                let rest = &words[at..];
                let len = rest
                    .iter()
                    .take_while(|word| !GO_WORDS.contains(word))
                    .count();
                order.only = rest[..len].iter().map(|&mv| mv.to_owned()).collect();
                at += len;
            }
            _ if GO_WORDS.contains(&word) => {
                let Some(&text) = words.get(at) else {
                    return Err(format!("go {word}: expected a number, got nothing"));
                };
                at += 1;
                if (word, text) == ("mate", "infinite") || (word, text) == ("depth", "infinite") {
                    order.infinite = true;
                    continue;
                }
                // Clocks may be negative when a move was late.
                let value: i64 = number(word, text)?;
                told.put(word, value.max(0) as u64, &mut order);
            }
            _ => return Err(format!("go: expected a limit, got {}", shown(word))),
        }
    }
    told.finish(protocol, &mut order);
    Ok(Command::Go(Box::new(order)))
}

/// Clock values before it is known whose they are.
#[derive(Default)]
struct Told {
    white: Option<u64>,
    black: Option<u64>,
    white_more: u64,
    black_more: u64,
    byoyomi: u64,
    moves_to_go: Option<u32>,
    own: Option<u64>,
    own_more: u64,
}

impl Told {
    fn put(&mut self, word: &str, value: u64, order: &mut Order) {
        let small = u32::try_from(value).unwrap_or(u32::MAX);
        match word {
            "wtime" => self.white = Some(value),
            "btime" => self.black = Some(value),
            "winc" => self.white_more = value,
            "binc" => self.black_more = value,
            "byoyomi" => self.byoyomi = value,
            "movestogo" => self.moves_to_go = Some(small.max(1)),
            "depth" => order.depth = Some(small.max(1)),
            "nodes" => order.nodes = Some(value.max(1)),
            "mate" => order.mate = Some(small.max(1)),
            "perft" => order.perft = Some(small),
            "movetime" => order.time = Some(Duration::from_millis(value)),
            "time" => self.own = Some(value),
            "increment" => self.own_more = value,
            // The opponent's clock does not bind us.
            _ => {}
        }
    }

    fn finish(self, protocol: Protocol, order: &mut Order) {
        let clock = |left: u64, more: u64| ClockState {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(more),
            byoyomi: Duration::from_millis(self.byoyomi),
            moves_to_go: self.moves_to_go,
        };
        let by_byoyomi = (self.byoyomi > 0).then_some(0);
        let white = self
            .white
            .or(by_byoyomi)
            .map(|left| clock(left, self.white_more));
        let black = self
            .black
            .or(by_byoyomi)
            .map(|left| clock(left, self.black_more));
        order.clocks = match protocol {
            Protocol::Usi => [black, white],
            _ => [white, black],
        };
        order.own_clock = self.own.map(|left| clock(left, self.own_more));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(protocol: Protocol, line: &str) -> Order {
        match read_command(protocol, line) {
            Ok(Command::Go(order)) => *order,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn positions_are_read_in_all_dialects() {
        let read = |line: &str| read_command(Protocol::Uci, line).unwrap();
        let moves = |list: &[&str]| list.iter().map(|&mv| mv.to_owned()).collect::<Vec<_>>();
        assert_eq!(read("position startpos"), Command::Position(None, vec![]));
        assert_eq!(
            read("  position startpos moves a4a3 e2e3 "),
            Command::Position(None, moves(&["a4a3", "e2e3"]))
        );
        let fen = "9/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
        let expected = Command::Position(Some(fen.into()), moves(&["h2e2"]));
        assert_eq!(read(&format!("position fen {fen} moves h2e2")), expected);
        assert_eq!(read(&format!("fen {fen} moves h2e2")), expected);
        let sfen = "position sfen rbsgk/4p/5/P4/KGSBR b - 1";
        let expected = Command::Position(Some("rbsgk/4p/5/P4/KGSBR b - 1".into()), vec![]);
        assert_eq!(read_command(Protocol::Usi, sfen), Ok(expected));
        for bad in [
            "position",
            "position fen",
            "position here",
            "position moves a1a2",
        ] {
            assert!(read_command(Protocol::Uci, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn options_are_read() {
        let read = |protocol, line: &str| read_command(protocol, line).unwrap();
        let option = |name: &str, value: Option<&str>| {
            Command::SetOption(name.into(), value.map(str::to_owned))
        };
        let line = "setoption name Move Overhead value 50";
        assert_eq!(
            read(Protocol::Uci, line),
            option("Move Overhead", Some("50"))
        );
        let line = "setoption name Clear Hash";
        assert_eq!(read(Protocol::Uci, line), option("Clear Hash", None));
        let line = "setoption usemillisec true";
        assert_eq!(
            read(Protocol::Ucci, line),
            option("usemillisec", Some("true"))
        );
        assert_eq!(
            read(Protocol::Ucci, "setoption newgame"),
            option("newgame", None)
        );
        assert!(read_command(Protocol::Uci, "setoption").is_err());
        assert!(read_command(Protocol::Uci, "setoption Hash 3").is_err());
    }

    #[test]
    fn requests_are_read() {
        let order = go(
            Protocol::Uci,
            "go wtime 60000 btime -5 winc 1000 binc 0 movestogo 30",
        );
        let first = order.clocks[0].unwrap();
        assert_eq!(first.left, Duration::from_secs(60));
        assert_eq!(
            (first.increment.as_secs(), first.moves_to_go),
            (1, Some(30))
        );
        assert_eq!(order.clocks[1].unwrap().left, Duration::ZERO);
        let order = go(Protocol::Usi, "go ponder btime 100 wtime 200 byoyomi 3000");
        assert!(order.ponder);
        assert_eq!(order.clocks[0].unwrap().left.as_millis(), 100);
        assert_eq!(order.clocks[1].unwrap().byoyomi.as_secs(), 3);
        let order = go(Protocol::Uci, "go searchmoves a1a2 b1b2 depth 7 nodes 99");
        assert_eq!(order.only, ["a1a2", "b1b2"]);
        assert_eq!((order.depth, order.nodes), (Some(7), Some(99)));
        let order = go(Protocol::Ucci, "go draw time 5000 increment 20 opptime 1");
        assert!(order.draw_offered);
        assert_eq!(order.own_clock.unwrap().left.as_secs(), 5);
        assert!(go(Protocol::Uci, "go infinite").infinite);
        assert_eq!(go(Protocol::Uci, "go perft 4").perft, Some(4));
        assert!(go(Protocol::Usi, "go mate infinite").infinite);
        for bad in ["go depth", "go depth x", "go sideways", "go wtime 1 btime"] {
            let error = read_command(Protocol::Uci, bad).unwrap_err();
            assert!(error.contains("expected"), "{error}");
        }
    }

    #[test]
    fn junk_is_an_error_and_never_a_panic() {
        let long = "x".repeat(100_000);
        for junk in [
            "\u{0}",
            "日本",
            "UCI",
            "go\u{3000}depth",
            "perft",
            "bench x",
            &long,
        ] {
            let error = read_command(Protocol::Uci, junk).unwrap_err();
            assert!(error.len() < 300, "{error}");
        }
        assert_eq!(read_command(Protocol::Uci, "   "), Ok(Command::Nothing));
    }
}
