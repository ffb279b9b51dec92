// A reviewed game as text for people: each move with its mark, what was wrong with it and what was best. Its link opens the
// game again, here and where the text is pasted.

import { explained, judged } from "./review.js";

export function annotate(session) {
  const { kind: { title, names }, rules, shown } = session;
  const { line } = shown;
  const last = line.at(-1);
  const moves = line.slice(1).map((node) => explained(session, node) || `${node.ply}. ${node.move}`);
  return `${[rules.size ? `${title} ${rules.size}×${rules.size}` : title, session.address, "", ...moves, "", ...ending(last, rules, names), share(judged(session, line))].join("\n")}\n`;
}

function ending({ ended, position }, rules, names) {
  if (!ended) return ["The game goes on."];
  if (ended.isRepeated) return ["A draw by repetition."];
  return [ended.winner === null ? "A draw." : `${names[ended.winner]} has won. ${rules.explain(position, ended, (player) => names[player])}`];
}

const share = (found) => (found.judged === found.of ? "All moves were judged." : `${found.judged} of ${found.of} moves could be judged.`);
