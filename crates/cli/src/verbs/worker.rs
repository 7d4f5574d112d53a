//! `worker`: plays games and checks tables for commands on other machines.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use yomikiri_lab::{Lab, Texts, WorkerEvent, WorkerOrder, work};

use super::interrupt::interrupt_flag;
use crate::output::{CliError, grouped, note};

/// Play games for matches, tournaments, experiments and tuning that were started with --queue, and check tables for table verify --queue
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri worker --queue postgres://lab@db.example.org/yomikiri
  yomikiri match xiangqi --first alphabeta --second alphabeta:nullmove=off --games 2000 \\
      --limits nodes=2000 --queue postgres://lab@db.example.org/yomikiri
  yomikiri table verify chess KQvKR --queue postgres://lab@db.example.org/yomikiri

A worker is the same program as the one that asks for the work; another build is refused. It works
until it is stopped (Ctrl-C, SIGTERM): what it has under way goes back into the queue. Table files
must be at the same path on all machines. docs/cluster.md explains the rest.")]
pub(crate) struct WorkerArgs {
    /// The queue: postgres://USER:PASSWORD@HOST/NAME
    #[arg(long, value_name = "URL", env = "YOMIKIRI_QUEUE")]
    queue: String,
    /// Games played at once, and threads that check tables
    #[arg(long, short = 'j', value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// The worker's name in reports (default: host and process)
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Seconds until others take over what a dead worker had
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    lease: u64,
    /// End when there has been nothing to do for so many seconds
    #[arg(long, value_name = "SECONDS")]
    idle: Option<u64>,
}

pub(super) fn run(args: &WorkerArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let name = args.name.clone().unwrap_or_else(|| {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname");
        let host = host.map_or_else(|_| "worker".to_owned(), |host| host.trim().to_owned());
        format!("{host}:{}", std::process::id())
    });
    let order = WorkerOrder {
        address: args.queue.clone(),
        name,
        concurrency: usize::from(args.concurrency),
        lease: Duration::from_secs(args.lease),
        idle: args.idle.map(Duration::from_secs),
    };
    let stop = interrupt_flag();
    stop_on_terminate(&stop);
    note(&texts.message("worker-ready", &[("name", &order.name)]));
    let handed = work(lab, &order, &stop, &|event| match event {
        WorkerEvent::Began {
            run,
            game,
            speed,
            scale,
        } => {
            let (speed, scale) = (grouped(*speed as u64), format!("{scale:.2}"));
            let values = [
                ("run", run.as_str()),
                ("game", game.as_str()),
                ("speed", speed.as_str()),
                ("scale", scale.as_str()),
            ];
            note(&texts.message("worker-began", &values));
        }
        WorkerEvent::Handed(count) if count.is_multiple_of(100) => {
            note(&texts.message("worker-handed", &[("count", &count.to_string())]));
        }
        WorkerEvent::Handed(_) => {}
        WorkerEvent::TooLate => note(&texts.message("worker-too-late", &[])),
    })?;
    note(&texts.message("worker-done", &[("count", &handed.to_string())]));
    Ok(ExitCode::SUCCESS)
}

/// SIGTERM stops a worker as Ctrl-C does: that is how machines are shut down.
#[cfg(unix)]
fn stop_on_terminate(stop: &Arc<AtomicBool>) {
    use tokio::signal::unix::{SignalKind, signal};
    let stop = Arc::clone(stop);
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            if let Ok(mut terminate) = signal(SignalKind::terminate()) {
                terminate.recv().await;
                stop.store(true, Ordering::Relaxed);
            }
        });
    });
}

/// Only Unix has the signal.
#[cfg(not(unix))]
fn stop_on_terminate(_stop: &Arc<AtomicBool>) {}
