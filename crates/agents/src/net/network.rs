//! The network as it plays: whole numbers, read from a file and asked about boards.
//!
//! Patterns → 192 units → 32 units → loss, draw, win. A row of weights for every pattern
//! of every line and square ([`Patterns`]) is added up for the first layer, so no product
//! is needed there. The file is described in docs/format.md.

use quixotic_quixo::{Board, Quixo, Rules, Symmetry};
use quixotic_tablebase::Kernel;

use super::estimate::{Powers, STEPS, score};
use super::patterns::Patterns;
use super::{DENSE, Estimate, HIDDEN, OUTPUTS, kernel};
use crate::weights::{self, NetworkError};

/// What 1 is in the activity of a unit.
pub(super) const UNIT: i32 = 128;
/// The greatest activity of a hidden unit.
pub(super) const MOST_ACTIVE: i16 = 255;
/// What 1 is in the weights of the second and third layer.
pub(super) const WEIGHT_UNIT: i32 = 256;

/// A network that judges boards.
#[derive(Clone, Debug)]
pub struct ValueNetwork {
    size: u8,
    patterns: Patterns,
    powers: Powers,
    kernel: Kernel,
    layers: Layers,
}

/// The weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layers {
    /// For every row of a pattern, the weights to all hidden units.
    pub(super) patterns: Vec<i8>,
    pub(super) hidden_bias: [i16; HIDDEN],
    pub(super) dense: Box<[[i16; HIDDEN]; DENSE]>,
    pub(super) dense_bias: [i32; DENSE],
    pub(super) output: [[i16; DENSE]; OUTPUTS],
    pub(super) output_bias: [i32; OUTPUTS],
}

/// Outputs beyond this count as this: any of them is as good as certain.
const GREATEST: i64 = 1 << 20;

const MAGIC: &str = "QXV1";
/// Magic, size of the board, hidden units, dense units.
const HEADER: usize = 4 + 1 + 2 + 2;

impl ValueNetwork {
    /// The largest board that networks are made for.
    pub const MAX_SIZE: u8 = 5;

    pub(super) fn new(quixo: &Quixo, layers: Layers) -> ValueNetwork {
        let patterns = Patterns::new(quixo);
        assert_eq!(layers.patterns.len(), patterns.rows() * HIDDEN);
        ValueNetwork {
            size: quixo.rules().size(),
            patterns,
            powers: Powers::new(),
            kernel: Kernel::detect(),
            layers,
        }
    }

    /// The same with another version of its arithmetic, which gives the same numbers.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> ValueNetwork {
        ValueNetwork { kernel, ..self }
    }

    /// The size of the board it is for.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// What is to be expected on a board, from −2²⁰ for a sure loss to 2²⁰ for a sure win
    /// of the player to move.
    pub fn score(&self, board: Board) -> i32 {
        score(self.powers.weights(self.outputs(board)))
    }

    /// How likely the outcomes of a board are, as the board lies.
    pub(super) fn plain_estimate(&self, board: Board) -> Estimate {
        Estimate::from(self.powers.weights(self.outputs(board)))
    }

    /// How likely the outcomes of a board are for the player to move. The mean over all
    /// symmetries, so it is the same for all images of a board.
    pub fn estimate(&self, board: Board) -> Estimate {
        Estimate::from(self.image_weights(board))
    }

    /// [`ValueNetwork::score`] by the mean over all symmetries: eight times the work, and
    /// less often wrong.
    pub fn careful_score(&self, board: Board) -> i32 {
        score(self.image_weights(board))
    }

    fn image_weights(&self, board: Board) -> [i64; OUTPUTS] {
        let mut outputs = [0; OUTPUTS];
        for symmetry in Symmetry::all() {
            let image = self.outputs(board.turned(symmetry, self.size));
            for (sum, output) in outputs.iter_mut().zip(image) {
                *sum += output;
            }
        }
        self.powers
            .weights(outputs.map(|sum| sum / Symmetry::COUNT as i32))
    }

    /// What the network puts out for loss, draw and win: logarithms of how likely they
    /// are, in steps of 1/[`STEPS`].
    fn outputs(&self, board: Board) -> [i32; OUTPUTS] {
        let layers = &self.layers;
        let rows = self.patterns.of(board);
        let hidden = kernel::hidden(
            self.kernel,
            &layers.patterns,
            &layers.hidden_bias,
            &rows[..self.patterns.count()],
            MOST_ACTIVE,
        );
        let sums = kernel::dense(self.kernel, &layers.dense, &hidden);
        // Wide numbers, so that no file of weights, however strange, makes them overflow.
        let dense: [i64; DENSE] = std::array::from_fn(|unit| {
            let sum = i64::from(sums[unit]) + i64::from(layers.dense_bias[unit]);
            (sum / i64::from(WEIGHT_UNIT)).max(0)
        });
        std::array::from_fn(|output| {
            let products = layers.output[output].iter().zip(&dense);
            let sum: i64 = products
                .map(|(&weight, &active)| i64::from(weight) * active)
                .sum();
            let sum = sum + i64::from(layers.output_bias[output]);
            (sum / i64::from(UNIT * WEIGHT_UNIT / STEPS)).clamp(-GREATEST, GREATEST) as i32
        })
    }

    /// Reads what [`ValueNetwork::write`] has written.
    pub fn read(bytes: &[u8]) -> Result<ValueNetwork, NetworkError> {
        let body = weights::open(bytes, MAGIC, HEADER)?;
        let number = |at: usize| usize::from(u16::from_le_bytes([body[at], body[at + 1]]));
        let (size, hidden, dense) = (body[4], number(5), number(7));
        let rules = Rules::official(size).ok();
        let rules = rules.filter(|_| size <= Self::MAX_SIZE && (hidden, dense) == (HIDDEN, DENSE));
        let Some(rules) = rules else {
            let shape = format!("size {size}, {hidden} and {dense} hidden units");
            return Err(NetworkError::Shape(shape));
        };
        let quixo = Quixo::new(rules);
        let rows = Patterns::new(&quixo).rows();
        let length = rows * HIDDEN + 2 * HIDDEN + 2 * DENSE * HIDDEN + 4 * DENSE;
        weights::check(bytes, HEADER + length + 2 * OUTPUTS * DENSE + 4 * OUTPUTS)?;
        let (patterns, rest) = body[HEADER..].split_at(rows * HIDDEN);
        let mut words = Words(rest);
        let layers = Layers {
            patterns: patterns.iter().map(|&byte| byte as i8).collect(),
            hidden_bias: std::array::from_fn(|_| words.short()),
            dense: Box::new(std::array::from_fn(|_| {
                std::array::from_fn(|_| words.short())
            })),
            dense_bias: std::array::from_fn(|_| words.long()),
            output: std::array::from_fn(|_| std::array::from_fn(|_| words.short())),
            output_bias: std::array::from_fn(|_| words.long()),
        };
        Ok(ValueNetwork::new(&quixo, layers))
    }

    /// The network as a file.
    pub fn write(&self) -> Vec<u8> {
        let layers = &self.layers;
        let mut bytes = MAGIC.as_bytes().to_vec();
        bytes.push(self.size);
        bytes.extend((HIDDEN as u16).to_le_bytes());
        bytes.extend((DENSE as u16).to_le_bytes());
        bytes.extend(layers.patterns.iter().map(|&weight| weight as u8));
        let mut shorts =
            |shorts: &[i16]| bytes.extend(shorts.iter().flat_map(|word| word.to_le_bytes()));
        shorts(&layers.hidden_bias);
        shorts(layers.dense.as_flattened());
        bytes.extend(layers.dense_bias.iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(
            layers
                .output
                .as_flattened()
                .iter()
                .flat_map(|word| word.to_le_bytes()),
        );
        bytes.extend(
            layers
                .output_bias
                .iter()
                .flat_map(|word| word.to_le_bytes()),
        );
        weights::seal(bytes)
    }
}

/// Numbers that follow each other in a file whose length has been checked.
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn take<const LENGTH: usize>(&mut self) -> [u8; LENGTH] {
        let (word, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *word
    }

    fn short(&mut self) -> i16 {
        i16::from_le_bytes(self.take())
    }

    fn long(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }
}
