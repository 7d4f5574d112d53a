//! What solving on two processes costs beside one process with two threads: processor time and memory.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How often each is solved, in alternation; the best counts.
const ROUNDS: usize = 3;
/// How often the memory of the processes is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// What is solved, the bar of the ratio, and whether it takes minutes.
const GAMES: [(&[&str], f64, bool); 4] = [
    (&["chess", "KQvKR"], 1.15, false),
    (&["anpanman"], 1.25, false),
    (&["janken", "2v1"], 1.25, false),
    (&["dobutsu"], 1.15, true),
];

/// Processor time and the memory of the largest process.
#[derive(Copy, Clone)]
struct Cost {
    seconds: f64,
    memory: u64,
}

/// Measures with a release build of the program; the long games too if asked for. Prints the figures; what failed.
pub(crate) fn measure(program: &str, long: bool) -> Vec<String> {
    let mut faults = Vec::new();
    println!(
        "game          local s  2 processes s  ratio  bar   largest process  of indices + 64 MB"
    );
    for (game, bar, is_long) in GAMES {
        if is_long && !long {
            continue;
        }
        match compare(program, game, if is_long { 1 } else { ROUNDS }) {
            Err(fault) => faults.push(format!("{}: {fault}", game.join(" "))),
            Ok((local, cluster, indices)) => {
                // Two processes have half of the indices each.
                let allowed = 1.1 * indices / 2.0 + 64e6;
                let (game, ratio) = (game.join(" "), cluster.seconds / local.seconds);
                let (memory, allowed) = (cluster.memory as f64 / 1e6, allowed / 1e6);
                println!(
                    "{game:12} {:8.2} {:14.2} {ratio:6.2} {bar:5} {memory:13.1} MB {allowed:14.1} MB",
                    local.seconds, cluster.seconds,
                );
                if ratio > bar {
                    faults.push(format!(
                        "{game}: expected at most {bar} times the processor time, got {ratio:.2}"
                    ));
                }
                if memory > allowed {
                    faults.push(format!(
                        "{game}: expected at most {allowed:.1} MB, got {memory:.1} MB"
                    ));
                }
            }
        }
    }
    faults
}

/// The best of each, and the number of indices.
fn compare(program: &str, game: &[&str], rounds: usize) -> Result<(Cost, Cost, f64), String> {
    let folder = std::env::temp_dir().join(format!("yomikiri-figures-{}", std::process::id()));
    let (one, two) = (folder.join("one"), folder.join("two"));
    let done = in_folders(program, game, rounds, [&one, &two]);
    let _ = std::fs::remove_dir_all(&folder);
    done
}

fn in_folders(
    program: &str,
    game: &[&str],
    rounds: usize,
    [one, two]: [&Path; 2],
) -> Result<(Cost, Cost, f64), String> {
    for folder in [one, two] {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let hosts = two.join("hosts.txt");
    let list = "127.91.0.1:42101\n127.91.0.1:42102\n";
    std::fs::write(&hosts, list).map_err(|error| error.to_string())?;
    let estimate = Command::new(program)
        .arg("solve")
        .args(game)
        .args(["--estimate", "--json", "--tables"])
        .arg(one)
        .output()
        .map_err(|error| error.to_string())?;
    let estimate: serde_json::Value =
        serde_json::from_slice(&estimate.stdout).map_err(|error| error.to_string())?;
    let indices = estimate["slots"].as_f64().ok_or("no estimate")?;
    let mut best: [Option<Cost>; 2] = [None; 2];
    // The first round also builds the tables that captures lead to; it is not counted where there are others.
    for round in 0..=rounds {
        let mut local = Command::new(program);
        local
            .arg("solve")
            .args(game)
            .args(["--force", "--threads", "2"]);
        local.arg("--tables").arg(one);
        let mut cluster = Command::new(program);
        cluster
            .args(["cluster", "run"])
            .arg(&hosts)
            .args(["--", "solve"]);
        cluster.args(game).arg("--force").arg("--tables").arg(two);
        for (command, best) in [&mut local, &mut cluster].into_iter().zip(&mut best) {
            if round == 0 && rounds == 1 {
                continue;
            }
            let cost = cost(command)?;
            if round > 0 {
                let better = best.map_or(cost, |best| Cost {
                    seconds: best.seconds.min(cost.seconds),
                    memory: best.memory.max(cost.memory),
                });
                *best = Some(better);
            }
        }
    }
    same(one, two)?;
    match best {
        [Some(local), Some(cluster)] => Ok((local, cluster, indices)),
        _ => Err("nothing was measured".to_owned()),
    }
}

/// Whether both have written the same files.
fn same(one: &Path, two: &Path) -> Result<(), String> {
    let entries = std::fs::read_dir(one).map_err(|error| error.to_string())?;
    for entry in entries.flatten() {
        let other = two.join(entry.file_name());
        if entry.path().is_dir() {
            same(&entry.path(), &other)?;
        } else if entry.path().extension().is_some_and(|kind| kind == "ytb")
            && std::fs::read(entry.path()).ok() != std::fs::read(&other).ok()
        {
            return Err(format!("{} differs", other.display()));
        }
    }
    Ok(())
}

/// Runs a command and those that it starts.
fn cost(command: &mut Command) -> Result<Cost, String> {
    let before = children_seconds()?;
    let command = command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut memory = 0;
    let status = loop {
        memory = memory.max(largest(&child));
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None => std::thread::sleep(LOOK),
        }
    };
    if !status.success() {
        let said = child.wait_with_output().map(|output| output.stderr);
        return Err(String::from_utf8_lossy(&said.unwrap_or_default()).into_owned());
    }
    Ok(Cost {
        seconds: children_seconds()? - before,
        memory,
    })
}

/// The memory of a process or of those that it has started, whichever is largest.
fn largest(child: &Child) -> u64 {
    let id = child.id();
    let below = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
    let below = below.unwrap_or_default();
    let below = below.split_whitespace().filter_map(|id| id.parse().ok());
    let all = below.chain([id]);
    all.filter_map(peak).max().unwrap_or(0)
}

fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// Processor time of all processes that were started and have ended, with those that these have started.
fn children_seconds() -> Result<f64, String> {
    let stat = std::fs::read_to_string("/proc/self/stat").map_err(|error| error.to_string())?;
    // The name of the program, in brackets, may have spaces.
    let (_, after) = stat.rsplit_once(')').ok_or("/proc/self/stat")?;
    let words: Vec<&str> = after.split_whitespace().collect();
    let ticks = |at: usize| words.get(at).and_then(|word| word.parse::<f64>().ok());
    // Fields 16 and 17, in hundredths of a second.
    let sum = ticks(13).zip(ticks(14)).map(|(user, system)| user + system);
    sum.map(|ticks| ticks / 100.0)
        .ok_or_else(|| "/proc/self/stat".to_owned())
}
