//! tb
