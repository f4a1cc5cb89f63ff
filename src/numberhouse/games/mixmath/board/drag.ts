/** Dragging a tile with finger, pen or mouse. A finger covers what it points at, so there the tile floats above it. */

/** What is being dragged and where it would fall. */
export interface Dragged {
  tile: number;
  /** The cell that it comes from, null from the rack. */
  from: string | null;
}

interface Ground {
  /** A moving picture of the tile, to be put at a point of the window; undefined at the end. */
  ghost(dragged: Dragged | null, x: number, y: number): void;
  cellUnder(x: number, y: number): string | null;
  over(cell: string | null): void;
  dropped(dragged: Dragged, cell: string | null): void;
}

const FAR = 6;
const LIFT = 44;

export class Drag {
  #begun: { x: number; y: number; pointer: number; lift: number; dragged: Dragged } | null = null;
  #moving = false;

  constructor(readonly ground: Ground) {}

  /** A pointer goes down on a tile; it is a drag only when it moves. */
  begin(event: PointerEvent, dragged: Dragged): void {
    if (event.button !== 0 || this.#begun) return;
    const lift = event.pointerType === "touch" ? LIFT : 0;
    this.#begun = { x: event.clientX, y: event.clientY, pointer: event.pointerId, lift, dragged };
    this.#moving = false;
    window.addEventListener("pointermove", this.#move);
    window.addEventListener("pointerup", this.#up);
    window.addEventListener("pointercancel", this.stop);
    window.addEventListener("keydown", this.#key);
  }

  stop = (): void => {
    window.removeEventListener("pointermove", this.#move);
    window.removeEventListener("pointerup", this.#up);
    window.removeEventListener("pointercancel", this.stop);
    window.removeEventListener("keydown", this.#key);
    this.#begun = null;
    if (!this.#moving) return;
    this.#moving = false;
    this.ground.over(null);
    this.ground.ghost(null, 0, 0);
  };

  #move = (event: PointerEvent): void => {
    const begun = this.#begun;
    if (!begun || event.pointerId !== begun.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (!this.#moving && Math.hypot(x - begun.x, y - begun.y) < FAR) return;
    this.#moving = true;
    event.preventDefault();
    this.ground.ghost(begun.dragged, x, y - begun.lift);
    this.ground.over(this.ground.cellUnder(x, y - begun.lift));
  };

  #up = (event: PointerEvent): void => {
    const begun = this.#begun;
    if (!begun || event.pointerId !== begun.pointer) return;
    const moved = this.#moving;
    const cell = this.ground.cellUnder(event.clientX, event.clientY - begun.lift);
    this.stop();
    if (!moved) return;
    // The click that follows belongs to the drag.
    window.addEventListener("click", swallow, { capture: true, once: true });
    window.setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
    this.ground.dropped(begun.dragged, cell);
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") this.stop();
  };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
