//! Numbers as people read them, on pages and in terminals.

use std::time::Duration;

/// `1,234,567`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A short time: `812 µs`, `1.2 ms`, `2.5 s`.
pub fn brief(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{micros:.0} µs"),
        ..1e6 => format!("{:.1} ms", micros / 1e3),
        _ => format!("{:.1} s", micros / 1e6),
    }
}

/// The share of a part: `61.4 %`.
pub fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// A table as comma-separated values.
pub fn csv<R: IntoIterator<Item = String>>(
    heading: &[&str],
    rows: impl IntoIterator<Item = R>,
) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let memory = "memory takes all of it";
    writer.write_record(heading).expect(memory);
    for row in rows {
        writer.write_record(row).expect(memory);
    }
    let bytes = writer.into_inner().expect(memory);
    String::from_utf8(bytes).expect("the cells are text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let told = [0, 999, 1000, 43_046_721].map(count);
        assert_eq!(told, ["0", "999", "1,000", "43,046,721"]);
    }

    #[test]
    fn short_times_have_the_unit_that_fits() {
        let told = [7, 1_234, 2_500_000].map(|micros| brief(Duration::from_micros(micros)));
        assert_eq!(told, ["7 µs", "1.2 ms", "2.5 s"]);
    }
}
