// Documents in JSON at an address of the page's own folder, and questions that get no answer.

import { at } from "../place.js";

/** A question that got no answer: what is said about it, and whether asking again may help. */
export class Refused extends Error {
  constructor(message, again) {
    super(message);
    this.again = again;
  }
}

/** Fetches one; `away` is said where nobody answers, `unclear` where the answer is no JSON. Returns the response too. */
export async function fetchJson(path, { away, unclear }, signal) {
  let response;
  try {
    response = await fetch(at(path), { signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(away, true);
  }
  const body = await response.json().catch(() => ({ error: unclear }));
  return { response, body };
}
