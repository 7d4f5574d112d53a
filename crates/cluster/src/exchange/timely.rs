//! Parcels through timely dataflow: one input, one exchange by the parcel's destination, one sink. The
//! timestamp is the step, and the frontier of the sink is the barrier.

use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, Hooks};
use timely::container::{ContainerBuilder, LengthPreservingContainerBuilder, PushInto};
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::ExchangeCore as ByDestination;
use timely::dataflow::operators::Probe;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::vec::Input;
use timely::dataflow::operators::vec::input::Handle as InputHandle;
use timely::worker::{Config, Worker};

use super::Exchange;
use crate::ClusterError;
use crate::join::Watch;

/// How long to wait for something to happen before looking whether the others are still there.
const NAP: Duration = Duration::from_millis(10);
/// How often the engine is let do something before it is waited for.
const STEPS: usize = 4;
/// Buffers of a megabyte that the engine may keep for later, for each connection and direction.
const SPARE: usize = 2;

/// A parcel with its destination. Its bytes are written as they are: serde would go through them one by
/// one.
#[derive(Clone)]
struct Parcel(Vec<u8>);

/// Bytes of the destination at the end of a parcel.
const TO: usize = 2;

impl Parcel {
    fn new(to: usize, mut contents: Vec<u8>) -> Self {
        contents.extend_from_slice(&(to as u16).to_le_bytes());
        Parcel(contents)
    }

    fn to(&self) -> u64 {
        let bytes = self.0.last_chunk::<TO>().copied().unwrap_or_default();
        u64::from(u16::from_le_bytes(bytes))
    }

    fn contents(mut self) -> Vec<u8> {
        self.0.truncate(self.0.len() - TO);
        self.0
    }
}

impl Serialize for Parcel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Parcel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Parcel;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a parcel")
            }
            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Parcel, E> {
                Ok(Parcel(bytes.to_vec()))
            }
            fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Parcel, E> {
                Ok(Parcel(bytes))
            }
        }
        deserializer.deserialize_byte_buf(Bytes)
    }
}

/// Hands on every parcel by itself: it is a batch already. The engine's own way is to keep some hundreds of
/// them, even when it is told to send, until others wait for them in vain or the step ends.
#[derive(Default)]
struct AtOnce {
    parcels: Vec<Parcel>,
    is_ready: bool,
}

impl PushInto<Parcel> for AtOnce {
    fn push_into(&mut self, parcel: Parcel) {
        if !self.is_ready {
            self.parcels.clear();
        }
        self.parcels.push(parcel);
        self.is_ready = true;
    }
}

impl ContainerBuilder for AtOnce {
    type Container = Vec<Parcel>;

    fn extract(&mut self) -> Option<&mut Vec<Parcel>> {
        std::mem::take(&mut self.is_ready).then_some(&mut self.parcels)
    }

    fn finish(&mut self) -> Option<&mut Vec<Parcel>> {
        self.extract()
    }
}

impl LengthPreservingContainerBuilder for AtOnce {}

type Inbox = Rc<RefCell<VecDeque<(u64, Vec<u8>)>>>;

/// The engine of one process.
struct Engine {
    worker: Worker,
    input: InputHandle<u64, Parcel>,
    probe: ProbeHandle<u64>,
    /// Threads that send and receive: they end when the worker is gone.
    _threads: Box<dyn Any>,
}

/// Parcels through timely dataflow.
pub struct TimelyExchange {
    process: usize,
    processes: usize,
    /// Always there until this value goes away.
    engine: Option<Engine>,
    inbox: Inbox,
    watch: Watch,
    is_broken: bool,
}

impl TimelyExchange {
    /// The exchange of a process that is connected with all others; at its own place there is no
    /// connection.
    pub fn new(
        process: usize,
        sockets: Vec<Option<TcpStream>>,
        watch: Watch,
    ) -> Result<Self, ClusterError> {
        let processes = sockets.len();
        let mut hooks = Hooks::default();
        hooks.refill.limit = Some(SPARE);
        let inside = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let network = initialize_networking_from_sockets(inside, sockets, process, 1, hooks);
        let (mut builders, threads) =
            network.map_err(|error| ClusterError::Io(error.to_string()))?;
        let builder = builders.pop().expect("one worker in a process");
        let allocator = Allocator::Tcp(builder.build());
        let mut worker = Worker::new(Config::default(), allocator, None);
        let inbox = Inbox::default();
        let mut input = InputHandle::new();
        let probe = ProbeHandle::new();
        let arrived = Rc::clone(&inbox);
        worker.dataflow::<u64, _, _>(|scope| {
            scope
                .input_from(&mut input)
                .unary::<timely::container::CapacityContainerBuilder<Vec<()>>, _, _, _>(
                    ByDestination::<AtOnce, _>::new_core(Parcel::to),
                    "inbox",
                    move |_, _| {
                        move |input, _output| {
                            input.for_each(|time, parcels| {
                                let mut arrived = arrived.borrow_mut();
                                for parcel in parcels.drain(..) {
                                    arrived.push_back((*time.time(), parcel.contents()));
                                }
                            });
                        }
                    },
                )
                .probe_with(&probe);
        });
        Ok(TimelyExchange {
            process,
            processes,
            engine: Some(Engine {
                worker,
                input,
                probe,
                _threads: Box::new(threads),
            }),
            inbox,
            watch,
            is_broken: false,
        })
    }

    /// Leaves the exchange after a failure of this process: the others are not waited for.
    pub fn give_up(mut self) {
        self.is_broken = true;
        self.watch.cut();
    }

    /// Lets the engine do something. It panics when a connection breaks; the watch says whose.
    fn with_engine<T>(&mut self, work: impl FnOnce(&mut Engine) -> T) -> Result<T, ClusterError> {
        let engine = self.engine.as_mut().expect("there until the end");
        let done = catch_unwind(AssertUnwindSafe(|| work(engine)));
        match (self.watch.fault(), done) {
            (None, Ok(done)) => Ok(done),
            (fault, done) => {
                self.is_broken = true;
                let fault = fault.or_else(|| match done {
                    Ok(_) => None,
                    // The heartbeat will tell who it was.
                    Err(_) => self.watch.wait_for_fault(),
                });
                Err(ClusterError::Lost(fault.unwrap_or_else(|| {
                    "a connection to another process broke".to_owned()
                })))
            }
        }
    }
}

impl Exchange for TimelyExchange {
    fn process(&self) -> usize {
        self.process
    }

    fn processes(&self) -> usize {
        self.processes
    }

    fn send(&mut self, to: usize, _step: u64, parcel: Vec<u8>) -> Result<(), ClusterError> {
        self.with_engine(|engine| {
            engine.input.send(Parcel::new(to, parcel));
            engine.input.flush();
            engine.worker.step();
        })
    }

    fn close(&mut self, step: u64) -> Result<(), ClusterError> {
        self.with_engine(|engine| {
            engine.input.advance_to(step + 1);
        })
    }

    fn poll(&mut self) -> Result<Option<(u64, Vec<u8>)>, ClusterError> {
        let waiting = self.inbox.borrow_mut().pop_front();
        if waiting.is_some() {
            return Ok(waiting);
        }
        self.with_engine(|engine| engine.worker.step())?;
        Ok(self.inbox.borrow_mut().pop_front())
    }

    fn is_over(&mut self, step: u64) -> Result<bool, ClusterError> {
        let is_over = self.with_engine(|engine| {
            // News may have to be passed on within the engine before they count.
            for _ in 0..STEPS {
                if !engine.probe.less_than(&(step + 1)) {
                    return true;
                }
                engine.worker.step();
            }
            false
        })?;
        if !is_over && self.inbox.borrow().is_empty() {
            // The engine's own way to wait returns at once where others are connected by sockets, and would
            // burn a core. The threads that receive wake this one.
            std::thread::park_timeout(NAP);
        }
        Ok(is_over && self.inbox.borrow().is_empty())
    }
}

impl Drop for TimelyExchange {
    fn drop(&mut self) {
        let Some(engine) = self.engine.take() else {
            return;
        };
        // When another process was lost, the engine's threads would wait for that one for ever: they are
        // left alone and end with the program.
        if self.is_broken || std::thread::panicking() || self.watch.fault().is_some() {
            std::mem::forget(engine);
            return;
        }
        // Without a failure all processes end together, and the threads can be waited for. The work is
        // done by then: whoever ends first may break the last connection.
        let watch = self.watch.clone();
        let _ = catch_unwind(AssertUnwindSafe(move || {
            let Engine {
                mut worker,
                input,
                probe,
                _threads: threads,
            } = engine;
            input.close();
            drop(probe);
            while worker.has_dataflows() && watch.fault().is_none() {
                worker.step_or_park(Some(NAP));
            }
            if watch.fault().is_some() {
                std::mem::forget((worker, threads));
                return;
            }
            drop(worker);
            drop(threads);
        }));
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::super::{Mail, Status};
    use super::*;
    use crate::hosts::Host;
    use crate::join::{Patience, join};

    /// Calls `work` with the exchange of each process, all at the same time.
    fn together(processes: usize, work: impl Fn(usize, &mut TimelyExchange) + Sync) {
        let free = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let free: Vec<TcpListener> = free.collect();
        let hosts = free.iter().map(|listener| Host {
            name: "127.0.0.1".to_owned(),
            port: listener.local_addr().unwrap().port(),
        });
        let hosts: Vec<Host> = hosts.collect();
        drop(free);
        let (hosts, work) = (&hosts, &work);
        std::thread::scope(|scope| {
            for process in 0..processes {
                scope.spawn(move || {
                    let joined = join(hosts, process, &Vec::new(), Patience::default()).unwrap();
                    let watch = joined.watch.clone();
                    let sockets = joined.sockets;
                    let mut exchange = TimelyExchange::new(process, sockets, joined.watch).unwrap();
                    work(process, &mut exchange);
                    drop(exchange);
                    watch.end();
                });
            }
        });
    }

    /// A parcel arrives although nothing more is sent and the step does not end.
    #[test]
    fn parcels_are_not_kept_by_the_engine() {
        together(2, |process, exchange| {
            exchange
                .send(1 - process, 0, vec![process as u8; 9])
                .unwrap();
            let arrived = loop {
                if let Some((_, parcel)) = exchange.poll().unwrap() {
                    break parcel;
                }
                std::thread::sleep(Duration::from_millis(1));
            };
            assert_eq!(arrived, vec![1 - process as u8; 9]);
        });
    }

    /// All send more than may be ahead, in parcels of any size, before any of them receives.
    #[test]
    fn nobody_waits_for_ever_however_much_is_sent() {
        for (processes, size) in [(2, 1 << 13), (2, 1 << 16), (3, 1 << 18)] {
            together(processes, |process, exchange| {
                let mut mail = Mail::new(exchange);
                let count = (20 << 20) / size;
                for _ in 0..2 {
                    for _ in 0..count {
                        for to in mail.others() {
                            mail.send(to, &vec![process as u8; size]).unwrap();
                        }
                    }
                    let mut got = 0;
                    let mut take = |from: usize, contents: &[u8]| {
                        assert_eq!(contents[0], from as u8);
                        got += contents.len();
                        Ok(())
                    };
                    mail.finish(Status::default(), &mut take).unwrap();
                    assert_eq!(got, count * size * (processes - 1));
                }
            });
        }
    }
}
