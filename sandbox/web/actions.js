// The actions of a person. They are sent to the sandbox, and the store notes the results.

import { Disconnected, Refused } from "./socket.js";

const SILENT = "The application did not respond.";
const FAILED = "This interaction failed";

export class Actions {
  constructor(store, line) {
    this.store = store;
    this.line = line;
  }

  ask(request) {
    return this.line.ask({ who: this.store.persona.name, ...request });
  }

  /** Show the view of the person called `who`, in the channel with this id or name. */
  async look(who, channel) {
    this.store.setScene(await this.line.ask({ do: "look", who, channel }));
  }

  async earlier() {
    const [before] = this.store.messages.keys();
    this.store.addEarlier(await this.ask({ do: "earlier", channel: this.store.channelId, before }));
  }

  read() {
    return this.ask({ do: "read", channel: this.store.channelId });
  }

  say(text) {
    return this.ask({ do: "say", channel: this.store.channelId, text });
  }

  newChannel(name) {
    return this.ask({ do: "new_channel", name });
  }

  /** Ask the bot for suggestions for the option `focused`. */
  async complete(line, options, focused) {
    const { choices } = await this.ask({
      do: "complete",
      channel: this.store.channelId,
      line,
      options,
      focused,
    });
    return choices;
  }

  dismiss(message) {
    this.store.apply({ event: "gone", message: message.id });
    return this.ask({ do: "dismiss", message: message.id });
  }

  /** Send a slash command. The promise fails with `Refused` if the command cannot be sent. */
  slash(line, options) {
    return this.command(`/${line}`, { do: "slash", line, options });
  }

  /** Use an app on a message or a person. */
  async use(name, target) {
    const { place } = this.store;
    try {
      await this.command(name, { do: "use", name, ...target });
    } catch (error) {
      this.store.addNotice(place, { kind: "failed", text: wordsOf(error), about: name });
    }
  }

  async command(about, request) {
    const { store } = this;
    const { me, place } = store;
    const settled = store.addNotice(place, { kind: "pending", text: about });
    try {
      const result = await this.ask({ channel: store.channelId, ...request });
      if (result.outcome === "failed") store.addNotice(place, { kind: "failed", text: SILENT, about });
      this.takeForm(me, result);
    } finally {
      settled();
    }
  }

  press(message, customId) {
    return this.interact(message, customId, { do: "press", message: message.id, custom_id: customId });
  }

  choose(message, menu, values) {
    const { custom_id } = menu;
    this.store.setChosen(message.id, menu, values);
    return this.interact(message, custom_id, { do: "choose", message: message.id, custom_id, values });
  }

  async interact(message, customId, request) {
    const { store } = this;
    const { me } = store;
    const key = `${me}/${message.id}`;
    store.problems.delete(key);
    store.setWaiting(key, customId);
    let problem = null;
    try {
      const result = await this.ask(request);
      if (result.outcome === "failed") problem = FAILED;
      this.takeForm(me, result);
    } catch (error) {
      problem = wordsOf(error);
    }
    store.setWaiting(key, null);
    if (problem) store.forgetChosen(message.id);
    if (problem) store.setProblem(key, problem);
  }

  /** Send a form. Return what is wrong with the form, or null. */
  async submit(form, answers) {
    try {
      const result = await this.ask({ do: "submit", form: form.id, answers });
      return result.outcome === "failed" ? `${FAILED}. Try again.` : null;
    } catch (error) {
      return wordsOf(error);
    }
  }

  takeForm(who, result) {
    if (result.outcome === "form") this.store.setForm(who, result.form);
  }
}

/** Return an expected error in words, and throw any other error again. */
export function wordsOf(error) {
  if (error instanceof Refused) return sentence(error.message);
  if (error instanceof Disconnected) return "The sandbox cannot be reached just now.";
  throw error;
}

function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
}
