//! GTP as Go's tools speak it: every command with its answer, every error in its words.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use yomikiri_game_api::SplitMix64;
use yomikiri_lab::{EngineLanguage, EngineOrder, Lab, PlayerSpec, serve_engine};

/// What was written, readable after the conversation.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The answers to a session, each without the empty line that ends it.
fn answers(game: &str, session: &[u8]) -> Vec<String> {
    // Moves are not the matter here: a player that needs no time.
    let player = game.starts_with("go").then(|| "random2".parse().unwrap());
    answers_of(player, game, session)
}

fn answers_of(player: Option<PlayerSpec>, game: &str, session: &[u8]) -> Vec<String> {
    let lab = Lab::new();
    let page = Page::default();
    let order = EngineOrder {
        game: lab.open_game(game).unwrap(),
        lab,
        language: EngineLanguage::of_word("gtp"),
        player: player.as_ref(),
    };
    serve_engine(order, Cursor::new(session.to_vec()), page.clone()).unwrap();
    let text = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
    let answers = text.split("\n\n").filter(|answer| !answer.is_empty());
    answers.map(str::to_owned).collect()
}

/// Commands with the answers to them; `*` ends an answer that may go on.
fn check(game: &str, transcript: &[(&str, &str)]) {
    let session: String = transcript
        .iter()
        .map(|(command, _)| format!("{command}\n"))
        .collect();
    let answers = answers(game, session.as_bytes());
    for (number, (command, expected)) in transcript.iter().enumerate() {
        let got = answers.get(number).map_or("(nothing)", String::as_str);
        let fits = match expected.strip_suffix('*') {
            Some(beginning) => got.starts_with(beginning),
            None => got == *expected,
        };
        assert!(fits, "{command}: expected {expected:?}, got {got:?}");
    }
    assert_eq!(answers.len(), transcript.len());
}

/// Every command of the protocol and of the game.
const EVERYTHING: &[(&str, &str)] = &[
    ("1 protocol_version", "=1 2"),
    ("name", "= Yomikiri"),
    ("version", "= *"),
    ("known_command play", "= true"),
    ("known_command countlib", "= true"),
    ("known_command fly", "= false"),
    ("list_commands", "= protocol_version\nname\n*"),
    ("query_boardsize", "= 19"),
    ("get_komi", "= 7"),
    ("boardsize 5", "="),
    ("clear_board", "="),
    ("get_komi", "= 0"),
    ("komi 6.5", "="),
    ("get_komi", "= 6.5"),
    ("play b C3", "="),
    ("play BLACK c4", "="),
    ("play w D3", "="),
    ("is_legal b C3", "= 0"),
    ("is_legal w a1", "= 1"),
    ("is_legal w pass", "= 1"),
    (
        "all_legal w",
        "= A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 C1 C2 C5 D1 D2 D4 D5 E1 E2 E3 E4 E5",
    ),
    ("list_stones black", "= C4 C3"),
    ("list_stones w", "= D3"),
    ("countlib C4", "= 5"),
    ("findlib D3", "= D4 E3 D2"),
    ("captures b", "= 0"),
    ("unconditional_status A1", "= undecided"),
    ("attack D3", "= *"),
    ("defend D3", "= *"),
    (
        "yomikiri-strings",
        "= 1 b 2 5 stones=C4,C3 liberties=C5,B4,D4,B3,C2 neighbours=2 status=*",
    ),
    ("yomikiri-line b D3", "= *"),
    ("yomikiri-links", "="),
    ("yomikiri-groups", "= 1 b strings=1 territory=*"),
    ("yomikiri-territory 2", "= value *"),
    ("yomikiri-territory 3 best b", "= gain *"),
    ("yomikiri-candidates w", "= *"),
    (
        "showboard",
        "=\n  A B C D E\n5 . . . . . 5\n4 . . X . . 4\n3 . . X O . 3\n*",
    ),
    ("undo", "="),
    ("undo", "="),
    ("list_stones b", "= C3"),
    ("play w pass", "="),
    ("play b pass", "="),
    ("final_score", "= B+18.5"),
    ("final_status C3", "= alive"),
    ("final_status A1", "= black_territory"),
    ("final_status_list alive", "= C3"),
    ("final_status_list seki", "="),
    ("yomikiri-dead C3", "="),
    ("final_status_list dead", "= C3"),
    ("final_status A1", "= dame"),
    ("final_score", "= W+6.5"),
    ("yomikiri-dead", "="),
    ("final_score", "= B+18.5"),
    ("play w A1", "="),
    ("komi 0.5", "="),
    ("list_stones w", "= A1"),
    ("undo", "="),
    ("undo", "="),
    ("undo", "="),
    ("undo", "="),
    ("undo", "? cannot undo"),
    ("time_settings 60 10 5", "="),
    ("time_left b 0.2 0", "="),
    ("kgs-time_settings none", "="),
    ("reg_genmove w", "= *"),
    ("list_stones w", "="),
    ("genmove w", "= *"),
    ("genmove w", "= *"),
    ("undo", "="),
    ("undo", "="),
    ("list_stones w", "="),
    ("lz-analyze b 10", "=\ninfo move *"),
    ("8 kata-analyze w 10 maxmoves 2", "=8\ninfo move *"),
    ("list_stones w", "="),
    ("cputime", "= *"),
    ("rectangular_boardsize 3 4", "="),
    ("query_boardsize", "= 3 4"),
    ("rectangular_boardsize 9 9", "="),
    ("query_boardsize", "= 9"),
    ("fixed_handicap 5", "= C3 G7 C7 G3 E5"),
    ("list_stones b", "= C7 G7 E5 C3 G3"),
    ("undo", "="),
    ("list_stones b", "="),
    ("place_free_handicap 4", "= C3 G7 C7 G3"),
    ("clear_board", "="),
    ("set_free_handicap A1 J9", "="),
    ("list_stones b", "= J9 A1"),
    ("gogui-analyze_commands", "= plist/Stones/list_stones %c\n*"),
    ("yomikiri-dead J9", "="),
    ("2 quit", "=2"),
];

#[test]
fn every_command_is_answered() {
    check("go", EVERYTHING);
    let listed = answers("go", b"list_commands\n").remove(0);
    let commands = listed[2..].lines();
    for command in commands.filter(|name| !name.ends_with("sgf")) {
        let word = |line: &str| line.split_whitespace().any(|word| word == command);
        assert!(
            EVERYTHING.iter().any(|(line, _)| word(line)),
            "{command} is not in the transcript"
        );
    }
}

#[test]
fn analysis_says_what_the_usual_player_thinks() {
    let session =
        b"boardsize 5\nkomi 0.5\nlz-analyze b 10 maxmoves 3\nkata-analyze w\nlist_stones b\n";
    let answers = answers_of(None, "go", session);
    assert_eq!(answers.len(), 5, "{answers:?}");
    let infos = |answer: &str| answer.matches("info move ").count();
    assert_eq!(infos(&answers[2]), 3, "{}", answers[2]);
    for word in [" visits ", " winrate ", " prior ", " order 0 ", " pv "] {
        assert!(answers[2].contains(word), "{word} in {}", answers[2]);
    }
    for word in [" scoreLead ", " utility ", " lcb "] {
        assert!(answers[3].contains(word), "{word} in {}", answers[3]);
    }
    assert!(infos(&answers[3]) > 3);
    assert_eq!(answers[4], "=");
}

#[test]
fn every_error_is_told_in_gtps_words() {
    check(
        "go?size=9",
        &[
            ("fly", "? unknown command"),
            ("7 fly me", "?7 unknown command"),
            (
                "known_command",
                "? syntax error: \"known_command\": expected a command",
            ),
            (
                "boardsize",
                "? syntax error: \"boardsize\": expected a size",
            ),
            (
                "lz-analyze b maxmoves x",
                "? syntax error: maxmoves: expected a number from 1",
            ),
            ("lz-analyze avoid b D4 1", "? cannot restrict the moves"),
            ("boardsize x", "? syntax error: expected a whole number"),
            ("boardsize 1", "? unacceptable size"),
            ("boardsize 26", "? unacceptable size"),
            (
                "rectangular_boardsize 5",
                "? syntax error: \"rectangular_boardsize\": expected a height",
            ),
            ("rectangular_boardsize 5 26", "? unacceptable size"),
            ("komi", "? syntax error: \"komi\": expected a komi"),
            ("komi x", "? syntax error: komi: expected a number"),
            ("komi 0.3", "? *"),
            ("play b", "? syntax error: \"play\": expected a move"),
            (
                "play green A1",
                "? syntax error: expected a colour (black or white)",
            ),
            ("play b I5", "? illegal move"),
            ("play b Z9", "? illegal move"),
            ("play b A1", "="),
            ("play w A1", "? illegal move"),
            ("play w B1", "="),
            ("play w A2", "="),
            ("play b A1", "? illegal move"),
            ("captures w", "= 1"),
            ("genmove", "? syntax error: \"genmove\": expected a colour"),
            (
                "reg_genmove red",
                "? syntax error: expected a colour (black or white)",
            ),
            (
                "is_legal b",
                "? syntax error: \"is_legal\": expected a move",
            ),
            (
                "all_legal",
                "? syntax error: \"all_legal\": expected a colour",
            ),
            ("time_settings a", "? syntax error: expected seconds"),
            (
                "time_settings 1 1",
                "? syntax error: \"time_settings\": expected stones",
            ),
            ("time_left b x 1", "? syntax error: expected seconds"),
            (
                "kgs-time_settings often",
                "? syntax error: expected none, absolute, byoyomi or canadian",
            ),
            (
                "final_status",
                "? syntax error: \"final_status\": expected a vertex",
            ),
            (
                "final_status Z1",
                "? syntax error: expected a vertex of the board",
            ),
            (
                "final_status_list",
                "? syntax error: \"final_status_list\": expected alive, dead or seki",
            ),
            (
                "final_status_list asleep",
                "? syntax error: expected alive, dead or seki",
            ),
            (
                "yomikiri-dead Z1",
                "? syntax error: expected vertices of the board",
            ),
            ("loadsgf", "? syntax error: \"loadsgf\": expected a file"),
            ("loadsgf /no/such/file.sgf", "? cannot load file"),
            ("countlib", "? syntax error: expected a vertex of the board"),
            ("countlib A1", "? vertex must not be empty"),
            ("findlib A1", "? vertex must not be empty"),
            ("attack A1", "? vertex must not be empty"),
            (
                "yomikiri-territory 4",
                "? syntax error: expected the number of a kind of territory",
            ),
            (
                "yomikiri-candidates",
                "? syntax error: expected a colour (black or white)",
            ),
            (
                "yomikiri-territory 1 worst",
                "? syntax error: expected nothing, or best and a colour",
            ),
            (
                "unconditional_status pass",
                "? syntax error: expected a vertex of the board",
            ),
            (
                "captures",
                "? syntax error: expected a colour (black or white)",
            ),
            (
                "list_stones blue",
                "? syntax error: expected a colour (black or white)",
            ),
            ("fixed_handicap 4", "? board not empty"),
            ("set_free_handicap C3 G7", "? board not empty"),
            ("place_free_handicap 2", "? board not empty"),
            ("clear_board", "="),
            (
                "fixed_handicap",
                "? syntax error: expected a number of stones",
            ),
            ("fixed_handicap 1", "? invalid number of stones"),
            ("fixed_handicap 10", "? invalid number of stones"),
            ("place_free_handicap 1", "? invalid number of stones"),
            ("place_free_handicap 81", "? invalid number of stones"),
            ("set_free_handicap C3", "? bad vertex list"),
            ("set_free_handicap C3 C3", "? bad vertex list"),
            ("set_free_handicap C3 pass", "? bad vertex list"),
            ("undo", "? cannot undo"),
        ],
    );
    // A game without these abilities says so.
    check(
        "tictactoe",
        &[
            ("komi 1", "? this game has no komi"),
            ("get_komi", "? this game has no komi"),
            ("final_score", "? cannot score"),
            ("play w a1", "? illegal move: the other side is to move"),
            ("fixed_handicap 2", "? unknown command"),
        ],
    );
}

#[test]
fn a_record_is_loaded_with_its_board_and_can_be_undone() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.sgf");
    // One side plays twice, the board is changed, and play goes on after two passes.
    let text = "(;GM[1]SZ[5]KM[3.5];B[cc];W[];B[];B[bb](;AW[ee];W[dd])(;W[aa]))";
    std::fs::write(&file, text).unwrap();
    let bad = dir.path().join("bad.sgf");
    std::fs::write(&bad, "(;SZ[5];B[cc];W[cc])").unwrap();
    let load = |rest: &str| format!("loadsgf {}{rest}", file.display());
    let (whole, first, third) = (load(""), load(" 1"), load(" 3"));
    let refused = format!("loadsgf {}", bad.display());
    check(
        "go?size=9",
        &[
            (&whole, "="),
            ("query_boardsize", "= 5"),
            ("get_komi", "= 3.5"),
            ("list_stones b", "= B4 C3"),
            ("list_stones w", "= D2 E1"),
            // Nothing changes where a file cannot be loaded.
            (&refused, "? cannot load file"),
            ("list_stones b", "= B4 C3"),
            ("undo", "="),
            ("list_stones w", "= E1"),
            ("undo", "="),
            ("list_stones w", "="),
            ("undo", "="),
            ("list_stones b", "= C3"),
            (&third, "="),
            ("list_stones b", "= C3"),
            ("undo", "="),
            ("undo", "="),
            ("undo", "? cannot undo"),
            (&first, "="),
            ("list_stones b", "="),
            ("undo", "? cannot undo"),
        ],
    );
}

#[test]
fn one_side_may_play_all_the_time() {
    check(
        "go?size=5&ko=situational",
        &[
            ("play w A1", "="),
            ("play w A2", "="),
            ("play b B1", "="),
            ("play b B2", "="),
            ("play b A3", "="),
            ("captures b", "= 2"),
            ("list_stones w", "="),
            ("undo", "="),
            ("list_stones w", "= A2 A1"),
            ("captures b", "= 0"),
            // After a stop anybody may go on; the marks of the dead go.
            ("play b pass", "="),
            ("play w pass", "="),
            ("yomikiri-dead A1", "="),
            ("final_status_list dead", "= A2 A1"),
            ("play b E5", "="),
            ("final_status_list dead", "="),
            ("undo", "="),
            ("undo", "="),
            ("undo", "="),
            ("play b A3", "="),
            ("captures b", "= 2"),
        ],
    );
}

#[test]
fn undo_takes_back_exactly_one_play() {
    // Whatever was played before, `undo` brings back the board and what was legal for both sides.
    let mut rng = SplitMix64::new(8);
    let lines = 4;
    let mut session = format!("boardsize {lines}\n");
    let look = "list_stones b\nlist_stones w\ncaptures b\ncaptures w\nall_legal b\nall_legal w\n";
    let count = look.lines().count();
    let mut expected: Vec<(usize, usize)> = Vec::new();
    let mut answers_so_far = 1;
    for _ in 0..300 {
        session += look;
        let before = answers_so_far;
        let colour = ["b", "w"][rng.below(2)];
        session += match rng.below(6) {
            0 => format!("play {colour} pass\n"),
            _ => format!("genmove {colour}\n"),
        }
        .as_str();
        let (undoes, then) = (rng.below(3) == 0, answers_so_far + count + 1);
        answers_so_far = then;
        if undoes {
            session += "undo\n";
            session += look;
            answers_so_far += 1 + count;
            expected.push((before, then + 1));
        }
    }
    let heard = answers("go", session.as_bytes());
    assert_eq!(heard.len(), answers_so_far);
    for (before, after) in expected {
        assert_eq!(heard[before..before + count], heard[after..after + count]);
    }
}

#[test]
fn garbage_is_answered_and_ends_nothing() {
    let words: Vec<&str> = EVERYTHING
        .iter()
        .flat_map(|(line, _)| line.split_whitespace())
        .filter(|word| *word != "quit" && !word.starts_with("19") && !word.ends_with("sgf"))
        .chain([
            "A1",
            "b",
            "w",
            "-1",
            "99999999999999999999",
            "\u{1}",
            "é",
            "#",
            "\t",
            "B2",
            "nan",
        ])
        .collect();
    let mut rng = SplitMix64::new(5);
    let mut session = String::from("boardsize 3\n");
    let mut commands = 1;
    for _ in 0..10_000 {
        let line: Vec<&str> = (0..rng.below(5))
            .map(|_| words[rng.below(words.len())])
            .collect();
        let line = line.join(" ");
        commands += usize::from(has_command(&line));
        session += &line;
        session.push('\n');
    }
    let heard = answers("go?size=3", session.as_bytes());
    assert_eq!(heard.len(), commands);
    for answer in heard {
        assert!(
            answer.starts_with('=') || answer.starts_with('?'),
            "{answer:?}"
        );
        assert!(answer.len() < 3_000, "{answer:?}");
    }
}

/// Whether a line has a command: not empty, no comment, not only a number.
fn has_command(line: &str) -> bool {
    let kept = line.split('#').next().unwrap_or_default();
    let clean: String = kept
        .chars()
        .filter(|c| !c.is_control() || *c == '\t')
        .collect();
    let mut words = clean.split_whitespace().peekable();
    if words.peek().is_some_and(|word| word.parse::<u32>().is_ok()) {
        words.next();
    }
    words.next().is_some()
}

#[test]
fn every_prefix_of_a_session_ends_well() {
    let session: String = EVERYTHING
        .iter()
        .map(|(command, _)| format!("{command}\n"))
        .collect();
    for end in 0..=session.len() {
        for answer in answers("go?size=5", &session.as_bytes()[..end]) {
            assert!(
                answer.starts_with('=') || answer.starts_with('?'),
                "{answer:?}"
            );
        }
    }
}
