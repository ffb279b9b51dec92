// Games with a friend by link: two browsers, no server of ours between them.

import assert from "node:assert/strict";
import { visit } from "./harness.mjs";
import { played, position, push, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;

const says = (page, text) => page.waitForFunction((words) => document.querySelector(".verdict")?.textContent.includes(words), text);
const explains = (page, text) => page.waitForFunction((words) => document.querySelector(".because")?.textContent.includes(words), text);

/** The sheet for sharing that phones have: what was shared last is in `shared`. */
const withSheet = (page) => page.addInitScript(() => {
  navigator.share = async (what) => { globalThis.shared = what; };
});

/** Begins a game by link on a page. */
async function begin(page) {
  await page.waitForSelector("#opponent option[value=link]", { state: "attached" });
  await page.selectOption("#opponent", "link");
}

/** The link that a page gives to send. */
async function sent(page) {
  await page.click("#match-send");
  return page.evaluate(() => globalThis.shared.url);
}

/** Opens a link that a friend sent, in the tab that is open. */
async function open(page, link) {
  await page.fill("#position", link);
  await page.press("#position", "Enter");
}

/** Another browser, with a memory of its own. */
async function friend(act) {
  const page = await visit(it.browser, null);
  try {
    await withSheet(page);
    await act(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
  }
}

/** How the moves of a game are made on its page. */
const HANDS = {
  quixo4: push,
  numerical3: async (page, move) => {
    const [cell, number] = move.split("=");
    await page.click(`.cell[data-cell=${cell}]`);
    await page.click(`.number-tile[data-number='${number}']`);
  },
  ultimate: (page, move) => page.click(`.spot[data-move='${move}']`),
};

for (const [game, path, names] of [
  ["quixo4", "/#mode=play&game=quixo4", ["X", "O"]],
  ["numerical3", "/numerical", ["Odd", "Even"]],
  ["ultimate", "/ultimate", ["X", "O"]],
]) {
  onPage(`a whole game of ${game} is played by links, one player being offline in between`, null, async (first) => {
    const { moves } = await it.server.json(`/api/${game}/line`);
    await withSheet(first);
    await first.goto(it.server.url + path);
    await begin(first);
    await friend(async (second) => {
      const players = [first, second];
      let link = null;
      for (const [ply, { move }] of moves.entries()) {
        const page = players[ply % 2];
        if (ply === 1) await page.goto(link);
        else if (ply > 1) await open(page, link);
        await says(page, "Your move");
        assert.equal(await page.locator(".matches li").count(), 1);
        await page.context().setOffline(ply >= 2 && page === second);
        await HANDS[game](page, move);
        await played(page, ply + 1);
        if (ply + 1 < moves.length) await says(page, "Send the link");
        link = await sent(page);
        if (ply + 1 < moves.length) await says(page, "Your friend’s move");
      }
      const [winner, loser] = moves.length % 2 === 1 ? [first, second] : [second, first];
      await open(loser, link);
      await says(winner, "You have won");
      await says(loser, "You have lost");
      await second.context().setOffline(false);
      assert.equal(await position(first), await position(second));
      assert.match(await first.innerText(".seats .behind"), new RegExp(`You play ${names[0]}\\.`));
      assert.match(await second.innerText(".seats .behind"), new RegExp(`You play ${names[1]}\\.`));
      assert.match(await first.innerText(".matches"), /over/);
    });
  });
}

/** A link of a game with a friend. */
const linkOf = (moves, { game = "quixo5", id = "abcd1234", plies = moves.length } = {}) =>
  `#mode=play&game=${game}&friend=${id}&moves=${moves.join(",")}&plies=${plies}`;

/** A page on which a game with a friend is at its third ply, that of the friend. */
async function withGame(page) {
  await withSheet(page);
  await page.goto(`${it.server.url}/${linkOf(["a5R", "b1T"])}`);
  await says(page, "Your move");
  await push(page, "c1T");
  await sent(page);
  return position(page);
}

const HOSTILE = [
  ["with a move that is not legal", linkOf(["a5R", "b1T", "c1T", "c3L"]), "move 4, c3L, is not legal"],
  ["that was cut off", linkOf(["a5R", "b1T", "c1T", "d1T"]).slice(0, -1), "a part of it is missing"],
  ["that was cut off within a move", linkOf(["a5R", "b1T", "c1T", "d1T"]).slice(0, -10), "a part of it is missing"],
  ["whose number of plies is another", linkOf(["a5R", "b1T", "c1T", "d1T"], { plies: 14 }), "a part of it is missing"],
  ["with a name that is none", linkOf(["a5R"], { id: "%3Cb%3E" }), "a part of it is missing"],
  ["of a game that is not played here", linkOf(["a5R"], { game: "chess" }), "there is no game “chess” here"],
  ["of another size under the same name", linkOf(["a4R"], { game: "quixo4" }), "it is of another game than the one of that name here"],
  ["that contradicts the game", linkOf(["a5R", "e1T", "c1T", "d1T"]), "it has e1T as move 2, and your game has b1T. Your game is as it was"],
];

for (const [which, link, words] of HOSTILE) {
  onPage(`a link ${which} is refused, and nothing is lost`, null, async (page) => {
    const text = await withGame(page);
    await page.goto(`${it.server.url}/${link}`);
    await explains(page, `This link does not work: ${words}.`);
    assert.equal(await position(page), text);
    // The same in a tab of its own, where the page is only opened.
    await page.reload();
    await explains(page, `This link does not work: ${words}.`);
    assert.equal(await position(page), text);
    await page.goto(`${it.server.url}/${linkOf(["a5R", "b1T", "c1T", "d1T"])}`);
    await played(page, 4);
    await says(page, "Your move");
  });
}

onPage("a link that is older than the game shows the game, and one with an own move from elsewhere says so", null, async (page) => {
  const text = await withGame(page);
  await page.goto(`${it.server.url}/${linkOf(["a5R"])}`);
  await explains(page, "That link is older than your game");
  assert.equal(await position(page), text);
  await page.goto(`${it.server.url}/${linkOf(["a5R", "b1T", "c1T", "d1T"])}`);
  await played(page, 4);
  await page.goto(`${it.server.url}/${linkOf(["a5R", "b1T", "c1T", "d1T", "e1T", "a1T"])}`);
  await explains(page, "The link has a move of yours, e1T, that was not made on this device.");
});

onPage("a move can be taken back until its link went out, and a friend’s never", null, async (page) => {
  await withSheet(page);
  await page.goto(`${it.server.url}/${linkOf(["a5R", "b1T"])}`);
  await says(page, "Your move");
  await push(page, "c1T");
  await page.click("#undo");
  await push(page, "e1T");
  assert.match(await sent(page), /moves=a5R,b1T,e1T&plies=3$/);
  await page.click("#undo");
  await says(page, "Ply 2 of 3");
  assert.equal(await page.locator(".tile.takeable").count(), 0);
  await page.click("#undo");
  assert.equal(await page.locator(".tile.takeable").count(), 0);
});

onPage("a game by link leaves one’s own game alone, is in the list, and goes on after a visit elsewhere", "/#mode=play&game=quixo5", async (page) => {
  await page.waitForSelector("#opponent option[value=friend]", { state: "attached" });
  await page.selectOption("#opponent", "friend");
  await push(page, "a5R");
  const own = await position(page);
  await begin(page);
  await push(page, "e1T");
  const text = await position(page);
  await page.selectOption("#opponent", "friend");
  assert.equal(await position(page), own);
  await page.goto(`${it.server.url}/numerical`);
  await page.click(".matches a");
  await says(page, "Send the link");
  assert.equal(await position(page), text);
  await page.click("[data-mode=analyse]");
  await push(page, "a5R");
  await page.click("[data-mode=play]");
  assert.equal(await position(page), text, "analysis is no part of it");
  await page.reload();
  await says(page, "Send the link");
  await page.click(".matches .tool");
  assert.equal(await page.locator(".matches li").count(), 0);
  assert.equal(await position(page), own);
});

onPage("a game by link goes on in another tab, and the first one follows", null, async (page) => {
  await withGame(page);
  const tab = await page.context().newPage();
  await tab.goto(`${it.server.url}/${linkOf(["a5R", "b1T", "c1T", "d1T"])}`);
  await says(tab, "Your move");
  await played(page, 4);
  await says(page, "Your move");
  await push(page, "e1T");
  await played(tab, 5);
});

onPage("where there is nothing to copy with, the link is there to be selected", "/#mode=play&game=quixo5", async (page) => {
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await begin(page);
  await page.click("[data-side=O]");
  await says(page, "Send the link");
  assert.equal(await page.locator("#match-send").isVisible(), false);
  await page.click("#match-copy");
  const link = await page.inputValue("#match-link");
  await friend(async (other) => {
    await other.goto(link);
    await says(other, "Your move");
    assert.match(await other.innerText(".seats .behind"), /You play X\./);
  });
});
