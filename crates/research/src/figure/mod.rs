//! The pictures of results, as SVG.

mod chances;
mod curves;
mod distances;
mod reliability;

pub(crate) use chances::chances;
pub(crate) use curves::{Curve, curves};
pub(crate) use distances::distances;
pub(crate) use reliability::{Calibrated, calibration, reliability};
