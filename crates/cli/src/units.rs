//! Numbers as people read them. Durations are written here rather than by indicatif,
//! which rounds `3 min 05 s` to `3 minutes`.

use std::time::Duration;

use indicatif::BinaryBytes;

pub(crate) use quixotic_research::text::{brief, count, percent};

/// `812 B`, `1.40 MiB`.
pub(crate) fn bytes(number: u64) -> String {
    BinaryBytes(number).to_string()
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

/// `1 ply`, `21 plies`.
pub(crate) fn plies(number: usize) -> String {
    match number {
        1 => "1 ply".into(),
        _ => format!("{number} plies"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_two_units_at_most() {
        let told = [0.421, 42.9, 185.0, 7800.0].map(|s| duration(Duration::from_secs_f64(s)));
        assert_eq!(told, ["0.42 s", "42 s", "3 min 05 s", "2 h 10 min"]);
    }
}
