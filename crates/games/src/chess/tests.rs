//! The conformance suite, perft numbers, cozy-chess as reference, ends of games, and read errors.

use yomikiri_game_api::conformance::{self, Plan};
use yomikiri_game_api::perft::perft;
use yomikiri_game_api::{
    Evaluate, Explain, Game, Line, MoveStyles, Notation, Score, Side, SplitMix64,
};

use super::*;

const GAME: Chess = Chess {
    goal: Goal::Mate,
    repetition: 3,
    move_limit: 50,
};

fn promotion_game() -> Chess {
    Chess {
        goal: Goal::Promotion,
        ..GAME
    }
}

fn at(fen: &str) -> Position {
    GAME.read_position(fen)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after(fen: &str, moves: &str) -> Line<Chess> {
    play(&GAME, at(fen), moves)
}

fn play(game: &Chess, start: Position, moves: &str) -> Line<Chess> {
    let mut line = Line::from_position(game, start);
    for text in moves.split_whitespace() {
        let mv = game
            .read_move(line.last(), text)
            .or_else(|_| game.read_styled("san", line.last(), text));
        line.push(game, mv.unwrap_or_else(|error| panic!("{text}: {error}")));
    }
    line
}

#[test]
fn obeys_the_contract() {
    for game in [GAME, promotion_game()] {
        let plan = Plan::from_env(60);
        conformance::rules(&game, plan).unwrap();
        conformance::notation(&game, plan).unwrap();
        conformance::picture(&game, plan).unwrap();
    }
}

#[test]
fn perft_numbers() {
    let lines = include_str!("data/perft.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (fen, numbers) = line.split_once(';').expect("a FEN and numbers");
        for (depth, nodes) in (1..).zip(numbers.split_whitespace()) {
            let found = perft(&GAME, &at(fen), depth);
            assert_eq!(found, nodes.parse::<u64>().unwrap(), "{fen} depth {depth}");
        }
    }
}

/// Moves as UCI text, sorted; cozy-chess writes castling as king takes rook.
fn cozy_moves(board: &cozy_chess::Board) -> Vec<String> {
    let mut texts = Vec::new();
    board.generate_moves(|moves| {
        for mv in moves {
            texts.push(cozy_chess::util::display_uci_move(board, mv).to_string());
        }
        false
    });
    texts.sort();
    texts
}

fn own_moves(at: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    GAME.legal_moves(at, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&mv| GAME.write_move(at, mv)).collect();
    texts.sort();
    texts
}

/// The FEN without its en-passant square, which cozy-chess keeps even without a legal capture.
fn without_passed(fen: &str) -> String {
    let mut words: Vec<&str> = fen.split(' ').collect();
    words[3] = "?";
    words.join(" ")
}

/// Ten thousand positions of random games: move lists, positions after moves, incremental keys.
#[test]
fn agrees_with_cozy_chess() {
    let mut rng = SplitMix64::new(2026);
    let mut seen = 0;
    while seen < 10_000 {
        let mut own = GAME.start();
        let mut board = cozy_chess::Board::default();
        for _ in 0..200 {
            let moves = own_moves(&own);
            assert_eq!(moves, cozy_moves(&board), "{board}");
            assert_eq!(
                without_passed(&GAME.write_position(&own)),
                without_passed(&board.to_string())
            );
            assert_eq!(own.in_check(), !board.checkers().is_empty());
            seen += 1;
            if moves.is_empty() || board.halfmove_clock() >= 99 {
                break;
            }
            let text = &moves[rng.below(moves.len())];
            let mv = GAME.read_move(&own, text).unwrap();
            GAME.play(&mut own, mv);
            board.play(cozy_chess::util::parse_uci_move(&board, text).unwrap());
            let fresh = at(&GAME.write_position(&own));
            assert_eq!(GAME.key(&own), GAME.key(&fresh), "{board}");
            assert_eq!(own, fresh, "{board}");
        }
    }
}

/// Random placements of few pieces, where pins, checks and en passant are more frequent than in
/// games.
#[test]
fn agrees_with_cozy_chess_on_endings() {
    let mut rng = SplitMix64::new(3);
    let mut compared = 0;
    while compared < 10_000 {
        let mut rows = vec!['1'; 64];
        let pieces: Vec<char> = "KkPPppQqRrBbNn".chars().collect();
        let wanted = 3 + rng.below(8);
        for (i, &piece) in pieces.iter().enumerate() {
            if i < 2 || rng.below(12) < wanted {
                rows[rng.below(64)] = piece;
            }
        }
        let rows: Vec<String> = rows.chunks(8).map(|row| row.iter().collect()).collect();
        let (side, rank) = [("w", '6'), ("b", '3')][rng.below(2)];
        let file = char::from(b'a' + rng.below(8) as u8);
        let passed = if rng.below(2) == 0 {
            "-".into()
        } else {
            format!("{file}{rank}")
        };
        let fen = format!("{} {side} - {passed} 0 1", rows.join("/"));
        // Not every position is valid for both programs.
        let (Ok(own), Ok(board)) = (GAME.read_position(&fen), fen.parse::<cozy_chess::Board>())
        else {
            continue;
        };
        assert_eq!(own_moves(&own), cozy_moves(&board), "{fen}");
        compared += 1;
    }
}

#[test]
fn en_passant_stands_only_while_it_can_be_taken() {
    let fen_after = |fen, moves| GAME.write_position(after(fen, moves).last());
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(fen_after(start, "e2e4").contains(" b KQkq - 0 1"));
    assert!(fen_after(start, "e2e4 a7a6 e4e5 d7d5").contains(" w KQkq d6 0 3"));
    // Both pieces leave the fourth rank: the king would be in check.
    assert!(fen_after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4").contains(" b - - 0 1"));
    // Equal for the repetition rule.
    let one = at("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!(one, at("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
}

#[test]
fn the_laws_end_games() {
    let outcome = |line: &Line<Chess>| line.outcome(&GAME).map(|end| (end.winner, end.reason));
    let mate = after("7k/8/6K1/8/8/8/8/1Q6 w - - 99 90", "b1b8");
    assert_eq!(
        outcome(&mate),
        Some((Some(Side::First), "mate")),
        "mate before the fifty moves"
    );
    let stalemate = after("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7");
    assert_eq!(outcome(&stalemate), Some((None, "stalemate")));
    let fifty = after("7k/8/8/8/8/8/R7/K7 w - - 99 90", "a2a3");
    assert_eq!(outcome(&fifty), Some((None, "move-limit")));
    let third = "Kb1 Kg8 Ka1 Kh8 Kb1 Kg8 Ka1 Kh8";
    let third = after("7k/8/8/8/8/8/R7/K7 w - - 0 1", third);
    assert_eq!(outcome(&third), Some((None, "repetition")));
    for dead in [
        "8/8/8/4k3/8/8/8/4K3",
        "8/8/8/4k3/8/8/8/4KN2",
        "8/8/8/4k3/5b2/8/8/2B1K3",
    ] {
        let line = after(&format!("{dead} w - - 0 1"), "");
        assert_eq!(
            outcome(&line),
            Some((None, "insufficient-material")),
            "{dead}"
        );
    }
    for alive in [
        "8/8/8/4k3/4b3/8/8/2B1K3",
        "8/8/8/4k3/5n2/8/8/4KN2",
        "8/8/8/4k3/8/8/P7/4K3",
    ] {
        assert_eq!(
            outcome(&after(&format!("{alive} w - - 0 1"), "")),
            None,
            "{alive}"
        );
    }
}

#[test]
fn the_goal_of_the_document() {
    let game = promotion_game();
    let outcome = |fen, moves| {
        let end = play(&game, at(fen), moves).outcome(&game);
        end.map(|end| (end.winner, end.reason))
    };
    let white = Some(Side::First);
    assert_eq!(
        outcome("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q"),
        Some((white, "promotion"))
    );
    // The king captures the new queen unless the other king protects it.
    assert_eq!(outcome("8/4Pk2/8/8/8/8/8/4K3 w - - 0 1", "e8=Q"), None);
    assert_eq!(
        outcome("8/4Pk2/8/8/8/8/8/4K3 w - - 0 1", "e8=Q Kxe8"),
        Some((None, "pawn-lost"))
    );
    assert_eq!(
        outcome("8/4Pk2/8/8/8/8/8/4K3 w - - 0 1", "e8=Q Kf6"),
        Some((white, "promotion"))
    );
    assert_eq!(
        outcome("8/3KPk2/8/8/8/8/8/8 w - - 0 1", "e8=Q"),
        Some((white, "promotion"))
    );
    // A knight does not count as the goal.
    assert_eq!(
        outcome("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=N"),
        Some((None, "pawn-lost"))
    );
    assert_eq!(
        outcome("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", "c8=Q"),
        Some((white, "mate"))
    );
    assert_eq!(
        outcome("k7/P7/1K6/8/8/8/8/8 b - - 0 1", ""),
        Some((None, "stalemate"))
    );
    // The line of the thesis: promotion on ply 27.
    let book = "Kf2 Kf8 Ke3 Ke7 Ke4 Ke6 e3 Kd6 Kf5 Ke7 Ke5 Kd7 Kf6 Ke8 Ke6 Kd8 e4 Ke8 e5 Kd8 \
                Kf7 Kd7 e6+ Kd6 e7 Kd5 e8=Q";
    let line = play(&game, game.start(), book);
    assert_eq!(line.ply(), 27);
    assert_eq!(line.outcome(&game).unwrap().reason, "promotion");
}

#[test]
fn standard_algebraic_notation() {
    let written = |fen: &str, uci: &str| {
        let at = at(fen);
        GAME.write_styled("san", &at, GAME.read_move(&at, uci).unwrap())
            .unwrap()
    };
    assert_eq!(written("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), "O-O");
    assert_eq!(written("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "O-O-O");
    assert_eq!(written("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1"), "Rd1");
    assert_eq!(written("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1"), "Rad1");
    assert_eq!(written("4k3/R7/8/8/8/8/8/R3K3 w - - 0 1", "a1a4"), "R1a4");
    assert_eq!(written("8/7k/8/Q7/8/8/8/Q3Q1K1 w - - 0 1", "a1a3"), "Q1a3");
    assert_eq!(written("8/7k/8/Q7/8/8/8/Q3Q1K1 w - - 0 1", "a1c3"), "Qa1c3");
    assert_eq!(
        written("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q"),
        "cxd8=Q+"
    );
    assert_eq!(written("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "b1b8"), "Qb8#");
    assert_eq!(written("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");

    let read = |fen: &str, san: &str| {
        let at = at(fen);
        GAME.read_styled("san", &at, san)
            .map(|mv| GAME.write_move(&at, mv))
            .map_err(|e| e.to_string())
    };
    let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    assert_eq!(read(rooks, "Ra1d1!?").as_deref(), Ok("a1d1"));
    assert_eq!(
        read(rooks, "Rd1").unwrap_err(),
        "move: expected one move rather than Rad1 or Rhd1, got \"Rd1\""
    );
    assert_eq!(
        read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0").as_deref(),
        Ok("e1c1")
    );
    assert_eq!(
        read("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8Q+").as_deref(),
        Ok("e7e8q")
    );
    assert!(
        read("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8").is_err(),
        "what does it become?"
    );
    for junk in [
        "",
        "x",
        "é4",
        "K",
        "Kééé",
        "e9",
        "Rxxxxxxxxxxxxxxxxxxxx",
        "abcdefgh",
    ] {
        assert!(read(rooks, junk).is_err(), "{junk}");
    }
}

/// SAN round trip on random games.
#[test]
fn algebraic_moves_read_back() {
    conformance::walk(&GAME, Plan::new(20), |line| {
        let mut moves = Vec::new();
        GAME.legal_moves(line.last(), &mut moves);
        for mv in moves {
            let text = GAME.write_styled("san", line.last(), mv).unwrap();
            let read = GAME.read_styled("san", line.last(), &text);
            assert_eq!(read, Ok(mv), "{text}");
        }
        Ok(())
    })
    .unwrap();
}

fn check_refused(fen: &str, message: &str) {
    let error = GAME.read_position(fen).unwrap_err();
    assert_eq!(error.to_string(), message, "{fen}");
}

#[test]
fn says_why_a_position_cannot_be_read() {
    check_refused(
        "4k3/8/8/8/8/8/8/4K3",
        "expected a FEN: rows, side, castling, en passant, two counters, such as \
         \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\", got \"4k3/8/8/8/8/8/8/4K3\"",
    );
    check_refused(
        "4k3/8/8/8 w - - 0 1",
        "rows: expected eight rows divided by '/', got \"4k3/8/8/8\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/9/4K3 w",
        "rank 2: expected one of PNBRQK pnbrqk 1-8, got \"9\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/7/4K3 w",
        "rank 2: expected eight squares, not 7, got \"7\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/8 w",
        "White's pieces: expected one king, got \"0 kings\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/K3K3 w",
        "White's pieces: expected one king, got \"2 kings\"",
    );
    check_refused(
        "4k2P/8/8/8/8/8/8/4K3 w",
        "rows: expected no pawns on the first and the last rank, got \"4k2P/8/8/8/8/8/8/4K3\"",
    );
    check_refused(
        "4k3/8/8/8/8/PPPPPPPP/P7/4K3 w",
        "White's pieces: expected at most 8 pawns, got \"9 pawns\"",
    );
    check_refused(
        "4k3/8/8/8/8/PPPPPPPP/QQ6/4K3 w",
        "White's pieces: expected at most 8 pawns, including promoted ones, got \"1 promoted beside 8 pawns\"",
    );
    check_refused(
        "8/8/8/8/8/8/3k4/4K3 w",
        "kings: expected a square between them, got \"e1 and d2\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/4R3/4K3 w",
        "side to move: expected Black, who has just moved, not in check, got \"a check from e2\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/4K3 x",
        "side to move: expected w or b, got \"x\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/4K3 w K",
        "castling: expected for K a king on e1 and a rook on h1, got \"K\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/4K2R w KK",
        "castling: expected each letter once, got \"KK\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/4K2R w X",
        "castling: expected letters of KQkq, or -, got \"X\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/4K3 w - e3",
        "en passant: expected a square of the sixth rank when White moves, or -, got \"e3\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/4K3 w - e6",
        "en passant: expected a square that an enemy pawn has just passed, got \"e6\"",
    );
    check_refused(
        "4k3/4n3/8/4p3/8/8/8/4K3 w - e6",
        "en passant: expected an empty square with an empty square behind it, got \"e6\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/4K3 w - - x",
        "plies since a capture or pawn move: expected a number from 0 to 9999, got \"x\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
        "move number: expected a number from 1 to 9999, got \"0\"",
    );
    check_refused(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
        "after the move number: expected nothing, got \"2\"",
    );
}

#[test]
fn says_why_a_move_cannot_be_played() {
    let told = |fen: &str, text: &str| GAME.read_move(&at(fen), text).unwrap_err().to_string();
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(
        told(start, "e2e5"),
        "move: expected a legal move (e2e3 e2e4), got \"e2e5\""
    );
    assert_eq!(
        told(start, "e8e7"),
        "move: expected a move of White's, got \"e8e7\""
    );
    assert_eq!(
        told(start, "a1a2"),
        "move: expected a piece on a1, got \"a1a2\""
    );
    assert_eq!(
        told(start, "e2"),
        "move: expected a move such as e2e4 or e7e8q, got \"e2\""
    );
    assert_eq!(
        told(start, "éé"),
        "move: expected a move such as e2e4 or e7e8q, got \"éé\""
    );
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(
        told(mated, "h8h7"),
        "move: expected no move, for the game is over, got \"h8h7\""
    );
}

#[test]
fn the_evaluation_is_fair_and_explains_itself() {
    conformance::walk(&GAME, Plan::new(10), |line| {
        let at = line.last();
        let score = ChessEval.evaluate(&GAME, at);
        let terms = ChessEval.terms(&GAME, at);
        let sum: i32 = terms.iter().map(|term| term.first - term.second).sum();
        let seen = if at.turn() == Side::First { sum } else { -sum };
        assert_eq!(score, Score::eval(seen));
        Ok(())
    })
    .unwrap();
    // The same for both sides.
    let [one, other] = [
        "4k3/1p6/8/8/8/2N5/8/4K3 w - - 0 1",
        "4k3/8/2n5/8/8/8/1P6/4K3 b - - 0 1",
    ];
    assert_eq!(
        ChessEval.evaluate(&GAME, &at(one)),
        ChessEval.evaluate(&GAME, &at(other))
    );
}
