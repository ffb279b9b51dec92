// The position as text: copy it, paste one, share a link, begin to set one up.

import { button, el, set } from "../dom.js";

export function positionPanel(session) {
  const field = el("input", {
    id: "position",
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "characters",
    "aria-describedby": "position-problem",
    onchange: () => open(field.value),
    onkeydown: (event) => event.key === "Enter" && open(field.value),
    onpaste: (event) => {
      event.preventDefault();
      open(event.clipboardData.getData("text").trim());
    },
  });
  const problem = el("p", { id: "position-problem", class: "problem", role: "alert", hidden: true });
  const said = el("span", { class: "said", role: "status" });
  const copyPosition = button("copy", "Copy", () => copy(session.rules.format(session.position), "Position copied"),
    { class: "plain" });
  const copyLink = button("link", "Copy link", () => copy(session.address, "Link copied"), { class: "plain", id: "copy-link" });
  const edit = button("edit", "Set up", () => session.setEditing(!session.editing), { class: "plain", id: "set-up" });
  const element = el("section", { class: "panel position", "aria-labelledby": "position-title" },
    el("h2", { id: "position-title" }, el("label", { for: "position" }, "Position")),
    field, problem,
    el("div", { class: "row" }, copyPosition, copyLink, session.kind.editable ? edit : null, said));

  function open(text) {
    if (text === session.rules.format(session.position)) return;
    try {
      session.loadPosition(text);
      fail(null);
    } catch (error) {
      field.value = text;
      fail(`That is not a position: ${error.message}.`);
    }
  }

  function fail(message) {
    problem.textContent = message ?? "";
    problem.hidden = !message;
    set(field, { "aria-invalid": message ? "true" : null });
  }

  async function copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = done;
    } catch {
      field.focus();
      field.select();
      said.textContent = "Press Ctrl+C to copy";
    }
    setTimeout(() => { said.textContent = ""; }, 2500);
  }

  let shown = null;
  function show() {
    const text = session.rules.format(session.position);
    if (text !== shown) {
      shown = text;
      field.value = text;
      fail(session.linkError);
    } else if (session.linkError) {
      fail(session.linkError);
    }
    set(edit, { "aria-pressed": String(session.editing) });
    edit.lastElementChild.textContent = session.editing ? "Done" : "Set up";
  }

  return { element, show };
}
