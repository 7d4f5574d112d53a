//! Properties of the root: the game, the players, the result.

use super::node::{self, property, read_text};
use super::result;
use super::text::{escape, unescape};
use crate::parsed::{ParsedRecord, Spanned, Written};
use crate::record::Record;
use crate::tree::Property;

/// Properties of the root with a tag of their own.
const TAGS: [(&str, &str); 3] = [("EV", "event"), ("RO", "round"), ("PC", "site")];

/// Whether a property of the root has a field of its own.
pub(crate) fn has_field(name: &str) -> bool {
    is_required(name)
        || ["PB", "PW", "DT"].contains(&name)
        || TAGS.iter().any(|(tag, _)| *tag == name)
        || node::has_field(name)
}

/// Whether every root that is written has the property.
pub(crate) fn is_required(name: &str) -> bool {
    ["FF", "GM", "CA"].contains(&name)
}

/// Whether a property is one of those that say the options of a game.
pub(crate) fn says_options(name: &str) -> bool {
    ["SZ", "KM", "RU", "HA"].contains(&name)
}

/// Whether a property says the result.
pub(crate) fn says_result(name: &str) -> bool {
    name == "RE"
}

/// The text of a property's values.
pub(crate) fn values(raw: &[Property], name: &str) -> Vec<String> {
    let same = raw.iter().filter(|property| property.name == name);
    let values = same.flat_map(|property| &property.values);
    values.map(|value| unescape(value)).collect()
}

/// Takes what the root says about the whole game.
pub(crate) fn read(raw: &[Property], line: usize, parsed: &mut ParsedRecord) {
    parsed.players = ["PB", "PW"].map(|name| read_text(raw, name, false));
    parsed.date = read_text(raw, "DT", false);
    for (name, tag) in TAGS {
        if let Some(text) = read_text(raw, name, false) {
            parsed.tags.insert(tag.to_owned(), text);
        }
    }
    let said = values(raw, "RE");
    if let Some(value) = said.first().and_then(|value| result::read(value)) {
        parsed.ending = Written::Ended(Spanned { line, value });
    }
}

/// The fields of a record that stand at the root, before its set-up.
pub(crate) fn written(record: &Record, number: u32, encoding: &str) -> [Vec<Property>; 2] {
    let head = vec![
        property("FF", "4"),
        property("GM", number.to_string()),
        property("CA", encoding),
    ];
    let mut told = Vec::new();
    let mut tell = |name: &str, text: Option<&String>| {
        told.extend(text.map(|text| property(name, escape(text))));
    };
    tell("PB", record.players[0].as_ref());
    tell("PW", record.players[1].as_ref());
    tell("DT", record.date.as_ref());
    for (name, tag) in TAGS {
        tell(name, record.tags.get(tag));
    }
    tell("RE", record.result.as_ref().map(result::write).as_ref());
    [head, told]
}
