//! The evaluation: its terms add up, and the board's symmetries hold.

use yomikiri_game_api::{Evaluate, Explain, Incremental, Notation, Side, conformance};

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
        assert!(terms.len() == 5 || terms.len() == 6 && terms[5].name == "cannot_win");
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

/// `evaluate` is compiled for every processor, `judge` for the instructions of this one.
#[test]
fn instructions_of_the_processor_change_nothing() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    let mut seen = 0;
    conformance::walk(&game, conformance::Plan::from_env(10), |line| {
        let at = line.last();
        let accumulator = eval.begin(&game, at);
        let judged = eval.judge(&game, at, &accumulator);
        assert_eq!(
            judged,
            eval.evaluate(&game, at),
            "{}",
            game.write_position(at)
        );
        seen += 1;
        Ok(())
    })
    .unwrap();
    assert!(seen > 100, "{seen} positions");
}

#[test]
fn material_that_cannot_win_is_nearly_drawn() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    let points = |fen: &str| eval.evaluate(&game, &game.read_position(fen).unwrap()).0;
    let rook = eval.weights().get(Weight::Rook);
    for fen in [
        // No attacker.
        "3k5/9/9/9/9/9/9/4B4/4A4/4KAB2 w",
        "3k5/9/9/9/9/9/9/4B4/4A4/4KAB2 b",
        // A cannon without a screen.
        "3k5/9/9/9/4C4/9/9/9/9/5K3 w",
        "3kc4/9/9/9/9/9/9/9/9/5K3 w",
        // The other side could win, but is behind.
        "3k5/9/9/9/4C4/9/p8/9/9/5K3 w",
    ] {
        assert!(points(fen).abs() * 16 <= rook, "{fen}: {}", points(fen));
    }
    for fen in [
        "3k5/9/9/9/4C4/9/9/9/4A4/5K3 w",
        "3k5/9/9/9/4C3C/9/9/9/9/5K3 w",
        "3k5/9/9/9/4N4/9/9/9/9/5K3 w",
    ] {
        assert!(points(fen) * 5 >= rook, "{fen}: {}", points(fen));
    }
    // The other side's advantage stays.
    let behind = "3k5/9/9/9/4C4/r8/9/9/9/5K3 w";
    assert!(points(behind) * 3 < -rook, "{}", points(behind));
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
    for found in terms.iter().filter(|found| found.name != "cannot_win") {
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
        "3k1ab2/4a4/4b4/9/p3p4/P3P4/9/9/4A4/3A1KN2 w",
        HorseCrowd,
        "coordination",
        13 - 16,
    );
    // Fewer than ten pieces count as ten.
    check(
        "3k5/9/9/9/9/9/9/9/9/3A1KN2 w",
        HorseCrowd,
        "coordination",
        10 - 16,
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

/// Values depend on how full the board is; taking a guard is worth something however empty it gets.
#[test]
fn guards_are_worth_something_on_every_board() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    let points = |fen: &str| eval.evaluate(&game, &game.read_position(fen).unwrap()).0;
    let with = [
        "3k5/9/4b4/9/9/9/4N4/9/9/5K3 w",
        "3k5/9/4b3b/9/9/9/4N4/9/9/5K3 w",
        "3k5/4a4/9/9/9/9/4N4/9/9/5K3 w",
        "3k1a3/4a4/4b4/9/9/9/4N4/9/9/5K3 w",
    ];
    let without = [
        "3k5/9/9/9/9/9/4N4/9/9/5K3 w",
        "3k5/9/4b4/9/9/9/4N4/9/9/5K3 w",
        "3k5/9/9/9/9/9/4N4/9/9/5K3 w",
        "3k1a3/4a4/9/9/9/9/4N4/9/9/5K3 w",
    ];
    for (with, without) in with.into_iter().zip(without) {
        assert!(points(without) > points(with), "{with}");
    }
}

#[test]
fn places_count_by_their_tables() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    let at = game.read_position("3k5/9/9/4P4/9/9/9/9/9/5K3 w").unwrap();
    let terms = eval.terms(&game, &at);
    // Three pieces count as ten, six fewer than sixteen.
    let places = |pieces: &[(Kind, usize, usize)]| {
        let sum = |table: &[[i16; 90]; 7]| -> i32 {
            let of = |&(kind, file, rank): &(Kind, usize, usize)| {
                i32::from(table[kind as usize][usize::from(square_at(file, rank))])
            };
            pieces.iter().map(of).sum()
        };
        sum(&PLACEMENT) + (-6 * sum(&ROOM)).div_euclid(16)
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

#[test]
fn slopes_say_what_other_parameters_do() {
    let game = Xiangqi::default();
    let known = XiangqiEval::parameters();
    assert_eq!(known.len(), Weight::ALL.len() + 2 * 7 * 50);
    let start: Vec<i32> = known.iter().map(|(_, value)| *value).collect();
    let eval = XiangqiEval::with_parameters(&start);
    let mut rng = yomikiri_game_api::SplitMix64::new(3);
    // Every parameter is moved by something, but the factor of the tables.
    let mut moved = start.clone();
    for (value, (name, _)) in moved.iter_mut().zip(&known) {
        *value += (rng.below(41) as i32 - 20) * i32::from(name != "placement");
    }
    let other = XiangqiEval::with_parameters(&moved);
    let mut slopes = Vec::new();
    let mut seen = 0;
    conformance::walk(&game, conformance::Plan::from_env(6), |line| {
        let at = line.last();
        let sign = if at.turn() == Side::First { 1 } else { -1 };
        assert_eq!(
            eval.evaluate(&game, at),
            XiangqiEval::default().evaluate(&game, at)
        );
        let Some(base) = eval.slopes(at, &mut slopes) else {
            return Ok(());
        };
        assert_eq!(base as i32, sign * eval.evaluate(&game, at).0);
        let change = slopes.iter().map(|&(at, slope)| {
            let at = usize::from(at);
            slope * (moved[at] - start[at]) as f32
        });
        let foretold = base + change.sum::<f32>();
        let real = sign * other.evaluate(&game, at).0;
        let is_linear = other.slopes(at, &mut Vec::new()).is_some();
        // Each side's room is rounded once before and once after.
        assert!(
            (foretold - real as f32).abs() < 5.0 || !is_linear,
            "{foretold} {real}"
        );
        seen += 1;
        Ok(())
    })
    .unwrap();
    assert!(seen > 100);
}
