"use strict";

// Without this script every moment has a page of its own, or its story in the file. With it moments come in
// place, and at an address the newest comes by itself.

const part = (id) => document.getElementById(id);
const game = part("game");
const path = game.dataset.path;

/** What a page in one file holds: the moments by their places, packed, and the boards. */
const kept = part("kept") && JSON.parse(part("kept").textContent);
const moments = kept && unpacked(kept.moments);

function unpacked(data) {
  const packed = new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** Milliseconds of rest after which the moment under the slider is fetched. */
const REST = 120;
/** Milliseconds until it is tried again to hear of the game. */
const PATIENCE = 3000;
/** Milliseconds for which a moment is shown while the game plays. */
const STEP = 1200;

/** What is said while the game has gone on and another moment is looked at. */
const NEWS = "live, there is news";

/** What is said while a moment does not come. */
const MISSED = "not reached: try again";

/** What stands before the title while nobody looks and there is news. */
const MARK = "● ";

let follows = game.dataset.shown === "0";
let wanted = 0;
let coming = "";
let playing = 0;

// --- the moments ---

/** Show the moment at that address, unless it is on its way: a key that is held asks again and again. */
async function show(place, address) {
  if (address === coming) return;
  coming = address;
  const mine = ++wanted;
  const followed = follows;
  follows = address === path;
  // The newest may be another one since that link was made.
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

/** A moment as HTML: empty if there is none, null if it does not come now. */
async function told(place) {
  if (kept) return (await moments)[place] ?? "";
  const answer = await fetch(`${path}/${place}/part`).catch(() => null);
  if (answer?.ok) return answer.text();
  return answer?.status === 404 ? "" : null;
}

/** Stay at the moment that is shown, since the other one does not come now. */
function miss() {
  if (playing) play(false);
  part("slider").value = part("slider").defaultValue;
  if (hears) say(MISSED);
}

/** That moment with its picture, so that it comes without a flash. */
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
  // Read out what is shown now, but not each moment while the game plays.
  if (!playing && story() !== before) part("said").textContent = story();
}

/** What happened at the moment that is shown. */
function story() {
  const lines = document.querySelectorAll("#told h2, #told p:not(.quiet)");
  return [...lines].map((line) => line.textContent).join(" ");
}

/** Put a part of a page in the place of its like: what was opened stays open, and the focus where it was. */
function exchange(fresh) {
  const old = part(fresh.id);
  const here = old.contains(document.activeElement) ? named(document.activeElement) : "";
  for (const { id } of old.querySelectorAll("details[open]")) fresh.querySelector(`#${id}`)?.setAttribute("open", "");
  old.replaceWith(fresh);
  if (here) (document.querySelector(here) ?? part("told")).focus({ preventScroll: true });
}

/** What finds the same thing in another part of its kind. */
function named(element) {
  if (element.id) return `#${element.id}`;
  if (element.dataset.place) return `#moves [data-place="${element.dataset.place}"]`;
  return element.matches("summary") ? `#${element.parentElement.id} > summary` : "";
}

// --- boards in the file: each holds only what differs from the one before ---

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
  // Meanwhile another one may have been drawn.
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

/** What the script adds to a page: the slider, the place in the list, times as the reader's clock has them. */
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
  // The seed is told at the end.
  if (part("check")) part("check").hidden = false;
  for (const time of document.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString(game.dataset.dates || [], { dateStyle: "medium", timeStyle: "short" });
    if (time.matches(".until")) time.append(` (${distance(new Date(time.dateTime) - Date.now())})`);
  }
}

/** How far off that many milliseconds are, in words. */
function distance(away) {
  const [unit, long] = [["day", 864e5], ["hour", 36e5], ["minute", 6e4]].find(([, one]) => Math.abs(away) >= one) ?? ["minute", 6e4];
  return new Intl.RelativeTimeFormat(game.dataset.dates || "en").format(Math.trunc(away / long), unit);
}

setInterval(dress, 60_000);

// --- the size of the board ---

/** How many times as large as what fits the board becomes, one after the other. */
const SIZES = [1, 1.5, 2.25, 3.4, 5];
let size = 1;

/** Make the board that large; what is seen at that place of the window stays there. */
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

/** Lay the board out in its size. */
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

/** Whether the mouse has moved the board since it was pressed: then that is no click. */
let dragged = false;

/** Let a fresh board be dragged, pinched and turned larger by a wheel. */
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
    // What a pinch on a touchpad sends, too.
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
    // Browsers copy only at secure addresses, and some ask before.
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
  // The slider and an enlarged board have those keys for themselves that they know.
  if (event.key.length > 1 && event.target.matches("input, .zoomed")) return;
  event.preventDefault();
  if (event.shiftKey && (id === "back" || id === "on")) turn(id);
  else part(id)?.click();
});

/** Go to where the turn begins that comes before or after this one. */
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
    // Nothing else would tell of this turn again.
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
    // The way on from here leads further now.
    if (news) await show(part("moment").dataset.place, location.pathname);
  }
  if (news && document.hidden) document.title = MARK + document.title.replace(MARK, "");
  // Meanwhile the bot may have gone away.
  if (hears) say(news && !follows ? NEWS : "live");
  else say("away");
}

function say(text) {
  // A game that is over does not go on.
  const said = text === "live" && "over" in part("stands").dataset ? "" : text;
  if (part("live").textContent !== said) part("live").textContent = said;
  part("live").classList.toggle("on", said === "live" || said === NEWS);
  dress();
}

document.addEventListener("visibilitychange", () => (document.title = document.title.replace(MARK, "")));

/** Not all at once. */
const again = () => setTimeout(hearAgain, PATIENCE * (1 + Math.random()));

async function hearAgain() {
  const answer = await fetch(path, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) say("this page is no more");
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
    // Where a proxy answers for a bot that is away, browsers would leave it at that.
    if (source.readyState === EventSource.CLOSED) again();
  });
  source.addEventListener("open", () => hear(true));
}

dress();
equip();
if (path) listen();
const asked = kept && location.hash.match(/^#m(\d+)$/);
if (asked && document.getElementById(asked[0].slice(1))) show(asked[1], asked[0]);
