//! Solving as one of several processes.

use std::path::Path;
use std::time::Instant;

use yomikiri_cluster::ClusterError;
use yomikiri_cluster::collect::collect;
use yomikiri_cluster::exchange::timely::TimelyExchange;
use yomikiri_cluster::hosts::Host;
use yomikiri_cluster::join::{Facts, Patience, join};
use yomikiri_cluster::solve::{ClusterSolver, Way};
use yomikiri_game_api::{Indexer, Metric, Notation, Picture, Tier, Tiers};
use yomikiri_solver::verify::Part;
use yomikiri_solver::{Progress, hex};

use super::Selection;
use super::reports::{SolveOrder, SolveReport, VerifyReport};
use super::solving::{as_wanted, in_full};
use super::typed::TypedTablebase;
use crate::LabError;

/// The processes that solve together, and which of them this one is.
#[derive(Clone, Debug)]
pub struct ClusterOrder {
    /// All processes.
    pub hosts: Vec<Host>,
    /// The number of this one.
    pub process: usize,
    /// How they solve.
    pub way: Way,
    /// How long they wait for each other.
    pub patience: Patience,
}

/// Reads a list of processes.
pub fn read_hosts(path: &Path) -> Result<Vec<Host>, LabError> {
    yomikiri_cluster::hosts::read(path).map_err(told)
}

fn told(error: ClusterError) -> LabError {
    match error {
        // To be set right by whoever started the processes; trying again would not help.
        ClusterError::Hosts(text) | ClusterError::Refused(text) => LabError::Input(text),
        other => LabError::Cluster(other.to_string()),
    }
}

impl<G: Notation + Picture, T: Tiers<G> + 'static> TypedTablebase<G, T> {
    pub(super) fn solve_together(
        &self,
        tiers: Option<&str>,
        order: &SolveOrder,
        cluster: &ClusterOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError> {
        let (begun, base) = (Instant::now(), &*self.base);
        if cluster.process >= cluster.hosts.len() {
            return Err(LabError::Usage(format!(
                "expected a process from 0 to {}, got {}",
                cluster.hosts.len() - 1,
                cluster.process
            )));
        }
        let wanted = base.parse_tiers(tiers);
        let wanted = wanted.map_err(|error| self.told(error))?;
        let facts = self.facts(&wanted, tiers, order, cluster)?;
        let joined = join(&cluster.hosts, cluster.process, &facts, cluster.patience);
        let joined = joined.map_err(told)?;
        let watch = joined.watch.clone();
        let exchange = TimelyExchange::new(cluster.process, joined.sockets, joined.watch);
        let mut exchange = exchange.map_err(told)?;
        let solver = ClusterSolver::new(&mut exchange, cluster.way);
        let mut reports = Vec::new();
        let done = base.solve_with(&solver, &wanted, &in_full(order), progress, |solved| {
            if cluster.process == 0 {
                reports.push(self.solve_report(solved, order, begun, progress)?);
            }
            Ok(())
        });
        drop(solver);
        match done {
            Ok(()) => {
                drop(exchange);
                watch.end();
                Ok(as_wanted(&wanted, &reports))
            }
            Err(error) => {
                // The others notice that this process is gone, and whom they name is this one.
                exchange.give_up();
                Err(self.told(error))
            }
        }
    }

    /// Verifies tables as one of several processes: each checks a part of the entries.
    pub(super) fn verify_together(
        &self,
        selection: Selection<'_>,
        cluster: &ClusterOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError> {
        let processes = cluster.hosts.len();
        if cluster.process >= processes {
            let (most, got) = (processes - 1, cluster.process);
            let text = format!("expected a process from 0 to {most}, got {got}");
            return Err(LabError::Usage(text));
        }
        let wanted = self.base.parse_tiers(selection.tiers);
        let wanted = wanted.map_err(|error| self.told(error))?;
        let order = SolveOrder {
            metric: selection.metric,
            ..SolveOrder::default()
        };
        let mut facts = self.facts(&wanted, selection.tiers, &order, cluster)?;
        facts.push(("task".to_owned(), "verify".to_owned()));
        let joined = join(&cluster.hosts, cluster.process, &facts, cluster.patience);
        let joined = joined.map_err(told)?;
        let watch = joined.watch.clone();
        let exchange = TimelyExchange::new(cluster.process, joined.sockets, joined.watch);
        let mut exchange = exchange.map_err(told)?;
        let part = Part {
            number: cluster.process as u64,
            of: processes as u64,
        };
        let reports = self.verify_part_of(selection, part, 1, progress);
        let reports = match reports {
            Ok(reports) => reports,
            Err(error) => {
                exchange.give_up();
                return Err(error);
            }
        };
        let own = serde_json::to_vec(&reports).expect("plain data");
        let all = match collect(&mut exchange, own) {
            Ok(all) => all,
            Err(error) => {
                exchange.give_up();
                return Err(told(error));
            }
        };
        drop(exchange);
        watch.end();
        if cluster.process > 0 {
            return Ok(Vec::new());
        }
        let parts: Result<Vec<_>, _> = all.iter().map(|one| serde_json::from_slice(one)).collect();
        let joined = parts.ok().and_then(VerifyReport::joined);
        joined.ok_or_else(|| LabError::Cluster("the processes have checked other files".to_owned()))
    }

    /// What all processes must have been started for.
    fn facts(
        &self,
        wanted: &[Tier],
        tiers: Option<&str>,
        order: &SolveOrder,
        cluster: &ClusterOrder,
    ) -> Result<Facts, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let mut identity = String::new();
        for &tier in wanted {
            let size = base.indexer(tier).map_err(told)?.size();
            let fingerprint = hex(&base.fingerprint(tier, order.metric));
            identity += &format!("{fingerprint} {size} ");
        }
        let identity = hex(&yomikiri_solver::fingerprint(&identity));
        let mut unsolved = base.unsolved(wanted, &in_full(order)).map_err(told)?;
        if order.metric == Metric::Check {
            let plain = SolveOrder {
                metric: Metric::End,
                force: false,
                ..order.clone()
            };
            unsolved.extend(base.unsolved(wanted, &in_full(&plain)).map_err(told)?);
        }
        let hosts: Vec<String> = cluster.hosts.iter().map(ToString::to_string).collect();
        let options = format!(
            "metric {}, values only {}, again {}, resume {}, packing {:?}",
            order.metric.word(),
            order.values_only,
            order.force,
            order.resume,
            cluster.way.packing
        );
        let facts = [
            ("program version", env!("CARGO_PKG_VERSION").to_owned()),
            ("game", base.location().spec.clone()),
            (
                "what to solve",
                tiers.unwrap_or("the whole game").to_owned(),
            ),
            ("options", options),
            ("index", identity[..16].to_owned()),
            ("number of processes", cluster.hosts.len().to_string()),
            ("list of processes", hosts.join(" ")),
            ("tables to build", unsolved.join(" ")),
        ];
        let owned = facts.map(|(name, value)| (name.to_owned(), value));
        Ok(owned.into())
    }
}
