//! Where the games of a book come from: files, directories, stdin, and games that the program plays itself.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use yomikiri_lab::{
    AnyGame, GameRecord, Judging, LabError, Note, RecordChunks, RecordReading, SourceContents,
    SourcePart, guess_format,
};

use super::self_play::SelfPlay;
use crate::input::InputArgs;
use crate::output::{self, CliError};
use crate::sources;

/// The word that begins a source of games that the program plays.
const SELF_PLAY: &str = "selfplay:";

/// A source of games.
pub(super) enum Source {
    /// A file, or stdin if it is `-`.
    File(String),
    SelfPlay(SelfPlay),
}

/// The sources of arguments, directories searched through.
pub(super) fn of_arguments(game: &dyn AnyGame, named: &[String]) -> Result<Vec<Source>, CliError> {
    let mut found = Vec::new();
    for name in named {
        match name.strip_prefix(SELF_PLAY) {
            Some(text) => {
                let play = SelfPlay::read(text)?;
                game.check_player(play.player())?;
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
                            source: format!("{SELF_PLAY}{}", play.player()),
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
