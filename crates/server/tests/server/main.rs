//! The server from outside: over sockets and with whatever a client may send.

mod api;
mod description;
mod fake;
mod fourth_game;
mod fuzz;
mod health;
mod limits;
mod running;
mod sites;
mod work;
