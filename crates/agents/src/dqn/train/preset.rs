//! How training goes: the paper's three stages, its exploration and its reward.

use crate::AgentSpec;

/// Everything that training depends on but the seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// One after the other.
    pub stages: Vec<Stage>,
    /// The share of random moves at the end of a stage.
    pub final_exploration: f64,
    /// How much a value one turn later counts.
    pub discount: f32,
    /// The step size of the optimiser (Adam).
    pub learning_rate: f64,
    /// Turns in a step of learning.
    pub batch: usize,
    /// Own turns from one step of learning to the next.
    pub learn_every: u64,
    /// Turns that are remembered.
    pub memory: usize,
    /// Steps of learning from one copy of the network to the target to the next.
    pub target_every: u64,
    /// Plies after which a game is broken off as a draw.
    pub longest_game: u32,
}

/// A part of the training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Games to play.
    pub episodes: u64,
    /// The opponents, each as likely as the others.
    pub opponents: Vec<AgentSpec>,
}

impl Preset {
    /// The paper's three stages (its section 3.3) with that many games each:
    /// against random, against random and minimax:2, against minimax:2. What the
    /// paper leaves open is set to what is usual.
    pub fn paper(episodes: u64) -> Preset {
        let (random, minimax) = (AgentSpec::Random, AgentSpec::Minimax { depth: 2 });
        let stages = [
            vec![random.clone()],
            vec![random, minimax.clone()],
            vec![minimax],
        ];
        let stage = |opponents| Stage {
            episodes,
            opponents,
        };
        Preset {
            stages: stages.map(stage).into(),
            final_exploration: 0.05,
            discount: 0.95,
            learning_rate: 5e-4,
            batch: 64,
            learn_every: 4,
            memory: 50_000,
            target_every: 500,
            longest_game: 200,
        }
    }

    /// Games of all stages.
    pub fn episodes(&self) -> u64 {
        self.stages.iter().map(|stage| stage.episodes).sum()
    }

    /// The stage of a game and its number in the stage.
    pub(super) fn stage_of(&self, mut episode: u64) -> Option<(&Stage, u64)> {
        for stage in &self.stages {
            if episode < stage.episodes {
                return Some((stage, episode));
            }
            episode -= stage.episodes;
        }
        None
    }

    /// The paper's equation 4, the share of random moves in game `number` of a
    /// stage: ε = b / (b + k), with b such that the last game of the stage has the
    /// final share. It is greedy in the limit, with infinite exploration.
    pub(super) fn exploration(&self, stage: &Stage, number: u64) -> f64 {
        let last = self.final_exploration / (1.0 - self.final_exploration);
        let b = stage.episodes as f64 * last;
        b / (b + number as f64)
    }

    /// The paper's equation 3 over 200, so that it lies between −1 and 1: ±(200 −
    /// plies of the game) for the winner and the loser, so that short games count
    /// more. (The paper writes "episode number" where the length of the episode
    /// must be meant: its stages have 100,000 episodes.)
    pub(super) fn reward(&self, plies: u32) -> f32 {
        let longest = self.longest_game.max(1) as f32;
        (longest - plies as f32).max(0.0) / longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exploration_falls_to_its_final_share() {
        let preset = Preset::paper(1000);
        let stage = &preset.stages[0];
        assert_eq!(preset.exploration(stage, 0), 1.0);
        assert!((preset.exploration(stage, 1000) - 0.05).abs() < 1e-12);
        assert!(preset.exploration(stage, 100) > preset.exploration(stage, 200));
    }

    #[test]
    fn stages_follow_each_other() {
        let preset = Preset::paper(10);
        assert_eq!(preset.episodes(), 30);
        assert_eq!(preset.stage_of(9), Some((&preset.stages[0], 9)));
        assert_eq!(preset.stage_of(10), Some((&preset.stages[1], 0)));
        assert_eq!(preset.stage_of(30), None);
    }

    #[test]
    fn short_wins_are_worth_more() {
        let preset = Preset::paper(1);
        assert_eq!(preset.reward(0), 1.0);
        assert_eq!(preset.reward(20), 0.9);
        assert_eq!(preset.reward(300), 0.0);
    }
}
