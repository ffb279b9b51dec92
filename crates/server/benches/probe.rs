//! How many 4×4 positions a second the server answers on one core: the database alone,
//! a request without a socket, and a request over a connection that is kept open, over
//! the same positions. Client and server share the core: `taskset -c 0 cargo bench -p
//! quixotic-server`.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use http_body_util::BodyExt as _;
use quixotic_catalog::{Catalog, Setup};
use quixotic_game::Game as _;
use quixotic_quixo::{Position, Quixo, Rules};
use quixotic_server::{App, Games, serve};
use quixotic_tablebase::Database;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;

fn main() {
    divan::main();
}

fn games() -> Games {
    Games::new(Catalog::standard(), &Setup::default()).unwrap()
}

fn quixo() -> Quixo {
    Quixo::new(Rules::official(4).unwrap())
}

/// Positions of random games, the same in every run.
fn positions() -> Vec<Position> {
    let quixo = quixo();
    let mut state = 1_u64;
    let mut positions = Vec::new();
    let mut position = Position::START;
    while positions.len() < 512 {
        let children: Vec<_> = quixo.children(position.board).collect();
        if children.is_empty() {
            position = Position::START;
            continue;
        }
        positions.push(position);
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let (_, board) = children[(state >> 33) as usize % children.len()];
        position = Position {
            board,
            to_move: !position.to_move,
        };
    }
    positions
}

fn paths() -> Vec<String> {
    let quixo = quixo();
    let path = |position: &Position| {
        let text = quixo.format_position(position).replace(' ', "+");
        format!("/api/quixo4?position={text}")
    };
    positions().iter().map(path).collect()
}

/// One thread for connections, and one for what may wait.
fn runtime() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder
        .enable_all()
        .max_blocking_threads(1)
        .build()
        .unwrap()
}

/// Asks all questions in turn: once so that the pages of the database are in memory, as they
/// are on a server that has run for a while, and then on the clock.
fn ask_all<T>(bencher: Bencher, questions: &[T], mut ask: impl FnMut(&T)) {
    questions.iter().for_each(&mut ask);
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| questions.iter().for_each(&mut ask));
}

#[divan::bench]
fn database_alone(bencher: Bencher) {
    let database = Database::embedded(Rules::official(4).unwrap()).unwrap();
    ask_all(bencher, &positions(), |position| {
        let value = database.probe(position.board).unwrap();
        black_box((value, database.moves(position.board).unwrap()));
    });
}

#[divan::bench]
fn request_without_a_socket(bencher: Bencher) {
    let (runtime, app): (Runtime, Router) = (runtime(), App::new(games()).router());
    ask_all(bencher, &paths(), |path| {
        let request = Request::get(path).body(Body::empty());
        let body = runtime.block_on(async {
            let response = app.clone().oneshot(request.unwrap()).await.unwrap();
            assert_eq!(response.status(), 200);
            response.into_body().collect().await.unwrap().to_bytes()
        });
        black_box(body);
    });
}

#[divan::bench]
fn request_over_a_connection(bencher: Bencher) {
    let runtime = runtime();
    let mut stream = runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = App::new(games());
        tokio::spawn(async move { serve(listener, &app, std::future::pending()).await });
        TcpStream::connect(address).await.unwrap()
    });
    let mut buffer = vec![0; 1 << 16];
    ask_all(bencher, &paths(), |path| {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        runtime.block_on(async {
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut read = 0;
            // The answer ends where the list of moves and the object are closed.
            while !buffer[..read].ends_with(b"]}") {
                read += stream.read(&mut buffer[read..]).await.unwrap();
            }
            assert!(buffer.starts_with(b"HTTP/1.1 200"));
        });
    });
}
