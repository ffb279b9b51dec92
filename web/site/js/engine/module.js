// The compiled engine: text in, text out. It never waits; what it needs it lists, and who
// drives it supplies that and asks again.

/** What became of a question, as the module numbers it. */
export const Status = Object.freeze({ LASTING: 0, FOR_NOW: 1, EARLY: 2, REFUSED: 3, REFUSED_FOR_NOW: 4, WANTED: 5 });

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Module {
  #exports;

  constructor(instance) {
    this.#exports = instance.exports;
  }

  /** Starts a compiled module; whether there is a host of a database of 5×5. */
  static async start(compiled, hasDatabase) {
    const env = { now: () => performance.now() };
    const instance = await WebAssembly.instantiate(compiled, { env });
    instance.exports.start(hasDatabase ? 1 : 0);
    return new Module(instance);
  }

  /** Asks a question: its status and its text. */
  ask(question) {
    this.#write(encoder.encode(JSON.stringify(question)));
    const status = this.#exports.ask();
    return { status, text: this.#answer() };
  }

  /** Brings what was wanted, by its name; a sentence if it is not what was wanted. */
  supply(name, bytes) {
    const written = encoder.encode(name);
    this.#write(written, bytes);
    return this.#exports.supply(written.length) === 0 ? null : this.#answer();
  }

  /** Says that there is no manifest of the database to be had, and why. */
  goWithoutManifest(why) {
    this.#write(encoder.encode(why));
    this.#exports.go_without_manifest();
  }

  #write(...parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    let at = this.#exports.reserve(length);
    for (const part of parts) {
      // The memory is another one after it has grown.
      new Uint8Array(this.#exports.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  }

  #answer() {
    const { memory, answer, answer_length } = this.#exports;
    return decoder.decode(new Uint8Array(memory.buffer, answer(), answer_length()));
  }
}
