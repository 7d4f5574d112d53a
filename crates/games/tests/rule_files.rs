//! Unusable rule files: every message names the file, the line, the key, what was expected and what
//! it got.

use yomikiri_games::koma::{BUILTIN, Koma, builtin_rules};

/// A small game with every feature. The cases below refer to its line numbers.
const TINY: &str = r#"format = 1
id = "tiny"
name = { en = "Tiny shogi" }
start = "k1p/3/P1K b -"

[board]
files = 3
ranks = 3

[rules]
captures = "hand"
model = "check"
repetition = 3

[promotion]
zone = 1
when = "enter"

[[piece]]
id = "king"
royal = true
letter = "K"
name = { en = "king" }
steps = ["f", "fl", "fr", "l", "r", "b", "bl", "br"]

[[piece]]
id = "pawn"
letter = "P"
name = { en = "pawn" }
steps = ["f"]
promotes_to = "gold"

[[piece]]
id = "gold"
name = { en = "gold" }
steps = ["f", "fl", "fr", "l", "r", "b"]
"#;

/// Reads the tiny game with one change and compares the full message.
#[track_caller]
fn check_change(from: &str, to: &str, message: &str) {
    assert_eq!(TINY.matches(from).count(), 1, "{from:?} must stand once");
    check_text(&TINY.replace(from, to), message);
}

#[track_caller]
fn check_text(text: &str, message: &str) {
    match Koma::from_toml("tiny.toml", text) {
        Ok(_) => panic!("read without complaint; expected: {message}"),
        Err(error) => assert_eq!(error.to_string(), message),
    }
}

/// An additional piece at the end of the file.
fn with_piece(piece: &str) -> String {
    format!("{TINY}\n[[piece]]\n{piece}\n")
}

#[test]
fn the_tiny_game_is_fine() {
    Koma::from_toml("tiny.toml", TINY).unwrap();
}

#[test]
fn no_toml() {
    check_change(
        "ranks = 3",
        "ranks = = 3",
        "tiny.toml:8: expected TOML, got extra `=`, expected nothing",
    );
    check_change(
        "files = 3",
        "files = 3\nfiles = 4",
        "tiny.toml:8: expected TOML, got duplicate key",
    );
    check_text(
        "",
        "tiny.toml:1: key `format`: expected the version of the format, 1, got no such key",
    );
}

#[test]
fn missing_keys() {
    check_change(
        "id = \"tiny\"\n",
        "",
        "tiny.toml:1: key `id`: expected the game's name in small letters, got no such key",
    );
    check_change(
        "ranks = 3\n",
        "",
        "tiny.toml:6: key `board.ranks`: expected the number of ranks, got no such key",
    );
    check_change(
        "model = \"check\"\n",
        "",
        "tiny.toml:10: key `rules.model`: expected \"check\" or \"capture\", got no such key",
    );
    check_change(
        "start = \"k1p/3/P1K b -\"\n",
        "",
        "tiny.toml:1: key `start`: expected the start position, got no such key",
    );
    check_change(
        "name = { en = \"pawn\" }\n",
        "",
        "tiny.toml:26: key `piece[2].name`: expected the piece's name in en, ja, zh, \
         got no such key",
    );
    check_change(
        "{ en = \"pawn\" }",
        "{ ja = \"歩\" }",
        "tiny.toml:29: key `piece[2].name.en`: expected the English name, got no such key",
    );
    check_change(
        "when = \"enter\"\n",
        "",
        "tiny.toml:15: key `promotion.when`: expected when a move promotes, got no such key",
    );
}

#[test]
fn wrong_types() {
    check_change(
        "files = 3",
        "files = \"three\"",
        "tiny.toml:7: key `board.files`: expected a whole number from 1 to 8, got \"three\"",
    );
    check_change(
        "files = 3",
        "files = 3.5",
        "tiny.toml:7: key `board.files`: expected a whole number from 1 to 8, got a float",
    );
    check_change(
        "id = \"tiny\"",
        "id = 7",
        "tiny.toml:2: key `id`: expected a text in quotes, got 7",
    );
    check_change(
        "royal = true",
        "royal = \"yes\"",
        "tiny.toml:21: key `piece[1].royal`: expected true or false, got \"yes\"",
    );
    check_change(
        "steps = [\"f\"]",
        "steps = \"f\"",
        "tiny.toml:30: key `piece[2].steps`: expected a list of directions f b l r fl fr bl br \
         or pairs [right, forward], got \"f\"",
    );
    check_change(
        "name = { en = \"Tiny shogi\" }",
        "name = \"Tiny shogi\"",
        "tiny.toml:3: key `name`: expected a table { en = \"…\", ja = \"…\", zh = \"…\" }, \
         got \"Tiny shogi\"",
    );
    check_change(
        "captures = \"hand\"",
        "captures = true",
        "tiny.toml:11: key `rules.captures`: expected \"remove\" or \"hand\", got true",
    );
}

#[test]
fn unknown_keys() {
    check_change(
        "ranks = 3",
        "ranks = 3\nrows = 3",
        "tiny.toml:9: key `board.rows`: expected one of the keys file_digits, files, ranks, \
         got the unknown key `rows`",
    );
    check_change(
        "format = 1",
        "format = 1\nauthor = \"me\"",
        "tiny.toml:2: key `author`: expected one of the keys board, evaluation, format, id, name, \
         piece, promotion, rules, start, got the unknown key `author`",
    );
    check_change(
        "steps = [\"f\"]",
        "step = [\"f\"]",
        "tiny.toml:30: key `piece[2].step`: expected one of the keys drop_mate, \
         drop_one_per_file, id, letter, name, promotes_to, promotion, royal, second_letter, \
         second_name, second_sign, second_slides, second_steps, sign, sign_also, slides, steps, \
         value, got the unknown key `step`",
    );
}

#[test]
fn numbers_out_of_range() {
    check_change(
        "format = 1",
        "format = 2",
        "tiny.toml:1: key `format`: expected a whole number from 1 to 1, got 2",
    );
    check_change(
        "files = 3",
        "files = 9",
        "tiny.toml:7: key `board.files`: expected a whole number from 1 to 8, got 9",
    );
    check_change(
        "ranks = 3",
        "ranks = 1",
        "tiny.toml:8: key `board.ranks`: expected a whole number from 2 to 9, got 1",
    );
    check_change(
        "files = 3\nranks = 3",
        "files = 8\nranks = 9",
        "tiny.toml:7: key `board.files`: expected a board of at most 64 squares, \
         got 8 files of 9 ranks",
    );
    check_change(
        "zone = 1",
        "zone = 4",
        "tiny.toml:16: key `promotion.zone`: expected a whole number from 1 to 3, got 4",
    );
    check_change(
        "repetition = 3",
        "repetition = 1",
        "tiny.toml:13: key `rules.repetition`: expected 0 (none) or a number of at least 2, got 1",
    );
    check_change(
        "repetition = 3",
        "repetition = -1",
        "tiny.toml:13: key `rules.repetition`: expected a whole number from 0 to 1000, got -1",
    );
    check_change(
        "repetition = 3",
        "repetition = 99999999999999999999",
        "tiny.toml:13: key `rules.repetition`: expected a whole number from 0 to 1000, \
         got 99999999999999999999",
    );
    check_change(
        "royal = true",
        "royal = true\nvalue = 10001",
        "tiny.toml:22: key `piece[1].value`: expected a whole number from 0 to 10000, got 10001",
    );
}

#[test]
fn unknown_words() {
    check_change(
        "model = \"check\"",
        "model = \"chess\"",
        "tiny.toml:12: key `rules.model`: expected \"check\" or \"capture\", got \"chess\"",
    );
    check_change(
        "repetition = 3",
        "repetition = 3\nrepetition_result = \"loss\"",
        "tiny.toml:14: key `rules.repetition_result`: expected \"draw\" or \"first-loses\" or \
         \"second-loses\", got \"loss\"",
    );
    check_change(
        "id = \"tiny\"",
        "id = \"Tiny shogi\"",
        "tiny.toml:2: key `id`: expected a name of small letters, digits and hyphens, \
         got \"Tiny shogi\"",
    );
}

#[test]
fn directions() {
    let directions = "\"f\" or \"b\" or \"l\" or \"r\" or \"fl\" or \"fr\" or \"bl\" or \"br\"";
    check_change(
        "steps = [\"f\"]",
        "steps = [\n  \"f\",\n  \"up\",\n]",
        &format!("tiny.toml:32: key `piece[2].steps[2]`: expected {directions}, got \"up\""),
    );
    check_change(
        "steps = [\"f\"]",
        "steps = [\"f\", [0, 1]]",
        "tiny.toml:30: key `piece[2].steps[2]`: expected each direction once, got (0, 1) twice",
    );
    check_change(
        "steps = [\"f\"]",
        "steps = [[0, 0]]",
        "tiny.toml:30: key `piece[2].steps[1]`: expected a pair that leads elsewhere, got [0, 0]",
    );
    check_change(
        "steps = [\"f\"]",
        "steps = [[1, 2, 3]]",
        "tiny.toml:30: key `piece[2].steps[1]`: expected a pair [right, forward], got 3 numbers",
    );
    check_change(
        "steps = [\"f\"]",
        "slides = [[9, 0]]",
        "tiny.toml:30: key `piece[2].slides[1][1]`: expected a whole number from -8 to 8, got 9",
    );
    let rays: Vec<String> = (1..=17)
        .map(|i| format!("[{}, {}]", i % 8, 1 + i / 8))
        .collect();
    check_change(
        "steps = [\"f\"]",
        &format!("slides = [{}]\nsecond_slides = []", rays.join(", ")),
        "tiny.toml:19: key `piece`: expected at most 16 different directions of slides, got 17",
    );
}

#[test]
fn leaders() {
    check_change(
        "royal = true",
        "royal = false",
        "tiny.toml:19: key `piece`: expected exactly one piece with royal = true, got 0",
    );
    check_change(
        "id = \"gold\"\n",
        "id = \"gold\"\nroyal = true\n",
        "tiny.toml:31: key `piece[2].promotes_to`: expected a piece that does not promote itself, \
         is no leader and has no other base, got \"gold\"",
    );
    check_text(
        &with_piece("id = \"queen\"\nletter = \"Q\"\nroyal = true\nname = { en = \"queen\" }"),
        "tiny.toml:19: key `piece`: expected exactly one piece with royal = true, got 2",
    );
    check_change(
        "royal = true",
        "royal = true\npromotes_to = \"gold\"",
        "tiny.toml:22: key `piece[1].promotes_to`: expected no such key, for a leader does not \
         promote, got \"gold\"",
    );
}

#[test]
fn letters_and_ids() {
    check_change(
        "letter = \"P\"",
        "letter = \"K\"",
        "tiny.toml:26: key `piece[2]`: expected a letter that no other piece of that side has, \
         got 'K' twice",
    );
    check_change(
        "letter = \"P\"",
        "letter = \"P\"\nsecond_letter = \"K\"",
        "tiny.toml:26: key `piece[2]`: expected a letter that no other piece of that side has, \
         got 'K' twice",
    );
    for wrong in ["p", "PP", "歩", "", "1"] {
        check_change(
            "letter = \"P\"",
            &format!("letter = {wrong:?}"),
            &format!(
                "tiny.toml:28: key `piece[2].letter`: expected one capital letter from A to Z, \
                 got {wrong:?}"
            ),
        );
    }
    check_change(
        "letter = \"P\"\n",
        "",
        "tiny.toml:26: key `piece[2]`: expected a letter (only promoted pieces can do without), \
         got none for piece \"pawn\"",
    );
    check_change(
        "id = \"gold\"",
        "id = \"gold\"\nsecond_letter = \"G\"",
        "tiny.toml:35: key `piece[3].second_letter`: expected the key letter beside it, got \"G\"",
    );
    check_change(
        "id = \"gold\"",
        "id = \"pawn\"",
        "tiny.toml:34: key `piece[3].id`: expected a name that no other piece has, got \"pawn\"",
    );
}

#[test]
fn signs() {
    check_change(
        "id = \"gold\"",
        "id = \"gold\"\nsign = \"p\"",
        "tiny.toml:33: key `piece[3]`: expected a sign that no other piece of that side has \
         (sign = \"…\"), got \"p\" twice",
    );
    check_change(
        "id = \"gold\"",
        "id = \"gold\"\nsign = \"飛成\"",
        "tiny.toml:33: key `piece[3]`: expected a sign of 1 to 4 letters without spaces, digits \
         or brackets that does not end with 打 or 成, got \"飛成\"",
    );
}

#[test]
fn promotions() {
    check_change(
        "promotes_to = \"gold\"",
        "promotes_to = \"golden\"",
        "tiny.toml:31: key `piece[2].promotes_to`: expected the id of another piece, \
         got \"golden\"",
    );
    let wrong = "expected a piece that does not promote itself, is no leader and has no other base";
    check_change(
        "promotes_to = \"gold\"",
        "promotes_to = \"pawn\"",
        &format!("tiny.toml:31: key `piece[2].promotes_to`: {wrong}, got \"pawn\""),
    );
    check_change(
        "promotes_to = \"gold\"",
        "promotes_to = \"king\"",
        &format!("tiny.toml:31: key `piece[2].promotes_to`: {wrong}, got \"king\""),
    );
    let lance = "id = \"lance\"\nletter = \"L\"\nname = { en = \"lance\" }\n";
    check_text(
        &with_piece(&format!("{lance}promotes_to = \"gold\"")),
        &format!("tiny.toml:42: key `piece[4].promotes_to`: {wrong}, got \"gold\""),
    );
    check_text(
        &with_piece(&format!("{lance}promotes_to = \"pawn\"")),
        &format!("tiny.toml:42: key `piece[4].promotes_to`: {wrong}, got \"pawn\""),
    );
    check_change(
        "[promotion]\nzone = 1\nwhen = \"enter\"\n",
        "",
        "tiny.toml:28: key `piece[2].promotes_to`: expected a table [promotion] that says where \
         pieces promote, got \"gold\"",
    );
    check_change(
        "id = \"gold\"",
        "id = \"gold\"\npromotion = \"forced\"",
        "tiny.toml:35: key `piece[3].promotion`: expected the key promotes_to beside it, \
         got \"forced\"",
    );
}

#[test]
fn too_many_kinds() {
    let more = |count: u8| -> String {
        let piece = |i: u8| {
            let letter = char::from(b'A' + i % 10);
            let sign = char::from(b'a' + i);
            format!(
                "[[piece]]\nid = \"more-{i}\"\nletter = \"{letter}\"\nsign = \"_{sign}\"\n\
                 name = {{ en = \"{sign}\" }}\n"
            )
        };
        (0..count).map(piece).collect()
    };
    check_text(
        &format!("{TINY}{}", more(13)),
        "tiny.toml:19: key `piece`: expected 1 to 15 tables [[piece]], got 16",
    );
    check_text(
        &format!("{TINY}{}", more(7)),
        "tiny.toml:19: key `piece`: expected at most 7 kinds besides the leader and promoted \
         ones, got 8",
    );
    Koma::from_toml("tiny.toml", &format!("{TINY}{}", more(6))).unwrap();
    check_text(
        "format = 1\nid = \"x\"\nname = { en = \"x\" }\npiece = []\n\
         [board]\nfiles = 3\nranks = 3\n[rules]\ncaptures = \"hand\"\nmodel = \"check\"\n",
        "tiny.toml:4: key `piece`: expected 1 to 15 tables [[piece]], got 0",
    );
}

#[test]
fn start_positions() {
    let check = |start: &str, inside: &str| {
        check_change(
            "start = \"k1p/3/P1K b -\"",
            &format!("start = {start:?}"),
            &format!(
                "tiny.toml:4: key `start`: expected a start position ({inside}), got {start:?}"
            ),
        );
    };
    check("k1p/4/P1K b -", "row 2: expected 3 squares, got \"4\"");
    check(
        "k1p/P1K b -",
        "rows: expected 3 rows separated by /, got \"2 rows in k1p/P1K\"",
    );
    check(
        "k1x/3/P1K b -",
        "row 1: expected empties (1 to 3, .) or one of K P +P k p +p, got \"x\"",
    );
    check(
        "k1p/3/P2 b -",
        "pieces: expected a leader K of first, got \"none in k1p/3/P2 b -\"",
    );
    check(
        "k1k/3/P1K b -",
        "pieces: expected one leader k of second, got \"2 in k1k/3/P1K b -\"",
    );
    check(
        "2k/2P/K2 b -",
        "position: expected second's leader out of reach, for first is to move, \
         got \"2k/2P/K2 b -\"",
    );
    check(
        "k2/PP1/1K1 w -",
        "start: expected a position that is not over, got \"k2/PP1/1K1 w -\"",
    );
    check(
        "k1p/3/P1K",
        "side: expected b (first) or w (second) after the rows, got nothing",
    );
}

#[test]
fn a_hand_must_hold_what_can_be_taken() {
    let crowd = TINY
        .replace("files = 3\nranks = 3", "files = 8\nranks = 8")
        .replace("k1p/3/P1K b -", "k7/8/pppppppp/8/8/PPPPPPPP/8/K7 b -");
    check_text(
        &crowd,
        "tiny.toml:4: key `start`: expected a start position (start: expected at most 15 pieces of \
         a kind, because they go to hand, got \"k7/8/pppppppp/8/8/PPPPPPPP/8/K7 b -\"), \
         got \"k7/8/pppppppp/8/8/PPPPPPPP/8/K7 b -\"",
    );
    // There is no such limit if captured pieces leave the game.
    let removing = crowd.replace("captures = \"hand\"", "captures = \"remove\"");
    Koma::from_toml("tiny.toml", &removing).unwrap();
}

#[test]
fn the_files_of_the_program_say_what_is_wrong_with_them_too() {
    for id in BUILTIN {
        let text = builtin_rules(id).unwrap();
        for (number, line) in text.lines().enumerate() {
            // Removing a line that is a key of its own must give an error or a game, never a panic;
            // an error's line is within the file.
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let rest: Vec<&str> = text
                .lines()
                .enumerate()
                .filter(|&(other, _)| other != number)
                .map(|(_, line)| line)
                .collect();
            if let Err(error) = Koma::from_toml(id, &rest.join("\n")) {
                assert!(error.line >= 1 && error.line <= rest.len(), "{error}");
                assert!(
                    !error.expected.is_empty() && !error.got.is_empty(),
                    "{error}"
                );
            }
        }
    }
}
