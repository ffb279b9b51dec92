// Where the page lives. It may be a folder anywhere on a host, so nothing is asked for at an
// address of its own: all addresses are relative to this folder.

/** The folder of the page. */
export const ROOT = new URL("../", import.meta.url);

/** The address of something in it. */
export const at = (path) => new URL(path, ROOT).href;

/** The file of the page that is open; servers may leave out `index.html` and `.html`. */
export function openPage() {
  const path = location.pathname.slice(ROOT.pathname.length);
  return path === "" ? "index.html" : `${path.replace(/\.html$/, "")}.html`;
}
