//! Round trips of random games of every koma game in every format.

use yomikiri_game_api::{Game, Line, Notation, Side, SplitMix64};
use yomikiri_games::koma::{BUILTIN, Koma};
use yomikiri_records::{Ending, Format, NodeId, Record, RecordCodec};

const GAMES_EACH: u64 = 60;
const LONGEST: usize = 400;

/// A random game, cut off at `LONGEST`; some start in the middle of an earlier one.
fn random_line(game: &Koma, random: &mut SplitMix64) -> Line<Koma> {
    let mut line = Line::new(game);
    let skipped = if random.below(3) == 0 {
        random.below(12)
    } else {
        0
    };
    let mut moves = Vec::new();
    for ply in 0..LONGEST + skipped {
        if line.outcome(game).is_some() {
            break;
        }
        moves.clear();
        line.legal_moves(game, &mut moves);
        line.push(game, moves[random.below(moves.len())]);
        if ply + 1 == skipped {
            line = Line::from_position(game, *line.last());
        }
    }
    line
}

/// Comments that look like other parts of a record.
const REMARKS: &[&str] = &[
    "plain",
    "*starred",
    "*評価値=7",
    "\\",
    "two\nlines",
    "\n",
    "---",
    "  spaced  ",
    "投了",
    "まで3手で先手の勝ち",
    "\"quoted\" \u{3042}",
    "# hash",
];

fn annotate(record: &mut Record, random: &mut SplitMix64) {
    let mut remark = |often: usize| {
        let remark = REMARKS[random.below(REMARKS.len())];
        (random.below(often) == 0).then(|| remark.to_owned())
    };
    record.tree.node_mut(NodeId::ROOT).comment = remark(2);
    let line: Vec<NodeId> = record.tree.main_line().collect();
    for &id in &line {
        record.tree.node_mut(id).comment = remark(4);
    }
    for &id in &line {
        let mv = record.tree.node_mut(id);
        mv.score = (random.below(3) == 0).then(|| random.below(64_001) as i32 - 32_000);
        mv.time_ms = (random.below(3) == 0).then(|| random.next_u64() >> random.below(64));
    }
    record.players = [Some("アサイ: depth=3".into()), None];
    record.date = Some("2026-05-01T12:00:00Z".into());
    record.tags.insert("event".into(), "試験：一".into());
    record.tags.insert("machine".into(), "x".into());
    if record.result.is_none() && random.below(2) == 0 {
        let (winner, reason) = [
            (Some(Side::First), "resign"),
            (Some(Side::Second), "time"),
            (None, "agreement"),
            (None, "move-limit"),
        ][random.below(4)];
        record.result = Some(Ending {
            winner,
            reason: reason.into(),
            margin: None,
        });
    }
}

fn check_round_trips(id: &str) {
    let game = Koma::builtin(id).unwrap();
    let codec = RecordCodec::new(&game, id);
    let mut random = SplitMix64::new(20_120_301);
    let mut all = Vec::new();
    for _ in 0..GAMES_EACH {
        let line = random_line(&game, &mut random);
        let mut record = Record::of_line(&game, id, &line);
        let bare = record.clone();
        annotate(&mut record, &mut random);
        for format in [Format::Json, Format::Kif] {
            let text = codec.write(format, std::slice::from_ref(&record)).unwrap();
            let back = codec.read_one(format, &text).unwrap();
            assert_eq!(back, record, "{id} {format}\n{text}");
        }
        let start = record.start.clone().unwrap();
        let from_there = RecordCodec::new(&game, id).starting_at(&start);
        for format in [
            Format::Native,
            Format::Style("chess"),
            Format::Style("shogi"),
        ] {
            let text = codec.write(format, std::slice::from_ref(&record)).unwrap();
            let back = from_there.read_one(format, &text).unwrap();
            assert_eq!(back, bare, "{id} {format}\n{text}");
            // Other white space means the same.
            let spread = text.trim().replace([' ', '\n'], "\u{3000}\r\t ");
            let back = from_there.read_one(format, &spread).unwrap();
            assert_eq!(back, bare, "{id} {format}\n{spread}");
        }
        let replayed = codec.replay(&record).unwrap();
        assert_eq!(replayed.moves(), line.moves());
        all.push(record);
    }
    for format in [Format::Json, Format::Kif] {
        let text = codec.write(format, &all).unwrap();
        assert_eq!(codec.read(format, &text).unwrap(), all, "{id} {format}");
    }
    let from_start: Vec<Record> = all
        .iter()
        .filter(|record| record.start == Some(game.write_position(&game.start())))
        .cloned()
        .collect();
    for format in codec.formats() {
        let text = codec.write(format, &from_start).unwrap();
        let back = codec.read(format, &text).unwrap();
        assert_eq!(back.len(), from_start.len());
        for (back, record) in back.iter().zip(&from_start) {
            assert_eq!(back.native_moves(), record.native_moves());
        }
    }
}

#[test]
fn anpanman_records_survive_every_format() {
    check_round_trips("anpanman");
}

#[test]
fn dobutsu_records_survive_every_format() {
    check_round_trips("dobutsu");
}

#[test]
fn gorogoro_records_survive_every_format() {
    check_round_trips("gorogoro");
}

#[test]
fn minishogi_records_survive_every_format() {
    check_round_trips("minishogi");
}

#[test]
fn every_game_is_checked() {
    assert_eq!(BUILTIN, ["anpanman", "dobutsu", "gorogoro", "minishogi"]);
}

#[test]
fn a_game_of_no_moves_is_a_record() {
    let game = Koma::builtin("anpanman").unwrap();
    let codec = RecordCodec::new(&game, "anpanman");
    let record = Record::of_line(&game, "anpanman", &Line::new(&game));
    for format in codec.formats() {
        let text = codec
            .write(format, &[record.clone(), record.clone()])
            .unwrap();
        let back = codec.read(format, &text).unwrap();
        assert_eq!(back, [record.clone(), record.clone()], "{format}\n{text}");
    }
}
