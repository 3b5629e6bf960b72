// The components of a message as elements, by Discord's type numbers.

import { el, icon } from "./dom.js";
import { emojiElement, emojiText } from "./emoji.js";
import { render as markdown } from "./markdown.js";
import { localAddress, picture, thumbnail } from "./picture.js";
import { select } from "./select.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };
const LINK = 5;

/** The function that makes the element of each type. For `message` see `component`. */
const MAKERS = {
  1: (part, message) =>
    el(
      "div",
      { class: "row" },
      part.components.map((inner) => component(inner, message)),
    ),
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  9: section,
  10: (part, message) => el("div", { class: "md" }, markdown(part.content, message.names)),
  11: (part, message) => thumbnail(part, part.description),
  12: gallery,
  13: file,
  14: (part) =>
    el("hr", { class: `${part.divider === false ? "space" : "line"} ${part.spacing === 2 ? "wide" : ""}` }),
  17: container,
};

/** Make the element of one component.
 *
 * `message` has `names` (see markdown.js), `waiting` (the custom id that the bot is answering, or null),
 * `press(customId)`, `choose(menu, values)`, and `chosenIn(menu)`, which returns the values that the person
 * has chosen in a menu, or null.
 */
export function component(part, message) {
  const make = MAKERS[part.type];
  return make ? make(part, message) : el("p", { class: "absent" }, `(a component of type ${part.type})`);
}

function button(part, message) {
  const content = [
    part.emoji && emojiElement(part.emoji),
    part.label && el("span", {}, part.label),
    part.style === LINK && icon("link"),
  ];
  if (part.style === LINK)
    return el("span", { class: "btn secondary link-button", title: part.url }, content);
  const answering = message.waiting === part.custom_id;
  return el(
    "button",
    {
      type: "button",
      class: `btn ${BUTTON_STYLES[part.style] ?? "secondary"}${answering ? " answering" : ""}`,
      disabled: part.disabled,
      // The button is not disabled while the bot answers, because it would lose the keyboard focus.
      "aria-disabled": message.waiting === null ? null : "true",
      "aria-label": part.label ? null : emojiText(part.emoji),
      "aria-busy": answering ? "true" : null,
      // Edits may change custom ids, but hardly ever labels.
      data: { focus: part.label ?? part.emoji.name, control: part.custom_id },
      onclick: () => message.waiting === null && message.press(part.custom_id),
    },
    content,
  );
}

function menu(part, message) {
  return select(part, {
    names: message.names,
    chosen: message.chosenIn(part),
    blocked: message.waiting !== null,
    onchoose: (values) => message.choose(part, values),
  });
}

function section(part, message) {
  return el(
    "div",
    { class: "section" },
    el(
      "div",
      { class: "section-words" },
      part.components.map((inner) => component(inner, message)),
    ),
    el("div", { class: "section-side" }, component(part.accessory, message)),
  );
}

function gallery(part, message) {
  const pictures = part.items.map((item) => picture(item, item.description));
  return el("div", { class: pictures.length > 1 ? "gallery many" : "gallery" }, pictures);
}

function file(part) {
  const name = decodeURIComponent(part.file.url.split("/").at(-1));
  const source = localAddress(part.file.url);
  return el("a", { class: "file", href: source, download: name }, icon("file"), name);
}

function container(part, message) {
  const accent = part.accent_color;
  const edge = accent === null ? {} : { "--edge": `#${accent.toString(16).padStart(6, "0")}` };
  const inner = part.components.map((each) => component(each, message));
  const frame = el("div", { class: "container", style: edge }, inner);
  if (!part.spoiler) return frame;
  const cover = el("button", { type: "button", class: "cover" }, "Spoiler");
  const hidden = el("div", { class: "covered" }, frame, cover);
  cover.addEventListener("click", () => {
    hidden.classList.remove("covered");
    cover.remove();
  });
  return hidden;
}
