// What `web/build-site` refuses, and what it writes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { QUIXOTIC, test } from "./harness.mjs";
import { LIMIT } from "./processes.mjs";

const command = new URL("../build-site", import.meta.url).pathname;
let directory;
before(async () => { directory = await mkdtemp(join(tmpdir(), "quixotic-build-")); });
after(() => rm(directory, { recursive: true }));

const build = (...words) => spawnSync(command, words, { cwd: directory, encoding: "utf8", timeout: LIMIT, env: { ...process.env, QUIXOTIC } });

test("bad calls get one clear line, and change nothing", async () => {
  await writeFile(join(directory, "mine.txt"), "mine");
  for (const [words, told] of [
    [[], /where to/],
    [["--nothing"], /no option --nothing/],
    [["one", "two"], /one folder at a time/],
    [["one", "--quixo5"], /needs an address/],
    [["one", "--quixo5", "ftp://files.example.org/"], /begins with https/],
    [["one", "--quixo5", "https://a/'; script-src *"], /no address/],
    [["one", "--quixo5", "//files.example.org/"], /begins with https/],
    [["one", "--url", "example.org"], /whole address/],
    [["."], /not empty/],
    [["mine.txt"], /is a file/],
  ]) {
    const { status, stderr, stdout } = build(...words);
    assert.deepEqual([status, stdout, stderr.trim().split("\n").length], [2, "", 1], `${words.join(" ")}: ${stderr}`);
    assert.match(stderr, told);
  }
  assert.deepEqual(await readdir(directory), ["mine.txt"]);
  const { status, stdout } = build("--help");
  assert.equal(status, 0);
  assert.match(stdout, /Examples:/);
});

test("a folder that was made before is replaced, and a hosted database is in the policy", async () => {
  const first = build("site");
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stdout, /python3 -m http\.server -d/);
  const siteOf = async () => JSON.parse(await readFile(join(directory, "site/site.json"), "utf8"));
  const before = await siteOf();
  await writeFile(join(directory, "site/old.txt"), "old");
  const second = build("site", "--quixo5", "https://files.example.org/quixo5", "--url", "https://example.org/games/");
  assert.equal(second.status, 0, second.stderr);
  const then = await siteOf();
  assert.notEqual(then.version, before.version);
  assert.ok(!existsSync(join(directory, "site/old.txt")));
  assert.deepEqual((await readdir(directory)).sort(), ["mine.txt", "site"]);
  const html = await readFile(join(directory, "site/index.html"), "utf8");
  assert.match(html, /<meta name="quixotic-quixo5" content="https:\/\/files\.example\.org\/quixo5\/">/);
  assert.match(html, /connect-src 'self' https:\/\/files\.example\.org;/);
  assert.match(html, /<meta property="og:image" content="https:\/\/example\.org\/games\/social\.png">/);
});

/** Writes a file, and the folders that it is in. */
async function put(file, text) {
  await mkdir(dirname(join(directory, file)), { recursive: true });
  await writeFile(join(directory, file), text);
}

for (const [folder, place] of [["beside", "quixo5/"], ["around", "data/quixo5/"]]) {
  test(`a database in the folder at ${place} stays, whichever of them was there first`, async () => {
    const data = join(directory, folder, place, "manifest.json");
    await put(join(folder, place, "manifest.json"), "of a database");
    for (const time of ["first", "second"]) {
      const { status, stderr } = build(folder, "--quixo5", place);
      assert.equal(status, 0, stderr);
      assert.equal(await readFile(data, "utf8"), "of a database", time);
      assert.ok((await readFile(join(directory, folder, "index.html"), "utf8")).includes(`<meta name="quixotic-quixo5" content="${place}">`));
      assert.ok(!(await readFile(join(directory, folder, "sw.js"), "utf8")).includes("quixo5/manifest.json"));
    }
  });
}

for (const [file, told] of [
  ["quixo5/manifest.json", /page\/quixo5 is a database: keep it with --quixo5 quixo5\/, or move it away/],
  ["data/quixo5/manifest.json", /page\/data\/quixo5 is a database: keep it with --quixo5 data\/quixo5\/, or move it away/],
  ["quixo5/c12-13.qxc", /page\/quixo5 is a database/],
  [".data/manifest.json", /page\/\.data is a database/],
  ["manifest.json", /page has files of a database, as manifest\.json: move them away/],
]) {
  test(`a folder with ${file} is not built again without it`, async (context) => {
    context.after(() => rm(join(directory, "page"), { recursive: true }));
    await put("page/site.json", '{ "made-by": "quixotic build-site" }');
    await put(join("page", file), "of a database");
    for (const options of [[], ["--quixo5", "https://files.example.org/quixo5/"], ["--quixo5", "another/"]]) {
      const { status, stderr, stdout } = build("page", ...options);
      assert.deepEqual([status, stdout], [2, ""], stderr);
      assert.match(stderr, told);
      assert.equal(await readFile(join(directory, "page", file), "utf8"), "of a database");
    }
  });
}
