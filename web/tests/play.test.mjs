// Play: the first view of the page, with mouse, touch and keyboard.

import assert from "node:assert/strict";
import { RULES } from "../site/js/quixo/rules.js";
import { serve, verdict } from "./harness.mjs";
import { SMALL, passUntil, played, position, push, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;
const rules = RULES.get("quixo4");

/** Waits until the agents are known, and chooses one. */
async function against(page, agent, side = "X") {
  await page.waitForSelector(`#opponent option[value='${agent}']`, { state: "attached" });
  await page.selectOption("#opponent", agent);
  if (agent !== "friend") await page.click(`[data-side=${side}]`);
}

const says = (page, text) => page.waitForFunction((words) => document.querySelector(".verdict")?.textContent.includes(words), text);

onPage("the first view is a game: an opponent, a side, no values", SMALL, async (page) => {
  await says(page, "Your move");
  assert.equal(await page.getAttribute("[data-mode=play]", "aria-pressed"), "true");
  assert.equal(await page.locator(".badge, .chip").count(), 0);
  await page.waitForSelector("#opponent option[value=perfect]", { state: "attached" });
  assert.deepEqual(await page.$$eval("#opponent option", (all) => all.map((option) => [option.value, option.textContent])), [
    ["random", "Beginner"],
    ["minimax:1", "Easy"],
    ["minimax:3", "Medium"],
    ["rules", "Rules of thumb"],
    ["dqn", "Trained"],
    ["mcts:1000", "Hard"],
    ["net", "Strong"],
    ["perfect", "Perfect"],
    ["friend", "A friend, at this screen"],
    ["link", "A friend, by link"],
  ]);
  assert.equal(await page.innerText(".behind"), "The agent minimax:1: minimax, 1 ply.");
  await push(page, "a4R");
  await played(page, 2);
  await says(page, "Your move");
});

onPage("an agent that plays by rules says which one decided", SMALL, async (page) => {
  await against(page, "rules");
  await push(page, "a4R");
  await played(page, 2);
  await says(page, "Your move");
  assert.match(await page.innerText(".because"), /^Rules of thumb played by the rule: “[A-Z].*\.”/);
});

onPage("a game against perfect is played to its end, which says why, and is reviewed", SMALL, async (page) => {
  await against(page, "perfect");
  let text = rules.format(rules.start);
  // The best moves but one, so that there is a mistake to review.
  for (let ply = 0; ; ply += 2) {
    const { moves } = await it.server.probe("quixo4", text);
    const worse = moves.find(({ outcome }) => outcome === "loss");
    const { move } = ply === 4 && worse ? worse : moves[0];
    await push(page, move);
    const after = rules.play(rules.parse(text), move);
    if (rules.ended(after)) break;
    await played(page, ply + 2);
    text = await position(page);
    if (rules.ended(rules.parse(text))) break;
  }
  await says(page, "You have lost");
  assert.match(await page.innerText(".because"), /^Perfect filled (row|column|the diagonal)|^You completed O’s line/);
  await page.waitForFunction(() => /Mistakes: You 1, Perfect 0\./.test(document.querySelector(".because").textContent));
  await page.click("#review");
  await page.waitForSelector(".arrow-played");
  assert.equal(await page.locator(".arrow-best").count(), 1);
  assert.match(await page.innerText(".status .because"), /\?\? Mistake: a win .* became a loss .*Best was/);
  assert.equal(await page.getAttribute("[data-mode=analyse]", "aria-pressed"), "true");
  await page.click("[data-mode=play]");
  await page.keyboard.press("End");
  await page.click("#rematch");
  // The other side begins.
  await played(page, 1);
  await says(page, "Your move");
  assert.equal(await page.getAttribute("[data-side=O]", "aria-pressed"), "true");
});

onPage("a line of the opponent’s loses, and the end says so", "/#mode=play&game=quixo4&start=1O2/O2X/O2X/O2X_X", async (page) => {
  await against(page, "friend");
  await push(page, "a4R");
  await says(page, "O has won");
  assert.match(await page.innerText(".because"), /^X completed O’s line in column a: that loses, even beside a line of one’s own\./);
  assert.equal(await page.locator(".tile.winning").count(), 4);
});

onPage("after taking back the agent goes on, and so it does after a look back", SMALL, async (page) => {
  await against(page, "minimax:1");
  await push(page, "a4R");
  await played(page, 2);
  await page.click("#undo");
  assert.equal(await position(page), "4/4/4/4 X");
  await push(page, "b4L");
  await played(page, 2);
  await says(page, "Your move");
  await page.keyboard.press("Home");
  await says(page, "Move 0 of 2");
  await page.keyboard.press("End");
  await says(page, "Your move");
  // Which tiles are free now depends on what the agent played.
  await page.click(".tile.takeable");
  await page.click(".end");
  await played(page, 4);
});

onPage("an agent who begins cannot be taken back, and goes on", SMALL, async (page) => {
  await against(page, "minimax:1", "O");
  await played(page, 1);
  await says(page, "Your move");
  assert.equal(await page.getAttribute("#undo", "aria-disabled"), "true");
});

/** Opens the page with time that passes only when it is told to: agents do not play on while somebody looks. */
async function withoutHaste(page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto(it.server.url + SMALL);
}

onPage("two agents play each other and can wait", null, async (page) => {
  await withoutHaste(page);
  await against(page, "random", "watch");
  const plies = () => page.locator(".ply[data-ply]").count();
  await passUntil(page, 100, async () => await plies() === 2);
  await page.click("#pause");
  await says(page, "waits");
  // Three moves would have been made by then.
  await page.clock.runFor(1500);
  assert.equal(await plies(), 2);
  await page.click("#pause");
  await passUntil(page, 100, async () => await plies() > 2);
});

onPage("a press on Pause counts, though a move is made while it lasts", null, async (page) => {
  await withoutHaste(page);
  await against(page, "random", "watch");
  const plies = () => page.locator(".ply[data-ply]").count();
  await passUntil(page, 100, async () => await plies() === 1);
  await page.hover("#pause svg");
  await page.mouse.down();
  await passUntil(page, 100, async () => await plies() > 1);
  await page.mouse.up();
  await says(page, "waits");
});

onPage("an optimal line that is closed leaves the game as it was", "/#game=quixo4", async (page) => {
  await page.waitForSelector(".chip");
  await page.click("#show-line");
  await page.waitForSelector(".line-player:not([hidden])");
  await page.click("#line-close");
  await page.click("[data-mode=play]");
  await against(page, "minimax:1");
  await push(page, "a4R");
  await played(page, 2);
});

onPage("an agent whose turn it is moves after an optimal line was looked at and closed", "/#game=quixo4", async (page) => {
  await push(page, "a4R");
  await page.waitForSelector("#show-line:not([aria-disabled])");
  await page.click("#show-line");
  await page.waitForSelector(".line-player:not([hidden])");
  await page.click("#line-forward");
  await page.click("#line-close");
  await page.click("[data-mode=play]");
  await played(page, 2);
  await says(page, "Your move");
});

onPage("a server that was away is asked again, for the agents and for a move", null, async (page) => {
  let isAway = true;
  await page.route("**/api/**", (route) => (isAway ? route.abort() : route.continue()));
  await page.clock.install();
  await page.goto(it.server.url + SMALL);
  await says(page, "The server is away");
  isAway = false;
  await passUntil(page, 1000, () => page.locator("#opponent option[value='minimax:1']").count());
  await says(page, "Your move");
  isAway = true;
  await push(page, "a4R");
  await says(page, "The server is away");
  isAway = false;
  await passUntil(page, 1000, () => page.locator(".ply[data-ply='2']").count());
});

onPage("a server that is started again is found", null, async (page) => {
  let server = await serve();
  try {
    const { port } = new URL(server.url);
    await page.goto(server.url + SMALL);
    await page.waitForSelector("#opponent option[value='minimax:1']", { state: "attached" });
    await server.stop();
    await push(page, "a4R");
    await says(page, "The server is away");
    server = await serve({}, port);
    await played(page, 2);
  } finally {
    await server.stop();
  }
});

onPage("a hint that comes late is not shown on another turn, and takes no focus", SMALL, async (page) => {
  await against(page, "friend");
  let answer;
  const late = new Promise((done) => { answer = done; });
  await page.route("**/api/quixo4/move?*", async (route) => {
    await late;
    await route.continue();
  });
  await page.click("#hint");
  assert.equal(await page.getAttribute("#hint", "aria-busy"), "true");
  assert.equal(await page.innerText("#hint"), "Thinking");
  await push(page, "a4R");
  await page.focus(".tile[data-cell=a1]");
  answer();
  await page.waitForFunction(() => !document.querySelector("#hint").hasAttribute("aria-busy"));
  assert.equal(await page.locator(".arrow").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), "a1");
  await page.click("#hint");
  await page.waitForSelector(".arrow-best");
  assert.equal(await page.evaluate(() => document.activeElement.id), "hint", "one in time takes no focus either");
  assert.match(await page.innerText("[role=status] .because"), /^Hint: take [a-d][1-4] and push it in at the (left|right|top|bottom) end\.$/);
});

onPage("the last game and the settings come back, and a new game can be undone", SMALL, async (page) => {
  await against(page, "minimax:3", "O");
  await played(page, 1);
  const text = await position(page);
  await page.reload();
  await played(page, 1);
  assert.equal(await position(page), text);
  await page.waitForSelector("#opponent option[value='minimax:3']", { state: "attached" });
  assert.equal(await page.inputValue("#opponent"), "minimax:3");
  assert.equal(await page.getAttribute("[data-side=O]", "aria-pressed"), "true");
  await page.goto(it.server.url);
  await played(page, 1);
  assert.equal(await position(page), text, "without a link too");
  await page.click("[data-side=X]");
  await page.click("#new-game");
  assert.equal(await page.locator(".ply[data-ply]").count(), 0);
  await page.click("#bring-back");
  assert.equal(await page.locator(".ply[data-ply='1']").count(), 1);
  await page.click("#new-game");
  await page.goBack();
  await page.waitForSelector(".ply[data-ply='1']");
  await page.goForward();
  await page.waitForFunction(() => !document.querySelector(".ply[data-ply='1']"));
});

onPage("a tile is dragged to an end, and put back elsewhere", SMALL, async (page) => {
  await against(page, "friend");
  const middle = async (selector) => {
    const { x, y, width, height } = await page.locator(selector).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = await middle(".tile[data-cell=a4]");
  const [toX] = await middle(".tile[data-cell=d4]");
  const drag = async (endX, endY) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(endX, endY, { steps: 8 });
    await page.mouse.up();
  };
  const [midX, midY] = await middle(".tile[data-cell=b2]");
  await drag(midX, midY);
  assert.equal(await position(page), "4/4/4/4 X");
  assert.equal(await page.locator(".end").count(), 0);
  await drag(toX + 60, y);
  assert.equal(await position(page), "3X/4/4/4 O");
});

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Asserts that something is on the screen of a page that nobody has scrolled; a tap would scroll to it. */
async function isInReach(page, selector) {
  const { top, bottom } = await page.locator(selector).evaluate((element) => {
    scrollTo(0, 0);
    return element.getBoundingClientRect();
  });
  const { height } = page.viewportSize();
  assert.ok(top >= 0 && bottom > top && bottom <= height, `${selector} from ${top} to ${bottom} px of ${height}`);
}

onPage("fingers play, and the buttons are in reach", SMALL, async (page) => {
  await page.waitForSelector("#opponent option[value='minimax:1']", { state: "attached" });
  for (const button of ["#undo", "#redo", "#hint", "#new-game"]) await isInReach(page, button);
  await page.tap(".tile[data-cell=d1]");
  await page.tap(".end[data-move=d1T]");
  await played(page, 2);
  await page.tap("#undo");
  assert.equal(await position(page), "4/4/4/4 X");
}, PHONE);

onPage("on a phone agents that wait go on by a button in reach", null, async (page) => {
  await withoutHaste(page);
  await against(page, "random", "watch");
  await isInReach(page, "#pause");
  await page.tap("#pause");
  await says(page, "waits");
  await isInReach(page, "#pause");
  assert.equal(await page.innerText("#pause"), "Go on");
}, PHONE);

for (const [game, moves] of [["quixo4", ["a4R", "a3R", "b1T", "c1R", "b4L"]], ["quixo5", ["a5R", "a4R", "b1T", "c1R", "c5L"]]]) {
  onPage(`a push on ${game} answers within 100 ms, whatever the server does`, null, async (page) => {
    await page.route("**/api/*?*", () => {});
    await page.goto(`${it.server.url}/#game=${game}`);
    const times = [];
    for (const move of moves) {
      await page.click(`.tile[data-cell=${move.slice(0, 2)}]`);
      times.push(await page.evaluate((name) => new Promise((done) => {
        const begun = performance.now();
        document.querySelector(`.end[data-move=${name}]`).click();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
      }), move));
    }
    await played(page, moves.length);
    // The machine may have other things to do meanwhile; they are not the page's.
    assert.ok(Math.min(...times) < 100, `${times} ms`);
  });
}
