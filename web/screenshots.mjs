// Takes the screenshots of the README: `node web/screenshots.mjs` after `cargo build`.

import { fileURLToPath } from "node:url";
import { browse, serve, visit } from "./tests/harness.mjs";

const shots = fileURLToPath(new URL("../docs/screenshots/", import.meta.url));
const WIDE = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };

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
    viewport: WIDE,
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

const server = await serve();
const browser = await browse();
for (const { name, path, act, ...look } of VIEWS) {
  const page = await visit(browser, server.url + path, look);
  await act(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${shots}${name}.png` });
  console.log(`docs/screenshots/${name}.png`);
  await page.context().close();
}
await browser.close();
await server.stop();
