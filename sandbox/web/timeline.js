// The messages of the open channel, oldest first, and the reader's position.

import { el, icon } from "./dom.js";
import { closeOrphan } from "./floating.js";
import { keepFocus } from "./focus.js";
import { plain } from "./markdown.js";
import { isCompact, messageElement } from "./message.js";

/** The distance from the end, in pixels, within which a reader counts as being at the end. */
const NEAR = 60;
const MOST_ANNOUNCED = 400;

export class Timeline {
  /** `parts` are the elements frame (which scrolls), list, newest (a button) and announcer. */
  constructor(parts, hands) {
    this.parts = parts;
    this.hands = hands;
    this.nodes = new Map();
    this.atEnd = true;
    this.height = 0;
    this.missed = 0;
    this.notices = el("div", { class: "notices" });

    const { store } = hands;
    store.on("scene", ({ moved }) => this.showAll(moved));
    store.on("earlier", () => this.showEarlier());
    store.on("message", ({ message, before }) => this.show(message, before));
    store.on("gone", (id) => this.remove(id));
    store.on("commands", () => parts.list.classList.toggle("with-apps", store.hasApps));
    store.on("notices", () => this.showNotices());
    // A person who sends something wants to see the answer, even if older messages are on the screen.
    store.on("sent", () => this.goToEnd());
    parts.frame.addEventListener("scroll", () => this.look());
    parts.newest.addEventListener("click", () => this.goToEnd());
    // Pictures that load and keyboards that open change heights long after a message was inserted.
    const sizes = new ResizeObserver(() => this.atEnd && this.goToEnd());
    sizes.observe(parts.list);
    sizes.observe(parts.frame);
  }

  showAll(moved) {
    const { store } = this.hands;
    const refocus = keepFocus();
    this.nodes = new Map(
      [...store.messages.values()].map((message) => [message.id, messageElement(message, this.hands)]),
    );
    this.parts.list.replaceChildren(this.beginning(), ...this.nodes.values(), this.notices);
    this.showNotices();
    this.group();
    closeOrphan();
    refocus();
    if (moved || this.atEnd) this.goToEnd();
  }

  showEarlier() {
    const { frame } = this.parts;
    const fromEnd = frame.scrollHeight - frame.scrollTop;
    const [eldest] = this.nodes.keys();
    this.showAll(false);
    frame.scrollTop = frame.scrollHeight - fromEnd;
    // If the pressed button has disappeared, the message that was the oldest gets the focus.
    if (document.activeElement === document.body) this.nodes.get(eldest)?.focus({ preventScroll: true });
  }

  show(message, before) {
    const old = this.nodes.get(message.id);
    const node = messageElement(message, this.hands);
    const refocus = keepFocus();
    this.nodes.set(message.id, node);
    if (old) {
      keepPictures(old, node);
      old.replaceWith(node);
    } else this.insert(message, node);
    this.group();
    closeOrphan();
    refocus();
    const isNew = !old || (before?.loading && !message.loading);
    if (isNew) this.announce(message);
    // The reader must see a private answer, such as the refusal of a form.
    if (!old && message.ephemeral) this.goToEnd();
    else this.follow(old ? 0 : 1);
  }

  /** Insert a new message in order of age, which nearly always means at the end. */
  insert(message, node) {
    const { store } = this.hands;
    const [next] = [...store.messages.keys()].filter((id) => BigInt(id) > BigInt(message.id));
    if (next) store.sortMessages();
    (next ? this.nodes.get(next) : this.notices).before(node);
  }

  remove(id) {
    const node = this.nodes.get(id);
    if (!node) return;
    const next = node.nextElementSibling;
    const held = node.contains(document.activeElement);
    node.remove();
    this.nodes.delete(id);
    if (held) (next?.matches(".message") ? next : this.parts.frame).focus();
    this.group();
    closeOrphan();
  }

  showNotices() {
    const { store } = this.hands;
    this.notices.replaceChildren(...store.noticesHere().map((notice) => noticeElement(notice, store)));
    this.follow(0);
  }

  beginning() {
    const { store, actions, names } = this.hands;
    if (store.hasEarlier) {
      return el(
        "button",
        { type: "button", class: "btn secondary earlier", onclick: () => actions.earlier() },
        "Show earlier messages",
      );
    }
    const { channel } = store;
    return el(
      "section",
      { class: "beginning" },
      el("h2", {}, channel.kind === "dm" ? channel.name : channel.parent ? channel.name : `#${channel.name}`),
      el(
        "p",
        {},
        "Here you play all people. Choose a person above, type ",
        el("kbd", {}, "/"),
        " to see the commands of the bot, and use its buttons. Then play on as the next person. You can also open a second window for another person.",
      ),
      channel.writable &&
        el(
          "button",
          { type: "button", class: "btn secondary", onclick: () => names.write("/") },
          "Show the commands",
        ),
    );
  }

  /** Hide the author's name on messages that soon follow a message of the same author. */
  group() {
    let before = null;
    for (const message of this.hands.store.messages.values()) {
      this.nodes.get(message.id)?.classList.toggle("compact", isCompact(message, before));
      before = message;
    }
  }

  // --- the reader's position ---

  look() {
    const { frame } = this.parts;
    // If content has grown, the browser scrolled, not the reader.
    if (this.atEnd && frame.scrollHeight !== this.height) {
      this.goToEnd();
      return;
    }
    this.atEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR;
    if (this.atEnd) this.missed = 0;
    this.showMissed();
  }

  follow(added) {
    if (this.atEnd) {
      this.goToEnd();
      return;
    }
    this.missed += added;
    this.showMissed();
  }

  goToEnd() {
    const { frame } = this.parts;
    this.height = frame.scrollHeight;
    frame.scrollTop = this.height;
    this.atEnd = true;
    this.missed = 0;
    this.showMissed();
  }

  showMissed() {
    const { newest } = this.parts;
    newest.hidden = this.atEnd;
    const words =
      this.missed === 0 ? "Newest messages" : `${this.missed} new message${this.missed > 1 ? "s" : ""}`;
    newest.replaceChildren(words, icon("chevron"));
  }

  /** Announce new messages to screen readers. */
  announce(message) {
    const { announcer } = this.parts;
    const texts = message.loading ? ["is thinking"] : [message.content, ...textsOf(message.components)];
    const words = plain(texts.filter(Boolean).join(" "), this.hands.names).slice(0, MOST_ANNOUNCED);
    announcer.append(el("p", {}, `${message.author.global_name}: ${words}`));
    while (announcer.children.length > 5) announcer.firstChild.remove();
  }
}

function textsOf(parts) {
  return parts.flatMap((part) => (part.content ? [part.content] : textsOf(part.components ?? [])));
}

/** Reuse the pictures that are already shown, because they would flicker if they were loaded again. */
function keepPictures(old, node) {
  const shown = new Map([...old.querySelectorAll("img")].map((image) => [image.src, image]));
  for (const image of node.querySelectorAll("img")) {
    const same = shown.get(image.src);
    if (!same) continue;
    same.alt = image.alt;
    image.replaceWith(same);
    shown.delete(image.src);
  }
}

function noticeElement(notice, store) {
  if (notice.kind === "pending") {
    return el(
      "p",
      { class: "notice pending" },
      el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      "Sending ",
      el("code", {}, notice.text),
      "…",
    );
  }
  const dismiss = () => {
    const here = store.place;
    store.notices.set(
      here,
      store.noticesHere().filter((each) => each !== notice),
    );
    store.tell("notices");
  };
  return el(
    "p",
    { class: "notice failed", role: "alert" },
    el("span", {}, el("code", {}, notice.about), " ", notice.text),
    el(
      "span",
      { class: "only-you" },
      icon("eye"),
      "Only you can see this · ",
      el("button", { type: "button", class: "text-button", onclick: dismiss }, "Dismiss"),
    ),
  );
}
