// The data of this window: what one person sees in one channel, as the sandbox sends it.

const SLASH = 1;
const OF_USERS = 2;
const OF_MESSAGES = 3;

export class Store {
  constructor() {
    this.listeners = new Map();
    this.connected = false;
    this.me = null;
    this.channelId = null;
    this.bot = { online: true, name: "" };
    this.people = [];
    this.channels = [];
    this.known = { users: {}, channels: {}, roles: {} };
    this.commands = [];
    this.apps = { message: [], user: [] };
    this.messages = new Map();
    this.hasEarlier = false;
    this.notices = new Map();
    this.waiting = new Map();
    this.problems = new Map();
    this.chosen = new Map();
    this.forms = new Map();
  }

  /**
   * Call `listener` at each change of `topic`, such as connection, scene, places, bot, commands, message, gone,
   * notices, sent or form.
   */
  on(topic, listener) {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  tell(topic, detail) {
    for (const listener of this.listeners.get(topic) ?? []) listener(detail);
  }

  // --- looking things up ---

  /** The person for whom this window acts; null before the first scene. */
  get persona() {
    return this.people.find((person) => person.id === this.me) ?? null;
  }

  get channel() {
    return this.channels.find((channel) => channel.id === this.channelId) ?? null;
  }

  /** The key of this person's notices and unsent text in this channel. */
  get place() {
    return `${this.me}/${this.channelId}`;
  }

  get hasApps() {
    return this.apps.message.length + this.apps.user.length > 0;
  }

  userName(id) {
    return this.known.users[id] ?? "someone";
  }

  channelName(id) {
    return this.known.channels[id] ?? "unknown";
  }

  roleName(id) {
    return this.known.roles[id] ?? "unknown-role";
  }

  /** The index of a person in the row of people, which gives the colour; -1 for the bot. */
  toneOf(userId) {
    return this.people.findIndex((person) => person.id === userId);
  }

  noticesHere() {
    return this.notices.get(this.place) ?? [];
  }

  // --- what the sandbox says ---

  setConnected(connected) {
    this.connected = connected;
    if (!connected) this.waiting.clear();
    this.tell("connection");
  }

  setScene(scene) {
    const moved = scene.me !== this.me || scene.channel !== this.channelId;
    this.me = scene.me;
    this.channelId = scene.channel;
    this.chosen.clear();
    this.bot = scene.bot;
    this.takeCommands(scene.commands);
    this.messages = new Map(scene.history.messages.map((message) => [message.id, message]));
    this.hasEarlier = scene.history.more;
    this.takePlaces(scene.places);
    for (const topic of ["places", "bot", "commands"]) this.tell(topic);
    this.tell("scene", { moved });
  }

  /** Keep the bot's commands: slash commands, and commands in the menus of messages and people. */
  takeCommands(commands) {
    const ofKind = (kind) => commands.filter((command) => command.type === kind);
    this.commands = ofKind(SLASH);
    const names = (kind) => ofKind(kind).map((command) => command.name);
    this.apps = { message: names(OF_MESSAGES), user: names(OF_USERS) };
  }

  takePlaces(places) {
    this.people = places.people;
    this.channels = places.channels;
    this.known = places.names;
  }

  sortMessages() {
    this.messages = new Map([...this.messages].sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1)));
  }

  addEarlier(history) {
    this.messages = new Map([...history.messages.map((message) => [message.id, message]), ...this.messages]);
    this.hasEarlier = history.more;
    this.tell("earlier");
  }

  apply(event) {
    switch (event.event) {
      case "message": {
        const before = this.messages.get(event.message.id) ?? null;
        this.messages.set(event.message.id, event.message);
        this.tell("message", { message: event.message, before });
        break;
      }
      case "gone":
        this.messages.delete(event.message);
        this.tell("gone", event.message);
        break;
      case "places":
        this.takePlaces(event.places);
        this.tell("places");
        break;
      case "bot":
        this.bot = event.bot;
        this.tell("bot");
        break;
      case "commands":
        this.takeCommands(event.commands);
        this.tell("commands");
        break;
      default:
        this.tell(event.event, event);
    }
  }

  // --- what only this window knows ---

  /** Show a notice below the messages of `place`, only in this window. Return a function that removes it. */
  addNotice(place, notice) {
    const all = this.notices.get(place) ?? [];
    this.notices.set(place, [...all, notice]);
    this.tell("notices");
    return () => {
      this.notices.set(
        place,
        this.notices.get(place).filter((each) => each !== notice),
      );
      this.tell("notices");
    };
  }

  /** Note which control (`customId`) the bot is answering, or null. `key` names the person and the message. */
  setWaiting(key, customId) {
    if (customId === null) this.waiting.delete(key);
    else this.waiting.set(key, customId);
    this.refresh(key);
  }

  /** Note what went wrong with a press, or null. `key` names the person and the message. */
  setProblem(key, words) {
    if (words === null) this.problems.delete(key);
    else this.problems.set(key, words);
    this.refresh(key);
  }

  /** Note this person's choice in a menu. It is shown until the menu changes or another channel is opened. */
  setChosen(messageId, menu, values) {
    this.chosen.set(`${this.me}/${messageId}/${menu.custom_id}`, { drawn: JSON.stringify(menu), values });
  }

  chosenIn(messageId, menu) {
    const found = this.chosen.get(`${this.me}/${messageId}/${menu.custom_id}`);
    return found?.drawn === JSON.stringify(menu) ? found.values : null;
  }

  forgetChosen(messageId) {
    for (const key of this.chosen.keys()) if (key.split("/")[1] === messageId) this.chosen.delete(key);
  }

  refresh(key) {
    const [who, messageId] = key.split("/");
    const message = this.messages.get(messageId);
    if (who === this.me && message) this.tell("message", { message, before: message });
  }

  /** Keep a form for the person for whom it was opened; null removes that person's form. */
  setForm(who, form) {
    if (form === null) this.forms.delete(who);
    else this.forms.set(who, form);
    this.tell("form");
  }
}
