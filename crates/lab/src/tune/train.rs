//! Training a network on the positions of a file; after every round what is needed to go on is kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use yomikiri_game_api::{Notation, Picture};
use yomikiri_network::{Label, Positions, TrainOrder, Trainer};

use super::data::{read_games, replay};
use super::network_file::{NetworkFacts, write_network};
use crate::{GameDefinition, LabError};

/// A network that somebody wants.
#[derive(Clone, Debug)]
pub struct NetworkOrder {
    /// Files of positions that `tune data` has made.
    pub data: Vec<PathBuf>,
    /// The directory for the network and what is needed to go on.
    pub out: PathBuf,
    /// Whether to go on with the training in that directory.
    pub resume: bool,
    /// Rounds over all positions.
    pub epochs: usize,
    /// The first step.
    pub rate: f64,
    /// The share of the game's result in what is foretold.
    pub result_share: f64,
    /// Games held out, in per cent.
    pub hold_out: u64,
    /// The random seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// What a training has found so far.
#[derive(Clone, Debug, Default, Serialize)]
pub struct NetworkReport {
    /// Number of positions.
    pub positions: usize,
    /// How many of them are held out.
    pub held_out: usize,
    /// Points of evaluation that make the odds e : 1.
    pub scale: f64,
    /// Rounds over all positions that are done.
    pub epochs: usize,
    /// Which part of the next round is done.
    #[serde(skip)]
    pub part: f64,
    /// Cross-entropy of the positions held out with the evaluation alone.
    pub loss_start: f64,
    /// And with the network.
    pub loss_found: f64,
    /// The file of the network, once it is trained.
    pub network: Option<PathBuf>,
}

/// What a training must agree with to go on.
#[derive(PartialEq, Serialize, Deserialize)]
struct Settings {
    facts: NetworkFacts,
    positions: usize,
    held_out: usize,
    epochs: usize,
    rate: f64,
    result_share: f64,
    seed: u64,
}

const SETTINGS: &str = "training.json";
const STATE: &str = "training.state";
const NETWORK: &str = "network.ynn";

/// Trains a network; it is written at the end only.
pub(crate) fn train_network<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    order: &NetworkOrder,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&NetworkReport),
) -> Result<NetworkReport, LabError> {
    let facts = definition.network_facts()?;
    let layout = definition.networked_or_error()?.layout();
    let positions = read_positions(definition, order)?;
    let (all, held_out) = (positions.len(), positions.held_out());
    if held_out == 0 || held_out == all {
        let reason =
            format!("expected games enough to learn from and to hold out, got {all} positions");
        return Err(LabError::Input(reason));
    }
    let settings = Settings {
        facts: facts.clone(),
        positions: all,
        held_out,
        epochs: order.epochs,
        rate: order.rate,
        result_share: order.result_share,
        seed: order.seed,
    };
    let mut trainer = Trainer::new(
        &positions,
        layout,
        TrainOrder {
            epochs: order.epochs,
            result_share: order.result_share,
            rate: order.rate,
            threads: order.threads,
            seed: order.seed,
        },
    );
    begin(&order.out, order.resume, &settings, &mut trainer)?;
    let mut report = NetworkReport {
        positions: all,
        held_out,
        scale: trainer.scale(),
        ..NetworkReport::default()
    };
    loop {
        let losses = trainer.losses();
        report.epochs = trainer.epochs();
        report.part = 0.0;
        (report.loss_start, report.loss_found) = (losses.start, losses.found);
        watch(&report);
        if trainer.is_done() {
            break;
        }
        let whole = trainer.train_epoch(&mut |part| {
            report.part = part;
            watch(&report);
            !stop.load(Ordering::Relaxed)
        });
        if !whole {
            return Ok(report);
        }
        keep(&order.out, STATE, &trainer.state())?;
    }
    let path = order.out.join(NETWORK);
    let bytes = write_network(&trainer.network(), &facts);
    let bytes = bytes.map_err(|error| file_error(&path, &error))?;
    keep(&order.out, NETWORK, &bytes)?;
    report.network = Some(path);
    Ok(report)
}

fn read_positions<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    order: &NetworkOrder,
) -> Result<Positions, LabError> {
    let networked = definition.networked_or_error()?;
    let game = &definition.game;
    let add = |positions: &mut Positions, stored: &_, held_out| {
        replay(game, stored, |at, label| {
            let seen = (networked.see)(game, at);
            let second_moves = game.turn(at).index() == 1;
            // Seen by the mover.
            let label = match second_moves {
                false => Label {
                    result: label.result,
                    score: label.score,
                },
                true => Label {
                    result: 1.0 - label.result,
                    score: label.score.map(|score| -score),
                },
            };
            let (features, phase, base) = (seen.features, seen.phase, seen.base);
            positions.push(features, second_moves, phase, base, label, held_out);
        })
    };
    let mut positions = Positions::default();
    for file in &order.data {
        for part in read_games(definition, file, order.hold_out, order.threads, add)? {
            positions.append(part);
        }
    }
    Ok(positions)
}

/// Makes the directory, or goes on with what is in it.
fn begin(
    out: &Path,
    resume: bool,
    settings: &Settings,
    trainer: &mut Trainer<'_>,
) -> Result<(), LabError> {
    let path = out.join(SETTINGS);
    let shown = out.display();
    if !path.exists() {
        fs::create_dir_all(out).map_err(|error| file_error(out, &error))?;
        let text = serde_json::to_string_pretty(settings).unwrap_or_default();
        return keep(out, SETTINGS, text.as_bytes());
    }
    if !resume {
        let reason = format!("{shown}: there is a training already; use --resume to go on with it");
        return Err(LabError::Usage(reason));
    }
    let text = fs::read(&path).map_err(|error| file_error(&path, &error))?;
    if serde_json::from_slice::<Settings>(&text).ok().as_ref() != Some(settings) {
        let reason = format!("{shown}: the training was begun with other settings or positions");
        return Err(LabError::Usage(reason));
    }
    match fs::read(out.join(STATE)) {
        Ok(state) if trainer.restore(&state) => Ok(()),
        Ok(_) => Err(LabError::Input(format!("{shown}: {STATE} is damaged"))),
        Err(_) => Ok(()),
    }
}

/// Writes a file as a whole or not at all.
fn keep(out: &Path, name: &str, bytes: &[u8]) -> Result<(), LabError> {
    let (path, part) = (out.join(name), out.join(format!("{name}.part")));
    fs::write(&part, bytes)
        .and_then(|()| fs::rename(&part, &path))
        .map_err(|error| file_error(&path, &error))
}

fn file_error(path: &Path, error: &std::io::Error) -> LabError {
    LabError::Input(format!("{}: {error}", path.display()))
}
