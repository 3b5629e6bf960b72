// The message box: plain words, or a slash command whose options are filled in one by one.

import { avatar } from "./avatar.js";
import { expects, filtered, fixedChoices, flatten, judge, matching, parseLine } from "./commands.js";
import { wordsOf } from "./actions.js";
import { el, icon } from "./dom.js";
import { Suggestions } from "./suggestions.js";

/** How long a person must pause before the bot is asked to complete what he types, in milliseconds. */
const PAUSE = 120;
const LONGEST_MESSAGE = 2000;

export class Composer {
  constructor(form, { store, actions }) {
    this.store = store;
    this.actions = actions;
    this.entries = [];
    this.command = null;
    // The number of the newest question to the bot; the answers to older ones come too late.
    this.asked = 0;
    this.loading = false;
    this.completing = null;
    this.afterLoading = null;

    this.face = el("span", { class: "composer-face" });
    this.fields = el("div", { class: "composer-fields" });
    this.chips = el("div", { class: "chips", role: "group", "aria-label": "Options that can be added" });
    this.hint = el("p", { class: "composer-hint", role: "status" });
    this.send = el("button", { type: "submit", class: "send", "aria-label": "Send" }, icon("send"));
    this.text = this.textField();
    const list = el("div", { class: "suggestions", hidden: true });
    this.suggestions = new Suggestions(list, (item) => this.pick(item));
    form.append(list, this.hint, el("div", { class: "composer-box" }, this.face, this.fields, this.send), this.chips);

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    form.addEventListener("keydown", (event) => this.key(event));
    form.addEventListener("focusout", (event) => form.contains(event.relatedTarget) || this.suggestions.close());
    store.on("scene", ({ moved }) => moved && this.reset());
    store.on("places", () => this.showPlace());
    store.on("commands", () => {
      this.entries = flatten(store.commands);
    });
    this.clear();
  }

  // --- from outside ---

  /** Put `text` into the box, as if it had been typed. */
  write(text) {
    this.clear();
    this.text.value = text;
    this.text.focus();
    this.typed();
  }

  reset() {
    const focused = this.fields.contains(document.activeElement);
    this.clear();
    if (focused) this.text.focus();
  }

  showPlace() {
    const { persona, channel } = this.store;
    if (!persona) return;
    this.face.replaceChildren(avatar(persona.name, this.store.toneOf(persona.id)));
    const open = channel?.writable ?? false;
    this.text.disabled = !open;
    this.send.disabled = !open;
    this.text.placeholder = open
      ? `Message ${channel.kind === "text" ? "#" : ""}${channel.name}, or type /`
      : "You cannot write here";
    this.text.setAttribute("aria-label", `${this.text.placeholder}${open ? ` for commands. You are ${persona.name}.` : ""}`);
  }

  // --- plain words ---

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

  clear() {
    this.command = null;
    this.text.value = "";
    this.hint.textContent = "";
    this.fields.replaceChildren(this.text);
    this.chips.replaceChildren();
    this.suggestions.close();
    this.fit();
  }

  /** Give the box as many lines as the words need. */
  fit() {
    this.text.style.setProperty("height", "auto");
    this.text.style.setProperty("height", `${this.text.scrollHeight}px`);
  }

  typed() {
    this.fit();
    const line = this.text.value;
    const parsed = parseLine(line, this.entries);
    if (parsed) {
      this.begin(parsed.entry, parsed.values);
    } else if (/^\/[^\n]*$/.test(line)) {
      this.hint.textContent = "";
      const fitting = matching(this.entries, line.slice(1));
      const items = fitting.map((entry) => ({
        label: `/${entry.name}`,
        hint: entry.options.filter((option) => option.required).map((option) => option.name).join("  "),
        detail: entry.description,
        pick: () => this.begin(entry, []),
      }));
      const found = items.length > 0 ? "Commands" : this.entries.length > 0 ? `There is no command ${line}` : "The bot has no commands here yet";
      this.suggest(el("p", { class: "suggestions-head" }, found), items, 0);
    } else {
      this.closeSuggestions();
    }
  }

  // --- a command ---

  /** Start filling in `entry`, with `values` ({name, text}) that were typed already. */
  begin(entry, values) {
    this.hint.textContent = "";
    this.command = { entry, fields: new Map(), tail: this.tailField() };
    this.fields.replaceChildren(el("span", { class: "command-name" }, `/${entry.name}`), this.command.tail);
    const given = new Map(values.map(({ name, text }) => [name, text]));
    for (const option of entry.options) {
      if (option.required || given.has(option.name)) this.addField(option, given.get(option.name) ?? "");
    }
    this.showChips();
    this.advance();
  }

  addField(option, text) {
    const input = el("input", {
      class: "pill-input",
      "aria-label": `${option.name}: ${option.description}`,
      "aria-autocomplete": "list",
      "aria-controls": "suggestions",
      "aria-expanded": "false",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      inputmode: option.type === 4 && !option.choices && !option.autocomplete ? "numeric" : null,
      data: { option: option.name },
    });
    const field = { option, input, text, choice: null };
    input.value = text;
    input.addEventListener("input", () => {
      field.text = input.value;
      field.choice = null;
      field.pill.classList.remove("wrong");
      this.hint.textContent = "";
      this.size(field);
      this.complete(field);
    });
    input.addEventListener("focus", () => this.complete(field));
    field.pill = el("span", { class: "pill" }, el("span", { class: "pill-name", onclick: () => input.focus() }, option.name), input,
      !option.required && el("button", { type: "button", class: "pill-remove", "aria-label": `Remove ${option.name}`, onclick: () => this.removeField(field) }, icon("close")));
    this.command.fields.set(option.name, field);
    this.command.tail.before(field.pill);
    this.size(field);
    return field;
  }

  removeField(field) {
    this.command.fields.delete(field.option.name);
    field.pill.remove();
    this.showChips();
    this.command.tail.focus();
  }

  size(field) {
    field.input.style.setProperty("width", `${Math.max(4, field.input.value.length + 1)}ch`);
  }

  /** The place after the last option, where the name of another can be typed. */
  tailField() {
    return el("input", {
      class: "composer-tail",
      "aria-label": "Add an option, or press Enter to send",
      "aria-controls": "suggestions",
      "aria-expanded": "false",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.suggestOptions(),
      onfocus: () => this.suggestOptions(),
    });
  }

  missing() {
    return this.command.entry.options.filter((option) => !this.command.fields.has(option.name));
  }

  showChips() {
    this.chips.replaceChildren(...this.missing().map((option) =>
      el("button", { type: "button", class: "chip", title: option.description, onclick: () => this.addOption(option) }, `+ ${option.name}`)));
  }

  addOption(option) {
    this.command.tail.value = "";
    const field = this.addField(option, "");
    this.showChips();
    field.input.focus();
  }

  suggestOptions() {
    const typed = this.command.tail.value;
    const left = this.missing();
    const called = left.find((option) => typed === `${option.name}:`);
    if (called) {
      this.addOption(called);
      return;
    }
    const items = left.filter((option) => option.name.startsWith(typed.trim().toLowerCase())).map((option) => ({
      label: option.name,
      hint: expects(option),
      detail: option.description,
      icon: "plus",
      pick: () => this.addOption(option),
    }));
    if (items.length === 0) this.closeSuggestions();
    else this.suggest(el("p", { class: "suggestions-head" }, "More options, or Enter to send"), items, typed ? 0 : -1);
  }

  /** Go to the first required option that is still empty, else behind the last one. */
  advance() {
    const open = [...this.command.fields.values()].find((field) => !field.choice && field.text.trim() === "");
    (open?.input ?? this.command.tail).focus();
  }

  // --- completing an option ---

  async complete(field) {
    const { option } = field;
    const head = el("p", { class: "suggestions-head" }, el("strong", {}, option.name), ` ${option.description}`,
      el("span", { class: "option-hint" }, expects(option)));
    this.asked += 1;
    this.afterLoading = null;
    this.loading = false;
    this.suggestions.setLoading(false);
    const fixed = fixedChoices(option, this.store);
    if (fixed) this.suggestChoices(field, head, filtered(fixed, field.choice ? "" : field.text.trim()));
    else if (option.autocomplete) await this.askBot(field, head, this.asked);
    else this.suggest(head, [], -1);
  }

  async askBot(field, head, number) {
    this.loading = true;
    // What the bot said last stays until it says something else, so that the list does not flicker.
    if (!this.suggestions.isOpen || this.completing !== field) this.suggest(head, [], -1);
    this.completing = field;
    this.suggestions.setLoading(true);
    await new Promise((resolve) => setTimeout(resolve, field.text === "" ? 0 : PAUSE));
    if (number !== this.asked) return;
    let choices = [];
    try {
      const others = this.values(field);
      others[field.option.name] = field.choice ? "" : field.text;
      choices = await this.actions.complete(this.command.entry.name, others, field.option.name);
    } catch (error) {
      wordsOf(error);
      head.append(el("span", { class: "option-hint" }, "The bot did not answer; type it yourself."));
    }
    if (number !== this.asked) return;
    this.loading = false;
    this.suggestions.setLoading(false);
    this.suggestChoices(field, head, choices);
    const then = this.afterLoading;
    this.afterLoading = null;
    then?.();
  }

  suggestChoices(field, head, choices) {
    const items = choices.map((choice) => ({
      label: choice.name,
      pick: () => {
        field.choice = choice;
        field.text = choice.name;
        field.input.value = choice.name;
        field.pill.classList.remove("wrong");
        this.hint.textContent = "";
        this.size(field);
        this.advance();
      },
    }));
    if (items.length === 0) head.append(el("span", { class: "option-hint" }, "nothing fits"));
    const chosen = field.choice ? -1 : 0;
    this.suggest(head, items, chosen);
  }

  suggest(head, items, at) {
    this.suggestions.show(head, items, at);
    this.tellField();
  }

  closeSuggestions() {
    this.suggestions.close();
    this.tellField();
  }

  /** Tell the focused field, and so who listens to it, which line is highlighted. */
  tellField() {
    const field = document.activeElement;
    if (!this.fields.contains(field)) return;
    field.setAttribute("aria-expanded", String(this.suggestions.isOpen));
    const active = this.suggestions.activeId;
    if (active) field.setAttribute("aria-activedescendant", active);
    else field.removeAttribute("aria-activedescendant");
  }

  pick(item) {
    this.suggestions.close();
    item.pick();
  }

  // --- keys ---

  key(event) {
    if (event.isComposing || !this.fields.contains(event.target)) return;
    const handled = {
      ArrowDown: () => this.step(1),
      ArrowUp: () => this.step(-1),
      Enter: () => !event.shiftKey && this.enter(),
      Tab: () => !event.shiftKey && this.tab(),
      Escape: () => this.escape(),
      Backspace: () => this.backspace(event.target),
    }[event.key];
    if (handled?.()) event.preventDefault();
  }

  step(by) {
    if (!this.suggestions.isOpen || this.suggestions.items.length === 0) return false;
    this.suggestions.move(by);
    this.tellField();
    return true;
  }

  enter() {
    if (this.loading) this.afterLoading = () => this.enter();
    else if (this.suggestions.chosen) this.pick(this.suggestions.chosen);
    else this.submit();
    return true;
  }

  tab() {
    if (this.loading) {
      this.afterLoading = () => this.tab();
      return true;
    }
    if (!this.suggestions.chosen) return false;
    this.pick(this.suggestions.chosen);
    return true;
  }

  escape() {
    if (this.suggestions.isOpen) {
      this.closeSuggestions();
      return true;
    }
    if (!this.command) return false;
    this.reset();
    return true;
  }

  /** At the beginning of an empty option it takes the option away, and before the first one the command. */
  backspace(target) {
    if (!this.command || target.value !== "") return false;
    const fields = [...this.command.fields.values()];
    const here = fields.findIndex((field) => field.input === target);
    const before = here < 0 ? fields.at(-1) : fields[here - 1];
    if (here >= 0 && !fields[here].option.required) this.removeField(fields[here]);
    if (before) before.input.focus();
    else if (here <= 0) this.write(`/${this.command.entry.name}`);
    return true;
  }

  // --- sending ---

  /** Return the values of all fields that hold a fitting one, except those of `left`. */
  values(left = null) {
    const values = {};
    for (const field of this.command.fields.values()) {
      const { value, problem } = judge(field.option, field, fixedChoices(field.option, this.store));
      if (field !== left && problem === null) values[field.option.name] = value;
    }
    return values;
  }

  firstProblem() {
    let first = null;
    for (const field of this.command.fields.values()) {
      const { problem } = judge(field.option, field, fixedChoices(field.option, this.store));
      field.pill.classList.toggle("wrong", problem !== null);
      field.input.setAttribute("aria-invalid", String(problem !== null));
      if (problem && !first) first = { field, problem };
    }
    return first;
  }

  async submit() {
    if (this.command) await this.sendCommand();
    else await this.sendText();
  }

  async sendCommand() {
    const wrong = this.firstProblem();
    if (wrong) {
      wrong.field.input.focus();
      this.hint.textContent = `${wrong.field.option.name} ${wrong.problem}.`;
      return;
    }
    const stray = this.command.tail.value.trim();
    if (stray) {
      this.hint.textContent = `“${stray}” is no option of /${this.command.entry.name}.`;
      return;
    }
    const { entry } = this.command;
    const values = this.values();
    const { place } = this.store;
    this.clear();
    this.text.focus();
    await this.orSay(place, this.actions.slash(entry.name, values));
  }

  async sendText() {
    const text = this.text.value.trim();
    if (text === "") return;
    if (/^\/\S/.test(text) && !text.includes("\n")) {
      const exact = this.entries.find((entry) => entry.name === text.slice(1));
      if (exact) this.begin(exact, []);
      else this.hint.textContent = `There is no command ${text}.`;
      return;
    }
    const { place } = this.store;
    this.clear();
    await this.orSay(place, this.actions.say(text));
  }

  /** Wait for what was sent; when it was refused, say why where it was sent. */
  async orSay(place, sent) {
    try {
      await sent;
    } catch (error) {
      const words = wordsOf(error);
      if (this.store.place === place) this.hint.textContent = words;
    }
  }
}
