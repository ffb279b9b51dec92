//! The names of class files: `c03-04.qxc` holds C(3,4).

use std::path::{Path, PathBuf};

use quixotic_quixo::Class;

/// The file of a class in a directory.
pub fn class_path(directory: &Path, class: Class) -> PathBuf {
    directory.join(format!("c{:02}-{:02}.qxc", class.mine, class.theirs))
}

/// The class whose file has that name.
pub fn parse_class_name(name: &str) -> Option<Class> {
    let (mine, theirs) = name
        .strip_prefix('c')?
        .strip_suffix(".qxc")?
        .split_once('-')?;
    let number = |digits: &str| {
        let plain = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok())?
    };
    Some(Class::new(number(mine)?, number(theirs)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for class in Class::within(25) {
            let path = class_path(Path::new("directory"), class);
            let name = path.file_name().unwrap().to_str().unwrap();
            assert_eq!(parse_class_name(name), Some(class));
        }
        for name in [
            "c1-02.qxc",
            "c01-002.qxc",
            "c+1-02.qxc",
            "c01-02.tmp",
            "lock",
            "c01_02.qxc",
        ] {
            assert_eq!(parse_class_name(name), None, "{name}");
        }
    }
}
