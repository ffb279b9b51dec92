// A database of 5×5 that is hosted as plain files, read by HTTP ranges.
//
// The module lists all ranges that it wants next. Neighbours are fetched as one, some at a
// time, past the browser's cache, whose handling of ranges is not to be relied on. The module
// checks what it is given; what does not match its checksum is fetched once more.

import { Trouble } from "./trouble.js";

/** Requests at a time: browsers open no more connections to a host. */
export const AT_ONCE = 6;
/** Bytes that are read for nothing rather than with a request of their own. */
const GAP = 4096;
/** Bytes of a request at most, unless one range is longer. */
const LONGEST = 1 << 18;
/** Before a host that failed is asked again, and how long it may take to answer. */
const PAUSE = 200;
const TIMEOUT = 20_000;

const MANIFEST = "manifest.json";

export class Database {
  #base;
  #read;
  #totals = { pages: 0, bytes: 0 };
  #free = AT_ONCE;
  #queue = [];
  #onTheWay = new Map();

  /** The files below an address; `read` is told how much was read so far. */
  constructor(base, read = () => {}) {
    this.#base = base.endsWith("/") ? base : `${base}/`;
    this.#read = read;
  }

  /** Brings the manifest, or why there is none. */
  bringManifest(module) {
    return this.#once(MANIFEST, async () => {
      let bytes;
      let problem = null;
      try {
        bytes = await this.#fetch(MANIFEST);
      } catch (error) {
        problem = error.message;
      }
      problem ??= module.supply(MANIFEST, bytes);
      if (problem) module.goWithoutManifest(problem);
    });
  }

  /**
   * Brings ranges of files: `{ file, from, to, page }`. After a failure no further request begins, and it is told
   * when those on their way have ended: who asks again must not wait for what is about to fail.
   */
  async bring(module, ranges) {
    const wave = { trouble: null };
    const note = (error) => { wave.trouble ??= error; };
    await Promise.all(merged(ranges).map((request) => this.#bringMerged(module, request, wave).catch(note)));
    if (wave.trouble) throw wave.trouble;
  }

  #bringMerged(module, request, wave) {
    const { file, from, to, ranges } = request;
    return this.#once(`${file}:${from}-${to}`, async () => {
      if (wave.trouble) throw wave.trouble;
      const bytes = await this.#fetch(file, from, to).catch((error) => {
        // What is short or breaks off may do better in smaller parts.
        if (error instanceof Trouble) throw error;
        return null;
      });
      const given = ranges.map((range) => this.#give(module, range, bytes?.subarray(range.from - from, range.to - from)));
      const again = ranges.filter((_, number) => !given[number]);
      for (const range of again) await this.#bringAgain(module, range);
      this.#read({ ...this.#totals });
    });
  }

  async #bringAgain(module, range) {
    const { file, from, to } = range;
    let bytes;
    try {
      bytes = await this.#fetch(file, from, to);
    } catch (error) {
      if (error instanceof Trouble) throw error;
      throw new Trouble(`The host of the database sends something else than what was asked for: ${error.message}.`, true);
    }
    if (this.#give(module, range, bytes)) return;
    const what = `bytes ${from} to ${to - 1} of ${file} do not match their checksum`;
    throw new Trouble(`The host of the database sends damaged data: ${what}.`, true);
  }

  /** Whether the module takes it. */
  #give(module, { file, from, to, page }, bytes) {
    if (!bytes || module.supply(`${file}:${from}-${to}`, bytes) !== null) return false;
    this.#totals.pages += page ? 1 : 0;
    return true;
  }

  /** What is on its way already is not asked for twice. */
  #once(key, bring) {
    if (!this.#onTheWay.has(key)) {
      const brought = this.#inTurn(bring).finally(() => this.#onTheWay.delete(key));
      this.#onTheWay.set(key, brought);
    }
    return this.#onTheWay.get(key);
  }

  /** A whole file or a part of it; asks once more where that may help. */
  async #fetch(file, from, to) {
    try {
      return await this.#request(file, from, to);
    } catch (error) {
      if (!(error instanceof Trouble) || !error.again) throw error;
      await new Promise((done) => setTimeout(done, PAUSE));
      return this.#request(file, from, to);
    }
  }

  async #request(file, from, to) {
    const isPart = from !== undefined;
    const headers = isPart ? { Range: `bytes=${from}-${to - 1}` } : {};
    const cache = isPart ? "no-store" : "no-cache";
    let response;
    try {
      response = await fetch(new URL(file, this.#base), { headers, cache, signal: AbortSignal.timeout(TIMEOUT) });
    } catch {
      throw new Trouble("The host of the database does not answer.", true);
    }
    if (response.status !== (isPart ? 206 : 200)) {
      // The rest is of no interest, nor is whether that can be said.
      response.body?.cancel().catch(() => {});
      throw refusal(response.status, file, isPart);
    }
    let bytes;
    try {
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch {
      throw new Error(`what it sends of ${file} breaks off, or is compressed in a way that does not go with ranges`);
    }
    this.#totals.bytes += bytes.length;
    if (isPart && bytes.length !== to - from) {
      throw new Error(`${bytes.length} bytes of ${file} instead of ${to - from}`);
    }
    return bytes;
  }

  /** Some at a time. */
  async #inTurn(work) {
    if (this.#free === 0) await new Promise((turn) => this.#queue.push(turn));
    else this.#free -= 1;
    try {
      return await work();
    } finally {
      if (this.#queue.length > 0) this.#queue.shift()();
      else this.#free += 1;
    }
  }
}

/** Ranges of the same file that are close together as one request. */
function merged(ranges) {
  const sorted = [...ranges].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.from - b.from));
  const requests = [];
  for (const range of sorted) {
    const last = requests.at(-1);
    if (last?.file === range.file && range.from - last.to <= GAP && range.to - last.from <= LONGEST) {
      last.to = Math.max(last.to, range.to);
      last.ranges.push(range);
    } else {
      requests.push({ file: range.file, from: range.from, to: range.to, ranges: [range] });
    }
  }
  return requests;
}

/** What a status says that is not the right one. */
function refusal(status, file, isPart) {
  if (isPart && status === 200) {
    return new Trouble(`The host of the database does not answer ranges: it sends all of ${file} where a part is asked for.`, false);
  }
  if (status === 404) return new Trouble(`The host of the database has no ${file}.`, false);
  if (status === 416) return new Trouble(`The host of the database has another ${file} than its manifest says.`, false);
  return new Trouble(`The host of the database answers ${status} for ${file}.`, status >= 500 || status === 429);
}
