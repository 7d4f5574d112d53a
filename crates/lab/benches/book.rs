//! What opening books cost: a build of many games, opening a large book, and a probe.
//!
//! `cargo bench -p yomikiri-lab --bench book`; `YOMIKIRI_BOOK_GAMES=1000,4000` builds books of other sizes. Times are
//! processor seconds of the whole process, those of the build without what making the games takes; memory is the peak
//! so far, as the system says.

use std::fs;
use std::hint::black_box;
use std::process::Command;

use yomikiri_book::{BookIndex, Counts, Draft, Header, NewEdge, Place};
use yomikiri_game_api::{Game, Notation, Side, SplitMix64};
use yomikiri_games::xiangqi::Xiangqi;
use yomikiri_lab::{BuildOrder, GameRecord, Lab, SourceContents, SourcePart, Tree};
use yomikiri_records::Ending;

const PLIES: usize = 80;
/// Says to the process that builds one book how many games it has.
const ONE_BUILD: &str = "YOMIKIRI_BOOK_ONE_BUILD";
/// Games that are made, and taken in, at a time.
const PART: u64 = 200;

/// Processor seconds of this process so far; 0 where the system does not say.
fn processor_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let words: Vec<f64> = after
        .split_whitespace()
        .map(|word| word.parse().unwrap_or(0.0))
        .collect();
    // User and system time, in hundredths on every Linux that matters.
    words
        .get(11)
        .zip(words.get(12))
        .map_or(0.0, |(user, system)| (user + system) / 100.0)
}

/// The peak of memory in megabytes.
fn peak_memory() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}

/// A game at random as PGN. The first plies have few choices, as openings do.
fn game_text(number: u64) -> GameRecord {
    let game = Xiangqi::default();
    let mut random = SplitMix64::new(number);
    let mut at = game.start();
    let mut moves = Vec::new();
    while moves.len() < PLIES {
        let mut legal = Vec::new();
        game.legal_moves(&at, &mut legal);
        if legal.is_empty() {
            break;
        }
        let few = if moves.len() < 12 {
            legal.len().min(3)
        } else {
            legal.len()
        };
        let mv = legal[random.below(few)];
        moves.push(game.write_move(&at, mv));
        game.play(&mut at, mv);
    }
    GameRecord {
        game: "xiangqi".into(),
        players: [Some(format!("player {number}")), None],
        tree: Tree::of_moves(moves),
        result: Some(Ending {
            winner: [None, Some(Side::First), Some(Side::Second)][random.below(3)],
            reason: "adjudication".into(),
            margin: None,
        }),
        ..GameRecord::default()
    }
}

/// Builds a book and returns the peak of memory.
fn build(games: u64) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let game = Lab::new().open_game("xiangqi").expect("the game");
    let (mut done, mut making) = (0, 0.0);
    let begun = processor_seconds();
    let order = BuildOrder {
        threads: 2,
        judging: yomikiri_records::Judging::Never,
        keep_going: true,
        ..BuildOrder::default()
    };
    // PGN as in a file; what making it takes is measured alone afterwards.
    let text = |from: u64| {
        let records: Vec<GameRecord> = (from..(from + PART).min(games)).map(game_text).collect();
        let texts = records.iter().map(|record| {
            let mut text = format!(
                "[Game \"Chinese Chess\"]\n[Red \"{}\"]\n[Result \"{}\"]\n\n",
                record.players[0].as_deref().unwrap_or_default(),
                result(record)
            );
            text += &record.native_moves();
            text + " " + result(record) + "\n\n"
        });
        texts.collect::<String>()
    };
    let report = game
        .books()
        .build(&folder.path().join("a.ybk"), &order, &mut || {
            let from = done;
            done += PART;
            Ok((from < games).then(|| SourcePart {
                source: "games.pgn".into(),
                contents: SourceContents::Bytes {
                    format: "pgn",
                    bytes: text(from).into_bytes(),
                    lines: 0,
                },
            }))
        });
    let report = report.expect("a book");
    let all = processor_seconds() - begun;
    let sample = 2000.min(games);
    let before = processor_seconds();
    for from in (0..sample).step_by(PART as usize) {
        black_box(text(from));
    }
    making += (processor_seconds() - before) * games as f64 / sample as f64;
    assert!(report.games > games / 2);
    println!(
        "build: {} games of {PLIES} plies, {} edges kept: {:.1} processor seconds ({:.2} of 120), peak {:.0} MB",
        report.games,
        report.edges,
        all - making,
        (all - making) / 120.0,
        peak_memory()
    );
    peak_memory()
}

fn result(record: &GameRecord) -> &'static str {
    match record.result.as_ref().and_then(|ending| ending.winner) {
        None => "1/2-1/2",
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
    }
}

fn open_and_probe(edges: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.ybk");
    let header = Header {
        game: "xiangqi".into(),
        spec: "xiangqi".into(),
        keys: "bench".into(),
    };
    let mut random = SplitMix64::new(1);
    let mut places: Vec<Place> = (0..edges / 2)
        .map(|number| Place {
            key: random.next_u64(),
            position: format!(
                "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/{number:09} w"
            ),
        })
        .collect();
    places.sort();
    let draft = Draft::begin(&path, &header).expect("a draft");
    draft.add_source("bench").expect("a source");
    for place in &places {
        let counts = Counts {
            win: 3,
            draw: 2,
            loss: 1,
        };
        let edge = |mv: &str| NewEdge::new(mv, counts, 1);
        draft
            .add(place, 10, &[edge("b2e2"), edge("h2e2")])
            .expect("a position");
    }
    draft.finish().expect("a book");
    let begun = processor_seconds();
    let index = BookIndex::open(&path, &header).expect("the book");
    let seconds = processor_seconds() - begun;
    assert_eq!(index.edges() as u64, edges);
    println!("open: {edges} edges in {seconds:.2} processor seconds ({seconds:.2} of 1)");
    const PROBES: usize = 2_000_000;
    let begun = processor_seconds();
    let mut found = 0;
    for _ in 0..PROBES {
        found += index.moves(&places[random.below(places.len())]).len();
    }
    let each = (processor_seconds() - begun) * 1e6 / PROBES as f64;
    assert_eq!(found, 2 * PROBES);
    println!(
        "probe: {each:.2} µs at random places of the book ({:.2} of 2)",
        each / 2.0
    );
    let few = &places[..100];
    let begun = processor_seconds();
    for number in 0..PROBES {
        black_box(index.moves(&few[number % few.len()]).len());
    }
    let each = (processor_seconds() - begun) * 1e6 / PROBES as f64;
    println!("probe: {each:.2} µs warm ({:.2} of 2)", each / 2.0);
}

/// Builds a book in a process of its own, so that its peak is that of this build alone.
fn build_alone(games: u64) -> f64 {
    let program = std::env::current_exe().expect("this program");
    let mut child = Command::new(program);
    child.env(ONE_BUILD, games.to_string());
    let output = child.output().expect("a build");
    let text = String::from_utf8_lossy(&output.stdout);
    let (told, peak) = text.trim_end().rsplit_once('\n').unwrap_or_default();
    println!("{told}");
    peak.parse().expect("a peak of memory")
}

fn main() {
    if let Some(games) = std::env::var(ONE_BUILD)
        .ok()
        .and_then(|size| size.parse().ok())
    {
        println!("{}", build(games));
        return;
    }
    let sizes = std::env::var("YOMIKIRI_BOOK_GAMES").unwrap_or_else(|_| "50000,200000".to_owned());
    let sizes = sizes.split(',').filter_map(|size| size.parse().ok());
    let peaks: Vec<f64> = sizes.map(build_alone).collect();
    if let [first, .., last] = peaks[..] {
        let growth = 100.0 * (last / first - 1.0);
        println!("memory: {growth:+.0} % from the first build to the last (bar: 20 %)");
    }
    open_and_probe(1_000_000);
}
