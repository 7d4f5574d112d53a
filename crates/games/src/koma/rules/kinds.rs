//! The kinds of pieces in a rule file.

use super::{MAX_HAND_KINDS, MAX_KINDS, MAX_RAYS, Names};
use crate::koma::toml_reader::{Entry, RuleError, Table};

/// How Second's moves follow from First's.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum SecondMoves {
    /// On the rotated board.
    Rotated,
    /// On the flipped board: left stays left.
    Mirrored,
}

/// A step or direction as its owner sees it: right, forward.
pub(crate) type Vector = (i8, i8);

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) id: String,
    /// Letters of First and Second; Second's is written in lower case in positions. Optional for
    /// promoted kinds, which are then written `+` and the letter of their base.
    pub(crate) letters: Option<[char; 2]>,
    pub(crate) names: [Names; 2],
    /// Short Japanese symbols, as in shogi records.
    pub(crate) signs: [String; 2],
    /// Other symbols that are also read.
    pub(crate) signs_also: Vec<String>,
    pub(crate) royal: bool,
    /// Steps of First and Second, in the owner's view turned to First's board: (files to the right,
    /// ranks towards the top).
    pub(crate) steps: [Vec<Vector>; 2],
    pub(crate) slides: [Vec<Vector>; 2],
    /// Index of the kind it promotes to.
    pub(crate) promotes_to: Option<usize>,
    pub(crate) promotion_forced: bool,
    /// Index of the kind that it is the promoted form of.
    pub(crate) base: Option<usize>,
    pub(crate) drop_one_per_file: bool,
    pub(crate) drop_mate: bool,
    pub(crate) value: i32,
}

pub(super) fn read_kinds(
    top: &Table<'_, '_>,
    second: SecondMoves,
    has_zone: bool,
) -> Result<Vec<Kind>, RuleError> {
    let pieces = top.need("piece", "at least one table [[piece]]")?;
    let entries = pieces.list("tables [[piece]]")?;
    if entries.is_empty() || entries.len() > MAX_KINDS {
        return Err(pieces.error_with(
            format!("1 to {MAX_KINDS} tables [[piece]]"),
            entries.len().to_string(),
        ));
    }
    let mut kinds: Vec<Kind> = Vec::new();
    let mut promotions: Vec<Option<(Entry<'_, '_>, String)>> = Vec::new();
    for entry in &entries {
        let table = entry.table("a table [[piece]]")?;
        let id_entry = table.need("id", "the piece's name")?;
        let id = id_entry.text()?;
        if kinds.iter().any(|kind| kind.id == id) {
            return Err(id_entry.error("a name that no other piece has"));
        }
        kinds.push(read_kind(&table, id, second)?);
        promotions.push(match table.get("promotes_to") {
            Some(entry) => {
                let to = entry.text()?.to_owned();
                Some((entry, to))
            }
            None => None,
        });
        table.no_others()?;
    }
    for from in 0..kinds.len() {
        let Some((entry, to)) = &promotions[from] else {
            continue;
        };
        let Some(to) = kinds.iter().position(|kind| kind.id == *to) else {
            return Err(entry.error("the id of another piece"));
        };
        if kinds[from].royal {
            return Err(entry.error("no such key, for a leader does not promote"));
        }
        if !has_zone {
            return Err(entry.error("a table [promotion] that says where pieces promote"));
        }
        if to == from || kinds[to].base.is_some() || promotions[to].is_some() || kinds[to].royal {
            return Err(entry.error(
                "a piece that does not promote itself, is no leader and has no other base",
            ));
        }
        kinds[from].promotes_to = Some(to);
        kinds[to].base = Some(from);
    }
    let leaders = kinds.iter().filter(|kind| kind.royal).count();
    if leaders != 1 {
        return Err(pieces.error_with("exactly one piece with royal = true", leaders.to_string()));
    }
    for side in 0..2 {
        let mut seen: Vec<char> = Vec::new();
        for (kind, entry) in kinds.iter().zip(&entries) {
            match kind.letters {
                Some(letters) if seen.contains(&letters[side]) => {
                    return Err(entry.error_with(
                        "a letter that no other piece of that side has",
                        format!("{:?} twice", letters[side]),
                    ));
                }
                Some(letters) => seen.push(letters[side]),
                None if kind.base.is_none() => {
                    return Err(entry.error_with(
                        "a letter (only promoted pieces can do without)",
                        format!("none for piece {:?}", kind.id),
                    ));
                }
                None => {}
            }
        }
    }
    check_signs(&kinds, &entries)?;
    let hand_kinds = kinds
        .iter()
        .filter(|kind| !kind.royal && kind.base.is_none());
    let hand_kinds = hand_kinds.count();
    if hand_kinds > MAX_HAND_KINDS {
        return Err(pieces.error_with(
            format!("at most {MAX_HAND_KINDS} kinds besides the leader and promoted ones"),
            hand_kinds.to_string(),
        ));
    }
    let mut rays: Vec<Vector> = kinds.iter().flat_map(|k| k.slides.concat()).collect();
    rays.sort_unstable();
    rays.dedup();
    if rays.len() > MAX_RAYS {
        return Err(pieces.error_with(
            format!("at most {MAX_RAYS} different directions of slides"),
            rays.len().to_string(),
        ));
    }
    Ok(kinds)
}

/// Puts the leader in front, where the compiled tables expect it.
pub(super) fn leader_first(mut kinds: Vec<Kind>) -> Vec<Kind> {
    let leader = kinds.iter().position(|kind| kind.royal).expect("checked");
    kinds[..=leader].rotate_right(1);
    let moved = |i: usize| match i.cmp(&leader) {
        std::cmp::Ordering::Less => i + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => i,
    };
    for kind in &mut kinds {
        kind.promotes_to = kind.promotes_to.map(moved);
        kind.base = kind.base.map(moved);
    }
    kinds
}

/// Symbols distinguish the pieces of a side in shogi notation such as `2四銀成`: no symbol may look
/// like another part of a move, and no two pieces may share one.
fn check_signs(kinds: &[Kind], entries: &[Entry<'_, '_>]) -> Result<(), RuleError> {
    const LONGEST: usize = 4;
    let plain = |letter: char| {
        !letter.is_whitespace() && !letter.is_control() && !letter.is_numeric() && letter != '('
    };
    for side in 0..2 {
        let mut seen: Vec<&str> = Vec::new();
        for (kind, entry) in kinds.iter().zip(entries) {
            let own = std::iter::once(&kind.signs[side]).chain(&kind.signs_also);
            let own: Vec<&str> = own.map(String::as_str).collect();
            for sign in &own {
                let fits = (1..=LONGEST).contains(&sign.chars().count())
                    && sign.chars().all(plain)
                    && !sign.ends_with(['打', '成']);
                if !fits {
                    let expected = format!(
                        "a sign of 1 to {LONGEST} letters without spaces, digits or brackets \
                         that does not end with 打 or 成"
                    );
                    return Err(entry.error_with(expected, format!("{sign:?}")));
                }
                if seen.contains(sign) {
                    let expected = "a sign that no other piece of that side has (sign = \"…\")";
                    return Err(entry.error_with(expected, format!("{sign:?} twice")));
                }
            }
            seen.extend(own);
        }
    }
    Ok(())
}

fn read_kind(table: &Table<'_, '_>, id: &str, second: SecondMoves) -> Result<Kind, RuleError> {
    fn letter(entry: &Entry<'_, '_>) -> Result<char, RuleError> {
        let mut chars = entry.text()?.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) if letter.is_ascii_uppercase() => Ok(letter),
            _ => Err(entry.error("one capital letter from A to Z")),
        }
    }
    let own = table
        .get("letter")
        .map(|entry| letter(&entry))
        .transpose()?;
    let other = table
        .get("second_letter")
        .map(|entry| letter(&entry))
        .transpose()?;
    for (key, needs) in [("second_letter", "letter"), ("promotion", "promotes_to")] {
        if let (Some(entry), None) = (table.get(key), table.get(needs)) {
            return Err(entry.error(format!("the key {needs} beside it")));
        }
    }
    let name = Names::read(&table.need("name", "the piece's name in en, ja, zh")?)?;
    let second_name = match table.get("second_name") {
        Some(entry) => Names::read(&entry)?,
        None => name.clone(),
    };
    let sign = match table.get("sign") {
        Some(entry) => entry.text()?.to_owned(),
        None => name.ja.chars().take(1).collect(),
    };
    let second_sign = match table.get("second_sign") {
        Some(entry) => entry.text()?.to_owned(),
        None => sign.clone(),
    };
    let mut signs_also = Vec::new();
    if let Some(entry) = table.get("sign_also") {
        for sign in entry.list("a list of signs")? {
            signs_also.push(sign.text()?.to_owned());
        }
    }
    let steps = read_vectors(table, "steps", second)?;
    let slides = read_vectors(table, "slides", second)?;
    let flag = |key: &str, default: bool| match table.get(key) {
        Some(entry) => entry.flag(),
        None => Ok(default),
    };
    Ok(Kind {
        id: id.to_owned(),
        letters: own.map(|own| [own, other.unwrap_or(own)]),
        names: [name, second_name],
        signs: [sign, second_sign],
        signs_also,
        royal: flag("royal", false)?,
        steps,
        slides,
        promotes_to: None,
        promotion_forced: match table.get("promotion") {
            Some(entry) => entry.word(&[("optional", false), ("forced", true)])?,
            None => false,
        },
        base: None,
        drop_one_per_file: flag("drop_one_per_file", false)?,
        drop_mate: flag("drop_mate", true)?,
        value: match table.get("value") {
            Some(entry) => entry.number(0..10_001)? as i32,
            None => 100,
        },
    })
}

/// Reads `steps` or `slides` and `second_…`; both sides result on First's board.
fn read_vectors(
    table: &Table<'_, '_>,
    key: &str,
    second: SecondMoves,
) -> Result<[Vec<Vector>; 2], RuleError> {
    const EXPECTED: &str = "a list of directions f b l r fl fr bl br or pairs [right, forward]";
    let read = |key: &str| -> Result<Option<Vec<Vector>>, RuleError> {
        let Some(entry) = table.get(key) else {
            return Ok(None);
        };
        let mut vectors = Vec::new();
        for item in entry.list(EXPECTED)? {
            let vector = read_vector(&item)?;
            if vectors.contains(&vector) {
                return Err(item.error_with("each direction once", format!("{vector:?} twice")));
            }
            vectors.push(vector);
        }
        Ok(Some(vectors))
    };
    let first = read(key)?.unwrap_or_default();
    let own = read(&format!("second_{key}"))?.unwrap_or_else(|| first.clone());
    let turn = |&(right, forward): &Vector| match second {
        SecondMoves::Rotated => (-right, -forward),
        SecondMoves::Mirrored => (right, -forward),
    };
    Ok([first, own.iter().map(turn).collect()])
}

fn read_vector(item: &Entry<'_, '_>) -> Result<Vector, RuleError> {
    if item.is_list() {
        let pair = item.list("a pair [right, forward]")?;
        let [right, forward] = pair.as_slice() else {
            return Err(
                item.error_with("a pair [right, forward]", format!("{} numbers", pair.len()))
            );
        };
        let vector = (right.number(-8..9)? as i8, forward.number(-8..9)? as i8);
        if vector == (0, 0) {
            return Err(item.error_with("a pair that leads elsewhere", "[0, 0]".to_owned()));
        }
        return Ok(vector);
    }
    item.word(&[
        ("f", (0, 1)),
        ("b", (0, -1)),
        ("l", (-1, 0)),
        ("r", (1, 0)),
        ("fl", (-1, 1)),
        ("fr", (1, 1)),
        ("bl", (-1, -1)),
        ("br", (1, -1)),
    ])
}
