//! An evaluation corrected by its network.

use std::sync::{Arc, LazyLock};

use yomikiri_game_api::{
    Evaluate, Explain, FeatureChange, Features, Game, Incremental, Score, Term,
};

use crate::network::Network;
use crate::network::PHASES;
#[cfg(target_arch = "x86_64")]
use crate::network::has_wide_words;
use crate::sums::Sums;

/// The term of the network in explanations.
const LEARNED: &str = "learned";

/// Where a network comes from: read when it is first needed.
pub type Source = LazyLock<Option<Arc<Network>>, Box<dyn FnOnce() -> Option<Arc<Network>> + Send>>;

/// An evaluation, and the network that was trained to correct it; without one it is the evaluation alone.
#[derive(Clone, Debug)]
pub struct Corrected<E, F> {
    base: E,
    features: F,
    network: Arc<Source>,
}

/// What is carried along: that of the evaluation, and the network's sums.
#[derive(Clone, Debug)]
pub struct Accumulator<A> {
    base: A,
    sums: Sums,
}

impl<E, F> Corrected<E, F> {
    /// An evaluation with a network for these features. The network must have been made for them.
    pub fn new(base: E, features: F, network: Option<Arc<Network>>) -> Self {
        let known = Source::new(Box::new(move || network));
        Corrected::lazily(base, features, Arc::new(known))
    }

    /// An evaluation with a network that is not read before it is needed.
    pub fn lazily(base: E, features: F, network: Arc<Source>) -> Self {
        Corrected {
            base,
            features,
            network,
        }
    }

    #[inline(always)]
    fn network(&self) -> Option<&Network> {
        Source::force(&self.network).as_deref()
    }

    /// The evaluation without its network.
    pub fn base(&self) -> &E {
        &self.base
    }

    /// The sums of a position from scratch.
    fn sums<G: Game>(&self, network: &Network, game: &G, at: &G::Position) -> Sums
    where
        F: Features<G>,
    {
        let mut sums = network.empty();
        let mut seen = Many::default();
        self.features.each(game, at, &mut |feature| {
            if seen.number == Many::MOST {
                sums = seen.added_to(network, &sums);
                seen.number = 0;
            }
            seen.features[seen.number] = feature;
            seen.number += 1;
        });
        seen.added_to(network, &sums)
    }

    /// The points of the evaluation with those of the network.
    #[inline]
    fn corrected<G: Game>(
        &self,
        network: &Network,
        game: &G,
        at: &G::Position,
        base: Score,
        sums: &Sums,
    ) -> Score
    where
        F: Features<G>,
    {
        let phase = self.features.phase(game, at, PHASES);
        let points = network.points(sums, game.turn(at).index(), phase);
        Score::eval(self.features.settle(game, at, base.0 + points))
    }
}

impl<G: Game, E: Evaluate<G>, F: Features<G>> Evaluate<G> for Corrected<E, F> {
    fn evaluate(&self, game: &G, at: &G::Position) -> Score {
        let base = self.base.evaluate(game, at);
        match self.network() {
            None => base,
            Some(network) => {
                let sums = self.sums(network, game, at);
                self.corrected(network, game, at, base, &sums)
            }
        }
    }
}

impl<G: Game, E: Incremental<G>, F: Features<G>> Incremental<G> for Corrected<E, F> {
    type Accumulator = Accumulator<E::Accumulator>;

    fn begin(&self, game: &G, at: &G::Position) -> Self::Accumulator {
        let sums = self.network().map(|network| self.sums(network, game, at));
        Accumulator {
            base: self.base.begin(game, at),
            sums: sums.unwrap_or(Sums::NONE),
        }
    }

    #[inline]
    fn update(
        &self,
        game: &G,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
        state: &Self::Accumulator,
    ) -> Self::Accumulator {
        let base = self.base.update(game, before, mv, after, &state.base);
        let Some(network) = self.network() else {
            return Accumulator {
                base,
                sums: state.sums,
            };
        };
        let mut changes = Changes::default();
        let known = (self.features).changes(game, before, mv, after, &mut |change| {
            changes.push(change);
        });
        let sums = match known && !changes.overflown {
            true => changes.apply(network, &state.sums),
            false => self.sums(network, game, after),
        };
        Accumulator { base, sums }
    }

    #[inline]
    fn judge(&self, game: &G, at: &G::Position, state: &Self::Accumulator) -> Score {
        let base = self.base.judge(game, at, &state.base);
        match self.network() {
            None => base,
            Some(network) => self.corrected(network, game, at, base, &state.sums),
        }
    }
}

impl<G: Game, E: Explain<G>, F: Features<G>> Explain<G> for Corrected<E, F> {
    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term> {
        let mut terms = self.base.terms(game, at);
        if self.network().is_some() {
            let learned = self.evaluate(game, at).0 - self.base.evaluate(game, at).0;
            let of_first = learned * (1 - 2 * game.turn(at).index() as i32);
            terms.push(Term {
                name: LEARNED,
                first: of_first.max(0),
                second: (-of_first).max(0),
            });
        }
        terms
    }
}

/// Features of a position, added together.
struct Many {
    features: [usize; Many::MOST],
    number: usize,
}

impl Default for Many {
    fn default() -> Self {
        Many {
            features: [0; Many::MOST],
            number: 0,
        }
    }
}

impl Many {
    const MOST: usize = 64;

    #[inline]
    fn added_to(&self, network: &Network, sums: &Sums) -> Sums {
        #[cfg(target_arch = "x86_64")]
        if has_wide_words() {
            // SAFETY: the processor has these instructions, as just checked.
            return unsafe { self.added_wide(network, sums) };
        }
        self.added_plain(network, sums)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn added_wide(&self, network: &Network, sums: &Sums) -> Sums {
        self.added_plain(network, sums)
    }

    #[inline(always)]
    fn added_plain(&self, network: &Network, sums: &Sums) -> Sums {
        let mut sums = *sums;
        for &feature in &self.features[..self.number] {
            sums.add(network.row(feature));
        }
        sums
    }
}

/// What a move changes: few features, applied together.
#[derive(Default)]
struct Changes {
    gone: Few,
    new: Few,
    overflown: bool,
}

#[derive(Default)]
struct Few {
    features: [usize; Few::MOST],
    number: usize,
}

impl Few {
    const MOST: usize = 4;

    #[inline(always)]
    fn push(&mut self, feature: usize) -> bool {
        let fits = self.number < Few::MOST;
        if fits {
            self.features[self.number] = feature;
            self.number += 1;
        }
        fits
    }

    #[inline(always)]
    fn all(&self) -> &[usize] {
        &self.features[..self.number]
    }
}

impl Changes {
    #[inline(always)]
    fn push(&mut self, change: FeatureChange) {
        let fits = match change {
            FeatureChange::Gone(feature) => self.gone.push(feature),
            FeatureChange::New(feature) => self.new.push(feature),
        };
        self.overflown |= !fits;
    }

    #[inline(always)]
    fn apply(&self, network: &Network, sums: &Sums) -> Sums {
        #[cfg(target_arch = "x86_64")]
        if has_wide_words() {
            // SAFETY: the processor has these instructions, as just checked.
            return unsafe { self.apply_wide(network, sums) };
        }
        self.apply_plain(network, sums)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn apply_wide(&self, network: &Network, sums: &Sums) -> Sums {
        self.apply_plain(network, sums)
    }

    #[inline(always)]
    fn apply_plain(&self, network: &Network, sums: &Sums) -> Sums {
        let mut sums = *sums;
        for &feature in self.gone.all() {
            sums.remove(network.row(feature));
        }
        for &feature in self.new.all() {
            sums.add(network.row(feature));
        }
        sums
    }
}
