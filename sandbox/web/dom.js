// Makes elements. Text always becomes a text node, so that texts of strangers cannot become markup.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: `el("button", {class: "quiet", onclick: press}, "Join")`.
 *
 * A value of null, undefined or false omits the attribute, and true gives an attribute without a value.
 * `on...` are listeners, `style` is an object of custom properties, `data` is an object of data attributes.
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(node, name, value);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function set(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  // Styles are set through the object model, because the content policy forbids style attributes.
  else if (name === "style")
    Object.entries(value).forEach(([key, text]) => node.style.setProperty(key, text));
  else if (name === "data") Object.assign(node.dataset, value);
  else node.setAttribute(name, value === true ? "" : value);
}

/** Make one of the icons that the document defines. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

let numbered = 0;

/** Return an id that no other element has. */
export function freshId(stem) {
  numbered += 1;
  return `${stem}-${numbered}`;
}

/** Return the element with this id. */
export function byId(id) {
  return document.getElementById(id);
}
