/** The reader's promises of all rooms in one list, with what became of each. Fires `open` with the room of one. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { CircleCheck, CircleX, Handshake } from "lucide";
import type { Message, Seat } from "@house/api/api";
import type { JudgedPromise } from "@house/kit/board";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t, tn } from "@house/kit/words";

/** The promises that concern the reader: given, accepted, or waiting for an answer. */
export function ownPromises(messages: Iterable<readonly Message[]>, seat: Seat | null): Message[] {
  const found = [...messages].flat().filter(({ promise, mine }) => {
    if (!promise || promise.withdrawn) return false;
    return mine || promise.may_answer || promise.answers?.some((answer) => answer.accepted && answer.seat === seat);
  });
  return found.toSorted((one, other) => one.promise!.round - other.promise!.round || one.at - other.at);
}

/** What has become of a promise, as a sentence. */
export function outcomeWords({ name, mine, promise }: Message): string {
  const values = { name, round: promise!.round };
  if (promise!.kept) return mine ? t("You have kept your promise for round {round}.", values) : t("{name} has kept the promise for round {round}.", values);
  return mine ? t("You have broken your promise for round {round}.", values) : t("{name} has broken the promise for round {round}.", values);
}

/** The promises whose outcome the reader is told, in the order in which they were given. */
export function judgedPromises(messages: Iterable<readonly Message[]>): JudgedPromise[] {
  const judged = [...messages].flat().filter(({ promise }) => typeof promise?.kept === "boolean");
  return judged
    .toSorted((one, other) => one.at - other.at)
    .map((message) => ({ round: message.promise!.round, kept: message.promise!.kept!, words: judgedWords(message) }));
}

function judgedWords({ name, mine, promise }: Message): string {
  const { kept, words } = promise!;
  const values = { name, action: words[language] ?? words["en"] ?? "" };
  if (kept) return mine ? t("You kept your promise: {action}.", values) : t("{name} kept the promise: {action}.", values);
  return mine ? t("You broke your promise: {action}.", values) : t("{name} broke the promise: {action}.", values);
}

@customElement("nh-promise-list")
export class PromiseList extends LitElement {
  @property({ attribute: false }) promises: readonly Message[] = [];

  static override styles = [
    shared,
    css`
      summary {
        cursor: pointer;
        min-height: 28px;
        font-size: var(--text-1);
      }
      ul {
        max-height: 130px;
        overflow-y: auto;
        font-size: var(--text-1);
      }
      button {
        min-height: 32px;
        padding: 0 var(--gap-1);
        gap: var(--gap-1);
        justify-content: start;
        text-align: start;
        overflow-wrap: anywhere;
        font-size: var(--text-1);
      }
      .kept .icon {
        color: var(--good);
      }
      .broken .icon {
        color: var(--bad);
      }
      @media (pointer: coarse) {
        button {
          min-height: var(--touch);
        }
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { promises } = this;
    if (!promises.length) return nothing;
    const open = promises.filter((message) => message.promise!.may_answer).length;
    const broken = promises.filter((message) => message.promise!.kept === false).length;
    return html`<details>
      <summary class="soft">
        ${tn("{count} promise", "{count} promises", promises.length)}${open ? html` · ${tn("{count} to answer", "{count} to answer", open)}` : nothing}${broken
          ? html` · ${tn("{count} broken", "{count} broken", broken)}`
          : nothing}
      </summary>
      <ul class="plain" aria-label=${t("Promises")}>
        ${promises.map((message) => this.#line(message))}
      </ul>
    </details>`;
  }

  #line(message: Message): TemplateResult {
    const { round, words, kept } = message.promise!;
    const action = words[language] ?? words["en"] ?? "";
    const state = typeof kept === "boolean" ? (kept ? "kept" : "broken") : "";
    const picture = { kept: icon(CircleCheck, t("Kept")), broken: icon(CircleX, t("Broken")), "": icon(Handshake) }[state];
    return html`<li class=${state}>
      <button class="plain" @click=${() => this.dispatchEvent(new CustomEvent("open", { detail: message.room }))}>
        ${picture} <span>${t("Round {round}, {name}: {action}", { round, name: message.mine ? t("you") : message.name, action })}</span>
      </button>
    </li>`;
  }
}
