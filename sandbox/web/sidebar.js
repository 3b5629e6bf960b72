// The list of channels with their threads. On a narrow screen the list is in a drawer.

import { wordsOf } from "./actions.js";
import { byId, el, icon } from "./dom.js";

const ICONS = { text: "hash", dm: "mail", public_thread: "thread", private_thread: "lock" };

export class Sidebar {
  constructor({ store, actions, go }) {
    this.store = store;
    this.go = go;
    store.on("places", () => this.show());
    this.makeDrawer();
    this.makeChannels(actions);
  }

  show() {
    const { channels } = this.store;
    const tops = channels.filter((channel) => !channel.parent);
    const groups = [...new Set(tops.map((channel) => channel.guild))];
    const focused = document.activeElement?.dataset.channel;
    byId("channels").replaceChildren(
      ...groups.map((guild) =>
        el(
          "section",
          {},
          el("h2", {}, guild ?? "Private"),
          el(
            "ul",
            {},
            tops.filter((channel) => channel.guild === guild).map((channel) => this.branch(channel)),
          ),
        ),
      ),
    );
    if (focused)
      byId("channels")
        .querySelector(`[data-channel="${CSS.escape(focused)}"]`)
        ?.focus();
  }

  branch(channel) {
    const threads = this.store.channels.filter((each) => each.parent === channel.id);
    const open = threads.filter((thread) => !thread.archived);
    const shut = threads.filter((thread) => thread.archived);
    return el(
      "li",
      {},
      this.entry(channel),
      threads.length > 0 &&
        el(
          "ul",
          { class: "threads" },
          [...open, ...shut].map((thread) => el("li", {}, this.entry(thread))),
        ),
    );
  }

  entry(channel) {
    const here = channel.id === this.store.channelId;
    const classes = [
      "place",
      here && "here",
      channel.unread && !here && "unread",
      channel.archived && "archived",
    ];
    const calls = !here && channel.calls > 0;
    return el(
      "button",
      {
        type: "button",
        class: classes.filter(Boolean).join(" "),
        "aria-current": here ? "page" : null,
        data: { channel: channel.id },
        onclick: () => this.open(channel.id),
      },
      icon(channel.locked ? "lock" : ICONS[channel.kind]),
      el("span", { class: "place-name" }, channel.name),
      channel.archived && el("span", { class: "hidden" }, " (archived)"),
      calls &&
        el("span", { class: "badge" }, String(channel.calls), el("span", { class: "hidden" }, " mentions")),
      !calls &&
        channel.unread &&
        !here &&
        el("span", { class: "dot" }, el("span", { class: "hidden" }, "unread")),
    );
  }

  open(channelId) {
    this.setDrawer(false);
    this.go(this.store.persona.name, channelId);
  }

  // --- the drawer ---

  makeDrawer() {
    byId("open-sidebar").addEventListener("click", () => this.setDrawer(true));
    byId("backdrop").addEventListener("click", () => this.setDrawer(false));
    byId("sidebar").addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || byId("backdrop").hidden) return;
      this.setDrawer(false);
      byId("open-sidebar").focus();
    });
  }

  setDrawer(open) {
    byId("sidebar").classList.toggle("open", open);
    byId("backdrop").hidden = !open;
    byId("open-sidebar").setAttribute("aria-expanded", String(open));
    if (open) byId("channels").querySelector(".here")?.focus();
  }

  // --- new channels ---

  makeChannels(actions) {
    const name = byId("new-channel-name");
    const error = byId("new-channel-error");
    name.addEventListener("input", () => {
      error.textContent = "";
    });
    byId("new-channel").addEventListener("submit", async (event) => {
      event.preventDefault();
      if (name.value.trim() === "") {
        name.focus();
        return;
      }
      try {
        const { channel } = await actions.newChannel(name.value);
        name.value = "";
        this.open(channel);
      } catch (problem) {
        error.textContent = wordsOf(problem);
      }
    });
  }
}
