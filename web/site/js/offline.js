// Keeps the page for times when its server does not answer; see /sw.js. Browsers do so at
// secure addresses only, and at those of their own machine.

export async function keepForLater() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const isNew = !serviceWorker.controller;
  try {
    await serviceWorker.register("/sw.js");
    const { active } = await serviceWorker.ready;
    if (isNew) active.postMessage([location.pathname, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
  } catch {
    // The browser keeps nothing: the page works while its server does.
  }
}
