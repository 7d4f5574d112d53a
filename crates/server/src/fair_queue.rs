//! A queue that is fair to addresses, and within an address to rooms.
//!
//! Each address that waits has its turn, whatever number of jobs it has: the one that was served
//! longest ago. The rooms of an address share its turns in the same way. So a visitor waits for at
//! most one job of every other address.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;

/// Who a job is for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Asker {
    /// The visitor's address ([`crate::network::host`]); `None` if nobody is there.
    pub(crate) address: Option<IpAddr>,
    /// A number of the room or connection.
    pub(crate) room: u64,
}

/// Jobs that wait.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    /// In the order they came.
    addresses: VecDeque<Waiting<T>>,
    /// When addresses were last served, by the number of the job.
    served: HashMap<Option<IpAddr>, u64>,
    jobs: u64,
}

/// Addresses whose last turn is remembered before those that do not wait are forgotten.
const REMEMBERED: usize = 10_000;

#[derive(Debug)]
struct Waiting<T> {
    address: Option<IpAddr>,
    /// The room whose turn is next comes first. No room is without jobs.
    rooms: VecDeque<(u64, VecDeque<T>)>,
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        FairQueue {
            addresses: VecDeque::new(),
            served: HashMap::new(),
            jobs: 0,
        }
    }
}

impl<T> Waiting<T> {
    fn len(&self) -> usize {
        self.rooms.iter().map(|(_, jobs)| jobs.len()).sum()
    }
}

impl<T> FairQueue<T> {
    pub(crate) fn len(&self) -> usize {
        self.addresses.iter().map(Waiting::len).sum()
    }

    pub(crate) fn clear(&mut self) {
        self.addresses.clear();
    }

    /// The addresses that wait.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = Option<IpAddr>> {
        self.addresses.iter().map(|waiting| waiting.address)
    }

    /// Puts a job behind those of its room.
    pub(crate) fn push(&mut self, asker: Asker, job: T) {
        let known = |waiting: &&mut Waiting<T>| waiting.address == asker.address;
        let waiting = match self.addresses.iter_mut().find(known) {
            Some(waiting) => waiting,
            None => {
                self.addresses.push_back(Waiting {
                    address: asker.address,
                    rooms: VecDeque::new(),
                });
                self.addresses.back_mut().expect("it was just put there")
            }
        };
        let mut rooms = waiting.rooms.iter_mut();
        match rooms.find(|(room, _)| *room == asker.room) {
            Some((_, jobs)) => jobs.push_back(job),
            None => waiting.rooms.push_back((asker.room, [job].into())),
        }
    }

    /// Takes the next job: of the addresses with the least weight, the one whose turn it is.
    pub(crate) fn pop(&mut self, weight: impl Fn(Option<IpAddr>) -> usize) -> Option<(Asker, T)> {
        let turns = self.addresses.iter().enumerate();
        let turn = |(at, waiting): &(usize, &Waiting<T>)| {
            let served = self.served.get(&waiting.address).copied();
            (weight(waiting.address), served.unwrap_or(0), *at)
        };
        let (at, _) = turns.min_by_key(turn)?;
        let mut waiting = self.addresses.remove(at)?;
        let (room, mut jobs) = waiting.rooms.pop_front()?;
        let job = jobs.pop_front()?;
        let asker = Asker {
            address: waiting.address,
            room,
        };
        if !jobs.is_empty() {
            waiting.rooms.push_back((room, jobs));
        }
        if !waiting.rooms.is_empty() {
            self.addresses.push_back(waiting);
        }
        self.jobs += 1;
        self.served.insert(asker.address, self.jobs);
        if self.served.len() > REMEMBERED {
            let waiting: HashSet<_> = self.addresses().collect();
            self.served.retain(|address, _| waiting.contains(address));
        }
        Some((asker, job))
    }

    /// Drops jobs that nobody wants any more.
    pub(crate) fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        for waiting in &mut self.addresses {
            for (_, jobs) in &mut waiting.rooms {
                jobs.retain(&keep);
            }
            waiting.rooms.retain(|(_, jobs)| !jobs.is_empty());
        }
        self.addresses.retain(|waiting| !waiting.rooms.is_empty());
    }

    /// Makes place for a job of `asker`: takes the newest job of the address that has most, from its
    /// fullest room. `None` if no other address has more than this one.
    pub(crate) fn displace(&mut self, asker: Asker) -> Option<T> {
        let counts = self.addresses.iter();
        let counts: HashMap<_, _> = counts
            .map(|waiting| (waiting.address, waiting.len()))
            .collect();
        let own = counts.get(&asker.address).copied().unwrap_or(0);
        let most = counts.values().copied().max().unwrap_or(0);
        if most <= own + 1 {
            return None;
        }
        // Of those that have as many, the last in turn.
        let mut turns = self.addresses.iter_mut().rev();
        let waiting = turns.find(|waiting| waiting.len() == most)?;
        let fullest = waiting.rooms.iter_mut().max_by_key(|(_, jobs)| jobs.len());
        let job = fullest?.1.pop_back();
        waiting.rooms.retain(|(_, jobs)| !jobs.is_empty());
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(address: u8, room: u64) -> Asker {
        let address = Some([10, 0, 0, address].into());
        Asker { address, room }
    }

    fn order(queue: &mut FairQueue<u32>) -> Vec<u32> {
        std::iter::from_fn(|| queue.pop(|_| 0).map(|(_, job)| job)).collect()
    }

    #[test]
    fn addresses_take_turns_and_so_do_their_rooms() {
        let mut queue = FairQueue::default();
        // One visitor with three rooms, of which one asks three times; then two others.
        for (address, room, job) in [
            (1, 1, 110),
            (1, 1, 111),
            (1, 1, 112),
            (1, 2, 120),
            (1, 3, 130),
            (2, 4, 240),
            (3, 5, 350),
            (2, 4, 241),
        ] {
            queue.push(asker(address, room), job);
        }
        assert_eq!(queue.len(), 8);
        assert_eq!(order(&mut queue), [110, 240, 350, 120, 241, 130, 111, 112]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn an_address_with_less_comes_first() {
        let mut queue = FairQueue::default();
        queue.push(asker(1, 1), 11);
        queue.push(asker(2, 2), 22);
        let busy = |address| usize::from(address == asker(1, 1).address);
        assert_eq!(queue.pop(busy).unwrap().1, 22);
        assert_eq!(queue.pop(busy).unwrap().1, 11);
        assert!(queue.pop(busy).is_none());
    }

    #[test]
    fn a_full_queue_makes_place_at_the_cost_of_the_fullest_address() {
        let mut queue = FairQueue::default();
        for job in 0..35_u32 {
            queue.push(asker(1, u64::from(job)), job);
        }
        assert_eq!(
            queue.displace(asker(1, 99)),
            None,
            "not for the same address"
        );
        assert!(queue.displace(asker(2, 100)).is_some());
        assert_eq!(queue.len(), 34);
        queue.push(asker(2, 100), 1000);
        assert_eq!(queue.pop(|_| 0).unwrap().1, 0);
        assert_eq!(queue.pop(|_| 0).unwrap().1, 1000);
    }

    /// Nobody waits for more than one job of every other address, whatever the others do.
    #[test]
    fn nobody_waits_for_more_than_one_job_of_every_other_address() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |most: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % most
        };
        for _ in 0..200 {
            let mut queue = FairQueue::default();
            for pushed in 0..below(120) as u32 {
                let (address, room) = (below(6) as u8, below(4));
                queue.push(asker(address, room), pushed);
                if below(3) == 0 {
                    queue.pop(|_| 0);
                }
            }
            let mut waiting: HashSet<_> = queue.addresses().collect();
            let mut since: HashMap<Option<IpAddr>, HashSet<_>> = HashMap::new();
            let mut last: HashMap<Asker, u32> = HashMap::new();
            while let Some((asker, job)) = queue.pop(|_| 0) {
                // The jobs of a room in the order they came.
                assert!(last.insert(asker, job).is_none_or(|last| last < job));
                since.remove(&asker.address);
                for other in waiting.iter().filter(|other| **other != asker.address) {
                    let twice = !since.entry(*other).or_default().insert(asker.address);
                    assert!(!twice, "{other:?} waited for two of {:?}", asker.address);
                }
                waiting = queue.addresses().collect();
            }
        }
    }

    #[test]
    fn what_nobody_wants_is_dropped() {
        let mut queue = FairQueue::default();
        for job in 0..10 {
            queue.push(asker(job as u8 % 2, 1), job);
        }
        queue.retain(|job| job % 2 == 1);
        assert_eq!(queue.addresses().count(), 1);
        assert_eq!(order(&mut queue), [1, 3, 5, 7, 9]);
    }
}
