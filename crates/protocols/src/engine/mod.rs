//! The engine side of the protocols: commands in, answers out.
//!
//! | file | contents |
//! |---|---|
//! | `order.rs` | [`Order`]: a request for a move, in any protocol |
//! | `uci.rs` | [`Command`]: parser for UCI, its Cyclone dialect, USI and UCCI |
//! | `say.rs` | [`Thoughts`] and greetings of these three, written |
//! | `xboard.rs` | [`XboardCommand`]: the Chess Engine Communication Protocol |
//! | `gtp.rs` | [`GtpCommand`]: the Go Text Protocol |
//!
//! Everything is text in, data out, or the reverse. Invalid text gives an error that says what was
//! expected; nothing panics.

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

/// Shortens foreign text for a message.
pub(crate) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}
