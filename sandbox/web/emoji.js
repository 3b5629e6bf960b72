/** Return an emoji as text: Unicode's own as it is, a server's by its name. */
export function emojiText(emoji) {
  return emoji.id ? `:${emoji.name}:` : emoji.name;
}
