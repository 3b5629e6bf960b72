// One message as an element.

import { addApps } from "./apps.js";
import { avatar } from "./avatar.js";
import { component } from "./components.js";
import { el, icon } from "./dom.js";
import { render as markdown } from "./markdown.js";
import { picture } from "./picture.js";

const LAYOUT_FLAG = 1 << 15;
const MENU_REPLY = 23;
const COMPACT_MINUTES = 7;

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" });

/** Return whether `message` can omit its author, because it soon follows the message `before` of that author. */
export function isCompact(message, before) {
  if (!before || before.author.id !== message.author.id || message.interaction) return false;
  if (message.ephemeral !== before.ephemeral) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < COMPACT_MINUTES * 60_000;
}

/** Make the element of a message. `hands` has `store`, `actions` and `names`. */
export function messageElement(message, hands) {
  const { store } = hands;
  const problem = store.problems.get(`${store.me}/${message.id}`);
  const classes = ["message"];
  if (message.ephemeral) classes.push("private");
  else if (message.calls_me) classes.push("calls-me");
  const node = el(
    "article",
    {
      class: classes.join(" "),
      tabindex: "-1",
      data: { id: message.id },
      "aria-label": `${message.author.global_name}, ${clock.format(new Date(message.timestamp))}`,
    },
    asked(message, hands),
    avatar(message.author.global_name, store.toneOf(message.author.id)),
    el(
      "div",
      { class: "message-main" },
      header(message),
      body(message, hands),
      footer(message, problem, hands),
    ),
  );
  addApps(node, message, hands);
  return node;
}

function asked(message, { store }) {
  if (!message.interaction) return null;
  const { user, name } = message.interaction;
  return el(
    "p",
    { class: "asked" },
    icon("reply"),
    avatar(user.global_name, store.toneOf(user.id)),
    el("span", {}, el("strong", {}, user.global_name), " used ", el("code", {}, used(message, name))),
  );
}

/** Return the name of the used command, with a slash if it is a slash command. */
function used(message, name) {
  return message.type === MENU_REPLY ? name : `/${name}`;
}

function header(message) {
  const moment = new Date(message.timestamp);
  return el(
    "header",
    { class: "message-head" },
    el("strong", { class: "author" }, message.author.global_name),
    message.author.bot && el("span", { class: "tag" }, "bot"),
    el("time", { datetime: moment.toISOString(), title: full.format(moment) }, clock.format(moment)),
  );
}

function body(message, hands) {
  if (message.loading) {
    return el(
      "p",
      { class: "thinking" },
      el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      `${message.author.global_name} is thinking…`,
    );
  }
  const carrier = carrierOf(message, hands);
  const layout = (message.flags & LAYOUT_FLAG) !== 0;
  const pictures = layout ? [] : message.attachments.filter((each) => each.content_type.startsWith("image/"));
  return [
    message.content && el("div", { class: "md" }, markdown(message.content, hands.names)),
    pictures.length > 0 &&
      el(
        "div",
        { class: "gallery" },
        pictures.map((each) => picture({ media: each }, each.description)),
      ),
    message.components.length > 0 &&
      el(
        "div",
        { class: "components" },
        message.components.map((part) => component(part, carrier)),
      ),
  ];
}

function carrierOf(message, { store, actions, names }) {
  return {
    names,
    waiting: store.waiting.get(`${store.me}/${message.id}`) ?? null,
    press: (customId) => actions.press(message, customId),
    chosenIn: (menu) => store.chosenIn(message.id, menu),
    choose: (menu, values) => actions.choose(message, menu, values),
  };
}

function footer(message, problem, { store, actions, names }) {
  return [
    message.edited_timestamp &&
      !message.loading &&
      el("span", { class: "edited", title: full.format(new Date(message.edited_timestamp)) }, "(edited)"),
    problem && el("p", { class: "problem", role: "alert" }, problem),
    message.thread &&
      store.channels.some((channel) => channel.id === message.thread.id) &&
      el(
        "button",
        { type: "button", class: "thread-link", onclick: () => names.open(message.thread.id) },
        icon("thread"),
        el("strong", {}, message.thread.name),
        el("span", {}, "Open the thread"),
      ),
    message.ephemeral &&
      el(
        "p",
        { class: "only-you" },
        icon("eye"),
        "Only you can see this · ",
        el(
          "button",
          { type: "button", class: "text-button", onclick: () => actions.dismiss(message) },
          "Dismiss",
        ),
      ),
  ];
}
