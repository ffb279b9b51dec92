// Documents in JSON at an address of the page's own folder.

import { at } from "../place.js";
import { Refused } from "./refused.js";

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
