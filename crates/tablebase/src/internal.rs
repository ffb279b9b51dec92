//! What making, checking and surveying databases shares with reading them: how values
//! are bytes, where positions are stored, what a class file looks like, and the code
//! that works on many lanes at a time.
//!
//! The solver and the survey are built on it. It follows the file format and may change
//! with every version; whoever asks for values needs none of it.

/// Values as bytes.
pub mod encoding {
    pub use crate::encoding::*;
}

/// Where the value of a position is stored.
pub mod index {
    pub use crate::index::*;
}

/// The parts of a class file.
pub mod format {
    pub use crate::format::*;
}

/// Many lanes at a time.
pub mod kernel {
    pub use crate::kernel::*;
}
