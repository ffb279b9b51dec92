// A question that got no answer: what is said about it, and whether asking again may help.

export class Refused extends Error {
  constructor(message, again) {
    super(message);
    this.again = again;
  }
}
