// A game and its rules as the command line has them: `quixo4`, `ultimate --rules won-closed`. That is the name of rules on the
// page; questions, addresses and saved games have the two parts.

const STANDARD = "standard";

/** The name for `{ game, rules }`. */
export const idOf = ({ game, rules = STANDARD }) => (rules === STANDARD ? game : `${game} ${rules}`);

/** `{ game, rules }` of a name; the standard rules are left out. */
export function partsOf(id) {
  const [game, ...options] = id.split(" ");
  return { game, ...(options.length > 0 ? { rules: options.join(" ") } : {}) };
}
