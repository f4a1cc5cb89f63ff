/** Warnings that a player's time is nearly over, for those who don't see the clock. */
import { now, type PublicSeat } from "@house/api/api";
import { t, tn } from "@house/kit/words";

/** Seconds before the end of the last period at which a player is warned. */
const MARKS = [60, 10, 5];
/** Seconds above which "one minute" is near enough: a tab in the background looks at its clock rarely. */
const LATE = 50;

export class TimeWarnings {
  #due: number | null = null;
  #marks: number[] = [];

  /** The warning that is due now, or "". To be asked often; `place` is the player's own, null while no time runs. */
  check(place: PublicSeat | null): string {
    const due = place?.awaited ? (place.due ?? null) : null;
    const left = due === null ? Infinity : due - now();
    if (due !== this.#due) {
      this.#due = due;
      this.#marks = MARKS.filter((mark) => mark < left);
    }
    const passed = this.#marks.filter((mark) => left <= mark);
    if (!passed.length || left <= 0) return "";
    this.#marks = this.#marks.filter((mark) => !passed.includes(mark));
    return left > LATE ? t("One minute left.") : tn("{count} second left.", "{count} seconds left.", Math.ceil(left));
  }
}
