//! Networks of random numbers on random games: what is carried along is what is computed from scratch, both sides see
//! the same, and features are what games promise.

use std::sync::Arc;

use yomikiri_game_api::{
    Evaluate, Explain, Features, Game, Incremental, Line, Notation, Recomputed, Score, Side,
    SplitMix64,
};
use yomikiri_games::koma::{Koma, KomaEval, KomaFeatures};
use yomikiri_games::xiangqi::{Xiangqi, XiangqiEval, XiangqiFeatures};
use yomikiri_network::{Corrected, Layout, Network};

/// A network of small random numbers that says something about most positions.
fn random_network(layout: &Layout) -> Arc<Network> {
    let mut rng = SplitMix64::new(77);
    let count = Network::numbers_of(layout);
    let mut numbers: Vec<i16> = (0..count).map(|_| rng.below(81) as i16 - 40).collect();
    numbers[count - 1] = 400;
    let network = Network::from_numbers(layout, &numbers).expect("as many as there should be");
    assert_eq!(network.numbers(), numbers);
    assert!(Network::from_numbers(layout, &numbers[1..]).is_none());
    Arc::new(network)
}

/// Random games; `check` sees every line with the accumulator that was carried along.
fn random_games<G: Game, E: Incremental<G>>(
    game: &G,
    eval: &E,
    games: u64,
    mut check: impl FnMut(&Line<G>, &E::Accumulator),
) {
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut line = Line::new(game);
        let mut state = eval.begin(game, line.last());
        let mut moves = Vec::new();
        while line.outcome(game).is_none() && line.ply() < 120 {
            check(&line, &state);
            moves.clear();
            line.legal_moves(game, &mut moves);
            let mv = moves[rng.below(moves.len())];
            let before = line.last().clone();
            line.push(game, mv);
            state = eval.update(game, &before, mv, line.last(), &state);
        }
    }
}

fn carried_is_from_scratch<G, E, F>(game: &G, base: E, features: F)
where
    G: Game,
    E: Evaluate<G> + Incremental<G> + Explain<G> + Clone,
    F: Features<G> + Clone,
{
    let layout = Layout::of(&features, game);
    let alone = Corrected::new(base.clone(), features.clone(), None);
    let eval = Corrected::new(base.clone(), features, Some(random_network(&layout)));
    let (mut seen, mut different) = (0, 0);
    random_games(game, &eval, 30, |line, state| {
        let at = line.last();
        let score = eval.judge(game, at, state);
        assert_eq!(score, eval.evaluate(game, at));
        assert_eq!(alone.evaluate(game, at), base.evaluate(game, at));
        let terms = eval.terms(game, at);
        let sum: i32 = terms.iter().map(|term| term.first - term.second).sum();
        let of_mover = sum * (1 - 2 * game.turn(at).index() as i32);
        assert_eq!(Score::eval(of_mover), score);
        seen += 1;
        different += usize::from(score != base.evaluate(game, at));
    });
    assert!(different > seen * 9 / 10, "{different} of {seen}");
}

#[test]
fn what_is_carried_along_is_what_is_computed_from_scratch() {
    carried_is_from_scratch(&Xiangqi::default(), XiangqiEval::default(), XiangqiFeatures);
    for id in ["minishogi", "gorogoro", "dobutsu"] {
        let game = Koma::builtin(id).expect("a game of the program");
        let eval = Recomputed(KomaEval::new(&game));
        carried_is_from_scratch(&game, eval, KomaFeatures);
    }
}

/// Features as sets, and what each view makes of them.
fn features_keep_their_promises<G: Game>(
    game: &G,
    features: &impl Features<G>,
    images: impl Fn(&G::Position) -> Vec<(G::Position, bool, bool)>,
) {
    let (count, groups) = (features.count(game), features.groups(game));
    // Images of a group are a group.
    let mut images_of = vec![None; groups];
    for feature in 0..count {
        let turned = features.seen_by_second(game, feature);
        assert!(turned < count && turned != feature);
        assert_eq!(features.seen_by_second(game, turned), feature);
        let image = features.mirrored(game, feature);
        assert!(image < count);
        assert_eq!(features.mirrored(game, image), feature);
        if groups > 0 {
            let [group, of_turned, of_image] =
                [feature, turned, image].map(|feature| features.group(game, feature));
            let images = images_of[group].get_or_insert((of_turned, of_image));
            assert_eq!(*images, (of_turned, of_image));
        }
    }
    assert!(images_of.iter().all(Option::is_some));
    let list = |at: &G::Position, turned: bool, mirrored: bool| {
        let mut all = Vec::new();
        features.each(game, at, &mut |feature| {
            let feature = if turned {
                features.seen_by_second(game, feature)
            } else {
                feature
            };
            all.push(if mirrored {
                features.mirrored(game, feature)
            } else {
                feature
            });
        });
        all.sort_unstable();
        all
    };
    random_games(game, &Recomputed(Nothing), 10, |line, ()| {
        for (image, turned, mirrored) in images(line.last()) {
            assert_eq!(
                list(&image, false, false),
                list(line.last(), turned, mirrored)
            );
            assert_eq!(
                features.phase(game, &image, 8),
                features.phase(game, line.last(), 8)
            );
        }
    });
}

struct Nothing;

impl<G: Game> Evaluate<G> for Nothing {
    fn evaluate(&self, _game: &G, _at: &G::Position) -> Score {
        Score::DRAW
    }
}

/// The board of a position in text with the colours exchanged and turned round, in games whose rows are separated by
/// slashes and whose pieces are single letters.
fn turned(position: &str, sides: [&str; 2]) -> String {
    let mut words = position.split(' ');
    let (board, side) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let swapped = |letter: char| match letter.is_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let board: String = board.chars().rev().map(swapped).collect();
    let side = if side == sides[0] { sides[1] } else { sides[0] };
    let rest: Vec<&str> = words.collect();
    format!("{board} {side} {}", rest.join(" "))
}

#[test]
fn features_of_xiangqi_are_those_of_images() {
    let game = Xiangqi::default();
    features_keep_their_promises(&game, &XiangqiFeatures, |at| {
        let text = turned(&game.write_position(at), ["w", "b"]);
        let turned = game.read_position(&text);
        let mut images = vec![(game.mirrored(at), false, true)];
        images.extend(turned.ok().map(|turned| (turned, true, false)));
        assert_eq!(images.len(), 2, "{text}");
        images
    });
}

#[test]
fn features_of_small_shogi_are_those_of_the_mirror() {
    for id in ["minishogi", "dobutsu", "anpanman"] {
        let game = Koma::builtin(id).expect("a game of the program");
        features_keep_their_promises(&game, &KomaFeatures, |at| {
            vec![(game.mirrored(at), false, true)]
        });
    }
}

/// A position, and the same with colours exchanged: the mover sees the same.
#[test]
fn both_sides_see_the_same() {
    let game = Xiangqi::default();
    let layout = Layout::of(&XiangqiFeatures, &game);
    let network = random_network(&layout);
    let eval = Corrected::new(XiangqiEval::default(), XiangqiFeatures, Some(network));
    let mut seen = [0; 2];
    random_games(&game, &eval, 10, |line, _| {
        let text = turned(&game.write_position(line.last()), ["w", "b"]);
        let turned = game.read_position(&text).expect("the image of a position");
        assert_ne!(game.turn(&turned), game.turn(line.last()));
        let learned = |at| eval.evaluate(&game, at).0 - eval.base().evaluate(&game, at).0;
        assert_eq!(learned(&turned), learned(line.last()), "{text}");
        seen[Side::index(game.turn(line.last()))] += 1;
    });
    assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
}
