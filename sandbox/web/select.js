// Menus, each a button that opens a list of choices, for keyboard and touch.

import { el, freshId, icon } from "./dom.js";
import { emojiElement } from "./emoji.js";
import { closePanel, openPanel } from "./floating.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;

/** Return the choices of a menu: its own options, or all people, roles or channels. */
function choicesOf(menu, names) {
  const preset = new Set((menu.default_values ?? []).map((each) => each.id));
  const listed = (entries) => entries.map(([value, label]) => ({ value, label, default: preset.has(value) }));
  switch (menu.type) {
    case STRING:
      return menu.options;
    case USER:
      return listed(names.users());
    case ROLE:
      return listed(names.roles());
    case MENTIONABLE:
      return listed([...names.users(), ...names.roles()]);
    case CHANNEL:
      return listed(names.channels(menu.channel_types));
    default:
      return [];
  }
}

/** Make the element of a menu. `onchoose` is called with the chosen values whenever they change.
 *
 * A `blocked` menu keeps the focus but does not open, because the bot is answering.
 */
export function select(
  menu,
  { names, onchoose, chosen = null, blocked = false, labelledby = null, describedby = null },
) {
  const choices = choicesOf(menu, names);
  const fewest = menu.min_values ?? 1;
  const most = menu.max_values ?? 1;
  let current = chosen ?? choices.filter((choice) => choice.default).map((choice) => choice.value);
  const shown = el("span", { class: "select-value" });
  const button = el(
    "button",
    {
      type: "button",
      class: "select",
      id: freshId("select"),
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": labelledby ? null : (menu.placeholder ?? "Choose"),
      "aria-labelledby": labelledby,
      "aria-describedby": describedby,
      disabled: menu.disabled,
      "aria-disabled": blocked ? "true" : null,
      data: { focus: menu.placeholder ?? "", control: menu.custom_id },
    },
    shown,
    icon("chevron"),
  );
  const show = () => {
    const labels = choices.filter((choice) => current.includes(choice.value)).map((choice) => choice.label);
    shown.textContent = labels.join(", ") || menu.placeholder || "Choose…";
    shown.classList.toggle("empty", labels.length === 0);
  };
  const settle = (values) => {
    // Clients send only changes, so the current choice is not sent again.
    if (values.length === current.length && values.every((value) => current.includes(value))) return;
    current = values;
    show();
    onchoose(values);
  };
  show();
  const open = () =>
    blocked ||
    openList({
      button,
      choices,
      chosen: current,
      fewest,
      most,
      settle,
      label: menu.placeholder ?? "Choices",
    });
  button.addEventListener("click", () =>
    button.getAttribute("aria-expanded") === "true" ? closePanel() : open(),
  );
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open();
  });
  return button;
}

function openList({ button, choices, chosen, fewest, most, settle, label }) {
  const several = most > 1;
  const picked = new Set(chosen);
  const id = freshId("list");
  const options = choices.map((choice, index) =>
    optionElement(choice, `${id}-${index}`, picked.has(choice.value)),
  );
  const list = el(
    "div",
    {
      role: "listbox",
      id,
      tabindex: "0",
      class: "list",
      "aria-label": label,
      "aria-multiselectable": several ? "true" : null,
    },
    options,
  );
  const confirm = several && el("button", { type: "button", class: "btn primary", onclick: () => finish() });
  const panel = el(
    "div",
    { class: "panel" },
    el("p", { class: "panel-head", "aria-hidden": "true" }, label),
    list,
    confirm && el("div", { class: "panel-foot" }, confirm),
  );
  let at = Math.max(
    0,
    choices.findIndex((choice) => picked.has(choice.value)),
  );

  const highlight = (index) => {
    at = index;
    options.forEach((option, each) => option.classList.toggle("active", each === at));
    list.setAttribute("aria-activedescendant", options[at].id);
    options[at].scrollIntoView({ block: "nearest" });
  };
  const finish = () => {
    closePanel();
    settle(choices.map((choice) => choice.value).filter((value) => picked.has(value)));
  };
  const pick = (index) => {
    const { value } = choices[index];
    if (!several) {
      picked.clear();
      picked.add(value);
      finish();
      return;
    }
    if (picked.has(value)) picked.delete(value);
    else if (picked.size < most) picked.add(value);
    options.forEach((option, each) =>
      option.setAttribute("aria-selected", String(picked.has(choices[each].value))),
    );
    showCount();
  };
  const showCount = () => {
    if (!confirm) return;
    confirm.disabled = picked.size < fewest;
    confirm.textContent = picked.size < fewest ? `Choose at least ${fewest}` : `Choose ${picked.size}`;
  };

  options.forEach((option, index) => {
    option.addEventListener("click", () => pick(index));
    option.addEventListener("pointermove", () => index !== at && highlight(index));
  });
  list.addEventListener("keydown", (event) => {
    const moved = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key];
    if (moved !== undefined) highlight(Math.max(0, Math.min(options.length - 1, moved)));
    else if (event.key === "Enter" || event.key === " ") pick(at);
    else if (event.key === "Escape") closePanel();
    else if (event.key === "Tab") return closePanel();
    else if (event.key.length === 1) highlight(startingWith(choices, event.key, at));
    else return undefined;
    // Escape must not close the dialog of a form with this menu.
    event.stopPropagation();
    return event.preventDefault();
  });

  button.setAttribute("aria-expanded", "true");
  openPanel(panel, button, () => {
    button.setAttribute("aria-expanded", "false");
    if (panel.contains(document.activeElement) || document.activeElement === document.body) button.focus();
  });
  showCount();
  highlight(at);
  list.focus();
}

/** Return the index of the next choice, cyclically after `at`, whose label begins with `letter`; or `at`. */
function startingWith(choices, letter, at) {
  const order = choices.map((_, index) => (at + 1 + index) % choices.length);
  return order.find((index) => choices[index].label.toLowerCase().startsWith(letter.toLowerCase())) ?? at;
}

function optionElement(choice, id, selected) {
  return el(
    "div",
    { role: "option", id, class: "option", "aria-selected": String(selected) },
    choice.emoji && emojiElement(choice.emoji),
    el(
      "span",
      { class: "option-words" },
      el("span", { class: "option-label" }, choice.label),
      choice.description && el("span", { class: "option-description" }, choice.description),
    ),
    icon("check"),
  );
}
