//! Numbers as people read them, on pages and in terminals.

use std::time::Duration;

use indicatif::BinaryBytes;

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

/// The share of a part: `61.4 %`.
pub fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// `812 B`, `1.40 MiB`.
pub fn bytes(number: u64) -> String {
    BinaryBytes(number).to_string()
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

/// `0.42 s`, `3 min 05 s`, `2 h 10 min`; indicatif would round `3 min 05 s` to `3 minutes`.
pub fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..10 => format!("{:.2} s", duration.as_secs_f64()),
        10..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// `1 ply`, `21 plies`.
pub fn plies(number: usize) -> String {
    match number {
        1 => "1 ply".into(),
        _ => format!("{number} plies"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let counts = [0, 999, 1000, 43_046_721].map(count);
        assert_eq!(counts, ["0", "999", "1,000", "43,046,721"]);
    }

    #[test]
    fn short_times_have_the_unit_that_fits() {
        let times = [7, 1_234, 2_500_000].map(|micros| brief(Duration::from_micros(micros)));
        assert_eq!(times, ["7 µs", "1.2 ms", "2.5 s"]);
    }

    #[test]
    fn durations_have_two_units_at_most() {
        let times = [0.421, 42.9, 185.0, 7800.0].map(|s| duration(Duration::from_secs_f64(s)));
        assert_eq!(times, ["0.42 s", "42 s", "3 min 05 s", "2 h 10 min"]);
    }
}
