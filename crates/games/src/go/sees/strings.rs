//! Strings 連: what is taken off together, with all that the document keeps about one.

use yomikiri_game_api::{Fact, Facts, Label, Mark, Overlay, Remark, Shape, Side, Tone, Word};

use super::{about, side_letter, vertex, vertices};
use crate::go::game::Go;
use crate::go::position::Position;
use crate::go::reading::{Reader, Reading, ReadingLimits, Success};

/// A string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// From 1, by scan from the top left.
    pub id: usize,
    /// Whose it is.
    pub side: Side,
    /// Its cells, in ascending order.
    pub stones: Vec<usize>,
    /// The empty cells beside it, in ascending order.
    pub liberties: Vec<usize>,
    /// The ids of the enemy strings beside it.
    pub neighbours: Vec<usize>,
    /// What taking it is worth: two points a stone (the stone and its place), and the same for each
    /// enemy string beside it that has only one liberty and would be freed.
    pub weight: usize,
}

/// All strings of a position, and the id of every cell (0: empty).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chains {
    /// In the order of their ids.
    pub all: Vec<Chain>,
    /// The document's second board.
    pub ids: Vec<usize>,
}

impl Chains {
    /// The string on a cell.
    pub fn at(&self, cell: usize) -> Option<&Chain> {
        self.get(self.ids[cell])
    }

    /// The string of an id.
    pub fn get(&self, id: usize) -> Option<&Chain> {
        id.checked_sub(1).and_then(|at| self.all.get(at))
    }
}

/// The strings of a position.
pub fn chains(game: &Go, at: &Position) -> Chains {
    let points = game.size().points();
    let mut ids = vec![0; points];
    let mut all: Vec<Chain> = Vec::new();
    for cell in 0..points {
        let Some(side) = at.stone(cell).filter(|_| ids[cell] == 0) else {
            continue;
        };
        let (stones, liberties) = game.string(at, cell);
        let id = all.len() + 1;
        for &stone in &stones {
            ids[stone] = id;
        }
        all.push(Chain {
            id,
            side,
            stones,
            liberties,
            neighbours: Vec::new(),
            weight: 0,
        });
    }
    for at in 0..all.len() {
        let mut neighbours: Vec<usize> = all[at]
            .stones
            .iter()
            .flat_map(|&stone| game.beside(stone))
            .map(|cell| ids[cell])
            .filter(|&id| id != 0 && id != at + 1)
            .collect();
        neighbours.sort_unstable();
        neighbours.dedup();
        let freed = neighbours.iter().map(|&id| &all[id - 1]);
        let freed = freed.filter(|other| other.liberties.len() == 1);
        let freed: usize = freed.map(|other| other.stones.len()).sum();
        all[at].weight = 2 * (all[at].stones.len() + freed);
        all[at].neighbours = neighbours;
    }
    Chains { all, ids }
}

/// The document's life or death of a string.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It cannot be taken although its enemy plays first.
    Alive,
    /// It can be taken, but its owner can save it.
    Neutral,
    /// It is taken whoever plays first.
    Dead,
    /// Reading had to stop before it knew.
    Unknown,
}

impl Status {
    /// The word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Alive => "alive",
            Status::Neutral => "neutral",
            Status::Dead => "dead",
            Status::Unknown => "unknown",
        }
    }
}

/// What two searches say about a string.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ChainStatus {
    /// Life or death.
    pub status: Status,
    /// Where its enemy takes it.
    pub attack: Option<usize>,
    /// Where its owner saves it.
    pub defend: Option<usize>,
    /// Whether a ko decides.
    pub ko: bool,
    /// Boards that were looked at.
    pub nodes: u64,
}

/// The status of a string: first its enemy plays, then, if it can be taken, its owner.
pub fn status(reader: &mut Reader<'_>, cell: usize) -> Option<ChainStatus> {
    let attack = reader.attack(cell)?;
    if attack.success == Success::No {
        return Some(ChainStatus {
            status: if attack.cut {
                Status::Unknown
            } else {
                Status::Alive
            },
            attack: None,
            defend: None,
            ko: false,
            nodes: attack.nodes,
        });
    }
    let defend = reader.defend(cell)?;
    Some(judged(&attack, &defend))
}

/// The document's table of four cases, of which two are left here.
fn judged(attack: &Reading, defend: &Reading) -> ChainStatus {
    let status = match defend.success {
        Success::No => Status::Dead,
        _ if defend.cut => Status::Unknown,
        _ => Status::Neutral,
    };
    ChainStatus {
        status,
        attack: attack.point,
        defend: defend.point,
        ko: attack.success.is_ko() || defend.success.is_ko(),
        nodes: attack.nodes + defend.nodes,
    }
}

/// The status of every string, in the order of the ids.
pub fn statuses(
    game: &Go,
    at: &Position,
    chains: &Chains,
    limits: ReadingLimits,
) -> Vec<ChainStatus> {
    let mut reader = Reader::new(game, at, limits);
    let mut nodes = 0;
    let mut read = Vec::new();
    for chain in &chains.all {
        let unread = ChainStatus {
            status: Status::Unknown,
            attack: None,
            defend: None,
            ko: false,
            nodes: 0,
        };
        let found = match nodes < limits.nodes_of_a_board() {
            true => status(&mut reader, chain.stones[0]).unwrap_or(unread),
            false => unread,
        };
        nodes += found.nodes;
        read.push(found);
    }
    read
}

pub(super) fn facts(game: &Go, at: &Position) -> Facts {
    let chains = chains(game, at);
    let statuses = statuses(game, at, &chains, ReadingLimits::QUICK);
    let data = chains.all.iter().zip(&statuses);
    let data = data.map(|(chain, status)| {
        let point = |cell: Option<usize>| Fact::from(cell.map(|cell| vertex(game, cell)));
        Fact::record([
            ("id", chain.id.into()),
            ("side", chain.side.word().into()),
            ("stones", Fact::list(vertices(game, &chain.stones))),
            ("size", chain.stones.len().into()),
            ("liberties", Fact::list(vertices(game, &chain.liberties))),
            ("dame", chain.liberties.len().into()),
            ("neighbours", Fact::list(chain.neighbours.iter().copied())),
            ("weight", chain.weight.into()),
            ("status", status.status.name().into()),
            ("attack", point(status.attack)),
            ("defend", point(status.defend)),
            ("ko", status.ko.into()),
            ("nodes", (status.nodes as i64).into()),
        ])
    });
    Facts {
        data: Fact::List(data.collect()),
        text: numbered(game, &chains) + &listed(game, &chains, &statuses),
    }
}

/// The document's `DisplayString`: three columns a point.
fn numbered(game: &Go, chains: &Chains) -> String {
    let mut text = String::from("### String ID ###\n");
    for row in chains.ids.chunks(game.size().width()) {
        for &id in row {
            text += &match id {
                0 => "  +".to_owned(),
                id => format!("{id:3}"),
            };
        }
        text.push('\n');
    }
    text
}

/// A line for each string, as in GTP.
pub(in crate::go) fn listed(game: &Go, chains: &Chains, statuses: &[ChainStatus]) -> String {
    let mut text = String::new();
    for (chain, status) in chains.all.iter().zip(statuses) {
        let ids: Vec<String> = chain.neighbours.iter().map(usize::to_string).collect();
        let point = |cell: Option<usize>| cell.map_or("-".into(), |cell| vertex(game, cell));
        text += &format!(
            "{} {} {} {} stones={} liberties={} neighbours={} status={} attack={} defend={}\n",
            chain.id,
            side_letter(chain.side),
            chain.stones.len(),
            chain.liberties.len(),
            vertices(game, &chain.stones).join(","),
            vertices(game, &chain.liberties).join(","),
            ids.join(","),
            status.status.name(),
            point(status.attack),
            point(status.defend),
        );
    }
    text
}

pub(super) fn overlay(game: &Go, at: &Position) -> Overlay {
    let chains = chains(game, at);
    let statuses = statuses(game, at, &chains, ReadingLimits::QUICK);
    let mut overlay = Overlay {
        about: about::strings(game, &chains, &statuses),
        ..Overlay::default()
    };
    for (chain, status) in chains.all.iter().zip(&statuses) {
        let tone = match status.status {
            Status::Alive => Tone::Win,
            Status::Neutral => Tone::Draw,
            Status::Dead => Tone::Loss,
            Status::Unknown => Tone::Neutral,
        };
        for &cell in &chain.stones {
            overlay.labels.push(Label {
                cell,
                text: chain.id.to_string(),
                tone,
            });
        }
        let place = vertex(game, chain.stones[0]);
        let mut note = Remark::new(match status.status {
            Status::Alive => continue,
            Status::Neutral => "go-string-neutral",
            Status::Dead => "go-string-dead",
            Status::Unknown => "go-string-unknown",
        })
        .with("id", Word::Number(chain.id))
        .with("stones", Word::Number(chain.stones.len()))
        .with("place", Word::text(place));
        let named = |cell: Option<usize>| {
            Word::text(cell.map_or("-".to_owned(), |cell| vertex(game, cell)))
        };
        if status.status == Status::Neutral {
            note = note
                .with("attack", named(status.attack))
                .with("defend", named(status.defend));
        }
        if let Some(cell) = status.attack {
            overlay.marks.push(Mark {
                cell,
                shape: Shape::Cross,
                tone: Tone::from(!chain.side),
            });
        }
        if let Some(cell) = status.defend {
            overlay.marks.push(Mark {
                cell,
                shape: Shape::Ring,
                tone: Tone::from(chain.side),
            });
        }
        overlay.notes.push(note);
    }
    overlay
}
