//! Names that come from outside: games with their rules, agents, hands of numbers. No
//! text panics, and what is read is written as something that reads as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quixotic_agents::AgentSpec;
use quixotic_catalog::GameId;
use quixotic_numerical::{Hand, Rules};

fuzz_target!(|text: &str| {
    if let Ok(id) = text.parse::<GameId>() {
        assert_eq!(id.to_string().parse::<GameId>().ok(), Some(id.clone()));
        let json = serde_json::to_string(&id).expect("an id is JSON");
        assert_eq!(serde_json::from_str::<GameId>(&json).ok(), Some(id));
    }
    if let Ok(id) = serde_json::from_str::<GameId>(text) {
        let _ = id.slug();
    }
    if let Ok(agent) = AgentSpec::parse(text) {
        assert_eq!(AgentSpec::parse(&agent.to_string()), Ok(agent));
    }
    if let Ok(hand) = text.parse::<Hand>() {
        assert_eq!(hand.to_string().parse(), Ok(hand));
    }
    for size in [3, 4] {
        let (split, target) = text.split_once(';').unwrap_or((text, ""));
        let target = Some(target).filter(|target| !target.is_empty());
        for (split, hands) in [(Some(split), None), (None, Some(split))] {
            let _ = Rules::from_options(size, split, hands, target);
        }
    }
});
