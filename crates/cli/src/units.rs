//! Numbers as people read them.

use std::time::Duration;

/// `1,234,567`.
pub(crate) fn count(number: u64) -> String {
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

/// `812 bytes`, `1.4 MiB`.
pub(crate) fn bytes(number: u64) -> String {
    if number < 1024 {
        return format!("{number} bytes");
    }
    let mut amount = number as f64;
    let mut unit = "";
    for larger in ["KiB", "MiB", "GiB", "TiB"] {
        if amount < 1024.0 {
            break;
        }
        amount /= 1024.0;
        unit = larger;
    }
    format!("{amount:.1} {unit}")
}

/// `0.42 s`, `3 min 05 s`, `2 h 10 min`.
pub(crate) fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..10 => format!("{:.2} s", duration.as_secs_f64()),
        10..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// A short time: `812 µs`, `1.2 ms`, `2.5 s`.
pub(crate) fn brief(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{micros:.0} µs"),
        ..1e6 => format!("{:.1} ms", micros / 1e3),
        _ => format!("{:.1} s", micros / 1e6),
    }
}

/// `1 ply`, `21 plies`.
pub(crate) fn plies(number: usize) -> String {
    match number {
        1 => "1 ply".into(),
        _ => format!("{number} plies"),
    }
}

/// The share of a part: `61.4 %`.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
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
    fn bytes_have_the_largest_unit_below_them() {
        let told = [0, 1023, 1024, 3 << 19, 5 << 40].map(bytes);
        assert_eq!(
            told,
            ["0 bytes", "1023 bytes", "1.0 KiB", "1.5 MiB", "5.0 TiB"]
        );
    }

    #[test]
    fn short_times_have_the_unit_that_fits() {
        let told = [7, 1_234, 2_500_000].map(|micros| brief(Duration::from_micros(micros)));
        assert_eq!(told, ["7 µs", "1.2 ms", "2.5 s"]);
    }

    #[test]
    fn durations_have_two_units_at_most() {
        let told = [0.421, 42.9, 185.0, 7800.0].map(|s| duration(Duration::from_secs_f64(s)));
        assert_eq!(told, ["0.42 s", "42 s", "3 min 05 s", "2 h 10 min"]);
    }
}
