//! A round: one exchange, then the kernel decides.

use yomikiri_game_api::{Cursor, Game, Indexer};
use yomikiri_solver::cell::Code;
use yomikiri_solver::kernel;

use super::view::Others;
use super::{Halt, Marks, Shard, no_fault};
use crate::ClusterError;
use crate::batch::{self, Kind};
use crate::exchange::{Mail, Status};
use crate::front::{Front, Pieces};
use crate::outbox::Outbox;

/// Predecessors whose cells are on their way from memory at a time.
const AHEAD: usize = 64;

/// When a process tells the others what it has closed in the last round.
#[derive(Copy, Clone, PartialEq, Eq)]
enum When {
    /// It may be most of the layer: all note it before anybody goes back.
    First,
    /// Little: while it goes back.
    Meanwhile,
    /// Much: when all have gone back.
    Later,
}

impl<'r, G: Game, I: Indexer<G>, C: Code> Shard<'r, G, I, C> {
    /// The first half of the round after the last one: tells other processes what was decided, goes back
    /// from it, and writes the marks that others send.
    pub(super) fn exchange(&mut self, mail: &mut Mail<'_>, saving: Status) -> Result<Status, Halt> {
        let distance = self.distance + 1;
        let fits = distance <= C::MOST && !self.is_too_deep;
        let shard = &*self;
        let when = shard.when_to_tell(mail);
        let status = Status {
            has_found: self.distance < 2 || self.won.count() > 0 || self.lost.count() > 0,
            is_pending: self.buckets.any_beyond(self.distance),
            is_too_deep: self.is_too_deep,
            tells_later: fits && when == When::Later,
            ..saving
        };
        let mut next = Marks {
            won: self.front(),
            candidates: self.front(),
            later: (when != When::First).then(Vec::new),
        };
        if fits && when != When::Later {
            shard.announce(mail, distance, &mut next)?;
        }
        if when == When::First {
            mail.finish(Status::default(), &mut |from, contents| {
                shard.receive(from, contents, distance, &mut next)
            })?;
        }
        if fits && shard.task.indexer.has_unmoves() {
            shard.go_back(mail, distance, &mut next)?;
        }
        for (from, contents) in next.later.take().unwrap_or_default() {
            shard.receive(from, &contents, distance, &mut next)?;
        }
        let joined = mail.finish(status, &mut |from, contents| {
            shard.receive(from, contents, distance, &mut next)
        })?;
        shard.task.progress.together(mail.together());
        if joined.is_too_deep {
            self.is_too_deep = false;
            self.distance = 0;
            return Err(Halt::TooDeep);
        }
        if (joined.has_found || joined.is_pending) && distance > C::MOST {
            return Err(Halt::TooDeep);
        }
        if joined.tells_later {
            if when == When::Later {
                shard.announce(mail, distance, &mut next)?;
            }
            mail.finish(Status::default(), &mut |from, contents| {
                shard.receive(from, contents, distance, &mut next)
            })?;
        }
        if joined.has_found || joined.is_pending {
            next.candidates.sort();
            self.candidates = next.candidates;
            self.won = next.won;
        }
        Ok(joined)
    }

    /// When to tell the others what the last round has closed. Nobody has to keep much: what is more than a list
    /// holds has an exchange of its own, in which it is noted as it arrives.
    fn when_to_tell(&self, mail: &Mail<'_>) -> When {
        let has_unmoves = self.task.indexer.has_unmoves();
        match self.distance {
            _ if mail.processes() == 1 => When::Meanwhile,
            0 | 1 => When::First,
            _ if !self.won.is_listed() || !has_unmoves && !self.lost.is_listed() => When::Later,
            _ => When::Meanwhile,
        }
    }

    /// Takes what another process says while this one sends. What is sent must not depend on when something
    /// arrives.
    fn take(
        &self,
        from: usize,
        contents: &[u8],
        distance: u32,
        next: &mut Marks,
    ) -> Result<(), ClusterError> {
        match (contents.first(), &mut next.later) {
            (Some(&kind), Some(later))
                if kind == Kind::Closed as u8 || kind == Kind::Lost as u8 =>
            {
                later.push((from, contents.to_vec()));
                Ok(())
            }
            _ => self.receive(from, contents, distance, next),
        }
    }

    /// Tells all other processes which indices they need no longer look at: illegal ones at first, then
    /// those that were won in the last round.
    fn announce(&self, mail: &mut Mail<'_>, distance: u32, next: &mut Marks) -> Result<(), Halt> {
        if mail.processes() == 1 {
            return Ok(());
        }
        let closed = match self.distance {
            0 => Some((C::EMPTY, None)),
            // What is won in one is not listed.
            1 => C::win(1).map(|win| (win, None)),
            distance => C::win(distance).map(|win| (win, Some(&self.won))),
        };
        if let Some((code, front)) = closed {
            self.tell(mail, (Kind::Closed, code, front), distance, next)?;
        }
        if !self.task.indexer.has_unmoves()
            && let Some(loss) = C::loss(self.distance)
        {
            self.tell(mail, (Kind::Lost, loss, None), distance, next)?;
        }
        Ok(())
    }

    fn tell(
        &self,
        mail: &mut Mail<'_>,
        (kind, code, front): (Kind, C::Cell, Option<&Front>),
        distance: u32,
        next: &mut Marks,
    ) -> Result<(), Halt> {
        let mut pieces = Pieces::new(self.locals());
        let mut waiting: Vec<u64> = Vec::new();
        loop {
            let piece = pieces.next::<C>(front, &self.cells, code);
            let is_last = piece.is_none();
            waiting.extend(piece.unwrap_or_default());
            if waiting.len() + 4096 > batch::MOST || is_last && !waiting.is_empty() {
                let packed = batch::pack(kind, self.task.packing, &mut waiting);
                for to in mail.others() {
                    mail.send(to, &packed)?;
                }
                waiting.clear();
                mail.receive(&mut |from, contents| self.take(from, contents, distance, next))?;
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Tells all other processes about the closed indices of this one, in one sweep over the cells.
    pub(super) fn tell_where(
        &self,
        mail: &mut Mail<'_>,
        next: &mut Marks,
        is_closed: impl Fn(C::Cell) -> bool,
    ) -> Result<(), Halt> {
        let locals = self.locals();
        for from in locals.clone().step_by(batch::MOST) {
            let some = from..(from + batch::MOST as u64).min(locals.end);
            let mut closed: Vec<u64> = some
                .filter(|&local| is_closed(C::get(&self.cells[local as usize])))
                .collect();
            if !closed.is_empty() {
                let packed = batch::pack(Kind::Closed, self.task.packing, &mut closed);
                for to in mail.others() {
                    mail.send(to, &packed)?;
                }
            }
            mail.receive(&mut |from, contents| self.take(from, contents, self.distance, next))?;
        }
        Ok(())
    }

    /// Goes back from what was decided in the last round. From losses these are wins one ply later, from
    /// wins candidates that may have lost their last bound.
    fn go_back(&self, mail: &mut Mail<'_>, distance: u32, next: &mut Marks) -> Result<(), Halt> {
        let win = C::win(distance).zip(C::loss(self.distance));
        if let Some((_, loss)) = win {
            self.expand(mail, ("expand losses", Kind::Won), loss, distance, next)?;
        }
        // Losses in two are found by looking at everything: the wins in one are not needed.
        let loss = C::loss(distance).and(C::win(self.distance));
        if let Some(win) = loss.filter(|_| distance > 2) {
            self.expand(mail, ("expand wins", Kind::Candidate), win, distance, next)?;
        }
        Ok(())
    }

    fn expand(
        &self,
        mail: &mut Mail<'_>,
        (name, kind): (&'static str, Kind),
        code: C::Cell,
        distance: u32,
        next: &mut Marks,
    ) -> Result<(), Halt> {
        let front = match kind {
            Kind::Won => &self.lost,
            _ => &self.won,
        };
        let progress = self.task.progress;
        progress.stage(name, Some(self.distance), front.count());
        let mut cursor = self.task.indexer.cursor();
        let mut out = Outbox::new(kind, self.task.packing, mail.processes());
        let mut pieces = Pieces::new(self.locals());
        // Cells lie far apart: those of some indices are asked for before the first of them is looked at.
        let mut before = Vec::with_capacity(2 * AHEAD);
        while let Some(piece) = pieces.next::<C>(Some(front), &self.cells, code) {
            self.check_stop()?;
            for &local in piece {
                cursor.seek(self.share.global(local));
                cursor.predecessors(|index| match self.share.local(index) {
                    Some(local) => {
                        kernel::prefetch(&self.cells, local);
                        before.push(local);
                    }
                    // A mark on an index that is won already, or illegal, makes no difference.
                    None if self.others.is_closed(index) => {}
                    None => {
                        let (owner, local) = self.partition.owner(index);
                        out.push(owner, local);
                    }
                });
                if before.len() >= AHEAD {
                    for local in before.drain(..) {
                        self.mark(kind, local, distance, next);
                    }
                }
            }
            for local in before.drain(..) {
                self.mark(kind, local, distance, next);
            }
            out.send(mail, batch::MOST)?;
            mail.receive(&mut |from, contents| self.take(from, contents, distance, next))?;
            progress.advance(piece.len() as u64);
        }
        out.send(mail, 1)?;
        Ok(())
    }

    /// Writes a mark on an index of this process, if it makes a difference. A win overrides a candidate:
    /// one that has a move to a lost index is no loss, and examining it would find nothing.
    #[inline]
    fn mark(&self, kind: Kind, local: u64, distance: u32, next: &mut Marks) {
        let place = &self.cells[local as usize];
        let cell = C::get(place);
        match kind {
            Kind::Won if cell == C::UNKNOWN || cell == C::CANDIDATE => {
                if let Some(win) = C::win(distance) {
                    C::set(place, win);
                    next.won.push(local);
                }
            }
            Kind::Candidate if cell == C::UNKNOWN => {
                C::set(place, C::CANDIDATE);
                next.candidates.push(local);
            }
            _ => {}
        }
    }

    /// Takes what another process says in a round.
    pub(super) fn receive(
        &self,
        from: usize,
        contents: &[u8],
        distance: u32,
        next: &mut Marks,
    ) -> Result<(), ClusterError> {
        let locals = self.locals();
        let theirs = self.partition.locals(from, &self.indices());
        let kind = match contents.first() {
            Some(0) => Kind::Won,
            Some(1) => Kind::Candidate,
            Some(2) => Kind::Closed,
            Some(3) => Kind::Lost,
            _ => return no_fault(true),
        };
        let mut fault = false;
        if matches!(kind, Kind::Won | Kind::Candidate) {
            batch::unpack(contents, |local| match locals.contains(&local) {
                true => self.mark(kind, local, distance, next),
                false => fault = true,
            })?;
            return no_fault(fault);
        }
        let share = self.partition.share(from);
        let words = match kind {
            Kind::Closed => &self.others.closed,
            _ => &self.others.lost,
        };
        batch::unpack(contents, |local| match theirs.contains(&local) {
            true => fault |= !Others::put(words, self.others.place(share.global(local))),
            false => fault = true,
        })?;
        no_fault(fault)
    }

    /// The second half of a round: examines candidates, and applies the bounds of its distance.
    pub(super) fn decide(&mut self, mail: &mut Mail<'_>) -> Result<(), Halt> {
        let distance = self.distance + 1;
        let mut lost = self.front();
        let mut won = std::mem::take(&mut self.won);
        let view = self.view();
        if !self.task.indexer.has_unmoves() {
            let is_win = C::win(distance).is_some();
            let front = if is_win { &mut won } else { &mut lost };
            self.sweep(
                "decide",
                mail,
                |cursor, indices, found| {
                    kernel::examine_all(cursor, view, indices, distance, true, found);
                },
                |index| front.push(self.local(index)),
            )?;
        } else if C::loss(distance).is_some() {
            self.find_losses(mail, distance, &mut lost)?;
        }
        if self.buckets.any_at(distance) {
            self.apply_bounds(distance, &mut won, &mut lost);
        }
        won.sort();
        lost.sort();
        (self.won, self.lost) = (won, lost);
        if distance == 1 && self.task.indexer.has_unmoves() {
            self.won = self.front();
        }
        self.distance = distance;
        Ok(())
    }

    fn find_losses(
        &self,
        mail: &mut Mail<'_>,
        distance: u32,
        lost: &mut Front,
    ) -> Result<(), Halt> {
        let view = self.view();
        if distance <= 2 {
            // Without moves out of the layer, nothing is lost in one.
            if distance == 1 && self.task.indexer.is_closed() {
                return Ok(());
            }
            let name = ["", "losses in one", "losses in two"][distance as usize];
            return self.sweep(
                name,
                mail,
                |cursor, indices, found| match distance {
                    2 => kernel::examine_doubtful(cursor, view, indices, found),
                    _ => kernel::examine_all(cursor, view, indices, distance, false, found),
                },
                |index| lost.push(self.local(index)),
            );
        }
        let progress = self.task.progress;
        progress.stage("examine", Some(distance), self.candidates.count());
        let mut cursor = self.task.indexer.cursor();
        let mut pieces = Pieces::new(self.locals());
        let (mut indices, mut found) = (Vec::new(), Vec::new());
        while let Some(piece) = pieces.next::<C>(Some(&self.candidates), &self.cells, C::CANDIDATE)
        {
            self.check_stop()?;
            indices.clear();
            indices.extend(piece.iter().map(|&local| self.share.global(local)));
            kernel::examine(&mut cursor, view, &indices, distance, &mut found);
            for index in found.drain(..) {
                lost.push(self.local(index));
            }
            progress.advance(piece.len() as u64);
            mail.keep_moving()?;
        }
        Ok(())
    }

    /// Decides what has waited for this distance: bounds to win, and losses that were deferred.
    fn apply_bounds(&self, distance: u32, won: &mut Front, lost: &mut Front) {
        let locals = self.locals();
        let (win, loss) = (C::win(distance), C::loss(distance));
        for part in self.buckets.parts(0..locals.end - locals.start, distance) {
            for place in part {
                let bound = self.bounds[place as usize];
                let local = locals.start + place;
                let cell = &self.cells[local as usize];
                if Some(bound) == win && C::get(cell) == C::UNKNOWN {
                    C::set(cell, bound);
                    won.push(local);
                } else if Some(bound) == loss && C::get(cell) == C::PENDING_LOSS {
                    C::set(cell, bound);
                    lost.push(local);
                }
            }
        }
    }
}
