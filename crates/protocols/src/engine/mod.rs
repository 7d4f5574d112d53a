//! The engine's side of the languages: what it is told, and what it says.
//!
//! | file | what |
//! |---|---|
//! | `order.rs` | [`Order`]: a request to think, however it was said |
//! | `uci.rs` | [`Command`]: UCI, its Cyclone dialect, USI and UCCI, read |
//! | `say.rs` | [`Thoughts`] and greetings of these three, written |
//! | `xboard.rs` | [`XboardCommand`]: the Chess Engine Communication Protocol |
//! | `gtp.rs` | [`GtpCommand`]: the Go Text Protocol |
//!
//! Everything is text in, data out, or the reverse. Text that is nothing comes back as an error that
//! says what was expected; nothing panics, whatever comes.

mod gtp;
mod order;
mod say;
mod uci;
mod xboard;

pub use gtp::{GtpCommand, read_gtp, write_gtp};
pub use order::Order;
pub use say::{Choice, OptionKind, OptionOffer, Thoughts};
pub use uci::{Command, read_command};
pub use xboard::{XboardCommand, read_xboard, xboard_features, xboard_thinking};

/// Text of somebody else's, short enough for a message.
pub(crate) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}
