//! A line of play: pushing, taking back, repetition, and what the past forbids.

use yomikiri_game_api::conformance::toys::{Actions, Chase, Placement, Superko};
use yomikiri_game_api::{Game, Line, Outcome, Side, SplitMix64};

/// Moves, keys, occurrences, whether the last position repeats, and legal moves.
type Answers<M> = (Vec<M>, Vec<u64>, usize, bool, Vec<M>);

/// Every question a line answers, as plain data.
fn answers<G: Game>(game: &G, line: &Line<G>) -> Answers<G::Move> {
    let mut legal = Vec::new();
    line.legal_moves(game, &mut legal);
    (
        line.moves().to_vec(),
        line.keys().collect::<Vec<_>>(),
        line.occurrences(),
        line.repeats(),
        legal,
    )
}

#[test]
fn a_new_line_is_its_start() {
    let game = Chase { size: 7 };
    let line = Line::new(&game);
    assert_eq!(line.start(), &game.start());
    assert_eq!(line.last(), &game.start());
    assert_eq!(line.positions(), [game.start()]);
    assert!(line.keys().eq([game.key(&game.start())]));
    assert_eq!((line.ply(), line.moves().len()), (0, 0));
    assert_eq!((line.occurrences(), line.repeats()), (1, false));
    assert_eq!(line.turn(&game), Side::First);
    assert_eq!(line.outcome(&game), None);
}

#[test]
fn a_push_appends_move_position_and_key() {
    let game = Actions { goal: 20 };
    let mut line = Line::new(&game);
    let mut at = game.start();
    for (ply, step) in [2, 1, 1, 2, 1].into_iter().enumerate() {
        line.push(&game, step);
        game.play(&mut at, step);
        assert_eq!(line.ply(), ply + 1);
        assert_eq!(line.last(), &at);
        assert_eq!(line.turn(&game), game.turn(&at));
        assert_eq!(line.keys().last(), Some(game.key(&at)));
        assert_eq!(line.positions().len(), line.moves().len() + 1);
        assert_eq!(line.keys().len(), line.positions().len());
    }
    assert_eq!(line.moves(), [2, 1, 1, 2, 1]);
    assert_eq!(line.start(), &game.start());
}

#[test]
fn a_pop_undoes_a_push_and_stops_at_the_start() {
    let game = Superko { size: 6 };
    let mut line = Line::new(&game);
    let mut rng = SplitMix64::new(5);
    let mut before = Vec::new();
    loop {
        let now = answers(&game, &line);
        if now.4.is_empty() || line.ply() == 60 {
            break;
        }
        line.push(&game, now.4[rng.below(now.4.len())]);
        before.push(now);
    }
    assert!(before.len() > 5, "the game is long enough to say something");
    for then in before.into_iter().rev() {
        let last = line.moves().last().copied();
        assert_eq!(line.pop(), last);
        assert_eq!(answers(&game, &line), then);
    }
    assert_eq!(line.pop(), None);
    assert_eq!(line.last(), &game.start());
}

#[test]
fn a_restarted_line_has_forgotten_everything() {
    let game = Chase { size: 9 };
    let mut line = Line::new(&game);
    for by in [1, 1, -1, -1] {
        line.push(&game, by);
    }
    assert!(line.repeats());
    let start = game.place(2, 6, Side::Second);
    line.restart(&game, start.clone());
    let fresh = Line::from_position(&game, start);
    assert_eq!(answers(&game, &line), answers(&game, &fresh));
    assert_eq!(line.turn(&game), Side::Second);
}

#[test]
fn occurrences_count_equal_keys_of_the_whole_line() {
    let game = Chase { size: 9 };
    let mut line = Line::new(&game);
    let mut counts = Vec::new();
    // Both sides step to and fro: every position comes back after four plies.
    for by in [1, 1, -1, -1].into_iter().cycle().take(10) {
        line.push(&game, by);
        counts.push(line.occurrences());
        assert_eq!(line.repeats(), line.occurrences() > 1);
    }
    assert_eq!(counts, [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]);
    // What is popped no longer counts.
    for _ in 0..4 {
        line.pop();
    }
    assert_eq!(line.occurrences(), 2);
}

#[test]
fn occurrences_agree_with_counting_positions_on_random_lines() {
    let game = Chase { size: 5 };
    let mut rng = SplitMix64::new(11);
    let mut line = Line::new(&game);
    for _ in 0..2_000 {
        let over = game.outcome(line.last()).is_some();
        if over || line.ply() > 40 || (line.ply() > 0 && rng.below(4) == 0) {
            line.pop();
        } else {
            line.push(&game, [-1, 1][rng.below(2)]);
        }
        let same = line.positions().iter().filter(|&at| at == line.last());
        let same = same.count();
        assert_eq!(line.occurrences(), same);
        assert_eq!(line.repeats(), same > 1);
    }
}

#[test]
fn legal_moves_are_those_that_the_past_allows_in_the_games_order() {
    let game = Superko { size: 5 };
    let mut rng = SplitMix64::new(17);
    let mut forbidden = 0;
    for _ in 0..200 {
        let mut line = Line::new(&game);
        loop {
            let (mut by_position, mut by_past) = (Vec::new(), Vec::new());
            game.legal_moves(line.last(), &mut by_position);
            line.legal_moves(&game, &mut by_past);
            let allowed: Vec<Placement> = by_position
                .iter()
                .copied()
                .filter(|&mv| game.allows(&line, mv))
                .collect();
            assert_eq!(by_past, allowed);
            forbidden += by_position.len() - by_past.len();
            if by_past.is_empty() {
                break;
            }
            line.push(&game, by_past[rng.below(by_past.len())]);
        }
        assert!(line.outcome(&game).is_some());
    }
    assert!(forbidden > 100, "superko forbade {forbidden} moves only");
}

#[test]
fn a_move_taken_back_is_no_longer_forbidden() {
    let game = Superko { size: 2 };
    let mut line = Line::new(&game);
    for point in [0, 1] {
        line.push(&game, Placement::Point(point));
    }
    assert!(!game.allows(&line, Placement::Point(0)));
    line.pop();
    line.pop();
    assert!(game.allows(&line, Placement::Point(0)));
}

#[test]
fn legal_moves_are_appended_to_what_is_there() {
    let game = Superko { size: 2 };
    let mut line = Line::new(&game);
    for point in [0, 1] {
        line.push(&game, Placement::Point(point));
    }
    let mut moves = vec![Placement::Point(7)];
    line.legal_moves(&game, &mut moves);
    assert_eq!(moves, [Placement::Point(7), Placement::Pass]);
}

#[test]
fn the_outcome_is_the_positions_or_else_the_pasts() {
    let game = Chase { size: 9 };
    let mut line = Line::new(&game);
    for by in [1, 1, -1, -1, 1, 1, -1, -1] {
        line.push(&game, by);
    }
    assert_eq!(game.outcome(line.last()), None);
    assert_eq!(line.outcome(&game), Some(Outcome::draw("repetition")));
    line.pop();
    assert_eq!(line.outcome(&game), None);

    let mut line = Line::from_position(&game, game.place(3, 4, Side::First));
    line.push(&game, 1);
    assert_eq!(
        line.outcome(&game),
        Some(Outcome::win(Side::First, "taken"))
    );
}

/// A game whose keys are chosen by its moves, to fill the table of keys as badly as possible.
#[derive(Clone, Debug)]
struct Keys;

impl Game for Keys {
    type Position = (u32, u64);
    type Move = u64;

    fn start(&self) -> (u32, u64) {
        (0, 0)
    }

    fn turn(&self, at: &(u32, u64)) -> Side {
        [Side::First, Side::Second][at.0 as usize % 2]
    }

    fn legal_moves(&self, _at: &(u32, u64), moves: &mut Vec<u64>) {
        moves.extend(0..4);
    }

    fn play(&self, at: &mut (u32, u64), mv: u64) {
        *at = (at.0 + 1, mv);
    }

    fn outcome(&self, _at: &(u32, u64)) -> Option<Outcome> {
        None
    }

    fn key(&self, at: &(u32, u64)) -> u64 {
        at.1
    }
}

/// Whatever is pushed and popped, a line knows its keys as a search through all of them does.
#[test]
fn a_line_knows_where_its_keys_occurred() {
    let mut rng = SplitMix64::new(11);
    for spread in [3, 50, 2_000] {
        let mut line = Line::new(&Keys);
        for step in 0..6_000 {
            match rng.below(6) {
                // The end is changed by hand, and perhaps back.
                5 if rng.below(3) == 0 => drop(line.undo_alter()),
                5 => line.alter(&Keys, (0, rng.below(spread) as u64)),
                // Long lines make the table grow; some are taken back to the start.
                0 | 1 => drop(line.pop()),
                2 if step % 1_000 == 0 => while line.pop().is_some() {},
                2 if step % 1_000 == 500 => line.restart(&Keys, (0, 7)),
                // Keys that agree in their low or in their high bits.
                3 => line.push(&Keys, (rng.below(spread) as u64) << 40),
                _ => line.push(&Keys, rng.below(spread) as u64),
            }
            let keys: Vec<u64> = line.keys().collect();
            let (last, earlier) = keys.split_last().unwrap();
            let nearest = earlier.iter().rposition(|key| key == last);
            assert_eq!(line.previous_occurrence(), nearest);
            assert_eq!(line.repeats(), nearest.is_some());
            let all = keys.iter().filter(|key| *key == last).count();
            assert_eq!(line.occurrences(), all);
            let asked = (rng.below(spread) as u64) << (40 * rng.below(2));
            assert_eq!(line.contains_key(asked), keys.contains(&asked));
            let copy = line.clone();
            assert_eq!(copy.previous_occurrence(), line.previous_occurrence());
        }
    }
}
