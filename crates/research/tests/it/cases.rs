//! The program as its users see it: `cases/*.md` are run, and print what they say.
//! `TRYCMD=overwrite` writes them anew.

#[test]
fn commands_print_what_the_cases_say() {
    let cases = trycmd::TestCases::new();
    cases
        .timeout(std::time::Duration::from_secs(300))
        .case("tests/cases/*.md");
    cases.run();
}
