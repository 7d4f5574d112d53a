//! Positions for a fit, from games that the engine plays against itself, in a file that grows game by game.
//!
//! The file begins with a line of JSON that says how the games were made. Each game follows as a block: its length,
//! its bytes, their CRC-32. A game is its number, its winner, and for every move the text of the move, the score
//! that the search found, and flags. Moves are text, so the order in which moves are generated is no part of the
//! format. A block that was cut off is dropped when the run goes on, and the run goes on as if it had not stopped:
//! every game follows from the seed and its number.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use serde::{Deserialize, Serialize};
use yomikiri_arena::tune::{Label, Samples};
use yomikiri_arena::{Role, derive};
use yomikiri_game_api::{
    Limits, Line, NoObserver, Notation, Picture, Probe, Score, Side, SplitMix64, Value,
};

use super::network::NetworkChoice;
use super::{EngineWish, Linear, TableUse, options};
use crate::{GameDefinition, LabError};

/// Positions that somebody wants.
#[derive(Clone, Debug)]
pub struct DataOrder {
    /// Where they go.
    pub out: PathBuf,
    /// Number of games.
    pub games: u64,
    /// Positions that the search visits for each move.
    pub nodes: u64,
    /// Random moves at the beginning of each game.
    pub opening_plies: u32,
    /// The network of the players: `on` for that of the program, `off`, or a file.
    pub network: String,
    /// The random seed.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
    /// Whether to go on with the file.
    pub resume: bool,
}

/// What a file has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct DataReport {
    /// Number of games.
    pub games: u64,
    /// Number of positions that a fit learns from.
    pub positions: u64,
    /// Size of the file.
    pub bytes: u64,
}

/// The first line of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Head {
    schema: u32,
    kind: String,
    game: String,
    nodes: u64,
    opening_plies: u32,
    /// The hash of the network, if it is not that of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    network: Option<String>,
    seed: u64,
}

const KIND: &str = "tuning data";
/// Games that go on longer are draws.
const LONGEST: usize = 400;
/// The first moves are left out: what they are worth is a matter of books.
const FIRST: usize = 8;
/// No block is larger: a length that says so is damage.
const LARGEST: u32 = 1 << 20;

/// A fit learns from the position before the move.
const KEPT: u8 = 1;
/// The table's value of that position for the mover, from bit 1 on: 0 unknown, 1 loss, 2 draw, 3 win.
const VALUE: u8 = 1;

/// A game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Game {
    number: u64,
    winner: Option<Side>,
    plies: Vec<Ply>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Ply {
    mv: String,
    score: i16,
    flags: u8,
}

impl Game {
    fn write(&self) -> Vec<u8> {
        let winner = self.winner.map_or(2, |side| side.index() as u8);
        let mut bytes = self.number.to_le_bytes().to_vec();
        bytes.push(winner);
        for ply in &self.plies {
            bytes.push(ply.mv.len() as u8);
            bytes.extend(ply.mv.as_bytes());
            bytes.extend(ply.score.to_le_bytes());
            bytes.push(ply.flags);
        }
        let mut block = (bytes.len() as u32).to_le_bytes().to_vec();
        let sum = crc32fast::hash(&bytes);
        block.append(&mut bytes);
        block.extend(sum.to_le_bytes());
        block
    }

    fn read(bytes: &[u8]) -> Option<Game> {
        let (number, rest) = bytes.split_first_chunk::<8>()?;
        let (&winner, mut rest) = rest.split_first()?;
        let mut plies = Vec::new();
        while let Some((&length, after)) = rest.split_first() {
            let (mv, after) = after.split_at_checked(usize::from(length))?;
            let (&[low, high, flags], after) = after.split_first_chunk::<3>()?;
            plies.push(Ply {
                mv: String::from_utf8(mv.to_vec()).ok()?,
                score: i16::from_le_bytes([low, high]),
                flags,
            });
            rest = after;
        }
        Some(Game {
            number: u64::from_le_bytes(*number),
            winner: Side::BOTH.get(usize::from(winner)).copied(),
            plies,
        })
    }

    fn kept(&self) -> u64 {
        let kept = self.plies.iter().filter(|ply| ply.flags & KEPT != 0);
        kept.count() as u64
    }
}

/// A file with its whole blocks.
struct Contents {
    head: Head,
    games: Vec<Game>,
    /// Where the last whole block ends.
    end: u64,
}

fn read_file(path: &Path) -> Result<Contents, LabError> {
    let shown = path.display();
    let wrong = |reason: &str| LabError::Input(format!("{shown}: {reason}"));
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(|error| wrong(&error.to_string()))?;
    let line = bytes.iter().position(|&byte| byte == b'\n');
    let head = line.and_then(|end| serde_json::from_slice::<Head>(&bytes[..end]).ok());
    let (Some(line), Some(head)) = (line, head.filter(|head| head.kind == KIND)) else {
        return Err(wrong("expected positions for tuning, got something else"));
    };
    if head.schema != 1 {
        let got = format!("expected version 1 of the format, got {}", head.schema);
        return Err(wrong(&got));
    }
    let mut contents = Contents {
        head,
        games: Vec::new(),
        end: line as u64 + 1,
    };
    let mut rest = &bytes[line + 1..];
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length);
        let game = contents.games.len();
        let damaged = || wrong(&format!("game {game} is damaged"));
        if length > LARGEST {
            return Err(damaged());
        }
        let Some((bytes, after)) = after.split_at_checked(length as usize) else {
            break;
        };
        let Some((sum, after)) = after.split_first_chunk::<4>() else {
            break;
        };
        let is_whole = crc32fast::hash(bytes) == u32::from_le_bytes(*sum);
        let stored = Game::read(bytes).filter(|stored| is_whole && stored.number == game as u64);
        contents.games.push(stored.ok_or_else(damaged)?);
        contents.end += 8 + u64::from(length);
        rest = after;
    }
    Ok(contents)
}

/// Plays games and keeps their positions; `watch` hears how many games and positions there are.
pub(crate) fn make_data<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    order: &DataOrder,
    tables: Option<&dyn Probe<G>>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<DataReport, LabError> {
    let tunable = definition.tunable_or_error()?;
    let linear = tunable.linear().ok_or_else(|| no_evaluation(definition))?;
    let shown = order.out.display().to_string();
    let file_error = |error: std::io::Error| LabError::Input(format!("{shown}: {error}"));
    let network = definition.network_of_setting(&order.network)?;
    let head = Head {
        schema: 1,
        kind: KIND.to_owned(),
        game: definition.info.spec.clone(),
        nodes: order.nodes,
        opening_plies: order.opening_plies,
        network: match &network {
            NetworkChoice::BuiltIn => None,
            NetworkChoice::Off => Some("off".to_owned()),
            NetworkChoice::Given(_, hash) => Some(hash.clone()),
        },
        seed: order.seed,
    };
    let mut report = DataReport::default();
    let mut file = match order.out.exists() {
        true if !order.resume => {
            let reason = format!("{shown}: there is a file already; use --resume to go on with it");
            return Err(LabError::Usage(reason));
        }
        true => {
            let there = read_file(&order.out)?;
            if there.head != head {
                let reason = format!("{shown}: the file was made with other settings");
                return Err(LabError::Usage(reason));
            }
            report.games = there.games.len() as u64;
            report.positions = there.games.iter().map(Game::kept).sum();
            let file = OpenOptions::new().write(true).open(&order.out);
            let mut file = file.map_err(file_error)?;
            file.set_len(there.end).map_err(file_error)?;
            file.seek(SeekFrom::End(0)).map_err(file_error)?;
            file
        }
        false => {
            if let Some(dir) = order.out.parent() {
                fs::create_dir_all(dir).map_err(file_error)?;
            }
            let mut file = File::create(&order.out).map_err(file_error)?;
            let line = serde_json::to_string(&head).unwrap_or_default();
            file.write_all(format!("{line}\n").as_bytes())
                .map_err(file_error)?;
            file
        }
    };
    watch(report.games, report.positions);
    let next = AtomicU64::new(report.games);
    let (sender, finished) = mpsc::sync_channel::<Result<Game, LabError>>(64);
    thread::scope(|scope| {
        for _ in 0..order.threads.max(1) {
            let (sender, next, linear) = (sender.clone(), &next, &*linear);
            let mut player = match (&network, &definition.networked) {
                (NetworkChoice::Off, Some(networked)) => {
                    networked.player(None, options(), TableUse::Never)
                }
                (NetworkChoice::Given(network, _), Some(networked)) => {
                    networked.player(Some(Arc::clone(network)), options(), TableUse::Never)
                }
                _ => tunable.player(EngineWish {
                    weights: &tunable.start(),
                    options: options(),
                    tables: TableUse::Never,
                }),
            };
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= order.games || stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let game = play(definition, order, tables, linear, &mut *player, number);
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Games end out of order, and are written in order.
        let mut waiting = BTreeMap::new();
        for game in finished {
            let game = game?;
            waiting.insert(game.number, game);
            while let Some(game) = waiting.remove(&report.games) {
                file.write_all(&game.write()).map_err(file_error)?;
                report.games += 1;
                report.positions += game.kept();
                watch(report.games, report.positions);
            }
        }
        Ok(())
    })?;
    file.sync_all().map_err(file_error)?;
    report.bytes = file.metadata().map_err(file_error)?.len();
    Ok(report)
}

fn no_evaluation<G: Notation + Picture>(definition: &GameDefinition<G>) -> LabError {
    let game = &definition.info.id;
    if definition
        .tunable
        .as_ref()
        .is_none_or(|tunable| !tunable.has_weights())
    {
        return LabError::Input(format!(
            "{game} has no evaluation whose weights can be changed"
        ));
    }
    let reason = format!("{game} has no evaluation that texel can fit; use --method spsa");
    LabError::Usage(reason)
}

/// One game of the engine against itself after random moves.
fn play<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    order: &DataOrder,
    tables: Option<&dyn Probe<G>>,
    linear: &dyn Linear<G>,
    player: &mut dyn yomikiri_game_api::Player<G>,
    number: u64,
) -> Result<Game, LabError> {
    let game = &definition.game;
    let fault = |error: yomikiri_game_api::PlayerFault| LabError::Engine(error.to_string());
    player.new_game().map_err(fault)?;
    let mut rng = SplitMix64::new(derive(order.seed, number, Role::Tuning));
    let mut line = opening(game, order.opening_plies, &mut rng);
    let mut plies: Vec<Ply> = Vec::new();
    let mut replay = Line::new(game);
    for &mv in line.moves() {
        let text = game.write_move(replay.last(), mv);
        replay.push(game, mv);
        plies.push(Ply {
            mv: text,
            score: 0,
            flags: 0,
        });
    }
    let limits = Limits {
        nodes: Some(order.nodes),
        ..Limits::default()
    };
    let decided = linear.decided(game);
    let mut proved = None;
    while line.outcome(game).is_none() && line.ply() < LONGEST {
        let at = line.last().clone();
        let thought = player.think(game, &line, &limits, &mut NoObserver);
        let thought = thought.map_err(fault)?;
        let found = thought.variations.first();
        let score = found.and_then(|found| found.score).unwrap_or(Score::DRAW);
        if score.is_decided() {
            let mover = game.turn(&at);
            proved = Some(if score.0 > 0 { mover } else { !mover });
            break;
        }
        let value = tables.and_then(|tables| tables.probe(game, &at).ok().flatten());
        let value = value.map_or(0, |probed| match probed.value {
            Value::Loss => 1,
            Value::Draw => 2,
            Value::Win => 3,
        });
        let is_kept = line.ply() >= FIRST
            && score.0.abs() <= decided
            && linear.is_quiet(game, &at, thought.best);
        plies.push(Ply {
            mv: game.write_move(&at, thought.best),
            score: score.0.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16,
            flags: (u8::from(is_kept) * KEPT) | (value << VALUE),
        });
        line.push(game, thought.best);
    }
    let outcome = line.outcome(game).and_then(|outcome| outcome.winner);
    Ok(Game {
        number,
        winner: proved.or(outcome),
        plies,
    })
}

/// Random moves from the start that do not end the game.
fn opening<G: Notation>(game: &G, plies: u32, rng: &mut SplitMix64) -> Line<G> {
    loop {
        let mut line = Line::new(game);
        let mut moves = Vec::new();
        while line.ply() < plies as usize && line.outcome(game).is_none() {
            moves.clear();
            line.legal_moves(game, &mut moves);
            line.push(game, moves[rng.below(moves.len())]);
        }
        if line.outcome(game).is_none() {
            return line;
        }
    }
}

/// What a file's games are turned into by several threads, in order. `add` gets each game and whether it is held out:
/// so many of a hundred games are.
pub(super) fn read_games<G: Notation + Picture, T: Default + Send>(
    definition: &GameDefinition<G>,
    path: &Path,
    hold_out: u64,
    threads: usize,
    add: impl Fn(&mut T, &Game, bool) -> Result<(), BadPly> + Sync,
) -> Result<Vec<T>, LabError> {
    let contents = read_file(path)?;
    let (shown, spec) = (&path.display(), &definition.info.spec);
    if &contents.head.game != spec {
        let got = &contents.head.game;
        let reason = format!("{shown}: expected positions of {spec}, got those of {got}");
        return Err(LabError::Input(reason));
    }
    let (games, add) = (&contents.games, &add);
    let share = games.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let workers = games.chunks(share).map(|part| {
            scope.spawn(move || {
                let mut made = T::default();
                for stored in part {
                    let held_out = derive(0, stored.number, Role::Tuning) % 100 < hold_out;
                    add(&mut made, stored, held_out).map_err(|BadPly(ply, reason)| {
                        let game = stored.number;
                        LabError::Input(format!("{shown}: game {game}, ply {ply}: {reason}"))
                    })?;
                }
                Ok(made)
            })
        });
        let workers: Vec<_> = workers.collect();
        let joined = workers.into_iter().map(|worker| {
            let panicked = || LabError::Input("a thread has failed".to_owned());
            worker.join().unwrap_or_else(|_| Err(panicked()))
        });
        joined.collect()
    })
}

/// A move of a stored game that cannot be played: its ply and why.
pub(super) struct BadPly(usize, String);

/// Plays a stored game; `visit` sees the positions that are kept, with their labels as First sees them.
pub(super) fn replay<G: Notation>(
    game: &G,
    stored: &Game,
    mut visit: impl FnMut(&G::Position, Label),
) -> Result<(), BadPly> {
    let mut at = game.start();
    for (number, ply) in stored.plies.iter().enumerate() {
        let mv = game.read_move(&at, &ply.mv);
        let mv = mv.map_err(|error| BadPly(number + 1, error.to_string()))?;
        if ply.flags & KEPT != 0 {
            let sign = 1.0 - 2.0 * game.turn(&at).index() as f32;
            let label = match ply.flags >> VALUE & 3 {
                0 => Label {
                    result: match stored.winner {
                        Some(Side::First) => 1.0,
                        Some(Side::Second) => 0.0,
                        None => 0.5,
                    },
                    score: Some(sign * f32::from(ply.score)),
                },
                // A table knows: loss, draw or win of the mover.
                value => Label {
                    result: 0.5 + sign * (f32::from(value) - 2.0) / 2.0,
                    score: None,
                },
            };
            visit(&at, label);
        }
        game.play(&mut at, mv);
    }
    Ok(())
}

/// The positions of a file with the slopes of the evaluation; so many of a hundred games are held out.
pub(crate) fn read_samples<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    path: &Path,
    hold_out: u64,
    threads: usize,
) -> Result<Samples, LabError> {
    let tunable = definition.tunable_or_error()?;
    let linear = tunable.linear().ok_or_else(|| no_evaluation(definition))?;
    let game = &definition.game;
    let parts = read_games(
        definition,
        path,
        hold_out,
        threads,
        |samples: &mut Samples, stored, held_out| {
            let mut slopes = Vec::new();
            replay(game, stored, |at, label| {
                if let Some(base) = linear.slopes(game, at, &mut slopes) {
                    samples.push(base, slopes.iter().copied(), label, held_out);
                }
            })
        },
    )?;
    let mut samples = Samples::default();
    for part in parts {
        samples.append(part);
    }
    Ok(samples)
}
