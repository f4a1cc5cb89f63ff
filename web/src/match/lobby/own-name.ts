/** The question for a name, to a guest who sits at a table or invites to it under one that the house has made up. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { put, type Person } from "@house/api/api";
import { isMadeUp, me } from "@house/api/me";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

@customElement("nh-own-name")
export class OwnName extends LitElement {
  @state() private problem = "";
  @state() private busy = false;
  /** Whether the name was given here, which is then said. */
  @state() private isDone = false;

  static override styles = [
    shared,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
        align-items: end;
      }
      label {
        flex: 1 1 180px;
        max-width: 320px;
        min-width: 0;
      }
      input {
        width: 100%;
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    me.addEventListener("change", this.#onPerson);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    me.removeEventListener("change", this.#onPerson);
  }

  #onPerson = (): void => this.requestUpdate();

  override render(): TemplateResult | typeof nothing {
    const { person } = me;
    if (!person || !(this.isDone || isMadeUp(person))) return nothing;
    return html`<div role="status">${this.isDone ? html`<p class="done">${t("The others see you as {name} now.", { name: person.name })}</p>` : nothing}</div>
      ${this.isDone
        ? nothing
        : html`<form @submit=${this.#rename}>
              <label class="field">${t("Your name, as your friends know you")}
                <input name="name" required maxlength="40" autocomplete="nickname" aria-describedby="about-name" aria-invalid=${String(Boolean(this.problem))} />
              </label>
              <button ?disabled=${this.busy}>${t("Use this name")}</button>
            </form>
            <p id="about-name" class="soft small" role="alert">${this.problem ? html`<span class="bad">${this.problem}</span>` : t("Until then you are {name}.", { name: person.name })}</p>`}`;
  }

  #rename = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    this.problem = "";
    this.busy = true;
    try {
      me.rename(await put<Person>("/api/me/name", { name: new FormData(form).get("name") }));
      this.isDone = true;
    } catch (error) {
      this.problem = refusalWords(error);
      form.querySelector("input")?.focus();
    }
    this.busy = false;
  };
}
