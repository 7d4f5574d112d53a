//! Xiangqi endings: a slow solver without symmetry or un-moves, and the independent pass over tables.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use yomikiri_game_api::{Game, Indexer, Metric, Notation, Probed, Side, Tier, Tiers, Value};
use yomikiri_games::xiangqi::{Kind, Position, Xiangqi, XiangqiTiers, square_at};
use yomikiri_solver::local::{Settings, SolveError, solve_tier};
use yomikiri_solver::tablebase::{
    SolveOrder, TableLocation, Tablebase, TablebaseError, TablebaseSpec,
};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{Cells, NoProgress, Progress, Solved};

/// Endings solved in memory.
struct Tables {
    base: Tablebase<Xiangqi, XiangqiTiers>,
    solved: HashMap<Tier, Arc<Cells>>,
}

impl Tables {
    fn of(names: &[&str]) -> Self {
        let spec = TablebaseSpec::new(|game| Ok(XiangqiTiers::new(game)));
        let location = TableLocation::new(Path::new(""), "xiangqi");
        let base = Tablebase::new(Xiangqi::default(), spec, location, Arc::default()).unwrap();
        let mut tables = Tables {
            base,
            solved: HashMap::new(),
        };
        for name in names {
            let tier = tables.base.parse_tier(Some(name)).unwrap();
            tables.solve(tier);
        }
        tables
    }

    fn solve(&mut self, tier: Tier) {
        for child in self.base.tiers().children(tier) {
            self.solve(child);
        }
        let settings = Settings {
            threads: 2,
            ..Settings::default()
        };
        let solved = &mut self.solved;
        let cells = self
            .base
            .solve_group_in_memory(tier, &settings, &NoProgress, solved);
        cells.unwrap();
    }

    fn look(&self, at: &Position) -> Option<Probed> {
        let Some(tier) = self.base.tiers().tier_of(at) else {
            return self.base.tiers().known(at);
        };
        let cells = self.solved.get(&tier)?;
        cells.answer(self.base.indexer(tier).unwrap().index(at)?)
    }
}

/// The text of a board with a few pieces, by file and rank.
fn text(pieces: &[(usize, usize, char)], side: char) -> String {
    let mut rows = vec![['1'; 9]; 10];
    for &(file, rank, letter) in pieces {
        rows[9 - rank][file] = letter;
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    format!("{} {side}", rows.join("/"))
}

/// Every position of two kings and one attacker of Red's.
fn positions_with(attacker: char) -> Vec<Position> {
    let game = Xiangqi::default();
    let palace =
        |low: usize| (3..6).flat_map(move |file| (low..low + 3).map(move |rank| (file, rank)));
    let mut found = Vec::new();
    for (red, black) in palace(0).flat_map(|red| palace(7).map(move |black| (red, black))) {
        for (file, rank) in (0..9).flat_map(|file| (0..10).map(move |rank| (file, rank))) {
            let taken = [red, black].contains(&(file, rank));
            let is_pawns = rank >= 5 || (rank >= 3 && file % 2 == 0);
            if taken || (attacker == 'P' && !is_pawns) {
                continue;
            }
            for side in ['w', 'b'] {
                let pieces = [
                    (red.0, red.1, 'K'),
                    (black.0, black.1, 'k'),
                    (file, rank, attacker),
                ];
                found.extend(game.read_position(&text(&pieces, side)));
            }
        }
    }
    found
}

/// Values by forward iteration over the plain rules; `None` is a draw.
fn slow_values(positions: &[Position]) -> Vec<Option<(Value, u32)>> {
    let game = Xiangqi::default();
    let number: HashMap<u64, usize> = positions.iter().map(|at| game.key(at)).zip(0..).collect();
    let mut moves = Vec::new();
    let mut results = Vec::with_capacity(positions.len());
    for at in positions {
        moves.clear();
        game.legal_moves(at, &mut moves);
        let after = |&mv| {
            let mut next = *at;
            game.play(&mut next, mv);
            // Bare kings are not in the list: a draw.
            number.get(&game.key(&next)).copied()
        };
        results.push(moves.iter().map(after).collect::<Vec<Option<usize>>>());
    }
    // No move loses, in check or not.
    let lost = |results: &Vec<Option<usize>>| results.is_empty().then_some((Value::Loss, 0));
    let mut values: Vec<Option<(Value, u32)>> = results.iter().map(lost).collect();
    for distance in 1.. {
        let known =
            |next: &Option<usize>| next.and_then(|next| values[next]).map(|(value, _)| value);
        let mut found = Vec::new();
        for (at, results) in results
            .iter()
            .enumerate()
            .filter(|(at, _)| values[*at].is_none())
        {
            if results.iter().any(|next| known(next) == Some(Value::Loss)) {
                found.push((at, (Value::Win, distance)));
            } else if results.iter().all(|next| known(next) == Some(Value::Win)) {
                found.push((at, (Value::Loss, distance)));
            }
        }
        if found.is_empty() {
            break;
        }
        for (at, value) in found {
            values[at] = Some(value);
        }
    }
    values
}

#[test]
fn a_slow_solver_agrees_on_every_position_of_three_pieces() {
    let game = Xiangqi::default();
    let tables = Tables::of(&["KRvK", "KNvK", "KCvK", "KPvK"]);
    for attacker in ['R', 'N', 'C', 'P'] {
        let positions = positions_with(attacker);
        for (at, slow) in positions.iter().zip(slow_values(&positions)) {
            let probed = tables.look(at).unwrap();
            let told = (probed.value != Value::Draw)
                .then_some((probed.value, probed.distance.unwrap_or(0)));
            assert_eq!(told, slow, "{}", game.write_position(at));
        }
    }
}

/// A horse never mates a bare king: all its wins end in stalemate, which loses.
#[test]
fn a_horse_wins_by_stalemate_only() {
    let game = Xiangqi::default();
    let ended: Vec<Position> = positions_with('N')
        .into_iter()
        .filter(|at| at.turn() == Side::Second && game.outcome(at).is_some())
        .collect();
    assert_eq!(ended.iter().filter(|at| at.in_check()).count(), 0);
    assert_eq!(ended.len(), 102);
}

/// Captures lead to other endings, and to other colours.
#[test]
fn tables_of_four_pieces_are_what_their_moves_say() {
    let game = Xiangqi::default();
    let tables = Tables::of(&["KRvKN", "KNvKP", "KPvKA", "KCvKB"]);
    for (&tier, cells) in &tables.solved {
        let elsewhere = |at: &Position| tables.look(at);
        let indexer = tables.base.indexer(tier).unwrap();
        let solved = Solved::tier(&game, &*indexer, cells, &elsewhere, Metric::End);
        let name = tables.base.tiers().name(tier);
        assert_eq!(verify(&solved, None, 2, &NoProgress).faults, [], "{name}");
    }
    // The rook wins against a horse that is far from its king.
    let pieces = [(4, 0, 'K'), (3, 9, 'k'), (4, 5, 'R'), (8, 4, 'n')];
    let at = game.read_position(&text(&pieces, 'w')).unwrap();
    assert_eq!(at.at(square_at(4, 5)), Some((Kind::Rook, Side::First)));
    assert_eq!(tables.look(&at).unwrap().value, Value::Win);
}

/// Stops at the n-th query.
struct StopAt {
    asked: AtomicU64,
    at: u64,
}

impl StopAt {
    fn new(at: u64) -> Self {
        StopAt {
            asked: AtomicU64::new(0),
            at,
        }
    }
}

impl Progress for StopAt {
    fn stop(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.at
    }
}

/// The same cells for any number of threads, and after an interruption anywhere.
#[test]
fn threads_and_interruptions_change_nothing() {
    let tables = Tables::of(&["KNvKA", "KNvKB", "KABvK"]);
    let base = &tables.base;
    let tier = base.parse_tier(Some("KNvKAB")).unwrap();
    let indexer = base.indexer(tier).unwrap();
    let children = base.tiers().children(tier);
    let earlier = |child: usize, index: u64| tables.solved[&children[child]].answer(index);
    let folder = tempfile::tempdir().unwrap();
    for metric in [Metric::End, Metric::Conversion] {
        let with = |threads: usize| Settings {
            threads,
            metric,
            fingerprint: [7; 32],
            ..Settings::default()
        };
        let counting = StopAt::new(u64::MAX);
        let solve = |settings: &Settings, progress: &dyn Progress| {
            solve_tier::<Xiangqi, _>(&*indexer, &earlier, settings, progress)
        };
        let whole = solve(&with(1), &counting).unwrap();
        let asked = counting.asked.into_inner();
        let mut saved_ones = 0;
        for part in 1..8 {
            let threads = part as usize % 3 + 1;
            assert!(solve(&with(threads), &NoProgress).unwrap().cells == whole.cells);
            let path = folder.path().join(format!("{metric:?}-{part}.checkpoint"));
            let with_file = Settings {
                // Some are saved after every round, some only when interrupted.
                checkpoint: Some((path, Duration::from_secs(part % 2 * 3600))),
                resume: true,
                ..with(threads)
            };
            let stopped = solve(&with_file, &StopAt::new(asked * part / 8));
            let Err(SolveError::Interrupted { saved }) = stopped else {
                panic!("expected an interruption in part {part}");
            };
            saved_ones += u32::from(saved);
            let resumed = solve(&with_file, &NoProgress).unwrap();
            assert!(resumed.cells == whole.cells, "{metric:?} {part}");
            assert_eq!(resumed.rounds, whole.rounds);
        }
        assert!(saved_ones > 2, "the state was saved {saved_ones} times");
    }
}

fn base_in(dir: &Path) -> Tablebase<Xiangqi, XiangqiTiers> {
    let spec = TablebaseSpec {
        in_check: Some(Xiangqi::in_check),
        can_check: Some(XiangqiTiers::can_check),
        ..TablebaseSpec::new(|game| Ok(XiangqiTiers::new(game)))
    };
    let location = TableLocation::new(dir, "xiangqi");
    Tablebase::new(Xiangqi::default(), spec, location, Arc::default()).unwrap()
}

/// The tables of a directory by name.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let found = std::fs::read_dir(dir.join("xiangqi")).unwrap();
    let mut found: Vec<(String, Vec<u8>)> = found
        .map(|file| file.unwrap())
        .map(|file| {
            let name = file.file_name().into_string().unwrap();
            (name, std::fs::read(file.path()).unwrap())
        })
        .collect();
    found.sort();
    found
}

/// A set is a chain of short steps: whatever stops it, what is finished stays, and the rest is made as
/// if nothing had happened. That holds for the rule on checks too, which has no checkpoints of its own.
#[test]
fn an_interrupted_set_goes_on_with_the_ending_it_was_at() {
    for metric in [Metric::End, Metric::Check] {
        let order = SolveOrder {
            threads: 2,
            resume: true,
            metric,
            ..SolveOrder::default()
        };
        let solve = |dir: &Path, progress: &dyn Progress| {
            let base = base_in(dir);
            let tiers = base.tiers().parse_tiers(Some("3men")).unwrap();
            let wanted: Vec<Tier> = tiers
                .into_iter()
                .chain([base.parse_tier(Some("KPvKP")).unwrap()])
                .collect();
            base.solve(&wanted, &order, progress, |_| Ok(()))
        };
        let unbroken = tempfile::tempdir().unwrap();
        let counting = StopAt::new(u64::MAX);
        solve(unbroken.path(), &counting).unwrap();
        let asked = counting.asked.into_inner();
        let torn = tempfile::tempdir().unwrap();
        let mut finished = 0;
        // Each attempt asks less than the whole takes, and still they come to the end.
        for _ in 0..3 {
            let stopped = solve(torn.path(), &StopAt::new(asked / 4));
            assert!(
                matches!(stopped, Err(TablebaseError::Interrupted { .. })),
                "{stopped:?}"
            );
            let left = files(torn.path());
            let tables = left.iter().filter(|(name, _)| name.ends_with("ytb"));
            assert!(tables.clone().count() >= finished);
            finished = tables.count();
        }
        assert!(finished > 0);
        solve(torn.path(), &NoProgress).unwrap();
        assert!(files(torn.path()) == files(unbroken.path()), "{metric:?}");
    }
}

/// Values without distances, derived from tables with distances, are those that solving gives.
#[test]
fn values_are_derived_from_tables_with_distances() {
    let with = |values_only: bool, again: bool| SolveOrder {
        threads: 2,
        values_only,
        again,
        ..SolveOrder::default()
    };
    let (solved, derived) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let bases = [base_in(solved.path()), base_in(derived.path())];
    let tiers = ["KPvK", "KAvK", "KPvKA"].map(|name| bases[0].parse_tier(Some(name)).unwrap());
    let solve = |base: &Tablebase<Xiangqi, XiangqiTiers>, order: &SolveOrder| {
        let mut solved = 0;
        let done = base.solve(&tiers, order, &NoProgress, |tier| {
            solved += usize::from(tier.cells.is_some());
            Ok(())
        });
        done.unwrap();
        solved
    };
    assert_eq!(solve(&bases[0], &with(true, false)), 3);
    assert_eq!(solve(&bases[1], &with(false, false)), 3);
    assert!(files(derived.path()) != files(solved.path()));
    assert_eq!(solve(&bases[1], &with(true, true)), 0, "nothing is solved");
    for tier in tiers {
        let indexer = bases[0].indexer(tier).unwrap();
        let [solved, derived] = bases.each_ref().map(|base| {
            assert!(base.open(tier, Metric::End).unwrap().has_values_only());
            base.load(tier, Metric::End, &NoProgress).unwrap()
        });
        for index in (0..indexer.size()).filter(|&index| indexer.position(index).is_some()) {
            let value = |cells: &Cells| cells.answer(index).map(|known| known.value);
            assert_eq!(value(&derived), value(&solved), "{index}");
        }
    }
}
