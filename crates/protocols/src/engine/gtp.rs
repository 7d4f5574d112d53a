//! The Go Text Protocol, version 2: the engine's side.

use super::shown;

/// A command with its arguments, and the number it may carry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GtpCommand {
    /// Repeated in the answer.
    pub id: Option<u32>,
    /// The command.
    pub name: String,
    /// Its arguments.
    pub args: Vec<String>,
}

/// Reads a line; `None` for empty ones and comments.
pub fn read_gtp(line: &str) -> Option<GtpCommand> {
    // Control characters are dropped, a tab is a space, `#` starts a comment.
    let kept = line.split('#').next().unwrap_or_default();
    let clean: String = kept
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    let mut words = clean.split_whitespace().peekable();
    let id = words.peek().and_then(|word| word.parse().ok());
    if id.is_some() {
        words.next();
    }
    let name = words.next()?.to_owned();
    Some(GtpCommand {
        id,
        name,
        args: words.map(str::to_owned).collect(),
    })
}

/// An answer, with the empty line that ends it.
pub fn write_gtp(id: Option<u32>, answer: &Result<String, String>) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text.as_str()),
        Err(text) => ('?', text.as_str()),
    };
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    // An empty line would end the answer early.
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    // A picture begins on a line of its own.
    if text.starts_with('\n') {
        lines.insert(0, "");
    }
    let head = format!("{mark}{id} {}", lines.first().unwrap_or(&""));
    let mut answer = head.trim_end().to_owned();
    for line in lines.iter().skip(1) {
        answer += "\n";
        answer += line;
    }
    answer + "\n"
}

impl GtpCommand {
    /// An argument, or an error that says what was expected.
    pub fn arg(&self, at: usize, expected: &str) -> Result<&str, String> {
        let got = self.args.get(at).map(String::as_str);
        got.ok_or_else(|| format!("syntax error: {}: expected {expected}", shown(&self.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let read = |line: &str| read_gtp(line).unwrap();
        let command = read("12 play\tb D4 # a comment");
        assert_eq!((command.id, command.name.as_str()), (Some(12), "play"));
        assert_eq!(command.args, ["b", "D4"]);
        assert_eq!(command.arg(1, "a vertex"), Ok("D4"));
        assert!(command.arg(2, "more").is_err());
        assert_eq!(read("quit").id, None);
        for nothing in ["", "   ", "# all comment", "\u{1}\u{2}", "12"] {
            assert_eq!(read_gtp(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn answers_end_with_an_empty_line() {
        assert_eq!(write_gtp(None, &Ok(String::new())), "=\n");
        assert_eq!(write_gtp(Some(3), &Ok("D4".into())), "=3 D4\n");
        assert_eq!(
            write_gtp(None, &Err("unknown command".into())),
            "? unknown command\n"
        );
        assert_eq!(write_gtp(None, &Ok("a\n\nb".into())), "= a\nb\n");
        assert_eq!(write_gtp(None, &Ok("\n a\n\nb".into())), "=\n a\nb\n");
    }
}
