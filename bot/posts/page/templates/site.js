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
const NEWS = "live, there is news: Now shows it";

let follows = game.dataset.shown === "0";
let wanted = 0;
let large = false;
let playing = 0;

// --- the moments ---

async function show(place, address) {
  const mine = ++wanted;
  follows = address === path;
  // The newest may be another one since that link was made.
  const found = await told(follows && !kept ? game.dataset.now : place);
  if (mine !== wanted) return;
  if (!found) {
    location.href = address;
    return;
  }
  const page = new DOMParser().parseFromString(found, "text/html");
  if (kept) await draw(page.getElementById("moment"), mine);
  if (mine !== wanted) return;
  put(page);
  history.replaceState(null, "", address);
  if (follows && part("live").textContent === NEWS) say("live");
}

/** A moment as HTML; empty when it does not come. */
async function told(place) {
  if (kept) return (await moments)[place] ?? "";
  const answer = await fetch(`${path}/${place}/part`).catch(() => null);
  return answer?.ok ? answer.text() : "";
}

function put(page) {
  const focused = document.activeElement?.id;
  const fresh = page.getElementById("moment");
  part("moment").replaceWith(fresh);
  document.title = fresh.dataset.title;
  dress();
  if (focused) (part(focused) ?? part("chart"))?.focus({ preventScroll: true });
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

/** What the script adds to a moment: the slider, the size of the chart, times as the reader's clock has them. */
function dress() {
  const { place } = part("moment").dataset;
  document.querySelector(".slide").hidden = part("play").hidden = false;
  part("play").querySelector(".word").textContent = playing ? "Pause" : "Play";
  document.querySelector(".chart").classList.toggle("large", large);
  for (const link of document.querySelectorAll("#moves a")) {
    if (link.dataset.place === place) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const current = document.querySelector("#moves [aria-current]");
  const branch = current?.closest("details");
  if (branch) branch.open = true;
  const list = document.querySelector("#moves .list");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  // The seed is told at the end.
  if (part("check")) part("check").hidden = false;
  for (const time of document.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString(game.dataset.dates || [], { dateStyle: "medium", timeStyle: "short" });
  }
}

const places = () => [...document.querySelectorAll("#moves a")].map((link) => link.dataset.place);

function play(yes) {
  clearInterval(playing);
  playing = yes ? setInterval(() => (part("on") ? step("on") : play(false)), STEP) : 0;
  dress();
}

function step(id) {
  const link = part(id);
  if (link) show(link.dataset.place, link.getAttribute("href"));
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) {
    play(!playing);
    return;
  }
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (link.id === "chart") {
    event.preventDefault();
    large = !large;
    dress();
  } else if (link.dataset.place) {
    event.preventDefault();
    if (playing) play(false);
    if (link.closest(".story")) part("moment").scrollIntoView();
    show(link.dataset.place, link.getAttribute("href"));
  }
});

let resting = 0;
document.addEventListener("input", (event) => {
  if (event.target.id !== "slider") return;
  clearTimeout(resting);
  const place = places()[Number(event.target.value) - 1];
  const link = document.querySelector(`#moves a[data-place="${place}"]`);
  if (playing) play(false);
  resting = setTimeout(() => show(place, link.getAttribute("href")), REST);
});

const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "now", p: "play" };
document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  // The slider has those keys for itself that it knows.
  if (!id || (id !== "play" && event.target.matches("input")) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  part(id)?.click();
});

// --- live ---

async function renew() {
  const answer = await fetch(path, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) {
    // Nothing else would tell of this turn again.
    if (hears) setTimeout(renew, PATIENCE);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["table", "moves", "dice"]) part(id).replaceWith(page.getElementById(id));
  const newest = page.getElementById("game").dataset.now;
  const news = newest !== game.dataset.now;
  game.dataset.now = newest;
  document.querySelector("header p").replaceWith(page.querySelector("header p"));
  if (follows) {
    wanted += 1;
    put(page);
  } else {
    dress();
    // The way on from here leads further now.
    if (news) await show(part("moment").dataset.place, location.pathname);
  }
  // Meanwhile the bot may have gone away.
  if (hears) say(news && !follows ? NEWS : "live");
  else say("away");
}

function say(text) {
  part("live").textContent = text;
}

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
if (path) listen();
const asked = kept && location.hash.match(/^#m(\d+)$/);
if (asked && document.getElementById(asked[0].slice(1))) show(asked[1], asked[0]);
