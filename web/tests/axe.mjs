// A checker of accessibility.

import axe from "axe-core";

/** What it finds on a page as it is: rules that are broken, each with the elements that break them. */
export async function violations(page) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => globalThis.axe.run());
  return found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}
