// The Quixo page in a browser.

import assert from "node:assert/strict";
import { RULES } from "../site/js/quixo/rules.js";
import { shows, verdict } from "./harness.mjs";
import { passUntil, played, position, push, recordSlides, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;
const rules = RULES.get("quixo4");

/** The number on a move: plies to the end, or how many replies hold the draw. */
const short = ({ distance, holding }) => (distance === null ? `${holding.replies}/${holding.of}` : String(distance));

const inWords = (mover, { outcome, distance }) => {
  if (outcome === "draw") return "A draw";
  const winner = (outcome === "win") === (mover === "X") ? "X" : "O";
  if (distance === 0) return `${winner} has won`;
  return `${winner} wins in ${distance} ${distance === 1 ? "move" : "moves"}`;
};

onPage("colours, marks and distances of tiles, ends and list are those of the API", "/#game=quixo4", async (page) => {
  for (const text of ["4/4/4/4 X", "2X1/4/O2O/1X2 X", "O1X1/4/3O/1X2 X", "XO2/1O2/X3/2OX O"]) {
    await page.fill("#position", text);
    await page.press("#position", "Enter");
    await shows(page, text);
    const answer = await it.server.probe("quixo4", text);
    await page.waitForSelector(".chip");
    const mover = text.at(-1);
    assert.equal(await verdict(page), inWords(mover, answer));
    const chips = await page.$$eval(".chip", (found) => found.flatMap((chip) => chip.dataset.equal.split(" ").map((move) => [
      move,
      [...chip.classList].find((name) => name.startsWith("is-")).slice(3),
      chip.querySelector(".plies").textContent,
    ])));
    const told = answer.moves.map((found) => [found.move, found.outcome, short(found)]);
    assert.deepEqual(chips.sort(), told.sort());
    const listed = await page.$$eval(".chip", (found) => found.map((chip) => chip.dataset.move));
    const order = answer.moves.map(({ move }) => move);
    assert.deepEqual(listed, [...listed].sort((a, b) => order.indexOf(a) - order.indexOf(b)), "the best first");
    for (const cell of new Set(answer.moves.map(({ move }) => move.slice(0, 2)))) {
      const best = answer.moves.find(({ move }) => move.startsWith(cell));
      const tile = page.locator(`.tile[data-cell=${cell}]`);
      assert.equal(await tile.locator(`.badge.is-${best.outcome} .icon-${best.outcome}`).count(), 1, cell);
      assert.equal(await tile.locator(".badge").innerText(), short(best));
      await tile.click();
      for (const found of answer.moves.filter(({ move }) => move.startsWith(cell))) {
        const end = page.locator(`.end[data-move=${found.move}]`);
        assert.ok(await end.evaluate((element, name) => element.classList.contains(`is-${name}`), found.outcome), found.move);
        assert.equal(await end.innerText(), short(found));
      }
      await page.keyboard.press("Escape");
    }
    const takeable = await page.locator(".tile.takeable").count();
    assert.equal(takeable, new Set(answer.moves.map(({ move }) => move.slice(0, 2))).size);
  }
});

onPage("pointing at a move in the list shows it on the board, and the other way round", "/#game=quixo4", async (page) => {
  await page.waitForSelector(".chip");
  await page.hover(".chip[data-equal~=b4R]");
  assert.equal(await page.locator(".tile.pointed").getAttribute("data-cell"), await page.getAttribute(".chip[data-equal~=b4R]", "data-move").then((move) => move.slice(0, 2)));
  assert.equal(await page.locator(".ghost").count(), 1);
  await page.hover("h1");
  assert.equal(await page.locator(".tile.pointed").count(), 0);
  await page.hover(".tile[data-cell=a1]");
  assert.equal(await page.locator(".chip.pointed").count(), 1, "both ends are equal by symmetry");
  await page.click(".tile[data-cell=a1]");
  await page.hover(".end[data-move=a1T]");
  assert.match(await page.getAttribute(".chip.pointed", "data-equal"), /\ba1T\b/);
});

onPage("undo and redo go through the game, and a new move is a variation", "/#game=quixo4", async (page) => {
  const seen = [await position(page)];
  for (const move of ["a4R", "a3R", "d1L", "b4B"]) {
    await push(page, move);
    seen.push(await position(page));
  }
  for (const text of seen.slice(0, -1).reverse()) {
    await page.click("#undo");
    assert.equal(await position(page), text);
  }
  assert.equal(await page.locator("#undo").getAttribute("aria-disabled"), "true");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+Shift+z");
  assert.equal(await position(page), seen[2]);
  await page.keyboard.press("Control+z");
  assert.equal(await position(page), seen[1]);
  await page.click(".ply[data-ply='4']");
  assert.equal(await position(page), seen[4]);
  await page.click(".ply[data-ply='2']");
  await push(page, "d1L");
  await push(page, "c1T");
  assert.equal(await page.locator(".ply[data-ply]").count(), 4);
  assert.equal(await page.locator(".ply.aside-line").count(), 1, "only d1L is not of this line: b4B");
  assert.equal(await page.locator("#redo").getAttribute("aria-disabled"), "true");
});

onPage("a mistake has a mark that says what it cost", "/#game=quixo4&moves=a4R,a3R,d4L", async (page) => {
  const before = await it.server.probe("quixo4", rules.format(["a4R", "a3R"].reduce(rules.play, rules.start)));
  const made = before.moves.find(({ move }) => move === "d4L");
  assert.notEqual(made.outcome, before.outcome);
  const fault = page.locator(".ply[data-ply='3'] .fault");
  await fault.waitFor();
  assert.equal(await fault.innerText(), "??");
  assert.match(await page.textContent(".ply[data-ply='3']"),
    new RegExp(`a win in ${before.distance} moves became a ${made.outcome}`));
});

onPage("a link opened in a new tab restores position and history", "/#game=quixo4", async (page) => {
  for (const move of ["a4R", "a3R", "d1L"]) await push(page, move);
  await page.click("#undo");
  const text = await position(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#copy-link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  const tab = await page.context().newPage();
  await tab.goto(link);
  await shows(tab, text);
  assert.deepEqual(await tab.$$eval(".ply[data-ply] .move", (all) => all.map((move) => move.textContent)), ["a4R", "a3R", "d1L"]);
  await tab.click("#redo");
  assert.equal(await tab.locator("#redo").getAttribute("aria-disabled"), "true");
  assert.equal(await tab.locator(".tile .symbol").count(), await page.locator(".tile .symbol").count() + 1);
});

onPage("a link to a position of another size, and links that do not work", "/#game=quixo3&start=XO1/3/3_O", async (page) => {
  await shows(page, "XO1/3/3 O");
  assert.equal(await page.locator(".tile").count(), 9);
  for (const [hash, problem] of [
    ["#game=chess", "no game “chess”"],
    ["#game=quixo4&start=9/4/4/4_X", "row 1"],
    ["#game=quixo4&moves=a4R,a4L", "move 2, a4L, is not legal"],
    ["#game=quixo4&rules=--line_3&moves=a4R", "the rules “--line 3”, which are not played on this page"],
    ["#game=quixo4&double-line=mover", "a part “double-line” that this page does not know"],
  ]) {
    await page.evaluate((text) => { location.hash = text; }, hash);
    await page.waitForFunction((text) => document.querySelector("#position-problem").textContent.includes(text), problem);
    assert.match(await page.innerText(".because"), /^This link does not work: /);
  }
  await page.evaluate(() => { location.hash = "#game=quixo4&moves=a4R,a4L"; });
  await played(page, 1);
  assert.equal(await position(page), "3X/4/4/4 O", "the part before a bad move is kept");
});

onPage("a link to other rules shows no game of these, and stays to be seen", "/#game=quixo4&rules=--line_3&moves=a4R,a3R", async (page) => {
  await page.waitForSelector(".chip");
  assert.match(await page.innerText(".because"), /^This link does not work: it is for the rules “--line 3”/);
  assert.equal(await page.locator(".ply[data-ply]").count(), 0);
  assert.match(page.url(), /#game=quixo4&rules=--line_3&moves=a4R,a3R$/);
  await push(page, "a4R");
  assert.equal(await page.innerText(".because"), "");
  assert.match(page.url(), /#game=quixo4&moves=a4R$/);
  await page.evaluate(() => { location.hash = "#game=quixo4&rules=standard&moves=a4R,a3R"; });
  await played(page, 2);
});

onPage("a position is painted, with what there is to say of it, and undone", "/#game=quixo4", async (page) => {
  await page.click("#set-up");
  await page.click(".tile[data-cell=b2]");
  await page.click(".tile[data-cell=a1]");
  await page.click("[data-brush=O]");
  await page.click(".tile[data-cell=c3]");
  await page.click("#swap-turn");
  await shows(page, "4/2O1/1X2/X3 O");
  assert.equal(await verdict(page), inWords("O", await it.server.probe("quixo4", "4/2O1/1X2/X3 O")));
  assert.equal(await page.innerText(".facts-line"), "Play cannot lead here. X has 2 tiles, O 1 tile. Turned and mirrored it is 4 positions.");
  await page.click("#undo-edit");
  await shows(page, "4/2O1/1X2/X3 X");
  await page.click("#swap-turn");
  await page.click("[data-brush=blank]");
  await page.click(".tile[data-cell=a1]");
  await shows(page, "4/2O1/1X2/4 O");
  await page.click("#set-up-done");
  await push(page, "a4R");
  assert.equal(await position(page), "3O/2O1/1X2/4 X");
  await page.click("#set-up");
  await page.click("#clear-board");
  await shows(page, "4/4/4/4 X");
  assert.equal(await page.innerText(".facts-line"), "Play can lead here. X has 0 tiles, O 0 tiles. Turned and mirrored it stays the same.");
  // The button is held, and tiles are painted on the way.
  const [from, to] = await Promise.all(["a4", "d4"].map((cell) => page.locator(`.tile[data-cell=${cell}]`).boundingBox()));
  await page.click("[data-brush=X]");
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 12 });
  await page.mouse.up();
  assert.equal(await position(page), "XXXX/4/4/4 X");
});

onPage("positions are pasted and copied as text, and bad ones are told", "/#game=quixo4", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("XO1/3/3 O"));
  await page.focus("#position");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  await shows(page, "XO1/3/3 O");
  assert.equal(await page.getAttribute("[data-variant=quixo3]", "aria-pressed"), "true");
  await page.click("#copy-position");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "XO1/3/3 O");
  await page.fill("#position", "XO1/3/4 O");
  await page.press("#position", "Enter");
  assert.match(await page.innerText("#position-problem"), /row 3: 4 cells found/);
  assert.equal(await page.getAttribute("#position", "aria-invalid"), "true");
  // Lower case, lists of moves, links and saved games are understood.
  for (const [text, expected] of [
    ["xo1/3/3 o", "XO1/3/3 O"],
    ["4/4/4/4 x", "4/4/4/4 X"],
    ["1. a4r A3R 2. d1L??", "3X/3O/4/X3 O"],
    [`${page.url().split("#")[0]}#game=quixo3&moves=a3R`, "2X/3/3 O"],
    ['{"game":"quixo4","x":"human","o":"perfect","moves":["a4R"],"winner":null,"ending":"open"}', "3X/4/4/4 O"],
  ]) {
    await page.fill("#position", text);
    await page.press("#position", "Enter");
    await shows(page, expected);
    assert.equal(await page.locator("#position-problem").isVisible(), false, text);
  }
  await page.fill("#position", "a4R a3R a4L");
  await page.press("#position", "Enter");
  assert.match(await page.innerText("#position-problem"), /up to here: move 3, a4L, is not legal/);
  await played(page, 2);
});

onPage("the optimal line plays itself to the end", "/#game=quixo3", async (page) => {
  await page.clock.install();
  await page.click("#show-line");
  await page.waitForSelector(".line-player:not([hidden])");
  await passUntil(page, 900, async () => await verdict(page) === "X has won");
  assert.match(await page.innerText(".where"), /move 7 of 7/);
  await page.click("#line-close");
  await shows(page, "3/3/3 X");
  assert.equal(await page.evaluate(() => document.activeElement.id), "show-line", "the focus is where it was");
  assert.equal(await page.locator(".ply[data-ply]").count(), 0);
});

onPage("turning the board changes what is seen, not what is played", "/#game=quixo4", async (page) => {
  const place = (cell) => page.locator(`.tile[data-cell=${cell}]`).boundingBox();
  const corner = await place("a4");
  await page.click("#turn-rotate");
  const turned = await place("a4");
  assert.ok(turned.x > corner.x + 100 && Math.abs(turned.y - corner.y) < 5, "top left goes to top right");
  await page.click(".tile[data-cell=a4]");
  // What was the right end of the top row is now the bottom of the right column.
  await page.click(".end.end-B");
  assert.equal(await position(page), "3X/4/4/4 O");
  await page.click("#turn-mirror");
  assert.ok(Math.abs((await place("a4")).x - corner.x) < 5);
  await page.click("#turn-flip");
  assert.ok((await place("a4")).y > corner.y + 100);
});

onPage("what to do next is told, and what was done is told to who cannot see it", "/#game=quixo4", async (page) => {
  await page.waitForSelector(".chip");
  assert.match(await page.innerText(".turn"), /X to move: take a tile from the border/);
  await page.click(".tile[data-cell=a4]");
  assert.match(await page.innerText(".turn"), /X to move: press an arrow to push it in/);
  await page.hover(".end[data-move=a4R]");
  assert.equal(await page.locator(".tile.shifting").count(), 3, "the tiles that would shift");
  await page.click(".end[data-move=a4R]");
  assert.match(await page.textContent(".status [role=status]"), /X played a4R\. .*O to move/);
});

onPage("a position is set up while the optimal line is shown", "/#game=quixo4", async (page) => {
  await page.click("#show-line");
  await page.waitForSelector(".line-player:not([hidden])");
  await page.click("#set-up");
  await page.click(".tile[data-cell=b2]");
  await shows(page, "4/4/1X2/4 X");
});

onPage("a question that the server had no time for is asked again", null, async (page) => {
  let asked = 0;
  await page.route("**/api/quixo4?*", (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    return route.fulfill({ status: 503, headers: { "retry-after": "5" }, json: { error: "the server is busy: try again in a few seconds" } });
  });
  await page.clock.install();
  await page.goto(`${it.server.url}/#game=quixo4`);
  await page.waitForFunction(() => document.querySelector(".verdict")?.textContent === "Not known here");
  assert.equal(await page.innerText(".because"), "The server is busy: try again in a few seconds.");
  await passUntil(page, 1000, () => page.locator(".chip").count());
  assert.equal(await verdict(page), "X wins in 21 moves");
});

onPage("without storage the page works all the same", null, async (page) => {
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("no storage", "SecurityError"); },
  }));
  await page.goto(`${it.server.url}/#game=quixo4`);
  await page.waitForSelector(".badge");
  await page.click("label[for=show-values]");
  assert.equal(await page.locator(".badge").count(), 0);
  await page.click(".theme");
  assert.equal(await page.getAttribute("html", "data-theme"), "light");
});

onPage("a game by keyboard alone", "/#game=quixo4", async (page) => {
  await page.waitForSelector(".badge");
  const label = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);
  while (!/^a4/.test(await label() ?? "")) await page.keyboard.press("Tab");
  assert.match(await label(), /^a4, blank, can be taken, at best win in 21 moves/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.match(await label(), /^a2/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  assert.match(await label(), /^a2R: push in at the right end/);
  await page.keyboard.press("Escape");
  assert.match(await label(), /^a2/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await position(page), "4/4/3X/4 O");
  assert.match(await label(), /^[a-d][1-4], /, "the focus stays on the board");
  await page.keyboard.press("Control+z");
  assert.equal(await position(page), "4/4/4/4 X");
  // To the end, by the tiles alone.
  const pressTile = async (cell) => {
    for (const key of ["ArrowLeft", "ArrowUp"]) for (let press = 0; press < 3; press += 1) await page.keyboard.press(key);
    for (let column = 0; column < "abcd".indexOf(cell[0]); column += 1) await page.keyboard.press("ArrowRight");
    for (let row = 0; row < 4 - Number(cell[1]); row += 1) await page.keyboard.press("ArrowDown");
    assert.equal((await label()).slice(0, 2), cell);
    await page.keyboard.press("Enter");
  };
  const KEYS = { L: "ArrowLeft", R: "ArrowRight", T: "ArrowUp", B: "ArrowDown" };
  const line = await it.server.json("/api/quixo4/line");
  for (const { move } of line.moves) {
    await pressTile(move.slice(0, 2));
    await page.keyboard.press(KEYS[move[2]]);
    assert.equal((await label()).slice(0, 3), move);
    await page.keyboard.press("Enter");
  }
  assert.equal(await verdict(page), "X has won");
});

onPage("values that come late leave the focus where it is", "/#game=quixo4", async (page) => {
  let answer;
  const late = new Promise((resolve) => { answer = resolve; });
  await page.route("**/api/quixo4?**", async (route) => {
    await late;
    await route.continue();
  });
  await page.click("[data-cell=a4]");
  await page.click("[data-move=a4R]");
  const label = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await page.focus("[data-cell=a4]");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  assert.equal(await label(), "a4R: push in at the right end");
  answer();
  await page.waitForSelector("[data-move=a4R].is-win, [data-move=a4R].is-draw, [data-move=a4R].is-loss");
  assert.match(await label(), /^a4R: push in at the right end, /);
});

onPage("on a phone nothing sticks out and fingers can play", "/#game=quixo4", async (page) => {
  await page.waitForSelector(".chip");
  const [scrollWidth, clientWidth] = await page.evaluate(() =>
    [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth}`);
  for (const size of [5, 4]) {
    await page.tap(`[data-variant=quixo${size}]`);
    const board = await page.locator(".quixo").boundingBox();
    assert.ok(board.width > 300 && board.x >= 0 && board.x + board.width <= 360);
    for (const tile of await page.locator(".tile").all()) {
      const box = await tile.boundingBox();
      assert.ok(box.width >= 40 && box.height >= 40, `a tile of ${box.width} by ${box.height}`);
    }
  }
  await page.tap(".tile[data-cell=d1]");
  await page.tap(".end[data-move=d1T]");
  assert.equal(await position(page), "3X/4/4/4 O");
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

onPage("without a 5×5 database the page shows the opening, says where it ends, and plays on", "/#game=quixo5", async (page) => {
  await page.waitForSelector(".chip");
  await shows(page, "5/5/5/5/5 X");
  assert.equal(await verdict(page), "A draw");
  assert.equal(await page.locator(".chip").count(), 6, "44 moves are of six kinds");
  assert.match(await page.innerText(".chip >> nth=0"), /\d+\/\d+/, "how many replies hold");
  // What is here is a question of its own.
  await page.waitForSelector(".database");
  assert.match(await page.innerText(".database"), /0–7 marked tiles/);
  assert.match(await page.innerText(".database"), /12 GB.*quixotic solve quixo5/s);
  assert.equal(await page.locator(".levels .here").count(), 8);
  await page.goto(new URL("/#game=quixo5&start=XXX2/5/2O2/OO3/O3X_X", page.url()).href);
  await page.waitForFunction(() => /^About \d+ % for X$/.test(document.querySelector(".verdict").textContent));
  assert.match(await page.innerText(".because"), /^An estimate of a network, not a value: win \S+ %, .*0–7 marked tiles; quixotic solve quixo5 makes the others/);
  assert.equal(await page.locator(".bar.is-estimate").count(), 1);
  assert.ok(await page.locator(".chip.is-estimate").count() > 0);
  assert.equal(await page.getAttribute("#show-line", "aria-disabled"), "true", "a line that cannot be had is not offered");
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.focus("#show-line");
  await page.keyboard.press("Enter");
  assert.deepEqual(asked.filter((url) => url.includes("/line")), [], "nor asked for");
  await page.click("[data-mode=play]");
  await page.waitForSelector("#opponent option[value='search:10000']", { state: "attached" });
  const agents = await page.$$eval("#opponent option", (all) => all.map((option) => option.value));
  assert.ok(!agents.includes("perfect"));
  await page.selectOption("#opponent", "search:10000");
  await push(page, "d5R");
  await played(page, 2);
  await page.click("#undo");
  assert.equal(await position(page), "XXX2/5/2O2/OO3/O3X X");
  await page.click("#hint");
  await page.waitForSelector(".arrow-best");
  await page.click("[data-variant=quixo4]");
  await page.waitForFunction(() => document.querySelector(".database").hidden);
});

onPage("values can be hidden, and stay so", "/#game=quixo4", async (page) => {
  await page.waitForSelector(".badge");
  await page.click("label[for=show-values]");
  assert.equal(await page.locator(".badge, .chip").count(), 0);
  assert.equal(await verdict(page), "Values are hidden");
  await page.reload();
  await page.waitForSelector(".tile");
  assert.equal(await page.locator(".badge").count(), 0);
  await page.click("label[for=show-values]");
  await page.waitForSelector(".badge");
});

onPage("a push is animated unless the reader wants less motion", "/#game=quixo4", async (page) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await recordSlides(page);
  await push(page, "a4R");
  assert.ok(await page.evaluate(() => globalThis.slides.length) >= 4, "the tiles of the row");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await page.evaluate(() => { globalThis.slides = []; });
  await push(page, "a3R");
  assert.deepEqual(await page.evaluate(() => globalThis.slides), []);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});
