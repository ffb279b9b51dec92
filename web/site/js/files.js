// Files that a person takes away: saved, or handed to the system's share sheet.

import { el } from "./dom.js";

export function save(file) {
  const address = URL.createObjectURL(file);
  el("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Whether files of this media type can be shared. */
export const canShare = (type) => Boolean(navigator.canShare?.({ files: [new File([], "a", { type })] }));

export async function share(file) {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    // Who closes the sheet has changed their mind; where it fails the file is saved.
    if (error.name !== "AbortError") save(file);
  }
}
