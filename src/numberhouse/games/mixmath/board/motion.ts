/** Animations: a tile travels to its cell, and its points rise from there to the score. */
import { calm } from "@house/kit";

const MOVE_MS = 220;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
/** Milliseconds for which the points stand still, to be read. */
const HOLD_MS = 450;

/** Animate an element from another element's place to its own. */
export function travel(element: HTMLElement | null, from: HTMLElement | null, delay = 0): void {
  if (!element || !from || calm()) return;
  const [target, source] = [centre(element), centre(from)];
  const offset = `translate(${source.x - target.x}px, ${source.y - target.y}px)`;
  element.animate([{ transform: offset, zIndex: 5 }, { transform: "none", zIndex: 5 }], {
    duration: MOVE_MS, delay, easing: EASE, fill: "backwards",
  });
}

/** Animate points from a cell to the score. `layer` is the element that contains them. */
export function rise(layer: HTMLElement, text: string, from: HTMLElement | null, to: HTMLElement | null, delay = 0): void {
  if (!from || !to || calm()) return;
  const [cell, score, origin] = [centre(from), centre(to), layer.getBoundingClientRect()];
  const points = document.createElement("span");
  points.className = "points";
  points.textContent = text;
  points.setAttribute("aria-hidden", "true");
  layer.append(points);
  const translateTo = (x: number, y: number): string => `translate(${x - origin.left}px, ${y - origin.top}px) translate(-50%, -50%)`;
  const start = { transform: translateTo(cell.x, cell.y - 24) };
  const duration = HOLD_MS + MOVE_MS;
  const motion = points.animate(
    [
      { transform: `${start.transform} scale(0)` },
      { ...start, offset: 0.1 },
      { ...start, offset: HOLD_MS / duration, easing: EASE },
      // The points shrink and don't fade: fading text is unreadable for a while.
      { transform: `${translateTo(score.x, score.y)} scale(0.4)` },
    ],
    { duration, delay, fill: "backwards" },
  );
  const remove = (): void => points.remove();
  motion.finished.then(remove, remove);
}

/** Animate a new element into view at its own place. */
export function appear(element: HTMLElement | null, delay = 0): void {
  if (!element || calm()) return;
  element.animate([{ transform: "translateY(24px) scale(0.4)" }, { transform: "none" }], {
    duration: MOVE_MS, delay, easing: EASE, fill: "backwards",
  });
}

function centre(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
