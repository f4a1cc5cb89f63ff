/** Who is sitting here: nobody yet, a guest, or a member. */
import { get, post, type Person } from "@house/api/api";
import { t } from "@house/kit/words";

/** Fires `change`. */
class Me extends EventTarget {
  person: Person | null = null;
  #asked: Promise<Person | null> | null = null;

  /** Asked for once. */
  known(): Promise<Person | null> {
    this.#asked ??= get<Person | null>("/api/me").then((person) => this.is(person));
    return this.#asked;
  }

  /** Somebody who can sit down: whoever is here, or a guest from now on. */
  async somebody(): Promise<Person> {
    const person = await this.known();
    return person ?? this.is(await post<Person>("/api/guest", { name: guestName() }))!;
  }

  is(person: Person | null): Person | null {
    this.person = person;
    this.#asked = Promise.resolve(person);
    this.dispatchEvent(new Event("change"));
    return person;
  }
}

export const me = new Me();

function guestName(): string {
  return `${t("Guest")} ${100 + Math.floor(Math.random() * 900)}`;
}
