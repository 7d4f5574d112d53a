//! The laws of every reader (those of the fuzz targets) on mutated valid inputs, with a stable
//! compiler and the same inputs every time.

#[path = "../../../fuzz/src/readers.rs"]
#[allow(unreachable_pub)] // Public for the fuzz targets.
mod readers;

use std::path::Path;

use yomikiri_game_api::SplitMix64;
use yomikiri_games::koma::{BUILTIN, Koma, builtin_rules};

/// Mutants of each reader's inputs.
const MUTANTS: usize = 4000;

/// Words that mean something somewhere.
const WORDS: &[&str] = &[
    "0",
    "1",
    "9",
    "15",
    "16",
    "255",
    "-1",
    "99999999999999999999",
    "1.5",
    "true",
    "null",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "/",
    "+",
    "*",
    "-",
    "--",
    "---",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\u{3000}",
    "=",
    ":",
    "：",
    "?",
    "&",
    ",",
    "#",
    "\\",
    "b",
    "w",
    "A",
    "b5b4",
    "C*b3",
    "b2b1+",
    "Ab4",
    "2四ア",
    "あ",
    "成",
    "不成",
    "打",
    "パス",
    "pass",
    "...",
    "投了",
    "中断",
    "千日手",
    "終局（x）",
    "まで",
    "手で",
    "先手の勝ち",
    "引き分け",
    "**評価値=",
    "(0:16)",
    "schema",
    "moves",
    "result",
    "resign",
    "é",
    "\u{feff}",
    "\0",
    "１",
    "steps",
    "slides",
    "piece",
    "royal",
    "letter",
    "promotes_to",
];

/// Valid inputs for a reader, with the byte that chooses before those that have one.
fn seeds(reader: &str) -> Vec<Vec<u8>> {
    let chosen = |choice: u8, text: &str| [&[choice], text.as_bytes()].concat();
    let starts = [
        "hbd/3/3/3/CAS b -",
        "gle/1c1/1C1/ELG b -",
        "sgkgs/5/1ppp1/1PPP1/5/SGKGS b -",
        "rbsgk/4p/5/P4/KGSBR b -",
    ];
    let later = [
        "h1d/1b1/3/1A1/C1S w -",
        "g1e/1l1/1C1/E1L w Gc",
        "sgk1s/3+P1/1pp2/1P3/5/SGKGS w Pgp",
        "rb1gk/4p/2s2/P4/KG1BR b S",
    ];
    let positions = || (0..4).flat_map(|i| [(i, starts[i as usize]), (i, later[i as usize])]);
    let kif = include_str!("../../records/tests/data/mate.kif");
    let json = include_str!("../../records/tests/data/mate.json");
    match reader {
        "rule_file" => {
            let text = |id: &&str| builtin_rules(id).unwrap().as_bytes().to_vec();
            BUILTIN.iter().map(text).collect()
        }
        "koma_position" => positions().map(|(i, text)| chosen(i, text)).collect(),
        "koma_move" => {
            let moves = [
                "a1a2",
                "b1b2",
                "Bb2",
                "2二バ",
                "G*b1",
                "1四角打",
                "P*c2",
                "b4a5",
            ];
            let with = |(i, at): (u8, &str)| {
                moves
                    .iter()
                    .map(|mv| chosen(i, &format!("{at}\n{mv}")))
                    .collect::<Vec<_>>()
            };
            positions().flat_map(with).collect()
        }
        "record_json" => vec![
            chosen(0, json),
            chosen(
                0,
                r#"{"schema":1,"game":"anpanman","moves":["b5b4"],"result":null}"#,
            ),
            chosen(
                1,
                r#"{"schema":1,"game":"dobutsu","moves":["b3b2","c1b2"]}"#,
            ),
        ],
        "record_kif" => vec![
            chosen(0, kif),
            chosen(0, &format!("{kif}---\n{kif}")),
            chosen(
                1,
                "手合割：dobutsu\n手数--\n1 2二ヒ\n2 投了\nまで1手で先手の勝ち\n",
            ),
        ],
        "record_styles" => vec![
            chosen(0, "b5b4 b1b2 c5c4 c1c2\nb5a4\n-\n"),
            chosen(1, "b3b2 c1b2 C*b3"),
            chosen(4, include_str!("../../records/tests/data/goal.chess.txt")),
            chosen(8, include_str!("../../records/tests/data/goal.spaced.txt")),
            chosen(8, "2四ア 2二バ\n---\n-\n---\n2四あ\n"),
            chosen(9, "2二ヒ 2二ゾ 2三ヒ打"),
        ],
        "player_spec" => [
            "human",
            "random:seed=7",
            "alphabeta:depth=6,nodes=1000,time=1.5s,hash=1",
            "asai:depth=3",
            "external:engine --flag=1",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
        "game_spec" => [
            "anpanman",
            "anpanman?no_moves=draw&model=capture&goal=any",
            "minishogi?repetition=0",
            "tictactoe",
            "koma:my-rules.toml?goal=any",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
        "xiangqi_text" => [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\nh2e2",
            "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r\nC2=5",
            "4k4/9/9/2P1P4/2P1P4/2P6/9/9/4A4/4K4 w - - 0 1\n前七平八",
            "4k4/4a4/4b4/9/9/9/9/4C4/9/3K5 b - - 12 40\n将５平４",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
        "xiangqi_file" => vec![
            chosen(
                0,
                "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n\n1. 炮二平五 马８进７ {好} 2. 马二进三 *\n",
            ),
            chosen(0, "[Format \"WXF\"]\n\n1. C2.5 H8+7 2. H2+3 1-0\n"),
            chosen(0, "1. H2-E2 H9-G7 (1. C3-C4) 1/2-1/2\n"),
            [&[1][..], b"XQ\x0a", &[0; 1030]].concat(),
        ],
        "xqf_tree" => ["\x05\x40\x01\x20", "0p7p!`\x1fP*p", "ApBpCpDp\u{1}\u{0}"]
            .map(|text| text.as_bytes().to_vec())
            .to_vec(),
        "pgn_footer" => [
            "\n==========================\n更多棋谱请访问 http://www.example.com/\n",
            "Produced by a program, 2024\n\n",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
        "chess_text" => [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ne2e4",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2\ne5d6",
            "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 99 80\nO-O",
            "8/P6k/8/8/8/8/7K/8 w - - 0 1\na8=N+",
            "N6k/8/8/8/8/8/8/N6K w\nN1c2",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
        "chess_pgn" => [
            "[Event \"?\"]\n[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n",
            "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n\n1. a8=Q {wins} (1. a8=R $2 Kg6) Kg6 *\n",
            "1. Nf3 ; a comment\nd5 2. O-O 1/2-1/2\n\n1. d4 d5 *\n",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
        "go_position" => vec![
            chosen(0, "X1O/3/1X1 w -"),
            chosen(1, "2/XO/2/OX/2 b - 1 2,0"),
            chosen(2, "9/1XO6/X1XO5/1XO6/9/9/9/9/9 w B7 0 1,0"),
            chosen(128, "X.O\n+*0\n...\nb -"),
            chosen(4, "25/12X12 b - 2"),
        ],
        "gtp" => [
            "1 protocol_version\nboardsize 4\nkomi 6.5\nplay b A1\nplay b B2\ngenmove w\nundo\nshowboard\nquit\n",
            "clear_board\nplay b pass\nplay w pass\nfinal_score\nfinal_status_list alive\nplay b C3\nall_legal w\n",
            "rectangular_boardsize 7 9\nfixed_handicap 2\nlist_stones b\ncountlib C3\ntime_settings 1 0 0\nknown_command x\n",
            "set_free_handicap A1 B2\nyomikiri-dead A1\nkgs-time_settings canadian 1 2 3\nreg_genmove w\ncputime\n",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
        "sgf" => vec![
            include_bytes!("../../records/tests/data/sgf/cgoban.sgf").to_vec(),
            include_bytes!("../../records/tests/data/sgf/sabaki.sgf").to_vec(),
            include_bytes!("../../records/tests/data/sgf/ff1.sgf").to_vec(),
            b"(;SZ[5]AB[aa:bb]PL[W];W[cc](;B[dd]C[x\\]y])(;AE[aa]AW[ee];W[];B[]))(;SZ[3:4];B[bb])".to_vec(),
        ],
        "figure" => vec![
            b"+++++\n+++++0+++\n++*0+++++0+0+***\n".to_vec(),
            b"**\r\n0\r\n".to_vec(),
        ],
        other => unreachable!("no seeds for {other}"),
    }
}

/// One to four small accidents. Most keep the text UTF-8, which is where it gets interesting.
fn mutate(seed: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let mut text: Vec<char> = String::from_utf8_lossy(seed).chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(8)).min(text.len());
        match random.below(7) {
            0 => drop(text.drain(at..end)),
            1 => text.truncate(at),
            2 => {
                let again = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, again);
            }
            3 if at < text.len() => {
                let near = text[at] as u32 ^ (1 << random.below(7));
                text[at] = char::from_u32(near).unwrap_or('?');
            }
            4 if at < text.len() => {
                let other = random.below(text.len());
                text.swap(at, other);
            }
            _ => {
                let word = WORDS[random.below(WORDS.len())].chars();
                let replaced = if random.below(2) == 0 { at } else { end };
                text.splice(at..replaced, word);
            }
        }
    }
    let mut bytes = text.into_iter().collect::<String>().into_bytes();
    if random.below(50) == 0 && !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = random.next_u64() as u8;
    }
    bytes
}

fn check_reader(name: &str) {
    let (_, read) = readers::READERS
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a reader");
    let seeds = seeds(name);
    for seed in &seeds {
        read(seed);
    }
    let mut random = SplitMix64::new(7);
    for _ in 0..MUTANTS {
        let mutant = mutate(&seeds[random.below(seeds.len())], &mut random);
        let told = std::panic::catch_unwind(|| read(&mutant));
        if let Err(panic) = told {
            eprintln!("{name} on {:?}", String::from_utf8_lossy(&mutant));
            std::panic::resume_unwind(panic);
        }
    }
    // A line of ten megabytes.
    for junk in ["x", "9", "/", "あ", "a=1&", "a=1,", " ", "[", "1 "] {
        let mut huge = seeds[0].clone();
        huge.extend(junk.repeat(10_000_000 / junk.len()).into_bytes());
        read(&huge);
    }
}

/// `cargo test -p yomikiri-lab --test readers -- --ignored` gives the fuzzers something to begin
/// with.
#[test]
#[ignore = "writes files: seeds for the fuzz targets"]
fn write_seeds() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, _) in readers::READERS {
        let folder = corpus.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        for (i, seed) in seeds(name).iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{i}")), seed).unwrap();
        }
    }
}

/// Found beside the fuzzers: moves in shogi style could not be told apart.
#[test]
fn signs_that_could_be_misread_are_refused() {
    let rules = builtin_rules("dobutsu").unwrap();
    for sign in [
        "ラ",
        "",
        "キ リ",
        "ヒ成",
        "ヒ打",
        "キ1",
        "キ(",
        "キキキキキ",
    ] {
        let changed = rules.replace("sign = \"キ\"", &format!("sign = {sign:?}"));
        assert_ne!(changed, rules);
        let error = Koma::from_toml("signs.toml", &changed).unwrap_err();
        assert!(error.expected.contains("a sign"), "{sign:?}: {error}");
    }
    let long = rules.replace("\"giraffe\"", &format!("{:?}", "x".repeat(100_000)));
    let twice = long.replace("\"elephant\"", &format!("{:?}", "x".repeat(100_000)));
    let error = Koma::from_toml("long.toml", &twice).unwrap_err();
    assert!(error.to_string().len() < 1000, "{error}");
}

#[test]
fn every_reader_is_checked() {
    let names: Vec<&str> = readers::READERS.iter().map(|(name, _)| *name).collect();
    let checked = [
        "rule_file",
        "koma_position",
        "koma_move",
        "record_json",
        "record_kif",
        "record_styles",
        "player_spec",
        "game_spec",
        "xiangqi_text",
        "xiangqi_file",
        "xqf_tree",
        "pgn_footer",
        "chess_text",
        "chess_pgn",
        "go_position",
        "gtp",
        "sgf",
        "figure",
    ];
    assert_eq!(names, checked);
}

#[test]
fn rule_files_are_read_or_refused() {
    check_reader("rule_file");
}

#[test]
fn positions_are_read_or_refused() {
    check_reader("koma_position");
}

#[test]
fn xiangqi_is_read_or_refused() {
    check_reader("xiangqi_text");
    check_reader("xiangqi_file");
    check_reader("xqf_tree");
    check_reader("pgn_footer");
}

#[test]
fn chess_is_read_or_refused() {
    check_reader("chess_text");
    check_reader("chess_pgn");
}

#[test]
fn go_is_read_or_refused() {
    check_reader("go_position");
    check_reader("gtp");
}

#[test]
fn sgf_is_read_or_refused() {
    check_reader("sgf");
    check_reader("figure");
}

#[test]
fn moves_are_read_or_refused() {
    check_reader("koma_move");
}

#[test]
fn json_records_are_read_or_refused() {
    check_reader("record_json");
}

#[test]
fn kif_records_are_read_or_refused() {
    check_reader("record_kif");
}

#[test]
fn move_texts_are_read_or_refused() {
    check_reader("record_styles");
}

#[test]
fn players_are_read_or_refused() {
    check_reader("player_spec");
}

#[test]
fn games_are_read_or_refused() {
    check_reader("game_spec");
}
