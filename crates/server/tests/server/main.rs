//! The server from outside: over sockets and with whatever a client may send.

mod api;
mod description;
mod fuzz;
mod limits;
mod running;
