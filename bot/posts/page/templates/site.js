"use strict";

// Shows other moments without loading another page, and on the web follows the newest moment. If scripts are
// off, each moment has its own page on the web, or its story in the file.

const part = (id) => document.getElementById(id);
const game = part("game");
const path = game.dataset.path;

/** The data of a page in one file: the packed moments by place, and the boards. Null on the web. */
const kept = part("kept") && JSON.parse(part("kept").textContent);
const moments = kept && unpacked(kept.moments);

function unpacked(data) {
  const packed = new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** Milliseconds after the slider's last movement until its moment is fetched. */
const REST = 120;
/** Milliseconds until a failed connection is retried. */
const PATIENCE = 3000;
/** Milliseconds for which each moment is shown while the game plays. */
const STEP = 1200;

/** The status if the game has continued while the reader looks at an earlier moment. */
const NEWS = "live, there is news";

/** The status if a moment cannot be fetched. */
const MISSED = "not reached: try again";

/** The mark before the page's title if there is news while the tab is hidden. */
const MARK = "● ";

let follows = game.dataset.shown === "0";
let wanted = 0;
let coming = "";
let playing = 0;

// --- the moments ---

/** Show the moment at `address`, unless it is being fetched already, as while a key is held. */
async function show(place, address) {
  if (address === coming) return;
  coming = address;
  const mine = ++wanted;
  const followed = follows;
  follows = address === path;
  // The newest moment may have changed since the link was made.
  const found = await told(follows && !kept ? game.dataset.now : place);
  const fresh = found && mine === wanted && (await ready(found, mine));
  if (coming === address) coming = "";
  if (mine !== wanted) return;
  if (found === null) {
    follows = followed;
    miss();
  } else if (!found) {
    location.href = address;
  } else {
    put(fresh);
    history.replaceState(null, "", address);
    const said = part("live").textContent;
    if (said === MISSED || (follows && said === NEWS)) say("live");
  }
}

/** Return a moment as HTML; empty if there is none, null if it cannot be fetched now. */
async function told(place) {
  if (kept) return (await moments)[place] ?? "";
  const answer = await fetch(`${path}/${place}/part`).catch(() => null);
  if (answer?.ok) return answer.text();
  return answer?.status === 404 ? "" : null;
}

/** Keep showing the current moment, since the requested moment cannot be fetched now. */
function miss() {
  if (playing) play(false);
  part("slider").value = part("slider").defaultValue;
  if (hears) say(MISSED);
}

/** Return the moment once its picture is loaded, so that the page does not flicker. */
async function ready(found, mine) {
  const page = new DOMParser().parseFromString(found, "text/html");
  const fresh = document.adoptNode(page.getElementById("moment"));
  if (kept) await draw(fresh, mine);
  const picture = fresh.querySelector("#chart img")?.decode().catch(() => null);
  await Promise.race([picture, new Promise((late) => setTimeout(late, PATIENCE))]);
  return fresh;
}

function put(fresh) {
  const { scrollLeft, scrollTop } = part("chart");
  const before = story();
  exchange(fresh);
  document.title = part("moment").dataset.title;
  dress();
  equip();
  part("chart").scrollTo(scrollLeft, scrollTop);
  // Screen readers read the new story aloud, but not each moment while the game plays.
  if (!playing && story() !== before) part("said").textContent = story();
}

/** Return the story of the moment that is shown. */
function story() {
  const lines = document.querySelectorAll("#told h2, #told p:not(.quiet)");
  return [...lines].map((line) => line.textContent).join(" ");
}

/** Replace the part of the page that has the same id. Opened details stay open, and the focus is kept. */
function exchange(fresh) {
  const old = part(fresh.id);
  const here = old.contains(document.activeElement) ? named(document.activeElement) : "";
  for (const { id } of old.querySelectorAll("details[open]")) fresh.querySelector(`#${id}`)?.setAttribute("open", "");
  old.replaceWith(fresh);
  if (here) (document.querySelector(here) ?? part("told")).focus({ preventScroll: true });
}

/** Return a selector that finds the same element in the replaced part; empty if there is none. */
function named(element) {
  if (element.id) return `#${element.id}`;
  if (element.dataset.place) return `#moves [data-place="${element.dataset.place}"]`;
  return element.matches("summary") ? `#${element.parentElement.id} > summary` : "";
}

// --- boards in the file: each contains only its difference from the previous board ---

const canvas = document.createElement("canvas");
const whole = kept && document.querySelector("#chart img")?.src;
const boards = kept ? kept.boards.map(([place, data]) => [String(place), "data:image/gif;base64," + data]) : [];
let drawn = -1;

async function draw(fresh, mine) {
  const { place } = fresh.dataset;
  const image = fresh.querySelector("#chart img");
  if (!image) return;
  if (place === game.dataset.now) {
    image.src = whole;
    return;
  }
  const target = boards.findIndex(([at]) => at === place);
  const from = drawn >= 0 && drawn <= target ? drawn + 1 : 0;
  const needed = await Promise.all(boards.slice(from, target + 1).map(([, source]) => opened(source)));
  // Another board may have been drawn meanwhile.
  if (mine !== wanted) return;
  if (!from) [canvas.width, canvas.height] = kept.size;
  for (const picture of needed) canvas.getContext("2d").drawImage(picture, 0, 0);
  drawn = target;
  image.src = canvas.toDataURL();
}

async function opened(source) {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  return picture;
}

/** Add the slider, mark the moment in the list, and show times in the reader's time zone. */
function dress() {
  const { place } = part("moment").dataset;
  document.querySelector(".slide").hidden = part("play").hidden = part("keys").hidden = false;
  part("now").classList.toggle("news", part("live").textContent === NEWS);
  part("play").querySelector(".word").textContent = playing ? "Pause" : "Play";
  for (const link of document.querySelectorAll("#moves a")) {
    if (link.dataset.place === place) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const current = document.querySelector("#moves [aria-current]");
  const branch = current?.closest("details");
  if (branch) branch.open = true;
  const list = document.querySelector("#moves .list");
  if (current && list.dataset.at !== place) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  list.dataset.at = place;
  // The check exists only after the game, when the seed is known.
  if (part("check")) part("check").hidden = false;
  for (const time of document.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString(game.dataset.dates || [], { dateStyle: "medium", timeStyle: "short" });
    if (time.matches(".until")) time.append(` (${distance(new Date(time.dateTime) - Date.now())})`);
  }
}

/** Return a time in words that is `away` milliseconds from now. */
function distance(away) {
  const [unit, long] = [["day", 864e5], ["hour", 36e5], ["minute", 6e4]].find(([, one]) => Math.abs(away) >= one) ?? ["minute", 6e4];
  return new Intl.RelativeTimeFormat(game.dataset.dates || "en").format(Math.trunc(away / long), unit);
}

setInterval(dress, 60_000);

// --- the size of the board ---

/** The steps of enlargement; at 1 the board fits into the window. */
const SIZES = [1, 1.5, 2.25, 3.4, 5];
let size = 1;

/** Enlarge the board by the factor `to`; the point at (x, y) in the window stays there. */
function enlarge(to, x, y) {
  const chart = part("chart");
  const image = chart.querySelector("img");
  if (!image) return;
  const frame = chart.getBoundingClientRect();
  const [left, top] = [x ?? frame.left + frame.width / 2, y ?? frame.top + frame.height / 2];
  const before = image.getBoundingClientRect();
  const [across, down] = [(left - before.left) / before.width, (top - before.top) / before.height];
  size = Math.min(Math.max(to, 1), SIZES.at(-1));
  lay();
  const after = image.getBoundingClientRect();
  chart.scrollLeft += after.left + across * after.width - left;
  chart.scrollTop += after.top + down * after.height - top;
}

/** Lay out the board in its current size. */
function lay() {
  const chart = part("chart");
  const image = chart.querySelector("img");
  if (!image) return;
  const { scrollLeft, scrollTop } = chart;
  chart.classList.remove("zoomed");
  image.style.width = chart.style.height = "";
  part("smaller").ariaDisabled = part("whole").ariaDisabled = size === 1;
  part("larger").ariaDisabled = size === SIZES.at(-1);
  chart.tabIndex = size > 1 ? 0 : -1;
  chart.role = size > 1 ? "group" : null;
  chart.ariaLabel = size > 1 ? "The board, enlarged. Arrow keys move it." : null;
  if (size === 1) return;
  const fits = image.getBoundingClientRect();
  chart.classList.add("zoomed");
  chart.style.height = `${fits.height}px`;
  image.style.width = `${fits.width * size}px`;
  chart.scrollTo(scrollLeft, scrollTop);
}

const larger = (x, y) => enlarge(SIZES.find((one) => one > size + 0.01) ?? size, x, y);
const smaller = (x, y) => enlarge(SIZES.findLast((one) => one < size - 0.01) ?? 1, x, y);
const RESIZES = { larger: () => larger(), smaller: () => smaller(), whole: () => enlarge(1) };

/** Whether the mouse has dragged the board since it was pressed; then its release is not a click. */
let dragged = false;

/** Make a new board respond to dragging, pinching and the wheel. */
function equip() {
  const chart = part("chart");
  if (!chart.querySelector("img")) return;
  part("sizes").hidden = false;
  chart.classList.add("sized");
  lay();
  let pinch = null;
  const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  chart.addEventListener("touchstart", ({ touches }) => {
    pinch = touches.length === 2 ? { apart: apart(touches), size } : null;
  }, { passive: true });
  chart.addEventListener("touchmove", (event) => {
    const { touches } = event;
    if (!pinch || touches.length !== 2) return;
    event.preventDefault();
    const [one, other] = touches;
    enlarge((pinch.size * apart(touches)) / pinch.apart, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
  }, { passive: false });
  chart.addEventListener("wheel", (event) => {
    // A pinch on a touchpad sends the same event.
    if (!event.ctrlKey) return;
    event.preventDefault();
    enlarge(size * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  chart.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.pointerType !== "mouse" || event.button || size === 1) return;
    chart.setPointerCapture(event.pointerId);
    const [left, top] = [chart.scrollLeft + event.clientX, chart.scrollTop + event.clientY];
    chart.onpointermove = (moved) => {
      dragged ||= Math.abs(moved.clientX - event.clientX) + Math.abs(moved.clientY - event.clientY) > 4;
      chart.scrollTo(left - moved.clientX, top - moved.clientY);
    };
    chart.onpointerup = chart.onpointercancel = () => (chart.onpointermove = null);
  });
}

addEventListener("resize", lay);

const places = () => [...document.querySelectorAll("#moves a")].map((link) => link.dataset.place);

function play(yes) {
  clearInterval(playing);
  playing = yes ? setInterval(() => (part("on").dataset.place ? step("on") : play(false)), STEP) : 0;
  dress();
}

function step(id) {
  const link = part(id);
  if (link.dataset.place) show(link.dataset.place, link.getAttribute("href"));
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) {
    play(!playing);
    return;
  }
  const resized = RESIZES[event.target.id];
  if (resized) resized();
  if (event.target.closest("#chart") && !dragged) {
    if (size === SIZES.at(-1)) enlarge(1);
    else larger(event.clientX, event.clientY);
  }
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (link.id === "link") {
    event.preventDefault();
    copy(link);
  } else if (link.dataset.place) {
    event.preventDefault();
    if (playing) play(false);
    if (link.closest(".story")) part("moment").scrollIntoView();
    show(link.dataset.place, link.getAttribute("href"));
  }
});

async function copy(link) {
  const words = link.textContent;
  try {
    await navigator.clipboard.writeText(link.href);
    part("said").textContent = link.textContent = "Copied";
    setTimeout(() => (link.textContent = words), 2000);
  } catch {
    // Browsers copy only on secure pages, and some ask for permission.
    location.href = link.href;
  }
}

let resting = 0;
document.addEventListener("input", (event) => {
  if (event.target.id !== "slider") return;
  clearTimeout(resting);
  const place = places()[Number(event.target.value) - 1];
  const link = document.querySelector(`#moves a[data-place="${place}"]`);
  if (playing) play(false);
  resting = setTimeout(() => show(place, link.getAttribute("href")), REST);
});

const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "now", p: "play", "+": "larger", "=": "larger", "-": "smaller", 0: "whole" };
document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
  // The slider and an enlarged board handle these keys themselves.
  if (event.key.length > 1 && event.target.matches("input, .zoomed")) return;
  event.preventDefault();
  if (event.shiftKey && (id === "back" || id === "on")) turn(id);
  else part(id)?.click();
});

/** Go to the beginning of the previous or next turn. */
function turn(id) {
  const links = [...document.querySelectorAll("#moves a")];
  const here = links.findIndex((link) => link.dataset.place === part("moment").dataset.place);
  const starts = links.filter((link, at) => !at || link.dataset.turn !== links[at - 1].dataset.turn);
  const goal = id === "on" ? starts.find((link) => links.indexOf(link) > here) ?? links.at(-1) : starts.findLast((link) => links.indexOf(link) < here);
  if (playing) play(false);
  if (goal) show(goal.dataset.place, goal.getAttribute("href"));
}

// --- live ---

async function renew() {
  const answer = await fetch(path, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) {
    // This change is not announced again.
    if (hears) setTimeout(renew, PATIENCE);
    return;
  }
  const found = await answer.text();
  const page = new DOMParser().parseFromString(found, "text/html");
  for (const id of ["table", "moves", "dice", "stands"]) exchange(page.getElementById(id));
  const newest = page.getElementById("game").dataset.now;
  const news = newest !== game.dataset.now;
  game.dataset.now = newest;
  if (follows) {
    const mine = ++wanted;
    const fresh = await ready(found, mine);
    if (mine === wanted) put(fresh);
  } else {
    dress();
    // The links from this moment may have changed.
    if (news) await show(part("moment").dataset.place, location.pathname);
  }
  if (news && document.hidden) document.title = MARK + document.title.replace(MARK, "");
  // The connection may have been lost meanwhile.
  if (hears) say(news && !follows ? NEWS : "live");
  else say("away");
}

function say(text) {
  // A finished game is not live.
  const said = text === "live" && "over" in part("stands").dataset ? "" : text;
  if (part("live").textContent !== said) part("live").textContent = said;
  part("live").classList.toggle("on", said === "live" || said === NEWS);
  dress();
}

document.addEventListener("visibilitychange", () => (document.title = document.title.replace(MARK, "")));

/** Reconnect after a random delay, so that not all readers do so at the same time. */
const again = () => setTimeout(hearAgain, PATIENCE * (1 + Math.random()));

async function hearAgain() {
  const answer = await fetch(path, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) say("this page is gone");
  else listen();
}

let hears = false;
function hear(yes) {
  hears = yes;
  say(yes ? "live" : "away");
}

let known = "";
function listen() {
  const source = new EventSource(`${path}/live`);
  source.addEventListener("message", (event) => {
    if (event.data !== known) renew();
    known = event.data;
  });
  source.addEventListener("gone", () => {
    source.close();
    hear(false);
    again();
  });
  source.addEventListener("error", () => {
    hear(false);
    // If a proxy responds with an error while the bot is away, browsers do not reconnect by themselves.
    if (source.readyState === EventSource.CLOSED) again();
  });
  source.addEventListener("open", () => hear(true));
}

dress();
equip();
if (path) listen();
const asked = kept && location.hash.match(/^#m(\d+)$/);
if (asked && document.getElementById(asked[0].slice(1))) show(asked[1], asked[0]);
