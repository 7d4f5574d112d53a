//! Every message between the server and the world, as types: what they are in Rust is what the
//! page's TypeScript and the OpenAPI description say, for both are made from here.

mod answer;
mod board;
mod error;
mod request;
mod room;
mod socket;
mod solving;
mod tablebase;
#[cfg(feature = "schema")]
mod typescript;

pub use answer::*;
pub use board::{PackedBoard, PackedHand, pack_moves};
pub use error::{ApiError, ErrorBody, ErrorDocument};
pub use request::*;
pub use room::*;
pub use socket::{
    Claim, ClientMessage, ServerMessage, StudyMessage, You, read_client_message, read_study_message,
};
pub use solving::{SolveAnswer, SolveJob, SolveRequest, SolveState};
pub use tablebase::{Ending, EndingMove, TablebaseAnswer};
#[cfg(feature = "schema")]
pub use typescript::typescript;

use serde::{Deserialize, Serialize};
use yomikiri_lab::Side;

/// Something for each side.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BySide<T> {
    /// First's.
    pub first: T,
    /// Second's.
    pub second: T,
}

impl<T> BySide<T> {
    /// Asks for both sides.
    pub fn of(mut each: impl FnMut(Side) -> T) -> Self {
        BySide {
            first: each(Side::First),
            second: each(Side::Second),
        }
    }

    /// One side's.
    pub fn get(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}
