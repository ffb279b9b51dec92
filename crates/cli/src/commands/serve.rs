//! `serve`: the page and the HTTP API.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_catalog::Setup;
use quixotic_server::Games;
use quixotic_tablebase::store::Place;

use crate::env::Env;

/// Where to listen, and where the database is.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// Port to listen on; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,

    /// Address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Directory of the database that is not part of the program, which may be incomplete, or its
    /// address, like s3://bucket/quixo5 or https://example.org/quixo5
    /// [default: the one that `solve` writes to]
    #[arg(long, value_name = "PLACE")]
    db: Option<PathBuf>,

    /// Memory for parts of that database that were read, in MiB [default: 128]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    cache: Option<u64>,
}

pub(crate) fn run(env: &Env<'_>, args: &ServeArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let db = args.db.as_deref().map(database).transpose()?;
    // Without a home directory there are just the solutions in the program.
    let setup = Setup {
        db,
        data: env.data(),
        cache: args.cache.map(|mebibytes| mebibytes << 20),
        ..Setup::default()
    };
    let games = Games::new(env.catalog.clone(), &setup)?;
    let mut told = Ok(());
    quixotic_server::run(SocketAddr::new(args.host, args.port), games, |address| {
        told = tell(out, address);
    })?;
    told?;
    Ok(ExitCode::SUCCESS)
}

/// The place of a database, which has to be there.
fn database(path: &Path) -> Result<Place> {
    let place = quixotic_remote::place(path)?;
    match &place {
        Place::Directory(path) if !path.is_dir() => {
            bail!("there is no directory {}", path.display())
        }
        Place::Directory(_) => {}
        Place::Store { store, .. } => drop(store.classes()?),
    }
    Ok(place)
}

/// Says where the page is. Whoever started the server may be waiting for that.
fn tell(out: &mut dyn Write, address: SocketAddr) -> io::Result<()> {
    if address.ip().is_loopback() {
        writeln!(out, "http://localhost:{}", address.port())?;
    } else {
        writeln!(out, "http://{address}")?;
    }
    out.flush()
}
