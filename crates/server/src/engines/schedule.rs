//! Which thought is next, and which one has had its share. Pure: the caller passes the time.
//!
//! A visitor for whom no engine thinks while one is wanted *starves*. As long as somebody starves, a
//! thought that has lasted for a slice of time is cut short: it answers with the best move so far.
//! Without anybody starving, thoughts last as long as they may.

use std::collections::HashSet;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use yomikiri_lab::StopFlag;

use super::Lane;
use crate::fair_queue::{Asker, FairQueue};

/// The shortest slice, however many starve.
const SHORTEST_SLICE: Duration = Duration::from_millis(100);

/// A thought that runs.
pub(super) struct Running {
    number: u64,
    lane: Lane,
    address: Option<IpAddr>,
    since: Instant,
    /// Raised to cut it short.
    cut: StopFlag,
    is_cut: bool,
}

/// Jobs that wait and thoughts that run.
pub(super) struct Schedule<T> {
    play: FairQueue<T>,
    study: FairQueue<T>,
    running: Vec<Running>,
    threads: usize,
    /// The most studies at once.
    studies: usize,
    longest_queue: usize,
    slice: Duration,
    next_number: u64,
}

impl<T> Schedule<T> {
    pub(super) fn new(threads: usize, longest_queue: usize, slice: Duration) -> Self {
        Schedule {
            play: FairQueue::default(),
            study: FairQueue::default(),
            running: Vec::new(),
            threads,
            studies: threads.div_ceil(2),
            longest_queue,
            slice,
            next_number: 0,
        }
    }

    fn queue(&mut self, lane: Lane) -> &mut FairQueue<T> {
        match lane {
            Lane::Play => &mut self.play,
            Lane::Study => &mut self.study,
        }
    }

    pub(super) fn clear(&mut self) {
        self.play.clear();
        self.study.clear();
    }

    /// Puts a job into its queue. Where that is full, the address with most jobs loses one, which is
    /// returned; if that is the asker's, it is an error.
    pub(super) fn push(&mut self, lane: Lane, asker: Asker, job: T) -> Result<Option<T>, T> {
        let longest = self.longest_queue;
        let queue = self.queue(lane);
        let mut displaced = None;
        if queue.len() >= longest {
            displaced = queue.displace(asker);
            if displaced.is_none() {
                return Err(job);
            }
        }
        queue.push(asker, job);
        Ok(displaced)
    }

    /// Drops jobs that nobody wants any more.
    pub(super) fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.play.retain(&keep);
        self.study.retain(&keep);
    }

    fn running(&self, lane: Lane) -> impl Iterator<Item = &Running> {
        self.running.iter().filter(move |own| own.lane == lane)
    }

    /// Takes the next job for a free thread, with its number and the flag that cuts it short. Moves
    /// come before studies.
    pub(super) fn take(&mut self, now: Instant) -> Option<(u64, StopFlag, T)> {
        let lane = match (self.play.len(), self.study.len()) {
            (1.., _) => Lane::Play,
            (0, 1..) if self.running(Lane::Study).count() < self.studies => Lane::Study,
            _ => return None,
        };
        let of_lane = self.running(lane).map(|own| own.address);
        let addresses: Vec<_> = of_lane.collect();
        let weight = |address| addresses.iter().filter(|own| **own == address).count();
        let (asker, job) = self.queue(lane).pop(weight)?;
        self.next_number += 1;
        let cut = StopFlag::default();
        self.running.push(Running {
            number: self.next_number,
            lane,
            address: asker.address,
            since: now,
            cut: cut.clone(),
            is_cut: false,
        });
        Some((self.next_number, cut, job))
    }

    pub(super) fn finished(&mut self, number: u64) {
        self.running.retain(|own| own.number != number);
    }

    /// Addresses that wait in a lane while nothing runs for them there.
    fn starving(&self, lane: Lane) -> usize {
        let served: HashSet<_> = self.running(lane).map(|own| own.address).collect();
        let queue = match lane {
            Lane::Play => &self.play,
            Lane::Study => &self.study,
        };
        let hungry = queue
            .addresses()
            .filter(|address| !served.contains(address));
        hungry.count()
    }

    /// Cuts short what has to make place now; when to look again, if something has to wait for that.
    pub(super) fn cut(&mut self, now: Instant) -> Option<Instant> {
        // A free thread will take what waits.
        let play = match self.running.len() < self.threads {
            true => None,
            false => self.cut_for(Lane::Play, now),
        };
        let study = match self.running(Lane::Study).count() < self.studies {
            true => None,
            false => self.cut_for(Lane::Study, now),
        };
        play.into_iter().chain(study).min()
    }

    fn cut_for(&mut self, lane: Lane, now: Instant) -> Option<Instant> {
        let starving = self.starving(lane);
        let victim = |own: &Running| lane == Lane::Play || own.lane == Lane::Study;
        let ending = self.running.iter().filter(|own| own.is_cut && victim(own));
        let mut wanted = starving.saturating_sub(ending.count());
        // The more starve, the less each may have.
        let share = self.slice.as_secs_f64() * self.threads as f64 / starving.max(1) as f64;
        let slice =
            Duration::from_secs_f64(share).clamp(SHORTEST_SLICE.min(self.slice), self.slice);
        let mut again: Option<Instant> = None;
        while wanted > 0 {
            let goes_on = self.running.iter().filter(|own| !own.is_cut);
            let addresses: Vec<_> = goes_on.map(|own| (own.lane, own.address)).collect();
            let held = |own: &Running| {
                let same = |other: &&(Lane, Option<IpAddr>)| **other == (own.lane, own.address);
                addresses.iter().filter(same).count()
            };
            let all = self
                .running
                .iter_mut()
                .filter(|own| !own.is_cut && victim(own));
            // Studies before moves, then the address with most, then what has lasted longest.
            let least =
                all.min_by_key(|own| (own.lane == Lane::Play, usize::MAX - held(own), own.since));
            let Some(own) = least else { break };
            let due = own.since + slice;
            if due > now {
                again = Some(again.map_or(due, |again| again.min(due)));
                break;
            }
            own.is_cut = true;
            own.cut.raise();
            wanted -= 1;
        }
        again
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_lab::Observer as _;

    const SLICE: Duration = Duration::from_secs(1);
    /// Somebody with 35 rooms, and an honest visitor.
    const ATTACKER: u8 = 66;
    const HONEST: u8 = 7;

    fn asker(address: u8, room: u64) -> Asker {
        let address = Some([10, 0, 0, address].into());
        Asker { address, room }
    }

    fn attacked(threads: usize, lane: Lane, jobs: u64) -> Schedule<(u8, u64)> {
        let mut schedule = Schedule::new(threads, 200, SLICE);
        for room in 0..jobs {
            schedule
                .push(lane, asker(ATTACKER, room), (ATTACKER, room))
                .unwrap();
        }
        schedule
    }

    #[test]
    fn an_honest_move_waits_for_a_slice_at_most() {
        for threads in 1..=8 {
            let begin = Instant::now();
            let mut schedule = attacked(threads, Lane::Play, 35);
            let running: Vec<_> = (0..threads)
                .map(|_| schedule.take(begin).unwrap())
                .collect();
            assert_eq!(schedule.cut(begin), None, "nobody starves: nothing is cut");
            let now = begin + SLICE / 4;
            let job = (HONEST, 1);
            schedule.push(Lane::Play, asker(HONEST, 1), job).unwrap();
            // The thoughts that run may have their slice, and then one of them ends.
            assert_eq!(schedule.cut(now), Some(begin + SLICE));
            assert!(running.iter().all(|(_, cut, _)| !cut.stop()));
            assert_eq!(schedule.cut(begin + SLICE), None);
            let cut: Vec<_> = running.iter().filter(|(_, cut, _)| cut.stop()).collect();
            assert_eq!(cut.len(), 1, "no more than needed");
            schedule.finished(cut[0].0);
            assert_eq!(schedule.take(begin + SLICE).unwrap().2, job);
            // The attacker, for whom the other threads think, does not cut the honest thought.
            if threads > 1 {
                assert_eq!(schedule.cut(begin + 9 * SLICE), None);
            }
        }
    }

    #[test]
    fn studies_make_place_for_moves_and_for_studies_of_others() {
        for threads in 1..=4 {
            let begin = Instant::now();
            let mut schedule = attacked(threads, Lane::Study, 100);
            let studies = threads.div_ceil(2);
            let running: Vec<_> = (0..studies)
                .map(|_| schedule.take(begin).unwrap())
                .collect();
            assert!(
                schedule.take(begin).is_none(),
                "the other threads are for moves"
            );
            let (study, mv) = ((HONEST, 1), (HONEST, 2));
            schedule.push(Lane::Study, asker(HONEST, 1), study).unwrap();
            schedule.push(Lane::Play, asker(HONEST, 2), mv).unwrap();
            if threads > studies {
                assert_eq!(schedule.take(begin).unwrap().2, mv, "at once");
            }
            let _ = schedule.cut(begin + SLICE);
            let cut = running.iter().find(|(_, cut, _)| cut.stop()).unwrap();
            schedule.finished(cut.0);
            let next = schedule.take(begin + SLICE).unwrap();
            if threads == studies {
                assert_eq!(next.2, mv, "moves come first");
                schedule.finished(next.0);
                assert_eq!(schedule.take(begin + SLICE).unwrap().2, study);
            } else {
                assert_eq!(next.2, study);
            }
        }
    }

    #[test]
    fn many_addresses_have_shorter_slices() {
        let begin = Instant::now();
        let mut schedule = Schedule::new(2, 200, SLICE);
        for address in 0..10_u8 {
            schedule
                .push(Lane::Play, asker(address, 1), address)
                .unwrap();
        }
        let order: Vec<u8> = (0..2).map(|_| schedule.take(begin).unwrap().2).collect();
        assert_eq!(order, [0, 1]);
        // Eight starve, two threads: a quarter of a slice each.
        assert_eq!(schedule.cut(begin), Some(begin + SLICE / 4));
        assert_eq!(schedule.cut(begin + SLICE / 4), None);
    }

    #[test]
    fn a_full_queue_takes_in_an_address_with_less() {
        let mut schedule = Schedule::new(1, 10, SLICE);
        for room in 0..10 {
            schedule
                .push(Lane::Play, asker(ATTACKER, room), room)
                .unwrap();
        }
        assert_eq!(schedule.push(Lane::Play, asker(ATTACKER, 11), 11), Err(11));
        let displaced = schedule.push(Lane::Play, asker(HONEST, 1), 99).unwrap();
        assert!(displaced.is_some());
        assert_eq!(schedule.take(Instant::now()).unwrap().2, 0);
        assert_eq!(schedule.take(Instant::now()).unwrap().2, 99);
        schedule.retain(|_| false);
        assert!(schedule.take(Instant::now()).is_none());
    }
}
