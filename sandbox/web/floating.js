// A panel that opens above or below an element; on phones it is a sheet at the bottom.

const GAP = 6;
const NARROW = matchMedia("(max-width: 640px)");

let open = null;

/** Open `panel` beside `anchor`; only one panel is open at a time. `onclose` is called when it goes.
 *
 * `spot` is an object with a box on the screen at which the panel opens; by default the anchor.
 */
export function openPanel(panel, anchor, onclose, spot = anchor) {
  closePanel();
  // A dialog covers everything outside of it, so a panel that belongs to one is put inside.
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

/** The anchor of the open panel if the panel has the focus, or null. */
export function openAnchor() {
  return open?.panel.contains(document.activeElement) ? open.anchor : null;
}

/** Close the open panel if its element has been taken out of the page, as an edited message's menu is. */
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
