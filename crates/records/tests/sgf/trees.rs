//! Large and random trees.

use yomikiri_game_api::{Game, GameOptions, Line, Notation, SplitMix64};
use yomikiri_games::go::Go;
use yomikiri_records::{Action, Fault, Format, Node, NodeId, Property, Record};

use crate::{one, read, with_codec, written};

/// A tree of random moves, set-ups, texts and properties.
fn random_record(random: &mut SplitMix64) -> Record {
    const TEXTS: &[&str] = &[
        "x",
        "a ] b",
        "\\",
        "two\nlines",
        "[",
        "日本語",
        "a:b",
        ";(",
        " \n ",
        "\\]",
    ];
    const NAMES: &[&str] = &["TR", "SQ", "XX", "BL", "LB", "A1", "ZZTOP"];
    let mut game = Go::default();
    game.set_option("size", ["2", "3", "4x3", "5"][random.below(4)])
        .unwrap();
    let spec = format!("go?size={}", GameOptions::options(&game)[0].value);
    let text = |random: &mut SplitMix64, often: usize| {
        let text = TEXTS[random.below(TEXTS.len())];
        (random.below(often) == 0).then(|| text.to_owned())
    };
    let mut line = Line::new(&game);
    let mut record = Record {
        start: Some(game.write_position(line.start())),
        game: spec,
        ..Record::default()
    };
    record.players = [text(random, 2), text(random, 3)]
        .map(|name| name.map(|it| it.replace('\n', " ").trim().to_owned()));
    record
        .players
        .iter_mut()
        .for_each(|name| *name = name.take().filter(|name| !name.is_empty()));
    let mut nodes = vec![(NodeId::ROOT, *line.last())];
    let mut moves = Vec::new();
    for _ in 0..random.below(12) {
        let (parent, at) = nodes[random.below(nodes.len())];
        let mut node = Node {
            comment: text(random, 3),
            name: text(random, 6)
                .map(|name| name.trim().replace('\n', " "))
                .filter(|name| !name.trim().is_empty()),
            ..Node::default()
        };
        if random.below(5) == 0 {
            node.marks = vec![1 + random.below(6) as u8];
        }
        line.restart(&game, at);
        moves.clear();
        line.legal_moves(&game, &mut moves);
        let after = match random.below(6) {
            0 => at,
            1 => {
                let mut other = Line::new(&game);
                for _ in 0..random.below(5) {
                    let mut moves = Vec::new();
                    other.legal_moves(&game, &mut moves);
                    moves.truncate(moves.len() - 1);
                    if moves.is_empty() {
                        break;
                    }
                    other.push(&game, moves[random.below(moves.len())]);
                }
                // The prisoners and the ko of a board are not part of a set-up.
                let text = game.write_position(other.last());
                let [rows, side] = [0, 1].map(|at| text.split(' ').nth(at).unwrap());
                let prisoners = game.write_position(&at);
                let prisoners = prisoners.split(' ').nth(4).unwrap_or("0,0").to_owned();
                let set_up = game
                    .read_position(&format!("{rows} {side} - 0 {prisoners}"))
                    .unwrap();
                // A set-up that changes no stone leaves everything else as it is.
                let same = game.write_position(&at).split(' ').next() == Some(rows);
                if same {
                    at
                } else {
                    node.action = Action::Setup(game.write_position(&set_up));
                    set_up
                }
            }
            _ if moves.is_empty() => at,
            _ => {
                let mv = moves[random.below(moves.len())];
                node.action = Action::Move {
                    text: game.write_move(&at, mv),
                    side: None,
                };
                let mut after = at;
                game.play(&mut after, mv);
                after
            }
        };
        for _ in 0..random.below(3) {
            let mut values = Vec::new();
            for _ in 0..1 + random.below(2) {
                let text = TEXTS[random.below(TEXTS.len())];
                values.push(text.replace('\\', "\\\\").replace(']', "\\]"));
            }
            let name = NAMES[random.below(NAMES.len())].to_owned();
            node.properties.push(Property { name, values });
        }
        let id = record.tree.add(parent, node);
        nodes.push((id, after));
    }
    record
}

#[test]
fn ten_thousand_random_trees_come_back() {
    let mut random = SplitMix64::new(17);
    let mut branches = 0;
    for _ in 0..10_000 {
        let record = random_record(&mut random);
        let list = std::slice::from_ref(&record);
        let text = with_codec(|codec| codec.write(Format::Sgf, list))
            .unwrap_or_else(|error| panic!("{error}\n{record:?}"));
        let back = one(&text);
        // Normal form, as JSON has it.
        let json = with_codec(|codec| codec.write(Format::Json, list)).unwrap();
        let normal = with_codec(|codec| codec.read_one(Format::Json, &json)).unwrap();
        assert_eq!(back.tree, normal.tree, "{text}");
        assert_eq!((&back.game, &back.players), (&normal.game, &normal.players));
        assert_eq!(written(&back), text);
        branches += usize::from(record.tree.has_variations());
    }
    assert!(branches > 3000, "{branches}");
}

/// Everything that is too deep, too large or unclosed is an error, quickly, on a small stack.
#[test]
fn nothing_overflows() {
    let work = || {
        let line = format!("(;SZ[19]{})", ";B[];W[]".repeat(200_000));
        let nested = format!(
            "(;SZ[19]{}{})",
            "(;B[](;W[]".repeat(200_000),
            "))".repeat(200_000)
        );
        let comments = format!(
            "(;SZ[19]{}{})",
            "(;C[x]".repeat(400_000),
            ")".repeat(400_000)
        );
        for text in [&line, &nested, &comments] {
            let error = read(text).map(drop).unwrap_err();
            assert_eq!(error.fault, Fault::TooLong);
            assert!(
                error
                    .to_string()
                    .contains("expected at most 20000 nodes in a line, got \";"),
                "{error}"
            );
        }
        for junk in [
            "(", ";", "(;", "[", "]", "\\", "(;B[aa]", "B[", "é", "(;C[\\", "A",
        ] {
            for head in ["", "(;SZ[19]", "(;C["] {
                let text = format!("{head}{}", junk.repeat(10_000_000 / junk.len()));
                let error = read(&text).map(drop).unwrap_err().to_string();
                assert!(error.len() < 300, "{error}");
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(work).unwrap().join().unwrap();
}

/// The longest tree that is allowed, with all its branches, can be read, written and dropped.
#[test]
fn deep_trees_are_read_on_a_small_stack() {
    let work = || {
        let depth = 19_000;
        let text = format!(
            "(;SZ[19]{}{})",
            "(;C[x](;C[y])".repeat(0) + &"(;C[x]".repeat(depth),
            ")".repeat(depth)
        );
        let record = one(&text);
        assert_eq!(record.tree.len(), depth);
        assert!(one(&written(&record)) == record);
        let wide = format!("(;SZ[19]{})", "(;B[aa])".repeat(100_000));
        let record = one(&wide);
        assert!(one(&written(&record)) == record);
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(work).unwrap().join().unwrap();
}
