fn main() {
    for s in [3u8, 4] {
        let r = quixotic_quixo::Rules::official(s).unwrap();
        let b = quixotic_tablebase::pack(format!("/tmp/d{s}").as_ref(), r).unwrap();
        std::fs::write(format!("crates/tablebase/data/quixo{s}.qxb"), b).unwrap();
    }
}
