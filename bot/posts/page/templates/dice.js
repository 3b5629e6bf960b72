"use strict";

// Computes the rolls of a game from its seed, as docs/fair-dice.md describes.

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
      must(entries[roll.force - 1].what === given.join(","), `A roll of entry ${entry.number} was forced to other values.`);
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

/** Return the game's file: the data in its link, or a download. */
async function exported(address) {
  const [, data] = address.split(";base64,");
  if (!data) return (await fetch(address)).text();
  return new TextDecoder().decode(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
}

async function check() {
  const file = await exported(document.getElementById("file").getAttribute("href"));
  const written = file.replace(/\n$/, "").split("\n");
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
    must(entry.before === (await sha256(bytes(written[at]))), `Entry ${at + 1} does not follow the previous entry.`);
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

document.addEventListener("click", async (event) => {
  if (event.target.id !== "check") return;
  const say = (text) => (document.getElementById("checked").textContent = text);
  say("Checking …");
  try {
    say(await check());
  } catch (problem) {
    say(`NOT IN ORDER: ${problem.message}`);
  }
});
