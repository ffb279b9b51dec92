// Takes the screenshots of the README, and the picture that others show beside a link to the
// page: `node web/screenshots.mjs` after `cargo build`; `cargo build` again puts the picture into
// the program.

import { fileURLToPath } from "node:url";
import { browse, serve, visit } from "./tests/harness.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const PHONE = { width: 360, height: 740 };
const TABLET = { width: 820, height: 1180 };
const WIDE = { width: 1440, height: 900 };
const LARGE = { width: 2560, height: 1440 };

const VIEWS = [
  {
    name: "quixo",
    path: "/#game=quixo4&moves=a4R,a3R,d4L",
    viewport: WIDE,
    colorScheme: "light",
    act: (page) => page.waitForFunction(() => document.querySelector(".plotted .grave")),
  },
  {
    name: "quixo-play",
    path: "/#mode=play&game=quixo5&moves=a5R,e1L",
    viewport: LARGE,
    colorScheme: "dark",
    act: async (page) => {
      await page.waitForSelector("#opponent option[value='minimax:1']", { state: "attached" });
      await page.click(".tile[data-cell=b1]");
    },
  },
  {
    name: "quixo-phone",
    path: "/#game=quixo4&moves=a4R,a3R,d1T",
    viewport: PHONE,
    colorScheme: "dark",
    act: async (page) => {
      await page.waitForSelector(".badge");
      await page.click(".tile[data-cell=b1]");
    },
  },
  {
    name: "quixo-learn",
    path: "/#mode=learn&game=quixo4&start=3O/4/3O/X2X_X&goal=win",
    viewport: TABLET,
    colorScheme: "light",
    act: async (page) => {
      await page.waitForSelector("#learn-solve:not([hidden])");
      await page.click("#learn-solve");
      await page.waitForSelector(".arrow-best");
    },
  },
  {
    name: "ultimate",
    path: "/ultimate#game=ultimate&moves=44,40,04,41,14,42,24,43,34,45,54,46,64,47,74,48,88,80,08,81,18",
    viewport: WIDE,
    colorScheme: "dark",
    act: (page) => page.waitForSelector(".chip"),
  },
  {
    name: "numerical",
    path: "/numerical#game=numerical3&moves=b2=5,a1=2",
    viewport: WIDE,
    colorScheme: "light",
    act: (page) => page.waitForSelector(".badge"),
  },
  {
    name: "results",
    path: "/results",
    viewport: WIDE,
    colorScheme: "light",
    act: async (page) => {
      await page.click(".counts button >> text=5×5");
      await page.waitForSelector("text=847,288,609,443 >> nth=1");
    },
  },
];

/** The board with a few words, in the size that sites ask for. */
const SOCIAL = {
  path: "/#mode=play&game=quixo5&moves=a5R,e1L,b5R,e1T,a3R,c1L,a4R,e5B",
  viewport: { width: 1200, height: 630 },
  colorScheme: "light",
  // The words are put there for the picture alone, which the page's policy does not allow.
  bypassCSP: true,
  act: async (page) => {
    await page.waitForSelector(".tile .symbol");
    await page.evaluate(() => {
      const words = document.createElement("div");
      words.className = "words";
      words.innerHTML = "<b>quixotic</b><p>Perfect play for Quixo and its relatives: play, learn, analyse.</p>";
      document.body.replaceChildren(words, document.querySelector(".board"));
    });
    await page.addStyleTag({ content: `
      body { display: grid; grid-template-columns: 1fr auto; align-items: center; height: 630px; padding: 0 35px 0 70px !important; gap: 50px; }
      .board { width: 560px; }
      .words b { font-size: 84px; letter-spacing: -0.03em; }
      .words p { font-size: 34px; line-height: 1.3; color: var(--soft); }` });
  },
};

/** The icon for places that take no SVG, up to the edge, since they cut corners of their own. */
const ICON = {
  path: "/icon.svg",
  viewport: { width: 512, height: 512 },
  act: (page) => page.evaluate(() => document.querySelector("rect").setAttribute("rx", "0")),
};

const server = await serve();
const browser = await browse();

async function shoot(file, { path, act, ...look }) {
  const page = await visit(browser, server.url + path, look);
  await act(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: root + file });
  console.log(file);
  await page.context().close();
}

for (const { name, ...view } of VIEWS) await shoot(`docs/screenshots/${name}.png`, view);
await shoot("web/site/social.png", SOCIAL);
await shoot("web/site/icon-512.png", ICON);
await browser.close();
await server.stop();
