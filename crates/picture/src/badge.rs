//! A badge: a name and a value side by side, for the top of a README.

/// Height, and room beside each text, in pixels.
const HEIGHT: f64 = 22.0;
const PADDING: f64 = 8.0;
/// The width of a character on average. Fonts differ, so texts are stretched to it.
const CHARACTER: f64 = 6.6;

/// Draws a badge. `hue` is that of the value's background, in degrees: 0 is red, 120 green.
pub fn badge(name: &str, value: &str, hue: f64) -> String {
    let wide = |text: &str| CHARACTER * text.chars().count() as f64;
    let (left, right) = (wide(name) + 2.0 * PADDING, wide(value) + 2.0 * PADDING);
    let all = left + right;
    let text = |x: f64, text: &str| {
        format!(
            r#"<text x="{:.1}" y="15.5" textLength="{:.1}">{text}</text>"#,
            x + PADDING,
            wide(text)
        )
    };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {all:.1} {HEIGHT}" width="{all:.1}" height="{HEIGHT}" role="img">
<title>{name}: {value}</title>
<clipPath id="round"><rect width="{all:.1}" height="{HEIGHT}" rx="4"/></clipPath>
<g clip-path="url(#round)"><rect width="{left:.1}" height="{HEIGHT}" fill="#3d4148"/><rect x="{left:.1}" width="{right:.1}" height="{HEIGHT}" fill="hsl({hue:.0} 75% 30%)"/></g>
<g font-family="system-ui, sans-serif" font-size="12" fill="white">{}{}</g>
</svg>
"##,
        text(0.0, name),
        text(left, value)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badge_is_as_wide_as_its_texts() {
        let svg = badge("quixo4-1", "13.3 % errors", 80.0);
        // 8 and 13 characters, and four times the room beside them.
        assert!(svg.contains(r#"width="170.6""#), "{svg}");
        assert!(svg.contains("<title>quixo4-1: 13.3 % errors</title>"));
        assert!(svg.contains("hsl(80 75% 30%)"));
    }
}
