// The message box, for plain text or for a slash command that is written option by option.

import { wordsOf } from "./actions.js";
import { avatar } from "./avatar.js";
import { CommandLine } from "./commandline.js";
import { flatten, matching, parseLine } from "./commands.js";
import { Completion } from "./completion.js";
import { el, icon } from "./dom.js";
import { Suggestions } from "./suggestions.js";

const LONGEST_MESSAGE = 2000;

export class Composer {
  constructor(form, { store, actions }) {
    this.store = store;
    this.actions = actions;
    this.entries = [];
    this.recent = [];
    this.command = null;

    this.face = el("span", { class: "composer-face" });
    this.fields = el("div", { class: "composer-fields" });
    this.chips = el("div", { class: "chips", role: "group", "aria-label": "Options that can be added" });
    this.hint = el("p", { class: "composer-hint", role: "status" });
    this.send = el("button", { type: "submit", class: "send", "aria-label": "Send" }, icon("send"));
    this.text = this.textField();
    const list = el("div", { class: "suggestions", hidden: true });
    this.suggestions = new Suggestions(list, {
      onpick: (item) => this.pick(item),
      onchange: () => this.tellField(),
    });
    this.completion = new Completion(this.suggestions, { store, actions });
    form.append(
      list,
      this.hint,
      el("div", { class: "composer-box" }, this.face, this.fields, this.send),
      this.chips,
    );

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    form.addEventListener("keydown", (event) => this.key(event));
    form.addEventListener(
      "focusout",
      (event) => form.contains(event.relatedTarget) || this.suggestions.close(),
    );
    store.on("scene", ({ moved }) => moved && this.reset());
    store.on("places", () => this.showPlace());
    store.on("commands", () => {
      this.entries = flatten(store.commands);
      if (document.activeElement === this.text) this.typed();
    });
    this.clear();
  }

  // --- the box ---

  focus() {
    this.text.focus();
  }

  /** Put `text` into the box, as if it had been typed. */
  write(text) {
    this.clear();
    this.text.value = text;
    this.text.focus();
    this.typed();
  }

  clear() {
    this.command = null;
    this.completion.stop();
    this.suggestions.close();
    this.text.value = "";
    this.hint.textContent = "";
    this.fields.replaceChildren(this.text);
    this.chips.replaceChildren();
    this.fitHeight();
  }

  reset() {
    const focused = this.fields.contains(document.activeElement);
    this.clear();
    if (focused) this.text.focus();
  }

  showPlace() {
    const { persona, channel } = this.store;
    const open = channel?.writable ?? false;
    const where = channel && `Message ${channel.kind === "text" ? "#" : ""}${channel.name}, or type /`;
    this.face.replaceChildren(avatar(persona.name, this.store.toneOf(persona.id)));
    this.text.disabled = !open;
    this.send.disabled = !open;
    this.text.placeholder = open ? where : "You cannot write here";
    this.text.setAttribute(
      "aria-label",
      open ? `${where} for commands. You are ${persona.name}.` : "You cannot write here",
    );
  }

  textField() {
    return el("textarea", {
      class: "composer-text",
      rows: 1,
      maxlength: LONGEST_MESSAGE,
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-controls": "suggestions",
      "aria-expanded": "false",
      autocomplete: "off",
      oninput: () => this.typed(),
      onfocus: () => this.typed(),
    });
  }

  /** Give the box as many lines as its text needs. */
  fitHeight() {
    this.text.style.setProperty("height", "auto");
    this.text.style.setProperty("height", `${this.text.scrollHeight}px`);
  }

  typed() {
    this.fitHeight();
    const line = this.text.value;
    const parsed = parseLine(line, this.entries);
    if (parsed) this.begin(parsed.entry, parsed.values);
    else if (/^\/[^\n]*$/.test(line)) this.suggestCommands(line);
    else this.suggestions.close();
  }

  suggestCommands(line) {
    this.hint.textContent = "";
    const items = matching(this.entries, line.slice(1), this.recent).map((entry) => ({
      label: `/${entry.name}`,
      hint: entry.options
        .filter((option) => option.required)
        .map((option) => option.name)
        .join("  "),
      detail: entry.description,
      pick: () => this.begin(entry, []),
    }));
    const none = this.entries.length > 0 ? `There is no command ${line}` : "The bot has no commands here yet";
    this.suggestions.show(
      el("p", { class: "suggestions-head" }, items.length > 0 ? "Commands" : none),
      items,
      0,
    );
  }

  begin(entry, values) {
    this.hint.textContent = "";
    this.command = new CommandLine(entry, values, {
      fields: this.fields,
      chips: this.chips,
      store: this.store,
      suggestions: this.suggestions,
      completion: this.completion,
      onedit: () => {
        this.hint.textContent = "";
      },
    });
  }

  pick(item) {
    this.suggestions.close();
    item.pick();
  }

  /** Tell screen readers through the focused field which suggestion is highlighted. */
  tellField() {
    const field = document.activeElement;
    if (!this.fields.contains(field)) return;
    field.setAttribute("aria-expanded", String(this.suggestions.isOpen));
    const active = this.suggestions.activeId;
    if (active) field.setAttribute("aria-activedescendant", active);
    else field.removeAttribute("aria-activedescendant");
  }

  // --- keys ---

  key(event) {
    if (event.isComposing || !this.fields.contains(event.target)) return;
    const handle = {
      ArrowDown: () => this.suggestions.move(1),
      ArrowUp: () => this.suggestions.move(-1),
      Enter: () => !event.shiftKey && this.enter(),
      Tab: () => !event.shiftKey && this.tab(),
      Escape: () => this.escape(),
      Backspace: () => this.command !== null && event.target.value === "" && this.goBack(event.target),
    }[event.key];
    if (handle?.()) event.preventDefault();
  }

  enter() {
    if (this.completion.waits(() => this.enter())) return true;
    if (this.suggestions.chosen) this.pick(this.suggestions.chosen);
    else this.submit();
    return true;
  }

  tab() {
    if (this.completion.waits(() => this.tab())) return true;
    const { chosen } = this.suggestions;
    if (chosen) this.pick(chosen);
    return chosen !== null;
  }

  escape() {
    const something = this.suggestions.isOpen || this.command !== null;
    if (this.suggestions.isOpen) this.suggestions.close();
    else if (this.command) this.reset();
    return something;
  }

  goBack(target) {
    if (this.command.goBack(target)) this.write(`/${this.command.entry.name}`);
    return true;
  }

  // --- sending ---

  async submit() {
    if (this.command) await this.sendCommand();
    else await this.sendText();
  }

  async sendCommand() {
    const problem = this.command.problem();
    if (problem) {
      problem.input.focus();
      this.hint.textContent = problem.words;
      return;
    }
    const { name } = this.command.entry;
    const values = this.command.values();
    this.recent = [name, ...this.recent.filter((other) => other !== name)];
    this.clear();
    this.text.focus();
    await this.orSay(this.actions.slash(name, values));
  }

  async sendText() {
    const text = this.text.value.trim();
    if (text === "") return;
    if (/^\/\S/.test(text) && !text.includes("\n")) {
      const whole = this.entries.find((entry) => entry.name === text.slice(1));
      if (whole) this.begin(whole, []);
      else this.hint.textContent = `There is no command ${text}.`;
      return;
    }
    this.clear();
    await this.orSay(this.actions.say(text));
  }

  /** Wait for the result of a sent message, and show a refusal unless the reader has opened another channel. */
  async orSay(sent) {
    const { place } = this.store;
    this.store.tell("sent");
    try {
      await sent;
    } catch (error) {
      const words = wordsOf(error);
      if (this.store.place === place) this.hint.textContent = words;
    }
  }
}
