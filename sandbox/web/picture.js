// Pictures, with alt texts on request, a larger view, and covers over spoilers.

import { el, freshId, icon } from "./dom.js";

/** Return the path of a picture on this server; null for a picture elsewhere, which the page does not load. */
export function localAddress(url) {
  const address = new URL(url, location.href);
  // The sandbox's addresses contain 127.0.0.1, but the page may have been opened as localhost.
  const here = ["127.0.0.1", "localhost"].includes(address.hostname) && address.port === location.port;
  return here ? address.pathname : null;
}

/** Make a picture of a gallery. */
export function picture(item, alt) {
  const { media } = item;
  const source = localAddress(media.url);
  if (source === null)
    return el("p", { class: "absent" }, `A picture from elsewhere is not loaded: ${media.url}`);
  const image = el("img", {
    src: source,
    alt: alt ?? "",
    style: media.width ? { "--width": String(media.width), "--height": String(media.height) } : {},
    decoding: "async",
  });
  const enlarge = el(
    "button",
    { type: "button", class: "picture-open", "aria-label": "Enlarge the picture" },
    image,
  );
  enlarge.addEventListener("click", () => showLarge(source, alt));
  const figure = el("figure", { class: "picture" }, enlarge, alt && altBadge(alt));
  return item.spoiler ? covered(figure) : figure;
}

/** Make the small picture next to the text of a section. */
export function thumbnail(part, alt) {
  const source = localAddress(part.media.url);
  const image = el("img", { class: "thumbnail", src: source, alt: alt ?? "", width: 80, height: 80 });
  return part.spoiler ? covered(image) : image;
}

function altBadge(alt) {
  const id = freshId("alt");
  const words = el("span", { id, class: "alt-text", hidden: true }, alt);
  const badge = el(
    "button",
    { type: "button", class: "alt-badge", "aria-expanded": "false", "aria-controls": id },
    "ALT",
  );
  badge.addEventListener("click", () => {
    words.hidden = !words.hidden;
    badge.setAttribute("aria-expanded", String(!words.hidden));
  });
  return el("figcaption", {}, badge, words);
}

function covered(content) {
  const cover = el("button", { type: "button", class: "cover" }, "Spoiler");
  const frame = el("div", { class: "covered" }, content, cover);
  cover.addEventListener("click", () => {
    frame.classList.remove("covered");
    cover.remove();
  });
  return frame;
}

function showLarge(source, alt) {
  const image = el("img", { src: source, alt: alt ?? "" });
  const close = el("button", { type: "button", class: "quiet", "aria-label": "Close" }, icon("close"));
  const dialog = el(
    "dialog",
    { class: "lightbox", "aria-label": "Picture" },
    close,
    image,
    alt && el("p", {}, alt),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target.closest("p") ?? dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
