// Emojis. Unicode emojis are text, and the bot's emojis are pictures.

import { el } from "./dom.js";

/** Return an emoji as text. */
export function emojiText(emoji) {
  return emoji.id ? `:${emoji.name}:` : emoji.name;
}

/** Make the element of an emoji. For a deleted emoji, the element shows its name. */
export function emojiElement(emoji) {
  const words = emojiText(emoji);
  if (!emoji.id) return el("span", { class: "emoji" }, words);
  const picture = el("img", {
    class: "emoji",
    src: `/cdn/emojis/${emoji.id}.webp`,
    alt: words,
    title: words,
    draggable: "false",
  });
  picture.addEventListener("error", () => picture.replaceWith(words));
  return picture;
}
