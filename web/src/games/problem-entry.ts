/** A field for the id of a problem: it shows the problem, and one press plays it. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Play } from "lucide";
import { icon } from "@house/kit/icon";
import type { ProblemReader, ReadProblem } from "@house/kit/options";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

@customElement("nh-problem-entry")
export class ProblemEntry extends LitElement {
  @property({ attribute: false }) reader!: ProblemReader;
  /** The id at first, as from a link. */
  @property() problem = "";
  @property({ type: Boolean }) busy = false;
  @state() private text = "";

  static override styles = [
    shared,
    css`
      form {
        display: grid;
        gap: var(--gap-3);
      }
      input {
        width: 100%;
        max-width: 22em;
        font-family: var(--mono);
        text-transform: uppercase;
      }
      p {
        margin: 0;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("problem")) this.text = this.problem;
  }

  override render(): TemplateResult {
    const text = this.text.trim();
    const found = text ? this.reader.read(text) : null;
    const isWrong = text !== "" && !found;
    return html`<form @submit=${(event: Event) => this.#play(event, found)}>
      <label>${t("Problem id")}
        <input maxlength=${this.reader.longest} autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="go" .value=${this.text}
          aria-invalid=${String(isWrong)} aria-describedby="about-id" @input=${(event: Event) => (this.text = (event.target as HTMLInputElement).value)} />
      </label>
      <p id="about-id" class="small soft">${this.reader.hint()}</p>
      <div role="status">${found
        ? found.picture
        : isWrong
          ? html`<p class="bad">${t("This is no id of a problem: compare it once more with the original.")}</p>`
          : nothing}</div>
      <div class="row"><button class="primary" ?disabled=${this.busy || !found}>${icon(Play)} ${t("Play this problem")}</button></div>
    </form>`;
  }

  #play(event: Event, found: ReadProblem | null): void {
    event.preventDefault();
    if (found) this.dispatchEvent(new CustomEvent("play", { detail: found.options }));
  }
}
