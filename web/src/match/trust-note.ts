/** A player's private note about another one. Fires `noted` with the note once it is stored. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { put, type Seat, type TrustNote } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { MARKS, type TrustMark } from "@house/match/trust-marks";

const LONGEST = 500;

@customElement("nh-trust-note")
export class TrustNoteForm extends LitElement {
  @property() match = "";
  @property({ type: Number }) seat: Seat = 0;
  @property() name = "";
  @property({ attribute: false }) note: TrustNote | null = null;
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      form {
        display: grid;
        gap: var(--gap-2);
      }
      p {
        margin: 0;
      }
      .marks {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-3);
      }
      textarea {
        width: 100%;
        resize: vertical;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<form @submit=${this.#save} aria-label=${t("Note about {name}", { name: this.name })}>
      <div class="marks" role="radiogroup" aria-label=${t("What you think of {name}", { name: this.name })}>
        ${(Object.keys(MARKS) as TrustMark[]).map(
          (mark) => html`<label class="inline"><input type="radio" name="mark" value=${mark} ?checked=${mark === (this.note?.mark ?? "none")} /> ${MARKS[mark].words}</label>`,
        )}
      </div>
      <label><span class="heard">${t("Your note")}</span>
        <textarea name="text" rows="2" maxlength=${LONGEST} placeholder=${t("Your note")} .value=${this.note?.text ?? ""}></textarea>
      </label>
      <p class="soft small">${t("Only you ever see this.")}</p>
      <div role="alert">${this.problem ? html`<p class="bad small">${this.problem}</p>` : nothing}</div>
      <div class="row"><button class="primary">${t("Keep the note")}</button></div>
    </form>`;
  }

  #save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.target as HTMLFormElement));
    this.problem = "";
    try {
      const note = await put<TrustNote>(`/api/matches/${this.match}/notes`, { seat: this.seat, ...fields });
      this.dispatchEvent(new CustomEvent("noted", { detail: note }));
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };
}
