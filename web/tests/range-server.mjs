// A host of plain files that answers ranges, and misbehaves on purpose:
//
//     node web/tests/range-server.mjs DIR --delay 30 --fault short --every 3
//
// prints its address and serves until it is stopped. A fault hits every request for a range, or
// every N-th; with `--on all` requests for whole files, too.

import { createServer } from "node:http";
import { open, stat } from "node:fs/promises";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

/** What a request is answered with instead of what was asked for. */
export const FAULTS = {
  /** The whole file, with 200. */
  whole: (reply) => ({ ...reply, status: 200, headers: {}, body: reply.file }),
  /** The right bytes, compressed on the way and said to be. */
  gzip: (reply) => ({ ...reply, headers: { ...reply.headers, "content-encoding": "gzip" }, body: gzipSync(reply.body) }),
  /** A part of the compressed file. */
  "gzip-file": (reply) => ({
    ...reply,
    headers: { ...reply.headers, "content-encoding": "gzip" },
    body: gzipSync(reply.file).subarray(reply.from, reply.to),
  }),
  /** Fewer bytes than were asked for. */
  short: (reply) => ({ ...reply, body: reply.body.subarray(0, reply.body.length >> 1) }),
  /** A connection that breaks off in the middle. */
  cut: (reply) => ({ ...reply, cut: true }),
  /** An error of the host. */
  error: (reply) => ({ ...reply, status: 503, headers: {}, body: Buffer.from("busy") }),
  /** A connection that is closed without a word. */
  away: (reply) => ({ ...reply, away: true }),
  /** No such file. */
  missing: (reply) => ({ ...reply, status: 404, headers: {}, body: Buffer.from("nothing here") }),
  /** A bit of each half a kilobyte that is wrong. */
  flip: (reply) => {
    const body = Buffer.from(reply.body);
    for (let at = Math.min(200, body.length >> 1); at < body.length; at += 512) body[at] ^= 1;
    return { ...reply, body };
  },
  /** Bytes of another place of the file. */
  elsewhere: (reply) => {
    const length = reply.body.length;
    const start = reply.from === 0 ? Math.min(1, reply.file.length - length) : 0;
    return { ...reply, body: reply.file.subarray(start, start + length) };
  },
};

/** The part of a file that a header asks for; all of it without one. */
function range(header, length) {
  const found = /^bytes=(\d+)-(\d+)$/.exec(header ?? "");
  if (!found) return null;
  return { from: Number(found[1]), to: Math.min(Number(found[2]) + 1, length) };
}

/** Serves a directory. What it does wrong may be changed while it runs: `host.fault = "flip"`. */
export async function host(directory, { delay = 0, fault = null, every = 1, on = "ranges", port = 0 } = {}) {
  const state = { requests: 0, bytes: 0, most: 0, delay, fault, every, on };
  let running = 0;
  let faulty = 0;
  const server = createServer(async (request, response) => {
    state.requests += 1;
    running += 1;
    state.most = Math.max(state.most, running);
    response.once("close", () => { running -= 1; });
    if (state.delay > 0) await new Promise((done) => setTimeout(done, state.delay));
    let reply = await answer(directory, request, state.fault !== null);
    const isRange = request.headers.range !== undefined;
    if (state.fault && reply.file && (isRange || state.on === "all")) {
      faulty += 1;
      if (faulty % state.every === 0) reply = FAULTS[state.fault](reply);
    }
    if (reply.away) return request.socket.destroy();
    const headers = { "access-control-allow-origin": "*", "content-length": reply.body.length, ...reply.headers };
    response.writeHead(reply.status, headers);
    state.bytes += reply.body.length;
    if (reply.cut) {
      response.write(reply.body.subarray(0, reply.body.length >> 1), () => request.socket.destroy());
    } else {
      response.end(request.method === "HEAD" ? undefined : reply.body);
    }
  });
  await new Promise((ready) => server.listen(port, "127.0.0.1", ready));
  return Object.assign(state, {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop() {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  });
}

/** The answer as it should be; faults want the file it is a part of. */
async function answer(directory, request, isFaulty) {
  const nothing = { status: 404, headers: {}, body: Buffer.from("nothing here") };
  const name = normalize(decodeURIComponent(new URL(request.url, "http://host").pathname));
  const path = join(directory, name);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return nothing;
  const wanted = range(request.headers.range, found.size);
  if (wanted && wanted.from >= wanted.to) return { ...nothing, status: 416 };
  const { from, to } = wanted ?? { from: 0, to: found.size };
  // Files of a database may be too large to be read whole for every range.
  const read = async (start, end) => {
    const file = await open(path);
    try {
      const bytes = Buffer.alloc(end - start);
      await file.read(bytes, 0, bytes.length, start);
      return bytes;
    } finally {
      await file.close();
    }
  };
  const whole = isFaulty && found.size <= 1 << 26 ? await read(0, found.size) : null;
  const body = whole ? whole.subarray(from, to) : await read(from, to);
  const headers = { "content-type": name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream" };
  if (wanted) headers["content-range"] = `bytes ${from}-${to - 1}/${found.size}`;
  return { status: wanted ? 206 : 200, headers, body, file: whole ?? body, from, to };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      delay: { type: "string", default: "0" },
      fault: { type: "string" },
      every: { type: "string", default: "1" },
      on: { type: "string", default: "ranges" },
      port: { type: "string", default: "0" },
    },
  });
  if (positionals.length !== 1 || (values.fault && !(values.fault in FAULTS))) {
    console.error(`usage: range-server.mjs DIR [--delay MS] [--fault ${Object.keys(FAULTS).join("|")}] [--every N] [--on ranges|all] [--port N]`);
    process.exit(2);
  }
  const running = await host(positionals[0], {
    delay: Number(values.delay),
    fault: values.fault ?? null,
    every: Number(values.every),
    on: values.on,
    port: Number(values.port),
  });
  console.log(running.url);
}
