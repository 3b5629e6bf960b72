// The people to play as, as a row of faces.

import { avatar } from "./avatar.js";
import { byId, el } from "./dom.js";

export class People {
  constructor({ store, go }) {
    this.store = store;
    this.go = go;
    store.on("places", () => this.show());
    // Alt and a digit change the person, so that the keyboard is enough to pass the turn.
    document.addEventListener("keydown", (event) => {
      // While a form is open, its person stays.
      if (document.querySelector("dialog[open]")) return;
      const person =
        event.altKey && /^Digit[1-9]$/.test(event.code) && store.people[Number(event.code.slice(5)) - 1];
      if (!person) return;
      event.preventDefault();
      this.play(person);
    });
  }

  play(person) {
    this.go(person.name, this.store.channelId);
  }

  show() {
    const row = byId("people");
    const focused = document.activeElement?.dataset.person;
    row.replaceChildren(...this.store.people.map((person, index) => this.face(person, index)));
    if (focused) row.querySelector(`[data-person="${CSS.escape(focused)}"]`)?.focus();
    document.body.dataset.tone = String(this.store.toneOf(this.store.me) % 8);
  }

  face(person, index) {
    const mine = person.id === this.store.me;
    const called = person.calls > 0 && !mine;
    const state = [person.moderator && "moderator", called && `called ${person.calls} times`];
    return el(
      "button",
      {
        type: "button",
        class: mine ? "person here" : "person",
        "aria-pressed": String(mine),
        "aria-label": person.name,
        "aria-description": state.filter(Boolean).join(", ") || null,
        title: `${person.name}${person.moderator ? ", moderator" : ""} · Alt+${index + 1}`,
        data: { person: person.id },
        onclick: () => this.play(person),
      },
      avatar(person.name, index),
      el("span", { class: "person-name", "aria-hidden": "true" }, person.name),
      person.moderator && el("span", { class: "star", "aria-hidden": "true" }, "★"),
      called && el("span", { class: "badge", "aria-hidden": "true" }, String(person.calls)),
    );
  }
}
