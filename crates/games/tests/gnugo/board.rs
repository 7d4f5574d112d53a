//! Legal moves, captures, stones and the liberties of every string, position by position through random games.
//! `cargo xtask gnugo [N]` compares more of them.

use std::collections::BTreeSet;

use yomikiri_game_api::{Arrange, Game, Line, Side, SplitMix64};
use yomikiri_games::go::{Go, Move, Options, Size, handicap, points};

use crate::peer::{COLOURS, Peer, words};

/// Positions that the suite compares.
const POSITIONS: usize = 2_000;
const LINES: [usize; 4] = [5, 9, 13, 19];

/// A question with our answer to it.
type Question = (String, BTreeSet<String>);

fn questions(game: &Go, line: &Line<Go>, into: &mut Vec<Question>) {
    let (size, at) = (game.size(), line.last());
    let name = |cell: usize| points::write_gtp(size, cell);
    let mut ask = |command: String, answer: BTreeSet<String>| into.push((command, answer));
    // GNU Go plays on after two passes.
    let going_on = game.resumed(at).unwrap_or(*at);
    let mut moves = Vec::new();
    game.legal_moves(&going_on, &mut moves);
    let legal = moves.iter().filter_map(|mv| mv.cell()).map(name).collect();
    ask(format!("all_legal {}", COLOURS[at.turn().index()]), legal);
    for side in Side::BOTH {
        let colour = COLOURS[side.index()];
        let taken = at.prisoners(side).to_string();
        ask(format!("captures {colour}"), BTreeSet::from([taken]));
        let own = (0..size.points()).filter(|&cell| at.stone(cell) == Some(side));
        ask(format!("list_stones {colour}"), own.map(name).collect());
    }
    for cell in 0..size.points() {
        let (string, liberties) = game.string(at, cell);
        if string.first() == Some(&cell) {
            let free = liberties.iter().map(|&cell| name(cell));
            ask(format!("findlib {}", name(cell)), free.collect());
        }
    }
}

/// One random game: positions compared and differences found.
fn compare(peer: &mut Peer, lines: usize, seed: u64, most: usize) -> (usize, Vec<String>) {
    let size = Size::new(lines, lines).unwrap();
    let game = Go::new(Options {
        size,
        ..Options::default()
    });
    let mut rng = SplitMix64::new(seed);
    let mut line = Line::new(&game);
    let mut asked = vec![
        (format!("boardsize {lines}"), BTreeSet::new()),
        ("clear_board".to_owned(), BTreeSet::new()),
    ];
    let mut positions = 0;
    let mut moves = Vec::new();
    while positions < most && line.ply() < 3 * size.points() {
        questions(&game, &line, &mut asked);
        positions += 1;
        moves.clear();
        game.legal_moves(line.last(), &mut moves);
        let stones = moves.len().saturating_sub(1);
        let mv = match stones {
            _ if moves.is_empty() => break,
            0 => Move::PASS,
            _ if rng.below(40) == 0 => Move::PASS,
            _ => moves[rng.below(stones)],
        };
        let vertex = mv.cell().map(|cell| points::write_gtp(size, cell));
        let vertex = vertex.unwrap_or_else(|| "pass".into());
        let colour = COLOURS[line.last().turn().index()];
        asked.push((format!("play {colour} {vertex}"), BTreeSet::new()));
        line.push(&game, mv);
    }
    let commands: Vec<String> = asked.iter().map(|(command, _)| command.clone()).collect();
    let mut differences = Vec::new();
    for ((command, ours), theirs) in asked.iter().zip(peer.ask(&commands)) {
        let ours: BTreeSet<&str> = ours.iter().map(String::as_str).collect();
        if words(&theirs) != ours {
            differences.push(format!(
                "{lines}x{lines}, seed {seed}: {command}: ours {ours:?}, gnugo {theirs:?}"
            ));
        }
    }
    (positions, differences)
}

#[test]
fn positions_of_random_games_are_gnu_gos() {
    let asked = std::env::var("YOMIKIRI_GNUGO_POSITIONS").ok();
    let wanted: usize = asked
        .and_then(|text| text.parse().ok())
        .unwrap_or(POSITIONS);
    let Some(mut peer) = Peer::start() else {
        println!("gnugo is not installed: nothing was compared");
        return;
    };
    let mut compared = 0;
    let mut differences = Vec::new();
    for (number, lines) in LINES.into_iter().enumerate() {
        let mut left = wanted / LINES.len() + usize::from(number < wanted % LINES.len());
        let mut seed = 0;
        while left > 0 {
            // A game is cut now and then, so that its beginning is not all that is seen of large boards.
            let (positions, found) = compare(&mut peer, lines, seed, left);
            left -= positions;
            compared += positions;
            differences.extend(found);
            seed += 1;
        }
        println!("{lines}x{lines}: {seed} games");
    }
    println!(
        "{compared} positions compared with GNU Go's, {} differences",
        differences.len()
    );
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn fixed_handicaps_are_gnu_gos() {
    let Some(mut peer) = Peer::start() else {
        println!("gnugo is not installed: nothing was compared");
        return;
    };
    for lines in 5..=19 {
        let size = Size::new(lines, lines).unwrap();
        for stones in 0..=10 {
            let commands = [
                format!("boardsize {lines}"),
                "clear_board".into(),
                format!("fixed_handicap {stones}"),
            ];
            let answers = peer.ask(&commands);
            let theirs = &answers[2];
            match handicap::cells(size, stones) {
                Some(cells) => {
                    let ours: BTreeSet<String> = cells
                        .iter()
                        .map(|&cell| points::write_gtp(size, cell))
                        .collect();
                    let ours: BTreeSet<&str> = ours.iter().map(String::as_str).collect();
                    assert_eq!(words(theirs), ours, "{stones} stones, {lines} lines");
                }
                None => assert!(theirs.starts_with('?'), "{lines} {stones}: {theirs}"),
            }
        }
    }
}
