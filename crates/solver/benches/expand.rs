//! The solver's innermost step on Dobutsu shogi's 249 million cells: going back from indices and marking
//! what is unknown there. Compared in one run: each cell looked at as it is found, in ordinary
//! memory; and as the solver does it, asked for in advance and in large pages.
//!
//! `cargo bench -p yomikiri-solver --bench expand`

use std::sync::atomic::AtomicU8;
use std::time::{Duration, Instant};

use yomikiri_game_api::{Cursor, Indexer, SplitMix64};
use yomikiri_games::koma::{Koma, KomaIndexer};
use yomikiri_solver::cell::{Cell8, Code};
use yomikiri_solver::kernel::{Board, expand};
use yomikiri_solver::memory::large_list;

/// Runs of neighbours, as frontiers have them.
const RUNS: usize = 300;
const RUN: u64 = 200;
const ROUNDS: usize = 4;
/// Lost in 2, so that nothing is marked by chance.
const KNOWN: u8 = 3;

fn main() {
    let game = Koma::builtin("dobutsu").expect("a built-in game");
    let indexer = KomaIndexer::new(&game).expect("a game that can be solved");
    let indices = indexer.size();
    let mut rng = SplitMix64::new(2);
    let mut front: Vec<u64> = Vec::new();
    for _ in 0..RUNS {
        let from = rng.below((indices - RUN) as usize) as u64;
        front.extend(from..from + RUN);
    }
    front.sort_unstable();
    // Half of the cells are unknown, as after the first rounds.
    let fill = |cells: &[AtomicU8]| {
        for (index, cell) in cells.iter().enumerate() {
            Cell8::set(
                cell,
                if index % 2 == 0 {
                    KNOWN
                } else {
                    Cell8::UNKNOWN
                },
            );
        }
    };
    let plain: Vec<AtomicU8> = (0..indices).map(|_| AtomicU8::new(KNOWN)).collect();
    let large = large_list(indices as usize, || AtomicU8::new(KNOWN));
    let mut cursor = indexer.cursor();
    let mut best = [Duration::MAX; 2];
    let mut counts = [0; 2];
    for _ in 0..ROUNDS {
        fill(&plain);
        let begun = Instant::now();
        let mut found = Vec::new();
        for &index in &front {
            cursor.seek(index);
            cursor.predecessors(|before| {
                if Cell8::claim(&plain[before as usize], Cell8::CANDIDATE) {
                    found.push(before);
                }
            });
        }
        best[0] = best[0].min(begun.elapsed());
        counts[0] = found.len();

        fill(&large);
        let begun = Instant::now();
        let mut found = Vec::new();
        let board = Board::<Cell8>::new(&large, &[], 0);
        expand(&mut cursor, board, &front, Cell8::CANDIDATE, &mut found);
        best[1] = best[1].min(begun.elapsed());
        counts[1] = found.len();
    }
    assert_eq!(counts[0], counts[1], "both mark the same");
    let each = |time: Duration| time.as_secs_f64() * 1e9 / front.len() as f64;
    let [one, other] = best.map(each);
    println!("as they are found, ordinary pages   {one:>8.0} ns an index");
    println!("asked for in advance, large pages   {other:>8.0} ns an index");
    println!(
        "{:.2} times as fast ({} indices, {} marked)",
        one / other,
        front.len(),
        counts[0]
    );
}
