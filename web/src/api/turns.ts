/** The matches and the offers that wait for this person; refreshed twice a minute, and when the tab becomes visible. */
import { get, type ReceivedOffer, type Turn } from "@house/api/api";
import { me } from "@house/api/me";

const REFRESH_INTERVAL = 30_000;

/** Fires `change`. */
class Turns extends EventTarget {
  pending: readonly Turn[] = [];
  offers: readonly ReceivedOffer[] = [];
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
      this.offers = me.person === null ? [] : await get<ReceivedOffer[]>("/api/me/offers");
      this.dispatchEvent(new Event("change"));
    } catch {
      // The last known turns stay; the shell reports a lost connection.
    }
    this.#timer = window.setTimeout(() => void this.refresh(), REFRESH_INTERVAL);
  }
}

export const turns = new Turns();
