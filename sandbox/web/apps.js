// The menu of a message, with the apps that the bot offers for the message and its author.

import { el, icon } from "./dom.js";
import { closePanel, openPanel } from "./floating.js";

/** Add a button for the menu of apps to `node`, the element of `message`. A right click opens the menu, too. */
export function addApps(node, message, { store, actions }) {
  if (message.ephemeral || message.loading) return;
  const button = el(
    "button",
    {
      type: "button",
      class: "quiet apps-button",
      "aria-label": "Apps",
      title: "Apps",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      data: { focus: "Apps" },
    },
    icon("more"),
  );
  const open = (spot) => openMenu(button, groupsFor(message, store, actions), spot);
  button.addEventListener("click", () =>
    button.getAttribute("aria-expanded") === "true" ? closePanel() : open(button),
  );
  // This event comes from a right click, a long press or the menu key.
  node.addEventListener("contextmenu", (event) => {
    if (!store.hasApps || event.target.closest("img, a")) return;
    event.preventDefault();
    // The menu key has no position.
    const pointed = event.button === 2 && { getBoundingClientRect: () => new DOMRect(event.x, event.y) };
    open(pointed || button);
  });
  node.append(button);
}

function groupsFor(message, store, actions) {
  const { author } = message;
  const groups = [
    { title: "Apps", names: store.apps.message, target: { message: message.id } },
    { title: `Apps for ${author.global_name}`, names: store.apps.user, target: { user: author.id } },
  ];
  return groups
    .filter(({ names }) => names.length > 0)
    .map(({ title, names, target }) => ({
      title,
      entries: names.map((name) => ({ name, run: () => actions.use(name, target) })),
    }));
}

function openMenu(button, groups, spot) {
  const items = [];
  const menu = el(
    "div",
    { role: "menu", class: "list", "aria-label": "Apps" },
    groups.map(({ title, entries }) =>
      el(
        "div",
        { role: "group", "aria-label": title },
        el("p", { class: "menu-title", "aria-hidden": "true" }, title),
        entries.map((entry) => {
          const item = el(
            "button",
            { type: "button", role: "menuitem", tabindex: "-1", class: "option", onclick: () => choose(entry) },
            el("span", { class: "option-words" }, el("span", { class: "option-label" }, entry.name)),
          );
          items.push(item);
          return item;
        }),
      ),
    ),
  );
  const choose = (entry) => {
    closePanel();
    entry.run();
  };
  menu.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement);
    const moved = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (moved !== undefined) items.at(moved % items.length).focus();
    else if (event.key === "Escape" || event.key === "Tab") closePanel();
    else return;
    event.preventDefault();
  });
  button.setAttribute("aria-expanded", "true");
  const onclose = () => {
    button.setAttribute("aria-expanded", "false");
    if (menu.contains(document.activeElement) || document.activeElement === document.body) button.focus();
  };
  openPanel(el("div", { class: "panel apps" }, menu), button, onclose, spot);
  items[0].focus();
}
