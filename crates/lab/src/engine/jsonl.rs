//! JSON lines: questions in, answers out in any order.
//!
//! A question is `{"id":…,"game":…,"position":…,"moves":…,…limits}`, an answer carries its `id`;
//! `{"cancel":ID}` ends a question early. See `docs/engine.md`.

use std::collections::HashMap;
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::setup::Setup;
use super::wire::{Input, Output};
use crate::view::Report;
use crate::{AnyGame, LabError, Limits, Observer, Place, PlayerSpec, read_duration};

/// What comes in.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, default)]
struct Question {
    id: Value,
    game: Option<String>,
    position: Option<String>,
    moves: Moves,
    player: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Milliseconds, or text such as `1s`.
    time: Option<Time>,
    multipv: Option<usize>,
    /// Only these moves.
    searchmoves: Vec<String>,
    /// Whether every iteration is reported.
    partial: bool,
    cancel: Option<Value>,
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum Moves {
    List(Vec<String>),
    Text(String),
}

impl Default for Moves {
    fn default() -> Self {
        Moves::List(Vec::new())
    }
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum Time {
    Milliseconds(u64),
    Text(String),
}

struct Shared {
    game: Arc<dyn AnyGame>,
    setup: Setup,
    output: Output,
    /// Other games that were asked about.
    others: Mutex<HashMap<String, Arc<dyn AnyGame>>>,
    /// The questions that wait or are thought about.
    open: Mutex<Vec<(Value, Arc<AtomicBool>)>>,
}

struct Work {
    question: Question,
    stop: Arc<AtomicBool>,
}

/// Speaks until the other end has gone, and answers everything that was asked.
pub(super) fn talk(
    game: Box<dyn AnyGame>,
    setup: Setup,
    input: &mut Input<impl BufRead>,
    output: &Output,
) {
    let shared = Arc::new(Shared {
        game: Arc::from(game),
        setup,
        output: output.clone(),
        others: Mutex::default(),
        open: Mutex::default(),
    });
    let (send, receive) = mpsc::channel::<Work>();
    let receive = Arc::new(Mutex::new(receive));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let workers: Vec<_> = (0..threads)
        .map(|_| {
            let (shared, receive) = (Arc::clone(&shared), Arc::clone(&receive));
            thread::spawn(move || work(&shared, &receive))
        })
        .collect();
    while let Some(line) = input.next() {
        match line.and_then(|line| read(&line)) {
            Ok(None) => {}
            Ok(Some(question)) => {
                if let Some(id) = &question.cancel {
                    cancel(&shared, id);
                    continue;
                }
                let stop = Arc::new(AtomicBool::new(false));
                let id = question.id.clone();
                lock(&shared.open).push((id, Arc::clone(&stop)));
                let _ = send.send(Work { question, stop });
            }
            Err(fault) => answer(output, &json!({ "id": null, "error": fault })),
        }
        if output.is_gone() {
            break;
        }
    }
    drop(send);
    for worker in workers {
        let _ = worker.join();
    }
}

fn read(line: &str) -> Result<Option<Question>, String> {
    if line.trim().is_empty() {
        return Ok(None);
    }
    let question = serde_json::from_str(line);
    question
        .map(Some)
        .map_err(|error| format!("expected a question as one JSON object, got: {error}"))
}

fn cancel(shared: &Shared, id: &Value) {
    let open = lock(&shared.open);
    let found: Vec<_> = open.iter().filter(|(of, _)| of == id).collect();
    for (_, stop) in &found {
        stop.store(true, Ordering::Relaxed);
    }
    if found.is_empty() {
        let error = "cancel: expected the id of an open question";
        answer(&shared.output, &json!({ "id": id, "error": error }));
    }
}

fn work(shared: &Shared, receive: &Mutex<Receiver<Work>>) {
    loop {
        // The lock is given back before the work begins.
        let next = lock(receive).recv();
        let Ok(Work { question, stop }) = next else {
            return;
        };
        let cancelled = || stop.load(Ordering::Relaxed);
        let mut told = if cancelled() {
            json!({})
        } else {
            think(shared, &question, &stop).unwrap_or_else(|error| json!({ "error": error }))
        };
        told["id"] = question.id.clone();
        if cancelled() {
            told["cancelled"] = json!(true);
        }
        answer(&shared.output, &told);
        let mut open = lock(&shared.open);
        open.retain(|(_, other)| !Arc::ptr_eq(other, &stop));
    }
}

fn answer(output: &Output, value: &Value) {
    output.line(&value.to_string());
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    match mutex.lock() {
        Ok(guard) => guard,
        Err(poisoned) => poisoned.into_inner(),
    }
}

fn game_of(shared: &Shared, question: &Question) -> Result<Arc<dyn AnyGame>, LabError> {
    let name = question.game.as_deref().unwrap_or(shared.game.spec());
    if name == shared.game.spec() || name == shared.game.info().id {
        return Ok(Arc::clone(&shared.game));
    }
    let mut others = lock(&shared.others);
    if let Some(game) = others.get(name) {
        return Ok(Arc::clone(game));
    }
    let game: Arc<dyn AnyGame> = Arc::from(shared.setup.lab.open_game(name)?);
    others.insert(name.to_owned(), Arc::clone(&game));
    Ok(game)
}

fn think(shared: &Shared, question: &Question, stop: &AtomicBool) -> Result<Value, String> {
    let told = |error: LabError| error.to_string();
    let game = game_of(shared, question).map_err(told)?;
    let player = match &question.player {
        Some(text) => text.parse::<PlayerSpec>().map_err(told)?,
        None if game.spec() == shared.game.spec() => shared.setup.player(),
        None => Setup::new(&shared.setup.lab, &*game, None)
            .map_err(told)?
            .player(),
    };
    let moves = match &question.moves {
        Moves::List(list) => list.join(" "),
        Moves::Text(text) => text.clone(),
    };
    let place = Place {
        position: question.position.as_deref(),
        moves: &moves,
        ..Place::default()
    };
    let mut session = game.session(&place).map_err(told)?;
    let view = session.view();
    if let Some(outcome) = &view.outcome {
        return Ok(json!({ "position": view.position, "best": null, "outcome": outcome }));
    }
    let time = match &question.time {
        None => None,
        Some(Time::Milliseconds(ms)) => Some(Duration::from_millis(*ms)),
        Some(Time::Text(text)) => Some(read_duration(text).map_err(|e| format!("time: {e}"))?),
    };
    let limits = Limits {
        depth: question.depth.map(|depth| depth.clamp(1, 240)),
        nodes: question.nodes.map(|nodes| nodes.max(1)),
        time,
        lines: question.multipv.unwrap_or(1).clamp(1, 500),
        ..Limits::default()
    };
    let only: Vec<&str> = question.searchmoves.iter().map(String::as_str).collect();
    session.search_moves(&only).map_err(told)?;
    let mut observer = SearchObserver {
        stop,
        partial: question
            .partial
            .then(|| (shared.output.clone(), question.id.clone())),
    };
    let report = session
        .think(&player, &limits, &mut observer)
        .map_err(told)?;
    let mut answer = as_json(&report);
    answer["position"] = json!(view.position);
    Ok(answer)
}

fn as_json(report: &Report) -> Value {
    let lines = report.lines.iter().map(|line| {
        let moves: Vec<&str> = line.moves.iter().map(|mv| mv.text.as_str()).collect();
        json!({ "score": line.score, "moves": moves })
    });
    let mut answer = json!({
        "best": report.best.text,
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": report.seconds,
        "lines": lines.collect::<Vec<Value>>(),
    });
    if report.resigns {
        answer["resigns"] = json!(true);
    }
    answer
}

struct SearchObserver<'a> {
    stop: &'a AtomicBool,
    partial: Option<(Output, Value)>,
}

impl Observer for SearchObserver<'_> {
    fn report(&mut self, report: &Report) {
        if let Some((output, id)) = &self.partial {
            let mut told = as_json(report);
            told["id"] = id.clone();
            told["partial"] = json!(true);
            answer(output, &told);
        }
    }

    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
