//! The Chess Engine Communication Protocol (xboard, WinBoard), version 2: the engine's side.

use std::time::Duration;

use yomikiri_game_api::Verdict;

use super::say::OptionOffer;
use super::shown;
use crate::Protocol;

/// A command to the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum XboardCommand {
    /// `protover N`: announce features.
    Features,
    /// A new game from the start; the engine plays Second.
    New,
    /// Which game.
    Variant(String),
    /// The engine plays neither side.
    Force,
    /// The engine plays the side to move, now.
    Go,
    /// The engine plays the other side.
    PlayOther,
    /// A move of the opponent, in the sender's notation.
    Move(String),
    /// Moves in a period (0: the whole game), its length, the increment.
    Level(u32, Duration, Duration),
    /// Exactly so long for each move.
    MoveTime(Duration),
    /// At most so deep.
    Depth(u32),
    /// Time is counted in nodes, at this rate per second.
    NodeRate(u64),
    /// The time left on the engine's clock.
    Time(Duration),
    /// Answer with the number once everything before is done.
    Ping(u64),
    /// Answer now.
    MoveNow,
    /// A position in the sender's notation.
    SetBoard(String),
    /// Take one move back.
    Undo,
    /// Take two moves back.
    Remove,
    /// Show search information, or not.
    Post(bool),
    /// Ponder on the opponent's time, or not.
    Ponder(bool),
    /// Analyse the position until told otherwise.
    Analyze,
    /// Leave analysis.
    Exit,
    /// Report the state of the analysis.
    Status,
    /// The game is over.
    Result,
    /// Megabytes.
    Memory(u64),
    /// Threads.
    Cores(u64),
    /// An option, with its value if it has one.
    SetOption(String, Option<String>),
    /// The opponent offers a draw.
    Draw,
    /// The end of the conversation.
    Quit,
    /// Show the position.
    Display,
    /// Measure yourself.
    Bench(Option<u32>),
    /// Count positions.
    Perft(u32),
    /// Ignored.
    Nothing,
}

/// Reads a line. The error is the line to answer.
pub fn read_xboard(line: &str) -> Result<XboardCommand, String> {
    let line = line.trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let wrong = |expected: &str| {
        let got = shown(rest);
        format!("Error (expected {expected}, got {got}): {word}")
    };
    let number = |expected: &str| rest.parse::<u64>().map_err(|_| wrong(expected));
    let command = match word {
        "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating"
        | "ics" | "otim" | "hint" | "bk" | "white" | "black" | "pause" | "resume" => {
            XboardCommand::Nothing
        }
        "protover" => XboardCommand::Features,
        "new" => XboardCommand::New,
        "variant" if !rest.is_empty() => XboardCommand::Variant(rest.to_owned()),
        "variant" => return Err(wrong("a variant")),
        "force" => XboardCommand::Force,
        "go" => XboardCommand::Go,
        "playother" => XboardCommand::PlayOther,
        "usermove" if !rest.is_empty() => XboardCommand::Move(rest.to_owned()),
        "usermove" => return Err(wrong("a move")),
        "level" => read_level(rest).ok_or_else(|| wrong("MOVES MINUTES[:SECONDS] INCREMENT"))?,
        "st" => XboardCommand::MoveTime(seconds(rest).ok_or_else(|| wrong("seconds"))?),
        "sd" => XboardCommand::Depth(number("a depth")?.clamp(1, 1000) as u32),
        "nps" => XboardCommand::NodeRate(number("positions a second")?),
        "time" => {
            // Clocks may be negative when a move was late.
            let hundredths: i64 = rest.parse().map_err(|_| wrong("hundredths of a second"))?;
            let left = (hundredths.max(0) as u64).min(1 << 40);
            XboardCommand::Time(Duration::from_millis(10 * left))
        }
        "ping" => XboardCommand::Ping(number("a number")?),
        "?" => XboardCommand::MoveNow,
        "setboard" if !rest.is_empty() => XboardCommand::SetBoard(rest.to_owned()),
        "setboard" => return Err(wrong("a position")),
        "undo" => XboardCommand::Undo,
        "remove" => XboardCommand::Remove,
        "post" => XboardCommand::Post(true),
        "nopost" => XboardCommand::Post(false),
        "hard" => XboardCommand::Ponder(true),
        "easy" => XboardCommand::Ponder(false),
        "analyze" => XboardCommand::Analyze,
        "exit" => XboardCommand::Exit,
        "." => XboardCommand::Status,
        "result" => XboardCommand::Result,
        "memory" => XboardCommand::Memory(number("megabytes")?),
        "cores" => XboardCommand::Cores(number("a number of threads")?),
        "option" => match rest.split_once('=') {
            Some((name, value)) => {
                XboardCommand::SetOption(name.trim().to_owned(), Some(value.trim().to_owned()))
            }
            None if !rest.is_empty() => XboardCommand::SetOption(rest.to_owned(), None),
            None => return Err(wrong("NAME=VALUE")),
        },
        "draw" => XboardCommand::Draw,
        "quit" => XboardCommand::Quit,
        "d" => XboardCommand::Display,
        "bench" if rest.is_empty() => XboardCommand::Bench(None),
        "bench" => XboardCommand::Bench(Some(number("a depth")? as u32)),
        "perft" => XboardCommand::Perft(number("a depth")? as u32),
        // Old GUIs send moves without a command word.
        _ if looks_like_move(line) => XboardCommand::Move(line.to_owned()),
        _ => return Err(format!("Error (unknown command): {}", shown(line))),
    };
    Ok(command)
}

/// A short word with a digit or a star in it.
fn looks_like_move(line: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "*@+-=,#".contains(c);
    line.len() <= 12
        && line.chars().all(plain)
        && line
            .chars()
            .any(|c| c.is_ascii_digit() || c == '@' || c == '*')
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// `40 5 0`, `0 2:30 12`, `0 1 0.5`.
fn read_level(text: &str) -> Option<XboardCommand> {
    let mut words = text.split_whitespace();
    let moves = words.next()?.parse().ok()?;
    let base = words.next()?;
    let base = match base.split_once(':') {
        Some((minutes, seconds)) => {
            minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?
        }
        None => base.parse::<f64>().ok()? * 60.0,
    };
    let base = Duration::try_from_secs_f64(base).ok()?;
    let increment = seconds(words.next()?)?;
    Some(XboardCommand::Level(moves, base, increment))
}

/// The answer to `protover`.
pub fn xboard_features(name: &str, variants: &[&str], options: &[OptionOffer]) -> Vec<String> {
    let mut lines = vec![
        "feature done=0".to_owned(),
        format!(
            "feature myname=\"{name}\" variants=\"{}\"",
            variants.join(",")
        ),
        "feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0".into(),
        "feature reuse=1 analyze=1 colors=0 name=0 nps=1 memory=1 smp=1 debug=0".into(),
    ];
    for option in options {
        lines.push(format!(
            "feature option=\"{}\"",
            option.line(Protocol::Xboard)
        ));
    }
    lines.push("feature done=1".into());
    lines
}

/// A line of analysis: depth, score in hundredths, time in hundredths of a second, nodes, moves.
pub fn xboard_thinking(
    depth: u32,
    verdict: Option<Verdict>,
    time: Duration,
    nodes: u64,
    moves: &[String],
) -> String {
    let score = match verdict {
        None => 0,
        Some(Verdict::Points(points)) => points,
        // Mates are 100000 plus the moves to it.
        Some(Verdict::WinIn(plies)) => 100_000 + plies.div_ceil(2) as i32,
        Some(Verdict::LossIn(plies)) => -100_000 - plies.div_ceil(2) as i32,
    };
    let time = time.as_millis() / 10;
    format!("{depth} {score} {time} {nodes} {}", moves.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::OptionKind;

    #[test]
    fn commands_are_read() {
        let read = |line: &str| read_xboard(line).unwrap();
        assert_eq!(read("protover 2"), XboardCommand::Features);
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        let level = XboardCommand::Level(40, minutes(5), Duration::ZERO);
        assert_eq!(read("level 40 5 0"), level);
        let half = Duration::from_millis(500);
        let level = XboardCommand::Level(0, Duration::from_secs(150), half);
        assert_eq!(read("level 0 2:30 0.5"), level);
        assert_eq!(
            read("st 1.5"),
            XboardCommand::MoveTime(Duration::from_millis(1500))
        );
        assert_eq!(read("time -30"), XboardCommand::Time(Duration::ZERO));
        assert_eq!(read("usermove e2e4"), XboardCommand::Move("e2e4".into()));
        assert_eq!(read("h2e2"), XboardCommand::Move("h2e2".into()));
        assert_eq!(read("P*b3"), XboardCommand::Move("P*b3".into()));
        assert_eq!(read("?"), XboardCommand::MoveNow);
        let option = XboardCommand::SetOption("MultiPV".into(), Some("3".into()));
        assert_eq!(read("option MultiPV=3"), option);
        assert_eq!(
            read("setboard 8/8 w"),
            XboardCommand::SetBoard("8/8 w".into())
        );
    }

    #[test]
    fn junk_is_answered_with_an_error_line() {
        for junk in [
            "nonsense", "level 40", "sd x", "st -1", "time", "ping", "setboard", "日本1",
        ] {
            let error = read_xboard(junk).unwrap_err();
            assert!(error.starts_with("Error ("), "{error}");
        }
        assert!(read_xboard(&"z".repeat(1_000_000)).unwrap_err().len() < 300);
    }

    #[test]
    fn features_and_thoughts_are_written() {
        let option = OptionOffer {
            name: "MultiPV",
            kind: OptionKind::Spin(1, 1, 500),
        };
        let features = xboard_features("Yomikiri", &["minishogi"], &[option]);
        assert!(features.contains(&"feature option=\"MultiPV -spin 1 1 500\"".to_owned()));
        assert_eq!(features.last().unwrap(), "feature done=1");
        let moves = ["a2a3".to_owned(), "b4b3".to_owned()];
        let line = xboard_thinking(
            7,
            Some(Verdict::Points(-25)),
            Duration::from_millis(130),
            42,
            &moves,
        );
        assert_eq!(line, "7 -25 13 42 a2a3 b4b3");
        let line = xboard_thinking(7, Some(Verdict::LossIn(4)), Duration::ZERO, 1, &[]);
        assert!(line.starts_with("7 -100002 0 1"));
    }
}
