//! Processes that talk through timely, here as threads with connections on this machine; the handshake.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use yomikiri_cluster::ClusterError;
use yomikiri_cluster::exchange::timely::TimelyExchange;
use yomikiri_cluster::hosts::Host;
use yomikiri_cluster::join::{Facts, Patience, join};
use yomikiri_cluster::solve::{ClusterSolver, Way};
use yomikiri_games::chess::{Chess, ChessTiers};
use yomikiri_solver::NoProgress;
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};

/// Places on this machine that nobody listens at.
fn hosts(count: usize) -> Vec<Host> {
    let free: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    free.iter()
        .map(|listener| Host {
            name: "127.0.0.1".to_owned(),
            port: listener.local_addr().unwrap().port(),
        })
        .collect()
}

fn facts(game: &str) -> Facts {
    let fact = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    vec![fact("program", "1"), fact("game", game)]
}

fn base(dir: &std::path::Path) -> Tablebase<Chess, ChessTiers> {
    let spec = TablebaseSpec::new(|game| Ok(ChessTiers::new(game)));
    let location = TableLocation::new(dir, "chess");
    Tablebase::new(Chess::default(), spec, location, Arc::default()).unwrap()
}

#[test]
fn the_table_is_that_of_one_process() {
    let alone = tempfile::tempdir().unwrap();
    let order = SolveOrder {
        threads: 1,
        ..SolveOrder::default()
    };
    let one = base(alone.path());
    let wanted = one.parse_tiers(Some("KQvK")).unwrap();
    let done = one.solve(&wanted, &order, &NoProgress, |_| Ok(()));
    done.unwrap();
    let expected = std::fs::read(alone.path().join("chess/KQvK.ytb")).unwrap();
    for processes in [1, 3] {
        let dir = tempfile::tempdir().unwrap();
        let hosts = hosts(processes);
        let work = |process: usize| {
            let joined = join(&hosts, process, &facts("chess"), Patience::default()).unwrap();
            let watch = joined.watch.clone();
            let mut exchange = TimelyExchange::new(process, joined.sockets, joined.watch).unwrap();
            let solver = ClusterSolver::new(&mut exchange, Way::default());
            let base = base(dir.path());
            let done = base.solve_with(&solver, &wanted, &order, &NoProgress, |_| Ok(()));
            done.unwrap();
            assert_eq!(solver.bytes_sent() > 0, processes > 1);
            drop(solver);
            drop(exchange);
            watch.end();
        };
        std::thread::scope(|scope| {
            for process in 0..processes {
                scope.spawn(move || work(process));
            }
        });
        let got = std::fs::read(dir.path().join("chess/KQvK.ytb")).unwrap();
        assert!(got == expected, "{processes} processes");
    }
}

#[test]
fn processes_for_other_work_are_refused_by_name() {
    let hosts = hosts(2);
    let answers: Vec<String> = std::thread::scope(|scope| {
        let hosts = &hosts;
        let join = |process: usize, game: &'static str| {
            scope.spawn(move || {
                let joined = join(hosts, process, &facts(game), Patience::default());
                match joined {
                    Err(ClusterError::Refused(text)) => text,
                    Err(other) => panic!("{other}"),
                    Ok(_) => panic!("joined"),
                }
            })
        };
        let both = [join(0, "chess"), join(1, "xiangqi")];
        both.map(|process| process.join().unwrap()).into()
    });
    let expected = format!(
        "game: expected chess as process 0 ({}) has it, got xiangqi from process 1 ({})",
        hosts[0], hosts[1]
    );
    assert_eq!(answers, [expected.clone(), expected]);
}

#[test]
fn a_process_that_does_not_come_is_named() {
    let hosts = hosts(2);
    let patience = Patience {
        start: Duration::from_millis(200),
        ..Patience::default()
    };
    for (process, expected) in [(0, "did not come"), (1, "is not there")] {
        let error = join(&hosts, process, &facts("chess"), patience);
        let error = error.err().unwrap().to_string();
        let name = format!("process {} ({})", 1 - process, hosts[1 - process]);
        assert!(error.starts_with(&format!("{name} {expected}")), "{error}");
    }
}

/// One that is gone is noticed at once, one that is silent when the patience is over.
#[test]
fn hearts_are_listened_to() {
    let hosts = hosts(2);
    let patience = Patience {
        silence: Duration::from_millis(1500),
        ..Patience::default()
    };
    let both = |ends_well: bool| {
        std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                let joined = join(&hosts, 1, &facts("chess"), patience).unwrap();
                if ends_well {
                    joined.watch.end();
                } else {
                    joined.watch.cut();
                }
            });
            let joined = join(&hosts, 0, &facts("chess"), patience).unwrap();
            other.join().unwrap();
            let begun = Instant::now();
            while joined.watch.fault().is_none() && begun.elapsed() < Duration::from_secs(4) {
                std::thread::sleep(Duration::from_millis(10));
            }
            let fault = joined.watch.fault();
            joined.watch.end();
            fault
        })
    };
    assert_eq!(both(true), None);
    assert_eq!(
        both(false).unwrap(),
        format!("process 1 ({}) is gone", hosts[1])
    );
}
