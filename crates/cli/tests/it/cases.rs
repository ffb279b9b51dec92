//! The command as its users see it: `cases/*.md` and the console blocks of the
//! README are run, and print what they say. `TRYCMD=overwrite` writes them anew.

#[test]
fn commands_print_what_the_cases_say() {
    let data = tempfile::tempdir().unwrap();
    let data = data.path().to_str().unwrap().to_owned();
    let cases = trycmd::TestCases::new();
    cases
        .timeout(std::time::Duration::from_secs(300))
        .env("XDG_DATA_HOME", &data)
        .insert_var("[DATA]", data)
        .unwrap()
        .case("tests/cases/*.md")
        .case("../../README.md")
        .case("../../docs/guide.md");
    cases.run();
}
