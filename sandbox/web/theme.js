// Light or dark: as the machine prefers, until the reader says otherwise.

const KEY = "harbour-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Apply what was chosen before, and let `button` change it. */
export function start(button) {
  const chosen = localStorage.getItem(KEY);
  if (chosen) document.documentElement.dataset.theme = chosen;
  button.addEventListener("click", () => {
    const now = document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem(KEY, next);
  });
}
