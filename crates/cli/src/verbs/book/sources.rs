//! Where the games of a book come from: files, directories, stdin, and games that the program plays itself.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use yomikiri_lab::contest::{Openings, Plan, SideLimits};
use yomikiri_lab::{
    AnyGame, GameRecord, Judging, LabError, MatchOrder, Note, PlayerSpec, RecordChunks,
    RecordReading, SourceContents, SourcePart, guess_format,
};

use crate::input::InputArgs;
use crate::output::{self, CliError};
use crate::sources;

/// The word that begins a source of games that the program plays.
const SELF_PLAY: &str = "selfplay:";
/// Games that are played before they are taken in.
const BATCH: u64 = 64;

/// A source of games.
pub(super) enum Source {
    /// A file, or stdin if it is `-`.
    File(String),
    SelfPlay(SelfPlay),
}

/// Games of a player against itself.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SelfPlay {
    games: u64,
    player: PlayerSpec,
    seed: u64,
    /// Plies at the beginning that are played at random.
    random: u32,
    done: u64,
}

impl SelfPlay {
    /// Reads `games=N,player=P,seed=S,random=K`. The player's own settings follow its name.
    fn read(text: &str) -> Result<Self, LabError> {
        let wrong = || {
            LabError::Usage(format!(
                "expected selfplay:games=N,player=PLAYER,seed=S,random=PLIES, got {text:?}"
            ))
        };
        let mut read = SelfPlay {
            games: 100,
            player: PlayerSpec::named("alphabeta").or_setting("nodes", 2000),
            seed: 1,
            random: 2,
            done: 0,
        };
        let mut player: Option<String> = None;
        for part in text.split(',') {
            let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
            match part.split_once('=') {
                Some(("games", value)) => read.games = number(value)?,
                Some(("seed", value)) => read.seed = number(value)?,
                Some(("random", value)) => read.random = number(value)?.min(1000) as u32,
                Some(("player", value)) if player.is_none() => player = Some(value.to_owned()),
                Some(_) => match &mut player {
                    Some(player) => *player = format!("{player},{part}"),
                    None => return Err(wrong()),
                },
                None => return Err(wrong()),
            }
        }
        if let Some(player) = player {
            read.player = player.parse()?;
        }
        match read.games {
            0 => Err(wrong()),
            _ => Ok(read),
        }
    }

    /// Plays the next games; none if all are played. They depend on the seed and not on the number of threads.
    fn play(&mut self, game: &dyn AnyGame, threads: usize) -> Result<Vec<GameRecord>, LabError> {
        let games = BATCH.min(self.games - self.done);
        if games == 0 {
            return Ok(Vec::new());
        }
        let openings = match self.random {
            0 => Openings::Start,
            plies => Openings::Random {
                plies,
                balanced: false,
            },
        };
        let order = MatchOrder {
            players: [self.player.clone(), self.player.clone()],
            limits: [SideLimits::default(), SideLimits::default()],
            plan: Plan {
                swap: false,
                openings,
                concurrency: threads,
                ..Plan::new(games, self.seed.wrapping_add(self.done))
            },
            out: None,
            resume: false,
        };
        self.done += games;
        let never = std::sync::atomic::AtomicBool::new(false);
        let report = game.arena().run_match(&order, &never, &mut |_| {})?;
        let name = self.player.to_string();
        let records = report
            .games
            .iter()
            .map(|played| played.to_record(game.spec(), [&name; 2]));
        Ok(records.collect())
    }
}

/// The sources of arguments, directories searched through.
pub(super) fn of_arguments(game: &dyn AnyGame, named: &[String]) -> Result<Vec<Source>, CliError> {
    let mut found = Vec::new();
    for name in named {
        match name.strip_prefix(SELF_PLAY) {
            Some(text) => {
                let play = SelfPlay::read(text)?;
                game.check_player(&play.player)?;
                found.push(Source::SelfPlay(play));
            }
            None => {
                let files = sources::record_files(name, &game.formats())?;
                found.extend(files.into_iter().map(Source::File));
            }
        }
    }
    Ok(found)
}

/// Reads sources part by part.
pub(super) struct Reader<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) sources: std::vec::IntoIter<Source>,
    /// The format of files; `None`: by their names.
    pub(super) format: Option<&'static str>,
    pub(super) input: InputArgs,
    pub(super) threads: usize,
    open: Option<Open>,
}

/// A source that is being read.
enum Open {
    File(String, &'static str, RecordChunks<Box<dyn Read + Send>>),
    SelfPlay(SelfPlay),
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        game: &'a dyn AnyGame,
        sources: Vec<Source>,
        format: Option<&'static str>,
        input: InputArgs,
        threads: usize,
    ) -> Self {
        Reader {
            game,
            sources: sources.into_iter(),
            format,
            input,
            threads,
            open: None,
        }
    }

    /// The next part of the sources.
    pub(super) fn next_part(&mut self) -> Result<Option<SourcePart>, LabError> {
        loop {
            match &mut self.open {
                None => match self.sources.next() {
                    None => return Ok(None),
                    Some(Source::SelfPlay(play)) => self.open = Some(Open::SelfPlay(play)),
                    Some(Source::File(name)) => self.open = Some(self.open_file(name)?),
                },
                Some(Open::SelfPlay(play)) => {
                    let records = play.play(self.game, self.threads)?;
                    if !records.is_empty() {
                        return Ok(Some(SourcePart {
                            source: format!("{SELF_PLAY}{}", play.player),
                            contents: SourceContents::Records(records),
                        }));
                    }
                    self.open = None;
                }
                Some(Open::File(name, format, chunks)) => {
                    let wrong = |error: io::Error| LabError::Input(format!("{name}: {error}"));
                    if let Some((bytes, lines)) = chunks.next_part().map_err(wrong)? {
                        return Ok(Some(SourcePart {
                            source: name.clone(),
                            contents: SourceContents::Bytes {
                                format,
                                bytes,
                                lines,
                            },
                        }));
                    }
                    self.open = None;
                }
            }
        }
    }

    fn open_file(&self, name: String) -> Result<Open, LabError> {
        let wrong = |error: io::Error| LabError::Input(format!("{name}: {error}"));
        let file: Box<dyn Read + Send> = match name.as_str() {
            "-" => Box::new(io::stdin()),
            _ => Box::new(File::open(&name).map_err(wrong)?),
        };
        let mut file = BufReader::new(file);
        let format = match self.format {
            Some(format) => format,
            None => {
                let beginning = file.fill_buf().map_err(wrong)?;
                guess_format(
                    &name,
                    &String::from_utf8_lossy(&beginning[..beginning.len().min(200)]),
                )
            }
        };
        let most = self.input.most();
        let file: Box<dyn Read + Send> = Box::new(file);
        Ok(Open::File(
            name,
            format,
            RecordChunks::new(file, format, most),
        ))
    }

    /// All records. What is wrong is an error, or is left out and told.
    pub(super) fn all_records(
        &mut self,
        judging: Judging,
        keep_going: bool,
    ) -> Result<(Vec<GameRecord>, usize), CliError> {
        let mut records = Vec::new();
        let mut refused = 0;
        while let Some(part) = self.next_part()? {
            let (format, bytes) = match part.contents {
                SourceContents::Records(own) => {
                    records.extend(own);
                    continue;
                }
                SourceContents::Bytes { format, bytes, .. } => (format, bytes),
            };
            let how = RecordReading {
                any_options: true,
                keep_going,
                judging,
                ..RecordReading::default()
            };
            let named = |error: LabError| match error {
                LabError::Input(text) => LabError::Input(format!("{}: {text}", part.source)),
                other => other,
            };
            let read = match self.game.read_record_bytes(format, &how, &bytes) {
                Ok(read) => read,
                Err(error) if keep_going => {
                    refused += 1;
                    output::note(&format!("error: {}", named(error)));
                    continue;
                }
                Err(error) => return Err(named(error).into()),
            };
            for note in &read.notes {
                if let Note::Refused { .. } = note {
                    refused += 1;
                    output::note(&format!("error: {}: {note}", part.source));
                }
            }
            records.extend(read.records);
        }
        Ok((records, refused))
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
        for wrong in [
            "",
            "games",
            "games=x",
            "games=0",
            "depth=3",
            "games=1,player=:",
        ] {
            assert!(SelfPlay::read(wrong).is_err(), "{wrong}");
        }
    }
}
