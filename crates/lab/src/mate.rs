//! Mates in so many moves, for sessions and engines.

use serde::Serialize;
use yomikiri_game_api::{
    Knowledge, Limits, Line, NoKnowledge, Notation, Observer, Picture, SearchStats,
};
use yomikiri_search::{MateFound, MateOrder, find_mate};

use crate::GameDefinition;
use crate::view::{LineView, MoveView, Report, ScoreView};

/// A mate that somebody looks for.
#[derive(Clone, PartialEq, Debug)]
pub struct MateRequest {
    /// The most moves of the side to move.
    pub moves: u32,
    /// Whether all first moves of a shortest mate are wanted.
    pub all: bool,
    /// Limits of nodes and time.
    pub limits: Limits,
}

/// Whether there is a mate.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MateVerdict {
    /// There is one.
    Mate,
    /// There is none in so many moves.
    NoMate,
    /// A limit has stopped the search.
    Unknown,
}

/// The answer of a mate search. The field names are part of the interface.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MateReport {
    /// Whether there is a mate.
    pub verdict: MateVerdict,
    /// Moves of the side to move to a shortest mate.
    pub mate: Option<u32>,
    /// There is no mate in so many moves.
    pub refuted: u32,
    /// First moves of shortest mates: one, or all if they were asked for.
    pub keys: Vec<MoveView>,
    /// The first of them with the longest defence.
    pub line: Vec<MoveView>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
}

impl MateReport {
    /// The mate as players report a search; `None` if there is none.
    pub fn as_report(&self) -> Option<Report> {
        let best = self.keys.first()?.clone();
        let plies = u32::try_from(self.line.len()).unwrap_or(u32::MAX);
        Some(Report {
            best,
            resigns: false,
            lines: vec![LineView {
                score: Some(ScoreView::from(yomikiri_game_api::Score::win_in(plies))),
                moves: self.line.clone(),
            }],
            depth: plies,
            nodes: self.nodes,
            seconds: self.seconds,
            details: Vec::new(),
            notes: Vec::new(),
        })
    }
}

/// The mate search of a game with what it knows about its moves.
pub(crate) type FindMate<G> = Box<
    dyn Fn(
            &G,
            &<G as yomikiri_game_api::Game>::Position,
            &[<G as yomikiri_game_api::Game>::Move],
            &MateOrder,
            &dyn Observer<G>,
        ) -> MateFound<<G as yomikiri_game_api::Game>::Move>
        + Send
        + Sync,
>;

/// The search with some knowledge.
pub(crate) fn with_knowledge<G: Notation, K: Knowledge<G> + 'static>(knowledge: K) -> FindMate<G> {
    Box::new(move |game, at, only, order, observer| {
        find_mate(game, &knowledge, at, only, order, observer)
    })
}

/// Looks for a mate at the end of a line.
pub(crate) fn find<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    line: &Line<G>,
    only: &[G::Move],
    request: &MateRequest,
    observer: &mut dyn crate::Observer,
) -> MateReport {
    let order = MateOrder {
        moves: request.moves,
        nodes: request.limits.nodes,
        time: request.limits.time,
        all: request.all,
        ..MateOrder::new(request.moves)
    };
    let stop = Stopper(&*observer);
    let (game, at) = (&definition.game, line.last());
    let found = match &definition.find_mate {
        Some(find) => find(game, at, only, &order, &stop),
        None => find_mate(game, &NoKnowledge, at, only, &order, &stop),
    };
    observer.stats(SearchStats {
        nodes: found.nodes,
        seldepth: u32::try_from(found.line.len()).unwrap_or(0),
        hashfull: 0,
    });
    let verdict = match (found.mate, found.refuted >= request.moves) {
        (Some(_), _) => MateVerdict::Mate,
        (None, true) => MateVerdict::NoMate,
        (None, false) => MateVerdict::Unknown,
    };
    let mut after = at.clone();
    let line = found.line.iter().map(|&mv| {
        let view = definition.move_view(&after, mv);
        game.play(&mut after, mv);
        view
    });
    MateReport {
        verdict,
        mate: found.mate,
        refuted: found.refuted,
        keys: found
            .keys
            .iter()
            .map(|&mv| definition.move_view(at, mv))
            .collect(),
        line: line.collect(),
        nodes: found.nodes,
        seconds: found.time.as_secs_f64(),
    }
}

/// Passes the wish to stop on.
struct Stopper<'a>(&'a dyn crate::Observer);

impl<G: Notation> Observer<G> for Stopper<'_> {
    fn stop(&self) -> bool {
        self.0.stop()
    }
}
