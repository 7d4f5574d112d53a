//! Remarkable positions of Anpanman shogi.

mod common;

use std::sync::OnceLock;

use common::{answer, solved};
use yomikiri_game_api::{Game, Indexer, Notation, Side, Value};
use yomikiri_games::koma::{Koma, KomaIndexer, Position};
use yomikiri_solver::find::{
    Search, longest_wins, look, mutual_zugzwangs, only_winning_moves, perfect_line,
};
use yomikiri_solver::local::Solution;
use yomikiri_solver::{NoProgress, Solved};

fn anpanman() -> &'static (Koma, KomaIndexer, Solution) {
    static SOLVED: OnceLock<(Koma, KomaIndexer, Solution)> = OnceLock::new();
    SOLVED.get_or_init(|| solved("anpanman"))
}

fn search(most: usize, threads: usize) -> Search<'static> {
    Search {
        most,
        threads,
        progress: &NoProgress,
    }
}

fn results(game: &Koma, at: &Position) -> Vec<Position> {
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    let after = moves.into_iter().map(|mv| {
        let mut next = *at;
        game.play(&mut next, mv);
        next
    });
    after.collect()
}

/// The same position with the other side to move.
fn switch(game: &Koma, at: &Position) -> Option<Position> {
    let text = game.write_position(at);
    let other = match game.turn(at) {
        Side::First => text.replacen(" b ", " w ", 1),
        Side::Second => text.replacen(" w ", " b ", 1),
    };
    assert_ne!(text, other);
    game.read_position(&other).ok()
}

#[test]
fn the_longest_wins_have_lines_of_their_length() {
    let (game, indexer, solution) = anpanman();
    let cells = &solution.cells;
    let longest = longest_wins(&Solved::whole(game, indexer, cells), search(20, 2));
    assert_eq!(
        longest,
        longest_wins(&Solved::whole(game, indexer, cells), search(20, 1))
    );
    assert_eq!(longest.total, 524_167);
    assert_eq!(longest.found.len(), 20);
    assert!(
        longest
            .found
            .is_sorted_by_key(|found| std::cmp::Reverse(found.plies))
    );
    let deepest = solution.rounds.len() as u32 - 1;
    assert!(longest.found[0].plies >= Some(deepest - 1));
    for found in &longest.found {
        let mut at = indexer.position(found.index).unwrap();
        let mover = game.turn(&at);
        let line = perfect_line(&Solved::whole(game, indexer, cells), &at);
        assert_eq!(Some(line.len() as u32), found.plies);
        for mv in line {
            assert!(game.outcome(&at).is_none());
            game.play(&mut at, mv);
        }
        assert_eq!(game.outcome(&at).unwrap().winner, Some(mover));
    }
    assert_eq!(
        perfect_line(&Solved::whole(game, indexer, cells), &game.start()),
        []
    );
}

#[test]
fn only_winning_moves_are_the_only_ones() {
    let (game, indexer, solution) = anpanman();
    let cells = &solution.cells;
    let only = only_winning_moves(&Solved::whole(game, indexer, cells), search(300, 2));
    assert_eq!(
        only,
        only_winning_moves(&Solved::whole(game, indexer, cells), search(300, 3))
    );
    assert!(only.total > 300);
    for found in &only.found {
        let at = indexer.position(found.index).unwrap();
        let after: Vec<_> = results(game, &at)
            .iter()
            .map(|next| look(game, indexer, cells, next).unwrap().value)
            .collect();
        let winning = after.iter().filter(|&&value| value == Value::Loss).count();
        assert!(winning == 1 && after.len() > 1, "{at:?}");
    }
}

#[test]
fn in_a_mutual_zugzwang_nobody_wants_to_move() {
    let (game, indexer, solution) = anpanman();
    let cells = &solution.cells;
    let find = |threads| {
        let switch = |at: &Position| switch(game, at);
        mutual_zugzwangs(
            &Solved::whole(game, indexer, cells),
            switch,
            search(100, threads),
        )
    };
    let zugzwangs = find(2);
    assert_eq!(zugzwangs, find(1));
    assert!(zugzwangs.total > 0);
    for found in &zugzwangs.found {
        let at = indexer.position(found.index).unwrap();
        let here = answer(cells, found.index).unwrap().value;
        let there = look(game, indexer, cells, &switch(game, &at).unwrap()).unwrap();
        assert!(here < there.value.flip() && there.value < here.flip());
    }
}
