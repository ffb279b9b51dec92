// Choices that stay. Where the browser keeps nothing they hold until the page is left.

const made = new Map();

export function chosen(name) {
  if (made.has(name)) return made.get(name);
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function choose(name, value) {
  made.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds for now.
  }
}
