// The course of a card of rules of thumb: positions that one rule solves and the rules before it do not, chosen and verified by
// `quixotic-research course`. A rule is learnt when some positions in a row are solved at the first attempt; then comes the next. A
// check-up asks for all rules in turn, on positions that no lesson has.

import { recall, remember } from "../memory.js";
import { at } from "../place.js";

/** Positions in a row that make a rule learnt, and positions of each rule in a check-up. */
export const IN_A_ROW = 3;
export const CHECKED = 2;

/** The file of a size as `{ rules, learn, check }`, with the puzzles of each rule by its name. */
export function parse(text) {
  const rules = [];
  const course = { rules, learn: new Map(), check: new Map() };
  for (const line of text.split("\n")) {
    const [purpose, name, ...words] = line.split(" ");
    if (purpose === "=") {
      rules.push({ name, text: words.join(" ") });
      course.learn.set(name, []);
      course.check.set(name, []);
    } else if (purpose === "learn" || purpose === "check") {
      const [board, mover, right] = words;
      course[purpose].get(name).push({ start: `${board} ${mover}`, moves: right.match(/.{3}/g) });
    }
  }
  return course;
}

const loaded = new Map();

/** The course of a size; a file that did not arrive is asked for again the next time. */
export async function courseOf(rules) {
  if (!loaded.has(rules.name)) {
    const asked = fetch(at(`puzzles/course-${rules.name}.txt`)).then(async (response) => {
      if (!response.ok) throw new Error(`the course did not arrive: status ${response.status}`);
      return parse(await response.text());
    });
    loaded.set(rules.name, asked);
    asked.catch(() => loaded.delete(rules.name));
  }
  return loaded.get(rules.name);
}

/** How somebody gets on with a card, kept by the browser. */
export class Progress {
  #key;
  #course;
  #random;

  constructor(rules, course, random = Math.random) {
    this.#key = `card-${rules.name}`;
    this.#course = course;
    this.#random = random;
  }

  get #kept() {
    return { learnt: {}, right: {}, of: {}, row: 0, ...recall(this.#key) };
  }

  /** The rules with `isLearnt`, and how many positions of each were solved at the first attempt in check-ups. */
  get rules() {
    const { learnt, right, of } = this.#kept;
    return this.#course.rules.map((rule) => ({ ...rule, isLearnt: Boolean(learnt[rule.name]), right: right[rule.name] ?? 0, of: of[rule.name] ?? 0 }));
  }

  /** The place of the rule that is learnt now; the number of rules when all are. */
  get place() {
    const place = this.rules.findIndex((rule) => !rule.isLearnt && this.#course.learn.get(rule.name).length > 0);
    return place < 0 ? this.#course.rules.length : place;
  }

  get row() {
    return this.#kept.row;
  }

  /** A position for the rule at a place. */
  lesson(place) {
    return this.#pick(this.#course.rules[place], "learn");
  }

  /** The positions of a check-up, in any order. */
  checkUp() {
    const asked = this.#course.rules.flatMap((rule) => {
      const left = [...this.#course.check.get(rule.name)];
      return Array.from({ length: Math.min(CHECKED, left.length) }, () => ({ rule, ...left.splice(this.#below(left.length), 1)[0] }));
    });
    return asked.map((puzzle) => [this.#random(), puzzle]).sort(([a], [b]) => a - b).map(([, puzzle]) => puzzle);
  }

  /** Keeps how a position of a lesson was solved; whether its rule is learnt by that. */
  learn({ name }, isRight) {
    const kept = this.#kept;
    const row = isRight ? kept.row + 1 : 0;
    const isLearnt = row >= Math.min(IN_A_ROW, this.#course.learn.get(name).length);
    remember(this.#key, { ...kept, row: isLearnt ? 0 : row, learnt: { ...kept.learnt, ...(isLearnt ? { [name]: true } : {}) } });
    return isLearnt;
  }

  /** Keeps how a position of a check-up was solved. */
  check({ name }, isRight) {
    const { right, of, ...kept } = this.#kept;
    remember(this.#key, { ...kept, right: { ...right, [name]: (right[name] ?? 0) + Number(isRight) }, of: { ...of, [name]: (of[name] ?? 0) + 1 } });
  }

  forget() {
    remember(this.#key, null);
  }

  #pick(rule, purpose) {
    const all = this.#course[purpose].get(rule.name);
    return { rule, ...all[this.#below(all.length)] };
  }

  #below(count) {
    return Math.floor(this.#random() * count);
  }
}
