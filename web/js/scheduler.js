// Drawings wait while a control is pressed: what arrives between pressing and letting go would push the
// control from under the pointer, and the press would be lost.

/** @import { Kid } from "./dom.js" */
import { patch } from "./dom.js";

let pressed = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;
/** @type {Map<Element, () => void>} */
const waiting = new Map();

const CONTROLS = "button, a, summary, label, select, input";

addEventListener("pointerdown", ({ target }) => {
  // The board follows its pointers itself.
  pressed = target instanceof Element && target.closest(CONTROLS) !== null && target.closest("y-board") === null;
  if (pressed) clearTimeout(soon);
}, true);
// A mouse's click comes with its release, a finger's some time later; a press that is moved away has none.
addEventListener("pointerup", ({ pointerType }) => releaseIn(pointerType === "mouse" ? 0 : 350), true);
addEventListener("click", () => releaseIn(0), true);
addEventListener("pointercancel", () => releaseIn(0), true);
addEventListener("blur", () => releaseIn(0));

/** @param {number} ms */
function releaseIn(ms) {
  clearTimeout(soon);
  soon = setTimeout(release, ms);
}

function release() {
  pressed = false;
  const drawings = [...waiting.values()];
  waiting.clear();
  for (const draw of drawings) draw();
}

/**
 * Draws into an element now, or when nothing is pressed any more; then only the last drawing counts.
 * @param {Element} root @param {() => Kid} describe
 */
export function scheduleRender(root, describe) {
  const draw = () => patch(root, describe());
  if (pressed) waiting.set(root, draw);
  else draw();
}
