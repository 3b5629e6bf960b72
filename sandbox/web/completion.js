// Suggestions for an option: its fixed choices, or those that the bot sends while a person types.

import { wordsOf } from "./actions.js";
import { expects, filtered, fixedChoices } from "./commands.js";
import { el } from "./dom.js";

/** The bot is asked after a pause of this many milliseconds in the typing. */
const PAUSE = 120;

export class Completion {
  constructor(suggestions, { store, actions }) {
    this.suggestions = suggestions;
    this.store = store;
    this.actions = actions;
    // The number of the newest question. Answers to older questions are ignored.
    this.asked = 0;
    this.field = null;
    this.stop();
  }

  /** Ignore the answer to the current question, and drop the actions that wait for it. */
  stop() {
    this.asked += 1;
    this.afterwards = [];
    this.setLoading(false);
  }

  setLoading(loading) {
    this.loading = loading;
    this.suggestions.setLoading(loading);
  }

  /** Do `action` after the bot's answer. If no answer is awaited, do nothing and return false. */
  waits(action) {
    if (this.loading) this.afterwards.push(action);
    return this.loading;
  }

  /** Suggest values for `field` of `command`. A chosen value goes to `command.take`. */
  async show(field, command) {
    this.stop();
    const { option } = field;
    const fixed = fixedChoices(option, this.store);
    if (fixed) this.offer(field, command, filtered(fixed, field.choice ? "" : field.text.trim()));
    else if (option.autocomplete) await this.ask(field, command, this.asked);
    else this.suggestions.show(headOf(option), [], -1);
    this.field = field;
  }

  async ask(field, command, number) {
    // The bot's last suggestions stay until new ones come, so that the list does not flicker.
    if (!this.suggestions.isOpen || this.field !== field) this.suggestions.show(headOf(field.option), [], -1);
    this.setLoading(true);
    await new Promise((resolve) => setTimeout(resolve, field.text === "" ? 0 : PAUSE));
    if (number !== this.asked) return;
    const answer = await this.answer(field, command);
    if (number !== this.asked) return;
    const { afterwards } = this;
    this.setLoading(false);
    if (answer) this.offer(field, command, answer);
    else this.suggestions.show(headOf(field.option, "The bot did not answer. Type the value yourself."), [], -1);
    // An action may ask the bot again. Later actions then wait for that answer, too.
    for (const action of afterwards) action();
  }

  /** Return the bot's suggestions, which may depend on the other options; null if the bot does not answer. */
  async answer(field, command) {
    const { name } = field.option;
    const typed = { ...command.values(field), [name]: field.choice ? "" : field.text };
    try {
      return await this.actions.complete(command.entry.name, typed, name);
    } catch (error) {
      wordsOf(error);
      return null;
    }
  }

  offer(field, command, choices) {
    const items = choices.map((choice) => ({ label: choice.name, pick: () => command.take(field, choice) }));
    const head = headOf(field.option, items.length === 0 ? "nothing fits" : expects(field.option));
    // After a choice, Enter continues instead of choosing again.
    this.suggestions.show(head, items, field.choice ? -1 : 0);
  }
}

function headOf(option, hint = expects(option)) {
  return el(
    "p",
    { class: "suggestions-head" },
    el("strong", {}, option.name),
    ` ${option.description}`,
    el("span", { class: "option-hint" }, hint),
  );
}
