//! SGF, the Smart Game Format in its version FF[4].
//!
//! Reading has two steps: [`text`] makes trees of properties out of a text without knowing what they
//! mean; then the codec plays the moves and set-ups of every node by the rules. Properties with a field
//! in [`Node`](crate::Node) or [`Record`](crate::Record) become that field; all others, and the order of
//! all of them, are kept and written back in place.

mod codec;
pub(crate) mod node;
pub(crate) mod result;
pub(crate) mod root;
pub(crate) mod text;

use crate::encoding::Encoding;
use crate::error::{Fault, RecordError};

/// The text of a file: UTF-8 if it can be that, else what `CA` says, else what it looks like.
pub(crate) fn decode(bytes: &[u8]) -> Result<std::borrow::Cow<'_, str>, RecordError> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(text.into());
    }
    let declared = declared_encoding(bytes);
    let encoding = declared.unwrap_or_else(|| Encoding::guess(bytes));
    encoding.decode(bytes).ok_or_else(|| {
        let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        let line = 1 + bytes[..valid].iter().filter(|&&byte| byte == b'\n').count();
        let expected = format!("utf-8 or {} text", encoding.name());
        RecordError::new(Fault::Form, Some(line), expected, "other bytes")
    })
}

/// The encoding that the first `CA` names. Its name is ASCII in every encoding.
fn declared_encoding(bytes: &[u8]) -> Option<Encoding> {
    let at = bytes.windows(3).position(|three| three == b"CA[")?;
    let value = &bytes[at + 3..];
    let end = value.iter().take(40).position(|&byte| byte == b']')?;
    Encoding::of_name(std::str::from_utf8(&value[..end]).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_declared_or_guessed() {
        let text = "(;CA[Shift_JIS]PB[秀策]C[ソ])";
        let bytes = Encoding::ShiftJis.encode(text).unwrap();
        assert_eq!(decode(&bytes).unwrap(), text);
        let text = "(;CA[Big5]PB[吳清源])";
        assert_eq!(decode(&Encoding::Big5.encode(text).unwrap()).unwrap(), text);
        let text = "(;CA[EUC-KR]PB[이창호])";
        assert_eq!(
            decode(&Encoding::EucKr.encode(text).unwrap()).unwrap(),
            text
        );
        // Cut in the middle of a character.
        let cut = &bytes[..bytes.len() - 5];
        let cut = &cut[..cut.iter().rposition(|&byte| byte >= 0x80).unwrap()];
        let error = decode(cut).unwrap_err().to_string();
        assert_eq!(
            error,
            "line 1: expected utf-8 or shift_jis text, got \"other bytes\""
        );
    }
}
