// The rules of a card: which of them are learnt, and how often each was followed in check-ups.

import { el } from "../dom.js";
import { at } from "../place.js";

export function cardList() {
  const list = el("ol", {});
  const element = el("div", { class: "card-rules" }, el("h3", {}, "The card, the most important rule first"), list,
    el("p", {}, el("a", { href: at("rules.html#card") }, "The card to print")));

  /** `null` hides it; `current` is the rule that is learnt now. */
  function show(card) {
    element.hidden = !card;
    if (!card) return;
    list.replaceChildren(...card.rules.map(({ name, text, isLearnt, right, of }) => el("li", {
      "data-rule": name,
      "aria-current": name === card.current?.name ? "step" : null,
    }, text, isLearnt ? " \u2713" : "", isLearnt ? el("span", { class: "unseen" }, " learnt") : "", of > 0 ? ` ${right} of ${of}` : "")));
  }

  return { element, show };
}
