//! Databases on a host, which behaves or does not. Nothing but the loopback interface is used.

mod host;
mod hosts;
mod rounds;
mod secrets;
