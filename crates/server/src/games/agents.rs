//! The agents that a game offers, and their moves.
//!
//! Only what is offered can be asked for: a budget from outside could keep a worker
//! busy for hours.

use quixotic_agents::{AgentError, AgentSpec, Playable, Players};
use quixotic_game::Budget;

use super::{AgentInfo, Answer, ChoiceJson, answer_for_now};
use crate::refusal::Refusal;

/// What `agent=` takes, and what people read; the weakest first.
pub(crate) type Offer = (&'static str, &'static str);

/// Those of the offers that can play the game with what is here.
pub(crate) fn offers<G: Playable>(players: &Players<G>, offers: &[Offer]) -> Vec<AgentInfo> {
    let can_play =
        |agent: &str| AgentSpec::parse(agent).is_ok_and(|spec| players.build(&spec, 0).is_ok());
    let able: Vec<Offer> = offers
        .iter()
        .copied()
        .filter(|(agent, _)| can_play(agent))
        .collect();
    listed(&able)
}

/// All of the offers.
pub(crate) fn listed(offers: &[Offer]) -> Vec<AgentInfo> {
    let info = |&(agent, title): &Offer| AgentInfo { agent, title };
    offers.iter().map(info).collect()
}

/// An agent's move, which may be another one with another seed.
pub(crate) fn choose<G: Playable>(
    name: &'static str,
    players: &Players<G>,
    offers: &[Offer],
    position: &G::Position,
    agent: &str,
    seed: u64,
) -> Result<Answer, Refusal> {
    let Some(&(agent, _)) = offers.iter().find(|offer| offer.0 == agent) else {
        let names: Vec<&str> = offers.iter().map(|offer| offer.0).collect();
        return Err(Refusal::Bad(format!(
            "there is no such agent for {name}; there are {}",
            names.join(", ")
        )));
    };
    let spec = AgentSpec::parse(agent).map_err(|error| Refusal::Broken(error.to_string()))?;
    let built = players.build(&spec, seed);
    let mut built = built.map_err(|error| Refusal::NotHere(error.to_string()))?;
    let game = players.game();
    let mv = built
        .choose(position, &Budget::UNLIMITED)
        .map_err(|error| match error {
            AgentError::GameOver => Refusal::Bad(error.to_string()),
            AgentError::Stopped(why) => Refusal::NotYet(why.to_string()),
            AgentError::Oracle(_) => {
                Refusal::NotHere(format!("the solution of {name} cannot be read"))
            }
        })?;
    answer_for_now(&ChoiceJson {
        game: name,
        position: game.format_position(position),
        agent,
        mv: game.format_move(mv),
        after: game.format_position(&game.play(position, mv)),
        reason: None,
    })
}
