// While a finger or a mouse button is down, the page waits with news. Otherwise a message that changes during a
// press would lose the press, because its control is replaced.

/** The longest wait in milliseconds, for a button that is released outside the page. */
const LONGEST = 30000;

/** The time in milliseconds between the release of a finger and its click. */
const UNTIL_CLICK = 50;

/** The ids of the fingers that are down, and of the mouse while its main button is. */
const down = new Set();

const waiting = [];
let ending = 0;

function end() {
  ending = 0;
  down.clear();
  next();
}

/** Do the oldest waiting work. Each has a task of its own, so that its promises settle before the next work. */
function next() {
  if (ending) return;
  const work = waiting.shift();
  if (waiting.length > 0) setTimeout(next);
  work?.();
}

function endIn(time) {
  clearTimeout(ending);
  ending = setTimeout(end, time);
}

function press({ button, pointerId }) {
  if (button !== 0) return;
  down.add(pointerId);
  endIn(LONGEST);
}

function release({ pointerId }) {
  if (down.delete(pointerId) && down.size === 0) endIn(UNTIL_CLICK);
}

document.addEventListener("pointerdown", press, true);
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, release, true);

/** Do `work` now or, during a press, after it. All work is done in order. */
export function afterPress(work) {
  if (ending || waiting.length > 0) waiting.push(work);
  else work();
}
