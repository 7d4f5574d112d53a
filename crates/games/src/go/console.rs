//! Commands of Go's own in GTP: handicap, and what GNU Go's suites and match tools ask for.

use yomikiri_game_api::{Arrange, Console, ConsoleCommand, ConsoleReply, Line, Side};

use super::benson::{Unconditional, unconditional};
use super::game::Go;
use super::handicap;
use super::notation::letter;
use super::points;
use super::position::Position;
use super::reading::{Reader, ReadingLimits, read_out};
use super::sees;
use super::thinks::{self, Classic};

/// Go's commands.
#[derive(Copy, Clone, Debug, Default)]
pub struct GoConsole;

const COMMANDS: &[ConsoleCommand] = &[
    command("fixed_handicap", ""),
    command("place_free_handicap", ""),
    command("set_free_handicap", ""),
    command("list_stones", "plist/Stones/list_stones %c"),
    command("captures", "string/Captures/captures %c"),
    command("countlib", "string/Liberties/countlib %p"),
    command("findlib", "plist/Liberty Points/findlib %p"),
    command(
        "unconditional_status",
        "string/Unconditional Status/unconditional_status %p",
    ),
    command("attack", "string/Attack/attack %p"),
    command("defend", "string/Defend/defend %p"),
    command("yomikiri-line", "string/Line/yomikiri-line %c %p"),
    command("yomikiri-strings", "string/Strings/yomikiri-strings"),
    command("yomikiri-links", "string/Links/yomikiri-links"),
    command("yomikiri-groups", "string/Groups/yomikiri-groups"),
    command(
        "yomikiri-territory",
        "string/Territory/yomikiri-territory %s",
    ),
    command(
        "yomikiri-candidates",
        "string/Candidates/yomikiri-candidates %c",
    ),
];

const fn command(name: &'static str, analyze: &'static str) -> ConsoleCommand {
    ConsoleCommand { name, analyze }
}

type Reply = Result<ConsoleReply<Position>, String>;

impl Console<Go> for GoConsole {
    fn commands(&self) -> &'static [ConsoleCommand] {
        COMMANDS
    }

    fn obey(&self, game: &Go, line: &Line<Go>, name: &str, args: &[&str]) -> Reply {
        let at = line.last();
        match name {
            "fixed_handicap" => {
                let stones = number(args)?;
                let cells = handicap::cells(game.size(), stones);
                put_down(game, at, &cells.ok_or(NUMBER)?)
            }
            "place_free_handicap" => {
                let cells = free_handicap(game, number(args)?)?;
                put_down(game, at, &cells)
            }
            "set_free_handicap" => {
                let mut cells: Vec<usize> = Vec::new();
                for vertex in args {
                    let cell = points::read_gtp(game.size(), vertex).ok_or(VERTICES)?;
                    if cells.contains(&cell) {
                        return Err(VERTICES.into());
                    }
                    cells.push(cell);
                }
                if !(2..game.size().points()).contains(&cells.len()) {
                    return Err(VERTICES.into());
                }
                // They were named by the other end, which need not be told again.
                let reply = put_down(game, at, &cells)?;
                Ok(ConsoleReply {
                    text: String::new(),
                    ..reply
                })
            }
            "list_stones" => {
                let side = colour(args)?;
                let own = |&cell: &usize| at.stone(cell) == Some(side);
                let cells: Vec<usize> = (0..game.size().points()).filter(own).collect();
                Ok(ConsoleReply::text(vertices(game, &cells)))
            }
            "captures" => {
                let side = colour(args)?;
                Ok(ConsoleReply::text(at.prisoners(side).to_string()))
            }
            "countlib" | "findlib" => {
                let cell = vertex(game, args)?;
                if at.stone(cell).is_none() {
                    return Err("vertex must not be empty".into());
                }
                let (_, liberties) = game.string(at, cell);
                Ok(ConsoleReply::text(match name {
                    "countlib" => liberties.len().to_string(),
                    _ => vertices(game, &liberties),
                }))
            }
            "unconditional_status" => {
                let cell = vertex(game, args)?;
                Ok(ConsoleReply::text(match unconditional(game, at)[cell] {
                    Unconditional::Alive(_) | Unconditional::Within(_) => "alive",
                    Unconditional::Dead(_) => "dead",
                    Unconditional::Territory(Side::First) => "black_territory",
                    Unconditional::Territory(Side::Second) => "white_territory",
                    Unconditional::Undecided => "undecided",
                }))
            }
            "attack" | "defend" => read(game, at, name, vertex(game, args)?),
            "yomikiri-line" => line_of_reading(game, at, args),
            "yomikiri-strings" => {
                let chains = sees::chains(game, at);
                let statuses = sees::statuses(game, at, &chains, ReadingLimits::QUICK);
                let text = sees::listed_strings(game, &chains, &statuses);
                Ok(ConsoleReply::text(text.trim_end()))
            }
            "yomikiri-links" | "yomikiri-groups" => {
                let sight = sees::Sight::of(game, at, ReadingLimits::QUICK);
                let text = match name {
                    "yomikiri-links" => sees::listed_links(game, &sight.links),
                    _ => sees::listed_groups(&sight.groups),
                };
                Ok(ConsoleReply::text(text.trim_end()))
            }
            "yomikiri-territory" => territory(game, at, args),
            "yomikiri-candidates" => {
                let all = Classic::candidates(game, at, colour(args)?);
                Ok(ConsoleReply::text(thinks::listed(game, &all).trim_end()))
            }
            _ => Err("unknown command".into()),
        }
    }
}

/// GNU Go's form: a code, and the move where there is one.
fn read(game: &Go, at: &Position, name: &str, cell: usize) -> Reply {
    let mut reader = Reader::new(game, at, ReadingLimits::DEEP);
    let reading = match name {
        "attack" => reader.attack(cell),
        _ => reader.defend(cell),
    };
    let reading = reading.ok_or("vertex must not be empty")?;
    let code = reading.success.code();
    Ok(ConsoleReply::text(match (code, reading.point) {
        (0, _) => code.to_string(),
        (_, Some(cell)) => format!("{code} {}", points::write_gtp(game.size(), cell)),
        (_, None) => format!("{code} PASS"),
    }))
}

/// `yomikiri-line COLOUR VERTEX`: how the string on a vertex is taken or saved if that colour plays first, a
/// move on each line.
fn line_of_reading(game: &Go, at: &Position, args: &[&str]) -> Reply {
    let first = colour(args)?;
    let cell = vertex(game, args.get(1..).unwrap_or_default())?;
    if at.stone(cell).is_none() {
        return Err("vertex must not be empty".into());
    }
    let line = read_out(game, at, cell, first, ReadingLimits::DEEP);
    let text = line.iter().map(|step| {
        let vertex = points::write_gtp(game.size(), step.cell);
        format!(
            "{} {vertex} {}",
            ["black", "white"][step.side.index()],
            step.why.word()
        )
    });
    Ok(ConsoleReply::text(text.collect::<Vec<_>>().join("\n")))
}

/// `yomikiri-territory N`, or `yomikiri-territory N best COLOUR`.
fn territory(game: &Go, at: &Position, args: &[&str]) -> Reply {
    const KINDS: &str = "syntax error: expected the number of a kind of territory";
    let see = args
        .first()
        .and_then(|number| sees::see(number))
        .ok_or(KINDS)?;
    let text = match args.get(1..) {
        None | Some([]) => {
            let territory = see(game, at);
            sees::territory_text(&territory, &territory.rows(game, at))
        }
        Some(["best", colours @ ..]) => {
            let gains = sees::gains(game, at, colour(colours)?, see);
            let (gain, cells) = gains.best().ok_or("no legal moves")?;
            sees::best_text(game, gain, &cells)
        }
        Some(_) => return Err("syntax error: expected nothing, or best and a colour".into()),
    };
    Ok(ConsoleReply::text(text.trim_end()))
}

/// GTP's own words.
const NUMBER: &str = "invalid number of stones";
const VERTICES: &str = "bad vertex list";

fn number(args: &[&str]) -> Result<usize, String> {
    let number = args.first().and_then(|text| text.parse().ok());
    number.ok_or_else(|| "syntax error: expected a number of stones".into())
}

fn colour(args: &[&str]) -> Result<Side, String> {
    let word = args.first().map(|word| word.to_ascii_lowercase());
    match word.as_deref() {
        Some("b" | "black") => Ok(Side::First),
        Some("w" | "white") => Ok(Side::Second),
        _ => Err("syntax error: expected a colour (black or white)".into()),
    }
}

fn vertex(game: &Go, args: &[&str]) -> Result<usize, String> {
    let cell = args
        .first()
        .and_then(|text| points::read_gtp(game.size(), text));
    cell.ok_or_else(|| "syntax error: expected a vertex of the board".into())
}

fn vertices(game: &Go, cells: &[usize]) -> String {
    let names: Vec<String> = cells
        .iter()
        .map(|&cell| points::write_gtp(game.size(), cell))
        .collect();
    names.join(" ")
}

/// Black stones on an empty board; then White is to move.
fn put_down(game: &Go, at: &Position, cells: &[usize]) -> Reply {
    if Side::BOTH.iter().any(|&side| at.count(side) > 0) {
        return Err("board not empty".into());
    }
    let black = letter(Side::First).to_string();
    let changes: Vec<(usize, Option<&str>)> = cells
        .iter()
        .map(|&cell| (cell, Some(black.as_str())))
        .collect();
    let stones = game
        .with_cells(at, &changes)
        .map_err(|_| NUMBER.to_owned())?;
    let position = game.with_turn(&stones, Side::Second);
    Ok(ConsoleReply {
        text: vertices(game, cells),
        position,
    })
}

/// Where so many stones go, or fewer if the board has no good points for all: the fixed points, or on
/// small boards points that are far from the edge.
fn free_handicap(game: &Go, stones: usize) -> Result<Vec<usize>, String> {
    let size = game.size();
    if !(2..size.points()).contains(&stones) {
        return Err(NUMBER.into());
    }
    let most = handicap::most(size);
    if let Some(cells) = handicap::cells(size, stones.min(most)) {
        return Ok(cells);
    }
    let mut cells: Vec<usize> = (0..size.points()).collect();
    let from_edge = |&cell: &usize| {
        let (column, row) = points::column_and_row(size, cell);
        let across = column.min(size.width() - 1 - column);
        across.min(row.min(size.height() - 1 - row))
    };
    cells.sort_by_key(|cell| std::cmp::Reverse(from_edge(cell)));
    // Two liberties stay free at least.
    cells.truncate(stones.min(size.points() / 2));
    Ok(cells)
}
