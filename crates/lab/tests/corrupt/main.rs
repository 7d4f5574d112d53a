//! Corrupted table files: every answer is an error or the truth, no panic, no signal, little memory.
//!
//! A few hundred corruptions are a test; `cargo xtask corrupt` makes a hundred thousand, of more tables.
//! They run in processes of their own with bounded memory, so that a process that dies is noticed. What is
//! promised, and what cannot be, is in docs/reliability.md.

mod anatomy;
mod damage;
mod judge;
mod subjects;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anatomy::{Repair, repaired};
use damage::Damaged;
use judge::{Bench, Finding};
use subjects::{Size, Subject};
use yomikiri_game_api::SplitMix64;

/// How many corruptions there are, if not the few of a test.
const COUNT: &str = "YOMIKIRI_CORRUPTIONS";
/// What a process of the run does: its directory, its number, the first and the last corruption.
const PART: &str = "YOMIKIRI_CORRUPT_PART";
/// Processes at once.
const PROCESSES: u64 = 2;
/// Resident memory of a process, in kilobytes.
const MOST_MEMORY: u64 = 64 << 10;
/// Address space of a process in kilobytes: program, libraries, stacks of threads, and the memory above.
const MOST_ADDRESSES: u64 = 512 << 10;

/// What a process has found so far: a line when a corruption begins and one when it ends.
const FOUND: &str = "found.txt";

#[test]
fn corrupted_tables_are_refused_or_answered_right() {
    let count = std::env::var(COUNT)
        .ok()
        .map(|count| count.parse().expect("a number"));
    let size = if count.is_some() {
        Size::Many
    } else {
        Size::Few
    };
    let count: u64 = count.unwrap_or(400);
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let subjects = subjects::make(&tables, size);
    let truth = serde_json::to_string(&subjects).unwrap();
    fs::write(folder.path().join("truth.json"), truth).unwrap();
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let part = |number: u64| {
            let (from, to) = (count * number / PROCESSES, count * (number + 1) / PROCESSES);
            let dir = folder.path();
            move || run_part(dir, number, from..to)
        };
        let parts: Vec<_> = (0..PROCESSES)
            .map(|number| scope.spawn(part(number)))
            .collect();
        for part in parts {
            tally.merge(part.join().expect("a part"));
        }
    });
    println!("{} tables, {count} corruptions\n{tally}", subjects.len());
    assert_eq!(tally.bad, Vec::<String>::new());
    assert_eq!(tally.sum(), count);
    assert!(tally.memory <= MOST_MEMORY, "{} KB", tally.memory);
}

/// Every file in place of every other, as it is and with the fingerprint of the one it replaces.
#[test]
fn files_of_other_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let size = match std::env::var_os(COUNT) {
        Some(_) => Size::Many,
        None => Size::Few,
    };
    let subjects = subjects::make(folder.path(), size);
    let mut bench = Bench::new(folder.path(), subjects);
    let (mut swaps, mut findings) = (0, BTreeMap::new());
    let mut random = SplitMix64::new(1);
    for asked in 0..bench.subjects().len() {
        for given in 0..bench.subjects().len() {
            let (own, other) = (bench.file(asked), bench.file(given));
            if own == other {
                continue;
            }
            let mut forged = other.to_vec();
            forged[16..48].copy_from_slice(&own[16..48]);
            let forged = repaired(forged, Repair::Sums);
            for bytes in [other.to_vec(), forged] {
                let damaged = Damaged {
                    bytes,
                    how: String::new(),
                    repair: Repair::Nothing,
                };
                let (_, finding) = bench.judge(asked, &damaged, &mut random);
                let names = [asked, given].map(|number| bench.subjects()[number].name());
                let [asked, given] = names;
                let is_bad = matches!(finding, Finding::Wrong(_) | Finding::Panicked(_));
                assert!(!is_bad, "{given} in place of {asked}: {finding:?}");
                swaps += 1;
                *findings.entry(format!("{finding:?}")).or_insert(0) += 1;
            }
        }
    }
    println!("{swaps} swaps: {findings:?}");
    assert!(swaps > 300);
}

/// Runs corruptions in a process, and in another one after each that dies.
fn run_part(dir: &Path, number: u64, range: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    let mut from = range.start;
    while from < range.end {
        let own = dir.join(format!("{number}-{from}"));
        copy(&dir.join("tables"), &own.join("tables"));
        let mut process = start(dir, &own, from..range.end);
        let status = process.wait().expect("a process");
        let found = fs::read_to_string(own.join(FOUND)).unwrap_or_default();
        tally.read(&found);
        fs::remove_dir_all(&own).unwrap();
        if status.success() {
            break;
        }
        // The one that has begun and not ended.
        let begun = found.lines().rfind(|line| line.starts_with("begin "));
        let begun: Option<u64> = begun.and_then(|line| line[6..].parse().ok());
        tally.bad.push(format!("{status} in corruption {begun:?}"));
        let Some(begun) = begun else { break };
        tally.count("process", "died");
        from = begun + 1;
    }
    tally
}

fn start(dir: &Path, own: &Path, range: std::ops::Range<u64>) -> Child {
    let (from, to) = (range.start, range.end);
    let part = [dir.display().to_string(), own.display().to_string()].join("\n");
    Command::new("sh")
        .args([
            "-c",
            &format!("ulimit -v {MOST_ADDRESSES}; exec \"$0\" \"$@\""),
        ])
        .arg(std::env::current_exe().expect("this program"))
        .args(["--exact", "part", "--nocapture", "--test-threads=1"])
        .env(PART, format!("{part}\n{from}\n{to}"))
        // One arena: others reserve addresses that nobody uses.
        .env("MALLOC_ARENA_MAX", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("sh")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// A process of the run above; nothing by itself.
#[test]
fn part() {
    let Ok(part) = std::env::var(PART) else {
        return;
    };
    let mut words = part.lines();
    let mut next = || words.next().expect("four words");
    let (dir, own) = (PathBuf::from(next()), PathBuf::from(next()));
    let range = next().parse::<u64>().unwrap()..next().parse::<u64>().unwrap();
    let truth = fs::read_to_string(dir.join("truth.json")).unwrap();
    let subjects: Vec<Subject> = serde_json::from_str(&truth).unwrap();
    drop(truth);
    let mut bench = Bench::new(&own.join("tables"), subjects);
    let mut found = fs::File::create(own.join(FOUND)).unwrap();
    for number in range {
        writeln!(found, "begin {number}").unwrap();
        let (how, way, finding) = bench.corrupt(number);
        let word = match &finding {
            Finding::Refused => "refused",
            Finding::True => "true",
            Finding::Weaker => "weaker",
            Finding::Verified => "verified",
            Finding::Wrong(_) => "wrong",
            Finding::Panicked(_) => "panicked",
        };
        writeln!(found, "end\t{way}\t{word}").unwrap();
        if let Finding::Wrong(text) | Finding::Panicked(text) = finding {
            writeln!(found, "bad\t{number}: {how}: {}", text.replace('\n', " ")).unwrap();
        }
    }
    writeln!(found, "memory\t{}", peak_memory()).unwrap();
}

/// The most resident memory so far in kilobytes; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// What came of corruptions.
#[derive(Default)]
struct Tally {
    /// By way and finding.
    counts: BTreeMap<(String, String), u64>,
    bad: Vec<String>,
    memory: u64,
}

impl Tally {
    fn count(&mut self, way: &str, word: &str) {
        let count = self.counts.entry((way.to_owned(), word.to_owned()));
        *count.or_insert(0) += 1;
    }

    fn read(&mut self, text: &str) {
        for line in text.lines() {
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["end", way, word] => self.count(way, word),
                ["bad", text] => self.bad.push(text.to_owned()),
                ["memory", number] => {
                    self.memory = self.memory.max(number.parse().unwrap_or(0));
                }
                _ => {}
            }
        }
    }

    fn merge(&mut self, other: Tally) {
        for (key, count) in other.counts {
            *self.counts.entry(key).or_insert(0) += count;
        }
        self.bad.extend(other.bad);
        self.memory = self.memory.max(other.memory);
    }

    fn sum(&self) -> u64 {
        self.counts.values().sum()
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words = [
            "refused", "true", "weaker", "verified", "wrong", "panicked", "died",
        ];
        let count = |way: &str, word: &str| {
            let of = |((a, b), count): (&(String, String), &u64)| {
                ((way.is_empty() || a == way) && b == word).then_some(*count)
            };
            self.counts.iter().filter_map(of).sum::<u64>()
        };
        writeln!(f, "| corruption | {} |", words.join(" | "))?;
        writeln!(f, "|---|{}", "---:|".repeat(words.len()))?;
        let mut ways: Vec<&str> = self.counts.keys().map(|(way, _)| way.as_str()).collect();
        ways.dedup();
        for way in ways.into_iter().chain([""]) {
            let name = if way.is_empty() { "all" } else { way };
            let counts = words.map(|word| count(way, word).to_string());
            writeln!(f, "| {name} | {} |", counts.join(" | "))?;
        }
        write!(f, "most memory of a process: {} MB", self.memory >> 10)
    }
}
