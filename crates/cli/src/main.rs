//! quixotic
fn main(){}
