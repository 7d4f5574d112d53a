//! Statistics against published numbers, to the printed digit.

use yomikiri_arena::stats::{
    EloModel, Estimate, Pentanomial, Sprt, Trinomial, elo, los, normalised_elo,
};

/// Checks an LLR printed with two digits. `<…>` and `[…]` bounds are normalised, `{…}` logistic.
fn check_llr(source: &str, bounds: &str, counts: [u64; 5], printed: &str) {
    let inner = bounds.trim_matches(['<', '>', '{', '}']);
    let (elo0, elo1) = inner.split_once(',').expect("two bounds");
    let sprt = Sprt {
        model: match bounds.starts_with('{') {
            true => EloModel::Logistic,
            false => EloModel::Normalised,
        },
        ..Sprt::new(elo0.parse().unwrap(), elo1.parse().unwrap())
    };
    let llr = format!("{:.2}", sprt.llr(&Pentanomial(counts)));
    assert_eq!(llr, printed, "{source}");
}

/// Tests of Stockfish from pull requests of official-stockfish/Stockfish; the linked pages of
/// tests.stockfishchess.org print the same.
#[test]
fn llr_of_stockfish_tests() {
    let check = check_llr;
    // Normalised bounds.
    check(
        "#4194 STC",
        "<0.00,2.00>",
        [371, 10263, 24989, 10642, 379],
        "2.95",
    );
    check(
        "#4194 LTC",
        "<0.50,2.50>",
        [47, 8181, 25234, 8575, 47],
        "2.94",
    );
    check(
        "#6019 STC",
        "<0.00,2.00>",
        [320, 12431, 27275, 12858, 316],
        "2.95",
    );
    check(
        "#6019 LTC",
        "<0.50,2.50>",
        [197, 45541, 117722, 46579, 228],
        "2.96",
    );
    check(
        "#6285 SMP STC",
        "<-1.75,0.25>",
        [289, 26459, 62934, 26379, 331],
        "2.94",
    );
    check(
        "#6285 SMP LTC",
        "<-1.75,0.25>",
        [118, 38575, 109888, 38432, 122],
        "2.95",
    );
    check(
        "#5712 STC",
        "<0.00,2.00>",
        [831, 31795, 68460, 32448, 834],
        "2.93",
    );
    check(
        "#5712 LTC",
        "<0.50,2.50>",
        [307, 54901, 140959, 56230, 281],
        "2.95",
    );
    // A failed one, from the test data of official-stockfish/fishtest.
    check(
        "fishtest",
        "<0.00,2.00>",
        [369, 12695, 27124, 12664, 332],
        "-2.94",
    );
    // Logistic bounds, as fishtest used before 2021.
    check(
        "#3209 STC",
        "{-0.25,1.25}",
        [253, 4282, 17604, 4431, 286],
        "2.94",
    );
    check(
        "#3209 LTC",
        "{0.25,1.25}",
        [58, 3302, 33130, 3518, 84],
        "2.97",
    );
    check(
        "#3098 STC",
        "{-0.25,1.25}",
        [491, 7345, 29693, 7670, 465],
        "2.96",
    );
    check(
        "#2493 STC",
        "{-1.00,3.00}",
        [424, 2948, 5832, 3045, 460],
        "2.94",
    );
    check(
        "#3017 LTC",
        "{-1.50,0.50}",
        [40, 1272, 12142, 1300, 30],
        "3.01",
    );
}

/// Unit tests of Disservin/fastchess (`app/tests/sprt_test.cpp`).
#[test]
fn llr_of_fastchess_unit_tests() {
    let check = check_llr;
    check(
        "pentanomial 1",
        "<0,2>",
        [365, 16618, 36229, 16974, 390],
        "2.25",
    );
    check(
        "pentanomial 2",
        "<-1.75,0.25>",
        [127, 4883, 10712, 5150, 104],
        "3.01",
    );
    check(
        "logistic 1",
        "{0.5,2.5}",
        [223, 9863, 21279, 10037, 246],
        "-3.07",
    );
    check(
        "logistic 2",
        "{0,2}",
        [871, 26175, 55983, 26678, 821],
        "-4.98",
    );
    let trinomial = |elo0, elo1, model, counts| {
        let sprt = Sprt {
            model,
            ..Sprt::new(elo0, elo1)
        };
        format!("{:.2}", sprt.llr(&counts))
    };
    let (normalised, logistic) = (EloModel::Normalised, EloModel::Logistic);
    let of = Trinomial::new;
    assert_eq!(
        trinomial(0.0, 2.0, normalised, of(36433, 36027, 68692)),
        "0.92"
    );
    assert_eq!(
        trinomial(-1.75, 0.25, normalised, of(10871, 10650, 20431)),
        "2.30"
    );
    assert_eq!(
        trinomial(0.5, 2.5, logistic, of(21404, 21184, 40708)),
        "-1.57"
    );
    assert_eq!(
        trinomial(0.0, 2.0, logistic, of(57433, 57030, 106593)),
        "-2.59"
    );
}

fn printed(estimate: Option<Estimate>) -> String {
    let estimate = estimate.expect("a bounded estimate");
    format!("{:.2} +/- {:.2}", estimate.value, estimate.error())
}

/// Blocks printed by fastchess in the documents of public engines.
#[test]
fn elo_of_fastchess_blocks() {
    let check = |source: &str, counts, lines: [&str; 3]| {
        let counts = Pentanomial(counts);
        assert_eq!(printed(elo(&counts)), lines[0], "{source}");
        assert_eq!(printed(normalised_elo(&counts)), lines[1], "{source}");
        assert_eq!(
            format!("{:.2} %", 100.0 * los(&counts)),
            lines[2],
            "{source}"
        );
    };
    check(
        "Copperfish v Stockfish, README of Copperfish",
        [12, 6, 25, 8, 9],
        ["-11.59 +/- 56.66", "-12.83 +/- 62.16", "34.29 %"],
    );
    check(
        "Thom v Stash23, README of Thom",
        [84, 124, 343, 125, 164],
        ["33.40 +/- 14.24", "39.23 +/- 16.61", "100.00 %"],
    );
    check(
        "a nearly one-sided match of 1000 games",
        [0, 1, 58, 3, 438],
        ["474.93 +/- 44.28", "659.06 +/- 21.53", "100.00 %"],
    );
    check(
        "a finished test of 6412 games",
        [307, 619, 1202, 725, 353],
        ["10.73 +/- 6.70", "13.63 +/- 8.50", "99.92 %"],
    );
    check_llr("the same", "<0,5>", [307, 619, 1202, 725, 353], "2.95");
    check_llr("Thom v Stash23", "<0,1>", [84, 124, 343, 125, 164], "0.54");
}

/// Unit tests of Disservin/fastchess (`app/tests/elo_test.cpp`).
#[test]
fn elo_of_fastchess_unit_tests() {
    let wdl = Trinomial::new(136, 96, 111);
    assert_eq!(printed(elo(&wdl)), "40.70 +/- 30.43");
    assert_eq!(printed(normalised_elo(&wdl)), "49.77 +/- 36.77");
    assert_eq!(format!("{:.2}", 100.0 * los(&wdl)), "99.60");
    let pairs = Pentanomial([34, 54, 63, 64, 75]);
    assert_eq!(printed(elo(&pairs)), "55.58 +/- 27.65");
    assert_eq!(printed(normalised_elo(&pairs)), "57.94 +/- 28.28");
    let many = Pentanomial([7895, 8757, 5685, 568, 9999]);
    assert_eq!(printed(elo(&many)), "-21.04 +/- 2.95");
    assert_eq!(printed(normalised_elo(&many)), "-19.01 +/- 2.65");
}
