//! Tables whose entries are checked by workers of a queue, through a real PostgreSQL: the report is that of a
//! local verification, whoever dies on the way.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;
use yomikiri_solver::table::Table;
use yomikiri_test_postgres::Postgres;

use crate::queue::{Running, program, told, worker};

/// A table of four parts, so that several workers have something to do.
const LARGE: [&str; 2] = ["chess", "KRvKN"];

/// Five tables of one part.
const SEVERAL: [&str; 2] = ["chess", "3men"];
/// A table to have a wrong entry.
const WRONG: [&str; 2] = ["xiangqi", "KRvK"];

/// Solves tables of a game.
fn solve(tables: &Path, which: [&str; 2]) {
    let mut command = program();
    command.arg("solve").args(which).arg("--tables");
    let done = command.arg(tables).output().unwrap();
    assert!(done.status.success(), "{}", told(&done));
}

/// Verifies them, by the workers of a queue if there is one.
fn verify(tables: &Path, which: [&str; 2], queue: Option<&str>) -> Command {
    let mut command = program();
    command.args(["table", "verify"]).args(which);
    command.args(["--json", "--tables"]).arg(tables);
    command.args(queue.into_iter().flat_map(|queue| ["--queue", queue]));
    command
}

/// What was reported, without the time that it took, and the exit code.
fn report(output: &Output) -> (Json, Option<i32>) {
    let mut report: Json = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", told(output)));
    match report.get_mut("tables").and_then(Json::as_array_mut) {
        Some(tables) => tables.iter_mut().for_each(|one| one["seconds"] = 0.into()),
        None => report["seconds"] = 0.into(),
    }
    (report, output.status.code())
}

/// One worker is killed as soon as it has a part; others take over.
#[test]
fn the_report_is_that_of_one_machine_although_a_worker_dies() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    solve(dir.path(), LARGE);
    let expected = report(&verify(dir.path(), LARGE, None).output().unwrap());
    assert_eq!(expected.1, Some(0));
    assert_eq!(expected.0["faults"].as_array().unwrap().len(), 0);

    let queue = postgres.address();
    let coordinator = Running::start(&mut verify(dir.path(), LARGE, Some(queue)));
    let mut victim = worker(queue, "victim");
    // It says so when it has taken its first part of the run.
    let words = victim.stderr();
    let began = BufReader::new(words)
        .lines()
        .map_while(Result::ok)
        .find(|line| line.contains("chess"));
    assert!(began.is_some(), "the worker has begun");
    victim.signal("-9");
    drop(victim);
    let others = [worker(queue, "one"), worker(queue, "two")];
    let done = coordinator.output();
    assert_eq!(report(&done), expected, "{}", told(&done));
    for worker in others {
        worker.signal("-TERM");
        let done = worker.output();
        assert_eq!(done.status.code(), Some(0), "{}", told(&done));
    }
}

/// Several tables at once, and one that has wrong entries behind right checksums.
#[test]
fn workers_find_a_wrong_entry() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    solve(dir.path(), SEVERAL);
    let queue = postgres.address();
    let _worker = worker(queue, "only");
    let here = report(&verify(dir.path(), SEVERAL, None).output().unwrap());
    let together = verify(dir.path(), SEVERAL, Some(queue)).output().unwrap();
    assert_eq!(report(&together), here, "{}", told(&together));
    assert_eq!(here.1, Some(0));

    solve(dir.path(), WRONG);
    let path = dir.path().join("xiangqi/KRvK.ytb");
    let copy = dir.path().join("copy");
    let table = Table::open(&path).unwrap();
    let changes = wrong_distances(&table);
    table.write_edited(&copy, &changes).unwrap();
    std::fs::rename(&copy, &path).unwrap();
    let here = report(&verify(dir.path(), WRONG, None).output().unwrap());
    let together = verify(dir.path(), WRONG, Some(queue)).output().unwrap();
    assert_eq!(report(&together), here, "{}", told(&together));
    assert_eq!(here.1, Some(1));
    let faults = here.0["faults"].as_array().unwrap();
    assert!(!faults.is_empty(), "{faults:?}");
}

/// Fifty stored indices with the code of another distance: an index may have no legal position, and nobody looks at those.
fn wrong_distances(table: &Table) -> BTreeMap<u64, u16> {
    let cells = table.load().unwrap();
    let stored = &table.header().stored;
    let indices = cells.indices().filter(|&at| stored.place(at).is_some());
    let known: Vec<u64> = indices.filter(|&at| cells.answer(at).is_some()).collect();
    let changed = known.iter().step_by(known.len() / 50);
    let wrong = changed.filter_map(|&at| {
        let mut codes = known.iter().map(|&other| cells.code(other));
        Some((at, codes.find(|&code| code != cells.code(at))?))
    });
    wrong.collect()
}
