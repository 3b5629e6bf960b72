// Times in the reader's own time zone, kept up to date.

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [
  ["year", 31557600],
  ["month", 2629800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const distance = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** Write the time from `now` to `seconds` (since 1970) in the largest fitting unit, such as "in 5 minutes". */
export function relative(seconds, now = Date.now() / 1000) {
  const away = Math.round(seconds - now);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(away) >= each) ?? UNITS.at(-1);
  return distance.format(Math.trunc(away / size), unit);
}

/** Write a time in one of Discord's styles. The style R is relative to now. */
export function written(seconds, style = "f") {
  if (style === "R") return relative(seconds);
  return new Intl.DateTimeFormat("en-GB", STYLES[style] ?? STYLES.f).format(new Date(seconds * 1000));
}

/** Make the element for a time. A relative time is updated as time passes. */
export function timeElement(seconds, style = "f") {
  const node = document.createElement("time");
  node.dateTime = new Date(seconds * 1000).toISOString();
  node.title = written(seconds, "F");
  node.textContent = written(seconds, style);
  if (style === "R") node.dataset.relative = String(seconds);
  return node;
}

/** Keep all relative times of the document up to date. */
export function keepCurrent() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const text = relative(Number(node.dataset.relative));
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}
