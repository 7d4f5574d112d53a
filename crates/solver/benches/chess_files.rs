//! Solving chess endings whose child tables are files, as the program does on one thread: load and reconstruct what
//! they lead to, solve, pack, write, count. CPU seconds, and the ratio to the whole run of a generator of Syzygy
//! tables on the same material.
//!
//! `cargo bench -p yomikiri-solver --bench chess_files`; `-- KPvKP` solves this only. `YOMIKIRI_BENCH_TABLES` names
//! a directory where the tables stay for the next run. `YOMIKIRI_RTBGENP` names the generator (pawns), which is called
//! with `-t 1 MATERIAL` in an empty directory and finds its own tables by itself. Without it the ratio is to
//! [`BASELINE`], our own CPU seconds of 2026-11-16.

use std::path::{Path, PathBuf};
use std::process::Command;

use endings::{Way, cpu_seconds, tablebase, usage};
use yomikiri_game_api::Metric;
use yomikiri_solver::NoProgress;
use yomikiri_solver::tablebase::SolveOrder;

mod endings;

/// What the program took before the side that files leave out was reconstructed 64 positions at a time.
const BASELINE: [(&str, f64); 2] = [("KPvKP", 15.8), ("KPPvK", 6.1)];

/// CPU seconds of solving a material in a directory that has all the others.
fn solve(folder: &Path, name: &str, threads: usize) -> f64 {
    let begun = cpu_seconds();
    let base = tablebase(folder, Way::Lanes);
    let tiers = base.parse_tiers(Some(name)).expect("a material");
    let order = SolveOrder {
        threads,
        ..SolveOrder::default()
    };
    let solved = base.solve(&tiers, &order, &NoProgress, |solved| {
        if let Some(cells) = solved.cells {
            base.count_solved(solved.tier, Metric::End, &cells, threads, &NoProgress)?;
        }
        Ok(())
    });
    solved.expect("solved");
    cpu_seconds() - begun
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let place = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &place),
            false => drop(std::fs::copy(&path, place).expect("copied")),
        }
    }
}

fn main() {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with('-'))
        .collect();
    let temporary = tempfile::tempdir().expect("a folder");
    let tables = std::env::var_os("YOMIKIRI_BENCH_TABLES");
    let tables = tables.map_or(temporary.path().join("all"), PathBuf::from);
    let tables = tables.join("mate");
    for name in ["3men", "4men"] {
        solve(&tables, name, endings::THREADS);
    }
    for (name, before) in BASELINE {
        if !asked.is_empty() && !asked.iter().any(|asked| asked == name) {
            continue;
        }
        let folder = temporary.path().join(name);
        copy(&tables, &folder);
        let base = tablebase(&folder, Way::Lanes);
        let tier = base.parse_tiers(Some(name)).expect("a material")[0];
        let table = base.open(tier, Metric::End).expect("a table");
        let path = table.table().path().to_owned();
        std::fs::remove_file(path).expect("removed");
        let ours = solve(&folder, name, 1);
        let ratio = ours / before;
        println!("{name:8} {ours:6.2} CPU s, {ratio:.2} x that of before ({before})");
        if let Ok(program) = std::env::var("YOMIKIRI_RTBGENP") {
            let begun = usage::children().seconds;
            let place = temporary.path().join(format!("{name}-peer"));
            std::fs::create_dir(&place).expect("a folder");
            let mut peer = Command::new(program);
            let done = peer.args(["-t", "1", name]).current_dir(&place).output();
            assert!(done.expect("a peer").status.success(), "the peer failed");
            let peer = usage::children().seconds - begun;
            println!(
                "{:8} {peer:6.2} CPU s of the peer: ours {:.2} x",
                "",
                ours / peer
            );
        }
    }
}
