//! SGF: what it means, what other programs write, what is wrong with it.

mod encodings;
mod faults;
mod files;
mod reading;
mod trees;

use yomikiri_games::go::Go;
use yomikiri_records::{
    Action, Format, MoveNotation, Node, Record, RecordAbilities, RecordCodec, RecordError,
};

fn with_codec<T>(work: impl FnOnce(&RecordCodec<'_, Go>) -> T) -> T {
    let game = Go::default();
    let able = RecordAbilities::default().settle().sgf();
    let able = able.position_formats(&game);
    let codec = RecordCodec::with_notation(&game, "go", MoveNotation::exact());
    work(&codec.with_abilities(able).with_any_options())
}

fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    with_codec(|codec| codec.read(Format::Sgf, text))
}

fn one(text: &str) -> Record {
    let mut records = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn written(record: &Record) -> String {
    let record = std::slice::from_ref(record);
    with_codec(|codec| codec.write(Format::Sgf, record)).unwrap()
}

/// A text that is written as it was read; also by way of JSON.
fn check_unchanged(text: &str) -> Record {
    let record = one(text);
    assert_eq!(written(&record), text);
    let list = std::slice::from_ref(&record);
    let json = with_codec(|codec| codec.write(Format::Json, list)).unwrap();
    let back = with_codec(|codec| codec.read_one(Format::Json, &json)).unwrap();
    assert_eq!(back, record, "{json}");
    record
}

fn actions(record: &Record) -> Vec<String> {
    let shown = |node: &Node| match &node.action {
        Action::Nothing => "-".to_owned(),
        Action::Setup(position) => format!("= {position}"),
        Action::Move { text, side: None } => text.clone(),
        Action::Move { text, side } => format!("{text} by {}", side.unwrap()),
    };
    record.main_line().map(shown).collect()
}
