//! What agents want to know of a game beyond its rules.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use quixotic_game::{Budget, Game, Outcome, Rng, Stopped, mix};

use crate::net::Estimate;
use crate::rules::Explained;
use crate::{Agent, AgentSpec, BuildError, Players};

/// A game that the agents of this crate can play.
///
/// Everything but the name and a judgement of positions has a default that is
/// right for any game; a game overrides what it can do faster.
pub trait Playable: Game<Position: Send + Sync, Move: Send + Sync> + Send + Sync + 'static {
    /// The name of the game on the command line, whatever its rules: `quixo4`.
    fn name(&self) -> String;

    /// The options of the command line that lead from the usual rules of the game to
    /// these: `--line 3`; `None` for the usual rules.
    fn rules(&self) -> Option<String> {
        None
    }

    /// The plain judgement of a position in which the game is not over, for the
    /// player to move, that `minimax` looks at: greater is better, less than
    /// [`WON`](crate::WON) in size.
    fn heuristic(&self, position: &Self::Position) -> i32;

    /// The judgement that `search` looks at.
    fn evaluate(&self, position: &Self::Position) -> i32 {
        self.heuristic(position)
    }

    /// What `search` judges by instead of [`Playable::evaluate`], if there is something
    /// better.
    fn judge(_players: &Players<Self>) -> Option<Arc<dyn Judge<Self>>>
    where
        Self: Sized,
    {
        None
    }

    /// How likely the outcomes of a position are in which the game is not over, for the
    /// player to move, where something can tell that.
    fn estimate(_players: &Players<Self>, _position: &Self::Position) -> Option<Estimate>
    where
        Self: Sized,
    {
        None
    }

    /// Whether the player to move is known to have a move that wins at once. A game that
    /// can tell this quickly saves a search its last ply.
    fn wins_at_once(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The level of a position, where the game has levels.
    fn level(&self, _position: &Self::Position) -> Option<u8> {
        None
    }

    /// The legal moves with the positions they lead to, in the order of
    /// [`Game::moves`].
    fn children(&self, position: &Self::Position) -> Vec<(Self::Move, Self::Position)> {
        let moves = self.moves(position);
        let child = |mv| (mv, self.play(position, mv));
        moves.into_iter().map(child).collect()
    }

    /// The position after a random legal move; `None` when the game is over.
    fn random_child(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Position> {
        let mv = rng.pick(&self.moves(position))?;
        Some(self.play(position, mv))
    }

    /// The position that stands for all that are the same but for a symmetry of the game.
    fn image(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// A number for a position that other positions hardly ever share.
    fn key(&self, position: &Self::Position) -> u64 {
        let mut hasher = Mixer(0);
        position.hash(&mut hasher);
        hasher.finish()
    }

    /// The legal moves with their outcomes for the player who makes them, the best
    /// first, where the game can be solved while somebody waits.
    #[expect(clippy::type_complexity, reason = "a name would not make it clearer")]
    fn solved_moves(
        &self,
        _position: &Self::Position,
        _budget: &Budget,
    ) -> Result<Option<Vec<(Self::Move, Outcome)>>, Stopped> {
        Ok(None)
    }

    /// How to come by the solution of the game, in words that follow "there is no
    /// solution here:".
    fn how_to_solve(&self) -> String {
        "the game is not solved".into()
    }

    /// What the card of `rules` says of a position, where the game has one.
    fn explain(&self, _position: &Self::Position) -> Option<Explained<Self::Move>> {
        None
    }

    /// Whether an agent can play the game here, which can be known without building it.
    fn can_play(players: &Players<Self>, spec: &AgentSpec) -> bool
    where
        Self: Sized,
    {
        players.can_build(spec)
    }

    /// An agent that only this game has, or that it has in a form of its own.
    /// `None` leaves the choice to [`Players::build`].
    fn own_agent(
        _players: &Players<Self>,
        _spec: &AgentSpec,
        _seed: u64,
    ) -> Option<Result<Box<dyn Agent<Self>>, BuildError>>
    where
        Self: Sized,
    {
        None
    }
}

/// Something that judges positions.
pub trait Judge<G: Game>: Send + Sync {
    /// The judgement of a position in which the game is not over, for the player to move:
    /// greater is better, less than [`WON`](crate::WON) in size.
    fn judge(&self, position: &G::Position) -> i32;
}

/// A hasher without a secret, so that keys are the same in every run.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(23) ^ word);
    }
}
