//! quixotic
fn main() {}
