//! Whether coordinator and worker play by the same rules. They are the same program, so only rule files can
//! differ: the same path on two machines need not be the same file.

use crate::{GameName, LabError};

/// A hash of the rule file that a game was read from; nothing for the games of the program.
pub(crate) fn rules_digest(spec: &str) -> Result<String, LabError> {
    let Some(path) = GameName::file_of(spec) else {
        return Ok(String::new());
    };
    let read = std::fs::read(path);
    let bytes = read.map_err(|error| LabError::RuleFile(format!("rule file {path:?}: {error}")))?;
    Ok(blake3::hash(&bytes).to_hex()[..16].to_owned())
}
