// The verdict as a bar beside the board, in the colours of the players: who wins has the
// more of it the sooner it is.

import { el, set } from "../dom.js";
import { percent } from "../words.js";

/** A win that is so far away is half of one on the bar. */
const FAR = 40;

export function barPanel(session) {
  const [first, second] = Object.keys(session.kind.names);
  const fill = el("span", { class: "fill" });
  const label = el("span", { class: "bar-label" });
  const element = el("div", { class: "bar", "aria-hidden": "true" }, fill, label);

  function show() {
    const told = share(session, first);
    // It keeps its place where it has nothing to say.
    set(element, {
      hidden: session.mode !== "analyse",
      class: `bar${told?.isEstimate ? " is-estimate" : ""}${told ? "" : " is-empty"}`,
      "data-leader": told && told.share !== 0.5 ? (told.share > 0.5 ? "first" : "second") : null,
    });
    fill.style.setProperty("--share", told?.share ?? 0.5);
    label.textContent = told?.text ?? "";
  }

  return { element, show };

  function share({ showsValues, ended, evaluation }) {
    if (ended) return { share: ended.winner === null ? 0.5 : Number(ended.winner === first), text: "" };
    if (!showsValues || !evaluation || evaluation.refused) return null;
    return shareOf(evaluation, [first, second]);
  }
}

/** The first player's share of a position, from 0 to 1, with a short text; `null` if nothing is known. */
export function shareOf({ value, winner, toMove, estimate }, [first]) {
  if (estimate) {
    const share = percent(estimate) / 100;
    return { share: toMove === first ? share : 1 - share, text: "~", isEstimate: true };
  }
  if (value.outcome === "open") return null;
  if (winner === null) return { share: 0.5, text: "=" };
  const near = value.distance === null ? 0.5 : 1 / (1 + value.distance / FAR);
  const share = 0.5 + near / 2;
  return { share: winner === first ? share : 1 - share, text: value.distance === null ? "" : String(value.distance) };
}
