//! Games that the program plays against itself, as the source of a book.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::thread::ScopedJoinHandle;

use yomikiri_lab::contest::{Adjudication, Openings, Plan, SideLimits};
use yomikiri_lab::{
    AnyGame, GameRecord, LabError, MatchOrder, PlayerSpec, RecordReading, SplitMix64,
};

/// Games that are played before they are taken in.
const BATCH: u64 = 64;

/// What is expected after `selfplay:`.
const FORM: &str = "selfplay:games=N,player=PLAYER,seed=S,random=PLIES[,vary=LOW-HIGH][,max_plies=N]\
                    [,adjudicate=POINTS][,keep=FILE]";

/// Moves in a row for which both sides must agree that a game is decided.
const AGREED: u32 = 4;

/// Games of a player against itself.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SelfPlay {
    games: u64,
    player: PlayerSpec,
    seed: u64,
    /// Plies at the beginning that are played at random.
    random: u32,
    /// Each side of each game may visit so many positions for a move, drawn from this range: the games differ, and
    /// all moves are good ones.
    vary: Option<(u64, u64)>,
    adjudication: Adjudication,
    /// Where games are kept, a game a line, so that a build that was stopped goes on.
    keep: Option<PathBuf>,
    done: u64,
    /// Games of that file that have not been handed out.
    kept: Vec<GameRecord>,
}

impl SelfPlay {
    /// Reads what follows `selfplay:`. The player's own settings follow its name.
    pub(super) fn read(text: &str) -> Result<Self, LabError> {
        let wrong = || LabError::Usage(format!("expected {FORM}, got {text:?}"));
        let mut read = SelfPlay {
            games: 100,
            player: PlayerSpec::named("alphabeta"),
            seed: 1,
            random: 2,
            vary: None,
            adjudication: Adjudication::default(),
            keep: None,
            done: 0,
            kept: Vec::new(),
        };
        let mut player: Option<String> = None;
        for part in text.split(',') {
            let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
            match part.split_once('=') {
                Some(("games", value)) => read.games = number(value)?,
                Some(("seed", value)) => read.seed = number(value)?,
                Some(("random", value)) => read.random = number(value)?.min(1000) as u32,
                Some(("vary", value)) => {
                    let (low, high) = value.split_once('-').ok_or_else(wrong)?;
                    read.vary = Some((number(low)?, number(high)?));
                }
                Some(("max_plies", value)) => {
                    read.adjudication.max_plies = Some(number(value)?.clamp(1, 10_000) as u32);
                }
                Some(("adjudicate", value)) => {
                    let points = number(value)?.clamp(1, 20_000) as i32;
                    read.adjudication.score = Some((points, AGREED));
                }
                Some(("keep", value)) => read.keep = Some(value.into()),
                Some(("player", value)) if player.is_none() => player = Some(value.to_owned()),
                Some(_) => match &mut player {
                    Some(player) => *player = format!("{player},{part}"),
                    None => return Err(wrong()),
                },
                None => return Err(wrong()),
            }
        }
        match player {
            Some(player) => read.player = player.parse()?,
            None if read.vary.is_none() => read.player = read.player.or_setting("nodes", 2000),
            None => {}
        }
        let backwards = |(low, high): (u64, u64)| low == 0 || low > high;
        match read.games == 0 || read.vary.is_some_and(backwards) {
            true => Err(wrong()),
            false => Ok(read),
        }
    }

    /// The player.
    pub(super) fn player(&self) -> &PlayerSpec {
        &self.player
    }

    /// The next games; none if all are played. They depend on the seed and not on the number of threads.
    pub(super) fn play(
        &mut self,
        game: &dyn AnyGame,
        threads: usize,
    ) -> Result<Vec<GameRecord>, LabError> {
        if self.done == 0 {
            self.kept = self.read_kept(game)?;
        }
        if !self.kept.is_empty() {
            self.done = self.kept.len() as u64;
            return Ok(std::mem::take(&mut self.kept));
        }
        let left = self.games - self.done;
        let first = self.done;
        let records = match self.vary {
            None => {
                let games = BATCH.min(left);
                self.done += games;
                match games {
                    0 => Vec::new(),
                    _ => self.play_games(game, first, games, threads)?,
                }
            }
            // Every game has players of its own.
            Some(_) => {
                let games = left.min(threads as u64);
                self.done += games;
                let this = &*self;
                std::thread::scope(|scope| {
                    let games = (first..first + games)
                        .map(|number| scope.spawn(move || this.play_games(game, number, 1, 1)));
                    let running: Vec<_> = games.collect();
                    let ended = running.into_iter().map(ScopedJoinHandle::join);
                    let died = |_| LabError::Input("a game of self-play has failed".to_owned());
                    let played: Result<Vec<_>, LabError> =
                        ended.map(|one| one.map_err(died)?).collect();
                    played.map(|games| games.concat())
                })?
            }
        };
        self.keep(game, &records)?;
        Ok(records)
    }

    /// Plays games from a number on.
    fn play_games(
        &self,
        game: &dyn AnyGame,
        first: u64,
        games: u64,
        threads: usize,
    ) -> Result<Vec<GameRecord>, LabError> {
        let openings = match self.random {
            0 => Openings::Start,
            plies => Openings::Random {
                plies,
                balanced: false,
            },
        };
        let seed = self.seed.wrapping_add(first);
        let mut random = SplitMix64::new(seed);
        let mut player = || match self.vary {
            None => self.player.clone(),
            Some((low, high)) => {
                let nodes = low + random.below((high - low + 1) as usize) as u64;
                self.player.clone().or_setting("nodes", nodes)
            }
        };
        let order = MatchOrder {
            players: [player(), player()],
            limits: [SideLimits::default(), SideLimits::default()],
            plan: Plan {
                swap: false,
                openings,
                concurrency: threads,
                adjudication: self.adjudication.clone(),
                ..Plan::new(games, seed)
            },
            out: None,
            resume: false,
            queue: None,
        };
        let never = AtomicBool::new(false);
        let report = game.arena().run_match(&order, &never, &mut |_| {})?;
        let name = self.player.to_string();
        let records = report
            .games
            .iter()
            .map(|played| played.to_record(game.spec(), [&name; 2]));
        Ok(records.collect())
    }

    /// The games that were played before. A line that a killed program has left half is played again.
    fn read_kept(&self, game: &dyn AnyGame) -> Result<Vec<GameRecord>, LabError> {
        let Some(path) = &self.keep else {
            return Ok(Vec::new());
        };
        let shown = path.display();
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(LabError::Input(format!("{shown}: {error}"))),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let file = OpenOptions::new().write(true).open(path);
        file.and_then(|file| file.set_len(whole as u64))
            .map_err(|error| LabError::Input(format!("{shown}: {error}")))?;
        let read =
            game.read_record_bytes("json", &RecordReading::default(), &text.as_bytes()[..whole]);
        let mut records = match whole {
            0 => Vec::new(),
            _ => {
                read.map_err(|error| LabError::Input(format!("{shown}: {error}")))?
                    .records
            }
        };
        records.truncate(self.games as usize);
        Ok(records)
    }

    fn keep(&self, game: &dyn AnyGame, records: &[GameRecord]) -> Result<(), LabError> {
        let Some(path) = &self.keep else {
            return Ok(());
        };
        let text = game.write_records("json", records)?;
        let file = File::options().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| LabError::Input(format!("{}: {error}", path.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_play_takes_the_settings_of_its_player() {
        let text = "games=10,player=alphabeta:nodes=500,hash=1,seed=7,random=0";
        let read = SelfPlay::read(text).unwrap();
        assert_eq!(read.player.to_string(), "alphabeta:nodes=500,hash=1");
        assert_eq!((read.games, read.seed, read.random), (10, 7, 0));
        let read = SelfPlay::read("vary=5-9,adjudicate=700,max_plies=80,keep=a.jsonl").unwrap();
        assert_eq!(read.player.to_string(), "alphabeta");
        assert_eq!(
            (read.vary, read.keep),
            (Some((5, 9)), Some("a.jsonl".into()))
        );
        assert_eq!(read.adjudication.score, Some((700, AGREED)));
        assert_eq!(read.adjudication.max_plies, Some(80));
        for wrong in [
            "",
            "games",
            "games=x",
            "games=0",
            "depth=3",
            "games=1,player=:",
            "vary=9-5",
            "vary=0-5",
            "vary=7",
        ] {
            assert!(SelfPlay::read(wrong).is_err(), "{wrong}");
        }
    }
}
