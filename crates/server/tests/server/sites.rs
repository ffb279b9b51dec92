//! Other web sites: they may look positions up, and may neither start searches nor take
//! the name of a server on this machine.

use super::running::Running;

const SEARCH: &str = "/api/quixo3/move?agent=minimax:1";
const LOOK_UP: &str = "/api/quixo3";

#[tokio::test]
async fn a_request_has_one_host() {
    let server = Running::start().await;
    for (hosts, status) in [
        ("Host: localhost\r\n", 200),
        ("", 400),
        ("Host: localhost\r\nHost: localhost\r\n", 400),
        ("Host: localhost\r\nHost: example.org\r\n", 400),
        ("Host:\r\n", 400),
    ] {
        for path in [LOOK_UP, "/"] {
            let request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{hosts}\r\n");
            let answer = server.raw(request.as_bytes()).await;
            assert_eq!(answer.status, status, "{path}: {hosts:?}");
            assert!(answer.header("content-security-policy").is_some());
            if status != 200 {
                let error = answer.refused(status);
                assert!(error.contains("`Host`"), "{error}");
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_server_for_its_own_machine_is_not_taken_for_another_site() {
    let server = Running::start().await;
    for (host, status) in [
        ("localhost:1", 200),
        ("127.0.0.1:8080", 200),
        ("[::1]", 200),
        ("rebound.example.org", 421),
        ("rebound.example.org:8080", 421),
    ] {
        let request =
            format!("GET {LOOK_UP} HTTP/1.1\r\nConnection: close\r\nHost: {host}\r\n\r\n");
        let answer = server.raw(request.as_bytes()).await;
        assert_eq!(answer.status, status, "{host}");
        if status != 200 {
            assert!(answer.refused(status).contains("localhost"));
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_server_for_others_has_any_name() {
    let server = Running::on("0.0.0.0:0").await;
    let request =
        format!("GET {LOOK_UP} HTTP/1.1\r\nConnection: close\r\nHost: games.example.org\r\n\r\n");
    assert_eq!(server.raw(request.as_bytes()).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn other_sites_look_up_and_do_not_search() {
    let server = Running::start().await;
    for (headers, searches) in [
        ("", true),
        ("Origin: http://localhost\r\n", true),
        (
            "Origin: https://LOCALHOST\r\nSec-Fetch-Site: same-origin\r\n",
            true,
        ),
        ("Sec-Fetch-Site: same-origin\r\n", true),
        // Typed by a person.
        ("Sec-Fetch-Site: none\r\n", true),
        ("Origin: http://example.org\r\n", false),
        ("Origin: http://example.org\r\nX-Quixotic: 1\r\n", false),
        ("Origin: http://localhost.example.org\r\n", false),
        ("Origin: http://localhost:3000\r\n", false),
        ("Origin: null\r\n", false),
        // A picture or a link.
        ("Sec-Fetch-Site: cross-site\r\n", false),
        ("Sec-Fetch-Site: same-site\r\n", false),
    ] {
        let answer = server.send("GET", SEARCH, headers).await;
        match searches {
            true => assert_eq!(answer.status, 200, "{headers}"),
            false => assert!(answer.refused(403).contains("other sites"), "{headers}"),
        }
        let answer = server.send("GET", LOOK_UP, headers).await;
        assert_eq!(answer.status, 200, "{headers}");
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    }
    server.stop().await;
}

#[tokio::test]
async fn a_preflight_allows_no_header_of_our_own() {
    let server = Running::start().await;
    let asked = "Origin: http://example.org\r\nAccess-Control-Request-Method: GET\r\n\
        Access-Control-Request-Headers: x-quixotic\r\n";
    let answer = server.send("OPTIONS", SEARCH, asked).await;
    assert_eq!(answer.header("access-control-allow-headers"), None);
    server.stop().await;
}
