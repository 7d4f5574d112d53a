//! The search of one position.

use yomikiri_game_api::{
    Evaluate, Game, Guide, Limits, Line, Outcome, Probe, ProbeError, Score, Side, Watch,
};

use super::AlphaBeta;
use super::judged::{Judged, ON_NOTHING, ON_THE_PAST, Rests};
use super::options::AlphaBetaOptions;
use super::ordering::{Experience, MoveStack, Opened};
use super::root::RootMove;
use super::time::Budget;
use super::transposition::{Bound, Entry, TranspositionTable};
use crate::turns::Turns;

/// No line is searched further than this from the root, whatever the extensions say.
pub(super) const MOST_PLIES: u32 = 240;

/// The distance given to proved wins of unknown or immense distance: as far as a score can say,
/// with room for the plies from the root.
const FAR: u32 = 11_000;

const _: () = assert!(Score::WIN.0 - (FAR + 2 * MOST_PLIES) as i32 > Score::LIMIT);

/// One thought.
pub(super) struct Search<'a, G: Game, E, U> {
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) guide: &'a U,
    pub(super) options: &'a AlphaBetaOptions,
    pub(super) probe: Option<&'a dyn Probe<G>>,
    pub(super) table: &'a mut TranspositionTable,
    pub(super) watch: &'a mut dyn Watch<G>,
    pub(super) budget: Budget,
    /// The game so far and the path from the root to the position under search.
    pub(super) line: Line<G>,
    /// The number of the root in the line.
    pub(super) root: usize,
    /// The turns between the root and the position under search.
    pub(super) turns: Turns,
    /// The depth of this iteration.
    pub(super) iteration: u32,
    pub(super) roots: Vec<RootMove<G::Move>>,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) experience: Experience<G::Move>,
    /// The best line found from each ply on.
    pub(super) variations: Vec<Vec<G::Move>>,
    pub(super) nodes: u64,
    /// Whether this iteration has met no evaluation: the game has been read to its end.
    pub(super) whole: bool,
    /// Set once: everything returns at once and its answers are void.
    pub(super) stopped: bool,
    pub(super) fault: Option<ProbeError>,
}

impl<'a, G: Game, E: Evaluate<G>, U: Guide<G>> Search<'a, G, E, U> {
    pub(super) fn new(
        player: &'a mut AlphaBeta<G, E, U>,
        game: &'a G,
        line: &Line<G>,
        limits: &Limits,
        watch: &'a mut dyn Watch<G>,
    ) -> Self {
        Search {
            game,
            eval: &player.eval,
            guide: &player.guide,
            options: &player.options,
            probe: player.probe.as_deref(),
            table: &mut player.table,
            watch,
            budget: Budget::new(limits.time, limits.nodes),
            root: line.ply(),
            turns: Turns::default(),
            line: line.clone(),
            iteration: 0,
            roots: Vec::new(),
            moves: MoveStack::new(),
            experience: Experience::new(player.options.killers, player.options.history),
            variations: vec![Vec::new(); MOST_PLIES as usize + 2],
            nodes: 0,
            whole: false,
            stopped: false,
            fault: None,
        }
    }

    /// The worth of the last position of the line to the side to move: exact within the window,
    /// and outside of it a bound that is as sharp as was found (fail-soft).
    pub(super) fn search(&mut self, depth: i32, ply: u32, alpha: Score, beta: Score) -> Judged {
        // 1. Count the position; stop when the bounds of the thought are reached.
        if !self.enter(ply) {
            return Judged::STOPPED;
        }

        // 2. The past may settle it: a repetition, a judgement, a limit of moves.
        if let Some(judged) = self.judge_past() {
            return judged;
        }

        // 3. Nothing here is better than having won or worse than having lost at this ply.
        //    (Not at the next one: the position may be over, which is only asked further down.)
        let turns = self.turns.complete();
        let alpha = alpha.max(Score::loss_in(turns));
        let beta = beta.min(Score::win_in(turns));
        if alpha >= beta {
            return Judged::free(alpha);
        }

        // 4. A threat is looked at one ply deeper, but no line to more than twice the depth.
        let mut depth = depth;
        if self.options.check_extension
            && turns < 2 * self.iteration
            && self.guide.in_check(self.game, self.line.last())
        {
            depth += 1;
        }

        // 5. The transposition table may know it. On the principal variation only the move is
        //    taken from it, so that the variation stays whole.
        let key = self.line.keys()[self.line.ply()];
        let mut table_tag = 0;
        if depth > 0
            && self.options.transposition
            && let Some(entry) = self.table.get(key)
        {
            table_tag = entry.tag;
            let in_variation = beta.0 - alpha.0 > 1;
            if !in_variation && let Some(judged) = entry.settles(depth, turns, alpha, beta) {
                return judged;
            }
        }

        // 6. A solved table may know it.
        if let Some(score) = self.ask_probe() {
            return Judged::free(score);
        }

        // 7. At the horizon, look at forcing moves only.
        if depth <= 0 || ply >= MOST_PLIES {
            let left = self.options.quiescence_plies;
            return self.beyond_horizon(left, ply, alpha, beta);
        }

        // 8. The moves, the promising ones first.
        let opened = self.moves.open(self.game, &self.line, |_| true);
        if opened.from == opened.to {
            return self.without_moves(opened);
        }
        self.rank(opened, ply, table_tag);

        // 9. Search them and remember what came out.
        let found = self.search_moves(opened, depth, ply, alpha, beta);
        self.moves.close(opened);
        if self.stopped {
            return Judged::STOPPED;
        }
        let here = self.line.ply() as Rests;
        self.remember(key, found, depth, (alpha, beta));
        found.judged.leaving(here)
    }

    /// Searches the moves of the position, best first, until one refutes it.
    fn search_moves(
        &mut self,
        opened: Opened,
        depth: i32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Found {
        let mover = self.line.turn(self.game);
        let in_variation = beta.0 - alpha.0 > 1;
        let mut alpha = alpha;
        let mut best = -Score::INFINITY;
        let mut best_tag = 0;
        let mut rests = if opened.forbidden {
            ON_THE_PAST
        } else {
            ON_NOTHING
        };
        let mut whole = true;
        for at in opened.from..opened.to {
            let (mv, tag) = self.moves.pick(at, opened.to);
            let first = at == opened.from;
            let child = self.after(mv, first, depth, ply + 1, alpha, beta);
            if self.stopped {
                break;
            }
            rests = rests.min(child.rests);
            whole &= child.whole;
            if child.score <= best {
                continue;
            }
            best = child.score;
            if best <= alpha {
                continue;
            }
            alpha = best;
            best_tag = tag;
            if in_variation {
                self.extend_variation(ply, mv);
            }
            if alpha >= beta {
                // A refutation rests on the refuting move alone.
                (rests, whole) = (child.rests, child.whole);
                self.learn(mover, opened.from, at, mv, depth, ply);
                break;
            }
        }
        Found {
            judged: Judged {
                score: best,
                rests,
                whole,
            },
            tag: best_tag,
        }
    }

    /// The worth of a move to its mover: the first of a position with the full window, the others
    /// with a window of nothing, and again if they turn out to be better. `depth` is that of the
    /// position before the move.
    pub(super) fn after(
        &mut self,
        mv: G::Move,
        first: bool,
        depth: i32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Judged {
        let mover = self.line.turn(self.game);
        self.line.push(self.game, mv);
        let before = self.turns;
        let same = self.line.turn(self.game) == mover;
        let depth = depth - self.turns.pass(same) as i32;
        let mut judged = if first {
            self.seen_by(same, depth, ply, alpha, beta)
        } else {
            self.seen_by(same, depth, ply, alpha, Score(alpha.0 + 1))
        };
        if !first && !self.stopped && judged.score > alpha && judged.score < beta {
            judged = self.seen_by(same, depth, ply, alpha, beta);
        }
        self.turns = before;
        self.line.pop();
        judged
    }

    /// [`Search::search`] seen by the last mover: the sign flips only if the turn has changed.
    fn seen_by(&mut self, same: bool, depth: i32, ply: u32, alpha: Score, beta: Score) -> Judged {
        if same {
            self.search(depth, ply, alpha, beta)
        } else {
            -self.search(depth, ply, -beta, -alpha)
        }
    }

    /// Counts a position and says whether the search goes on.
    #[inline]
    pub(super) fn enter(&mut self, ply: u32) -> bool {
        self.variations[ply as usize].clear();
        if self.stopped || self.budget.is_used_up(self.nodes) {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        if Budget::is_poll(self.nodes) && (self.budget.is_late() || self.watch.stop()) {
            self.stopped = true;
        }
        !self.stopped
    }

    /// The score of the position if the past settles it.
    ///
    /// What the game adjudicates stands. A position that comes back within the searched part is a
    /// draw even if the game would let it come back more often: who could do better the second
    /// time could have done so the first time.
    #[inline]
    pub(super) fn judge_past(&mut self) -> Option<Judged> {
        let repeats = self.line.repeats();
        if (repeats || self.options.clocks)
            && let Some(outcome) = self.game.adjudicate(&self.line)
        {
            // An end on the board comes before one by the past (mate at the limit of moves).
            let on_board = self.game.outcome(self.line.last());
            return Some(Judged {
                score: self.ended(on_board.unwrap_or(outcome)),
                rests: ON_THE_PAST,
                whole: true,
            });
        }
        if !repeats {
            return None;
        }
        let (last, earlier) = self.line.keys().split_last()?;
        let nearest = earlier.iter().rposition(|key| key == last)?;
        (nearest >= self.root).then_some(Judged {
            score: Score::DRAW,
            rests: nearest as Rests,
            whole: true,
        })
    }

    /// The score of the position if a solved table covers it.
    #[inline]
    pub(super) fn ask_probe(&mut self) -> Option<Score> {
        let probe = self.probe?;
        match probe.probe(self.game, self.line.last()) {
            Ok(probed) => {
                let probed = probed?;
                let distance = probed.distance.unwrap_or(FAR).min(FAR);
                Some(Score::of_value(
                    probed.value,
                    distance + self.turns.complete(),
                ))
            }
            Err(error) => {
                self.fault = Some(error);
                self.stopped = true;
                None
            }
        }
    }

    /// The score of a finished game.
    pub(super) fn ended(&self, outcome: Outcome) -> Score {
        let value = outcome.value_for(self.line.turn(self.game));
        Score::of_value(value, self.turns.begun())
    }

    /// The score of a position without a move: over, or, if the past forbids them all and the
    /// game does not say who won by that, a draw.
    pub(super) fn without_moves(&self, opened: Opened) -> Judged {
        debug_assert!(opened.forbidden || self.game.outcome(self.line.last()).is_some());
        match self.game.outcome(self.line.last()) {
            Some(outcome) => Judged::free(self.ended(outcome)),
            None => Judged {
                score: Score::DRAW,
                rests: ON_THE_PAST,
                whole: true,
            },
        }
    }

    /// Ranks the moves of the position.
    pub(super) fn rank(&mut self, opened: Opened, ply: u32, table_tag: u32) {
        let Search {
            game,
            guide,
            line,
            experience,
            moves,
            ..
        } = self;
        let at = line.last();
        let mover = game.turn(at);
        moves.rank(opened, |mv, tag| {
            let advice = guide.order(game, at, mv);
            experience.order(mover, ply, (mv, tag), table_tag, advice)
        });
    }

    /// Learns from a refutation. Forcing moves come early anyway and are not learnt.
    fn learn(&mut self, mover: Side, from: usize, at: usize, mv: G::Move, depth: i32, ply: u32) {
        if self.guide.is_forcing(self.game, self.line.last(), mv) {
            return;
        }
        let tag = self.moves.tag(at);
        self.experience.refuted(mover, ply, (mv, tag), depth);
        for tried in from..at {
            self.experience.failed(mover, self.moves.tag(tried), depth);
        }
    }

    /// Makes the best line from `ply` on the move and the best line after it.
    pub(super) fn extend_variation(&mut self, ply: u32, mv: G::Move) {
        let (head, tail) = self.variations.split_at_mut(ply as usize + 1);
        let own = &mut head[ply as usize];
        own.clear();
        own.push(mv);
        own.extend_from_slice(&tail[0]);
    }

    /// Stores what was found: the score if it holds on any path, else only the move.
    fn remember(&mut self, key: u64, found: Found, depth: i32, (alpha, beta): (Score, Score)) {
        if !self.options.transposition {
            return;
        }
        let Found { judged, tag } = found;
        let bound = if !judged.is_free_at(self.line.ply() as Rests) {
            Bound::None
        } else if judged.score >= beta {
            Bound::Lower
        } else if judged.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry =
            Entry::new(tag, judged.score, self.turns.complete(), depth, bound).whole(judged.whole);
        self.table.put(key, entry);
    }
}

/// What the moves of a position came to.
#[derive(Copy, Clone)]
struct Found {
    judged: Judged,
    /// The tag of the best move, 0 if none was better than alpha.
    tag: u32,
}
