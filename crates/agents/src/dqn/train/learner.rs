//! What the network learns from a turn.

use quixotic_quixo::Board;

use crate::dqn::Network;
use crate::trainer::Learner;

/// A move and the value that it should have had.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lesson {
    pub(super) board: Board,
    pub(super) action: usize,
    pub(super) value: f32,
}

impl Learner for Network {
    type Lesson = Lesson;

    fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// Its loss is the square of the error. Only one value is in error, so of each row of
    /// the output only one weight counts.
    #[inline(always)]
    fn learn(&self, lesson: Lesson, gradient: &mut [f32]) -> f64 {
        let hidden = self.hidden(lesson.board);
        let error = self.value(&hidden, lesson.action) - lesson.value;
        let slope = 2.0 * error;
        let mut of_hidden = [0.0; Network::HIDDEN];
        for (unit, activity) in hidden.iter() {
            let place = self.output.row(unit) + lesson.action;
            gradient[place] += slope * activity;
            of_hidden[unit] = slope * self.weights[place];
        }
        gradient[self.output.bias().start + lesson.action] += slope;
        let inputs = self.inputs(lesson.board);
        self.hidden.backward(gradient, inputs, &of_hidden);
        f64::from(error * error)
    }
}
