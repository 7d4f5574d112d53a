//! Files of games named on the command line; a directory stands for all files of the format in it.

use std::fs;
use std::path::Path;

use yomikiri_lab::LabError;

use crate::output::CliError;

/// How the names of files of a format end.
fn extensions(format: &str) -> &'static [&'static str] {
    match format {
        "json" => &["json", "jsonl"],
        "kif" => &["kif", "kifu"],
        "pgn" => &["pgn"],
        "sgf" => &["sgf"],
        "xqf" => &["xqf"],
        _ => &["txt", "moves"],
    }
}

/// The files that were named, directories searched through in the order of their names. Without any: `-`,
/// which is stdin.
pub(crate) fn files(named: &[String], format: &str) -> Result<Vec<String>, CliError> {
    if named.is_empty() {
        return Ok(vec!["-".to_owned()]);
    }
    let mut found = Vec::new();
    for name in named {
        if name == "-" || !Path::new(name).is_dir() {
            found.push(name.clone());
            continue;
        }
        let before = found.len();
        search(Path::new(name), extensions(format), &mut found)?;
        if found.len() == before {
            let endings = extensions(format).join(", .");
            let told = format!("{name}: expected files of {format} (.{endings}), got none");
            return Err(LabError::Input(told).into());
        }
    }
    Ok(found)
}

/// A file, or the files of a directory whose names end like those of some formats. `-` is stdin.
pub(crate) fn record_files(name: &str, formats: &[&str]) -> Result<Vec<String>, CliError> {
    if name == "-" || !Path::new(name).is_dir() {
        return Ok(vec![name.to_owned()]);
    }
    let mut endings: Vec<&str> = formats
        .iter()
        .flat_map(|format| extensions(format))
        .copied()
        .collect();
    endings.sort_unstable();
    endings.dedup();
    let mut found = Vec::new();
    search(Path::new(name), &endings, &mut found)?;
    if found.is_empty() {
        let told = format!(
            "{name}: expected files of games (.{}), got none",
            endings.join(", .")
        );
        return Err(LabError::Input(told).into());
    }
    Ok(found)
}

/// Adds the files of a directory and of those in it. Links to directories are not followed, so there is an end.
fn search(folder: &Path, extensions: &[&str], found: &mut Vec<String>) -> Result<(), CliError> {
    let wrong = |error| CliError::file(folder.display().to_string(), error);
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        entries.push((entry.path(), entry.file_type().map_err(wrong)?));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, kind) in entries {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let fits = ending.is_some_and(|ending| {
            let is_it = |known: &&str| known.eq_ignore_ascii_case(ending);
            extensions.iter().any(is_it)
        });
        if kind.is_dir() {
            search(&path, extensions, found)?;
        } else if fits && path.is_file() {
            found.push(path.display().to_string());
        }
    }
    Ok(())
}
