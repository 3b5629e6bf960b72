// The light or dark theme: the machine's preference, until the reader chooses.

const KEY = "harbour-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Apply the stored choice, and let `button` change it. */
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
