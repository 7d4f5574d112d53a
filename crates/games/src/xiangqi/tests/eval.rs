//! The evaluation: its terms add up, and the board's symmetries hold.

use yomikiri_game_api::{Evaluate, Explain, Notation, Side, conformance};

use crate::xiangqi::{
    Kind, PLACEMENT, Position, ROOM, Weight, Weights, Xiangqi, XiangqiEval, square_at,
};

/// The position with sides exchanged, seen from the other end.
fn exchanged(at: &Position) -> Position {
    let game = Xiangqi::default();
    let fen = game.write_position(at);
    let (board, rest) = fen.split_once(' ').unwrap();
    let turned = |sign: char| match sign {
        sign if sign.is_ascii_uppercase() => sign.to_ascii_lowercase(),
        sign => sign.to_ascii_uppercase(),
    };
    let board: String = board.chars().rev().map(turned).collect();
    let rest = if rest.starts_with('w') { "b" } else { "w" };
    game.read_position(&format!("{board} {rest}")).unwrap()
}

#[test]
fn terms_add_up_and_sides_are_alike() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    conformance::walk(&game, conformance::Plan::from_env(10), |line| {
        let at = line.last();
        let terms = eval.terms(&game, at);
        assert_eq!(terms.len(), 5);
        let sum: i32 = terms.iter().map(|term| term.first - term.second).sum();
        let seen = if at.turn() == Side::First { sum } else { -sum };
        assert_eq!(eval.evaluate(&game, at).0, seen);
        assert_eq!(
            eval.evaluate(&game, &exchanged(at)),
            eval.evaluate(&game, at)
        );
        Ok(())
    })
    .unwrap();
}

/// Sets one weight to 7 and all others to 0, and checks First's minus Second's count in its term.
fn check_weight(fen: &str, weight: Weight, term: &str, count: i32) {
    let game = Xiangqi::default();
    let one = Weight::ALL
        .iter()
        .map(|&other| 7 * i32::from(other == weight));
    let weights = Weights::default().with(&one.collect::<Vec<i32>>());
    let at = game.read_position(fen).unwrap();
    let terms = XiangqiEval::new(weights).terms(&game, &at);
    for found in &terms {
        let expected = 7 * count * i32::from(found.name == term);
        assert_eq!(found.first - found.second, expected, "{fen} {weight:?}");
    }
}

#[test]
fn weights_count_what_they_are_named_after() {
    use Weight::{
        AdvisorMissing, AdvisorPair, BareCannon, BottomCannon, CannonHitsRook, CannonsLinked,
        ElephantMissing, HorseBears, HorseCrowd, HorseHitsRook, HorseMobility, HorseTrapped,
        HorsesLinked, MiddleCannon, PawnBears, PawnHits, PawnsAbreast, Pressure, Rook, RookBears,
        RookBehind, RookHits, RookHitsLoose, RookMobility, RooksLinked, Tempo, Together,
    };
    let check = check_weight;
    check("3k5/9/9/9/9/9/9/9/9/R4K3 w", Rook, "material", 1);
    check("3k5/9/9/9/9/9/9/9/9/5K3 b", Tempo, "mobility", -1);
    check("3k5/9/9/9/4R4/9/9/9/9/5K3 w", RookMobility, "mobility", 17);
    check("3k5/9/9/9/4n4/9/9/9/9/5K3 w", HorseMobility, "mobility", -8);
    check("3k5/9/9/9/9/9/9/9/9/N4K3 w", HorseTrapped, "mobility", 1);
    check("3k5/9/9/9/R6n1/9/9/9/9/5K3 w", RookHitsLoose, "mobility", 1);
    check(
        "3k5/7r1/9/9/R6n1/9/9/9/9/5K3 w",
        RookHitsLoose,
        "mobility",
        0,
    );
    check("3k5/7r1/9/9/R6n1/9/9/9/9/5K3 w", RookHits, "mobility", 1);
    check(
        "3k5/9/9/9/R7n/9/7R1/9/9/5K3 b",
        HorseHitsRook,
        "mobility",
        -1,
    );
    check(
        "3k5/9/9/9/C2p3r1/9/9/9/9/5K3 w",
        CannonHitsRook,
        "mobility",
        1,
    );
    check("3k5/9/9/3Pn4/9/9/9/9/9/5K3 w", PawnHits, "mobility", 1);
    check(
        "3k5/9/9/3PP4/9/9/9/9/9/5K3 w",
        PawnsAbreast,
        "coordination",
        1,
    );
    check(
        "3k5/9/9/2P1P4/9/9/9/9/9/5K3 w",
        PawnsAbreast,
        "coordination",
        0,
    );
    check(
        "3k5/9/9/9/9/2N6/9/1N7/9/5K3 w",
        HorsesLinked,
        "coordination",
        2,
    );
    check(
        "3k5/9/9/9/9/2N6/2P6/1N7/9/5K3 w",
        HorsesLinked,
        "coordination",
        1,
    );
    check(
        "3k5/9/9/9/2C6/9/2P6/2C6/9/5K3 w",
        CannonsLinked,
        "coordination",
        1,
    );
    check(
        "3k5/9/9/9/2R6/9/9/2R6/9/5K3 w",
        RooksLinked,
        "coordination",
        1,
    );
    check(
        "3k5/9/9/9/9/9/9/9/9/3A1KN2 w",
        HorseCrowd,
        "coordination",
        4 - 16,
    );
    check(
        "3k5/9/9/9/9/9/9/4P4/9/3AKA3 w",
        AdvisorPair,
        "coordination",
        1,
    );
    check("4k4/9/9/9/9/9/9/4C4/9/3K5 w", BareCannon, "king-safety", 1);
    check(
        "4k4/4a4/4b4/9/9/9/9/4C4/9/3K5 w",
        MiddleCannon,
        "king-safety",
        1,
    );
    check("C3k4/9/9/9/9/9/9/9/9/3K5 w", BottomCannon, "king-safety", 1);
    check(
        "4k4/4a4/9/9/9/9/9/4R4/9/3K5 w",
        RookBehind,
        "king-safety",
        1,
    );
    check("4k4/9/9/9/9/9/9/3R5/9/5K3 w", RookBears, "king-safety", 1);
    check("4k4/9/9/2N6/9/9/9/9/9/5K3 w", HorseBears, "king-safety", 1);
    check("4k4/9/9/2P6/9/9/9/9/9/5K3 w", PawnBears, "king-safety", 1);
    check("4k4/9/9/2N6/9/9/9/3R5/9/5K3 w", Together, "king-safety", 1);
    check("4k4/9/9/2N6/9/9/9/3R5/9/5K3 w", Pressure, "king-safety", 2);
    check(
        "4k4/4a4/9/2N6/9/9/9/9/9/5K3 w",
        AdvisorMissing,
        "king-safety",
        2,
    );
    check(
        "4k4/4a4/9/2N6/9/9/9/9/9/5K3 w",
        ElephantMissing,
        "king-safety",
        4,
    );
}

#[test]
fn places_count_by_their_tables() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    let at = game.read_position("3k5/9/9/4P4/9/9/9/9/9/5K3 w").unwrap();
    let terms = eval.terms(&game, &at);
    // Three pieces are thirteen fewer than sixteen.
    let places = |pieces: &[(Kind, usize, usize)]| {
        let sum = |table: &[[i16; 90]; 7]| -> i32 {
            let of = |&(kind, file, rank): &(Kind, usize, usize)| {
                i32::from(table[kind as usize][usize::from(square_at(file, rank))])
            };
            pieces.iter().map(of).sum()
        };
        sum(&PLACEMENT) + (-13 * sum(&ROOM)).div_euclid(16)
    };
    // Second's king on d9 corresponds to First's on f0.
    assert_eq!(
        (terms[1].first, terms[1].second),
        (
            places(&[(Kind::Pawn, 4, 6), (Kind::King, 5, 0)]),
            places(&[(Kind::King, 5, 0)])
        )
    );
}

#[test]
fn every_weight_has_a_name_and_can_be_set() {
    let weights = Weights::default();
    let named = weights.named();
    let values: Vec<i32> = named.iter().map(|(_, value)| value + 1).collect();
    let other = weights.with(&values);
    assert!(other.named().iter().map(|(_, value)| value).eq(&values));
    let fields = Weight::ALL.len();
    assert_eq!(named.len(), fields);
    let mut names: Vec<&String> = named.iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), fields);
}
