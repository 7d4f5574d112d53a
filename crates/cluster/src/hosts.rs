//! The list of processes: a text file with a line for each.
//!
//! ```text
//! # process 0, then 1, …; the same host may come several times
//! alpha.example.org
//! alpha.example.org
//! beta.example.org:4000
//! ```

use std::fmt;
use std::path::Path;

use crate::ClusterError;

/// The port of process 0 if its line names none; process *n* has this one plus *n*.
pub const PORT: u16 = 2101;
/// Processes at most.
pub const MOST: usize = 1024;

/// Where a process is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Host {
    /// Name or address.
    pub name: String,
    /// Where the process listens.
    pub port: u16,
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.contains(':') {
            true => write!(f, "[{}]:{}", self.name, self.port),
            false => write!(f, "{}:{}", self.name, self.port),
        }
    }
}

impl Host {
    /// Whether the process runs on this machine for certain.
    pub fn is_local(&self) -> bool {
        self.name == "localhost" || self.name == "::1" || self.name.starts_with("127.")
    }
}

/// Reads the file.
pub fn read(path: &Path) -> Result<Vec<Host>, ClusterError> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| ClusterError::Hosts(format!("{}: {error}", path.display())))?;
    parse(&text).map_err(|error| ClusterError::Hosts(format!("{}: {error}", path.display())))
}

/// Reads the text of such a file.
pub fn parse(text: &str) -> Result<Vec<Host>, String> {
    let mut hosts: Vec<Host> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if hosts.len() == MOST {
            return Err(format!("expected at most {MOST} processes"));
        }
        let host = host(line, hosts.len() as u16);
        let host = host.ok_or_else(|| {
            let line: String = line.chars().take(60).collect();
            format!("line {number}: expected a host or host:port, got {line:?}")
        })?;
        if hosts.contains(&host) {
            return Err(format!("line {number}: {host} is there already"));
        }
        hosts.push(host);
    }
    match hosts.is_empty() {
        true => Err("expected a host in each line, got none".to_owned()),
        false => Ok(hosts),
    }
}

fn host(line: &str, number: u16) -> Option<Host> {
    let (name, port) = match line.strip_prefix('[') {
        Some(rest) => {
            let (name, rest) = rest.split_once(']')?;
            let port = match rest {
                "" => None,
                rest => Some(rest.strip_prefix(':')?),
            };
            (name, port)
        }
        None => match line.split_once(':') {
            Some((name, port)) => (name, Some(port)),
            None => (line, None),
        },
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-._:".contains(c);
    // A name that looks like an option would be one to ssh.
    if name.is_empty() || name.starts_with('-') || !name.chars().all(is_name) {
        return None;
    }
    let port = match port {
        Some(port) => port.parse().ok().filter(|&port| port > 0)?,
        None => PORT + number,
    };
    Some(Host {
        name: name.to_owned(),
        port,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&[&str], &str>) {
        let hosts = parse(text);
        let hosts = hosts.map(|hosts| hosts.iter().map(ToString::to_string).collect::<Vec<_>>());
        let expected = expected.map(|hosts| hosts.iter().map(ToString::to_string).collect());
        assert_eq!(hosts, expected.map_err(str::to_owned), "{text:?}");
    }

    #[test]
    fn a_line_is_a_process() {
        check(
            "localhost\n\n# mine\nlocalhost # again\nb.example.org:4000\n[::1]:5\n",
            Ok(&[
                "localhost:2101",
                "localhost:2102",
                "b.example.org:4000",
                "[::1]:5",
            ]),
        );
        let one = "expected a host in each line, got none";
        check("# nothing\n", Err(one));
        check("a:1\na:1", Err("line 2: a:1 is there already"));
        for line in [
            "a b",
            ":1",
            "a:0",
            "a:65536",
            "a:b",
            "-oProxyCommand=x",
            "[::1",
        ] {
            let error = format!("line 1: expected a host or host:port, got {line:?}");
            check(line, Err(&error));
        }
    }

    #[test]
    fn names_of_this_machine_are_known() {
        let all = parse("localhost\n127.0.0.1\n[::1]\nalpha").unwrap();
        let local: Vec<bool> = all.iter().map(Host::is_local).collect();
        assert_eq!(local, [true, true, true, false]);
    }
}
