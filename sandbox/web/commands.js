// Slash commands as data: searches by typed text, and checks of the values of options.

export const TYPE = {
  SUBCOMMAND: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
};

const LONGEST_TEXT = 6000;

/** Return {name, description, options} of each command that can be sent. Subcommands have their full names. */
export function flatten(commands) {
  return commands.flatMap((command) => branches(command.name, command));
}

function branches(name, node) {
  const options = node.options ?? [];
  const nested = options.filter((option) => option.type === TYPE.SUBCOMMAND || option.type === TYPE.GROUP);
  if (nested.length === 0) return [{ name, description: node.description, options }];
  return nested.flatMap((option) => branches(`${name} ${option.name}`, option));
}

/** Return the entries that `typed` (without its slash) may mean, the likeliest first.
 *
 * Of equally likely entries, recently used entries come first. `recent` has their names, the newest first.
 */
export function matching(entries, typed, recent) {
  const wanted = typed.toLowerCase().trim().replace(/\s+/g, " ");
  const rank = (entry) => {
    if (entry.name.startsWith(wanted)) return 0;
    if (entry.name.split(" ").some((word) => word.startsWith(wanted))) return 1;
    if (entry.name.includes(wanted)) return 2;
    return wanted.length > 2 && entry.description.toLowerCase().includes(wanted) ? 3 : 4;
  };
  const age = (entry) => (recent.includes(entry.name) ? recent.indexOf(entry.name) : recent.length);
  return entries
    .map((entry) => ({ entry, rank: rank(entry), age: age(entry) }))
    .filter((each) => each.rank < 4)
    .sort((a, b) => a.rank - b.rank || a.age - b.age)
    .map((each) => each.entry);
}

/** Parse a line such as `/game new seats:4` into its entry and the texts of its options.
 *
 * Return null until the line has a complete command and a space.
 */
export function parseLine(line, entries) {
  if (!line.startsWith("/")) return null;
  const typed = line.slice(1).replace(/\s+/g, " ");
  const fitting = entries.filter((entry) => typed.startsWith(`${entry.name} `));
  const entry = fitting.sort((a, b) => b.name.length - a.name.length)[0];
  if (!entry) return null;
  return { entry, values: parseOptions(typed.slice(entry.name.length + 1), entry.options) };
}

function parseOptions(typed, options) {
  const names = options.map((option) => option.name.replace(/[-']/g, "\\$&")).join("|");
  if (!names) return [];
  const marks = [...typed.matchAll(new RegExp(`(?:^|\\s)(${names}):\\s*`, "g"))];
  return marks.map((mark, index) => ({
    name: mark[1],
    text: typed.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? typed.length).trim(),
  }));
}

/** Return the fixed choices of an option; null if it has none. */
export function fixedChoices(option, store) {
  switch (option.type) {
    case TYPE.BOOLEAN:
      return [
        { name: "True", value: true },
        { name: "False", value: false },
      ];
    case TYPE.USER:
      return named(store.known.users);
    case TYPE.MENTIONABLE:
      return [...named(store.known.users), ...named(store.known.roles)];
    case TYPE.ROLE:
      return named(store.known.roles);
    case TYPE.CHANNEL:
      return store.channels
        .filter((channel) => channel.kind !== "dm")
        .map(({ id, name }) => ({ name, value: id }));
    default:
      return option.choices ?? null;
  }
}

function named(names) {
  return Object.entries(names).map(([id, name]) => ({ name, value: id }));
}

/** Return the `choices` whose names contain the typed text. Names that begin with the text come first. */
export function filtered(choices, typed) {
  const wanted = typed.toLowerCase().replace(/^[@#]/, "");
  const holding = choices.filter((choice) => choice.name.toLowerCase().includes(wanted));
  const begins = (choice) => (choice.name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return holding.sort((a, b) => begins(a) - begins(b));
}

/** Return a description of the values that an option accepts. */
export function expects(option) {
  const { min_value: low, max_value: high } = option;
  if (option.autocomplete || option.choices) return "choose one";
  switch (option.type) {
    case TYPE.INTEGER:
    case TYPE.NUMBER: {
      const number = option.type === TYPE.INTEGER ? "a whole number" : "a number";
      if (low !== undefined && high !== undefined) return `${number} from ${low} to ${high}`;
      if (low !== undefined) return `${number}, ${low} or more`;
      return high === undefined ? number : `${number}, ${high} or less`;
    }
    case TYPE.BOOLEAN:
      return "yes or no";
    case TYPE.USER:
    case TYPE.MENTIONABLE:
      return "a person";
    case TYPE.CHANNEL:
      return "a channel";
    case TYPE.ROLE:
      return "a role";
    default:
      return "text";
  }
}

/** Return {value, problem}: what `field` ({text, choice}) sends for `option`, and what is wrong or null.
 *
 * An empty field has no value and a problem, even if the option is not required.
 */
export function judge(option, field, choices) {
  if (field.choice) return { value: field.choice.value, problem: null };
  const text = field.text.trim();
  if (text === "") return { value: undefined, problem: option.required ? "is required" : "is empty" };
  if (choices) {
    const wanted = text.toLowerCase().replace(/^[@#]/, "");
    const meant = choices.find((choice) =>
      [choice.name.toLowerCase(), String(choice.value)].includes(wanted),
    );
    return meant
      ? { value: meant.value, problem: null }
      : { value: undefined, problem: `knows no “${text}”; choose from the list` };
  }
  return option.type === TYPE.STRING ? judgeText(option, text) : judgeNumber(option, text);
}

function judgeText(option, text) {
  const [low, high] = [option.min_length ?? 0, option.max_length ?? LONGEST_TEXT];
  if (text.length < low) return { value: undefined, problem: `needs at least ${low} characters` };
  if (text.length > high) return { value: undefined, problem: `takes at most ${high} characters` };
  return { value: text, problem: null };
}

function judgeNumber(option, text) {
  const whole = option.type === TYPE.INTEGER;
  const fits = (whole ? /^[-+]?\d+$/ : /^[-+]?(\d+\.?\d*|\.\d+)$/).test(text);
  const value = Number(text);
  const inside = value >= (option.min_value ?? -Infinity) && value <= (option.max_value ?? Infinity);
  if (fits && inside) return { value, problem: null };
  const expected = expects({ ...option, autocomplete: false });
  return { value: undefined, problem: `must be ${expected === "choose one" ? "a number" : expected}` };
}
