//! Search knowledge against the plain rules.

use yomikiri_game_api::{Game, Incremental, Line, MoveOrdering, Tactics, conformance};

use crate::xiangqi::generate::targets;
use crate::xiangqi::{Kind, Move, POINTS, Position, Square, Xiangqi, XiangqiEval};

fn walk(games: usize, mut check: impl FnMut(&Line<Xiangqi>, &[Move])) {
    let game = Xiangqi::default();
    let plan = conformance::Plan::from_env(games);
    conformance::walk(&game, plan, |line| {
        let mut moves = Vec::new();
        game.legal_moves(line.last(), &mut moves);
        check(line, &moves);
        Ok(())
    })
    .unwrap();
}

#[test]
fn checks_are_seen_without_playing() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    walk(20, |line, moves| {
        for &mv in moves {
            let mut after = *line.last();
            game.play(&mut after, mv);
            let gives = eval.gives_check(&game, line.last(), mv);
            assert_eq!(gives, after.in_check(), "{:?} {mv:?}", line.last());
        }
    });
}

#[test]
fn captures_and_quiet_moves_are_all_moves() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    walk(20, |line, moves| {
        let at = line.last();
        let (mut forcing, mut quiet) = (Vec::new(), Vec::new());
        assert!(eval.forcing_moves(&game, at, &mut forcing));
        eval.quiet_moves(&game, at, &mut quiet);
        assert!(forcing.iter().all(|&mv| eval.is_forcing(&game, at, mv)));
        assert!(!quiet.iter().any(|&mv| eval.is_forcing(&game, at, mv)));
        let mut both = [forcing, quiet].concat();
        let mut moves = moves.to_vec();
        both.sort_unstable();
        moves.sort_unstable();
        assert_eq!(both, moves);
    });
}

#[test]
fn only_legal_moves_are_unpacked() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    walk(3, |line, moves| {
        let unpack = |number| eval.unpack(&game, line.last(), number);
        let mut unpacked: Vec<Move> = (0..1 << 14).filter_map(unpack).collect();
        let mut moves = moves.to_vec();
        unpacked.sort_unstable();
        moves.sort_unstable();
        assert_eq!(unpacked, moves);
        for &mv in &moves {
            let packed = eval.pack(mv).unwrap();
            assert_ne!(packed, 0);
            assert_eq!(unpack(packed), Some(mv));
        }
    });
}

#[test]
fn the_carried_sum_is_the_sum_made_afresh() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    walk(20, |line, moves| {
        let at = line.last();
        let state = eval.begin(&game, at);
        for &mv in moves {
            let mut after = *at;
            game.play(&mut after, mv);
            let updated = eval.update(&game, at, mv, &after, &state);
            assert_eq!(updated, eval.begin(&game, &after), "{mv:?}");
        }
    });
}

/// The pieces that can move to a point if kings do not matter, least valuable first.
fn takers(at: &Position, to: Square) -> Vec<(usize, Square)> {
    const LEAST_FIRST: [Kind; 7] = [
        Kind::Pawn,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Cannon,
        Kind::Rook,
        Kind::King,
    ];
    let rank = |kind: Kind| LEAST_FIRST.iter().position(|&other| other == kind);
    let mut found: Vec<(usize, Square)> = (0..POINTS as Square)
        .filter_map(|from| {
            let (kind, side) = at.at(from)?;
            let reaches = side == at.turn() && targets(at, kind, side, from) >> to & 1 == 1;
            reaches.then_some((rank(kind)?, from))
        })
        .collect();
    found.sort_unstable();
    found
}

/// The result of capturing on a point for the side to move, which may also decline: played out.
fn exchange(eval: &XiangqiEval, at: &Position, to: Square) -> i32 {
    let Some(&(_, from)) = takers(at, to).first() else {
        return 0;
    };
    let mut after = *at;
    after.play(Move::new(from, to));
    let is_king = at.at(from).is_some_and(|(kind, _)| kind == Kind::King);
    if is_king && !takers(&after, to).is_empty() {
        return 0;
    }
    let taken = at.at(to).map_or(0, |(kind, _)| eval.worth(kind));
    (taken - exchange(eval, &after, to)).max(0)
}

#[test]
fn exchanges_come_to_what_playing_them_out_does() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    walk(20, |line, moves| {
        let at = line.last();
        for &mv in moves {
            let is_king = at.at(mv.from()).is_some_and(|(kind, _)| kind == Kind::King);
            if is_king {
                continue; // A legal king's move is never answered by taking it.
            }
            let taken = at.at(mv.to());
            let taken = taken.map_or(0, |(kind, _)| eval.worth(kind));
            let mut after = *at;
            game.play(&mut after, mv);
            let worth = taken - exchange(&eval, &after, mv.to());
            for points in [worth - 1, worth, worth + 1, 0, -100] {
                let told = eval.see_at_least(&game, at, mv, points);
                assert_eq!(told, worth >= points, "{at:?} {mv:?} {points} {worth}");
            }
        }
    });
}
