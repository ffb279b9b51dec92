// What stays after a reload: choices, and the last game. Where the browser keeps nothing
// they hold until the page is left.

const made = new Map();

export function recall(name) {
  if (made.has(name)) return made.get(name);
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

export function remember(name, value) {
  made.set(name, value);
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // It holds for now.
  }
}
