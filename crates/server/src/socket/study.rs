//! Live analysis: a connection to the analysis board, and engines' views for any connection.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use yomikiri_lab::{LabError, Report, StopFlag};

use super::connection::{Analysis, Connection, Lines, Next};
use crate::api::run_blocking;
use crate::app::App;
use crate::engines::{self, Job, Lane, Question, Spot};
use crate::fair_queue::Asker;
use crate::messages::{ApiError, PlaceRequest, ServerMessage, StudyMessage, read_study_message};
use crate::network;
use crate::rooms::Study;
use crate::time::now_ms;
use crate::validate;

/// The most lines an analysis shows.
const MOST_LINES: usize = 10;

impl Connection {
    pub(super) async fn serve_study(&mut self) -> &'static str {
        loop {
            let far = Instant::now() + Duration::from_secs(24 * 3600);
            let there = match self.next(None, far).await {
                Next::FromRoom(_) => true,
                Next::FromEngine(lines) => self.tell_lines(lines).await,
                Next::Text(text) => {
                    let (reference, message) = read_study_message(&text);
                    match message.and_then(|message| self.in_time(message)) {
                        Ok(StudyMessage::Ping { t }) => {
                            let now_ms = now_ms();
                            self.say(&ServerMessage::Pong { t, now_ms }).await
                        }
                        Ok(StudyMessage::Stop {}) => {
                            self.analysis = None;
                            true
                        }
                        Ok(StudyMessage::Analyze {
                            place,
                            lines,
                            player,
                        }) => {
                            let opened = open_study(Arc::clone(&self.app), place).await;
                            let begun = opened.and_then(|study| {
                                self.analyze(study, lines, player.as_deref(), reference.clone())
                            });
                            match begun {
                                Ok(()) => true,
                                Err(error) => self.fail(reference, error).await,
                            }
                        }
                        Err(error) => self.fail(reference, error).await,
                    }
                }
                Next::Closed(reason) => return reason,
            };
            if !there {
                return self.lost();
            }
        }
    }

    /// Sets an engine to work for this connection, instead of what it was thinking about before.
    pub(super) fn analyze(
        &mut self,
        study: Study,
        lines: usize,
        player: Option<&str>,
        reference: Option<String>,
    ) -> Result<(), ApiError> {
        self.analysis = None;
        let registry = &self.app.registry;
        let allowance = registry.study_allowance();
        let player = match player.or(study.game.usual_engine()) {
            Some(player) => validate::player(&*study.game, player, &allowance)?,
            None => return Err(ApiError::bad("bad_player", "this game has no engine")),
        };
        self.analyses += 1;
        let (number, stop) = (self.analyses, StopFlag::default());
        let ply = study.session.ply();
        let lines_of = move |spot: &Spot, report: &Report, done| {
            let message = ServerMessage::Lines {
                report: report.clone(),
                ply,
                side: spot.side,
                position: spot.position.clone(),
                done,
            };
            Lines::Thought(number, Box::new(message))
        };
        let (reports, last) = (self.thoughts.clone(), self.thoughts.clone());
        let runtime = tokio::runtime::Handle::current();
        registry.engines.think(Job {
            lane: Lane::Study,
            asker: Asker {
                address: Some(network::host(self.address())),
                room: self.number,
            },
            session: study.session,
            player,
            limits: validate::limits(&allowance, None, lines.clamp(1, MOST_LINES)),
            stop: stop.clone(),
            report: Some(Box::new(move |spot, report| {
                // A report that finds no room is overtaken by the next one anyway.
                let _ = reports.try_send(lines_of(spot, report, false));
            })),
            question: Question::Move(Box::new(move |thought| {
                let lines = match thought {
                    Ok((spot, report)) => lines_of(&spot, &report, true),
                    Err(LabError::Interrupted(_)) => {
                        Lines::Failed(number, reference, engines::busy())
                    }
                    Err(error) => Lines::Failed(number, reference, error.into()),
                };
                // A client that does not read must not hold up an engine.
                runtime.spawn(async move { last.send(lines).await });
            })),
        })?;
        self.analysis = Some(Analysis { stop, number });
        Ok(())
    }

    /// Passes on what the present analysis says; the last words of earlier ones are dropped.
    pub(super) async fn tell_lines(&mut self, lines: Lines) -> bool {
        let present = self.analysis.as_ref().map(|analysis| analysis.number);
        match lines {
            Lines::Thought(number, message) if present == Some(number) => self.say(&message).await,
            Lines::Failed(number, reference, error) if present == Some(number) => {
                self.fail(reference, error).await
            }
            Lines::Thought(..) | Lines::Failed(..) => true,
        }
    }
}

/// A session of its own at a place, opened where it holds up no other connection.
async fn open_study(app: Arc<App>, place: PlaceRequest) -> Result<Study, ApiError> {
    let registry = Arc::clone(&app.registry);
    let opened = run_blocking(&app, move || {
        let game = registry.games.open_at(&place)?;
        let moves = place.moves.join(" ");
        let session = game.session(&validate::place_at(&place, &moves))?;
        Ok(Study { game, session })
    });
    opened.await
}
