//! Scores: their order, their point of view, their words.

use yomikiri_game_api::{Score, Value, Verdict};

#[test]
fn scores_are_ordered_from_the_soonest_loss_to_the_soonest_win() {
    let ascending = [
        -Score::INFINITY,
        -Score::WIN,
        Score::loss_in(1),
        Score::loss_in(2),
        Score::loss_in(500),
        Score::eval(-Score::LIMIT),
        Score::eval(-1),
        Score::DRAW,
        Score::eval(1),
        Score::eval(Score::LIMIT),
        Score::win_in(500),
        Score::win_in(2),
        Score::win_in(1),
        Score::WIN,
        Score::INFINITY,
    ];
    assert!(ascending.is_sorted_by(|a, b| a < b), "{ascending:?}");
    // The opponent sees them the other way round.
    let mut seen = ascending.map(|score| -score);
    seen.reverse();
    assert_eq!(seen, ascending);
}

#[test]
fn a_win_is_the_opponents_loss_at_the_same_distance() {
    for plies in 0..2_000 {
        assert_eq!(-Score::win_in(plies), Score::loss_in(plies));
        assert_eq!(-Score::loss_in(plies), Score::win_in(plies));
        assert_eq!(Score::win_in(plies).verdict(), Verdict::WinIn(plies));
        assert_eq!(Score::loss_in(plies).verdict(), Verdict::LossIn(plies));
        assert!(Score::win_in(plies).is_decided() && Score::loss_in(plies).is_decided());
    }
    assert_eq!(Score::win_in(0), Score::WIN);
    assert_eq!(-Score::DRAW, Score::DRAW);
}

#[test]
fn evaluations_stay_apart_from_proofs() {
    let limit = Score::LIMIT;
    for (points, kept) in [
        (0, 0),
        (-37, -37),
        (limit, limit),
        (limit + 1, limit),
        (i32::MAX, limit),
        (-limit - 1, -limit),
        (i32::MIN, -limit),
    ] {
        let score = Score::eval(points);
        assert_eq!(score.verdict(), Verdict::Points(kept));
        assert!(!score.is_decided());
    }
    // The edge itself is an evaluation, one point further is a proof.
    assert!(Score(limit + 1).is_decided() && Score(-limit - 1).is_decided());
}

#[test]
fn values_at_a_distance_become_scores() {
    assert_eq!(Score::of_value(Value::Win, 3), Score::win_in(3));
    assert_eq!(Score::of_value(Value::Loss, 4), Score::loss_in(4));
    assert_eq!(Score::of_value(Value::Draw, 5), Score::DRAW);
    for value in [Value::Loss, Value::Draw, Value::Win] {
        for distance in [0, 1, 300] {
            let score = Score::of_value(value, distance);
            assert_eq!(-score, Score::of_value(value.flip(), distance));
        }
    }
}

#[test]
fn verdicts_read_as_words() {
    assert_eq!(Score::win_in(7).verdict().to_string(), "win in 7");
    assert_eq!(Score::loss_in(2).verdict().to_string(), "loss in 2");
    assert_eq!(Score::eval(25).verdict().to_string(), "+25");
    assert_eq!(Score::eval(-25).verdict().to_string(), "-25");
    assert_eq!(Score::DRAW.verdict().to_string(), "+0");
}
