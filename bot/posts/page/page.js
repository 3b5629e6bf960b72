"use strict";

const known = JSON.parse(document.getElementById("known").textContent);
const part = (id) => document.getElementById(id);
const board = part("board");
const brush = board.getContext("2d");
const STEP = 1200;
/** Milliseconds for which a moment is shown while the game plays. */

let place = 0;
let shown = -1;
let playing = 0;

// --- the boards: each holds only what differs from the one before ---

const boards = known.boards.map((data) => {
  const picture = new Image();
  picture.src = "data:image/gif;base64," + data;
  return picture;
});

async function draw(target) {
  const from = shown < target && shown >= 0 ? shown + 1 : 0;
  const needed = boards.slice(from, target + 1);
  await Promise.all(needed.map((picture) => picture.decode()));
  if (target !== place) return;
  for (const picture of needed) brush.drawImage(picture, 0, 0);
  shown = target;
}

// --- looking ---

async function look(target) {
  place = Math.min(Math.max(target, 0), known.moments.length - 1);
  const moment = known.moments[place];
  const last = place === known.moments.length - 1;
  const turn = moment.turn ? ` · turn ${moment.turn}` : "";
  const when = moment.at ? ` · ${new Date(moment.at * 1000).toLocaleString(known.dates || undefined)}` : "";
  part("where").textContent = `Moment ${place + 1} of ${known.moments.length}${turn}${when}`;
  part("place").value = String(place + 1);
  part("place").setAttribute("aria-valuetext", part("where").textContent);
  part("first").disabled = part("back").disabled = place === 0;
  part("on").disabled = part("last").disabled = last;
  part("words").textContent = moment.board;
  board.setAttribute("aria-label", moment.board);
  part("story").replaceChildren(...lines(moment.told));
  if (last && known.cut) part("story").append(...lines(["It goes on, but a longer file would not be taken."]));
  await draw(place);
}

function lines(told) {
  // Written by the bot, which has escaped all that people typed.
  return told.map((line) => {
    const row = document.createElement("p");
    row.innerHTML = line;
    return row;
  });
}

function play(yes) {
  clearInterval(playing);
  playing = yes ? setInterval(() => (place + 1 < known.moments.length ? look(place + 1) : play(false)), STEP) : 0;
  part("play").querySelector("span").textContent = yes ? "Pause" : "Play";
  part("play").setAttribute("aria-label", yes ? "Pause" : "Play");
}

const steps = { first: () => 0, back: () => place - 1, on: () => place + 1, last: () => known.moments.length - 1 };
for (const [id, target] of Object.entries(steps)) {
  part(id).addEventListener("click", () => {
    play(false);
    look(target());
  });
}
part("play").addEventListener("click", () => play(!playing));
part("place").addEventListener("input", (event) => {
  play(false);
  look(Number(event.target.value) - 1);
});

const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", p: "play" };
document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (!id || event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  part(id).click();
});

// --- the dice, as docs/fair-dice.md describes them ---

const bytes = (text) => new TextEncoder().encode(text);
const hexadecimal = (data) => [...new Uint8Array(data)].map((one) => one.toString(16).padStart(2, "0")).join("");
const sha256 = async (data) => hexadecimal(await crypto.subtle.digest("SHA-256", data));
const STEPS = new Set(["start", "act", "timeout", "force", "unforce", "fresh", "rules", "amend"]);

function must(be, what) {
  if (!be) throw new Error(what);
}

async function* numbers(key, message, size) {
  for (let block = 0; ; block += 1) {
    const found = new DataView(await crypto.subtle.sign("HMAC", key, bytes(`${message}|${block}`)));
    for (let start = 0; start < 32; start += 4) {
      const number = found.getUint32(start);
      if (number < size * Math.floor(2 ** 32 / size)) yield number % size;
    }
  }
}

async function checkRolls(entry, [line, free], key, entries) {
  const from = entry.free ? `${line}+${free}` : line;
  const doer = entry.kind === "start" ? "0|start" : `${entry.seat ?? 0}|${entry.what ?? ""}`;
  let forced = 0;
  for (const [number, roll] of (entry.rolls ?? []).entries()) {
    let given = roll.values;
    if (roll.force !== undefined) {
      forced += 1;
      must(entries[roll.force - 1].what === given.join(","), `A roll of entry ${entry.number} was forced otherwise.`);
      given = roll.natural;
    }
    const items = roll.of?.split(" ") ?? Array.from({ length: roll.high - roll.low + 1 }, (_, at) => roll.low + at);
    const places = numbers(key, `${from}|${doer}|${number}`, items.length);
    for (const value of given) {
      const expected = items[(await places.next()).value];
      must(String(value) === String(expected), `Entry ${entry.number} shows ${value}; the seed gives ${expected}.`);
    }
  }
  return forced;
}

async function check() {
  const written = known.export.replace(/\n$/, "").split("\n");
  const opening = JSON.parse(written[0]);
  const seed = JSON.parse(written[written.length - 1]).seed;
  const entries = written.slice(1, -1).map((line) => JSON.parse(line));
  const secret = Uint8Array.from(seed.match(/../g), (two) => parseInt(two, 16));
  must((await sha256(secret)) === opening.commitment, "The seed is not the one that was promised.");
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let where = [await sha256(bytes(written[0])), 0];
  let rolls = 0;
  let forced = 0;
  const places = {};
  for (const [at, entry] of entries.entries()) {
    must(entry.number === at + 1, `Entry ${at + 1} is missing.`);
    must(entry.before === (await sha256(bytes(written[at]))), `Entry ${at + 1} does not follow the one before.`);
    forced += await checkRolls(entry, where, key, entries);
    rolls += entry.rolls?.length ?? 0;
    where = await after(entry, where, places);
    if (STEPS.has(entry.kind) && !entry.standing) places[entry.number] = where;
  }
  return `${entries.length} entries and ${rolls} rolls, ${forced} of them forced: all as they must be. Commitment ${opening.commitment}.`;
}

async function after(entry, [line, free], places) {
  if (entry.kind === "undo" || entry.kind === "redo") return places[entry.parent];
  if (entry.kind === "fresh") return [await sha256(bytes(`${line}|0|fresh ${entry.number}`)), free];
  if (!["act", "timeout"].includes(entry.kind) || entry.standing) return [line, free];
  if (entry.free) return [line, free + 1];
  return [await sha256(bytes(`${line}|${entry.seat ?? 0}|${entry.what ?? ""}`)), 0];
}

part("check").addEventListener("click", async () => {
  part("checked").textContent = "Checking …";
  try {
    part("checked").textContent = await check();
  } catch (problem) {
    part("checked").textContent = `NOT IN ORDER: ${problem.message}`;
  }
});

part("keep").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([known.export], { type: "application/x-ndjson" }));
  link.download = known.file;
  link.click();
  URL.revokeObjectURL(link.href);
});

if (!known.export.trimEnd().split("\n").pop().startsWith('{"seed":')) {
  part("fair").textContent = "The seed is told when the game is over; then every roll can be checked here.";
  part("check").hidden = true;
}

[board.width, board.height] = known.size;
part("place").max = String(known.moments.length);
look(0);
