//! Errors of tablebases in the words of the command line.

use yomikiri_game_api::{Metric, Notation, Picture, Tiers};
use yomikiri_solver::tablebase::{Tablebase, TablebaseError, Unprobed};

use super::MOST_MEMORY;
use super::typed::TypedTablebase;
use crate::{LabError, Remedy};

/// An error of a tablebase in the words of the command line.
pub(super) fn told<G: Notation, T: Tiers<G>>(
    base: &Tablebase<G, T>,
    error: TablebaseError,
) -> LabError {
    let spec = &base.location().spec;
    match error {
        TablebaseError::Input(text) => LabError::Input(text),
        TablebaseError::Missing { path, tier, metric } => LabError::NoTable {
            path: path.display().to_string(),
            elsewhere: None,
            remedy: match tier.map(|tier| (tier, base.estimate_alone(tier, metric))) {
                None => Remedy::Solve(format!("'{spec}' WHAT")),
                Some((_, estimate)) if estimate.memory > MOST_MEMORY => Remedy::TooLarge {
                    positions: estimate.positions as u64,
                    gigabytes: (estimate.memory / 1e9) as u64,
                },
                Some((tier, _)) => Remedy::Solve(arguments(spec, &base.tiers().name(tier), metric)),
            },
        },
        TablebaseError::Interrupted {
            solving: Some((tier, metric)),
            saved,
        } => LabError::Interrupted(format!(
            "yomikiri solve {}{}",
            arguments(spec, &base.tiers().name(tier), metric),
            if saved { " --resume" } else { "" }
        )),
        TablebaseError::Interrupted { .. } => LabError::Interrupted("run it again".to_owned()),
        TablebaseError::Table(text) => LabError::Table(text),
        TablebaseError::Elsewhere(text) => LabError::Cluster(text),
        TablebaseError::NotCovered => LabError::Input(error.to_string()),
    }
}

/// The arguments of the command that builds a tier.
fn arguments(spec: &str, tier: &str, metric: Metric) -> String {
    let mut text = format!("'{spec}' {tier}");
    match metric {
        Metric::End => {}
        Metric::Check => text += " --rules check",
        metric => text += &format!(" --metric {}", metric.word()),
    }
    text.trim_end().to_owned()
}

impl<G: Notation + Picture, T: Tiers<G> + 'static> TypedTablebase<G, T> {
    pub(super) fn told(&self, error: TablebaseError) -> LabError {
        told(&self.base, error)
    }

    pub(super) fn unprobed(&self, failed: Unprobed<G::Position>) -> LabError {
        if matches!(failed.error, TablebaseError::NotCovered) {
            return LabError::NotCovered {
                game: self.base.location().spec.clone(),
                position: self.base.game().write_position(&failed.at),
            };
        }
        match self.told(failed.error) {
            LabError::NoTable { path, remedy, .. } => LabError::NoTable {
                path,
                elsewhere: failed.elsewhere,
                remedy,
            },
            error => error,
        }
    }
}
