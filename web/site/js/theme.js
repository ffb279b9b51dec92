// Sets the theme that was chosen before anything is painted.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("theme")) ?? "auto";
} catch {
  // The browser keeps nothing: it is as the system says.
}
