//! What `--version` says about the program.

use std::env::consts::{ARCH, OS};
use std::sync::LazyLock;

use quixotic_tablebase::Kernel;

/// The commit that was built, from the environment of the compiler, where the scripts in
/// `packaging` put it. A build script that asks Git would compile and link the program again
/// after every commit, and packages from a registry have no repository to ask.
const COMMIT: Option<&str> = option_env!("QUIXOTIC_COMMIT");

/// What builds differ in.
const FEATURES: [(&str, bool); 4] = [
    ("static", cfg!(target_feature = "crt-static")),
    // Sockets of systemd, the free disk space and the CPU time of a run.
    ("unix", cfg!(unix)),
    ("avx", cfg!(target_arch = "x86_64")),
    ("debug-assertions", cfg!(debug_assertions)),
];

/// Version, commit, target and features, and the kernel that this processor gets.
pub(crate) fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let environment = if cfg!(target_env = "gnu") {
            "-gnu"
        } else if cfg!(target_env = "musl") {
            "-musl"
        } else if cfg!(target_env = "msvc") {
            "-msvc"
        } else {
            ""
        };
        let features = FEATURES.map(|(name, is_there)| match is_there {
            true => format!("+{name}"),
            false => format!("-{name}"),
        });
        format!(
            "{}\ncommit: {}\ntarget: {ARCH}-{OS}{environment}\nfeatures: {}\nkernel: {}",
            env!("CARGO_PKG_VERSION"),
            COMMIT.unwrap_or("not recorded"),
            features.join(" "),
            kernel(Kernel::detect()),
        )
    });
    &TEXT
}

/// The name of a kernel.
fn kernel(kernel: Kernel) -> &'static str {
    match kernel {
        Kernel::Portable => "portable",
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2(_) => "avx2",
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512(_) => "avx512",
    }
}
