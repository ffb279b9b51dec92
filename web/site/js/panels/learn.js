// Learn: an introduction of half a minute, puzzles without end, and a card of rules of thumb, one after the other.

import { button, el, set } from "../dom.js";
import * as engine from "../engine.js";
import { THEMES } from "../learn/themes.js";
import { recall, remember } from "../memory.js";
import { GameTree } from "../tree.js";
import { plies, sentence } from "../words.js";
import { cardList } from "./card.js";

/** How long a wrong move, and the opponent's reply, stay to be seen. */
const A_MOMENT = 700;
/** Before an engine that does not answer is asked again. */
const AWAY = 3000;
const GRADES = { 1: "Easy", 2: "Easy", 3: "Medium", 4: "Hard", 5: "Very hard" };
const WANTED = { rising: "Rising", 1: "Easy", 3: "Medium", 5: "Hard" };
/** Plies of best play that are shown after a puzzle that was made here: of a win, and of a draw. */
const SHOWN = { win: 9, draw: 3 };
/** The grades that are meant by one. */
const MEANT = { 1: [1, 2], 3: [3], 5: [4, 5] };

/** What is proved of the moves of a position, in a sentence. */
function provedMoves({ refused, moves, open }) {
  if (refused) return sentence(refused);
  const proved = ["win", "draw", "loss"].flatMap((kind) => {
    const { length } = moves.filter((found) => found.kind === kind);
    const verb = kind === "loss" ? "lose" : kind;
    return length > 0 ? [`${length} ${length === 1 ? `${verb}s` : verb}`] : [];
  });
  return `Of its ${moves.length + open.length} moves is proved: ${proved.join(", ") || "nothing"}.`;
}

/** What makes puzzles, or `null` if it does not arrive, and what reads those of the page. Neither is a part of the first view. */
const making = () => import("../learn/puzzles.js").catch(() => null);
const reading = () => import("../learn/set.js");
const cards = () => import("../learn/card.js");

const pause = (time) => new Promise((done) => setTimeout(done, time));

export function learnPanel(session) {
  const { kind } = session;
  const courseKey = `course-${kind.page}`;
  const streakKey = `streak-${kind.page}`;
  const themesKey = `themes-${kind.page}`;
  /** What is shown: a step of the introduction or a puzzle, with how far it is. */
  let lesson = null;
  let isSearching = false;
  /** Whether a search has found nothing; another one is the person's choice. */
  let isVain = false;
  /** Whether a link or a button named the size; who only wants to learn begins with the introduction. */
  let isNamed = false;
  /** The rules that the introduction was begun from, whose puzzles follow. */
  let origin = null;
  /** The card that is learnt: `{ rules, progress }`, and in a check-up `asked`, what is still asked, `of` and `right`. */
  let card = null;

  const plain = (name, text, act, id) => button(name, text, act, { class: "plain", id });
  const title = el("h2", { id: "learn-title" });
  const progress = el("p", { class: "progress" });
  const streak = el("p", { class: "streak" });
  const task = el("p", { class: "task" });
  const next = plain("next", "Next", advance, "learn-next");
  const clue = plain("hint", "Hint", hint, "learn-hint");
  const solve = plain("hint", "Show the solution", reveal, "learn-solve");
  const daily = plain("review", "Puzzle of the day", () => newPuzzle(true), "learn-daily");
  const again = plain("restart", "Introduction", () => startCourse(), "learn-course");
  const puzzles = plain("next", "To the puzzles", skipCourse, "learn-puzzles");
  const analyse = plain("review", "Analyse it", () => session.analyse(), "learn-analyse");
  const copyLink = plain("link", "Copy link", copy, "learn-link");
  const ruleByRule = plain("next", "Rules of thumb", () => startCard(), "learn-card");
  const checkUp = plain("review", "Check-up", () => startCard({ checks: true }), "learn-check");
  const onCard = cardList();
  const grades = Object.entries(WANTED).map(([grade, name]) => el("button", {
    type: "button",
    "data-grade": grade,
    onclick: () => {
      remember("grade", grade);
      newPuzzle();
    },
  }, name));
  const choice = el("div", { class: "segments grades", role: "group", "aria-label": "How hard" }, grades);
  const themes = el("ul", {});
  const byTheme = el("div", { class: "themes" }, el("h3", {}, "Solved at the first attempt, by theme"), themes,
    el("p", {}, "A grade says how far one has to look: how soon the end is, how many moves seem right, or how far a program looks to find the solution."));
  const element = el("section", { class: "panel learn", "aria-labelledby": "learn-title" },
    el("div", { class: "panel-head" }, title, progress), task, el("div", { class: "row" }, next, clue, solve, puzzles, daily, ruleByRule, checkUp, again, analyse, copyLink), choice, onCard.element, streak, byTheme);

  session.addEventListener("exercise", ({ detail: { tree, goal } }) => openPuzzle(tree, goal));

  function show() {
    const { mode } = session;
    element.hidden = mode !== "learn";
    if (mode !== "learn") return;
    // Another size has other puzzles.
    if (!lesson && !isSearching && !isVain) recall(courseKey) || (isNamed && session.rules.name !== kind.course.game) ? newPuzzle() : startCourse();
    const isCourse = lesson?.step !== undefined;
    const isCard = card !== null;
    title.textContent = isCourse ? "Introduction" : isCard ? "Rules of thumb" : lesson?.isDaily ? "Puzzle of the day" : "Puzzle";
    progress.textContent = !lesson ? "" : isCourse ? `${lesson.step + 1} of ${kind.course.steps.length}`
      : isCard ? cardProgress() : `${GRADES[lesson.grade]}, grade ${lesson.grade} of 5`;
    task.textContent = lesson?.hint ?? (isCard ? cardTask() : isSearching ? "Looking for a puzzle …" : "");
    const isDone = lesson?.state === "done";
    set(next, { hidden: isCourse ? !isDone : !lesson && !isVain, class: `plain${isDone ? " chief" : ""}` });
    next.lastElementChild.textContent = isCourse ? (isLast() ? "To the puzzles" : "Next") : isCard && isDone ? "Next" : isDone ? "Next puzzle" : "Another puzzle";
    if (isCard) next.hidden = !isDone || lesson.isEnd;
    solve.hidden = isDone || isCourse || !lesson || Boolean(card?.asked);
    clue.hidden = solve.hidden || !kind.half || lesson.state === "shown";
    daily.hidden = isCourse || isCard || !source().set;
    puzzles.hidden = !isCard && (!isCourse || isLast() && isDone);
    again.hidden = isCourse || isCard;
    ruleByRule.hidden = isCourse || isCard && !card.asked || !source().course;
    checkUp.hidden = !isCard || Boolean(card.asked) && !lesson.isEnd;
    analyse.hidden = isCourse || !lesson && !isVain || Boolean(lesson?.isEnd);
    copyLink.hidden = analyse.hidden || isCard;
    choice.hidden = isCourse || isCard;
    onCard.show(card && { rules: card.progress.rules, current: card.asked ? null : lesson?.rule });
    const { now, best } = score();
    streak.hidden = isCourse || isCard;
    streak.textContent = `In a row: ${now}. Best: ${best}.`;
    const met = Object.entries(THEMES).filter(([theme]) => theme in progressOf());
    byTheme.hidden = isCourse || isCard || met.length === 0;
    themes.replaceChildren(...met.map(([theme, { name }]) => {
      const { solved, of } = progressOf()[theme];
      return el("li", { "data-theme": theme }, `${name}: ${solved} of ${of}`);
    }));
    for (const grade of grades) set(grade, { "aria-pressed": String(grade.dataset.grade === (recall("grade") ?? "rising")) });
  }

  const score = () => ({ now: 0, best: 0, ...recall(streakKey) });
  /** Puzzles that were solved at the first attempt, and all that were tried, by theme. */
  const progressOf = () => recall(themesKey) ?? {};
  const isLast = () => lesson.step === kind.course.steps.length - 1;

  /** Puts a lesson on the board. */
  function begin(wanted, tree, { enters = false } = {}) {
    isSearching = false;
    lesson = { state: "open", ...wanted };
    const side = tree.rules.toMove(tree.position);
    session.learn({ tree, goal: wanted.goal ?? null, side, played, told: { kind: "task", words: wanted.words, winner: side, because: `${wanted.remark ?? ""}${kind.names[side]} is to move.` } }, { enters });
  }

  /** Tells how a move was, and whether the person goes on. */
  function tell(words, kindOf, { side = null, because = "" } = {}) {
    session.exercise.told = { kind: kindOf, words, because };
    session.exercise.side = side;
    session.learn(session.exercise);
  }

  function startCourse(step = 0) {
    card = null;
    if (step === 0) origin = session.rules;
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
      if (lesson.rule) return takeBack(parent, `Not ${move}: it makes the outcome worse. ${ruleInWords()} Try again.`);
      const made = session.knownOf(parent.position)?.byMove.get(move);
      return takeBack(parent, `Not ${move}${made && made.kind !== "advice" && made.value.outcome !== "open" ? `: that is a ${made.words}` : ""}. Try again.`);
    }
    if (lesson.line) return playedInLine(move, node);
    if (lesson.goal !== "fast" || node.ended) {
      solved();
      return playOut(node, exercise);
    }
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
    lesson.line = (await reading()).lineFrom(session.rules, lesson.line, node);
    const ahead = lesson.line.slice(node.ply);
    const isOver = lesson.goal !== "fast" || ahead.length < 2;
    if (isOver) solved();
    else tell("Right so far …", "right");
    await reply(exercise, (isOver ? ahead : ahead.slice(0, 1)).map(([next]) => next));
    if (isOver || session.exercise !== exercise) return;
    lesson.moves = ahead[1];
    tell(`Win in ${plies(ahead.length - 1)}`, "task", { side: session.toMove });
  }

  /** Shows the moves that follow, as long as somebody looks. */
  async function reply(exercise, moves) {
    for (const move of moves) {
      await pause(A_MOMENT);
      if (session.exercise !== exercise) return;
      session.reply(move);
    }
  }

  /** Shows how the game goes on after the solution of a puzzle that was made here. */
  async function playOut(node, exercise) {
    const most = SHOWN[lesson.goal];
    if (!most || node.ended) return;
    const { rules } = session;
    const found = await engine.line(rules.name, rules.format(node.position)).catch(() => null);
    if (found) await reply(exercise, found.moves.slice(0, most - 1).map(({ move }) => move));
  }

  function solved() {
    if (lesson.state === "open") keepScore(true);
    const reason = session.knownOf(session.exercise.tree.start)?.because ?? "";
    const words = { open: "Right!", missed: "Right, at last.", shown: "That is it." }[lesson.state];
    lesson.state = "done";
    tell(words, "right", { because: lesson.rule ? ruleInWords() : lesson.goal === "strategy" ? reason : "" });
    next.focus({ preventScroll: true });
  }

  function keepScore(isRight) {
    if (card) {
      noteOnCard(isRight);
      return;
    }
    const { now, best } = score();
    const count = isRight ? now + 1 : 0;
    remember(streakKey, { now: count, best: Math.max(best, count) });
    const { solved: before, of } = progressOf()[lesson.goal] ?? { solved: 0, of: 0 };
    remember(themesKey, { ...progressOf(), [lesson.goal]: { solved: before + Number(isRight), of: of + 1 } });
  }

  /** Adds a sentence to what is asked for. */
  function say(because) {
    session.exercise.told = { ...session.exercise.told, because };
  }

  /** The first half of the solution, then all of it. */
  function hint() {
    if (lesson.isHalfShown) return reveal();
    const [move] = lesson.moves;
    lesson.isHalfShown = true;
    say(`The ${kind.half} is ${move.slice(0, 2)}.`);
    return session.pointOut([{ move, kind: "half" }]);
  }

  function reveal() {
    if (lesson.state === "open") keepScore(false);
    lesson.state = "shown";
    say(`The solution is ${lesson.moves[0]}.`);
    session.pointOut([{ move: lesson.moves[0], kind: "best" }]);
  }

  function advance() {
    if (card) askOfCard();
    else if (lesson?.step !== undefined && !isLast()) startCourse(lesson.step + 1);
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
    const wanted = (origin ?? session.rules).name;
    const name = kind.puzzles[wanted] ? wanted : Object.keys(kind.puzzles)[0];
    return { rules: kind.rules.get(name), ...kind.puzzles[name] };
  }

  /** The card of the size that is chosen: its rules one after the other, or a check-up. */
  async function startCard({ checks = false } = {}) {
    const { rules } = source();
    origin = null;
    const { courseOf, IN_A_ROW: inARow, Progress } = await cards();
    const course = await courseOf(rules).catch(() => null);
    if (session.mode !== "learn") return;
    if (!course) {
      say("The course did not arrive. Try again.");
      session.learn(session.exercise);
      return;
    }
    const progress = new Progress(rules, course);
    const asked = checks ? progress.checkUp() : null;
    card = { rules, progress, inARow, asked, of: asked?.length, right: 0 };
    askOfCard();
  }

  /** The next position of the card. */
  function askOfCard() {
    const { rules, progress, asked } = card;
    const place = progress.place;
    const puzzle = asked ? asked.shift() : place < progress.rules.length ? progress.lesson(place) : null;
    if (!puzzle) {
      endCard();
      return;
    }
    const words = asked ? "Find a move that keeps the outcome" : puzzle.rule.text;
    begin({ ...puzzle, words }, new GameTree(rules, rules.parse(puzzle.start)), { enters: true });
  }

  function endCard() {
    lesson = { state: "done", isEnd: true };
    const words = card.asked ? `${card.right} of ${card.of} right at the first attempt` : "You have learnt all rules of the card";
    const because = card.asked ? "The card says how often you were right, rule by rule." : "A check-up asks for them in turn, on other positions.";
    session.learn({ tree: new GameTree(card.rules), goal: null, side: null, told: { kind: "right", words, because } });
  }

  function cardTask() {
    if (lesson.isEnd) return "";
    return card.asked ? "Each rule in turn, on positions that no lesson has." : `A rule is learnt when ${card.inARow} in a row are right at the first attempt.`;
  }

  function cardProgress() {
    const { progress, asked, of } = card;
    if (lesson.isEnd) return "";
    if (asked) return `Check-up, ${of - asked.length} of ${of}`;
    const { rules } = progress;
    return `Rule ${rules.findIndex(({ name }) => name === lesson.rule.name) + 1} of ${rules.length}, ${progress.row} in a row`;
  }

  const ruleInWords = () => `Rule ${card.progress.rules.findIndex(({ name }) => name === lesson.rule.name) + 1}: ${lesson.rule.text}`;

  function noteOnCard(isRight) {
    if (card.asked) {
      card.right += Number(isRight);
      card.progress.check(lesson.rule, isRight);
    } else {
      card.progress.learn(lesson.rule, isRight);
    }
  }

  /** Another puzzle: `isDaily`, the one of the day. */
  async function newPuzzle(isDaily = false) {
    if (isSearching) return;
    card = null;
    const { rules, set: isSet, ...options } = source();
    origin = null;
    const wanted = recall("grade") ?? "rising";
    const grades = wanted === "rising" ? [Math.min(1 + Math.floor(score().now / 3), 5)] : MEANT[wanted];
    isSearching = true;
    isVain = false;
    lesson = null;
    session.learn({ tree: new GameTree(rules), goal: null, side: null, told: { kind: "waits", words: "Looking for a puzzle …" } });
    const { exercise } = session;
    const found = isSet
      ? await fromSet(({ puzzleOfDay, findInSet }) => (isDaily ? puzzleOfDay(rules, new Date()) : findInSet(rules, { grades })))
      : await (kind.findPuzzle ?? (await making())?.findPuzzle)?.(rules, find, { grade: grades[0], grades, ...options });
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
    const remark = isDaily || grades.includes(found.grade) ? "" : "None of that grade was found; this is the nearest. ";
    begin({ ...found, isDaily, remark }, found.tree, { enters: true });
  }

  /** A puzzle of those that come with the page; `null` if their file does not arrive, or it is not among them. */
  async function fromSet(look) {
    try {
      return await look(await reading());
    } catch {
      return null;
    }
  }

  /** A puzzle from a link. */
  async function openPuzzle(tree, goal) {
    lesson = null;
    card = null;
    isVain = false;
    isNamed = true;
    origin = null;
    isSearching = Boolean(goal);
    session.learn({ tree, goal, side: null, told: { kind: "waits", words: "…" } });
    if (!goal) return;
    const { exercise } = session;
    const shipped = kind.puzzles[tree.rules.name]?.set ? await fromSet(({ puzzleWith }) => puzzleWith(tree.rules, tree.start, goal)) : null;
    if (session.exercise !== exercise) return;
    if (shipped) {
      begin(shipped, shipped.tree);
      return;
    }
    const [known, maker] = [await find(tree.rules, tree.start), await making()];
    isSearching = false;
    if (!known || session.exercise !== exercise) return;
    const puzzle = maker?.puzzleAt(tree.rules, tree.start, known, [goal]);
    if (puzzle) {
      begin(puzzle, new GameTree(tree.rules, tree.start));
      return;
    }
    isVain = true;
    exercise.told = { kind: "problem", words: "This puzzle cannot be checked here", because: `${provedMoves(known)} Analyse it, or take another one.` };
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
