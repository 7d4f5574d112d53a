//! Perpetual check in tables of xiangqi: a slow second solver on explicit graphs, and whether verification
//! finds changed entries.

mod ending;
mod parity;

use std::sync::Arc;

use yomikiri_game_api::{Game as _, Indexer, Metric, Notation, Probed, Side, Tier, Value};
use yomikiri_games::xiangqi::{Position, Xiangqi, XiangqiTiers};
use yomikiri_solver::perpetual::{self, Rule};
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};
use yomikiri_solver::{Cells, NoProgress};

use ending::Ending;

type Tables = Tablebase<Xiangqi, XiangqiTiers>;

fn order() -> SolveOrder {
    SolveOrder {
        threads: 2,
        metric: Metric::Check,
        ..SolveOrder::default()
    }
}

/// The tables of an ending in a directory.
fn solved(name: &str) -> (tempfile::TempDir, Tables, Tier) {
    let dir = tempfile::tempdir().unwrap();
    let spec = TablebaseSpec {
        in_check: Some(Xiangqi::in_check),
        can_check: Some(XiangqiTiers::can_check),
        ..TablebaseSpec::new(|game| Ok(XiangqiTiers::new(game)))
    };
    let location = TableLocation::new(dir.path(), "xiangqi");
    let base = Tablebase::new(Xiangqi::default(), spec, location, Arc::default()).unwrap();
    let tier = base.parse_tier(Some(name)).unwrap();
    base.solve(&[tier], &order(), &NoProgress, |_| Ok(()))
        .unwrap();
    (dir, base, tier)
}

/// Every position of an ending, in both rules, as a slow solver without any of our indices says.
fn slow_solver_agrees(name: &str, pieces: &str) -> usize {
    let (_dir, base, tier) = solved(name);
    let game = Xiangqi::default();
    let indexer = base.indexer(tier).unwrap();
    let plain = base.load(tier, Metric::End, &NoProgress).unwrap();
    let under_rule = base.check_values(tier, &NoProgress).unwrap();
    let ending = Ending::new(pieces);
    let graph = ending.graph();
    let (values, winners) = (graph.plain(), graph.winners());
    let mut differ = 0;
    for node in (0..ending.size()).filter(|&node| graph.legal[node] && ending.is_full(node)) {
        let at = ending.position(node).unwrap();
        let text = || game.write_position(&at);
        let index = indexer.index(&at).unwrap_or_else(|| panic!("{}", text()));
        let told = plain.answer(index).unwrap();
        let told = told.distance.map(|plies| (told.value, plies));
        assert_eq!(told, values[node], "{}", text());
        let turn = Ending::turn(node);
        let value = match Side::BOTH.map(|side| winners[side.index()][node]) {
            [false, false] => Value::Draw,
            [first, _] if first == (turn == Side::First) => Value::Win,
            _ => Value::Loss,
        };
        assert_eq!(under_rule.answer(index).unwrap().value, value, "{}", text());
        differ += usize::from(values[node].is_none() && value != Value::Draw);
    }
    let counted = base.differences(tier, &NoProgress).unwrap();
    let counted: u64 = counted.iter().map(|kind| kind.positions).sum();
    assert_eq!(counted, differ as u64);
    differ
}

/// A horse's perpetual check does not save it from a rook.
#[test]
fn a_slow_solver_agrees_where_perpetual_check_decides() {
    assert_eq!(slow_solver_agrees("KRvKN", "Rn"), 3_194);
}

#[test]
fn a_slow_solver_agrees_where_a_horse_meets_a_pawn() {
    assert_eq!(slow_solver_agrees("KNvKP", "Np"), 0);
}

#[test]
fn a_slow_solver_agrees_where_only_one_side_can_check() {
    assert_eq!(slow_solver_agrees("KRvKAB", "Rab"), 0);
}

/// Verification finds every change that was missed, invented or given a wrong rank.
#[test]
fn verification_finds_changed_entries() {
    let (_dir, base, tier) = solved("KRvKN");
    let verdict = base.verify(tier, Metric::Check, None, 2, &NoProgress);
    assert_eq!(verdict.unwrap().verdict.faults, []);
    let changes = base.load(tier, Metric::Check, &NoProgress).unwrap();
    let info = base.open(tier, Metric::Check).unwrap();
    let description = &info.table().header().description;
    assert!(description.contains("complete = check\n"), "{description}");
    let mut lines = description.lines();
    let steps = lines.find_map(|line| line.strip_prefix("steps = "));
    let steps: u32 = steps.unwrap().parse().unwrap();
    let (indexer, plain) = (
        base.indexer(tier).unwrap(),
        base.load(tier, Metric::End, &NoProgress).unwrap(),
    );
    let rule = Rule {
        game: base.game(),
        indexer: &*indexer,
        plain: &plain,
        in_check: Xiangqi::in_check,
        can_check: [true, true],
    };
    let elsewhere = |at: &Position| {
        let known = base.check_value(at).unwrap();
        known.map(|known| known.value)
    };
    let is_found = |cells: &Cells| {
        let verdict = perpetual::verify(&rule, (cells, steps), &elsewhere, 2, &NoProgress);
        !verdict.faults.is_empty()
    };
    let decided = |index: &u64| {
        changes
            .answer(*index)
            .is_some_and(|known| known.distance.is_some())
    };
    let all: Vec<u64> = changes.indices().filter(decided).collect();
    let is_drawn = |index: &u64| {
        plain.answer(*index) == Some(Probed::DRAW)
            && !decided(index)
            && indexer.position(*index).is_some()
    };
    let drawn: Vec<u64> = changes.indices().filter(is_drawn).collect();
    for number in 0..2 {
        // A win that is missing: nothing around it can be right.
        let mut missing = Cells::clone(&changes);
        missing.set_code(all[number * all.len() / 2], 0);
        assert!(is_found(&missing));
        // A win that is none.
        let mut invented = Cells::clone(&changes);
        invented.set_code(drawn[number * drawn.len() / 2], 40 + number as u16);
        assert!(is_found(&invented));
    }
    // All of them missing: only the graph of forced checks tells.
    let mut none = Cells::clone(&changes);
    all.iter().for_each(|&index| none.set_code(index, 0));
    assert!(is_found(&none));
    // Right winners with ranks that prove nothing.
    let mut flat = Cells::clone(&changes);
    for &index in &all {
        flat.set_code(
            index,
            2 - u16::from(changes.answer(index).unwrap().value == Value::Loss),
        );
    }
    assert!(is_found(&flat));
}

/// The winner moves to the smallest rank and never loses what it has, whatever the loser does: either the
/// plain game is won, or the loser only checks until a position comes again.
#[test]
fn ranks_lead_to_a_win() {
    let (_dir, base, tier) = solved("KRvKN");
    let game = base.game();
    let value = |at: &Position| base.check_value(at).unwrap().unwrap();
    let mut random = yomikiri_game_api::SplitMix64::new(7);
    for kind in base.differences(tier, &NoProgress).unwrap() {
        let (mut at, start) = (kind.example, value(&kind.example));
        let winner = match start.value {
            Value::Win => game.turn(&at),
            _ => !game.turn(&at),
        };
        let mut quiet = 0;
        for _ in 0..400 {
            let mut moves = Vec::new();
            game.legal_moves(&at, &mut moves);
            let after = |&mv: &_| {
                let mut next = at;
                game.play(&mut next, mv);
                (value(&next), next)
            };
            let mut after: Vec<_> = moves.iter().map(after).collect();
            let is_winners = game.turn(&at) == winner;
            if is_winners {
                after.retain(|(known, _)| known.value == Value::Loss);
                let best = after.into_iter().min_by_key(|(known, _)| known.rank);
                at = best.unwrap().1;
            } else {
                assert!(after.iter().all(|(known, _)| known.value == Value::Win));
                // The toughest resistance: what the rule alone refutes.
                after.retain(|(known, _)| known.rank.is_some());
                if after.is_empty() {
                    quiet = 0;
                    break;
                }
                at = after[random.below(after.len())].1;
                quiet += u32::from(!game.in_check(&at));
            }
        }
        // Moves without check are steps towards the region of forced checks: there are few of them.
        assert!(quiet < 20, "{quiet}");
    }
}

/// The same bytes for any number of threads.
#[test]
fn threads_change_nothing() {
    let (_dir, base, tier) = solved("KRvKN");
    let path = base.path(tier, Metric::Check);
    let file = std::fs::read(&path).unwrap();
    let alone = SolveOrder {
        threads: 1,
        again: true,
        ..order()
    };
    base.solve(&[tier], &alone, &NoProgress, |_| Ok(()))
        .unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), file);
}
