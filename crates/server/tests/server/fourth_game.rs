//! A game that quixotic does not have, from one file of the catalog's examples: it is
//! served like the others, and its answers are as described.

#[path = "../../../catalog/examples/tictactoe.rs"]
mod tictactoe;

use quixotic_catalog::{Catalog, Setup};
use quixotic_server::Games;

use super::description::faults_of_answer;
use super::running::Running;
use tictactoe::TICTACTOE;

#[tokio::test]
async fn it_is_listed_asked_and_played() {
    let catalog = Catalog::standard().with(TICTACTOE);
    let server = Running::with(Games::new(catalog, &Setup::default()).unwrap()).await;
    let games = server.get("/api/games").await.json();
    let listed = games["games"].as_array().unwrap();
    let info = listed.iter().find(|game| game["game"] == "tictactoe");
    assert_eq!(info.unwrap()["title"], "Tic-Tac-Toe");

    let description = server.get("/api/openapi.json").await.json();
    for (path, of) in [
        ("/api/tictactoe?position=X........", "/api/{game}"),
        ("/api/tictactoe/line", "/api/{game}/line"),
        (
            "/api/tictactoe/move?agent=perfect&seed=1",
            "/api/{game}/move",
        ),
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        let faults = faults_of_answer(&description, of, &answer.json());
        assert_eq!(faults, [""; 0], "{path}");
    }
    let corner = server.get("/api/tictactoe?position=X........").await.json();
    assert_eq!(corner["outcome"], "draw");
    assert_eq!(corner["to_move"], "O");
    assert_eq!(corner["moves"][0]["move"], "5");
    assert_eq!(server.get("/api/tictactoe/stats").await.status, 404);
    assert_eq!(server.get("/api/tictactoe?position=XX").await.status, 400);
    server.stop().await;
}
