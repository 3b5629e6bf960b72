// A panel that opens above or below an element; on phones it is a sheet at the bottom.

const GAP = 6;
const NARROW = matchMedia("(max-width: 640px)");

let open = null;

/** Open `panel`, and close any other open panel. `onclose` is called when `panel` closes.
 *
 * The panel opens next to `spot`, an object with a box on the screen; by default this is `anchor`.
 */
export function openPanel(panel, anchor, onclose, spot = anchor) {
  closePanel();
  // A dialog covers everything outside of it, so the panel of an anchor in a dialog is put into the dialog.
  (anchor.closest("dialog") ?? document.body).append(panel);
  panel.classList.add("floating");
  const away = (event) => {
    if (!panel.contains(event.target) && !anchor.contains(event.target)) closePanel();
  };
  const place = () => (anchor.isConnected ? position(panel, spot) : closePanel());
  document.addEventListener("pointerdown", away, true);
  addEventListener("resize", place);
  document.addEventListener("scroll", place, true);
  open = {
    panel,
    anchor,
    onclose,
    forget: () => {
      document.removeEventListener("pointerdown", away, true);
      removeEventListener("resize", place);
      document.removeEventListener("scroll", place, true);
    },
  };
  place();
}

/** Close the open panel, if there is one. */
export function closePanel() {
  if (!open) return;
  const { panel, onclose, forget } = open;
  open = null;
  forget();
  panel.remove();
  onclose?.();
}

/** Return the anchor of the open panel if the panel has the focus; otherwise null. */
export function openAnchor() {
  return open?.panel.contains(document.activeElement) ? open.anchor : null;
}

/** Close the open panel if its anchor has left the page, for example because its message was edited. */
export function closeOrphan() {
  if (open && !open.anchor.isConnected) closePanel();
}

function position(panel, spot) {
  panel.classList.toggle("sheet", NARROW.matches);
  if (NARROW.matches) return;
  const box = spot.getBoundingClientRect();
  const below = innerHeight - box.bottom - GAP * 2;
  const above = box.top - GAP * 2;
  const wanted = Math.min(panel.scrollHeight + 2, 360);
  const up = below < wanted && above > below;
  panel.style.setProperty("max-height", `${Math.min(wanted, up ? above : below)}px`);
  panel.style.setProperty("min-width", `${box.width}px`);
  panel.style.setProperty(
    "left",
    `${Math.max(GAP, Math.min(box.left, innerWidth - panel.offsetWidth - GAP))}px`,
  );
  panel.style.setProperty("top", up ? "auto" : `${box.bottom + GAP}px`);
  panel.style.setProperty("bottom", up ? `${innerHeight - box.top + GAP}px` : "auto");
}
