//! The rules of a game for people: sections of text with diagrams.
//!
//! The texts are messages (`locales/rules`): `rules-GAME-N` is the title of section N,
//! `rules-GAME-N-M` its paragraphs, `rules-GAME-N-diagram-K` the captions of its diagrams. What the
//! diagrams show is declared by the game, once for all languages.

use serde::Serialize;
use yomikiri_game_api::RuleDiagram as Declared;

use crate::{AnyGame, AnySession, Arrow, Diagram, LabError, Mark, Place, Shape, Texts, Tone};

/// A section of a game's rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RuleSection {
    /// Its title.
    pub title: String,
    /// Its text.
    pub paragraphs: Vec<String>,
    /// Its diagrams.
    pub diagrams: Vec<RuleDiagram>,
}

/// A position that shows a rule.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RuleDiagram {
    /// The position.
    pub position: String,
    /// The board.
    pub diagram: Diagram,
    /// What is to be seen.
    pub caption: String,
    /// Moves that are shown.
    pub arrows: Vec<Arrow>,
    /// Points that are shown.
    pub marks: Vec<Mark>,
}

/// The rules of a game in a language; empty if nobody has written them.
pub fn rule_sections(game: &dyn AnyGame, texts: &Texts) -> Result<Vec<RuleSection>, LabError> {
    let id = &game.info().id;
    let mut sections = Vec::new();
    while let Some(title) = texts.find(&format!("rules-{id}-{}", sections.len() + 1), &[]) {
        let number = sections.len() + 1;
        let paragraph = |at: usize| texts.find(&format!("rules-{id}-{number}-{at}"), &[]);
        let diagrams = game.profile().diagrams.iter();
        let diagrams = diagrams.filter(|shown| shown.section == number);
        sections.push(RuleSection {
            title,
            paragraphs: (1..).map_while(paragraph).collect(),
            diagrams: diagrams
                .map(|shown| diagram(game, texts, shown))
                .collect::<Result<_, _>>()?,
        });
    }
    Ok(sections)
}

fn diagram(game: &dyn AnyGame, texts: &Texts, shown: &Declared) -> Result<RuleDiagram, LabError> {
    let Declared {
        section,
        number,
        position,
        square,
        options,
    } = *shown;
    let id = &game.info().id;
    let position = Some(position).filter(|position| !position.is_empty());
    let view = session_with(game, options, &Place::at(position))?.view();
    let board = &view.diagram;
    let name = |cell: usize| {
        let (file, rank) = (cell % board.width, cell / board.width);
        format!("{}{}", board.files[file], board.ranks[rank])
    };
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut marks = Vec::new();
    for mv in &view.legal {
        let Some(to) = mv.to else {
            continue;
        };
        let Some(from) = mv.from else {
            if name(to) == square && mv.hand.is_none() {
                let (shape, tone) = (Shape::Ring, Tone::from(mv.side));
                marks.push(Mark {
                    cell: to,
                    shape,
                    tone,
                });
            }
            continue;
        };
        // A move with and without promotion is one arrow.
        let drawn = arrows.iter().any(|arrow| arrow.to == to);
        if name(from) == square && !drawn {
            arrows.push(Arrow {
                from,
                to,
                tone: Tone::Neutral,
                label: None,
            });
        }
    }
    Ok(RuleDiagram {
        position: view.position,
        diagram: view.diagram,
        caption: texts.message(&format!("rules-{id}-{section}-diagram-{number}"), &[]),
        arrows,
        marks,
    })
}

/// A place of a game with some options of its rules; the usual ones where none are named.
fn session_with(
    game: &dyn AnyGame,
    options: &str,
    place: &Place<'_>,
) -> Result<Box<dyn AnySession>, LabError> {
    match options {
        "" => game.session(place),
        options => game.with_options(options)?.session(place),
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_game_api::Task;

    use super::*;
    use crate::{Lab, Lang, Side, View};

    #[test]
    fn every_diagram_has_its_section_and_caption_and_shows_moves() {
        let lab = Lab::new();
        let games = lab.all_games();
        let all = games.iter();
        let all = all.flat_map(|game| {
            game.profile()
                .diagrams
                .iter()
                .map(move |shown| (game, shown))
        });
        for (game, shown) in all {
            for lang in Lang::ALL {
                let sections = rule_sections(&**game, lab.texts(lang)).unwrap();
                assert!(sections.len() >= shown.section, "{shown:?} {lang:?}");
                let found = diagram(&**game, lab.texts(lang), shown).unwrap();
                assert!(!found.caption.starts_with("rules-"), "{shown:?} {lang:?}");
                assert_eq!(
                    found.arrows.is_empty() && found.marks.is_empty(),
                    shown.square.is_empty(),
                    "{shown:?}"
                );
            }
        }
    }

    #[test]
    fn arrows_show_how_pieces_move() {
        let count = |game: &str, section: usize, at: usize| {
            let lab = Lab::new();
            let game = lab.open_game(game).unwrap();
            let sections = rule_sections(&*game, lab.texts(Lang::En)).unwrap();
            sections[section - 1].diagrams[at - 1].arrows.len()
        };
        assert_eq!(count("anpanman", 2, 1), 5);
        assert_eq!(count("anpanman", 2, 2), 3);
        assert_eq!(count("anpanman", 2, 3), 3);
        assert_eq!(count("dobutsu", 2, 1), 8);
        assert_eq!(count("dobutsu", 2, 4), 1);
        assert_eq!(count("dobutsu", 2, 5), 6);
        assert_eq!(count("minishogi", 2, 2), 8);
    }

    #[test]
    fn texts_have_no_gaps_and_nothing_left_over() {
        let lab = Lab::new();
        let texts = lab.texts(Lang::En);
        let known: Vec<String> = texts.messages().into_keys().collect();
        let rules = known.iter().filter(|id| id.starts_with("rules-"));
        let mut told = 0;
        for id in lab.game_ids() {
            let game = lab.open_game(id).unwrap();
            for section in rule_sections(&*game, texts).unwrap() {
                assert!(!section.paragraphs.is_empty(), "{id}: {}", section.title);
                told += 1 + section.paragraphs.len() + section.diagrams.len();
            }
        }
        assert_eq!(told, rules.count(), "a message that no page shows");
    }

    #[test]
    fn every_lesson_has_words_and_can_be_solved() {
        let lab = Lab::new();
        for game in lab.all_games() {
            for (at, lesson) in game.profile().lessons.iter().enumerate() {
                let id = &game.info().id;
                for lang in Lang::ALL {
                    let words = format!("learn-{id}-{}", at + 1);
                    assert!(
                        lab.texts(lang).find(&words, &[]).is_some(),
                        "{words} {lang:?}"
                    );
                }
                let position = Some(lesson.position).filter(|position| !position.is_empty());
                let open = || session_with(&*game, lesson.options, &Place::at(position)).unwrap();
                let view = open().view();
                let after = |mv: &str| {
                    let mut session = open();
                    session.play(mv).unwrap();
                    session.view()
                };
                let enemies = |view: &View, side: Side| {
                    let cells = view.diagram.cells.iter().flatten();
                    cells.filter(|piece| piece.side != side).count()
                };
                let name = |cell: usize| {
                    let board = &view.diagram;
                    let (file, rank) = (cell % board.width, cell / board.width);
                    format!("{}{}", board.files[file], board.ranks[rank])
                };
                let right = view.legal.iter().any(|mv| {
                    let begins = mv.from.or(mv.to).map(name).unwrap_or_default();
                    let square = lesson.square.is_empty() || begins == lesson.square;
                    square
                        && match lesson.task {
                            Task::Move => true,
                            Task::Capture => {
                                let left = enemies(&after(&mv.text), view.side);
                                left < enemies(&view, view.side)
                            }
                            Task::Drop => mv.hand.is_some(),
                            Task::Win => {
                                let outcome = after(&mv.text).outcome;
                                outcome.is_some_and(|outcome| outcome.winner == Some(view.side))
                            }
                        }
                });
                assert!(right, "{id}: {lesson:?}");
            }
        }
    }
}
