// The list of suggestions above the message box.

import { el, icon } from "./dom.js";

export class Suggestions {
  /** `list` is the element. `onpick` is called with a clicked item, and `onchange` after each change of the
   * items or of the highlight.
   */
  constructor(list, { onpick, onchange }) {
    this.list = list;
    this.onpick = onpick;
    this.onchange = onchange;
    this.items = [];
    this.at = -1;
    // A click on the list leaves the focus in the text field.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  get isOpen() {
    return !this.list.hidden;
  }

  /** The highlighted item, or null. */
  get chosen() {
    return this.isOpen ? (this.items[this.at] ?? null) : null;
  }

  /** The id of the highlighted line, which the text field names for screen readers; null if there is none. */
  get activeId() {
    return this.chosen ? `suggestion-${this.at}` : null;
  }

  /** Show `items` ({label, detail, hint}) below `heading`, and highlight the item `at` (-1 for no item). */
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

  /** Show whether new items are being loaded. */
  setLoading(loading) {
    this.list.classList.toggle("loading", loading);
  }

  close() {
    this.list.hidden = true;
    this.items = [];
    this.at = -1;
    this.onchange();
  }

  /** Move the highlight by `step` lines, cyclically. Return whether there are any items. */
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
