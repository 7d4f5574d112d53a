//! The koma games rule by rule, each test named after its rule, and invalid positions and moves.
//! The sources of the rules are in the rule files.

use yomikiri_game_api::{Game, GameOptions, Line, Notation, Outcome, Side};
use yomikiri_games::koma::{Koma, Position};

use Side::{First, Second};

/// A game with options, as `dobutsu?goal=any`.
#[track_caller]
fn koma(spec: &str) -> Koma {
    let (id, options) = spec.split_once('?').unwrap_or((spec, ""));
    let mut game = Koma::builtin(id).expect("a built-in game");
    for option in options.split('&').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').expect("key=value");
        game.set_option(key, value).unwrap();
    }
    game
}

#[track_caller]
fn read(game: &Koma, position: &str) -> Position {
    game.read_position(position).unwrap()
}

/// The line of these moves; each must be legal.
#[track_caller]
fn line(game: &Koma, position: &str, moves: &str) -> Line<Koma> {
    let mut line = Line::from_position(game, read(game, position));
    for text in moves.split_whitespace() {
        assert_eq!(line.outcome(game), None, "over before {text}");
        let mv = game.read_move(line.last(), text).unwrap();
        line.push(game, mv);
    }
    line
}

#[track_caller]
fn check_outcome(spec: &str, position: &str, moves: &str, expected: Option<Outcome>) {
    let game = koma(spec);
    assert_eq!(line(&game, position, moves).outcome(&game), expected);
}

/// The legal moves, sorted.
#[track_caller]
fn moves(spec: &str, position: &str) -> Vec<String> {
    let game = koma(spec);
    let at = read(&game, position);
    let mut moves = Vec::new();
    game.legal_moves(&at, &mut moves);
    let mut moves: Vec<String> = moves.iter().map(|&mv| game.write_move(&at, mv)).collect();
    moves.sort_unstable();
    moves
}

#[track_caller]
fn check_moves(spec: &str, position: &str, expected: &str) {
    assert_eq!(moves(spec, position).join(" "), expected);
}

/// Moves that must exist and moves that must not.
#[track_caller]
fn check_some_moves(spec: &str, position: &str, legal: &str, illegal: &str) {
    let moves = moves(spec, position);
    for mv in legal.split_whitespace() {
        assert!(
            moves.iter().any(|other| other == mv),
            "{mv} not in {moves:?}"
        );
    }
    for mv in illegal.split_whitespace() {
        assert!(moves.iter().all(|other| other != mv), "{mv} in {moves:?}");
    }
}

#[track_caller]
fn check_after(spec: &str, position: &str, moves: &str, after: &str) {
    let game = koma(spec);
    let line = line(&game, position, moves);
    assert_eq!(game.write_position(line.last()), after);
}

mod anpanman {
    use super::*;

    #[test]
    fn check_must_be_answered() {
        // The charger on c3 attacks b4 and c4.
        let (game, position) = (koma("anpanman"), "b2/3/2d/1A1/S2 b -");
        assert!(game.in_check(&read(&game, position)));
        check_moves("anpanman", position, "b4a3 b4a4 b4b3 b4c3");
    }

    #[test]
    fn another_piece_may_answer_a_check() {
        check_some_moves("anpanman", "b2/3/2d/1AS/3 b -", "c4c3 b4c3", "c4c5 c4b4");
    }

    #[test]
    fn a_leader_does_not_step_into_attack() {
        check_moves("anpanman", "1b1/3/1A1/3/3 b -", "b3a3 b3c3");
    }

    #[test]
    fn mate_wins() {
        let mate = Some(Outcome::win(Second, "mate"));
        check_outcome("anpanman", "3/3/bh1/1d1/A2 b -", "", mate);
        check_outcome("anpanman", "3/3/bhd/3/A2 w -", "c3b4", mate);
    }

    #[test]
    fn a_leader_on_the_far_rank_wins() {
        let goal = Some(Outcome::win(First, "goal"));
        check_outcome("anpanman", "3/1A1/3/b2/3 b -", "b2b1", goal);
        check_outcome("anpanman", "3/1A1/3/b2/3 b -", "b2a1", goal);
        check_outcome("anpanman", "3/1A1/3/b2/3 b -", "b2a2", None);
        let goal = Some(Outcome::win(Second, "goal"));
        check_outcome("anpanman", "3/1A1/3/b2/3 w -", "a4b5", goal);
    }

    #[test]
    fn an_attacked_goal_is_no_goal() {
        check_moves("anpanman", "b2/2A/3/3/3 b -", "c2c1");
    }

    #[test]
    fn captured_pieces_leave_the_game() {
        check_after(
            "anpanman",
            "1b1/3/2d/1S1/1A1 w -",
            "c3b4",
            "1b1/3/3/1d1/1A1 b -",
        );
    }

    #[test]
    fn nobody_moves_backward() {
        check_moves(
            "anpanman",
            "b2/3/S1C/3/2A b -",
            "a3a2 a3b3 c3b2 c3c2 c5b4 c5b5 c5c4",
        );
    }

    #[test]
    fn no_move_without_check_is_what_the_option_says() {
        let stuck = "3/3/b2/2d/A2 b -";
        let lost = Some(Outcome::win(Second, "no-moves"));
        check_outcome("anpanman", stuck, "", lost);
        let drawn = Some(Outcome::draw("no-moves"));
        check_outcome("anpanman?no_moves=draw", stuck, "", drawn);
        check_outcome("anpanman?no_moves=pass", stuck, "", None);
        check_moves("anpanman?no_moves=pass", stuck, "pass");
        check_after("anpanman?no_moves=pass", stuck, "pass", "3/3/b2/2d/A2 w -");
        // Checkmate is still checkmate.
        let mate = Some(Outcome::win(Second, "mate"));
        check_outcome("anpanman?no_moves=pass", "3/3/bh1/1d1/A2 b -", "", mate);
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let (position, round) = ("1b1/3/3/3/1A1 b -", "b5a5 b1a1 a5b5 a1b1 ");
        check_outcome("anpanman", position, round, None);
        let drawn = Some(Outcome::draw("repetition"));
        check_outcome("anpanman", position, &round.repeat(2), drawn);
        check_outcome("anpanman?repetition=4", position, &round.repeat(2), None);
        check_outcome("anpanman?repetition=0", position, &round.repeat(9), None);
    }

    #[test]
    fn the_same_pieces_with_the_other_side_to_move_are_another_position() {
        // After three moves the pieces are as at the start of the line, but the side to move
        // differs.
        let (position, moves) = ("1b1/3/3/3/1A1 b -", "b5a5 b1a1 a5b5 a1b1 b5a5 b1a1 a5b5");
        check_outcome("anpanman", position, moves, None);
    }

    #[test]
    fn under_the_capture_model_a_leader_is_taken() {
        let spec = "anpanman?model=capture";
        check_some_moves(spec, "1b1/3/1A1/3/3 b -", "b3b2 b3a2", "");
        let taken = Some(Outcome::win(Second, "leader-taken"));
        check_outcome(spec, "1b1/3/1A1/3/3 b -", "b3b2 b1b2", taken);
        // An attacked goal: with `safe` the leader can still be captured, with `any` it has won.
        check_outcome(spec, "b2/1A1/3/3/3 b -", "b2b1", None);
        check_outcome(spec, "b2/1A1/3/3/3 b -", "b2b1 a1b1", taken);
        let goal = Some(Outcome::win(First, "goal"));
        check_outcome(spec, "b2/1A1/3/3/3 b -", "b2b1 a1a2", goal);
        let any = "anpanman?model=capture&goal=any";
        check_outcome(any, "b2/1A1/3/3/3 b -", "b2b1", goal);
    }
}

mod dobutsu {
    use super::*;

    #[test]
    fn a_safe_try_wins_at_once() {
        let goal = Some(Outcome::win(First, "goal"));
        check_outcome("dobutsu", "3/1L1/l2/3 b -", "b2b1", goal);
    }

    #[test]
    fn an_unsafe_try_must_be_taken() {
        let position = "l2/1L1/3/2g b -";
        check_outcome("dobutsu", position, "b2b1", None);
        let taken = Some(Outcome::win(Second, "leader-taken"));
        check_outcome("dobutsu", position, "b2b1 a1b1", taken);
        let goal = Some(Outcome::win(First, "goal"));
        check_outcome("dobutsu", position, "b2b1 a1a2", goal);
        check_outcome("dobutsu", position, "b2b1 c4c3", goal);
    }

    #[test]
    fn a_lion_may_step_into_attack_and_be_taken() {
        let taken = Some(Outcome::win(First, "leader-taken"));
        check_outcome("dobutsu", "2l/3/2L/3 w -", "c1c2 c3c2", taken);
        check_after("dobutsu", "2l/3/2L/3 w -", "c1c2 c3c2", "3/2L/3/3 w -");
    }

    #[test]
    fn a_missing_lion_is_a_finished_game() {
        let game = koma("dobutsu");
        let at = read(&game, "3/3/3/2L b -");
        assert_eq!(game.outcome(&at), Some(Outcome::win(First, "leader-taken")));
        assert_eq!(game.count_legal(&at), 0);
        assert!(game.read_position("3/3/3/3 b -").is_err());
    }

    #[test]
    fn a_chick_that_moves_to_the_far_rank_promotes() {
        check_some_moves("dobutsu", "2l/C2/3/2L b -", "a2a1+", "a2a1");
        check_after("dobutsu", "2l/C2/3/2L b -", "a2a1+", "H1l/3/3/2L w -");
        check_after("dobutsu", "2l/3/c2/2L w -", "a3a4+", "2l/3/3/h1L b -");
    }

    #[test]
    fn a_chick_dropped_on_the_far_rank_stays_a_chick() {
        check_after("dobutsu", "2l/3/3/2L b C", "C*a1", "C1l/3/3/2L w -");
        check_moves("dobutsu", "C1l/3/3/L2 b -", "a4a3 a4b3 a4b4");
    }

    #[test]
    fn a_taken_hen_returns_as_a_chick() {
        check_after("dobutsu", "2l/3/h2/L2 b -", "a4a3", "2l/3/L2/3 w C");
        check_after("dobutsu", "2l/2H/3/L2 w -", "c1c2", "3/2l/3/L2 b c");
    }

    #[test]
    fn drops_may_double_chicks_and_mate() {
        check_some_moves("dobutsu", "2l/3/C2/L2 b C", "C*a2 C*a1 C*c2", "C*a3 C*c1");
    }

    #[test]
    fn a_hen_is_read_in_both_ways_and_written_in_one() {
        let game = koma("dobutsu");
        let at = read(&game, "2l/+C2/3/L1+c b -");
        assert_eq!(game.write_position(&at), "2l/H2/3/L1h b -");
        check_moves(
            "dobutsu",
            "2l/3/1H1/L2 b -",
            "a4a3 a4b4 b3a2 b3a3 b3b2 b3b4 b3c2 b3c3",
        );
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let round = "c4c3 a1a2 c3c4 a2a1 ";
        let start = "gle/1c1/1C1/ELG b -";
        check_outcome("dobutsu", start, round, None);
        check_outcome(
            "dobutsu",
            start,
            &round.repeat(2),
            Some(Outcome::draw("repetition")),
        );
    }
}

mod minishogi {
    use super::*;

    #[test]
    fn no_two_pawns_on_a_file() {
        let position = "4k/5/5/P4/K4 b P";
        check_some_moves("minishogi", position, "P*b3 P*c5 P*e4", "P*a2 P*a3");
        // A tokin is not a pawn, and the opponent's pawn does not count.
        check_some_moves("minishogi", "4k/+P4/5/5/1K3 b P", "P*a3 P*a5", "");
        check_some_moves("minishogi", "4k/p4/5/5/1K3 b P", "P*a3 P*a5", "");
    }

    #[test]
    fn no_drop_from_which_a_piece_could_never_move() {
        check_some_moves(
            "minishogi",
            "4k/5/5/5/K4 b SP",
            "P*b2 S*b1",
            "P*b1 P*a1 P*d1",
        );
        check_some_moves("minishogi", "4k/5/5/5/K4 w sp", "P*b4 S*b5", "P*b5 P*e5");
    }

    #[test]
    fn no_mate_by_a_dropped_pawn() {
        // The rook on d1 and the bishop on d2 block their king; neither reaches e2.
        let position = "3rk/3b1/4G/5/1K3 b GP";
        check_some_moves("minishogi", position, "G*e2 P*c3", "P*e2");
        let mate = Some(Outcome::win(First, "mate"));
        check_outcome("minishogi", position, "G*e2", mate);
        // A check by a dropped pawn that can be answered is legal ...
        check_some_moves("minishogi", "4k/3b1/4G/5/1K3 b P", "P*e2", "");
        // ... and so is checkmate by a pawn move.
        let moving = "3rk/3b1/3GP/5/1K3 b -";
        check_outcome("minishogi", moving, "e3e2", mate);
    }

    #[test]
    fn promotion_is_a_choice_unless_the_piece_could_never_move_again() {
        check_some_moves("minishogi", "4k/SP3/5/5/K4 b -", "a2a1 a2a1+ b2b1+", "b2b1");
        // A move out of the zone also promotes.
        check_some_moves("minishogi", "S4/5/4k/5/K4 b -", "a1b2 a1b2+", "");
        check_some_moves("minishogi", "4k/5/R4/5/1K3 b -", "a3a1 a3a1+ a3a2", "a3a2+");
    }

    #[test]
    fn taken_pieces_come_back_unpromoted() {
        check_after("minishogi", "4k/5/5/+p4/K4 b -", "a5a4", "4k/5/5/K4/5 w P");
    }

    #[test]
    fn a_pinned_piece_stays_on_its_line() {
        check_moves("minishogi", "r3k/5/G4/5/K4 b -", "a3a2 a3a4 a5a4 a5b4 a5b5");
    }

    #[test]
    fn the_fourth_occurrence_loses_for_first() {
        let (start, round) = ("rbsgk/4p/5/P4/KGSBR b -", "b5b4 d1d2 b4b5 d2d1 ");
        check_outcome("minishogi", start, &round.repeat(2), None);
        let lost = Some(Outcome::win(Second, "repetition"));
        check_outcome("minishogi", start, &round.repeat(3), lost);
    }

    #[test]
    fn perpetual_check_loses_for_the_checker() {
        let round = "a4a5 e5e4 a5a4 e4e5 ";
        let won = Some(Outcome::win(First, "perpetual-check"));
        check_outcome("minishogi", "k4/5/5/r4/4K w -", &round.repeat(2), None);
        check_outcome("minishogi", "k4/5/5/r4/4K w -", &round.repeat(3), won);
        let round = "a2a1 e1e2 a1a2 e2e1 ";
        let lost = Some(Outcome::win(Second, "perpetual-check"));
        check_outcome("minishogi", "4k/R4/5/5/4K b -", &round.repeat(3), lost);
        let ignored = "minishogi?perpetual_check=ignored";
        let plain = Some(Outcome::win(Second, "repetition"));
        check_outcome(
            ignored,
            "k4/5/5/r4/4K w -",
            &"a4a5 e5e4 a5a4 e4e5 ".repeat(3),
            plain,
        );
    }

    #[test]
    fn one_quiet_move_makes_a_check_not_perpetual() {
        let round = "a4a5 e5e4 a5a3 e4d5 a3a4 d5e5 ";
        let lost = Some(Outcome::win(Second, "repetition"));
        check_outcome("minishogi", "k4/5/5/r4/4K w -", &round.repeat(3), lost);
    }

    #[test]
    fn no_legal_move_loses() {
        let lost = Some(Outcome::win(First, "no-moves"));
        check_outcome("minishogi", "k4/2S2/1S3/5/4K w -", "", lost);
    }
}

mod gorogoro {
    use super::*;

    #[test]
    fn two_ranks_promote() {
        check_some_moves("gorogoro", "2k2/5/S4/5/5/2K2 b -", "a3a2 a3a2+", "");
        check_some_moves("gorogoro", "2k2/5/5/S4/5/2K2 b -", "a4a3", "a4a3+");
        check_some_moves("gorogoro", "2k2/5/P4/5/5/2K2 b -", "a3a2 a3a2+", "");
        check_some_moves("gorogoro", "2k2/P4/5/5/5/2K2 b -", "a2a1+", "a2a1");
        check_some_moves("gorogoro", "2k2/5/5/s4/5/2K2 w -", "a4a5 a4a5+", "");
    }

    #[test]
    fn pawns_follow_the_rules_of_shogi() {
        check_some_moves("gorogoro", "2k2/5/5/P4/5/2K2 b P", "P*b2", "P*a3 P*b1");
    }

    #[test]
    fn the_fourth_occurrence_is_a_draw() {
        let start = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b -";
        let round = "c6c5 c1c2 c5c6 c2c1 ";
        check_outcome("gorogoro", start, &round.repeat(2), None);
        let drawn = Some(Outcome::draw("repetition"));
        check_outcome("gorogoro", start, &round.repeat(3), drawn);
    }
}

mod refused {
    use super::*;

    #[track_caller]
    fn check_position(spec: &str, text: &str, message: &str) {
        let error = koma(spec).read_position(text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[track_caller]
    fn check_move(spec: &str, position: &str, text: &str, message: &str) {
        let game = koma(spec);
        let error = game.read_move(&read(&game, position), text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn rows() {
        let four = "row 2: expected 3 squares, got \"4\"";
        check_position("anpanman", "hbd/4/3/3/CAS b -", four);
        let two = "row 1: expected 3 squares, got \"hb\"";
        check_position("anpanman", "hb/3/3/3/CAS b -", two);
        check_position(
            "anpanman",
            "hbd/3/3/CAS b -",
            "rows: expected 5 rows separated by /, got \"4 rows in hbd/3/3/CAS\"",
        );
        let letters = "empties (1 to 3, .) or one of A S C b h d";
        check_position(
            "anpanman",
            "hbx/3/3/3/CAS b -",
            &format!("row 1: expected {letters}, got \"x\""),
        );
        check_position(
            "anpanman",
            "hbd/30/3/3/CAS b -",
            &format!("row 2: expected {letters}, got \"0\""),
        );
        check_position(
            "anpanman",
            "hbd/3/+S2/3/CAS b -",
            &format!("row 3: expected {letters}, got \"+S\""),
        );
        let plus = "row 2: expected a letter after +, got \"3+\"";
        check_position("dobutsu", "gle/3+/1C1/ELG b -", plus);
    }

    #[test]
    fn leaders() {
        check_position(
            "anpanman",
            "hbd/1b1/3/3/CAS b -",
            "pieces: expected one leader b of second, got \"2 in hbd/1b1/3/3/CAS b -\"",
        );
        check_position(
            "anpanman",
            "hbd/3/3/3/C1S b -",
            "pieces: expected a leader A of first, got \"none in hbd/3/3/3/C1S b -\"",
        );
        check_position(
            "dobutsu",
            "g1e/1c1/1C1/E1G b -",
            "pieces: expected a leader l of second, got \"none in g1e/1c1/1C1/E1G b -\"",
        );
        check_position(
            "anpanman",
            "3/b2/1A1/3/3 w -",
            "position: expected first's leader out of reach, for second is to move, \
             got \"3/b2/1A1/3/3 w -\"",
        );
    }

    #[test]
    fn sides_hands_and_junk() {
        let nothing = "position: expected ROWS SIDE HAND, such as the start, got nothing";
        check_position("anpanman", "", nothing);
        check_position(
            "anpanman",
            "  \t ",
            "position: expected ROWS SIDE HAND, such as the start, got \"  \\t \"",
        );
        check_position(
            "anpanman",
            "hbd/3/3/3/CAS",
            "side: expected b (first) or w (second) after the rows, got nothing",
        );
        check_position(
            "anpanman",
            "hbd/3/3/3/CAS x -",
            "side: expected b (first) or w (second), got \"x\"",
        );
        check_position(
            "anpanman",
            "hbd/3/3/3/CAS b",
            "hand: expected - or letters after the side, got nothing",
        );
        check_position(
            "anpanman",
            "hbd/3/3/3/CAS b - 1",
            "position: expected nothing after the hand, got \"1\"",
        );
        check_position(
            "anpanman",
            "hbd/3/3/3/CAS b S",
            "hand: expected -, because captured pieces leave the game, got \"S\"",
        );
        let hand = "hand: expected -, or counts and G E C (small for second)";
        for wrong in ["L", "H", "x", "--", "C-", "-C"] {
            let position = format!("2l/3/3/2L b {wrong}");
            check_position("dobutsu", &position, &format!("{hand}, got {wrong:?}"));
        }
        check_position(
            "dobutsu",
            "2l/3/3/2L b C2",
            "hand: expected a letter after the count, got \"C2\"",
        );
        for wrong in ["0C", "16C", "999999999999999999999C"] {
            check_position(
                "dobutsu",
                &format!("2l/3/3/2L b {wrong}"),
                &format!("hand: expected a count from 1 to 15, got {wrong:?}"),
            );
        }
    }

    #[test]
    fn too_many_pieces() {
        check_position(
            "dobutsu",
            "2l/3/CCC/2L b -",
            "pieces: expected at most 2 of the piece chick, got \"3 in 2l/3/CCC/2L b -\"",
        );
        check_position(
            "dobutsu",
            "2l/3/H1C/2L b C",
            "pieces: expected at most 2 of the piece chick, got \"3 in 2l/3/H1C/2L b C\"",
        );
        check_position(
            "anpanman",
            "1b1/3/3/3/SAS b -",
            "pieces: expected at most 1 of first's piece sidestepper, \
             got \"2 in 1b1/3/3/3/SAS b -\"",
        );
    }

    #[test]
    fn megabytes() {
        const SIZE: usize = 10_000_000;
        for game in ["anpanman", "dobutsu", "minishogi"] {
            let game = koma(game);
            for text in [
                "a".repeat(SIZE),
                "/".repeat(SIZE),
                " ".repeat(SIZE),
                "8".repeat(SIZE),
                "+".repeat(SIZE),
                format!(
                    "{} {}",
                    game.write_position(&game.start()),
                    "x".repeat(SIZE)
                ),
                format!("hbd/3/3/3/CAS b {}", "9".repeat(SIZE)),
            ] {
                let error = game.read_position(&text).unwrap_err().to_string();
                assert!(error.len() < 300, "{} bytes", error.len());
                let error = game
                    .read_move(&game.start(), &text)
                    .unwrap_err()
                    .to_string();
                assert!(error.len() < 300, "{} bytes", error.len());
            }
        }
    }

    #[test]
    fn moves() {
        let start = "hbd/3/3/3/CAS b -";
        let legal = "move: expected a legal move (a5a4 a5b4 b5a4 b5b4 b5c4 c5c4)";
        for wrong in ["a5a3", "b5b4+", "S*b3", "pass", "b5", "B5B4", "b5 b4"] {
            let message = format!("{legal}, got {wrong:?}");
            check_move("anpanman", start, wrong, &message);
        }
        check_move("anpanman", start, "", &format!("{legal}, got nothing"));
        check_move(
            "anpanman",
            "3/3/bh1/1d1/A2 b -",
            "a5a4",
            "move: expected no move, for the game is over, got \"a5a4\"",
        );
    }
}

/// Rules that no built-in game has.
mod made_up {
    use super::*;

    /// A leader, a pawn, and a piece that the caller defines.
    fn game(rules: &str, piece: &str) -> Koma {
        let text = format!(
            "format = 1\nid = \"made-up\"\nname = {{ en = \"made up\" }}\n\
             start = \"4k/1x1pp/5/5/5/PP1X1/K4 b -\"\n\
             [board]\nfiles = 5\nranks = 7\n\
             [rules]\ncaptures = \"remove\"\nmodel = \"check\"\n{rules}\n\
             [[piece]]\nid = \"king\"\nroyal = true\nletter = \"K\"\nname = {{ en = \"king\" }}\n\
             steps = [\"f\", \"fl\", \"fr\", \"l\", \"r\", \"b\", \"bl\", \"br\"]\n\
             [[piece]]\nid = \"pawn\"\nletter = \"P\"\nname = {{ en = \"pawn\" }}\nsteps = [\"f\"]\n\
             [[piece]]\nid = \"x\"\nletter = \"X\"\nname = {{ en = \"x\" }}\n{piece}\n"
        );
        Koma::from_toml("made-up.toml", &text).unwrap()
    }

    /// The moves of the piece on a square.
    #[track_caller]
    fn check_piece(game: &Koma, position: &str, square: &str, expected: &str) {
        let at = read(game, position);
        let mut moves = Vec::new();
        game.legal_moves(&at, &mut moves);
        let texts = moves.iter().map(|&mv| game.write_move(&at, mv));
        let mut own: Vec<String> = texts.filter(|mv| mv.starts_with(square)).collect();
        own.sort_unstable();
        assert_eq!(own.join(" "), expected);
    }

    #[test]
    fn a_slide_by_jumps_is_stopped_where_it_lands_and_nowhere_else() {
        let game = game("", "slides = [[1, 2]]");
        // From a7 over b5 and c3 to d1; the pawn on a6 is jumped over.
        check_piece(&game, "4k/5/5/5/5/P4/X3K b -", "a7", "a7b5 a7c3 a7d1");
        check_piece(&game, "4k/5/2p2/5/5/5/X3K b -", "a7", "a7b5 a7c3");
        check_piece(&game, "4k/5/2P2/5/5/5/X3K b -", "a7", "a7b5");
        // Second's goes the other way.
        check_piece(&game, "3xk/5/5/5/5/5/4K w -", "d1", "d1a7 d1b5 d1c3");
    }

    #[test]
    fn a_slide_by_jumps_checks_and_pins() {
        let game = game("", "slides = [[1, 2]]");
        // A check along d1-c3-b5-a7 is answered on its squares or by the king.
        let check = "k2x1/5/5/5/1P1X1/2P2/K4 b -";
        assert!(
            !game.in_check(&read(&game, check)),
            "the pawn on b5 stands in the way"
        );
        check_piece(&game, check, "b5", "");
        check_piece(&game, check, "c6", "c6c5");
        let open = "k2x1/5/5/2P2/3X1/2P2/K4 b -";
        assert!(game.in_check(&read(&game, open)));
        check_piece(&game, open, "c4", "c4c3");
        check_piece(&game, open, "c6", "");
        check_piece(&game, open, "a7", "a7a6 a7b6 a7b7");
        // A pinned piece may move along the line and capture the pinning piece.
        check_piece(&game, "k2x1/5/5/5/1X3/5/K4 b -", "b5", "b5c3 b5d1");
    }

    #[test]
    fn second_moves_rotated_or_mirrored_or_their_own() {
        let at = "4k/5/5/2x2/5/5/K4 w -";
        let steps = "steps = [\"fl\", [2, 1]]";
        check_piece(&game("", steps), at, "c4", "c4a5 c4d5");
        let mirrored = game("second_moves = \"mirrored\"", steps);
        check_piece(&mirrored, at, "c4", "c4b5 c4e5");
        let own = game("", "steps = [\"fl\"]\nsecond_steps = [\"b\", \"r\"]");
        check_piece(&own, at, "c4", "c4b4 c4c3");
        check_piece(&own, "4k/5/5/2X2/5/5/K4 b -", "c4", "c4b3");
    }

    #[test]
    fn a_piece_without_moves_is_furniture() {
        let game = game("", "");
        check_piece(&game, "4k/5/5/2X2/5/5/K4 b -", "c4", "");
    }
}
