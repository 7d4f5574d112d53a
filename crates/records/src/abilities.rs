//! What a game can do with its records besides moves.

use yomikiri_game_api::{
    Arrange, ArrangeHooks, Game, GameOptions, Notation, OptionError, OptionInfo, PositionFormats,
    ReadError, Settle, Sgf, SgfRoot, Side,
};

type PositionOf<G> = <G as Game>::Position;
type MoveOf<G> = <G as Game>::Move;

/// Abilities of a game as functions, so that games without them can also have records.
pub struct RecordAbilities<G: Notation> {
    pub(crate) options: Option<OptionAccess<G>>,
    pub(crate) arrange: Option<ArrangeHooks<G>>,
    pub(crate) sgf: Option<SgfRules<G>>,
    /// Whether results are agreed upon, so that what is written stands.
    pub(crate) settles: bool,
    position_formats: &'static [&'static str],
    read_position_as: Option<ReadPositionAs<G>>,
}

type ReadPositionAs<G> = fn(&G, &str, &str) -> Result<PositionOf<G>, ReadError>;

/// Options as text.
pub(crate) struct OptionAccess<G: Notation> {
    pub(crate) list: fn(&G) -> Vec<OptionInfo>,
    pub(crate) set: fn(&mut G, &str, &str) -> Result<(), OptionError>,
}

type Options = Vec<(&'static str, String)>;
type ReadMove<G> = fn(&G, &PositionOf<G>, Option<usize>) -> Result<MoveOf<G>, ReadError>;
type Forced<G> = fn(&G, &PositionOf<G>, Side, usize) -> Option<PositionOf<G>>;

/// What SGF has to know.
pub(crate) struct SgfRules<G: Notation> {
    pub(crate) number: u32,
    pub(crate) size: fn(&G) -> (usize, usize),
    pub(crate) read_point: fn(&G, &str) -> Option<usize>,
    pub(crate) write_point: fn(&G, usize) -> String,
    pub(crate) pieces: fn(&G) -> [&'static str; 2],
    pub(crate) cells: fn(&G, &PositionOf<G>) -> Vec<Option<Side>>,
    pub(crate) options: fn(&SgfRoot<'_>) -> Result<Options, ReadError>,
    pub(crate) root: fn(&G) -> Options,
    pub(crate) read_move: ReadMove<G>,
    pub(crate) cell: fn(&G, MoveOf<G>) -> Option<usize>,
    pub(crate) forced: Forced<G>,
}

impl<G: Notation> Default for RecordAbilities<G> {
    fn default() -> Self {
        RecordAbilities {
            options: None,
            arrange: None,
            sgf: None,
            settles: false,
            position_formats: &[],
            read_position_as: None,
        }
    }
}

impl<G: Notation> SgfRules<G> {
    /// The points of a value: one, or a rectangle such as `aa:cc`.
    pub(crate) fn read_points(&self, game: &G, text: &str) -> Option<Vec<usize>> {
        let Some((from, to)) = text.split_once(':') else {
            return Some(vec![(self.read_point)(game, text)?]);
        };
        let [from, to] = [from, to].map(|point| (self.read_point)(game, point));
        let (from, to) = (from?, to?);
        let width = (self.size)(game).0;
        let columns = from % width..=to % width;
        let rows = from / width..=to / width;
        let cells = rows.flat_map(|row| columns.clone().map(move |column| row * width + column));
        let cells: Vec<usize> = cells.collect();
        (!cells.is_empty()).then_some(cells)
    }
}

impl<G: Notation> RecordAbilities<G> {
    /// Records name their options.
    #[must_use]
    pub fn options(mut self) -> Self
    where
        G: GameOptions,
    {
        self.options = Some(OptionAccess {
            list: G::options,
            set: G::set_option,
        });
        self
    }

    /// Records may hold positions changed by hand.
    #[must_use]
    pub fn arrange(mut self) -> Self
    where
        G: Arrange,
    {
        self.arrange = Some(ArrangeHooks::of());
        self
    }

    /// Results are agreed upon: what a record says about them stands.
    #[must_use]
    pub fn settle(mut self) -> Self
    where
        G: Settle,
    {
        self.settles = true;
        self
    }

    /// There are records in SGF.
    #[must_use]
    pub fn sgf(mut self) -> Self
    where
        G: Sgf + GameOptions,
    {
        self.sgf = Some(SgfRules {
            number: G::NUMBER,
            size: G::sgf_size,
            read_point: G::sgf_read_point,
            write_point: G::sgf_write_point,
            pieces: G::sgf_pieces,
            cells: G::sgf_cells,
            options: G::sgf_options,
            root: G::sgf_root,
            read_move: G::sgf_move,
            cell: G::sgf_cell,
            forced: G::sgf_forced,
        });
        self.options().arrange()
    }

    /// Positions are also read from other formats.
    #[must_use]
    pub fn position_formats(mut self, game: &G) -> Self
    where
        G: PositionFormats,
    {
        self.position_formats = game.position_formats();
        self.read_position_as = Some(G::read_position_as);
        self
    }

    /// The game with an option set, if it has the option and the option can be set so.
    pub fn with_option(&self, game: &G, key: &str, value: &str) -> Option<G> {
        let access = self.options?;
        let mut game = game.clone();
        (access.set)(&mut game, key, value).ok().map(|()| game)
    }

    /// The names of the formats of positions.
    pub(crate) fn position_format_names(&self) -> &'static [&'static str] {
        self.position_formats
    }

    pub(crate) fn read_position(
        &self,
        game: &G,
        format: &str,
        text: &str,
    ) -> Result<PositionOf<G>, ReadError> {
        match self.read_position_as {
            Some(read) => read(game, format, text),
            None => game.read_position(text),
        }
    }
}

macro_rules! copied {
    ($name:ident) => {
        impl<G: Notation> Clone for $name<G> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<G: Notation> Copy for $name<G> {}
    };
}

copied!(RecordAbilities);
copied!(SgfRules);
copied!(OptionAccess);
