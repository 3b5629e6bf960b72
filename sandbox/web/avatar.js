// Faces of users: a letter on the person's colour, and an anchor for the bot.

import { el, icon } from "./dom.js";

/** Make the face of a user. `tone` is the user's index in the row of people, or -1 for the bot. */
export function avatar(name, tone) {
  const kind = tone < 0 ? "bot" : `tone-${tone % 8}`;
  return el(
    "span",
    { class: `avatar ${kind}`, "aria-hidden": "true" },
    tone < 0 ? icon("anchor") : name.charAt(0),
  );
}
