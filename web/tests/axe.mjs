// A checker of accessibility.

import axe from "axe-core";

/** What it finds on a page as it is: rules that are broken, each with the elements that break them; `options` are the checker's. */
export async function violations(page, options = {}) {
  if (!await page.evaluate(() => globalThis.axe)) await page.evaluate(axe.source);
  // To write down what is in order, too, would take as long again.
  const found = await page.evaluate((asked) => globalThis.axe.run(asked), { resultTypes: ["violations"], ...options });
  return found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}
