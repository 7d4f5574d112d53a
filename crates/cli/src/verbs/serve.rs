//! `serve`: the web server. Also runs without a command.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{ExitCode, Stdio};

use clap::{Args, Parser, ValueEnum};
use yomikiri_lab::{Lab, Texts};
use yomikiri_server::{LogStyle, Server, ServerError, Settings};

use super::Verb;
use crate::args::Cli;
use crate::output::{self, CliError};

/// Start the web server: play, watch and analyse in the browser
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri serve                                    on this machine only
  yomikiri serve --open                             and open the page in the browser
  yomikiri serve --addr 0.0.0.0:7878                for everyone who can reach this machine
  yomikiri serve --data /var/lib/yomikiri           keep rooms and tables in this directory
  yomikiri serve --database postgres://me@db/rooms  keep rooms in PostgreSQL
  yomikiri serve --syzygy ~/syzygy                  also probe Syzygy files

Rooms are stored, so every game continues after a restart.")]
pub(crate) struct ServeArgs {
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS:PORT", env = "YOMIKIRI_ADDR", default_value_t = usual_address(), value_parser = read_address)]
    addr: SocketAddr,
    /// Directory for rooms and tables
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Database URL for rooms, instead of a file in the data directory
    #[arg(
        long,
        value_name = "URL",
        env = "YOMIKIRI_DATABASE",
        hide_env_values = true
    )]
    database: Option<String>,
    /// A host name under which browsers may reach the server, besides addresses and localhost; may be repeated
    #[arg(
        long,
        value_name = "NAME",
        env = "YOMIKIRI_ALLOW_HOST",
        value_delimiter = ','
    )]
    allow_host: Vec<String>,
    /// Let visitors build tables on this machine from the page, one at a time
    #[arg(long, env = "YOMIKIRI_ALLOW_SOLVE")]
    allow_solve: bool,
    /// Opening book that the page shows for its game, instead of the one in the program; may be repeated
    #[arg(long, value_name = "FILE")]
    book: Vec<PathBuf>,
    /// Let the books of --book learn the games that are finished here
    #[arg(long, requires = "book")]
    learn: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Log format on stderr
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    log: Log,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Log {
    /// Readable lines; YOMIKIRI_LOG sets the level (warn, info, debug)
    #[default]
    Text,
    /// One JSON object per line
    Json,
}

fn usual_address() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 7878).into()
}

/// An address with its port, or a port of this machine.
fn read_address(text: &str) -> Result<SocketAddr, String> {
    let port = text
        .parse()
        .map(|port: u16| (Ipv4Addr::LOCALHOST, port).into());
    let address = port.or_else(|_| text.parse());
    address.map_err(|_| "expected ADDRESS:PORT or a port, such as 127.0.0.1:7878".to_owned())
}

/// Commands suggested at the start.
const EXAMPLES: [(&str, &str); 3] = [
    ("yomikiri play anpanman", "start-play"),
    ("yomikiri games", "start-list"),
    ("yomikiri analyze dobutsu", "start-analyze"),
];

/// `yomikiri` without a command: the server with default settings.
pub(super) fn run_bare(lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let usual = Cli::parse_from(["yomikiri", "serve"]);
    match &usual.verb {
        Some(Verb::Serve(args)) => run(args, lab, texts),
        _ => unreachable!("that is what the line says"),
    }
}

pub(super) fn run(args: &ServeArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let lab = match &args.data {
        Some(data) => lab.with_data_dir(data.clone()),
        None => lab.clone(),
    };
    let settings = Settings {
        addr: args.addr,
        database: args.database.clone(),
        allow_hosts: args.allow_host.clone(),
        allow_solve: args.allow_solve,
        books: args.book.clone(),
        learn: args.learn,
        ..Settings::local(lab)
    };
    yomikiri_server::start_log(match args.log {
        Log::Text => LogStyle::Text,
        Log::Json => LogStyle::Json,
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServerError::Serve)?;
    runtime.block_on(async {
        let server = Server::open(settings).await.map_err(|error| match error {
            ServerError::Book(error) => CliError::from(error),
            other => other.into(),
        })?;
        output::print(&greeting(server.addr(), texts))?;
        if args.open {
            open_browser(server.addr());
        }
        server.serve(yomikiri_server::interrupted()).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Asks the system to open the page. Without a desktop nothing happens: the address is printed anyway.
fn open_browser(addr: SocketAddr) {
    let ip = match addr.ip().is_unspecified() {
        true => Ipv4Addr::LOCALHOST.into(),
        false => addr.ip(),
    };
    let page = format!("http://{}", SocketAddr::new(ip, addr.port()));
    let (program, args): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = std::process::Command::new(program);
    command.args(args).arg(page);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        eprintln!("{program}: {error}");
    }
}

fn greeting(addr: SocketAddr, texts: &Texts) -> String {
    let told = |id: &str| texts.message(id, &[]);
    let address = format!("http://{addr}");
    let mut text = format!(
        "{}\n\n  {}\n\n{}\n",
        told("start-title"),
        texts.message("start-open", &[("address", &address)]),
        told("start-try")
    );
    for (command, id) in EXAMPLES {
        text += &format!("  {command:<28}{}\n", told(id));
    }
    let help = texts.message("start-help", &[("command", "yomikiri --help")]);
    text + &format!("\n{help}\n")
}
