// Sets the theme that was chosen before anything is painted.
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";
