//! A game with plain prompts: for pipes, scripts, screen readers and simple terminals.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

use yomikiri_lab::{Limits, NoObserver, PlayerSpec, Report, ScoreView};

use crate::batch::{BoundedLine, LONGEST_LINE, read_line};
use crate::draw::{Pen, with_native_names};
use crate::output::CliError;
use crate::session::{PlaySession, set_up_help};
use crate::verbs::score_text;

/// Plays until the user quits or the input ends.
pub(crate) fn run(play: PlaySession) -> Result<ExitCode, CliError> {
    let mut dialogue = Dialogue {
        play,
        flipped: false,
        out: io::stdout().lock(),
    };
    dialogue.hold(&mut io::stdin().lock())?;
    Ok(ExitCode::SUCCESS)
}

struct Dialogue<W: Write> {
    play: PlaySession,
    flipped: bool,
    out: W,
}

/// Whether the dialogue continues.
#[derive(PartialEq, Eq)]
enum Next {
    Ask,
    Leave,
}

impl<W: Write> Dialogue<W> {
    fn hold(&mut self, input: &mut impl BufRead) -> Result<(), CliError> {
        let lang = self.play.texts.lang();
        let name = self.play.game.info().name(lang).to_owned();
        self.say("play-welcome", &[("game", &name)])?;
        self.show()?;
        loop {
            self.let_engines_move()?;
            let people = self.play.players.iter().any(PlayerSpec::is_human);
            if self.play.session.is_over() && !people {
                return Ok(());
            }
            self.ask()?;
            let line = read_line(input, LONGEST_LINE);
            let line = line.map_err(|error| CliError::file("stdin", error))?;
            let next = match line {
                None => {
                    writeln!(self.out)?;
                    Next::Leave
                }
                Some(BoundedLine::Text(text)) => self.answer(text.trim())?,
                Some(BoundedLine::TooLong(shown, _) | BoundedLine::NotText(shown)) => {
                    self.say("play-unknown", &[("text", &shown)])?;
                    Next::Ask
                }
            };
            if next == Next::Leave {
                return self.say("play-bye", &[]);
            }
        }
    }

    fn let_engines_move(&mut self) -> Result<(), CliError> {
        while !self.play.session.is_over() && !self.play.mover().is_human() {
            let player = self.play.mover().clone();
            let session = &mut self.play.session;
            let report = session.think(&player, &Limits::default(), &mut NoObserver)?;
            if report.resigns {
                let side = session.turn();
                session.resign(side)?;
                self.show()?;
                break;
            }
            session.play(&report.best.text)?;
            let player = player.to_string();
            let args: &[(&str, &str)] = &[("player", &player), ("move", &report.best.text)];
            self.say("play-thinks", args)?;
            self.show()?;
        }
        Ok(())
    }

    fn answer(&mut self, text: &str) -> Result<Next, CliError> {
        let (word, rest) = match text.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (text, ""),
        };
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "help" | "?" => self.help()?,
            "moves" => self.list_moves()?,
            "undo" => match self.play.undo() {
                true => self.show()?,
                false => self.say("play-nothing-to-undo", &[])?,
            },
            "flip" => {
                self.flipped = !self.flipped;
                self.show()?;
            }
            "hint" if !self.play.session.is_over() => self.hint()?,
            "resign" if !self.play.session.is_over() => {
                let side = self.play.resigning_side();
                self.play.session.resign(side)?;
                self.show()?;
            }
            "save" => self.save(rest)?,
            "load" => self.load(rest)?,
            _ if self.play.session.is_over() => self.say("play-over", &[])?,
            _ => match self.play.session.play(text) {
                Ok(()) => self.show()?,
                Err(_) => {
                    let shown: String = text.chars().take(60).collect();
                    self.say("play-unknown", &[("text", &shown)])?;
                }
            },
        }
        Ok(Next::Ask)
    }

    fn help(&mut self) -> Result<(), CliError> {
        let view = self.play.session.view();
        let example = view.legal.first().map_or("-", |mv| mv.text.as_str());
        self.say("play-help", &[("move", example)])
    }

    fn list_moves(&mut self) -> Result<(), CliError> {
        let view = self.play.session.view();
        if view.legal.is_empty() {
            return self.say("moves-none", &[]);
        }
        let moves: Vec<&str> = view.legal.iter().map(|mv| mv.text.as_str()).collect();
        writeln!(self.out, "{}", moves.join(" "))?;
        Ok(())
    }

    fn hint(&mut self) -> Result<(), CliError> {
        let report: Report = self.play.hint()?;
        let score: Option<&ScoreView> = report.lines.first().and_then(|line| line.score.as_ref());
        let mv = report.best.text.as_str();
        match score {
            Some(score) => {
                let score = score_text(&self.play.texts, score);
                self.say("play-hint", &[("move", mv), ("score", &score)])
            }
            None => self.say("play-hint-plain", &[("move", mv)]),
        }
    }

    fn save(&mut self, file: &str) -> Result<(), CliError> {
        if file.is_empty() {
            return self.say("play-file-missing", &[("command", "save")]);
        }
        match self.play.save(Path::new(file)) {
            Ok(()) => self.say("play-saved", &[("file", file)]),
            Err(error) => self.complain(&error),
        }
    }

    fn load(&mut self, file: &str) -> Result<(), CliError> {
        if file.is_empty() {
            return self.say("play-file-missing", &[("command", "load")]);
        }
        match self.play.load(Path::new(file)) {
            Ok(()) => {
                self.say("play-loaded", &[("file", file)])?;
                self.show()
            }
            Err(error) => self.complain(&error),
        }
    }

    fn show(&mut self) -> Result<(), CliError> {
        let pen = Pen {
            texts: &self.play.texts,
            colour: self.play.colour,
            flipped: self.flipped,
            sides: self.play.game.profile().identity.sides,
        };
        let view = self.play.session.view();
        let view = with_native_names(view, &*self.play.game, self.play.texts.lang());
        write!(self.out, "{}", pen.view(&view))?;
        let id = &self.play.game.info().id;
        if let Some(help) = set_up_help(id, &view, &self.play.texts) {
            writeln!(self.out, "{}", help.join("\n").trim_end())?;
        }
        Ok(())
    }

    fn ask(&mut self) -> Result<(), CliError> {
        let texts = &self.play.texts;
        let sides = self.play.game.profile().identity.sides;
        let side = texts.side(sides, self.play.session.turn());
        write!(
            self.out,
            "{} ",
            texts.message("play-prompt", &[("side", &side)])
        )?;
        self.out.flush()?;
        Ok(())
    }

    fn say(&mut self, id: &str, args: &[(&str, &str)]) -> Result<(), CliError> {
        writeln!(self.out, "{}", self.play.texts.message(id, args))?;
        Ok(())
    }

    /// Prints an error and continues.
    fn complain(&mut self, error: &CliError) -> Result<(), CliError> {
        let text = match error {
            CliError::Lab(error) => error.told(&self.play.texts),
            other => other.to_string(),
        };
        writeln!(self.out, "{text}")?;
        Ok(())
    }
}
