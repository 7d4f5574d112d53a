//! Every `unsafe` of the workspace, with the test that compares it with safe code.
//!
//! Clippy demands a SAFETY comment at each of them (`undocumented_unsafe_blocks`).

use std::fs;
use std::path::Path;

/// A file with `unsafe` in it.
struct File {
    path: &'static str,
    /// How often.
    count: usize,
    /// The file and the name of the test that compares it with a safe twin.
    twin: (&'static str, &'static str),
}

const FILES: &[File] = &[
    File {
        // A call of what was compiled for instructions on bits.
        path: "crates/games/src/koma/eval.rs",
        count: 1,
        twin: (
            "crates/games/src/koma/eval.rs",
            "instructions_of_the_processor_change_nothing",
        ),
    },
    File {
        // The same.
        path: "crates/games/src/koma/generate.rs",
        count: 1,
        twin: (
            "crates/games/src/koma/generate.rs",
            "instructions_of_the_processor_change_nothing",
        ),
    },
    File {
        // Calls of what was compiled for BMI2.
        path: "crates/games/src/koma/index/cursor.rs",
        count: 5,
        twin: (
            "crates/games/src/koma/index/cursor.rs",
            "instructions_of_the_processor_change_nothing",
        ),
    },
    File {
        // `pext` and `pdep`.
        path: "crates/games/src/koma/index/ranking.rs",
        count: 2,
        twin: (
            "crates/games/src/koma/index/ranking.rs",
            "the_instructions_do_what_the_portable_version_does",
        ),
    },
    File {
        // A call of what was compiled for instructions on bits.
        path: "crates/games/src/xiangqi/eval.rs",
        count: 1,
        twin: (
            "crates/games/src/xiangqi/tests/eval.rs",
            "instructions_of_the_processor_change_nothing",
        ),
    },
    File {
        // Calls of what was compiled for instructions on bits.
        path: "crates/games/src/xiangqi/generate.rs",
        count: 2,
        twin: (
            "crates/games/src/xiangqi/tests/slow.rs",
            "the_slow_twin_agrees_in_random_games",
        ),
    },
    File {
        // Calls of what was compiled for AVX2.
        path: "crates/network/src/eval.rs",
        count: 2,
        twin: (
            "crates/network/tests/games.rs",
            "what_is_carried_along_is_what_is_computed_from_scratch",
        ),
    },
    File {
        // The same.
        path: "crates/network/src/network.rs",
        count: 1,
        twin: (
            "crates/network/src/train.rs",
            "whole_numbers_say_what_the_floating_twin_says",
        ),
    },
    File {
        // The same.
        path: "crates/network/src/train.rs",
        count: 1,
        twin: (
            "crates/network/src/train.rs",
            "instructions_of_the_processor_change_nothing",
        ),
    },
    File {
        // Advice about pages, and a prefetch.
        path: "crates/search/src/alphabeta/transposition.rs",
        count: 2,
        twin: (
            "crates/search/src/alphabeta/transposition.rs",
            "large_pages_and_prefetches_change_nothing",
        ),
    },
    File {
        // Atomic bytes as bytes.
        path: "crates/solver/src/cell.rs",
        count: 1,
        twin: (
            "crates/solver/src/cell.rs",
            "places_are_those_that_a_loop_finds",
        ),
    },
    File {
        // A prefetch.
        path: "crates/solver/src/kernel.rs",
        count: 1,
        twin: (
            "crates/solver/tests/anpanman.rs",
            "anpanman_agrees_with_the_slow_solver",
        ),
    },
    File {
        // Advice about pages.
        path: "crates/solver/src/memory.rs",
        count: 1,
        twin: ("crates/solver/src/memory.rs", "large_lists_are_lists"),
    },
];

/// What is not as the list says.
pub(crate) fn check(root: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    let mut files = Vec::new();
    collect(&root.join("crates"), &mut files);
    for path in files {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let (found, path) = (count(&text), path.strip_prefix(root).unwrap_or(&path));
        let listed = FILES.iter().find(|file| Path::new(file.path) == path);
        let expected = listed.map_or(0, |file| file.count);
        if found != expected {
            faults.push(format!(
                "{}: expected {expected} times `unsafe`, got {found}; every one has a safe twin in the \
                 tests, named in xtask/src/unsafe_code.rs",
                path.display()
            ));
        }
    }
    for File { path, twin, .. } in FILES {
        let text = fs::read_to_string(root.join(twin.0)).unwrap_or_default();
        if !text.contains(&format!("fn {}(", twin.1)) {
            faults.push(format!("{path}: expected a test {} in {}", twin.1, twin.0));
        }
    }
    faults
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// How often code says `unsafe`: comments, strings and names do not count.
fn count(text: &str) -> usize {
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    let is_unsafe = |line: &String| {
        ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"]
            .iter()
            .any(|word| line.contains(word) && !line.contains(&format!("\"{word}")))
    };
    text.lines().map(code).filter(is_unsafe).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unsafe_has_a_twin() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert_eq!(check(root), Vec::<String>::new());
    }

    #[test]
    fn only_code_counts() {
        assert_eq!(
            count("// unsafe {\nlet an_unsafe = 1;\nunsafe_op(\"unsafe\")"),
            0
        );
        assert_eq!(
            count("let x = unsafe { y() };\n    unsafe impl Send for X {}"),
            2
        );
    }
}
