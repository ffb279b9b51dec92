//! The network as plain numbers: reading, writing, and what it says of a board.
//!
//! The file is described in docs/format.md.

use quixotic_game::Rng;
use quixotic_quixo::{Board, Quixo, Rules};

use crate::weights::{self, NetworkError};

/// Cells → hidden layer → one value for every move.
///
/// A cell is 1 if it carries the symbol of the player to move, −1 for the other's
/// and 0 if it is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    size: u8,
    actions: usize,
    /// Row by row: the weights of a cell to all hidden units.
    pub(crate) hidden_weights: Vec<f32>,
    pub(crate) hidden_bias: Vec<f32>,
    /// Row by row: the weights of a hidden unit to all moves.
    pub(crate) output_weights: Vec<f32>,
    pub(crate) output_bias: Vec<f32>,
}

const MAGIC: &str = "QXN1";
/// Magic, size, hidden units, moves.
const HEADER: usize = 4 + 1 + 2 + 2;

impl Network {
    /// Units in the hidden layer.
    pub const HIDDEN: usize = 256;

    /// A network that knows nothing: the weights of the hidden layer are uniform
    /// with variance 2 / inputs (He et al., 2015), biases 0. Those of the output are
    /// a hundred times smaller than by that rule, so that all values are near 0 at
    /// first: the greatest of many random values would be taken for a prospect.
    pub fn random(quixo: &Quixo, rng: &mut Rng) -> Network {
        let (cells, actions) = shape(quixo);
        let mut layer = |inputs: usize, outputs: usize, scale: f64| {
            let reach = scale * (6.0 / inputs as f64).sqrt();
            let weight = |_| (reach * (2.0 * rng.unit() - 1.0)) as f32;
            (0..inputs * outputs).map(weight).collect()
        };
        Network {
            size: quixo.rules().size(),
            actions,
            hidden_weights: layer(cells, Network::HIDDEN, 1.0),
            hidden_bias: vec![0.0; Network::HIDDEN],
            output_weights: layer(Network::HIDDEN, actions, 0.01),
            output_bias: vec![0.0; actions],
        }
    }

    /// The size of the board it is for.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// What it expects of every move, legal or not, for the player to move.
    pub fn values(&self, board: Board) -> Vec<f32> {
        let mut hidden = self.hidden_bias.clone();
        for (cell, weights) in self
            .hidden_weights
            .chunks_exact(Network::HIDDEN)
            .enumerate()
        {
            if board.mine() >> cell & 1 == 1 {
                add(&mut hidden, weights, 1.0);
            } else if board.theirs() >> cell & 1 == 1 {
                add(&mut hidden, weights, -1.0);
            }
        }
        let mut values = self.output_bias.clone();
        let rows = self.output_weights.chunks_exact(self.actions);
        for (&activity, weights) in hidden.iter().zip(rows) {
            if activity > 0.0 {
                add(&mut values, weights, activity);
            }
        }
        values
    }

    /// Reads what [`Network::write`] has written.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let body = weights::open(bytes, MAGIC, HEADER)?;
        let number = |at: usize| usize::from(u16::from_le_bytes([body[at], body[at + 1]]));
        let (size, hidden, actions) = (body[4], number(5), number(7));
        let rules = Rules::official(size).ok();
        let expected = rules.map(|rules| (Network::HIDDEN, shape(&Quixo::new(rules)).1));
        if expected != Some((hidden, actions)) {
            let shape = format!("size {size}, {hidden} hidden units and {actions} moves");
            return Err(NetworkError::Shape(shape));
        }
        let cells = usize::from(size) * usize::from(size);
        let lengths = [cells * hidden, hidden, hidden * actions, actions];
        weights::check(bytes, HEADER + 4 * lengths.iter().sum::<usize>())?;
        let weights = body[HEADER..].chunks_exact(4);
        let mut weights =
            weights.map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let [hidden_weights, hidden_bias, output_weights, output_bias] =
            lengths.map(|length| weights.by_ref().take(length).collect::<Vec<f32>>());
        Ok(Network {
            size,
            actions,
            hidden_weights,
            hidden_bias,
            output_weights,
            output_bias,
        })
    }

    /// The network as a file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.as_bytes().to_vec();
        bytes.push(self.size);
        bytes.extend((Network::HIDDEN as u16).to_le_bytes());
        bytes.extend((self.actions as u16).to_le_bytes());
        let layers = [
            &self.hidden_weights,
            &self.hidden_bias,
            &self.output_weights,
            &self.output_bias,
        ];
        for weight in layers.into_iter().flatten() {
            bytes.extend(weight.to_le_bytes());
        }
        weights::seal(bytes)
    }
}

/// Cells and moves of a board.
fn shape(quixo: &Quixo) -> (usize, usize) {
    (usize::from(quixo.rules().cells()), quixo.paths().len())
}

/// Adds `factor` times `row` to `sum`.
fn add(sum: &mut [f32], row: &[f32], factor: f32) {
    for (sum, &weight) in sum.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let quixo = Quixo::new(Rules::official(4).unwrap());
        Network::random(&quixo, &mut Rng::new(1))
    }

    #[test]
    fn a_network_is_read_as_it_was_written() {
        let network = network();
        assert_eq!(network.values(Board::EMPTY).len(), 32);
        assert_eq!(Network::read(&network.write()), Ok(network));
    }

    #[test]
    fn every_change_of_a_byte_is_noticed() {
        let bytes = network().write();
        for at in (0..bytes.len()).step_by(97).chain(0..12) {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert!(Network::read(&changed).is_err(), "byte {at}");
        }
        for length in [0, 3, 4, 8, 12, 100, bytes.len() - 1] {
            assert!(Network::read(&bytes[..length]).is_err(), "length {length}");
        }
    }

    #[test]
    fn the_values_are_those_of_the_definition() {
        let network = network();
        let board = Board::new(0b1001, 0b0110_0000).unwrap();
        let input = |cell: usize| {
            let mine = (board.mine() >> cell & 1) as f32;
            mine - (board.theirs() >> cell & 1) as f32
        };
        let hidden: Vec<f32> = (0..256)
            .map(|unit| {
                let weight = |cell: usize| network.hidden_weights[cell * 256 + unit];
                let sum: f32 = (0..16).map(|cell| input(cell) * weight(cell)).sum();
                (sum + network.hidden_bias[unit]).max(0.0)
            })
            .collect();
        for (action, value) in network.values(board).into_iter().enumerate() {
            let weight = |unit: usize| network.output_weights[unit * 32 + action];
            let sum: f32 = (0..256).map(|unit| hidden[unit] * weight(unit)).sum();
            assert!((sum + network.output_bias[action] - value).abs() < 1e-4);
        }
    }
}
