/** Dragging a tile with finger, pen or mouse. A finger covers its own point, so with a finger the tile floats
 * above it. */

/** The dragged tile and its origin. */
export interface DraggedTile {
  tile: number;
  /** The cell of origin; null for the rack. */
  from: string | null;
}

interface DragTarget {
  /** Move the picture of the tile to a point of the window; null at the end of the drag. */
  moveGhost(dragged: DraggedTile | null, x: number, y: number): void;
  cellUnder(x: number, y: number): string | null;
  over(cell: string | null): void;
  drop(dragged: DraggedTile, cell: string | null): void;
}

const DRAG_THRESHOLD = 6;
const TOUCH_LIFT = 44;

export class Drag {
  #start: { x: number; y: number; pointer: number; lift: number; dragged: DraggedTile } | null = null;
  #isDragging = false;

  constructor(readonly dragTarget: DragTarget) {}

  /** A pointer goes down on a tile. The drag begins only when it moves. */
  begin(event: PointerEvent, dragged: DraggedTile): void {
    if (event.button !== 0 || this.#start) return;
    const lift = event.pointerType === "touch" ? TOUCH_LIFT : 0;
    this.#start = { x: event.clientX, y: event.clientY, pointer: event.pointerId, lift, dragged };
    this.#isDragging = false;
    window.addEventListener("pointermove", this.#onMove);
    window.addEventListener("pointerup", this.#onUp);
    window.addEventListener("pointercancel", this.stop);
    window.addEventListener("keydown", this.#onKey);
  }

  stop = (): void => {
    window.removeEventListener("pointermove", this.#onMove);
    window.removeEventListener("pointerup", this.#onUp);
    window.removeEventListener("pointercancel", this.stop);
    window.removeEventListener("keydown", this.#onKey);
    this.#start = null;
    if (!this.#isDragging) return;
    this.#isDragging = false;
    this.dragTarget.over(null);
    this.dragTarget.moveGhost(null, 0, 0);
  };

  #onMove = (event: PointerEvent): void => {
    const start = this.#start;
    if (!start || event.pointerId !== start.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (!this.#isDragging && Math.hypot(x - start.x, y - start.y) < DRAG_THRESHOLD) return;
    this.#isDragging = true;
    event.preventDefault();
    this.dragTarget.moveGhost(start.dragged, x, y - start.lift);
    this.dragTarget.over(this.dragTarget.cellUnder(x, y - start.lift));
  };

  #onUp = (event: PointerEvent): void => {
    const start = this.#start;
    if (!start || event.pointerId !== start.pointer) return;
    const wasDragging = this.#isDragging;
    const cell = this.dragTarget.cellUnder(event.clientX, event.clientY - start.lift);
    this.stop();
    if (!wasDragging) return;
    // The browser fires a click after the drag; it must not choose a cell.
    window.addEventListener("click", swallowClick, { capture: true, once: true });
    window.setTimeout(() => window.removeEventListener("click", swallowClick, { capture: true }), 0);
    this.dragTarget.drop(start.dragged, cell);
  };

  #onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") this.stop();
  };
}

function swallowClick(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
