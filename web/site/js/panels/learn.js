// Learn: an introduction of half a minute, then puzzles without end.

import { button, el, set } from "../dom.js";
import * as engine from "../engine.js";
import { findPuzzle, puzzleAt } from "../learn/puzzles.js";
import { findInSet, puzzleOfDay, puzzleWith } from "../learn/set.js";
import { recall, remember } from "../memory.js";
import { GameTree } from "../tree.js";
import { plies, sentence } from "../words.js";

/** How long a wrong move, and the opponent's reply, stay to be seen. */
const A_MOMENT = 700;
/** Before an engine that does not answer is asked again. */
const AWAY = 3000;
const GRADES = { 1: "Easy", 2: "Easy", 3: "Medium", 4: "Hard", 5: "Very hard" };
const WANTED = { rising: "Rising", 1: "Easy", 3: "Medium", 5: "Hard" };
/** The grades that are meant by one. */
const MEANT = { 1: [1, 2], 3: [3], 5: [4, 5] };

const pause = (time) => new Promise((done) => setTimeout(done, time));

export function learnPanel(session) {
  const { kind } = session;
  const courseKey = `course-${kind.page}`;
  const streakKey = `streak-${kind.page}`;
  /** What is shown: a step of the introduction or a puzzle, with how far it is. */
  let lesson = null;
  let isSearching = false;
  /** Whether a search has found nothing; another one is the person's choice. */
  let isVain = false;

  const plain = (name, text, act, id) => button(name, text, act, { class: "plain", id });
  const title = el("h2", { id: "learn-title" });
  const progress = el("p", { class: "progress" });
  const streak = el("p", { class: "streak" });
  const task = el("p", { class: "task" });
  const next = plain("next", "Next", advance, "learn-next");
  const clue = plain("hint", "Hint", pointAtTile, "learn-hint");
  const solve = plain("hint", "Show the solution", reveal, "learn-solve");
  const daily = plain("review", "Puzzle of the day", () => newPuzzle(true), "learn-daily");
  const again = plain("restart", "Introduction", () => startCourse(), "learn-course");
  const puzzles = plain("next", "To the puzzles", skipCourse, "learn-puzzles");
  const analyse = plain("review", "Analyse it", () => session.analyse(), "learn-analyse");
  const copyLink = plain("link", "Copy link", copy, "learn-link");
  const grades = Object.entries(WANTED).map(([grade, name]) => el("button", {
    type: "button",
    "data-grade": grade,
    onclick: () => {
      remember("grade", grade);
      newPuzzle();
    },
  }, name));
  const choice = el("div", { class: "segments grades", role: "group", "aria-label": "How hard" }, grades);
  const element = el("section", { class: "panel learn", "aria-labelledby": "learn-title" },
    el("div", { class: "panel-head" }, title, progress), task, el("div", { class: "row" }, next, clue, solve, puzzles, daily, again, analyse, copyLink), choice, streak);

  session.addEventListener("exercise", ({ detail: { tree, goal } }) => openPuzzle(tree, goal));

  function show() {
    const { mode } = session;
    element.hidden = mode !== "learn";
    if (mode !== "learn") return;
    // Another size has other puzzles.
    if (!lesson && !isSearching && !isVain) recall(courseKey) || session.rules.name !== kind.course.game ? newPuzzle() : startCourse();
    const isCourse = lesson?.step !== undefined;
    title.textContent = isCourse ? "Introduction" : "Puzzle";
    progress.textContent = !lesson ? "" : isCourse ? `${lesson.step + 1} of ${kind.course.steps.length}` : `${GRADES[lesson.grade]}, grade ${lesson.grade} of 5`;
    task.textContent = lesson?.hint ?? (isSearching ? "Looking for a puzzle …" : "");
    const isDone = lesson?.state === "done";
    set(next, { hidden: isCourse ? !isDone : !lesson && !isVain, class: `plain${isDone ? " chief" : ""}` });
    next.lastElementChild.textContent = isCourse ? (isLast() ? "To the puzzles" : "Next") : isDone ? "Next puzzle" : "Another puzzle";
    solve.hidden = isDone || isCourse || !lesson;
    clue.hidden = solve.hidden || !lesson.line || lesson.state === "shown";
    daily.hidden = isCourse || !source().set;
    puzzles.hidden = !isCourse || isLast() && isDone;
    again.hidden = isCourse;
    analyse.hidden = isCourse || !lesson && !isVain;
    copyLink.hidden = analyse.hidden;
    choice.hidden = isCourse;
    const { now, best } = score();
    streak.hidden = isCourse;
    streak.textContent = `In a row: ${now}. Best: ${best}.`;
    for (const grade of grades) set(grade, { "aria-pressed": String(grade.dataset.grade === (recall("grade") ?? "rising")) });
  }

  const score = () => ({ now: 0, best: 0, ...recall(streakKey) });
  const isLast = () => lesson.step === kind.course.steps.length - 1;

  /** Puts a lesson on the board. */
  function begin(wanted, tree, { enters = false } = {}) {
    isSearching = false;
    lesson = { state: "open", ...wanted };
    const side = tree.rules.toMove(tree.position);
    session.learn({ tree, goal: wanted.goal ?? null, side, played, told: { kind: "task", words: wanted.words, winner: side, because: `${kind.names[side]} is to move.` } }, { enters });
  }

  /** Tells how a move was, and whether the person goes on. */
  function tell(words, kindOf, { side = null, because = "" } = {}) {
    session.exercise.told = { kind: kindOf, words, because };
    session.exercise.side = side;
    session.learn(session.exercise);
  }

  function startCourse(step = 0) {
    const { game, steps } = kind.course;
    const rules = kind.rules.get(game);
    const { start, task: words, hint } = steps[step];
    begin({ step, words, hint }, new GameTree(rules, rules.parse(start)), { enters: step === 0 });
  }

  async function played(move) {
    const { tree } = session.exercise;
    const node = tree.at;
    const { parent } = node;
    return lesson.step !== undefined ? playedInCourse(move, node, parent) : playedInPuzzle(move, node, parent);
  }

  async function playedInCourse(move, node, parent) {
    const step = kind.course.steps[lesson.step];
    const wrong = step.accept(session.rules, parent.position, move, node.position);
    if (wrong) return takeBack(parent, wrong);
    lesson.state = "done";
    if (isLast()) remember(courseKey, true);
    tell(step.done, "right");
    next.focus({ preventScroll: true });
    return undefined;
  }

  async function takeBack(parent, words) {
    const { exercise } = session;
    tell(words, "wrong");
    await pause(A_MOMENT);
    if (session.exercise !== exercise) return;
    session.putBack(parent);
    tell(words, "wrong", { side: session.toMove });
  }

  /** Whoever knows the game need not see the introduction again. */
  function skipCourse() {
    remember(courseKey, true);
    newPuzzle();
  }

  async function playedInPuzzle(move, node, parent) {
    const { exercise } = session;
    if (!lesson.moves.includes(move)) {
      if (lesson.state === "open") keepScore(false);
      lesson.state = "missed";
      const made = session.knownOf(parent.position)?.byMove.get(move);
      return takeBack(parent, `Not ${move}${made && made.kind !== "advice" && made.value.outcome !== "open" ? `: that is a ${made.words}` : ""}. Try again.`);
    }
    if (lesson.line) return playedInLine(move, node);
    if (lesson.goal !== "fast" || node.ended) return solved();
    tell("Right so far …", "right");
    const known = await find(session.rules, node.position);
    await pause(A_MOMENT);
    if (session.exercise !== exercise || !known?.best) return undefined;
    session.reply(known.best);
    const then = await find(session.rules, session.position);
    if (session.exercise !== exercise) return undefined;
    lesson.moves = then.moves.filter(({ value }) => value.outcome === "win" && value.distance === then.value.distance).map((found) => found.move);
    tell(`Win in ${plies(then.value.distance)}`, "task", { side: session.toMove });
    return undefined;
  }

  /** Goes on with the line of a puzzle: with the opponent's reply where there is more to find, else it is played out. */
  async function playedInLine(move, node) {
    const { exercise } = session;
    const ahead = move === lesson.line[node.ply - 1][0] ? lesson.line.slice(node.ply) : [];
    const isOver = lesson.goal !== "fast" || ahead.length < 2;
    if (isOver) solved();
    else tell("Right so far …", "right");
    for (const [next] of isOver ? ahead : ahead.slice(0, 1)) {
      await pause(A_MOMENT);
      if (session.exercise !== exercise) return;
      session.reply(next);
    }
    if (isOver) return;
    lesson.moves = ahead[1];
    tell(`Win in ${plies(ahead.length - 1)}`, "task", { side: session.toMove });
  }

  function solved() {
    if (lesson.state === "open") keepScore(true);
    const reason = session.knownOf(session.exercise.tree.start)?.because ?? "";
    const words = { open: "Right!", missed: "Right, at last.", shown: "That is it." }[lesson.state];
    lesson.state = "done";
    tell(words, "right", { because: lesson.goal === "strategy" ? reason : "" });
    next.focus({ preventScroll: true });
  }

  function keepScore(isRight) {
    const { now, best } = score();
    const count = isRight ? now + 1 : 0;
    remember(streakKey, { now: count, best: Math.max(best, count) });
  }

  /** Adds a sentence to what is asked for. */
  function say(because) {
    session.exercise.told = { ...session.exercise.told, because };
  }

  /** The first half of the solution. */
  function pointAtTile() {
    const [move] = lesson.moves;
    say(`The tile is ${move.slice(0, 2)}.`);
    session.pointOut([{ move, kind: "tile" }]);
  }

  function reveal() {
    if (lesson.state === "open") keepScore(false);
    lesson.state = "shown";
    say(`The solution is ${lesson.moves[0]}.`);
    session.pointOut([{ move: lesson.moves[0], kind: "best" }]);
  }

  function advance() {
    if (lesson?.step !== undefined && !isLast()) startCourse(lesson.step + 1);
    else newPuzzle();
  }

  /**
   * What is known of a position; an engine that is away is asked until it answers. `null` if
   * nobody waits for it any more.
   */
  async function find(rules, position) {
    for (;;) {
      const { exercise } = session;
      const known = await session.find(rules, position);
      if (session.exercise !== exercise) return null;
      if (!known.again) return known;
      tellAway(known.refused);
      await pause(AWAY);
    }
  }

  function tellAway(reason) {
    session.exercise.told = { kind: "problem", words: engine.words.away, because: `${sentence(reason)} It is asked again.` };
    session.learn(session.exercise);
  }

  /** The size that is chosen, if there are puzzles for it. */
  function source() {
    const name = kind.puzzles[session.rules.name] ? session.rules.name : Object.keys(kind.puzzles)[0];
    return { rules: kind.rules.get(name), ...kind.puzzles[name] };
  }

  /** Another puzzle: `isDaily`, the one of the day. */
  async function newPuzzle(isDaily = false) {
    if (isSearching) return;
    const { rules, set: isSet, ...options } = source();
    const wanted = recall("grade") ?? "rising";
    const grade = wanted === "rising" ? Math.min(1 + Math.floor(score().now / 3), 5) : Number(wanted);
    const grades = wanted === "rising" ? [grade] : MEANT[wanted];
    isSearching = true;
    isVain = false;
    lesson = null;
    session.learn({ tree: new GameTree(rules), goal: null, side: null, told: { kind: "waits", words: "Looking for a puzzle …" } });
    const { exercise } = session;
    const found = await (isSet ? fromSet(() => (isDaily ? puzzleOfDay(rules, new Date()) : findInSet(rules, { grades })))
      : (kind.findPuzzle ?? findPuzzle)(rules, find, { grade, ...options }));
    // Something else was begun meanwhile.
    if (session.exercise && session.exercise !== exercise) return;
    isSearching = false;
    if (session.mode !== "learn") return;
    if (!found) {
      isVain = true;
      session.exercise.told = { kind: "problem", words: "No puzzle was found", because: "Among the positions that are known here there was none. Another search may find one." };
      session.learn(session.exercise);
      return;
    }
    begin(found, found.tree, { enters: true });
  }

  /** A puzzle of those that come with the page; `null` if their file does not arrive, or it is not among them. */
  async function fromSet(look) {
    try {
      return await look();
    } catch {
      return null;
    }
  }

  /** A puzzle from a link. */
  async function openPuzzle(tree, goal) {
    lesson = null;
    isVain = false;
    isSearching = Boolean(goal);
    session.learn({ tree, goal, side: null, told: { kind: "waits", words: "…" } });
    if (!goal) return;
    const { exercise } = session;
    const shipped = kind.puzzles[tree.rules.name]?.set ? await fromSet(() => puzzleWith(tree.rules, tree.start, goal)) : null;
    if (session.exercise !== exercise) return;
    if (shipped) {
      begin(shipped, shipped.tree);
      return;
    }
    const known = await find(tree.rules, tree.start);
    isSearching = false;
    if (!known) return;
    const puzzle = puzzleAt(tree.rules, tree.start, known, [goal]);
    if (puzzle) {
      begin(puzzle, new GameTree(tree.rules, tree.start));
      return;
    }
    isVain = true;
    exercise.told = { kind: "problem", words: "This puzzle cannot be checked here", because: "It is not known that its position has one solution. Analyse it, or take another one." };
    session.learn(exercise);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(session.address);
      copyLink.lastElementChild.textContent = "Copied";
    } catch {
      copyLink.lastElementChild.textContent = "It is in the address bar";
    }
    setTimeout(() => { copyLink.lastElementChild.textContent = "Copy link"; }, 2500);
  }

  return { element, show };
}
