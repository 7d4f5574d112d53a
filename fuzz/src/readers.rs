//! Every reader of the project with the laws it obeys on any input.
//!
//! The fuzz targets call these functions, and so does a test of `lab` on mutated valid inputs, so
//! that a stable compiler checks the same laws. A broken law panics. The first byte of an input
//! chooses among games or formats; the rest is the text.

use std::sync::OnceLock;

use yomikiri_game_api::{Declare, Game, Line, MoveStyles, Notation, SplitMix64};
use yomikiri_games::chess::Chess;
use yomikiri_games::go::{Go, Options, Size};
use yomikiri_games::koma::{BUILTIN, Koma};
use yomikiri_games::xiangqi::Xiangqi;
use yomikiri_lab::{AnyGame, EngineLanguage, EngineOrder, GameName, Lab, PlayerSpec, serve_engine};
use yomikiri_records::{Format, MoveNotation, Node, Record, RecordAbilities, RecordCodec};

/// A reader with its name.
pub type Reader = (&'static str, fn(&[u8]));

/// All of them.
pub const READERS: &[Reader] = &[
    ("rule_file", rule_file),
    ("koma_position", koma_position),
    ("koma_move", koma_move),
    ("record_json", record_json),
    ("record_kif", record_kif),
    ("record_styles", record_styles),
    ("player_spec", player_spec),
    ("game_spec", game_spec),
    ("xiangqi_text", xiangqi_text),
    ("xiangqi_file", xiangqi_file),
    ("xqf_tree", xqf_tree),
    ("pgn_footer", pgn_footer),
    ("chess_text", chess_text),
    ("chess_pgn", chess_pgn),
    ("go_position", go_position),
    ("gtp", gtp),
    ("sgf", sgf),
    ("figure", figure),
];

/// Messages stay readable however long the input is.
const LONGEST_MESSAGE: usize = 4000;

/// A rule file is refused with a message, or it is a game that can be played and written down.
pub fn rule_file(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match Koma::from_toml("fuzz.toml", text) {
        Err(error) => check_message(&error.to_string()),
        Ok(game) => {
            let start = game.start();
            check_position(&game, &start);
            // Some way into the game, the same way every time.
            let mut line = Line::new(&game);
            let mut random = SplitMix64::new(data.len() as u64);
            let mut moves = Vec::new();
            while line.ply() < 24 && line.outcome(&game).is_none() {
                moves.clear();
                line.legal_moves(&game, &mut moves);
                line.push(&game, moves[random.below(moves.len())]);
            }
            check_position(&game, line.last());
            check_record(&game, game.id(), &Record::of_line(&game, game.id(), &line));
        }
    }
}

/// A position is refused with a message, or it is written so that it is read back, and so are its
/// moves and the positions after them.
pub fn koma_position(data: &[u8]) {
    let Some((game, _, text)) = game_and_text(data) else {
        return;
    };
    match game.read_position(text) {
        Err(error) => check_message(&error.to_string()),
        Ok(at) => {
            check_position(game, &at);
            let mut moves = Vec::new();
            game.legal_moves(&at, &mut moves);
            for mv in moves {
                let mut next = at;
                game.play(&mut next, mv);
                check_written(game, &next);
            }
        }
    }
}

/// A move (after a position and a line break) is refused with a message, or it is a legal one
/// that is written as it was read.
pub fn koma_move(data: &[u8]) {
    let Some((game, _, text)) = game_and_text(data) else {
        return;
    };
    let (position, text) = text.split_once('\n').unwrap_or(("", text));
    let at = game
        .read_position(position)
        .unwrap_or_else(|_| game.start());
    let mut legal = Vec::new();
    game.legal_moves(&at, &mut legal);
    match game.read_move(&at, text) {
        Err(error) => check_message(&error.to_string()),
        Ok(mv) => {
            assert!(legal.contains(&mv));
            assert_eq!(game.write_move(&at, mv), text);
        }
    }
    for style in game.styles() {
        match game.read_styled(style, &at, text) {
            Err(error) => check_message(&error.to_string()),
            Ok(mv) => {
                assert!(legal.contains(&mv));
                let written = game.write_styled(style, &at, mv).expect("a known style");
                assert_eq!(game.read_styled(style, &at, &written), Ok(mv));
            }
        }
    }
}

/// A position of xiangqi and, after a line break, a move in any way of writing it.
pub fn xiangqi_text(data: &[u8]) {
    check_position_and_move(&Xiangqi::default(), data);
}

/// A position of chess (FEN) and, after a line break, a move as UCI or SAN have it.
pub fn chess_text(data: &[u8]) {
    check_position_and_move(&Chess::default(), data);
}

/// Files of xiangqi games: PGN in UTF-8 or GB18030, and the binary XQF.
pub fn xiangqi_file(data: &[u8]) {
    let Some((choice, bytes)) = data.split_first() else {
        return;
    };
    let format = match choice % 2 {
        0 => Format::Pgn,
        _ => Format::Xqf,
    };
    check_file(&Xiangqi::default(), "xiangqi", format, bytes);
}

/// A tree of legal moves that the input chooses, written as an XQF file: no move of it is lost, and each has its
/// comment. Two bytes choose a node: its move, and whether it goes on, has an alternative, has a comment.
pub fn xqf_tree(data: &[u8]) {
    let game = Xiangqi::default();
    let mut file = xqf_head();
    // Nodes of which the next move is not yet written: the line before it, and the moves tried there so far.
    let mut open: Vec<(Line<Xiangqi>, Vec<_>)> = vec![(Line::new(&game), Vec::new())];
    let mut told = Vec::new();
    let mut choices = data.chunks_exact(2).take(200);
    let mut moves = Vec::new();
    let root = file.len();
    file.extend([0x18, 0x20, 0x80, 0]);
    while let Some((line, tried)) = open.last_mut() {
        moves.clear();
        if line.outcome(&game).is_none() {
            line.legal_moves(&game, &mut moves);
        }
        moves.retain(|mv| !tried.contains(mv));
        // An alternative was promised, so a move is written even when the input has ended.
        let [choice, flags] = match choices.next() {
            Some(bytes) => [bytes[0], bytes[1]],
            None => [0, 0],
        };
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        let text = game.write_move(line.last(), mv);
        let mut next = line.clone();
        next.push(&game, mv);
        let goes_on = flags & 0x80 != 0 && next.outcome(&game).is_none();
        let has_alternative = flags & 0x40 != 0 && moves.len() > 1;
        let comment = (flags & 0x20 != 0).then(|| format!("c{}", told.len()));
        file.extend(xqf_node(
            &text,
            goes_on,
            has_alternative,
            comment.as_deref(),
        ));
        told.push((text, comment));
        match has_alternative {
            true => tried.push(mv),
            false => drop(open.pop()),
        }
        if goes_on {
            open.push((next, Vec::new()));
        }
    }
    if told.is_empty() {
        file[root + 2] = 0;
    }
    let records = RecordCodec::new(&game, "xiangqi").read_bytes(Format::Xqf, &file);
    let records = records.expect("a file of legal moves");
    let tree = &records[0].tree;
    let read = tree.walk().map(|id| tree.node(id));
    let read = read.filter_map(|node| Some((node.move_text()?.to_owned(), node.comment.clone())));
    let (mut read, mut told) = (read.collect::<Vec<_>>(), told);
    // Alternatives of alternatives are walked in another order than they are written.
    read.sort();
    told.sort();
    assert_eq!(read, told);
    check_file(&game, "xiangqi", Format::Xqf, &file);
}

/// The head of an XQF file of version 11 with keys of 0 and all pieces at home.
fn xqf_head() -> Vec<u8> {
    let mut head = vec![0; 1024];
    head[..3].copy_from_slice(b"XQ\x0b");
    let red = [0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83];
    for (number, point) in red.into_iter().enumerate() {
        head[0x10 + number] = point;
        head[0x20 + number] = point / 10 * 10 + 9 - point % 10;
    }
    head
}

/// A node of an XQF file of version 11.
fn xqf_node(mv: &str, goes_on: bool, has_alternative: bool, comment: Option<&str>) -> Vec<u8> {
    let digits = mv.as_bytes();
    let point = |at: usize| (digits[at] - b'a') * 10 + (digits[at + 1] - b'0');
    let bits = [
        (goes_on, 0x80),
        (has_alternative, 0x40),
        (comment.is_some(), 0x20),
    ];
    let flags = bits.iter().filter(|(set, _)| *set).map(|(_, bit)| bit);
    let mut node = vec![point(0) + 0x18, point(2) + 0x20, flags.sum(), 0];
    if let Some(comment) = comment {
        node.extend((comment.len() as u32 + 767).to_le_bytes());
        node.extend(comment.as_bytes());
    }
    node
}

/// Any text between the result of a game and the tags of the next: both games are read whole, or the text is one
/// that may mean something else (tags, moves, brackets of comments).
pub fn pgn_footer(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let game = Xiangqi::default();
    let moves = ["1. 炮二平五 马８进７ 1-0", "1. 兵七进一 *"];
    let file = format!(
        "[Game \"Chinese Chess\"]\n\n{}\n{text}\n[Game \"Chinese Chess\"]\n\n{}\n",
        moves[0], moves[1]
    );
    check_file(&game, "xiangqi", Format::Pgn, file.as_bytes());
    if text.contains(['[', ']', '{', '}', '(', ')', ';', '%', '$', '\r', '\0']) {
        return;
    }
    match RecordCodec::new(&game, "xiangqi").read_bytes(Format::Pgn, file.as_bytes()) {
        Ok(records) => {
            assert_eq!(records[0].native_moves(), "h2e2 h9g7");
            assert_eq!(records[records.len() - 1].native_moves(), "c3c4");
        }
        // Something in it was read as a move.
        Err(error) => check_message(&error.to_string()),
    }
}

/// Chess games in PGN.
pub fn chess_pgn(data: &[u8]) {
    check_file(&Chess::default(), "chess", Format::Pgn, data);
}

/// A position of Go on a board that the first byte chooses, and the positions after its moves.
pub fn go_position(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let (width, height) = [(3, 3), (2, 5), (9, 9), (19, 19), (25, 2)][usize::from(choice) % 5];
    let game = Go::new(Options {
        size: Size::new(width, height).expect("a board"),
        suicide: choice >= 128,
        ..Options::default()
    });
    match game.read_position(text) {
        Err(error) => check_message(&error.to_string()),
        Ok(at) => {
            check_written(&game, &at);
            let mut moves = Vec::new();
            game.legal_moves(&at, &mut moves);
            assert_eq!(moves.is_empty(), game.outcome(&at).is_some());
            assert_eq!(moves.len(), game.count_legal(&at));
            for mv in moves {
                let written = game.write_move(&at, mv);
                assert_eq!(game.read_move(&at, &written), Ok(mv), "{written}");
                let mut next = at;
                game.play(&mut next, mv);
                check_written(&game, &next);
            }
        }
    }
}

/// A session in GTP: every answer begins with its mark, and only the end of the session ends it.
pub fn gtp(data: &[u8]) {
    static GAME: OnceLock<Lab> = OnceLock::new();
    let lab = GAME.get_or_init(Lab::new);
    // Never touch files that a fuzzer names.
    let lines = data.split(|&byte| byte == b'\n');
    let lines = lines.filter(|line| {
        !line
            .windows(3)
            .any(|part| part.eq_ignore_ascii_case(b"sgf"))
    });
    let session: Vec<u8> = lines.flat_map(|line| [line, b"\n"].concat()).collect();
    let page = Page::default();
    let order = EngineOrder {
        lab: lab.clone(),
        game: lab.open_game("go?size=3").expect("a built-in game"),
        language: EngineLanguage::of_word("gtp"),
        player: None,
    };
    serve_engine(order, session.as_slice(), page.clone()).expect("a conversation");
    let written = page.0.lock().expect("nobody panicked").clone();
    let text = String::from_utf8(written).expect("answers are text");
    for answer in text.split("\n\n").filter(|answer| !answer.is_empty()) {
        assert!(answer.starts_with(['=', '?']), "{answer:?}");
        check_message(answer);
    }
}

/// What an engine has written.
#[derive(Clone, Default)]
struct Page(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut page = self.0.lock().expect("nobody panicked");
        page.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// SGF of go is refused with a message, or its games are written so that they are read back, as SGF and
/// as JSON; what is written is written so again.
pub fn sgf(data: &[u8]) {
    let game = Go::default();
    let codec = go_codec(&game);
    match codec.read_bytes(Format::Sgf, data) {
        Err(error) => check_message(&error.to_string()),
        Ok(records) => {
            let written = codec.write(Format::Sgf, &records);
            let written = written.expect("records that were read can be written");
            let back = codec.read(Format::Sgf, &written);
            let back = back.unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(back, records, "{written}");
            assert_eq!(codec.write(Format::Sgf, &back).as_ref(), Ok(&written));
            let json = codec.write(Format::Json, &records).expect("as JSON, too");
            assert_eq!(
                codec.read(Format::Json, &json).as_ref(),
                Ok(&records),
                "{json}"
            );
        }
    }
}

/// The file `figure` of go is refused with a message, or it is a position.
pub fn figure(data: &[u8]) {
    let game = Go::default();
    let format = Format::Position("figure");
    match go_codec(&game).read_bytes(format, data) {
        Err(error) => check_message(&error.to_string()),
        Ok(records) => {
            let start = records[0]
                .start
                .as_deref()
                .expect("a codec names the start");
            let at = game.read_position(start).expect("a position");
            check_written(&game, &at);
        }
    }
}

fn go_codec(game: &Go) -> RecordCodec<'_, Go> {
    let able = RecordAbilities::default().settle().sgf();
    let able = able.position_formats(game);
    let codec = RecordCodec::with_notation(game, "go", MoveNotation::exact());
    codec.with_abilities(able).with_any_options()
}

/// JSON records.
pub fn record_json(data: &[u8]) {
    if let Some((game, _, text)) = game_and_text(data) {
        check_records(game, Format::Json, text);
    }
}

/// KIF-like records.
pub fn record_kif(data: &[u8]) {
    if let Some((game, _, text)) = game_and_text(data) {
        check_records(game, Format::Kif, text);
    }
}

/// Records that are only moves.
pub fn record_styles(data: &[u8]) {
    if let Some((game, choice, text)) = game_and_text(data) {
        let formats = [
            Format::Native,
            Format::Style("chess"),
            Format::Style("shogi"),
        ];
        check_records(game, formats[choice % 3], text);
    }
}

/// A player is refused with a message, or named so that the name means the same player; asking a
/// game for that player is answered.
pub fn player_spec(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match text.parse::<PlayerSpec>() {
        Err(error) => check_message(&error.to_string()),
        Ok(player) => {
            let name = player.to_string();
            assert_eq!(name.parse::<PlayerSpec>().as_ref(), Ok(&player), "{name:?}");
            // Never start what a fuzzer names.
            if !matches!(player, PlayerSpec::External { .. }) {
                static GAME: OnceLock<Box<dyn AnyGame>> = OnceLock::new();
                let game =
                    GAME.get_or_init(|| Lab::new().open_game("anpanman").expect("a built-in game"));
                if let Err(error) = game.check_player(&player) {
                    check_message(&error.to_string());
                }
            }
        }
    }
}

/// A game is refused with a message, or it has a canonical name that opens it again.
pub fn game_spec(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match GameName::read(text) {
        Err(error) => return check_message(&error.to_string()),
        Ok(name) => assert_eq!(GameName::read(&name.to_string()), Ok(name)),
    }
    // Never open files that a fuzzer names.
    if text.starts_with("koma:") {
        return;
    }
    match Lab::new().open_game(text) {
        Err(error) => check_message(&error.to_string()),
        Ok(game) => {
            let again = Lab::new().open_game(game.spec()).expect("a canonical name");
            assert_eq!(again.spec(), game.spec());
        }
    }
}

/// The game that the first byte chooses, what is left of the byte, and the text.
fn game_and_text(data: &[u8]) -> Option<(&'static Koma, usize, &str)> {
    static GAMES: OnceLock<Vec<Koma>> = OnceLock::new();
    let games = GAMES.get_or_init(|| {
        let open = |id: &&str| Koma::builtin(id).expect("a built-in game");
        BUILTIN.iter().map(open).collect()
    });
    let (&choice, text) = data.split_first()?;
    let choice = usize::from(choice);
    let text = std::str::from_utf8(text).ok()?;
    Some((&games[choice % games.len()], choice / games.len(), text))
}

fn check_message(message: &str) {
    assert!(!message.is_empty());
    assert!(message.len() <= LONGEST_MESSAGE, "{}", message.len());
}

/// A position and, after a line break, a move in any way of writing it.
fn check_position_and_move<G: MoveStyles + Declare + Declare>(game: &G, data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let (position, mv) = text.split_once('\n').unwrap_or((text, ""));
    let at = match game.read_position(position) {
        Ok(at) => at,
        Err(error) => return check_message(&error.to_string()),
    };
    check_position(game, &at);
    let mut legal = Vec::new();
    game.legal_moves(&at, &mut legal);
    let exact = game.read_move(&at, mv);
    let styled = game.styles().iter();
    let styled = styled.map(|style| game.read_styled(style, &at, mv));
    for read in std::iter::once(exact).chain(styled) {
        match read {
            Err(error) => check_message(&error.to_string()),
            Ok(mv) => assert!(legal.contains(&mv)),
        }
    }
}

/// A file is refused with a message, or its games survive being written as PGN.
fn check_file<G: MoveStyles + Declare + Declare>(game: &G, id: &str, format: Format, bytes: &[u8]) {
    match RecordCodec::new(game, id).read_bytes(format, bytes) {
        Err(error) => check_message(&error.to_string()),
        Ok(records) => {
            for record in records {
                let start = record.start.as_deref().expect("a codec names the start");
                let codec = RecordCodec::new(game, id).starting_at(start);
                let written = codec.write(Format::Pgn, std::slice::from_ref(&record));
                let written = written.expect("a record that was read can be written");
                let back = codec.read_one(Format::Pgn, &written);
                let back = back.unwrap_or_else(|error| panic!("{error}\n{written}"));
                assert_eq!(back.native_moves(), record.native_moves(), "{written}");
            }
        }
    }
}

/// A position and all its moves survive being written.
fn check_position<G: MoveStyles + Declare + Declare>(game: &G, at: &G::Position) {
    check_written(game, at);
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    assert_eq!(moves.is_empty(), game.outcome(at).is_some());
    assert_eq!(moves.len(), game.count_legal(at));
    for &mv in &moves {
        let written = game.write_move(at, mv);
        assert_eq!(game.read_move(at, &written), Ok(mv), "{written}");
        for style in game.styles() {
            let written = game.write_styled(style, at, mv).expect("a known style");
            let read = game.read_styled(style, at, &written);
            assert_eq!(read, Ok(mv), "{style} {written}");
        }
    }
}

fn check_written<G: Notation>(game: &G, at: &G::Position) {
    let written = game.write_position(at);
    assert_eq!(game.read_position(&written).as_ref(), Ok(at), "{written}");
}

/// A text is refused with a message, or its records survive every format that can hold them.
fn check_records(game: &Koma, format: Format, text: &str) {
    match RecordCodec::new(game, game.id()).read(format, text) {
        Err(error) => check_message(&error.to_string()),
        Ok(records) => {
            for record in records {
                check_record(game, game.id(), &record);
            }
        }
    }
}

/// Whether a record is nothing but moves with comments, times and scores.
fn is_line_of_moves(record: &Record) -> bool {
    let plain = |node: &Node| {
        node.marks.is_empty()
            && node.name.is_none()
            && node.properties.is_empty()
            && node.move_text().is_some()
    };
    let root = record.tree.root();
    !record.tree.has_variations()
        && root.name.is_none()
        && root.properties.is_empty()
        && record.main_line().all(plain)
}

fn check_record(game: &Koma, spec: &str, record: &Record) {
    let start = record.start.as_deref().expect("a codec names the start");
    let codec = RecordCodec::new(game, spec).starting_at(start);
    for format in codec.formats() {
        let written = codec
            .write(format, std::slice::from_ref(record))
            .expect("a record that was read can be written");
        let back = codec.read_one(format, &written);
        let back = back.unwrap_or_else(|error| panic!("{format}: {error}\n{written}"));
        if format == Format::Json || format == Format::Kif && is_line_of_moves(record) {
            assert_eq!(back, *record, "{written}");
        } else {
            assert_eq!(back.native_moves(), record.native_moves(), "{written}");
        }
    }
}
