//! Books from the texts that `exchange.rs` writes.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::Path;

use yomikiri_book::{Counts, Draft, NewEdge, Place, Standing};
use yomikiri_game_api::{Notation, Picture};
use yomikiri_records::{Action, NodeId};

use super::exchange::EdgeLine;
use super::{MergeReport, book_error};
use crate::{GameDefinition, LabError, RecordReading};

/// A move of the text: the position, the move, and what is known of it.
type Row = (String, String, NewEdge);

/// Makes a book of a text. Moves that are not legal are left out.
pub(super) fn import<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    format: &str,
    bytes: &[u8],
    source: &str,
    out: &Path,
) -> Result<MergeReport, LabError> {
    let (game, hooks) = (&definition.game, &definition.book);
    let wrong = |told: String| LabError::Input(format!("{source}: {told}"));
    let text =
        || std::str::from_utf8(bytes).map_err(|_| wrong("expected UTF-8, got other bytes".into()));
    let lines = |read: fn(&str) -> Result<Vec<Row>, String>, skip: usize| {
        let mut rows = Vec::new();
        for (number, line) in text()?.lines().enumerate().skip(skip) {
            if !line.trim().is_empty() {
                let told = |told: String| wrong(format!("line {}: {told}", number + 1));
                rows.extend(read(line).map_err(told)?);
            }
        }
        Ok::<_, LabError>(rows)
    };
    let rows = match format {
        "json" => lines(of_json, 0)?,
        "csv" => lines(of_csv, 1)?,
        "epd" => lines(of_epd, 0)?,
        _ => of_pgn(definition, bytes)?,
    };
    let mut moves: BTreeMap<Place, BTreeMap<String, NewEdge>> = BTreeMap::new();
    let mut left_out = 0;
    for (position, mv, edge) in rows {
        let read = game.read_position(&position).ok();
        let read =
            read.and_then(|at| Some((game.read_move(&at, &mv).ok()?, hooks.fold(game, &at))));
        let Some((mv, folded)) = read else {
            left_out += 1;
            continue;
        };
        let mv = hooks.fold_move(game, &folded, mv);
        moves.entry(folded.place).or_default().insert(mv, edge);
    }
    if moves.is_empty() {
        return Err(wrong(format!(
            "expected moves of {}, got none that is legal",
            definition.info.id
        )));
    }
    let plies = plies(definition, &moves);
    let draft = Draft::begin(out, &definition.book_header()).map_err(book_error)?;
    let number = draft.add_source(source).map_err(book_error)?;
    let mut report = MergeReport {
        positions: 0,
        edges: 0,
        left_out,
    };
    for (place, moves) in moves {
        let with_text = |(mv, edge): (String, NewEdge)| NewEdge {
            mv,
            source: number,
            ..edge
        };
        let edges: Vec<NewEdge> = moves.into_iter().map(with_text).collect();
        report.positions += 1;
        report.edges += edges.len() as u64;
        let ply = plies.get(&place).copied().unwrap_or(0);
        draft.add(&place, ply, &edges).map_err(book_error)?;
    }
    draft.finish().map_err(book_error)?;
    Ok(report)
}

/// The distances of positions from the start, as far as moves of the book lead to them.
fn plies<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    moves: &BTreeMap<Place, BTreeMap<String, NewEdge>>,
) -> HashMap<Place, u32> {
    let (game, hooks) = (&definition.game, &definition.book);
    let mut plies = HashMap::new();
    let mut open = VecDeque::from([(game.start(), 0)]);
    while let Some((at, ply)) = open.pop_front() {
        let folded = hooks.fold(game, &at);
        let Some(moves) = moves.get(&folded.place) else {
            continue;
        };
        if plies.contains_key(&folded.place) {
            continue;
        }
        for mv in moves.keys() {
            if let Ok(mv) = game.read_move(&folded.position, mv) {
                let mut after = folded.position.clone();
                game.play(&mut after, mv);
                open.push_back((after, ply + 1));
            }
        }
        plies.insert(folded.place, ply);
    }
    plies
}

fn row(line: EdgeLine) -> Result<Row, String> {
    let table = match line.table.as_deref() {
        None | Some("") => None,
        Some(word) => Some(
            Standing::of_word(word)
                .ok_or_else(|| format!("expected win, draw or loss, got {word:?}"))?,
        ),
    };
    if line.weight > 1000 {
        return Err(format!("expected a weight up to 1000, got {}", line.weight));
    }
    let counts = Counts {
        win: line.win,
        draw: line.draw,
        loss: line.loss,
    };
    let edge = NewEdge {
        weight: line.weight,
        score: line.score,
        depth: line.depth,
        table,
        last: line.last,
        note: line.note,
        ..NewEdge::new("", counts, 0)
    };
    Ok((line.position, line.mv, edge))
}

fn of_json(line: &str) -> Result<Vec<Row>, String> {
    let line = serde_json::from_str(line).map_err(|error| error.to_string())?;
    row(line).map(|row| vec![row])
}

fn of_csv(line: &str) -> Result<Vec<Row>, String> {
    let fields = csv_fields(line);
    let count = fields.len();
    let [
        position,
        mv,
        win,
        draw,
        loss,
        weight,
        learned,
        score,
        depth,
        table,
        last,
        note,
        source,
    ] = <[String; 13]>::try_from(fields).map_err(|_| format!("expected 13 fields, got {count}"))?;
    fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
        let told = |_| format!("expected a number, got {text:?}");
        text.parse().map_err(told)
    }
    fn maybe<T: std::str::FromStr>(text: &str) -> Result<Option<T>, String> {
        match text {
            "" => Ok(None),
            text => number(text).map(Some),
        }
    }
    let filled = |text: String| Some(text).filter(|text| !text.is_empty());
    let line = EdgeLine {
        position,
        mv,
        win: number(&win)?,
        draw: number(&draw)?,
        loss: number(&loss)?,
        weight: number(&weight)?,
        learned: number(&learned)?,
        score: maybe(&score)?,
        depth: maybe(&depth)?,
        table: filled(table),
        last: filled(last),
        note: filled(note),
        source,
    };
    row(line).map(|row| vec![row])
}

/// The fields of a line; a quoted one may have commas and doubled quotes in it.
fn csv_fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let field = fields.len() - 1;
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                fields[field].push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => fields[field].push(other),
        }
    }
    fields
}

/// `POSITION bm MOVE; c0 "MOVE WON/DRAWN/LOST, …";`
fn of_epd(line: &str) -> Result<Vec<Row>, String> {
    let wrong = || {
        "expected a position, bm and c0 \"MOVE WON/DRAWN/LOST, …\", as `book export` writes them"
            .to_owned()
    };
    let (position, rest) = line.split_once(" bm ").ok_or_else(wrong)?;
    let (_, rest) = rest.split_once("c0 \"").ok_or_else(wrong)?;
    let (moves, _) = rest.split_once('"').ok_or_else(wrong)?;
    let read = |text: &str| {
        let (mv, counts) = text.trim().split_once(' ')?;
        let numbers: Vec<u32> = counts
            .split('/')
            .filter_map(|text| text.parse().ok())
            .collect();
        let [win, draw, loss] = <[u32; 3]>::try_from(numbers).ok()?;
        let edge = NewEdge::new("", Counts { win, draw, loss }, 0);
        Some((position.to_owned(), mv.to_owned(), edge))
    };
    moves
        .split(',')
        .map(|text| read(text).ok_or_else(wrong))
        .collect()
}

/// The moves of games with all variations; counts come from comments such as `w 3 d 1 l 0`.
fn of_pgn<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    bytes: &[u8],
) -> Result<Vec<Row>, LabError> {
    let game = &definition.game;
    let how = RecordReading {
        any_options: true,
        ..RecordReading::default()
    };
    let read = definition.records().read_bytes("pgn", &how, bytes)?;
    let mut rows = Vec::new();
    for record in &read.records {
        let start = match &record.start {
            Some(text) => game
                .read_position(text)
                .map_err(|error| LabError::Input(error.to_string()))?,
            None => game.start(),
        };
        let mut open = vec![(NodeId::ROOT, start)];
        while let Some((id, at)) = open.pop() {
            for child in record.tree.children(id) {
                let node = record.tree.node(child);
                let mut after = at.clone();
                if let Action::Move { text, side: None } = &node.action
                    && let Ok(mv) = game.read_move(&at, text)
                {
                    let counts = node
                        .comment
                        .as_deref()
                        .and_then(counts_of)
                        .unwrap_or_default();
                    let edge = NewEdge::new("", counts, 0);
                    rows.push((game.write_position(&at), text.clone(), edge));
                    game.play(&mut after, mv);
                }
                open.push((child, after));
            }
        }
    }
    Ok(rows)
}

fn counts_of(comment: &str) -> Option<Counts> {
    let words: Vec<&str> = comment.split_whitespace().collect();
    match words[..] {
        ["w", win, "d", draw, "l", loss] => Some(Counts {
            win: win.parse().ok()?,
            draw: draw.parse().ok()?,
            loss: loss.parse().ok()?,
        }),
        _ => None,
    }
}
