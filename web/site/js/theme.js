// Sets the theme that was chosen before anything is painted; `memory.js` keeps it.
try {
  const folder = new URL("../", document.currentScript.src).pathname;
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem(folder === "/" ? "theme" : `${folder} theme`)) ?? "auto";
} catch {
  // The browser keeps nothing: it is as the system says.
}
