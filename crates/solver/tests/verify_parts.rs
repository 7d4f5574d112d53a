//! A table that several check together: a wrong entry is found by whoever has it, and the parts together find what
//! one finds alone.

mod common;

use yomikiri_game_api::{Indexer, SplitMix64};
use yomikiri_games::koma::Koma;
use yomikiri_solver::verify::{Fault, Part, Verdict, verify, verify_part};
use yomikiri_solver::{NoProgress, Solved};

#[test]
fn parts_are_all_indices_once() {
    for (from, to) in [(0, 0), (0, 1), (5, 12), (1 << 60, (1 << 60) + 1001)] {
        for of in 1..=7 {
            let mut next = from;
            for number in 0..of {
                let part = Part { number, of }.indices(&(from..to));
                assert_eq!(part.start, next);
                next = part.end;
            }
            assert_eq!(next, to);
        }
    }
}

#[test]
fn a_wrong_entry_is_found_by_whoever_has_it() {
    let (game, indexer, solution) = common::solved("anpanman");
    let mut random = SplitMix64::new(11);
    for of in [2, 3, 5] {
        for number in 0..of {
            let mut cells = solution.cells.clone();
            let own = Part { number, of }.indices(&(0..indexer.size()));
            let index = loop {
                let index = own.start + random.below((own.end - own.start) as usize) as u64;
                if indexer.position(index).is_some() {
                    break index;
                }
            };
            let wrong = cells.code(index) ^ 4;
            cells.set_code(index, wrong);
            let solved = Solved::whole(&game, &indexer, &cells);
            let alone: Verdict = verify::<Koma, _>(&solved, None, 1, &NoProgress);
            let (mut faults, mut checked, mut empty): (Vec<Fault>, _, _) = (Vec::new(), 0, 0);
            for part in 0..of {
                let part = Part { number: part, of };
                let verdict = verify_part::<Koma, _>(&solved, part, 1, &NoProgress);
                let is_here = verdict.faults.iter().any(|fault| fault.index == index);
                assert_eq!(is_here, part.number == number);
                faults.extend(verdict.faults);
                checked += verdict.checked;
                empty += verdict.empty;
            }
            assert_eq!((checked, empty), (alone.checked, alone.empty));
            if alone.faults.len() < 10 {
                assert_eq!(faults, alone.faults);
            }
        }
    }
}
