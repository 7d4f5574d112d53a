//! What can happen to processes that solve together: stopped processes, broken and slow links, full disks, damaged
//! checkpoints, other versions. Each trial ends in the very table of one process, or in an error that names who
//! and why.
//!
//! Links are those of network namespaces, which need root; they are tried where that is so. The long trials run
//! with `YOMIKIRI_SLOW_TESTS`.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::cluster::{alone, hosts, is_slow, processes, supervise, table, told, yomikiri};

/// A game that takes a second: long enough to be caught in the middle.
const SOLVE: [&str; 1] = ["anpanman"];
const TABLE: &str = "anpanman.ytb";

/// Nothing takes this long but a fault.
const PATIENCE: Duration = Duration::from_secs(300);

fn expected() -> Vec<u8> {
    let one = tempfile::tempdir().unwrap();
    alone(one.path(), &SOLVE, TABLE)
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The checkpoints' files that are there.
fn shares(dir: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(dir.join("tables"));
    let files = files
        .into_iter()
        .flatten()
        .flatten()
        .map(|file| file.path());
    let is_share = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.contains("share") && !name.contains("tmp")
    };
    files.filter(is_share).collect()
}

fn signal(process: u32, signal: &str) {
    let process = process.to_string();
    let done = Command::new("kill").args([signal, &process]).output();
    done.unwrap();
}

/// A process of a list, started by hand; `inside` is a command that runs it elsewhere.
fn start(inside: &[&str], dir: &Path, hosts: &Path, process: usize, resume: bool) -> Child {
    let program = env!("CARGO_BIN_EXE_yomikiri");
    let mut command = match inside {
        [] => yomikiri(),
        [first, rest @ ..] => {
            let mut command = Command::new(first);
            command.args(rest).arg(program).env("LANG", "C");
            command
        }
    };
    command.arg("solve").args(SOLVE).arg("--cluster").arg(hosts);
    command.args(["--process", &process.to_string(), "--checkpoint", "0"]);
    command.arg("--tables").arg(dir.join("tables"));
    if resume {
        command.arg("--resume");
    }
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn outputs(children: Vec<Child>) -> Vec<Output> {
    let ends = children.into_iter().map(Child::wait_with_output);
    ends.map(Result::unwrap).collect()
}

/// One of two processes is stopped for 40 s: the other names it after 30 s, and both are started again.
#[test]
#[cfg(target_os = "linux")]
fn a_stopped_process_is_replaced() {
    if !is_slow() {
        return;
    }
    let (expected, dir) = (expected(), tempfile::tempdir().unwrap());
    let supervisor = supervise(dir.path(), 2, &SOLVE);
    wait_until("a checkpoint", || !shares(dir.path()).is_empty());
    let victim = processes(supervisor.id())[1];
    signal(victim, "-STOP");
    std::thread::sleep(Duration::from_secs(40));
    signal(victim, "-CONT");
    let done = supervisor.wait_with_output().unwrap();
    let text = told(&done);
    assert!(done.status.success(), "{text}");
    assert!(text.contains("process 1 ("), "{text}");
    assert!(table(dir.path(), TABLE) == expected);
}

/// A process that is stopped for a while is waited for.
#[test]
#[cfg(target_os = "linux")]
fn a_short_stop_is_no_loss() {
    let (expected, dir) = (expected(), tempfile::tempdir().unwrap());
    let supervisor = supervise(dir.path(), 2, &SOLVE);
    wait_until("a checkpoint", || !shares(dir.path()).is_empty());
    for victim in processes(supervisor.id()) {
        signal(victim, "-STOP");
        std::thread::sleep(Duration::from_secs(1));
        signal(victim, "-CONT");
    }
    let done = supervisor.wait_with_output().unwrap();
    assert!(done.status.success(), "{}", told(&done));
    assert!(table(dir.path(), TABLE) == expected);
}

/// Checkpoints that were cut short are not used: the one before is, or the tier begins anew.
#[test]
#[cfg(target_os = "linux")]
fn a_truncated_checkpoint_is_passed_over() {
    let expected = expected();
    for newest_only in [true, false] {
        let dir = tempfile::tempdir().unwrap();
        let hosts_before = hosts(dir.path(), 2);
        let begun: Vec<Child> = (0..2)
            .map(|process| start(&[], dir.path(), &hosts_before, process, false))
            .collect();
        wait_until("two checkpoints", || shares(dir.path()).len() >= 3);
        for child in &begun {
            signal(child.id(), "-9");
        }
        outputs(begun);
        let mut files = shares(dir.path());
        assert!(!files.is_empty());
        files.sort_by_key(|path| std::fs::metadata(path).unwrap().modified().unwrap());
        let cut = if newest_only { files.len() - 1 } else { 0 };
        for path in &files[cut..] {
            let bytes = std::fs::read(path).unwrap();
            std::fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }
        let hosts_after = hosts(dir.path(), 3);
        let again = (0..3).map(|process| start(&[], dir.path(), &hosts_after, process, true));
        for done in outputs(again.collect()) {
            assert!(done.status.success(), "{}", told(&done));
        }
        assert!(table(dir.path(), TABLE) == expected, "{newest_only}");
    }
}

/// Somebody with another version of the program is refused, and both are named.
#[test]
fn another_version_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let hosts = hosts(dir.path(), 2);
    let list = std::fs::read_to_string(&hosts).unwrap();
    let places: Vec<SocketAddr> = list.lines().map(|line| line.parse().unwrap()).collect();
    let process = start(&[], dir.path(), &hosts, 0, false);
    let mut stream = None;
    wait_until("process 0 listens", || {
        stream = TcpStream::connect(places[0]).ok();
        stream.is_some()
    });
    let mut stream = stream.unwrap();
    let text = "1\nprogram version\t0.0.1\n";
    let mut greeting = b"YMKRCLU1\0".to_vec();
    greeting.extend_from_slice(&(text.len() as u32).to_le_bytes());
    greeting.extend_from_slice(text.as_bytes());
    stream.write_all(&greeting).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer[4..]).into_owned();
    let done = process.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(3));
    for words in [&answer, &told(&done)] {
        let version = env!("CARGO_PKG_VERSION");
        let expected = format!(
            "program version: expected {version} as process 0 ({}) has it, got 0.0.1 from process 1 ({})",
            places[0], places[1]
        );
        assert!(words.contains(&expected), "{words}");
    }
}

fn is_root() -> bool {
    let told = Command::new("id").arg("-u").output();
    cfg!(target_os = "linux") && told.is_ok_and(|told| told.stdout.trim_ascii() == b"0")
}

/// Whether a command of the system succeeds.
fn runs(command: &str) -> bool {
    let mut words = command.split_whitespace();
    let mut command = Command::new(words.next().unwrap());
    let done = command.args(words).output();
    done.is_ok_and(|done| done.status.success())
}

fn must(command: &str) {
    assert!(runs(command), "{command}");
}

/// A small disk, gone at the end.
struct SmallDisk(PathBuf);

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = runs(&format!("umount -l {}", self.0.display()));
    }
}

/// The disk is full when a checkpoint is written: an error that says so and by whom, and no half table.
#[test]
fn a_full_disk_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("tables");
    std::fs::create_dir(&place).unwrap();
    let mount = format!("mount -t tmpfs -o size=16k tmpfs {}", place.display());
    if !is_root() || !runs(&mount) {
        return;
    }
    let _disk = SmallDisk(place);
    let done = supervise(dir.path(), 2, &SOLVE).wait_with_output().unwrap();
    let text = told(&done);
    assert_eq!(done.status.code(), Some(5), "{text}");
    assert!(
        text.contains("checkpoint") && text.contains("No space left"),
        "{text}"
    );
    assert!(!dir.path().join("tables").join(TABLE).exists());
}

/// Two hosts of this machine: network namespaces joined by a bridge, each with the tables' directory. Gone at the end.
struct Network(String);

impl Network {
    fn new(name: &str) -> Option<Network> {
        if !is_root() || !runs("ip -V") {
            return None;
        }
        let net = Network(format!("y{name}{:x}", std::process::id() & 0xfffff));
        let bridge = net.bridge();
        if !runs(&format!("ip link add {bridge} type bridge")) {
            return None;
        }
        must(&format!("ip link set {bridge} up"));
        for host in 1..=2 {
            let (space, link) = (net.space(host), net.link(host));
            must(&format!("ip netns add {space}"));
            must(&format!(
                "ip link add {link} type veth peer name eth0 netns {space}"
            ));
            must(&format!("ip link set {link} master {bridge} up"));
            must(&format!(
                "ip -n {space} addr add 10.77.0.{host}/24 dev eth0"
            ));
            must(&format!("ip -n {space} link set eth0 up"));
            must(&format!("ip -n {space} link set lo up"));
        }
        Some(net)
    }

    fn bridge(&self) -> String {
        format!("{}b", self.0)
    }

    fn space(&self, host: usize) -> String {
        format!("{}n{host}", self.0)
    }

    fn link(&self, host: usize) -> String {
        format!("{}v{host}", self.0)
    }

    /// Starts the two processes of a solve, one on each host.
    fn solve(&self, dir: &Path, resume: bool) -> Vec<Child> {
        let list = dir.join("hosts.txt");
        std::fs::write(&list, "10.77.0.1:2101\n10.77.0.2:2102\n").unwrap();
        let started = (0..2).map(|process| {
            let space = self.space(process + 1);
            let inside = ["ip", "netns", "exec", space.as_str()];
            start(&inside, dir, &list, process, resume)
        });
        started.collect()
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for host in 1..=2 {
            let _ = runs(&format!("ip netns del {}", self.space(host)));
            let _ = runs(&format!("ip link del {}", self.link(host)));
        }
        let _ = runs(&format!("ip link del {}", self.bridge()));
    }
}

/// A link that is down for a few seconds is waited for.
#[test]
fn a_link_that_comes_back_is_no_loss() {
    let Some(net) = Network::new("u") else { return };
    let (expected, dir) = (expected(), tempfile::tempdir().unwrap());
    let both = net.solve(dir.path(), false);
    wait_until("a checkpoint", || !shares(dir.path()).is_empty());
    must(&format!("ip link set {} down", net.link(2)));
    std::thread::sleep(Duration::from_secs(5));
    must(&format!("ip link set {} up", net.link(2)));
    for done in outputs(both) {
        assert!(done.status.success(), "{}", told(&done));
    }
    assert!(table(dir.path(), TABLE) == expected);
}

/// A link that stays down: each process names the other after half a minute; with the link up again they go on.
#[test]
fn a_link_that_stays_down_is_named() {
    let Some(net) = Network::new("d").filter(|_| is_slow()) else {
        return;
    };
    let (expected, dir) = (expected(), tempfile::tempdir().unwrap());
    let both = net.solve(dir.path(), false);
    wait_until("a checkpoint", || !shares(dir.path()).is_empty());
    must(&format!("ip link set {} down", net.link(2)));
    let begun = Instant::now();
    for (process, done) in outputs(both).into_iter().enumerate() {
        let text = told(&done);
        assert_eq!(done.status.code(), Some(1), "{text}");
        let other = 1 - process;
        let host = format!("process {other} (10.77.0.{}:210{})", other + 1, other + 1);
        assert!(text.contains(&host), "{text}");
        assert!(text.contains("has said nothing for 30 s"), "{text}");
    }
    assert!(begun.elapsed() < PATIENCE);
    assert!(!dir.path().join("tables").join(TABLE).exists());
    must(&format!("ip link set {} up", net.link(2)));
    for done in outputs(net.solve(dir.path(), true)) {
        assert!(done.status.success(), "{}", told(&done));
    }
    assert!(table(dir.path(), TABLE) == expected);
}

/// What a relay adds, half of what a slow link does: 50 ms, and where a packet is lost (one in a hundred), the time
/// until it is sent again.
const WAY: Duration = Duration::from_millis(25);
const LOST: u64 = 200;
const AGAIN: Duration = Duration::from_millis(200);

/// Carries bytes one way, late.
fn carry(mut from: TcpStream, mut to: TcpStream, mut seed: u64) {
    let (sender, waiting) = mpsc::channel::<(Instant, Vec<u8>)>();
    std::thread::spawn(move || {
        for (due, bytes) in waiting {
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Write);
    });
    let mut packet = [0; 1448];
    while let Ok(count @ 1..) = from.read(&mut packet) {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let lost = if (seed >> 33).is_multiple_of(LOST) {
            AGAIN
        } else {
            Duration::ZERO
        };
        let due = Instant::now() + WAY + lost;
        if sender.send((due, packet[..count].to_vec())).is_err() {
            break;
        }
    }
}

/// The places between which a link is made slow, for a process in another namespace.
const LINK: &str = "YOMIKIRI_TEST_SLOW_LINK";

/// Not a test: the slow link that another one starts.
#[test]
#[ignore = "started by another test as a process of its own"]
fn a_slow_link_of_its_own() {
    let Ok(places) = std::env::var(LINK) else {
        return;
    };
    let (here, there) = places.split_once(' ').unwrap();
    let listener = TcpListener::bind(here).unwrap();
    for (seed, client) in (1..).zip(listener.incoming()) {
        let client = client.unwrap();
        // Whoever is not there yet is asked again by the client.
        let Ok(server) = TcpStream::connect(there) else {
            continue;
        };
        for stream in [&client, &server] {
            stream.set_nodelay(true).unwrap();
        }
        let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
        std::thread::spawn(move || carry(client, server, seed));
        std::thread::spawn(move || carry(back.0, back.1, seed + 1000));
    }
}

/// A process that ends with its owner.
struct Helper(Child);

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// 50 ms of delay each way and every hundredth packet lost: the same table, later. Few kernels can do that to a
/// link by themselves, so two relays stand between the hosts: host 2 has the address of host 1, too, where
/// the first one listens.
#[test]
fn a_slow_link_changes_nothing() {
    let Some(net) = Network::new("s") else { return };
    let (expected, dir) = (expected(), tempfile::tempdir().unwrap());
    must(&format!(
        "ip -n {} addr add 10.78.0.1/24 dev eth0",
        net.space(1)
    ));
    must(&format!(
        "ip -n {} addr add 10.78.0.2/24 dev eth0",
        net.space(2)
    ));
    must(&format!(
        "ip -n {} addr add 10.77.0.1/32 dev lo",
        net.space(2)
    ));
    let relay = |host: usize, places: &str| {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &net.space(host)]);
        command.arg(std::env::current_exe().unwrap());
        command.args([
            "--exact",
            "cluster_trials::a_slow_link_of_its_own",
            "--ignored",
        ]);
        let command = command.env(LINK, places).stdout(Stdio::null());
        Helper(command.spawn().unwrap())
    };
    let _relays = [
        relay(1, "10.78.0.1:2101 10.77.0.1:2101"),
        relay(2, "10.77.0.1:2101 10.78.0.1:2101"),
    ];
    for done in outputs(net.solve(dir.path(), false)) {
        assert!(done.status.success(), "{}", told(&done));
    }
    assert!(table(dir.path(), TABLE) == expected);
}
