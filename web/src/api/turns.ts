/** The matches that wait for whoever is here; looked after once a minute, and when the page is looked at again. */
import { get, type Turn } from "@house/api/api";
import { me } from "@house/api/me";

const REFRESH_INTERVAL = 60_000;

/** Fires `change`. */
class Turns extends EventTarget {
  pending: readonly Turn[] = [];
  #timer = 0;

  constructor() {
    super();
    me.addEventListener("change", () => void this.refresh());
    document.addEventListener("visibilitychange", () => void this.refresh());
  }

  async refresh(): Promise<void> {
    window.clearTimeout(this.#timer);
    if (document.visibilityState !== "visible") return;
    try {
      this.pending = me.person === null ? [] : await get<Turn[]>("/api/me/turns");
      this.dispatchEvent(new Event("change"));
    } catch {
      // What was known stays shown; the ribbon tells when the house is away.
    }
    this.#timer = window.setTimeout(() => void this.refresh(), REFRESH_INTERVAL);
  }
}

export const turns = new Turns();
