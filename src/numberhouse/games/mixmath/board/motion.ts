/** Motion tells what happened: a tile travels to its cell, its points rise from there to the score. */
import { calm } from "@house/kit";

const QUICK = 220;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
/** How long points stand still before they go, to be read. */
const STAND = 450;

/** A thing that is in its place already comes from another one. */
export function travel(thing: HTMLElement | null, from: HTMLElement | null, wait = 0): void {
  if (!thing || !from || calm()) return;
  const [here, there] = [middle(thing), middle(from)];
  const away = `translate(${there.x - here.x}px, ${there.y - here.y}px)`;
  thing.animate([{ transform: away, zIndex: 5 }, { transform: "none", zIndex: 5 }], {
    duration: QUICK, delay: wait, easing: EASE, fill: "backwards",
  });
}

/** Points over a cell, then on their way to the score. `layer` is what they are shown in. */
export function rise(layer: HTMLElement, text: string, from: HTMLElement | null, to: HTMLElement | null, wait = 0): void {
  if (!from || !to || calm()) return;
  const [cell, score, origin] = [middle(from), middle(to), layer.getBoundingClientRect()];
  const points = document.createElement("span");
  points.className = "points";
  points.textContent = text;
  points.setAttribute("aria-hidden", "true");
  layer.append(points);
  const at = (x: number, y: number): string => `translate(${x - origin.left}px, ${y - origin.top}px) translate(-50%, -50%)`;
  const begin = { transform: at(cell.x, cell.y - 24) };
  const all = STAND + QUICK;
  const motion = points.animate(
    [
      { transform: `${begin.transform} scale(0)` },
      { ...begin, offset: 0.1 },
      { ...begin, offset: STAND / all, easing: EASE },
      // They shrink and don't fade: what fades can't be read for a while.
      { transform: `${at(score.x, score.y)} scale(0.4)` },
    ],
    { duration: all, delay: wait, fill: "backwards" },
  );
  const gone = (): void => points.remove();
  motion.finished.then(gone, gone);
}

/** Something new comes into view where it will stay. */
export function appear(thing: HTMLElement | null, wait = 0): void {
  if (!thing || calm()) return;
  thing.animate([{ transform: "translateY(24px) scale(0.4)" }, { transform: "none" }], {
    duration: QUICK, delay: wait, easing: EASE, fill: "backwards",
  });
}

function middle(thing: HTMLElement): { x: number; y: number } {
  const box = thing.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
