// The position and the game as text: copy them, paste others, share a link, save and load
// games, begin to set a position up.

import { button, el, set } from "../dom.js";
import { save } from "../files.js";
import { writeGame } from "../reading.js";

export function positionPanel(session) {
  const field = el("input", {
    id: "position",
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-describedby": "position-help position-problem",
    onchange: () => open(field.value),
    onkeydown: (event) => event.key === "Enter" && open(field.value),
    onpaste: (event) => {
      event.preventDefault();
      open(event.clipboardData.getData("text").trim());
    },
  });
  const problem = el("p", { id: "position-problem", class: "problem", role: "alert", hidden: true });
  const said = el("span", { class: "said", role: "status" });
  const plain = (name, text, act, id) => button(name, text, act, { class: "plain", id });
  const file = el("input", { type: "file", id: "game-file", hidden: true, accept: ".json,.jsonl,.txt", onchange: load });
  const copyPosition = plain("copy", "Copy", () => copy(session.rules.format(session.position), "Position copied"), "copy-position");
  const copyLink = plain("link", "Copy link", () => copy(session.address, "Link copied"), "copy-link");
  const copyMoves = plain("copy", "Copy moves", () => copy(session.tree.toText(), "Moves copied"), "copy-moves");
  const saving = plain("save", "Save game", saveGame, "save-game");
  const loadGame = plain("load", "Load game", () => file.click(), "load-game");
  const edit = plain("edit", "Set up", setUp, "set-up");
  const element = el("section", { class: "panel position", hidden: true, "aria-labelledby": "position-title" },
    el("h2", { id: "position-title" }, el("label", { for: "position" }, "Position")),
    field,
    el("p", { class: "legend-line", id: "position-help" }, "Paste a position, a list of moves, a link or a saved game."),
    problem,
    el("div", { class: "row" }, copyPosition, copyLink, copyMoves, saving, loadGame, session.kind.editable ? edit : null, file, said));

  function open(text) {
    if (!text.trim() || text === session.rules.format(session.position)) return;
    try {
      session.open(text);
      field.value = session.rules.format(session.position);
      fail(null);
    } catch (error) {
      // A game that is shown in part has its position in the field.
      if (!/up to here|link does not work/.test(error.message)) field.value = text;
      fail(error.message);
    }
  }

  /** The buttons of the set-up take the place of the one that was pressed. */
  function setUp() {
    session.setEditing(true);
    document.querySelector("[data-brush]").focus({ preventScroll: true });
  }

  async function load() {
    const [chosen] = file.files;
    file.value = "";
    if (chosen) open(await chosen.text());
  }

  /** The game as a file that the command reads too. */
  function saveGame() {
    const [x, o] = Object.keys(session.kind.names).map((side) => session.seats.playerOf(side));
    const text = writeGame(session.tree, session.mode === "play" ? { x, o } : { x: "human", o: "human" });
    save(new File([text], `${session.rules.name}.json`, { type: "application/json" }));
    tell("Game saved");
  }

  function fail(message) {
    problem.textContent = message ?? "";
    problem.hidden = !message;
    set(field, { "aria-invalid": message ? "true" : null });
  }

  async function copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      tell(done);
    } catch {
      field.value = text;
      field.focus();
      field.select();
      tell("Press Ctrl+C to copy");
    }
  }

  function tell(text) {
    said.textContent = text;
    setTimeout(() => { said.textContent = ""; }, 2500);
  }

  let shown = null;
  function show() {
    element.hidden = session.mode === "learn" || session.isExample;
    const text = session.rules.format(session.position);
    if (text !== shown) {
      shown = text;
      field.value = text;
      fail(session.linkError);
    } else if (session.linkError) {
      fail(session.linkError);
    }
    // The set-up has buttons of its own.
    edit.hidden = session.editing;
  }

  return { element, show };
}
