//! Names of rooms and secrets of seats.

/// Letters that people do not take for one another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a room's name: 60 bits.
const ROOM_LETTERS: usize = 12;

/// A new name for a room, too long to be guessed.
pub(crate) fn room_id() -> String {
    let bytes: [u8; ROOM_LETTERS] = random();
    let letter = |byte: u8| char::from(LETTERS[usize::from(byte % 32)]);
    bytes.into_iter().map(letter).collect()
}

/// Whether a text can be the name of a room.
pub(crate) fn is_room_id(text: &str) -> bool {
    text.len() == ROOM_LETTERS && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// A new secret of 128 bits.
pub(crate) fn secret() -> String {
    hex(&random::<16>())
}

/// What the store keeps of a secret.
pub(crate) fn hash(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// Random bytes of the system.
///
/// # Panics
/// If the system has none, without which no secret can be made.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_secrets_have_their_form() {
        assert!(is_room_id(&room_id()));
        assert_ne!(room_id(), room_id());
        assert_eq!(secret().len(), 32);
        for text in [
            "",
            "../../etc/pw",
            "abcdefghijk",
            "abcdefghijkl",
            "ABCDEFGHIJKM",
        ] {
            assert!(!is_room_id(text), "{text}");
        }
        assert_ne!(hash("a"), hash("b"));
    }
}
