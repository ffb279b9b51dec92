//! `serve`: the page and the HTTP API.

use std::env;
use std::io::{self, Read as _, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use quixotic_agents::AgentSpec;
use quixotic_catalog::{GameId, Setup};
use quixotic_server::{Addresses, App, Games};
use quixotic_tablebase::store::Place;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::env::Env;
use crate::is_styled;

/// Where to listen, where the database is, and what is logged.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// Address and port to listen on; 0.0.0.0 lets other machines in, port 0 is any free one. A
    /// socket that systemd hands over takes its place
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    #[arg(env = "QUIXOTIC_LISTEN", hide_env_values = true)]
    listen: SocketAddr,

    /// Port to listen on, instead of that of --listen
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// Address to listen on, instead of that of --listen
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,

    /// Names of hosts, separated by commas, that a proxy on this machine passes on. Without them a
    /// server on a loopback address answers to localhost only
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name)]
    #[arg(env = "QUIXOTIC_NAME", hide_env_values = true)]
    name: Vec<String>,

    /// Directory of the database that is not part of the program, which may be incomplete, or its
    /// address, like s3://bucket/quixo5 or https://example.org/quixo5
    /// [default: the one that `solve` writes to]
    #[arg(
        long,
        value_name = "PLACE",
        env = "QUIXOTIC_DB",
        hide_env_values = true
    )]
    db: Option<PathBuf>,

    /// Memory for parts of that database that were read, in MiB [default: 128]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    #[arg(env = "QUIXOTIC_CACHE", hide_env_values = true)]
    cache: Option<u64>,

    /// Offer a program that speaks UGI as an agent of a game; may be given more than once. Everybody who
    /// reaches the server can have it started, and sees the command
    #[arg(long, value_name = "GAME=COMMAND")]
    allow_ugi: Vec<String>,

    /// Show what the server counts at http://ADDRESS:PORT/metrics, for Prometheus [default: nowhere]
    #[arg(long, value_name = "ADDRESS:PORT")]
    #[arg(env = "QUIXOTIC_METRICS", hide_env_values = true)]
    metrics: Option<SocketAddr>,

    /// How logs are written to standard error
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    #[arg(env = "QUIXOTIC_LOG_FORMAT", hide_env_values = true)]
    log_format: LogFormat,

    /// Start nothing: ask the server on --listen whether it is ready. The exit code is 0 if it is,
    /// else 1
    #[arg(long)]
    check: bool,
}

impl ServeArgs {
    fn addresses(&self) -> Addresses {
        let host = self.host.unwrap_or(self.listen.ip());
        let port = self.port.unwrap_or(self.listen.port());
        Addresses {
            page: SocketAddr::new(host, port),
            metrics: self.metrics,
        }
    }
}

pub(crate) fn run(env: &Env<'_>, args: &ServeArgs, out: &mut dyn Write) -> Result<ExitCode> {
    if args.check {
        return check(args.addresses().page, out);
    }
    start_logs(args.log_format)?;
    let db = args.db.as_deref().map(database).transpose()?;
    let programs = args.allow_ugi.iter();
    let programs = programs
        .map(|text| program(env, text))
        .collect::<Result<_>>()?;
    // Without a home directory there are just the solutions in the program.
    let setup = Setup {
        db,
        data: env.data(),
        cache: args.cache.map(|mebibytes| mebibytes << 20),
        programs,
        ..Setup::default()
    };
    let games = Games::new(env.catalog.clone(), &setup)?;
    for (id, _) in &setup.programs {
        games.find(id.game(), id.rules())?;
    }
    let app = App::new(games).with_names(args.name.clone());
    let mut written = Ok(());
    quixotic_server::run(args.addresses(), &app, |addresses| {
        written = write_addresses(out, addresses);
    })?;
    written?;
    Ok(ExitCode::SUCCESS)
}

/// How long a server may take to say whether it is ready: longer than it takes to say that its
/// database does not answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Says whether the server on that address is ready: for containers, which have no other program
/// that could ask.
fn check(address: SocketAddr, out: &mut dyn Write) -> Result<ExitCode> {
    match ask(address) {
        Ok(status) if status.ends_with(b" 200") => {
            writeln!(out, "ready")?;
            return Ok(ExitCode::SUCCESS);
        }
        Ok(status) => {
            let status = String::from_utf8_lossy(&status);
            writeln!(out, "not ready: it answers {status}")?;
        }
        Err(error) => writeln!(out, "not ready: {address}: {error}")?,
    }
    Ok(ExitCode::FAILURE)
}

/// The beginning of the answer of `/api/ready`, as far as the status.
fn ask(mut address: SocketAddr) -> io::Result<[u8; 12]> {
    // Listening everywhere includes the machine itself.
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    let mut server = TcpStream::connect_timeout(&address, PATIENCE)?;
    server.set_read_timeout(Some(PATIENCE))?;
    let request = "GET /api/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    server.write_all(request.as_bytes())?;
    let mut status = [0; 12];
    server.read_exact(&mut status)?;
    Ok(status)
}

/// Reads `quixo5=./engine --fast`: a game, and a program that plays it.
fn program(env: &Env<'_>, text: &str) -> Result<(GameId, AgentSpec)> {
    let (game, command) = text.split_once('=').with_context(|| {
        format!("--allow-ugi is GAME=COMMAND, as in `quixo5=./engine`, not `{text}`")
    })?;
    let agent = AgentSpec::parse(&format!("ugi:{command}"))?;
    Ok((env.catalog.read(game)?, agent))
}

/// The place of a database. A directory has to be there; a remote host may be away, since the other
/// games do without.
fn database(path: &Path) -> Result<Place> {
    let place = quixotic_remote::place(path)?;
    match place.directory() {
        Some(path) if !path.is_dir() => bail!("there is no directory {}", path.display()),
        _ => Ok(place),
    }
}

/// Prints where the page is, and where the metrics are: scripts wait for that.
fn write_addresses(out: &mut dyn Write, addresses: Addresses) -> io::Result<()> {
    writeln!(out, "{}", site(addresses.page))?;
    if let Some(address) = addresses.metrics {
        writeln!(out, "{}/metrics", site(address))?;
    }
    out.flush()
}

fn site(address: SocketAddr) -> String {
    match address.ip().is_loopback() {
        true => format!("http://localhost:{}", address.port()),
        false => format!("http://{address}"),
    }
}

/// Reads the name of a host, without a port.
fn name(text: &str) -> Result<String, String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    match !text.is_empty() && text.chars().all(is_part) {
        true => Ok(text.into()),
        false => Err("the name of a host has letters, digits, `-` and `.`".into()),
    }
}

/// How an event of the logs is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// A line for people
    Text,
    /// An object in a line
    Json,
}

/// What is logged: levels, by target. `EnvFilter` could also filter by fields, at the price of a
/// regex engine in the first build.
const VARIABLE: &str = "RUST_LOG";
/// Trouble, and nothing else: addresses go to standard output.
const USUAL: &str = "warn";

/// Begins to log.
fn start_logs(format: LogFormat) -> Result<()> {
    let wanted = env::var(VARIABLE).unwrap_or_default();
    let wanted = match wanted.trim() {
        "" => USUAL,
        wanted => wanted,
    };
    let filter = wanted.parse::<Targets>();
    let filter = filter.map_err(|error| anyhow!("{VARIABLE} is '{wanted}': {error}"))?;
    let logs = fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_writer(io::stderr)
        .with_ansi(is_styled(&io::stderr()))
        .with_target(false);
    // A process that runs a second server has its logs already.
    let _ = match format {
        LogFormat::Text => logs.finish().with(filter).try_init(),
        LogFormat::Json => {
            let logs = logs.json().with_span_list(false);
            logs.finish().with(filter).try_init()
        }
    };
    Ok(())
}
