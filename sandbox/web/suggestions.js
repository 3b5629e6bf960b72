// The list of suggestions above the message box.

import { el, icon } from "./dom.js";

export class Suggestions {
  /** `list` is the element; `onpick` is called with the item that was clicked, `onchange` when others are shown
   * or highlighted.
   */
  constructor(list, { onpick, onchange }) {
    this.list = list;
    this.onpick = onpick;
    this.onchange = onchange;
    this.items = [];
    this.at = -1;
    // The focus stays where the typing is.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  get isOpen() {
    return !this.list.hidden;
  }

  /** The highlighted item, or null. */
  get chosen() {
    return this.isOpen ? (this.items[this.at] ?? null) : null;
  }

  /** The id of the highlighted line, for the field that it belongs to. */
  get activeId() {
    return this.chosen ? `suggestion-${this.at}` : null;
  }

  /** Show `items` ({label, detail, hint}) under a `heading`; `at` is highlighted, -1 for none. */
  show(heading, items, at) {
    this.items = items;
    this.at = Math.min(at, items.length - 1);
    const lines = items.map((item, index) => this.line(item, index));
    this.list.replaceChildren(
      heading,
      el("div", { role: "listbox", id: "suggestions", class: "list", "aria-label": "Suggestions" }, lines),
    );
    this.list.hidden = false;
    this.mark();
  }

  /** Show that other items are on their way. */
  setLoading(loading) {
    this.list.classList.toggle("loading", loading);
  }

  close() {
    this.list.hidden = true;
    this.items = [];
    this.at = -1;
    this.onchange();
  }

  /** Move the highlight by `step` lines, cyclically; returns whether there was anything to highlight. */
  move(step) {
    const count = this.items.length;
    if (count === 0) return false;
    this.at = this.at < 0 ? (step > 0 ? 0 : count - 1) : (this.at + step + count) % count;
    this.mark();
    return true;
  }

  line(item, index) {
    const line = el(
      "div",
      { role: "option", id: `suggestion-${index}`, class: "option", "aria-selected": "false" },
      item.icon && icon(item.icon),
      el(
        "span",
        { class: "option-words" },
        el(
          "span",
          { class: "option-label" },
          item.label,
          item.hint && el("span", { class: "option-hint" }, item.hint),
        ),
        item.detail && el("span", { class: "option-description" }, item.detail),
      ),
    );
    line.addEventListener("click", () => this.onpick(item));
    return line;
  }

  mark() {
    const lines = this.list.querySelectorAll("[role=option]");
    lines.forEach((line, index) => {
      line.classList.toggle("active", index === this.at);
      line.setAttribute("aria-selected", String(index === this.at));
    });
    lines[this.at]?.scrollIntoView({ block: "nearest" });
    this.onchange();
  }
}
