//! Properties and the fields of a node.

use yomikiri_game_api::Side;

use super::text::{escape, unescape};
use crate::record::{one_line, some_lines};
use crate::tree::{Node, Property};

/// Properties that change the board by hand.
pub(crate) const SETUP: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// Annotations with their NAG.
const MARKS: [(&str, &str, u8); 6] = [
    ("TE", "1", 1),
    ("BM", "1", 2),
    ("TE", "2", 3),
    ("BM", "2", 4),
    ("IT", "", 5),
    ("DO", "", 6),
];

/// Whether a property of any node has a field of its own.
pub(crate) fn has_field(name: &str) -> bool {
    ["B", "W", "N", "C"].contains(&name) || is_mark(name)
}

fn is_mark(name: &str) -> bool {
    MARKS.iter().any(|(mark, ..)| *mark == name)
}

/// A property with one value.
pub(crate) fn property(name: &str, value: impl Into<String>) -> Property {
    Property {
        name: name.to_owned(),
        values: vec![value.into()],
    }
}

/// The text of a property: of one line, or of several.
pub(crate) fn read_text(raw: &[Property], name: &str, lines: bool) -> Option<String> {
    let same = raw.iter().filter(|property| property.name == name);
    let texts: Vec<String> = same
        .flat_map(|property| &property.values)
        .filter_map(|value| match lines {
            true => some_lines(&unescape(value)),
            false => one_line(&unescape(value)),
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join(if lines { "\n" } else { " " }))
}

/// The fields that the properties of a node say, without its move.
pub(crate) fn read_fields(raw: &[Property]) -> Node {
    let mut marks = Vec::new();
    for property in raw.iter().filter(|property| is_mark(&property.name)) {
        let is_strong = property.values.iter().any(|value| value.trim() == "2");
        let value = if is_strong { "2" } else { "1" };
        let mut same = MARKS.iter().filter(|(name, ..)| *name == property.name);
        let exact = same.clone().find(|(_, known, _)| *known == value);
        marks.extend(exact.or_else(|| same.next()).map(|&(_, _, mark)| mark));
    }
    Node {
        name: read_text(raw, "N", false),
        comment: read_text(raw, "C", true),
        marks,
        ..Node::default()
    }
}

/// The properties of the fields, without the move.
pub(crate) fn written_fields(node: &Node) -> Vec<Property> {
    let mut written = Vec::new();
    for mark in &node.marks {
        if let Some((name, value, _)) = MARKS.iter().find(|(_, _, known)| known == mark) {
            written.push(property(name, *value));
        }
    }
    written.extend(node.name.iter().map(|text| property("N", escape(text))));
    written.extend(node.comment.iter().map(|text| property("C", escape(text))));
    written
}

/// The moves of a node, as the sides and the values of the properties.
pub(crate) fn moves(raw: &[Property]) -> impl Iterator<Item = (Side, &str)> {
    raw.iter().filter_map(|property| {
        let side = side_of_move(&property.name)?;
        let value = property.values.first().map_or("", String::as_str);
        Some((side, value.trim()))
    })
}

fn side_of_move(name: &str) -> Option<Side> {
    match name {
        "B" => Some(Side::First),
        "W" => Some(Side::Second),
        _ => None,
    }
}

/// The property of a side's move.
pub(crate) const fn move_name(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}

/// The side that `PL` names.
pub(crate) fn read_side(value: &str) -> Option<Side> {
    match value.trim() {
        "B" | "b" | "1" => Some(Side::First),
        "W" | "w" | "2" => Some(Side::Second),
        word if word.eq_ignore_ascii_case("black") => Some(Side::First),
        word if word.eq_ignore_ascii_case("white") => Some(Side::Second),
        _ => None,
    }
}

/// Whether a property changes the board.
pub(crate) fn is_setup(name: &str) -> bool {
    SETUP.contains(&name)
}

/// What of the properties of a node has to be kept besides its fields, which would be written as
/// `written`: properties without a field, and the places of all if fields do not stand first in their
/// usual order, or do not all stand there.
pub(crate) fn kept(
    raw: &[Property],
    written: &[Property],
    has_field: impl Fn(&str) -> bool,
) -> Vec<Property> {
    if raw == written {
        return Vec::new();
    }
    let mut used = vec![false; written.len()];
    let mut kept = Vec::new();
    for property in raw {
        let mut at = (0..written.len()).find(|&at| !used[at] && written[at] == *property);
        if at.is_none() && has_field(&property.name) {
            at = (0..written.len()).find(|&at| !used[at] && written[at].name == property.name);
        }
        if let Some(at) = at {
            used[at] = true;
            kept.push(Property {
                name: property.name.clone(),
                values: Vec::new(),
            });
        } else if !has_field(&property.name)
            || written.iter().all(|field| field.name != property.name)
        {
            kept.push(property.clone());
        }
    }
    let count = written.len();
    let usual = written.iter().map(|field| field.name.as_str());
    let are_first = used.iter().all(|used| *used)
        && kept.len() >= count
        && kept[..count].iter().all(|one| one.values.is_empty())
        && usual.eq(kept[..count].iter().map(|one| one.name.as_str()));
    if are_first {
        kept.drain(..count);
    }
    kept
}

/// Places of set-up fields that were not kept because they stand first, if the file says more about the
/// board than it must (`PL` of the side that is to move anyway).
pub(crate) fn restore_places(fields: &[Property], kept: &mut Vec<Property>) {
    if !kept.iter().any(|one| is_setup(&one.name)) {
        return;
    }
    let missing = |field: &&Property| kept.iter().all(|one| one.name != field.name);
    let places = fields.iter().filter(missing).map(|field| Property {
        name: field.name.clone(),
        values: Vec::new(),
    });
    let places: Vec<Property> = places.collect();
    kept.splice(0..0, places);
}

/// The properties of a node: its fields, each at the place that was kept for it or else behind the field
/// before it, and what was kept. A kept property with values gives way to a field of the same name.
pub(crate) fn merged(fields: Vec<Property>, kept: &[Property]) -> Vec<Property> {
    let mut fields: Vec<Option<Property>> = fields.into_iter().map(Some).collect();
    // Properties, with their number among the fields.
    let mut placed: Vec<(Option<usize>, Property)> = Vec::with_capacity(fields.len() + kept.len());
    for property in kept {
        let same = |field: &Option<Property>| {
            let field = field.as_ref();
            field.is_some_and(|field| field.name == property.name)
        };
        let number = fields.iter().position(same);
        match number.and_then(|number| fields[number].take()) {
            Some(field) => placed.push((number, field)),
            None if property.values.is_empty() => {}
            None => placed.push((None, property.clone())),
        }
    }
    for (number, field) in fields.into_iter().enumerate() {
        let Some(field) = field else {
            continue;
        };
        let is_before = |other: &(Option<usize>, Property)| other.0.is_some_and(|at| at < number);
        let before = placed.iter().rposition(is_before);
        placed.insert(before.map_or(0, |at| at + 1), (Some(number), field));
    }
    placed.into_iter().map(|(_, property)| property).collect()
}

/// Properties that together say one thing, such as all that change the board.
pub(crate) struct Group<'a> {
    pub(crate) fields: &'a mut Vec<Property>,
    pub(crate) kept: &'a mut Vec<Property>,
    pub(crate) contains: fn(&str) -> bool,
}

impl Group<'_> {
    /// What the kept properties of the group say.
    pub(crate) fn said(&self) -> Vec<Property> {
        let kept = self.kept.iter().filter(|one| (self.contains)(&one.name));
        kept.filter_map(|one| match one.values.is_empty() {
            true => self
                .fields
                .iter()
                .find(|field| field.name == one.name)
                .cloned(),
            false => Some(one.clone()),
        })
        .collect()
    }

    /// Decides between the kept properties and the fields: what is kept stands if it says the same.
    pub(crate) fn settle(&mut self, says_the_same: bool) {
        let (kept, contains) = (&mut *self.kept, self.contains);
        if says_the_same {
            let has_place = |name: &str| {
                let mut same = kept.iter().filter(|one| one.name == name);
                same.any(|one| one.values.is_empty())
            };
            let fields = &mut *self.fields;
            fields.retain(|field| !contains(&field.name) || has_place(&field.name));
        } else {
            let raw = kept.iter_mut().filter(|one| contains(&one.name));
            raw.for_each(|one| one.values.clear());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &[(&str, &str)]) -> Vec<Property> {
        text.iter()
            .map(|(name, value)| property(name, *value))
            .collect()
    }

    fn check(raw: &[(&str, &str)], kept_names: &[&str]) {
        let raw = list(raw);
        let mut fields: Vec<Property> = raw.iter().filter(|p| is_move(p)).cloned().collect();
        fields.extend(written_fields(&read_fields(&raw)));
        let kept = kept(&raw, &fields, has_field);
        let names: Vec<&str> = kept.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, kept_names);
        assert_eq!(merged(fields, &kept), raw);
    }

    fn is_move(property: &Property) -> bool {
        side_of_move(&property.name).is_some()
    }

    #[test]
    fn properties_stay_in_place() {
        check(&[("B", "aa")], &[]);
        check(&[("B", "aa"), ("C", "x")], &[]);
        check(&[("B", "aa"), ("C", "x"), ("TR", "aa")], &["TR"]);
        check(&[("TR", "aa"), ("B", "aa"), ("C", "x")], &["TR", "B", "C"]);
        check(&[("C", "x"), ("B", "aa")], &["C", "B"]);
        check(&[("C", ""), ("B", "aa")], &["C", "B"]);
        check(
            &[("B", "aa"), ("TE", "2"), ("N", "n"), ("C", "\\]\\\\")],
            &[],
        );
        check(&[("TE", "1"), ("BM", "1"), ("XX", "y")], &["XX"]);
    }
}
