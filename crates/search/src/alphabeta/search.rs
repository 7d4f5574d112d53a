//! The search of one node.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use yomikiri_game_api::{
    Game, Incremental, Limits, Line, MoveOrdering, Observer, Outcome, Probe, ProbeError, Score,
    Side, Tactics, Value,
};

use super::Memory;
use super::correction::{CorrectionSlots, Corrections};
use super::evaluations::Evaluations;
use super::history::{Context, History, MoveKey};
use super::movepick::{MovePicker, MoveSet, MoveStack, PickContext, ScoredMove};
use super::options::AlphaBetaOptions;
use super::params::Margins;
use super::path::{NO_PATH, PathIndex, PathScore, WHOLE_PAST};
use super::root::RootMove;
use super::selective::{Node, Reductions, Singular};
use super::time::Budget;
use super::transposition::{Bound, Entry, TranspositionTable};
use crate::depth::Turns;

/// No line is longer than this, whatever the extensions.
pub(super) const MOST_PLIES: u32 = 240;

/// The distance of proved wins whose distance is unknown or very large: the largest that a score
/// can express, with room for the plies from the root.
const FAR: u32 = 11_000;

/// Where the distances of wins begin that a rule on repetitions decides: longer than the longest known
/// win (1,098 plies, in chess), and by their ranks.
const RANKED: u32 = 2_000;

const _: () = assert!(Score::WIN.0 - (FAR + 2 * MOST_PLIES) as i32 > Score::LIMIT);

/// What the threads of one search share.
pub(super) struct Shared<'a, G: Game, E, K> {
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) knowledge: &'a K,
    pub(super) options: &'a AlphaBetaOptions,
    pub(super) probe: Option<&'a dyn Probe<G>>,
    pub(super) table: &'a TranspositionTable,
    pub(super) reductions: &'a Reductions,
    /// The root moves that the search is restricted to.
    pub(super) search_moves: Option<&'a [G::Move]>,
    /// Positions that all threads may visit.
    pub(super) most_nodes: Option<u64>,
    /// Tells the helpers that the search is over.
    pub(super) over: AtomicBool,
    /// Positions visited by the helpers.
    pub(super) helped: AtomicU64,
    /// Positions visited by all threads, as of their last poll.
    pub(super) polled: AtomicU64,
}

/// A node on the path.
#[derive(Copy, Clone)]
pub(super) struct Frame<M> {
    /// The move being searched; none after a null move.
    pub(super) made: MoveKey,
    /// The move itself if it is forcing.
    forcing: Option<M>,
    /// Who moves.
    pub(super) mover: Side,
    /// The static evaluation, if there is one.
    pub(super) static_eval: Option<Score>,
    /// The turns before the move.
    turns: Turns,
    /// The tag of the move that is left out while it is asked whether another one is as good; 0 is none.
    pub(super) left_out: u32,
}

/// One thread's search.
pub(super) struct Search<'a, G: Game, E: Incremental<G>, K> {
    pub(super) shared: &'a Shared<'a, G, E, K>,
    pub(super) game: &'a G,
    pub(super) knowledge: &'a K,
    pub(super) options: &'a AlphaBetaOptions,
    pub(super) table: &'a TranspositionTable,
    /// `None` for helpers.
    pub(super) observer: Option<&'a mut dyn Observer<G>>,
    pub(super) budget: Budget,
    /// The game so far and the path from the root to the position under search.
    pub(super) line: Line<G>,
    /// Lines for null moves, kept to reuse their memory.
    pub(super) spare: Vec<Line<G>>,
    /// The accumulators of the evaluation along the path.
    pub(super) states: Vec<E::Accumulator>,
    pub(super) frames: Vec<Frame<G::Move>>,
    /// The number of the root in the line.
    pub(super) root: usize,
    /// The turns between the root and the position under search.
    pub(super) turns: Turns,
    /// The depth of this iteration.
    pub(super) iteration: u32,
    pub(super) roots: Vec<RootMove<G::Move>>,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) history: &'a mut History,
    evaluations: &'a mut Evaluations,
    corrections: &'a mut Corrections,
    /// The best line found from each ply on.
    pub(super) variations: Vec<Vec<G::Move>>,
    /// The value of a pawn in points.
    pub(super) unit: i32,
    /// Margins in points.
    pub(super) margins: Margins,
    /// Whether a null move cutoff is being verified.
    pub(super) verifying: bool,
    /// Whether the position just reached is in check, if that is known already.
    in_check: Option<bool>,
    pub(super) nodes: u64,
    /// The longest line searched, in plies.
    pub(super) seldepth: u32,
    /// Whether this iteration used no evaluation: the game is solved from here.
    pub(super) proven: bool,
    /// Set once: everything returns at once, and the results are void.
    pub(super) stopped: bool,
    pub(super) fault: Option<ProbeError>,
}

impl<'a, G: Game, E: Incremental<G>, K: MoveOrdering<G> + Tactics<G>> Search<'a, G, E, K> {
    pub(super) fn new(
        shared: &'a Shared<'a, G, E, K>,
        memory: &'a mut Memory,
        line: &Line<G>,
        limits: &Limits,
        observer: Option<&'a mut dyn Observer<G>>,
    ) -> Self {
        let game = shared.game;
        let frame = Frame {
            made: MoveKey::NONE,
            forcing: None,
            mover: Side::First,
            static_eval: None,
            turns: Turns::default(),
            left_out: 0,
        };
        let unit = shared.knowledge.unit(game);
        Search {
            shared,
            game,
            knowledge: shared.knowledge,
            options: shared.options,
            table: shared.table,
            observer,
            budget: Budget::new(limits.time, limits.nodes),
            root: line.ply(),
            turns: Turns::default(),
            states: vec![shared.eval.begin(game, line.last())],
            frames: vec![frame; MOST_PLIES as usize + 2],
            line: line.clone(),
            spare: Vec::new(),
            iteration: 0,
            roots: Vec::new(),
            moves: MoveStack::new(),
            history: &mut memory.history,
            evaluations: &mut memory.evaluations,
            corrections: &mut memory.corrections,
            variations: vec![Vec::new(); MOST_PLIES as usize + 2],
            unit,
            margins: Margins::new(&shared.options.params, unit),
            verifying: false,
            in_check: None,
            nodes: 0,
            seldepth: 0,
            proven: false,
            stopped: false,
            fault: None,
        }
    }

    /// The score of the last position of the line for the side to move: exact within the window,
    /// a bound outside of it (fail-soft). `cut`: a cutoff is expected here.
    pub(super) fn search(
        &mut self,
        depth: i32,
        ply: u32,
        alpha: Score,
        beta: Score,
        cut: bool,
    ) -> PathScore {
        // 1. Count the node; stop when a limit is reached.
        let in_check = self.in_check.take();
        if !self.enter(ply) {
            return PathScore::STOPPED;
        }

        // 2. Repetition, adjudication, move limit.
        if let Some(value) = self.judge_past() {
            return value;
        }

        // 3. Mate distance pruning: no score is better than a win or worse than a loss at this turn.
        //    (Not at the next one: the game may be over here, which is only tested below.)
        let turns = self.turns.complete();
        let alpha = alpha.max(Score::loss_in(turns));
        let beta = beta.min(Score::win_in(turns));
        if alpha >= beta {
            return PathScore::exact(alpha);
        }

        // 4. Check extension, but no line gets longer than twice the depth.
        let at = self.line.last();
        let in_check = in_check.unwrap_or_else(|| self.knowledge.in_check(self.game, at));
        let mut depth = depth;
        let may_extend = turns < 2 * self.iteration;
        let left_out = self.frames[ply as usize].left_out;
        if in_check && may_extend && left_out == 0 && self.options.check_extension {
            depth += 1;
        }

        // 5. Transposition table. On the principal variation only its move is used, so that the
        //    variation stays complete.
        let in_variation = beta.0 - alpha.0 > 1;
        let key = self.line.key(self.line.ply());
        let mut known = None;
        if depth > 0 && self.options.transposition {
            known = self.table.get(key);
            if !in_variation
                && left_out == 0
                && let Some(entry) = known
                && let Some(value) = entry.settles(depth, turns, alpha, beta)
            {
                return value;
            }
        }

        // 6. Tablebase.
        //    It does not know the past: a draw that has come again may be judged at the next move.
        if let Some(score) = self.ask_probe()
            && (score != Score::DRAW || depth <= 0 || !self.line.repeats())
        {
            return PathScore::exact(score);
        }

        // 7. At the horizon: quiescence search.
        if depth <= 0 || ply >= MOST_PLIES {
            let left = self.options.quiescence_plies;
            return self.beyond_horizon(in_check, left, ply, alpha, beta);
        }

        // 8. Reverse futility and null move pruning.
        let mut node = Node {
            depth,
            ply,
            alpha,
            beta,
            in_variation,
            in_check,
            cut,
            context: self.context(ply),
            known,
            eval: None,
            improving: false,
        };
        self.evaluate_node(&mut node);
        if left_out == 0
            && let Some(value) = self.prune_node(&node)
        {
            return value;
        }
        if self.stopped {
            return PathScore::STOPPED;
        }

        // 9. Internal iterative reduction: without a table move the order is poor.
        let table_tag = match left_out {
            0 => known.map_or(0, |entry| entry.tag),
            _ => 0,
        };
        let is_deep = depth >= self.options.params.internal_depth;
        if self.options.internal_reduction
            && table_tag == 0
            && is_deep
            && !in_check
            && left_out == 0
        {
            node.depth -= 1;
        }

        // 10. Search the moves and store the result.
        let mut picker = MovePicker::new(&self.moves, MoveSet::All, node.context, table_tag);
        if in_check && self.list_at_once(&mut picker) == 1 {
            let extends = self.options.one_reply_extension && may_extend && left_out == 0;
            node.depth += i32::from(extends);
        }
        let found = self.search_children(&mut picker, &node);
        self.moves.close(&picker);
        if self.stopped {
            return PathScore::STOPPED;
        }
        if picker.picked == 0 {
            return self.without_moves(picker.forbidden);
        }
        let here = self.line.ply() as PathIndex;
        if left_out == 0 {
            self.correct(&node, found);
            self.remember(key, found, node.depth, (alpha, beta));
        }
        found.value.leaving(here)
    }

    /// Searches the moves of the position, best first, until one refutes it.
    fn search_children(&mut self, picker: &mut MovePicker<G::Move>, node: &Node) -> Found {
        let &Node { ply, beta, .. } = node;
        let mut alpha = node.alpha;
        let mut best = -Score::INFINITY;
        let (mut best_tag, mut best_forcing) = (0, false);
        let (mut depends_on, mut proven) = (NO_PATH, true);
        let left_out = self.frames[ply as usize].left_out;
        let (mut quiet, mut skipped) = (0, 0);
        while let Some(picked) = self.next_move(picker) {
            if picked.tag == left_out {
                skipped += 1;
                continue;
            }
            // 11. Futility, late move and exchange pruning.
            let one_holds = best.0 >= -Score::LIMIT;
            let number = picker.picked - skipped;
            if one_holds && self.is_pruned(node, &picked, number, quiet, alpha) {
                proven = false;
                continue;
            }
            quiet += u32::from(!picked.forcing);

            // 12. Singular extension.
            let longer = match self.singular(&picked, node) {
                Singular::Longer(longer) => longer,
                Singular::Refuted(value) => {
                    return Found {
                        value,
                        tag: picked.tag,
                        forcing: true,
                    };
                }
            };
            if self.stopped {
                break;
            }
            let child = self.after(&picked, number, longer, node, alpha, best);
            if self.stopped {
                break;
            }
            depends_on = depends_on.min(child.depends_on);
            proven &= child.proven;
            if child.score <= best {
                continue;
            }
            best = child.score;
            if best <= alpha {
                continue;
            }
            alpha = best;
            (best_tag, best_forcing) = (picked.tag, picked.forcing);
            if node.in_variation {
                self.extend_variation(ply, picked.mv);
            }
            if alpha >= beta {
                // A cutoff depends on the refuting move alone.
                if left_out == 0 {
                    self.learn(picker, &picked, node);
                }
                return Found {
                    value: PathScore {
                        score: best,
                        depends_on: child.depends_on,
                        proven: child.proven,
                    },
                    tag: best_tag,
                    forcing: best_forcing,
                };
            }
        }
        if picker.forbidden {
            depends_on = WHOLE_PAST;
        }
        Found {
            value: PathScore {
                score: best,
                depends_on,
                proven,
            },
            tag: best_tag,
            forcing: best_forcing,
        }
    }

    /// The score of a move for its mover: the first move of a node with the full window, the others
    /// with a null window, late ones reduced, and searched again if they are better. `longer` turns are added.
    pub(super) fn after(
        &mut self,
        picked: &ScoredMove<G::Move>,
        number: usize,
        longer: i32,
        node: &Node,
        alpha: Score,
        best: Score,
    ) -> PathScore {
        let &Node { ply, beta, .. } = node;
        let first = number == 1;
        let extension = match longer {
            0 => i32::from(self.extends_recapture(picked, node)),
            longer => longer,
        };
        let reduction = match first {
            true => 0,
            false => self.reduction(picked, number, node),
        };
        let (same, cost) = self.make(picked, ply);
        let mut depth = node.depth - cost + extension;
        let narrow = Score(alpha.0 + 1);
        let ply = ply + 1;
        let mut value;
        if first || !self.options.pvs {
            let cut = !node.in_variation && !node.cut;
            value = self.seen_by(same, depth, ply, alpha, beta, cut);
        } else {
            // A reduction never drops into quiescence, and a check is never reduced.
            let reduced = (depth - reduction).max(1);
            let reduces = reduced < depth && !self.knowledge.in_check(self.game, self.line.last());
            let looked = if reduces { reduced } else { depth };
            let cut = reduces || !node.cut;
            value = self.seen_by(same, looked, ply, alpha, narrow, cut);
            if reduces && !self.stopped && value.score > alpha {
                // A move that is much better than the best so far deserves more, one that is hardly better less.
                let above = value.score.0.saturating_sub(best.0);
                depth += i32::from(above > self.margins.deeper && self.unit > 0)
                    - i32::from(above < self.margins.shallower);
                if depth > reduced {
                    value = self.seen_by(same, depth, ply, alpha, narrow, !node.cut);
                }
            }
            if !self.stopped && value.score > alpha && value.score < beta {
                value = self.seen_by(same, depth, ply, alpha, beta, false);
            }
        }
        self.unmake(ply - 1);
        value
    }

    /// [`Search::search`] seen by the last mover: the sign flips only if the turn has changed.
    pub(super) fn seen_by(
        &mut self,
        same: bool,
        depth: i32,
        ply: u32,
        alpha: Score,
        beta: Score,
        cut: bool,
    ) -> PathScore {
        if same {
            self.search(depth, ply, alpha, beta, cut)
        } else {
            -self.search(depth, ply, -beta, -alpha, cut)
        }
    }

    /// Makes a move at `ply`; returns whether its mover moves again, and the depth it costs.
    #[inline]
    pub(super) fn make(&mut self, picked: &ScoredMove<G::Move>, ply: u32) -> (bool, i32) {
        let game = self.game;
        let mover = self.line.turn(game);
        let frame = &mut self.frames[ply as usize];
        frame.made = picked.key();
        frame.forcing = picked.forcing.then_some(picked.mv);
        frame.mover = mover;
        frame.turns = self.turns;
        self.line.push(game, picked.mv);
        if self.options.transposition {
            self.table.fetch_early(self.line.key(self.line.ply()));
        }
        let [.., before, after] = self.line.positions() else {
            unreachable!("a move has a position before and after it");
        };
        let state = self.states.last().expect("a state for every position");
        let eval = self.shared.eval;
        let state = eval.update(game, before, picked.mv, after, state);
        self.states.push(state);
        let same = game.turn(after) == mover;
        (same, self.turns.pass(same) as i32)
    }

    /// Takes the move at `ply` back.
    #[inline]
    pub(super) fn unmake(&mut self, ply: u32) {
        self.line.pop();
        self.states.pop();
        self.turns = self.frames[ply as usize].turns;
    }

    /// The static evaluation of the last position.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Score {
        let state = self.states.last().expect("a state for every position");
        let judge = || self.shared.eval.judge(self.game, self.line.last(), state);
        let key = self.line.key(self.line.ply());
        let score = self.evaluations.get_or_make(key, judge);
        debug_assert_eq!(score, judge(), "a key stands for one position");
        score
    }

    /// The static evaluation of the last position, corrected by what searches found in like ones.
    #[inline]
    pub(super) fn evaluate_corrected(&mut self, context: Context) -> Score {
        let eval = self.evaluate();
        if !self.options.correction || self.unit == 0 {
            return eval;
        }
        let sum = self.corrections.sum(&self.correction_slots(context));
        Score::eval(eval.0 + sum * self.margins.correction / 1024)
    }

    #[inline]
    fn correction_slots(&self, context: Context) -> CorrectionSlots {
        let structures = self.knowledge.structures(self.game, self.line.last());
        CorrectionSlots::new(structures, context)
    }

    /// Learns from the search of a node how far its static evaluation was off, where no capture tells more about the exchange
    /// than about the position.
    fn correct(&mut self, node: &Node, found: Found) {
        let score = found.value.score;
        let Some(eval) = self.frames[node.ply as usize].static_eval else {
            return;
        };
        let tells_nothing = score >= node.beta && score <= eval || found.tag == 0 && score >= eval;
        if !self.options.correction
            || self.unit == 0
            || node.in_check
            || found.forcing
            || score.is_decided()
            || tells_nothing
        {
            return;
        }
        let above = (score.0 - eval.0) * 200 / self.unit;
        let slots = self.correction_slots(node.context);
        self.corrections.learn(&slots, above, node.depth);
    }

    /// The capture that led to the position at `ply`, if a forcing move did.
    pub(super) fn led_here_by(&self, ply: u32) -> Option<G::Move> {
        self.frames.get(ply.checked_sub(1)? as usize)?.forcing
    }

    /// The history context of the node at `ply`.
    #[inline]
    pub(super) fn context(&self, ply: u32) -> Context {
        let made = |back: u32| {
            let frame = ply.checked_sub(back).map(|ply| &self.frames[ply as usize]);
            frame.map_or(MoveKey::NONE, |frame| frame.made)
        };
        Context {
            mover: self.line.turn(self.game),
            ply,
            last: made(1),
            before: made(2),
            earlier: made(4),
        }
    }

    #[inline]
    pub(super) fn next_move(
        &mut self,
        picker: &mut MovePicker<G::Move>,
    ) -> Option<ScoredMove<G::Move>> {
        let by = PickContext {
            game: self.game,
            knowledge: self.knowledge,
            line: &self.line,
            history: self.history,
            weigh: self.options.exchange_order,
        };
        self.moves.next(picker, &by)
    }

    pub(super) fn list_at_once(&mut self, picker: &mut MovePicker<G::Move>) -> usize {
        let by = PickContext {
            game: self.game,
            knowledge: self.knowledge,
            line: &self.line,
            history: self.history,
            weigh: self.options.exchange_order,
        };
        self.moves.list_at_once(picker, &by)
    }

    /// Counts a node; `false` if the search must stop.
    #[inline]
    pub(super) fn enter(&mut self, ply: u32) -> bool {
        self.variations[ply as usize].clear();
        if self.stopped || self.budget.is_used_up(self.nodes) {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if Budget::is_poll(self.nodes) {
            self.poll();
        }
        !self.stopped
    }

    /// Polls the clock, the observer and the other threads.
    fn poll(&mut self) {
        let shared = self.shared;
        // The first thread that polls after the node limit stops all of them.
        let polled = shared.polled.fetch_add(Budget::POLL, Relaxed) + Budget::POLL;
        let alone = self.options.threads <= 1;
        if !alone && shared.most_nodes.is_some_and(|most| polled >= most) {
            shared.over.store(true, Relaxed);
        }
        let stops = match &self.observer {
            None => {
                shared.helped.fetch_add(Budget::POLL, Relaxed);
                false
            }
            Some(observer) => self.budget.is_late() || observer.stop(),
        };
        self.stopped |= stops || shared.over.load(Relaxed);
    }

    /// The score of a position that the past decides.
    ///
    /// An adjudication by the game counts. A repetition within the searched part is scored as if it
    /// went on forever, a draw in most games, even if the game allows more repetitions: a side that
    /// could do better the second time could have done so the first time.
    #[inline]
    pub(super) fn judge_past(&mut self) -> Option<PathScore> {
        let (game, at) = (self.game, self.line.last());
        let nearest = self.line.previous_occurrence().filter(|&nearest| {
            let plies = self.line.ply() - nearest;
            plies <= self.knowledge.reversible_plies(game, at)
        });
        let repeats = nearest.is_some();
        let asks = repeats || self.options.clocks && self.knowledge.may_hit_move_limit(game, at);
        if asks && let Some(outcome) = game.adjudicate(&self.line) {
            // An end on the board comes first (mate at the move limit).
            let on_board = game.outcome(at);
            return Some(PathScore {
                score: self.ended(on_board.unwrap_or(outcome)),
                depends_on: WHOLE_PAST,
                proven: true,
            });
        }
        let nearest = nearest?;
        if nearest < self.root {
            return None;
        }
        let judgement = self.knowledge.judge_repetition(game, &self.line, nearest);
        let winner = judgement.and_then(|outcome| outcome.winner);
        Some(match winner {
            None => PathScore {
                score: Score::DRAW,
                depends_on: nearest as PathIndex,
                proven: true,
            },
            // Not over yet: the loser may deviate.
            Some(winner) => PathScore {
                score: match winner == self.line.turn(game) {
                    true => Score(Score::LIMIT),
                    false => Score(-Score::LIMIT),
                },
                depends_on: nearest as PathIndex,
                proven: false,
            },
        })
    }

    /// The score of a position that the tablebase covers.
    #[inline]
    pub(super) fn ask_probe(&mut self) -> Option<Score> {
        let probe = self.shared.probe?;
        match probe.probe(self.game, self.line.last()) {
            Ok(probed) => {
                let probed = probed?;
                let distance = match probed.distance {
                    Some(distance) => distance.min(FAR),
                    None if probed.value == Value::Draw => 0,
                    None => self.rank_by_probe().map_or(FAR, |rank| RANKED + rank),
                };
                let turns = self.turns.complete();
                Some(Score::of_value(probed.value, distance + turns))
            }
            Err(error) => {
                self.fault = Some(error);
                self.stopped = true;
                None
            }
        }
    }

    /// The rank of the last move where a rule on repetitions decides, as far as scores tell ranks apart.
    #[cold]
    fn rank_by_probe(&mut self) -> Option<u32> {
        let before = self.line.ply().checked_sub(1)?;
        let before = &self.line.positions()[before];
        let rank = self.shared.probe?.rank(self.game, before, self.line.last());
        match rank {
            Ok(rank) => Some(rank?.min(FAR - RANKED)),
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

    /// The score of a position without a move: the game is over, or the past forbids every move and
    /// the game does not say who wins by that, which is a draw.
    pub(super) fn without_moves(&self, forbidden: bool) -> PathScore {
        let outcome = self.game.outcome(self.line.last());
        debug_assert!(forbidden || outcome.is_some());
        match outcome {
            Some(outcome) => PathScore::exact(self.ended(outcome)),
            None => PathScore {
                score: Score::DRAW,
                depends_on: WHOLE_PAST,
                proven: true,
            },
        }
    }

    /// Updates the history after a cutoff. Forcing moves are ordered first anyway and have none.
    fn learn(&mut self, picker: &MovePicker<G::Move>, by: &ScoredMove<G::Move>, node: &Node) {
        if by.forcing {
            return;
        }
        let context = node.context;
        self.history.reward(context, by.key(), node.depth);
        for (earlier, forcing) in self.moves.earlier(picker) {
            if !forcing {
                self.history.penalize(context, earlier, node.depth);
            }
        }
    }

    /// Sets the principal variation from `ply` on: the move and the variation after it.
    pub(super) fn extend_variation(&mut self, ply: u32, mv: G::Move) {
        let (head, tail) = self.variations.split_at_mut(ply as usize + 1);
        let own = &mut head[ply as usize];
        own.clear();
        own.push(mv);
        own.extend_from_slice(&tail[0]);
    }

    /// Stores the score if it is path-free, else only the move.
    pub(super) fn remember(
        &mut self,
        key: u64,
        found: Found,
        depth: i32,
        (alpha, beta): (Score, Score),
    ) {
        if !self.options.transposition {
            return;
        }
        let Found { mut value, tag, .. } = found;
        let is_path_free = value.is_path_free_at(self.line.ply() as PathIndex);
        let loose = !is_path_free
            && self.options.loose_past
            && value.depends_on != WHOLE_PAST
            && value.score.0.abs() < Score::LIMIT / 2;
        value.proven &= is_path_free;
        let bound = if !is_path_free && !loose {
            Bound::None
        } else if value.score >= beta {
            Bound::Lower
        } else if value.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let turns = self.turns.complete();
        let entry = Entry::new(tag, value.score, turns, depth, bound).proven(value.proven);
        self.table.put(key, entry);
    }
}

/// The result of searching the moves of a node.
#[derive(Copy, Clone)]
pub(super) struct Found {
    pub(super) value: PathScore,
    /// The tag of the best move, 0 if none was better than alpha.
    pub(super) tag: u32,
    /// Whether it is forcing.
    pub(super) forcing: bool,
}
