"use strict";

// Without this script every moment has a page of its own. With it moments come in place, and the newest by itself.

const game = document.getElementById("game");
const path = game.dataset.path;
const part = (id) => document.getElementById(id);

/** Milliseconds of rest after which the moment under the slider is fetched. */
const REST = 120;
/** Milliseconds until it is tried again to hear of the game. */
const PATIENCE = 3000;

let follows = game.dataset.shown === "0";
let wanted = 0;
let large = false;

// --- the moments ---

async function show(place, address) {
  const mine = ++wanted;
  follows = address === path;
  // The newest may be another one since that link was made.
  const answer = await fetch(`${path}/${follows ? game.dataset.now : place}/part`).catch(() => null);
  if (mine !== wanted) return;
  if (!answer || !answer.ok) {
    location.href = address;
    return;
  }
  put(new DOMParser().parseFromString(await answer.text(), "text/html"));
  history.replaceState(null, "", address);
}

function put(page) {
  const focused = document.activeElement?.id;
  const fresh = page.getElementById("moment");
  part("moment").replaceWith(fresh);
  document.title = fresh.dataset.title;
  dress();
  if (focused) (part(focused) ?? part("chart"))?.focus({ preventScroll: true });
}

/** What the script adds to a moment: the slider, the size of the chart, times as the reader's clock has them. */
function dress() {
  const { place } = part("moment").dataset;
  document.querySelector(".slide").hidden = false;
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
  for (const time of document.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
}

const places = () => [...document.querySelectorAll("#moves a")].map((link) => link.dataset.place);

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (link.id === "chart") {
    event.preventDefault();
    large = !large;
    dress();
  } else if (link.dataset.place) {
    event.preventDefault();
    show(link.dataset.place, link.getAttribute("href"));
  }
});

let resting = 0;
document.addEventListener("input", (event) => {
  if (event.target.id !== "slider") return;
  clearTimeout(resting);
  const place = places()[Number(event.target.value) - 1];
  resting = setTimeout(() => show(place, `${path}/${place}`), REST);
});

const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "now" };
document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (!id || event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  part(id)?.click();
});

// --- live ---

async function renew() {
  const answer = await fetch(path, { cache: "no-cache" }).catch(() => null);
  if (!answer || !answer.ok) return;
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
  say(news && !follows ? "live, there is news: End shows it" : "live");
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

let known = "";
function listen() {
  const source = new EventSource(`${path}/live`);
  source.addEventListener("message", (event) => {
    if (event.data !== known) renew();
    known = event.data;
  });
  source.addEventListener("gone", () => {
    source.close();
    say("away");
    again();
  });
  source.addEventListener("error", () => {
    say("away");
    // Where a proxy answers for a bot that is away, browsers would leave it at that.
    if (source.readyState === EventSource.CLOSED) again();
  });
  source.addEventListener("open", () => say("live"));
}

dress();
listen();
