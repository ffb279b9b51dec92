//! A score as a page that needs no other file, and as a badge.

use std::fmt::Write;

use quixotic_catalog::{AnyGame, Error};
use quixotic_game::{Game, Player};
use quixotic_picture::{Arrow, BOARD_STYLE, badge, board};
use quixotic_quixo::{Quixo, Rules};

use crate::{Elo, Mistake, Score};

/// Levels that are counted together: single ones have too few positions.
const LEVELS: u8 = 5;
/// The width of a tile in pixels.
const TILE: f64 = 34.0;

/// The style of the score itself, which has to get along with the page around it in a notebook.
const STYLE: &str = "
.score { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 0 auto; padding: 1rem }
.score table { border-collapse: collapse; margin: .5rem 0 }
.score th, .score td { padding: .15rem .8rem .15rem 0; text-align: right; font-weight: normal; font-variant-numeric: tabular-nums; background: none }
.score th { text-align: left }
.score thead th { border-bottom: 1px solid #8886 }
.score .big { font-size: 2rem; font-weight: 600 }
.score .bar { display: inline-block; height: .7rem; background: #0072b2 }
.score .mistakes { display: grid; grid-template-columns: repeat(auto-fill, minmax(12.5rem, 1fr)); gap: 1rem; padding: 0; list-style: none }
.score a { color: #005a8d }
.score .small { font-size: .85rem; overflow-wrap: anywhere }
@media (prefers-color-scheme: dark) {
.score { color: #e6e6e6 }
.score .bar { background: #56b4e9 }
.score a { color: #7cc4f0 }
}
";

/// The style of a page that has nothing else on it.
const PAGE_STYLE: &str = "
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) { body { background: #16181d } }
";

impl Score {
    /// The badge: the error rate, and what it was measured on.
    pub fn badge(&self) -> String {
        let name = match &self.set {
            Some(set) => set.clone(),
            None => self.game.to_string(),
        };
        let rate = self.rung.error_rate().share;
        // Green without errors, red where every other move is one.
        let hue = 120.0 * (1.0 - 2.0 * rate).max(0.0);
        badge(&name, &format!("{:.1} % errors", 100.0 * rate), hue)
    }

    /// A page that needs no other file.
    pub fn html(&self, game: &dyn AnyGame) -> Result<String, Error> {
        let title = format!("{} on {}", escaped(&self.rung.agent), self.game);
        Ok(format!(
            "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>{title}</title>
<style>{PAGE_STYLE}</style>
{}</html>
",
            self.fragment(game)?
        ))
    }

    /// The same as a part of a page: of a notebook.
    pub fn fragment(&self, game: &dyn AnyGame) -> Result<String, Error> {
        let mut html = format!(
            "<div class=\"score\">\n<style>{STYLE}{BOARD_STYLE}</style>\n<h1>{} on {}</h1>\n",
            escaped(&self.rung.agent),
            self.game
        );
        self.write_head(&mut html);
        self.write_levels(&mut html);
        self.write_games(&mut html);
        self.write_mistakes(&mut html, game)?;
        html += "</div>\n";
        Ok(html)
    }

    fn write_head(&self, html: &mut String) {
        let rung = &self.rung;
        let rate = rung.error_rate();
        add(
            html,
            format_args!(
                "<p><span class=\"big\">{:.1} %</span> errors where there is something to lose ({:.1}–{:.1}, a range of 95 % confidence)</p>\n<table>\n",
                100.0 * rate.share,
                100.0 * rate.low,
                100.0 * rate.high
            ),
        );
        for (name, value) in [
            ("Positions", self.positions()),
            (
                "Errors",
                format!(
                    "{} moves made the outcome worse, {} of them gave a win away",
                    rung.errors, rung.wins_lost
                ),
            ),
            (
                "Plies short",
                format!(
                    "{:.2} on average, of moves that kept a win or a loss",
                    rung.mean_shortfall()
                ),
            ),
            ("Elo", self.elo_in_words()),
            ("Against `perfect`", self.perfect_in_words()),
            (
                "Time for a move",
                format!("{:.3} ms", 1e3 * rung.time_per_move().as_secs_f64()),
            ),
            (
                "Measured by",
                format!("quixotic {}", env!("CARGO_PKG_VERSION")),
            ),
        ] {
            let name = name.replace("`perfect`", "<code>perfect</code>");
            add(
                html,
                format_args!("<tr><th>{name}</th><th>{}</th></tr>\n", escaped(&value)),
            );
        }
        *html += "</table>\n";
    }

    /// The rating with its range, or why there is none.
    pub fn elo_in_words(&self) -> String {
        match &self.elo {
            Some(Elo { rating, opponents }) => {
                let games: u32 = opponents.iter().map(|met| met.score.games()).sum();
                format!(
                    "{:.0} ± {:.0} in {games} games, where random has 0",
                    rating.elo, rating.error
                )
            }
            None => "not measured: no games against opponents with a rating".into(),
        }
    }

    /// The games against `perfect` from both sides, or why there are none.
    pub fn perfect_in_words(&self) -> String {
        let Some(played) = &self.perfect else {
            return "left out: no games, or no complete solution here".into();
        };
        let side = |name, player| {
            let tally = played.tally_as(player);
            let score = tally.score;
            format!(
                "{name}: {} won, {} drawn, {} lost, in {:.1} plies on average",
                score.wins,
                score.draws,
                score.losses,
                tally.mean_plies()
            )
        };
        [side("starting", Player::X), side("second", Player::O)].join("; ")
    }

    fn write_levels(&self, html: &mut String) {
        let bands = self.rung.bands(LEVELS);
        if bands.is_empty() {
            return;
        }
        *html += "<h2>By level</h2>\n<table>\n<thead><tr><th>marked tiles</th><th>positions</th><th>errors</th><th></th></tr></thead>\n";
        for (first, found) in bands {
            let rate = found.rate();
            add(
                html,
                format_args!(
                    "<tr><th>{first}–{}</th><td>{}</td><td>{rate}</td><th><span class=\"bar\" style=\"width:{:.2}rem\"></span></th></tr>\n",
                    first + LEVELS - 1,
                    found.positions,
                    20.0 * rate.share
                ),
            );
        }
        *html += "</table>\n";
    }

    fn write_games(&self, html: &mut String) {
        let Some(Elo { opponents, .. }) = &self.elo else {
            return;
        };
        *html += "<h2>Games</h2>\n<table>\n<thead><tr><th>opponent</th><th>Elo</th><th>won</th><th>drawn</th><th>lost</th></tr></thead>\n";
        for met in opponents {
            let score = met.score;
            add(
                html,
                format_args!(
                    "<tr><th><code>{}</code></th><td>{:.0}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                    escaped(&met.agent),
                    met.elo,
                    score.wins,
                    score.draws,
                    score.losses
                ),
            );
        }
        *html += "</table>\n";
    }

    fn write_mistakes(&self, html: &mut String, game: &dyn AnyGame) -> Result<(), Error> {
        if self.mistakes.is_empty() {
            return Ok(());
        }
        *html += "<h2>The worst mistakes</h2>\n<p>The wrong move in red, the best ones in green.</p>\n<ol class=\"mistakes\">\n";
        for mistake in &self.mistakes {
            add(
                html,
                format_args!(
                    "<li>{}<br>{} to move: {}.<br><a class=\"small\" href=\"{}\">{}</a></li>\n",
                    self.drawing(game, mistake)?,
                    escaped(&mistake.mover),
                    mistake.sentence(),
                    escaped(&self.link(mistake)),
                    mistake.position
                ),
            );
        }
        *html += "</ol>\n";
        Ok(())
    }

    /// A position with the moves as arrows; for games other than Quixo as text.
    fn drawing(&self, game: &dyn AnyGame, mistake: &Mistake) -> Result<String, Error> {
        let size = self.game.game().strip_prefix("quixo");
        let size = size.and_then(|size| size.parse().ok());
        let rules = size.and_then(|size| Rules::official(size).ok());
        let Some(quixo) = rules.map(Quixo::new) else {
            let lines = game.draw(&mistake.position, None)?.join("\n");
            return Ok(format!("<pre>{}</pre>", escaped(&lines)));
        };
        let arrow = |mv: &String, is_mistake| -> Result<Arrow, Error> {
            Ok(Arrow {
                mv: quixo.parse_move(mv)?,
                is_mistake,
            })
        };
        let good = mistake.best_moves.iter().map(|mv| arrow(mv, false));
        let arrows: Vec<Arrow> = good
            .chain([arrow(&mistake.mv, true)])
            .collect::<Result<_, Error>>()?;
        let position = quixo.parse_position(&mistake.position)?;
        let title = format!("{}: {}", mistake.position, mistake.sentence());
        Ok(board(&quixo, &title, &position, &arrows, TILE))
    }
}

fn add(html: &mut String, text: std::fmt::Arguments<'_>) {
    html.write_fmt(text).expect("a string takes all text");
}

/// A text in which nothing is markup: the name of an agent may come from anywhere.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
