// Keeps the keyboard focus while messages are drawn again.

import { byId } from "./dom.js";
import { openAnchor } from "./floating.js";

/** Note which control or message has the focus. Return a function that restores the focus if it was lost. */
export function keepFocus() {
  const held = openAnchor() ?? document.activeElement;
  const id = held?.closest(".message")?.dataset.id;
  if (!id) return () => {};
  const { focus } = held.dataset;
  return () => {
    if (document.activeElement !== document.body) return;
    const message = document.querySelector(`.message[data-id="${id}"]`);
    const controls = [...(message?.querySelectorAll("[data-focus]:not(:disabled)") ?? [])];
    const same = controls.find((each) => each.dataset.focus === focus);
    (same ?? message ?? byId("timeline")).focus({ preventScroll: true });
  };
}
