// Whose turn it is and what to do; who wins, in words and with a reason if there is one; how a
// game has ended, and why.

import { el, icon, withCode } from "../dom.js";
import * as engine from "../engine.js";
import { explained, judged, mistakes, shownMistake, slips } from "../review.js";
import { strength } from "../seats.js";
import { plies, sentence, shares } from "../words.js";

const SHAPES = ["win", "draw", "loss", "estimate"];

export function statusPanel(session, board) {
  const verdict = el("p", { class: "verdict" });
  const because = el("p", { class: "because" });
  const turn = el("p", { class: "turn" });
  const told = el("div", { role: "status", "aria-live": "polite" }, verdict, because, turn);
  const element = el("section", { class: "status", "aria-label": "State of the game" }, told);

  function show() {
    const { kind, words, because: known, winner = null } = tell(session, board);
    // Why a game ended stays to be read.
    const reason = session.linkError ?? (session.ended ? [board.refusal, known].filter(Boolean).join(" ") : board.refusal ?? known);
    element.classList.toggle("is-review", session.mode === "analyse" && session.showsValues && slips(session, session.shown.line).length > 0);
    const emblem = winner && session.kind.emblem(winner);
    write(verdict, `verdict is-${kind}`, [...(emblem ? [emblem] : SHAPES.includes(kind) ? [icon(kind)] : []), words]);
    write(because, "because", withCode(reason ?? ""));
    write(turn, "turn", turnOf(session, board));
  }

  return { element, show };
}

/** Writes what has changed, so that a screen reader does not say the same again. */
function write(element, name, content) {
  const next = el("p", { class: name }, content);
  if (next.outerHTML === element.outerHTML) return;
  element.className = name;
  element.replaceChildren(...next.childNodes);
}

function tell(session, board) {
  const { ended, mode, exercise } = session;
  if (exercise) return exercise.told;
  if (session.isExample) return { kind: "turn", ...session.kind.welcome };
  if (ended) return ending(session);
  const found = mode === "play" ? playing(session, board) : analysis(session);
  const because = hinted(session, board) ?? reviewed(session);
  return because ? { ...found, because } : found;
}

/** A hint in words, so that it is heard too; `null` if none is shown. */
function hinted(session, board) {
  const hint = shownMistake(session) ? null : session.arrows.find(({ kind }) => kind === "best");
  return hint ? `Hint: ${board.describe?.(hint.move) ?? `play ${hint.move}`}.` : null;
}

/** The mistake that is looked at, from before it or after, in words. */
function reviewed(session) {
  const isShown = session.mode === "analyse" && session.showsValues;
  return isShown ? explained(session, shownMistake(session) ?? session.shown.at) : null;
}

/** What people call a player: themselves, an agent, or a side. */
function caller(session) {
  const { seats, kind, mode, info } = session;
  return (player) => {
    if (mode !== "play" || seats.opponent === "friend" || seats.isWatched) return kind.names[player];
    if (session.match) return seats.isHuman(player) ? "You" : "Your friend";
    return seats.isHuman(player) ? "You" : strength(info, seats.playerOf(player))[0];
  };
}

function ending(session) {
  const { ended, shown, rules, seats, mode } = session;
  const call = caller(session);
  const why = ended.isRepeated ? "This position has come up for the third time."
    : rules.explain(shown.position, ended, call);
  const verb = (name) => (name === "You" ? "You have won" : `${name} has won`);
  const lost = mode === "play" && seats.person && ended.winner !== null && ended.winner !== seats.person;
  const words = ended.isRepeated ? "A draw by repetition"
    : ended.winner === null ? "A draw"
      : lost ? "You have lost" : verb(call(ended.winner));
  return { kind: "over", words, because: [why, told(session, call)].filter(Boolean).join(" "), winner: ended.winner };
}

/** How many moves changed the outcome, as far as that is known. */
function told(session, call) {
  const { line } = session.shown;
  if (session.line || line.length < 2) return null;
  const share = judged(session, line);
  if (share.isAwaited) return null;
  const found = mistakes(session, line);
  const could = share.judged < share.of ? `${share.judged} of ${share.of} moves could be judged.` : "";
  if (found.length === 0 && could) return could;
  const by = (player) => found.filter((node) => session.rules.toMove(node.parent.position) === player).length;
  const [first, second] = Object.keys(session.kind.names);
  return `Mistakes: ${[first, second].map((player) => `${call(player)} ${by(player)}`).join(", ")}. ${could}`;
}

function playing(session, board) {
  const { seats, toMove, isThinking, shown, problem, paused } = session;
  const call = caller(session);
  const name = call(toMove);
  // A game by link needs no engine.
  if (session.match && shown.isAtEnd) return played(session, board);
  if (problem) return { kind: "problem", words: engine.words.away, because: `${sentence(problem)} It is asked again.` };
  if (!shown.isAtEnd) return { kind: "past", words: `Move ${shown.ply} of ${shown.line.length - 1}`, because: session.isOpen ? "Go on from here with another move, or forward to the game." : "Forward to the game." };
  if (isThinking) return { kind: "waits", words: `${name} is thinking …`, winner: toMove };
  if (paused) return { kind: "waits", words: `${name} waits`, winner: toMove };
  const words = seats.person ? "Your move" : `${name} to move`;
  const because = session.news ?? (session.canBringBack ? "A new game."
    : shown.at.times > 1 ? "This position has come up twice; the third time is a draw." : followed(session, call) ?? sentence(board.guide));
  return { kind: "turn", words, because, winner: toMove };
}

/** The rule of thumb that the last move followed, if an agent said so. */
function followed(session, call) {
  const { at } = session.shown;
  const rule = at.parent && session.ruleOf(at.parent.position, at.move);
  return rule ? `${call(session.rules.toMove(at.parent.position))} played by the rule: “${rule.text}”` : null;
}

/** A game with a friend on another device, which goes from link to link. */
function played({ match, seats, toMove, shown, news }, board) {
  const isTwice = shown.at.times > 1 ? "This position has come up twice; the third time is a draw. " : "";
  if (seats.isHuman(toMove)) return { kind: "turn", words: "Your move", because: news ?? (isTwice || sentence(board.guide)), winner: toMove };
  const isSent = match.sent === match.moves.length;
  const words = isSent ? "Your friend’s move" : "Send the link";
  const because = isSent ? "The answer is a link: open it on this device, or paste it below." : "It is your friend’s move. The link has the whole game, and no server is asked.";
  return { kind: "waits", words, because: news ?? isTwice + because, winner: toMove };
}

function analysis({ evaluation, showsValues, kind }) {
  if (!showsValues) return { kind: "hidden", words: "Values are hidden" };
  if (!evaluation) return { kind: "unknown", words: kind.waiting ?? "…" };
  if (evaluation.refused) return { kind: "unknown", words: "Not known here", because: sentence(evaluation.refused) };
  if (evaluation.kind === "estimate") {
    return { ...evaluation, winner: null, because: `An estimate of a network, not a value: ${shares(evaluation.estimate)} for the player to move. ${evaluation.because ?? ""}` };
  }
  return { ...evaluation, winner: evaluation.winner };
}

function turnOf(session, board) {
  const { toMove, kind, ended, shown, rules, mode, exercise } = session;
  const last = shown.lastMove;
  const by = last ? kind.names[rules.toMove(shown.at.parent.position)] : null;
  const played = last ? el("span", { class: "unseen" }, `${by} played ${last}. `) : null;
  if (exercise) return [played];
  if (session.isExample) return [played];
  if (ended) return [played, `The game is over after ${plies(shown.ply)}.`];
  if (mode === "play") return [played];
  const mover = [played, kind.emblem(toMove), ` ${kind.names[toMove]} to move`];
  if (session.editing) return [...mover, ": set up the board"];
  return [...mover, session.isOpen ? `: ${board.guide}` : ""];
}
