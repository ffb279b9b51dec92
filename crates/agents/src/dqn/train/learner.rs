//! The part of training that burn does: gradients and the optimiser.
//!
//! Everything random is decided outside, so burn's own random numbers, which are
//! shared by the whole process, play no part.

use burn::module::{Module, Param};
use burn::nn::Linear;
use burn::optim::adaptor::OptimizerAdaptor;
use burn::optim::{Adam, AdamConfig, GradientsParams, Optimizer};
use burn::record::{BinBytesRecorder, FullPrecisionSettings, Recorder};
use burn::tensor::activation::relu;
use burn::tensor::backend::Backend;
use burn::tensor::{Int, Tensor, TensorData};
use burn_autodiff::Autodiff;
use burn_ndarray::{NdArray, NdArrayDevice};
use serde::{Deserialize, Serialize};

use super::TrainError;
use crate::dqn::Network;

type Gradients = Autodiff<NdArray<f32>>;

const DEVICE: NdArrayDevice = NdArrayDevice::Cpu;

/// The network as burn has it.
#[derive(Debug, Module)]
struct Layers<B: Backend> {
    hidden: Linear<B>,
    output: Linear<B>,
}

impl Layers<Gradients> {
    fn new(network: &Network) -> Layers<Gradients> {
        Layers {
            hidden: layer(&network.hidden_weights, &network.hidden_bias),
            output: layer(&network.output_weights, &network.output_bias),
        }
    }

    fn forward(&self, boards: Tensor<Gradients, 2>) -> Tensor<Gradients, 2> {
        self.output.forward(relu(self.hidden.forward(boards)))
    }
}

fn layer(weights: &[f32], bias: &[f32]) -> Linear<Gradients> {
    let (inputs, outputs) = (weights.len() / bias.len(), bias.len());
    let weights = TensorData::new(weights.to_vec(), [inputs, outputs]);
    let bias = TensorData::new(bias.to_vec(), [outputs]);
    Linear {
        weight: Param::from_tensor(Tensor::from_data(weights, &DEVICE)),
        bias: Some(Param::from_tensor(Tensor::from_data(bias, &DEVICE))),
    }
}

/// The network that learns, with the state of its optimiser.
pub(super) struct Learner {
    layers: Layers<Gradients>,
    adam: OptimizerAdaptor<Adam, Layers<Gradients>, Gradients>,
    rate: f64,
}

/// What a learner needs to go on, as burn writes it.
#[derive(Serialize, Deserialize)]
pub(super) struct LearnerState {
    layers: Vec<u8>,
    adam: Vec<u8>,
}

impl Learner {
    pub(super) fn new(network: &Network, rate: f64) -> Learner {
        Learner {
            layers: Layers::new(network),
            adam: AdamConfig::new().init(),
            rate,
        }
    }

    /// One step towards `targets`, the values that the moves `actions` should have
    /// had. `cells` are the boards one after the other. Returns the mean square of
    /// the error.
    pub(super) fn step(&mut self, cells: Vec<f32>, actions: Vec<i64>, targets: Vec<f32>) -> f32 {
        let batch = actions.len();
        let inputs = cells.len() / batch;
        let boards = Tensor::from_data(TensorData::new(cells, [batch, inputs]), &DEVICE);
        let actions: Tensor<Gradients, 2, Int> =
            Tensor::from_data(TensorData::new(actions, [batch, 1]), &DEVICE);
        let targets = Tensor::from_data(TensorData::new(targets, [batch, 1]), &DEVICE);
        let values = self.layers.forward(boards).gather(1, actions);
        let loss = (values - targets).powi_scalar(2).mean();
        let error = loss.clone().into_scalar();
        let gradients = GradientsParams::from_grads(loss.backward(), &self.layers);
        self.layers = self.adam.step(self.rate, self.layers.clone(), gradients);
        error
    }

    /// Copies the weights into a plain network of the same shape.
    pub(super) fn copy_to(&self, network: &mut Network) {
        let Layers { hidden, output } = &self.layers;
        copy(&hidden.weight, &mut network.hidden_weights);
        copy(&output.weight, &mut network.output_weights);
        for (from, to) in [
            (&hidden.bias, &mut network.hidden_bias),
            (&output.bias, &mut network.output_bias),
        ] {
            copy(from.as_ref().expect("every layer has a bias"), to);
        }
    }

    pub(super) fn state(&self) -> LearnerState {
        let recorder = BinBytesRecorder::<FullPrecisionSettings>::default();
        let written = "memory takes all bytes";
        let layers = self.layers.clone().into_record();
        LearnerState {
            layers: recorder.record(layers, ()).expect(written),
            adam: recorder.record(self.adam.to_record(), ()).expect(written),
        }
    }

    /// Goes on from a state of a learner of the same shape.
    pub(super) fn resume(
        network: &Network,
        rate: f64,
        state: LearnerState,
    ) -> Result<Learner, TrainError> {
        let recorder = BinBytesRecorder::<FullPrecisionSettings>::default();
        let fresh = Learner::new(network, rate);
        let damaged = |error: burn::record::RecorderError| TrainError::Damaged(error.to_string());
        let layers = recorder.load(state.layers, &DEVICE).map_err(damaged)?;
        let adam = recorder.load(state.adam, &DEVICE).map_err(damaged)?;
        Ok(Learner {
            layers: fresh.layers.load_record(layers),
            adam: fresh.adam.load_record(adam),
            rate,
        })
    }
}

fn copy<const D: usize>(from: &Param<Tensor<Gradients, D>>, to: &mut [f32]) {
    let data = from.val().into_data();
    to.copy_from_slice(data.as_slice().expect("weights are f32"));
}
