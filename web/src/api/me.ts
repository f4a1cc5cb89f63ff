/** The person of this browser: none yet, a guest, or a member. */
import { get, post, type Person } from "@house/api/api";
import { t } from "@house/kit/words";

/** Fires `change`. */
class Me extends EventTarget {
  /** The other tabs of this browser, which show the same name. */
  #tabs = new BroadcastChannel("numberhouse-me");
  person: Person | null = null;
  /** Whether the service has said who this is. */
  isKnown = false;
  #request: Promise<Person | null> | null = null;

  constructor() {
    super();
    this.#tabs.onmessage = (event: MessageEvent<Person>) => {
      if (this.person?.id === event.data.id) this.set(event.data);
    };
  }

  /** Shows the person's new name, in the other tabs too. */
  rename(person: Person): Person {
    this.#tabs.postMessage(person);
    return this.set(person)!;
  }

  /** Requested once. */
  load(): Promise<Person | null> {
    this.#request ??= get<Person | null>("/api/me").then((person) => this.set(person));
    return this.#request;
  }

  /** A person who can take a seat: the current one, or a new guest. */
  async ensure(): Promise<Person> {
    const person = await this.load();
    return person ?? this.set(await post<Person>("/api/guest", { name: guestName() }))!;
  }

  set(person: Person | null): Person | null {
    this.person = person;
    this.isKnown = true;
    this.#request = Promise.resolve(person);
    this.dispatchEvent(new Event("change"));
    return person;
  }
}

export const me = new Me();

/** Whether nobody has chosen this name: the house made it up for a guest. */
export function isMadeUp({ kind, name }: Person): boolean {
  return kind === "guest" && ["Guest", t("Guest")].some((word) => name.startsWith(`${word} `) && /^\d+$/.test(name.slice(word.length + 1)));
}

function guestName(): string {
  return `${t("Guest")} ${100 + Math.floor(Math.random() * 900)}`;
}
