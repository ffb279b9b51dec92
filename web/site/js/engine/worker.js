// The engine in a worker: questions in, answers out, as messages. The page never waits for
// it, and an agent that thinks is stopped by ending the worker.

import { Data } from "./data.js";
import { Database } from "./database.js";
import { Module } from "./module.js";
import { Questions } from "./questions.js";

const forgotten = new Set();
const asked = new Set();
/** The engine, on its way or there; a new one after a failure. */
let engine = null;
let start = null;

self.addEventListener("message", ({ data: message }) => {
  if (message.start) {
    start = message.start;
    running().catch(() => {
      // Whoever asks is told.
    });
  } else if (message.forget) {
    if (asked.has(message.id)) forgotten.add(message.id);
  } else {
    answer(message);
  }
});

async function answer({ id, ...question }) {
  asked.add(id);
  const reply = await replyTo(id, question);
  if (reply && !forgotten.has(id)) self.postMessage({ id, ...reply });
  asked.delete(id);
  forgotten.delete(id);
}

async function replyTo(id, question) {
  let questions;
  try {
    questions = await running();
  } catch (error) {
    engine = null;
    return { kind: "refused", message: `The engine cannot be started: ${error.message}.`, again: true };
  }
  const isWanted = () => !forgotten.has(id);
  const early = (body) => self.postMessage({ id, kind: "early", body });
  try {
    return await questions.answer(question, { isWanted, early });
  } catch {
    // A module that has panicked answers nothing any more.
    engine = null;
    const message = "the answer could not be computed: this is a bug of quixotic";
    return { kind: "refused", message, again: false };
  }
}

function running() {
  engine ??= run();
  return engine;
}

async function run() {
  const module = await Module.start(start.module, Boolean(start.quixo5));
  const read = (totals) => self.postMessage({ kind: "read", ...totals });
  const database = start.quixo5 ? new Database(start.quixo5, read) : null;
  return new Questions(module, new Data(start.data), database);
}
