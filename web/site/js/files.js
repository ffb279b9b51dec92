// Files that a person takes away: saved, or handed to the system's share sheet.

import { el } from "./dom.js";

export function save(file) {
  const address = URL.createObjectURL(file);
  el("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Whether a file of that name and media type could be shared. */
export const canShare = (name, type) => Boolean(navigator.canShare?.({ files: [new File([], name, { type })] }));

export async function share(file) {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    // Who closes the sheet has changed their mind; where it fails the file is saved.
    if (error.name !== "AbortError") save(file);
  }
}
