//! How many bytes an update takes on its way to another process.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use yomikiri_cluster::ClusterError;
use yomikiri_cluster::batch::{self, Packing};
use yomikiri_cluster::exchange::Exchange;
use yomikiri_cluster::exchange::memory::{MemoryExchange, exchanges};
use yomikiri_cluster::solve::{ClusterSolver, Way};
use yomikiri_game_api::{Game, Tiers};
use yomikiri_games::chess::{Chess, ChessTiers};
use yomikiri_games::koma::{Koma, KomaTiers};
use yomikiri_solver::NoProgress;
use yomikiri_solver::lanes::LaneShares;
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};

/// Batches that were sent.
#[derive(Default)]
struct Sent {
    bytes: AtomicU64,
    updates: AtomicU64,
}

/// Looks into what is sent.
struct Counting<'s> {
    inner: MemoryExchange,
    sent: &'s Sent,
}

impl Exchange for Counting<'_> {
    fn process(&self) -> usize {
        self.inner.process()
    }

    fn processes(&self) -> usize {
        self.inner.processes()
    }

    fn send(&mut self, to: usize, step: u64, parcel: Vec<u8>) -> Result<(), ClusterError> {
        // What it is and whose; parcels without updates (cells for the file, ends of steps) are no batches.
        let contents = &parcel[3..];
        let mut updates = 0;
        let is_batch = parcel[0] == 0 && batch::unpack(contents, |_| updates += 1).is_ok();
        if is_batch && updates > 0 {
            // The destination, too.
            let bytes = parcel.len() as u64 + 2;
            self.sent.bytes.fetch_add(bytes, Ordering::Relaxed);
            self.sent.updates.fetch_add(updates, Ordering::Relaxed);
        }
        self.inner.send(to, step, parcel)
    }

    fn close(&mut self, step: u64) -> Result<(), ClusterError> {
        self.inner.close(step)
    }

    fn poll(&mut self) -> Result<Option<(u64, Vec<u8>)>, ClusterError> {
        self.inner.poll()
    }

    fn is_over(&mut self, step: u64) -> Result<bool, ClusterError> {
        self.inner.is_over(step)
    }
}

/// Bytes for each update, and updates, of a solve on two processes.
fn measure<G: Game, T: Tiers<G>>(
    game: &G,
    spec: TablebaseSpec<G, T>,
    what: Option<&str>,
    packing: Packing,
) -> (f64, u64) {
    let (dir, sent) = (tempfile::tempdir().unwrap(), Sent::default());
    let order = SolveOrder {
        threads: 1,
        ..SolveOrder::default()
    };
    let work = |inner: MemoryExchange| {
        let location = TableLocation::new(dir.path(), "game");
        let base = Tablebase::new(game.clone(), spec, location, Arc::default()).unwrap();
        let mut exchange = Counting { inner, sent: &sent };
        let way = Way {
            packing,
            ..Way::default()
        };
        let solver = ClusterSolver::new(&mut exchange, way);
        let wanted = base.parse_tiers(what).unwrap();
        base.solve_with(&solver, &wanted, &order, &NoProgress, |_| Ok(()))
            .unwrap();
    };
    std::thread::scope(|scope| {
        for exchange in exchanges(2, 7) {
            scope.spawn(|| work(exchange));
        }
    });
    let (bytes, updates) = (sent.bytes.into_inner(), sent.updates.into_inner());
    (bytes as f64 / updates as f64, updates)
}

fn check<G: Game, T: Tiers<G>>(
    name: &str,
    game: &G,
    spec: TablebaseSpec<G, T>,
    what: Option<&str>,
    most: f64,
) {
    let (delta, updates) = measure(game, spec, what, Packing::Delta);
    let (raw, same) = measure(game, spec, what, Packing::Raw);
    println!("{name}: {updates} updates, {delta:.2} bytes each in differences, {raw:.2} raw");
    assert!(updates > 10_000, "{name}: {updates}");
    assert_eq!(updates, same, "{name}");
    assert!(delta <= most && delta <= raw, "{name}: {delta} {raw}");
}

#[test]
fn an_update_takes_about_a_byte() {
    let chess = || TablebaseSpec::new(|game| Ok(ChessTiers::new(game)));
    let anpanman = Koma::builtin("anpanman").unwrap();
    let koma = TablebaseSpec::new(|game: &Koma| Ok(KomaTiers::new(game)));
    check("anpanman", &anpanman, koma, None, 1.2);
    let in_lanes = TablebaseSpec {
        lane_shares: Some(LaneShares::new::<Chess>()),
        ..chess()
    };
    check("KRvK", &Chess::default(), chess(), Some("KRvK"), 1.2);
    check(
        "KRvK in lanes",
        &Chess::default(),
        in_lanes,
        Some("KRvK"),
        1.2,
    );
    if std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some() {
        check("KQvKR", &Chess::default(), chess(), Some("KQvKR"), 1.2);
        check(
            "KQvKR in lanes",
            &Chess::default(),
            in_lanes,
            Some("KQvKR"),
            1.2,
        );
    }
}
