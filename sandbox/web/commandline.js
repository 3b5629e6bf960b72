// A slash command while it is written: its name, a pill for each option, and chips for further options.

import { expects, fixedChoices, judge, TYPE } from "./commands.js";
import { el, icon } from "./dom.js";

export class CommandLine {
  /** Start a command line for `entry` in the elements `fields` and `chips`.
   *
   * `values` ({name, text}) are already typed. `onedit` is called at each change, so that problems disappear.
   */
  constructor(entry, values, { fields, chips, store, suggestions, completion, onedit }) {
    this.entry = entry;
    this.chips = chips;
    this.store = store;
    this.suggestions = suggestions;
    this.completion = completion;
    this.onedit = onedit;
    this.fields = new Map();
    this.tail = this.tailInput();
    fields.replaceChildren(el("span", { class: "command-name" }, `/${entry.name}`), this.tail);
    const given = new Map(values.map(({ name, text }) => [name, text]));
    for (const option of entry.options) {
      if (option.required || given.has(option.name)) this.add(option, given.get(option.name) ?? "");
    }
    this.showChips();
    this.advance();
  }

  // --- options ---

  add(option, text) {
    const field = { option, text, choice: null, input: optionInput(option), pill: null };
    field.input.value = text;
    field.input.addEventListener("input", () => this.edit(field));
    field.input.addEventListener("focus", () => this.completion.show(field, this));
    field.pill = el(
      "span",
      { class: "pill" },
      el("span", { class: "pill-name", onclick: () => field.input.focus() }, option.name),
      field.input,
      !option.required &&
        el(
          "button",
          {
            type: "button",
            class: "pill-remove",
            "aria-label": `Remove ${option.name}`,
            onclick: () => this.remove(field),
          },
          icon("close"),
        ),
    );
    this.fields.set(option.name, field);
    this.tail.before(field.pill);
    fitWidth(field);
    return field;
  }

  addAndEnter(option) {
    this.tail.value = "";
    const field = this.add(option, "");
    this.showChips();
    field.input.focus();
  }

  remove(field) {
    this.fields.delete(field.option.name);
    field.pill.remove();
    this.showChips();
    this.tail.focus();
  }

  edit(field) {
    field.text = field.input.value;
    field.choice = null;
    this.forgive(field);
    this.completion.show(field, this);
  }

  /** Put a choice into its field, and continue with the next empty option. */
  take(field, choice) {
    field.choice = choice;
    field.text = choice.name;
    field.input.value = choice.name;
    this.forgive(field);
    this.advance();
  }

  forgive(field) {
    field.pill.classList.remove("wrong");
    field.input.removeAttribute("aria-invalid");
    fitWidth(field);
    this.onedit();
  }

  /** Focus the first empty option or, if none is empty, the field behind the last option. */
  advance() {
    const empty = [...this.fields.values()].find((field) => !field.choice && field.text.trim() === "");
    (empty?.input ?? this.tail).focus();
  }

  /** Leave an empty option: remove the option unless it is required, and focus the previous option.
   *
   * Return whether neither is possible, so that the complete command must be removed.
   */
  goBack(target) {
    const fields = [...this.fields.values()];
    const here = fields.findIndex((field) => field.input === target);
    const before = here < 0 ? fields.at(-1) : fields[here - 1];
    if (here >= 0 && !fields[here].option.required) this.remove(fields[here]);
    before?.input.focus();
    return !before && (here < 0 || fields[here].option.required);
  }

  // --- options that are not there yet ---

  missing() {
    return this.entry.options.filter((option) => !this.fields.has(option.name));
  }

  showChips() {
    this.chips.replaceChildren(
      ...this.missing().map((option) =>
        el(
          "button",
          {
            type: "button",
            class: "chip",
            title: option.description,
            onclick: () => this.addAndEnter(option),
          },
          `+ ${option.name}`,
        ),
      ),
    );
  }

  /** The field behind the last option, in which the name of another option can be typed. */
  tailInput() {
    return el("input", {
      ...COMBOBOX,
      class: "composer-tail",
      "aria-label": "Add an option, or press Enter to send",
      oninput: () => this.suggestOptions(),
      onfocus: () => this.suggestOptions(),
    });
  }

  suggestOptions() {
    this.completion.stop();
    this.onedit();
    const typed = this.tail.value.trim().toLowerCase();
    const called = this.missing().find((option) => typed === `${option.name}:`);
    if (called) {
      this.addAndEnter(called);
      return;
    }
    const items = this.missing()
      .filter((option) => option.name.startsWith(typed))
      .map((option) => ({
        label: option.name,
        hint: expects(option),
        detail: option.description,
        icon: "plus",
        pick: () => this.addAndEnter(option),
      }));
    if (items.length === 0) this.suggestions.close();
    else
      this.suggestions.show(
        el("p", { class: "suggestions-head" }, "More options, or Enter to send"),
        items,
        typed ? 0 : -1,
      );
  }

  // --- what is written ---

  /** Return the fitting values by the names of their options, without the field `left`. */
  values(left = null) {
    const judged = [...this.fields.values()]
      .filter((field) => field !== left)
      .map((field) => [field.option.name, this.judge(field)]);
    return Object.fromEntries(
      judged.filter(([, { problem }]) => problem === null).map(([name, { value }]) => [name, value]),
    );
  }

  /** Mark every wrong field. Return the first problem ({input, words}), or null if there is none. */
  problem() {
    let first = null;
    for (const field of this.fields.values()) {
      const { problem } = this.judge(field);
      field.pill.classList.toggle("wrong", problem !== null);
      field.input.setAttribute("aria-invalid", String(problem !== null));
      if (problem && !first) first = { input: field.input, words: `${field.option.name} ${problem}.` };
    }
    const stray = this.tail.value.trim();
    return (
      first ?? (stray ? { input: this.tail, words: `“${stray}” is no option of /${this.entry.name}.` } : null)
    );
  }

  judge(field) {
    return judge(field.option, field, fixedChoices(field.option, this.store));
  }
}

const COMBOBOX = {
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-controls": "suggestions",
  "aria-expanded": "false",
  autocomplete: "off",
  spellcheck: "false",
};

function optionInput(option) {
  const digits = option.type === TYPE.INTEGER && !option.choices && !option.autocomplete;
  return el("input", {
    ...COMBOBOX,
    class: "pill-input",
    "aria-label": `${option.name}: ${option.description}`,
    inputmode: digits ? "numeric" : null,
    data: { option: option.name },
  });
}

function fitWidth({ input }) {
  input.style.setProperty("width", `${Math.max(4, input.value.length + 1)}ch`);
}
