//! `cluster`: starts the processes that solve together, and watches them.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use yomikiri_lab::{Host, LabError, Texts, read_hosts};

use crate::output::{self, CliError};

/// How often the processes are looked at.
const LOOK: Duration = Duration::from_millis(50);
/// How long the others have to end by themselves when one is gone.
const GRACE: Duration = Duration::from_secs(5);
/// How long to wait before everything is started again.
const AGAIN: Duration = Duration::from_millis(500);
/// Lines of what a process says that are kept.
const KEPT: usize = 20;

/// Solve or verify on several processes, on one machine or many
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri cluster run hosts.txt -- solve chess KQvKR    as many processes as hosts.txt has lines
  yomikiri solve chess KQvKR --cluster hosts.txt --process 0    the same by hand: on every host, each
                                                                with its own number
  yomikiri cluster run hosts.txt -- table verify chess KQvKR    each process checks its share

hosts.txt has a line for each process: a host, or host:port. The same host may come several times;
processes on localhost are started directly, others over ssh. All must see the same directory of tables.")]
pub(crate) struct ClusterArgs {
    #[command(subcommand)]
    verb: ClusterVerb,
}

#[derive(Subcommand, Debug)]
enum ClusterVerb {
    Run(RunArgs),
}

/// Start all processes, watch them, and start them again from the last checkpoint if one is lost
#[derive(Args, Debug)]
struct RunArgs {
    /// List of processes: a line for each, host or host:port
    hosts: PathBuf,
    /// How often everything is started again
    #[arg(long, value_name = "N", default_value_t = 20)]
    restarts: u32,
    /// The program on hosts that are reached over ssh
    #[arg(long, value_name = "PATH", default_value = "yomikiri")]
    program: String,
    /// The command of every process: solve or table verify with its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(super) fn run(args: &ClusterArgs, texts: &Texts) -> Result<ExitCode, CliError> {
    let ClusterVerb::Run(args) = &args.verb;
    let words: Vec<&str> = args.command.iter().map(String::as_str).collect();
    if !matches!(words[..], ["solve", ..] | ["table", "verify", ..]) {
        return Err(LabError::Usage(format!(
            "expected the command solve or table verify after --, got {:?}",
            args.command[0]
        ))
        .into());
    }
    let hosts = read_hosts(&args.hosts)?;
    let supervisor = Supervisor { args, hosts, texts };
    let mut restarts = 0;
    loop {
        match supervisor.attempt(restarts > 0)? {
            Ended::Well => return Ok(ExitCode::SUCCESS),
            Ended::ForGood(code, words) => {
                words.iter().for_each(|line| output::note(line));
                return Ok(ExitCode::from(code));
            }
            Ended::Lost(cause) if restarts < args.restarts => {
                restarts += 1;
                let number = restarts.to_string();
                output::note(
                    &texts.message("cluster-restart", &[("cause", &cause), ("number", &number)]),
                );
                std::thread::sleep(AGAIN);
            }
            Ended::Lost(cause) => return Err(LabError::Cluster(cause).into()),
        }
    }
}

/// How an attempt ended.
enum Ended {
    Well,
    /// Starting again would not help: the exit code of a process and its last words, unless it has said
    /// them itself.
    ForGood(u8, Vec<String>),
    /// A process was lost; why.
    Lost(String),
}

struct Supervisor<'a> {
    args: &'a RunArgs,
    hosts: Vec<Host>,
    texts: &'a Texts,
}

/// A process that was started.
struct Started {
    child: Child,
    words: Arc<Mutex<Vec<String>>>,
    ended: Option<ExitStatus>,
}

/// Nobody goes on when the supervisor returns.
impl Drop for Started {
    fn drop(&mut self) {
        if self.ended.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl Started {
    fn is_over(&mut self) -> bool {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().ok().flatten();
        }
        self.ended.is_some()
    }

    fn words(&self) -> Vec<String> {
        self.words
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Supervisor<'_> {
    /// Starts all processes and waits for their end.
    fn attempt(&self, resume: bool) -> Result<Ended, CliError> {
        let mut all = Vec::new();
        for process in 0..self.hosts.len() {
            all.push(self.start(process, resume)?);
        }
        let mut lost_at: Option<Instant> = None;
        loop {
            let over = all.iter_mut().filter_map(|process| {
                process.is_over();
                process.ended
            });
            let over: Vec<ExitStatus> = over.collect();
            if over.len() == all.len() {
                break;
            }
            if lost_at.is_none() && over.iter().any(|status| !status.success()) {
                lost_at = Some(Instant::now());
            }
            if lost_at.is_some_and(|at| at.elapsed() > GRACE) {
                break;
            }
            std::thread::sleep(LOOK);
        }
        Ok(self.judge(&mut all))
    }

    fn start(&self, process: usize, resume: bool) -> Result<Started, CliError> {
        let host = &self.hosts[process];
        let mut arguments = self.args.command.clone();
        let resume = resume && !self.verifies();
        if resume && !arguments.iter().any(|argument| argument == "--resume") {
            arguments.push("--resume".to_owned());
        }
        arguments.push("--cluster".to_owned());
        arguments.push(self.args.hosts.display().to_string());
        arguments.push("--process".to_owned());
        arguments.push(process.to_string());
        let mut command = match host.is_local() {
            true => {
                let program = std::env::current_exe();
                Command::new(program.map_err(|error| CliError::file("this program", error))?)
            }
            false => {
                let mut ssh = Command::new("ssh");
                ssh.args(["-o", "BatchMode=yes", &host.name, &self.args.program]);
                arguments = arguments.iter().map(|argument| quoted(argument)).collect();
                ssh
            }
        };
        command.args(&arguments).stdin(Stdio::null());
        // Process 0 shows the progress and prints the result.
        if process > 0 {
            command.stdout(Stdio::null()).stderr(Stdio::piped());
        }
        let child = command.spawn();
        let mut child = child.map_err(|error| CliError::file(self.name(process), error))?;
        let words = Arc::new(Mutex::new(Vec::new()));
        if let Some(stderr) = child.stderr.take() {
            let words = Arc::clone(&words);
            std::thread::spawn(move || {
                for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                    let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
                    if words.len() == KEPT {
                        words.remove(0);
                    }
                    words.push(line);
                }
            });
        }
        Ok(Started {
            child,
            words,
            ended: None,
        })
    }

    /// Whether tables are checked, which has no checkpoints.
    fn verifies(&self) -> bool {
        self.args.command[0] == "table"
    }

    fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts[process])
    }

    /// What the ends of the processes mean together. A failure that is a process's own explains those of
    /// the others, which have only lost it.
    fn judge(&self, all: &mut [Started]) -> Ended {
        let ends: Vec<(usize, Option<ExitStatus>)> = all
            .iter_mut()
            .map(|process| {
                process.is_over();
                process.ended
            })
            .enumerate()
            .collect();
        if ends
            .iter()
            .all(|(_, end)| end.is_some_and(|end| end.success()))
        {
            return Ended::Well;
        }
        // Process 0 has said what is wrong with the table; whoever loses another process fails, too.
        let is_well = |end: &Option<ExitStatus>| end.is_some_and(|end| end.success());
        let code = ends[0].1.and_then(|end| end.code());
        if self.verifies() && code == Some(1) && ends[1..].iter().all(|(_, end)| is_well(end)) {
            return Ended::ForGood(1, Vec::new());
        }
        for &(process, end) in &ends {
            // 255 is ssh's own: the host cannot be reached.
            let code = end.and_then(|end| end.code());
            if let Some(code) = code.filter(|code| ![0, 1, 255].contains(code)) {
                let words = all[process].words();
                let named = words
                    .iter()
                    .map(|line| format!("{}: {line}", self.name(process)));
                return Ended::ForGood(code as u8, named.collect());
            }
        }
        let killed = ends.iter().find_map(|&(process, end)| {
            let signal = signal(end?)?.to_string();
            let name = self.name(process);
            let arguments = [("process", name.as_str()), ("signal", &signal)];
            Some(self.texts.message("cluster-killed", &arguments))
        });
        let silent = ends
            .iter()
            .find(|(_, end)| end.is_none())
            .map(|&(process, _)| {
                let name = self.name(process);
                self.texts.message("cluster-silent", &[("process", &name)])
            });
        let said = ends.iter().find_map(|&(process, end)| {
            end.filter(|end| !end.success())?;
            let words = all[process].words().pop();
            Some(format!(
                "{}: {}",
                self.name(process),
                words.unwrap_or_else(|| self.texts.message("cluster-ended", &[]))
            ))
        });
        Ended::Lost(killed.or(silent).or(said).unwrap_or_default())
    }
}

/// The signal that has ended a process.
#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

/// Only Unix has them.
#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

/// An argument for the shell of another host.
fn quoted(argument: &str) -> String {
    format!("'{}'", argument.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_reach_another_shell_as_they_are() {
        for argument in [
            "solve",
            "anpanman?no_moves=draw",
            "it's",
            "",
            "$HOME `x` \"y\" \\",
        ] {
            let echo = format!("printf %s {}", quoted(argument));
            let said = Command::new("sh").args(["-c", &echo]).output().unwrap();
            assert_eq!(String::from_utf8(said.stdout).unwrap(), argument);
        }
    }
}
