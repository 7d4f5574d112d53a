//! How much memory a process needs, two of which solve a game together.

#![cfg(target_os = "linux")]

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use yomikiri_cluster::exchange::timely::TimelyExchange;
use yomikiri_cluster::hosts::Host;
use yomikiri_cluster::join::{Patience, join};
use yomikiri_cluster::solve::{ClusterSolver, Way};
use yomikiri_game_api::Indexer;
use yomikiri_games::koma::{Koma, KomaTiers};
use yomikiri_solver::NoProgress;
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};

/// What a process is to do: its number, the ports of both, the game; the tables are below its working directory.
const PROCESS: &str = "YOMIKIRI_TEST_CLUSTER_PROCESS";
const TOLD: &str = "bytes at most: ";

fn base(game: &str, dir: &Path) -> Tablebase<Koma, KomaTiers> {
    let spec = TablebaseSpec::new(|game: &Koma| Ok(KomaTiers::new(game)));
    let location = TableLocation::new(dir, game);
    Tablebase::new(Koma::builtin(game).unwrap(), spec, location, Arc::default()).unwrap()
}

/// The most memory that this process had at a time.
fn most() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kilobytes.parse::<u64>().unwrap() * 1024
}

/// Not a test: a process that another test starts.
#[test]
#[ignore = "started by another test as a process of its own"]
fn a_process_of_its_own() {
    let Ok(what) = std::env::var(PROCESS) else {
        return;
    };
    let words: Vec<&str> = what.split(' ').collect();
    let [process, ports @ .., game] = &words[..] else {
        panic!("{what}");
    };
    let process: usize = process.parse().unwrap();
    let hosts = ports.iter().map(|port| Host {
        name: "127.0.0.1".to_owned(),
        port: port.parse().unwrap(),
    });
    let hosts: Vec<Host> = hosts.collect();
    let joined = join(&hosts, process, &Vec::new(), Patience::default()).unwrap();
    let watch = joined.watch.clone();
    let mut exchange = TimelyExchange::new(process, joined.sockets, joined.watch).unwrap();
    let solver = ClusterSolver::new(&mut exchange, Way::default());
    let base = base(game, Path::new("."));
    let order = SolveOrder {
        threads: 1,
        ..SolveOrder::default()
    };
    let wanted = base.parse_tiers(None).unwrap();
    let done = base.solve_with(&solver, &wanted, &order, &NoProgress, |_| Ok(()));
    done.unwrap();
    drop(solver);
    drop(exchange);
    watch.end();
    println!("\n{TOLD}{}", most());
}

/// The memory of the larger of two processes.
fn of_two_processes(game: &str) -> u64 {
    let dir = tempfile::tempdir().unwrap();
    let free = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let ports = free.map(|free| free.local_addr().unwrap().port());
    let both = [0, 1].map(|process| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([
            "--exact",
            "a_process_of_its_own",
            "--ignored",
            "--nocapture",
        ]);
        let [one, two] = ports;
        command.env(PROCESS, format!("{process} {one} {two} {game}"));
        let command = command.current_dir(dir.path()).stdout(Stdio::piped());
        command.spawn().unwrap()
    });
    let told = both.map(|process| {
        let done = process.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success(), "{text}");
        let told = text.lines().find_map(|line| line.strip_prefix(TOLD));
        told.expect("it says how much it needed").parse().unwrap()
    });
    told.into_iter().max().unwrap()
}

/// 1.1 bytes for each index of its share, and 64 MB for everything else.
fn check(game: &str) {
    let tiers = base(game, Path::new(""));
    let wanted = tiers.parse_tiers(None).unwrap();
    let indexer = tiers.indexer(wanted[0]).unwrap();
    let allowed = 64_000_000 + indexer.size() * 11 / 20;
    let most = of_two_processes(game);
    println!("{game}: {most} bytes of {allowed}");
    assert!(
        most <= allowed,
        "{game}: expected at most {allowed} bytes, got {most}"
    );
}

#[test]
fn a_process_needs_little_more_than_its_share() {
    check("anpanman");
    if std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some() {
        check("dobutsu");
    }
}
