//! What is secret stays so, and goes to nobody else.

use quixotic_quixo::{Board, Rules};
use quixotic_remote::place;
use quixotic_tablebase::Database;
use quixotic_tablebase::store::Place;

use crate::host::{Host, Manner, SECRET};

#[test]
fn a_login_goes_to_the_host_and_into_no_text() {
    let host = Host::of_board(3);
    let there = place(host.url_with_login().as_ref()).expect("an address");
    assert_eq!(there.to_string(), host.url());
    let mut texts = vec![format!("{there:?}")];
    let Place::Store { store, .. } = there else {
        panic!("it is an address");
    };
    let database = Database::from_store(store, Rules::official(3).expect("a size"));
    let database = database.expect("it can be listed");
    database.probe(Board::EMPTY).expect("an answer");
    // "somebody:hunter2hunter2" in base64.
    let login = "Basic c29tZWJvZHk6aHVudGVyMmh1bnRlcjI=";
    assert!(!host.asked().is_empty());
    assert!(
        host.asked()
            .iter()
            .all(|asked| asked.headers["authorization"] == login)
    );
    texts.push(format!("{database:?}"));
    for status in [400, 401, 403, 404, 412, 418, 500, 503] {
        host.behave(move |_, _| Manner::Status(status));
        let fresh = place(host.url_with_login().as_ref()).expect("an address");
        let Place::Store { store, .. } = fresh else {
            panic!("it is an address");
        };
        let error = store.classes().expect_err("a host that refuses");
        texts.push(format!("{error}"));
        texts.push(format!("{error:?}"));
    }
    for text in texts {
        assert!(!text.contains(SECRET) && !text.contains(login), "{text}");
    }
}

/// Where a host sends us on to is asked nothing, even on the same machine.
#[test]
fn another_host_gets_no_request() {
    let (named, other) = (Host::of_board(3), Host::of_board(3));
    let port = other.port();
    named.behave(move |_, _| Manner::Elsewhere(port));
    let Place::Store { store, .. } = place(named.url().as_ref()).expect("an address") else {
        panic!("it is an address");
    };
    let error = store.classes().expect_err("it leads elsewhere").to_string();
    assert!(error.contains("which is not followed"), "{error}");
    assert!(other.asked().is_empty());
    assert_eq!(named.asked().len(), 1);
}
