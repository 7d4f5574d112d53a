//! Runs the real program.

use assert_cmd::Command;
use serde_json::Value;

/// How a run ended.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `yomikiri` with arguments and nothing on stdin, in English and without colour.
pub(crate) fn yomikiri(args: &[&str]) -> Run {
    yomikiri_with(args, &[], "")
}

/// Runs `yomikiri` with arguments, environment variables and stdin.
pub(crate) fn yomikiri_with(args: &[&str], env: &[(&str, &str)], input: impl Into<Vec<u8>>) -> Run {
    let mut command = program(args);
    command.envs(env.iter().copied()).write_stdin(input);
    run(command)
}

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env_remove("LANG")
        .args(args);
    command
}

fn run(mut command: Command) -> Run {
    let output = command.output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let run = Run {
        code: output.status.code().expect("the program was not killed"),
        out: text(output.stdout),
        err: text(output.stderr),
    };
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run
}

impl Run {
    /// The single JSON document on stdout.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        self.document()
    }

    /// The document that it printed, whatever the exit code.
    pub(crate) fn document(&self) -> Value {
        let document: Value = serde_json::from_str(&self.out).expect("one JSON document");
        assert_eq!(document["schema"], 1, "{}", self.out);
        document
    }

    /// The JSON objects on stdout, one per line.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("one JSON object per line"))
            .collect()
    }
}

/// Checks that a command fails with a code and a short message, and prints nothing on stdout.
pub(crate) fn check_error(args: &[&str], code: i32, message: &str) {
    let run = yomikiri(args);
    assert_eq!(run.code, code, "{args:?}: {}", run.err);
    assert_eq!(run.out, "", "{args:?}");
    assert!(run.err.contains(message), "{args:?}: {}", run.err);
    assert!(run.err.len() < 1000, "{args:?}: {}", run.err);
}
