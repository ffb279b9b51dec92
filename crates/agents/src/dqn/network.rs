//! The network as plain numbers: reading, writing, and what it says of a board.
//!
//! The file is described in docs/format.md.

use quixotic_game::Rng;
use quixotic_quixo::{Board, Quixo, Rules};

use crate::layer::{Active, Layer, randomise};
use crate::weights::{self, NetworkError};

/// Cells → hidden layer → one value for every move.
///
/// A cell is 1 if it carries the symbol of the player to move, −1 for the other's
/// and 0 if it is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    size: u8,
    actions: usize,
    pub(super) hidden: Layer,
    pub(super) output: Layer,
    /// All weights.
    pub(super) weights: Vec<f32>,
}

const MAGIC: &str = "QXN1";
/// Magic, size, hidden units, moves.
const HEADER: usize = 4 + 1 + 2 + 2;

impl Network {
    /// Units in the hidden layer.
    pub const HIDDEN: usize = 256;

    /// A network whose values are all 0.
    fn new(quixo: &Quixo) -> Network {
        let (cells, actions) = (usize::from(quixo.rules().cells()), quixo.paths().len());
        let hidden = Layer::new(0, cells, Network::HIDDEN);
        let output = Layer::new(hidden.end(), Network::HIDDEN, actions);
        Network {
            size: quixo.rules().size(),
            actions,
            hidden,
            output,
            weights: vec![0.0; output.end()],
        }
    }

    /// A network that knows nothing. The weights of the output are a hundred times smaller
    /// than usual, so that all values are near 0 at first: the greatest of many random values
    /// would be taken for a prospect.
    pub fn random(quixo: &Quixo, rng: &mut Rng) -> Network {
        let mut network = Network::new(quixo);
        for (layer, scale) in [(network.hidden, 1.0), (network.output, 0.01)] {
            let weights = &mut network.weights[layer.rows()];
            randomise(weights, layer.inputs, scale, rng);
        }
        network
    }

    /// The size of the board it is for.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// What it expects of every move, legal or not, for the player to move.
    pub fn values(&self, board: Board) -> Vec<f32> {
        let (hidden, weights) = (self.hidden(board), &self.weights);
        let mut values = vec![0.0; self.actions];
        self.output.forward(weights, hidden.iter(), &mut values);
        values
    }

    /// What it expects of one move, given the hidden layer.
    #[inline(always)]
    pub(super) fn value(&self, hidden: &Active<{ Network::HIDDEN }>, action: usize) -> f32 {
        let bias = self.weights[self.output.bias().start + action];
        let weight = |unit: usize| self.weights[self.output.row(unit) + action];
        let units = hidden.iter();
        units.fold(bias, |sum, (unit, activity)| sum + activity * weight(unit))
    }

    /// The hidden layer.
    #[inline(always)]
    pub(super) fn hidden(&self, board: Board) -> Active<{ Network::HIDDEN }> {
        let (mut hidden, inputs) = ([0.0; Network::HIDDEN], self.inputs(board));
        self.hidden.forward(&self.weights, inputs, &mut hidden);
        Active::new(&hidden)
    }

    /// The cells that are not empty.
    #[inline(always)]
    pub(super) fn inputs(&self, board: Board) -> impl Iterator<Item = (usize, f32)> {
        let marked = (0..self.hidden.inputs).filter(move |cell| board.marked() >> cell & 1 == 1);
        marked.map(move |cell| (cell, [-1.0, 1.0][(board.mine() >> cell & 1) as usize]))
    }

    /// Reads what [`Network::write`] has written.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let body = weights::open(bytes, MAGIC, HEADER)?;
        let number = |at: usize| usize::from(u16::from_le_bytes([body[at], body[at + 1]]));
        let (size, hidden, actions) = (body[4], number(5), number(7));
        let network = Rules::official(size).map(|rules| Network::new(&Quixo::new(rules)));
        let is_asked = |network: &Network| (hidden, actions) == (Network::HIDDEN, network.actions);
        let Some(mut network) = network.ok().filter(is_asked) else {
            let shape = format!("size {size}, {hidden} hidden units and {actions} moves");
            return Err(NetworkError::Shape(shape));
        };
        weights::check(bytes, HEADER + 4 * network.weights.len())?;
        let words = body[HEADER..].chunks_exact(4);
        for (weight, word) in network.weights.iter_mut().zip(words) {
            *weight = f32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        }
        Ok(network)
    }

    /// The network as a file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.as_bytes().to_vec();
        bytes.push(self.size);
        bytes.extend((Network::HIDDEN as u16).to_le_bytes());
        bytes.extend((self.actions as u16).to_le_bytes());
        bytes.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        weights::seal(bytes)
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
                let weight = |cell: usize| network.weights[cell * 256 + unit];
                let sum: f32 = (0..16).map(|cell| input(cell) * weight(cell)).sum();
                (sum + network.weights[16 * 256 + unit]).max(0.0)
            })
            .collect();
        for (action, value) in network.values(board).into_iter().enumerate() {
            let weight = |unit: usize| network.weights[17 * 256 + unit * 32 + action];
            let sum: f32 = (0..256).map(|unit| hidden[unit] * weight(unit)).sum();
            assert!((sum + network.weights[17 * 256 + 256 * 32 + action] - value).abs() < 1e-4);
        }
    }
}
