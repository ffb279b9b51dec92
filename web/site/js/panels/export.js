// What can be taken away: a picture of the position, and a reviewed game as text. Where the system has a share sheet they
// are handed to it, too.

import { button, el } from "../dom.js";
import { canShare, save, share } from "../files.js";

export function exportPanel(session, board) {
  const name = (ending) => `${session.rules.name}.${ending}`;
  // Loaded when they are wanted; `offline.js` keeps them for later.
  const drawing = () => import("../picture.js");
  const png = async () => {
    const { pictureOf, toPng } = await drawing();
    return new File([await toPng(pictureOf(board.picture, caption()))], name("png"), { type: "image/png" });
  };
  const svg = async () => {
    const { pictureOf, toSvg } = await drawing();
    return new File([toSvg(pictureOf(board.picture, caption()))], name("svg"), { type: "image/svg+xml" });
  };
  const review = async () => {
    const { annotate } = await import("../annotated.js");
    return new File([annotate(session)], name("txt"), { type: "text/plain" });
  };
  const plain = (icon, text, act, id) => button(icon, text, act, { class: "plain", id });
  const pictures = [
    plain("save", "Picture (PNG)", async () => save(await png()), "save-png"),
    plain("save", "Picture (SVG)", async () => save(await svg()), "save-svg"),
    canShare("board.png", "image/png") ? plain("share", "Share the picture", async () => share(await png()), "share-picture") : null,
  ].filter(Boolean);
  const reviews = [
    plain("save", "Review as text", async () => save(await review()), "save-review"),
    canShare("review.txt", "text/plain") ? plain("share", "Share the review", async () => share(await review()), "share-review") : null,
  ].filter(Boolean);
  const element = el("section", { class: "panel export", "aria-labelledby": "export-title" },
    el("h2", { id: "export-title" }, "To keep or to share"), el("div", { class: "row" }, pictures, reviews));

  function caption() {
    const { kind, rules, ended, toMove } = session;
    const state = !ended ? `${kind.names[toMove]} to move` : ended.winner === null ? "a draw" : `${kind.names[ended.winner]} has won`;
    return `${kind.title} ${rules.size}×${rules.size}: ${state}`;
  }

  function show() {
    const { mode, showsValues, shown } = session;
    for (const control of pictures) control.hidden = !board.picture;
    // There is something to tell once values are shown.
    for (const control of reviews) control.hidden = mode !== "analyse" || !showsValues || shown.line.length < 2;
    element.hidden = mode === "learn" || [...pictures, ...reviews].every((control) => control.hidden);
  }

  return { element, show };
}
