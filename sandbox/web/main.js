// Puts the page together: the connection to the sandbox, the store, and the parts that show its data.

import { Actions, wordsOf } from "./actions.js";
import { Composer } from "./composer.js";
import { byId, el, icon } from "./dom.js";
import { keepFocus } from "./focus.js";
import { openForm } from "./form.js";
import { People } from "./people.js";
import { Sidebar } from "./sidebar.js";
import { Line } from "./socket.js";
import { Store } from "./store.js";
import * as theme from "./theme.js";
import { Timeline } from "./timeline.js";
import { keepCurrent } from "./timestamps.js";

const store = new Store();

const line = new Line({
  onopen: () => {
    store.setConnected(true);
    go(...addressed(), "replace");
  },
  onclose: () => store.setConnected(false),
  onevent: (event) => store.apply(event),
});

const actions = new Actions(store, line);

/** The data that texts need: names by id, the reader, and the targets of mentions. */
const names = {
  get me() {
    return store.me;
  },
  user: (id) => store.userName(id),
  channel: (id) => store.channelName(id),
  role: (id) => store.roleName(id),
  users: () => Object.entries(store.known.users),
  roles: () => Object.entries(store.known.roles),
  channels: (types) =>
    store.channels
      .filter(({ kind, type }) => kind !== "dm" && (types?.includes(type) ?? true))
      .map(({ id, name }) => [id, name]),
  open: (id) => go(store.persona.name, id),
  write: (text) => composer.write(text),
};

const hands = { store, actions, names };
const composer = new Composer(byId("composer"), hands);
new Timeline(
  { frame: byId("timeline"), list: byId("messages"), newest: byId("newest"), announcer: byId("announcer") },
  hands,
);
new Sidebar({ store, actions, go });
new People({ store, go });
theme.start(byId("theme"));
keepCurrent();

// --- the person and the channel in the address ---

function addressed() {
  const parts = new URLSearchParams(location.search);
  return [parts.get("as") ?? "", parts.get("channel")];
}

/** Show the view of a person in a channel, and write both into the address. */
async function go(who, channel, history = "push") {
  await actions.look(who, channel);
  const parts = new URLSearchParams({ as: store.persona.name });
  // Threads may share a name; channels do not.
  parts.set("channel", store.channel.kind === "text" ? store.channel.name : store.channelId);
  const address = `/?${parts}`;
  if (address === location.pathname + location.search) return;
  if (history === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
}

addEventListener("popstate", () => go(...addressed(), "replace"));

// --- the head of the page ---

function showTitle() {
  const { channel, persona } = store;
  if (!channel) return;
  const kind = { text: "hash", dm: "mail", private_thread: "lock" }[channel.kind] ?? "thread";
  byId("title").replaceChildren(icon(kind), el("span", {}, channel.name));
  const calls = store.people.reduce((sum, person) => sum + person.calls, 0);
  document.title = `${calls > 0 ? `(${calls}) ` : ""}${channel.name} · ${persona.name} · Harbour sandbox`;
  byId("elsewhere").hidden = !store.channels.some((each) => each.unread && each.id !== store.channelId);
}

function showBanner() {
  const words = !store.connected
    ? "The sandbox is not running. This page reconnects when it runs again."
    : store.bot.online
      ? ""
      : `${store.bot.name || "The bot"} is offline. Commands and buttons wait until it is back.`;
  byId("banner").hidden = words === "";
  byId("banner").textContent = words;
}

store.on("places", showTitle);
store.on("connection", showBanner);
store.on("bot", showBanner);

// --- typing without a click into the box ---

byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  composer.focus();
});

document.addEventListener("keydown", (event) => {
  const writes =
    event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  const elsewhere = event.target.closest("input, textarea, dialog, [role=listbox]");
  // The letter itself follows the focus into the box.
  if (writes && !elsewhere) composer.focus();
});

// --- channels that were looked at are not unread ---

function markRead() {
  const { channel } = store;
  if (document.visibilityState === "visible" && channel && (channel.unread || channel.calls > 0))
    actions.read().catch(wordsOf);
}

store.on("places", markRead);
document.addEventListener("visibilitychange", markRead);

store.on("lost", () => go(store.persona.name, null, "replace"));

// --- forms belong to one person and wait for that person's return ---

let shown = { form: null, dialog: null };

function showForm() {
  const form = store.forms.get(store.me) ?? null;
  if (shown.form?.id === form?.id) return;
  // The dialog is removed, not closed, because the form waits until its person is shown again.
  shown.dialog?.remove();
  shown = { form, dialog: form && openForm(form, handsOf(store.me, form)) };
}

function handsOf(who, form) {
  const refocus = keepFocus();
  return {
    names,
    send: (answers) => actions.submit(form, answers),
    onclose: () => {
      store.setForm(who, null);
      refocus();
    },
  };
}

store.on("form", showForm);
store.on("scene", showForm);
