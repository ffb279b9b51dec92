// What can be told to people when a question gets no answer.

/** One clear sentence, and whether asking later may help. */
export class Trouble extends Error {
  constructor(message, again) {
    super(message);
    this.again = again;
  }
}
