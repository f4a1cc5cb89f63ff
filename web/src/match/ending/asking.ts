/** What a part of the match's page needs that asks something of a player: one request at a time, and its refusal in words. */
import { css, html, LitElement, nothing, type CSSResultGroup, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";

export abstract class Asking extends LitElement {
  @state() protected problem = "";
  @state() protected busy = false;

  static override styles: CSSResultGroup = [
    shared,
    css`
      section {
        display: grid;
        gap: var(--gap-2);
        padding: var(--gap-3);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  protected async run(request: () => Promise<unknown>): Promise<void> {
    this.problem = "";
    this.busy = true;
    try {
      await request();
    } catch (error) {
      this.problem = refusalWords(error);
    } finally {
      this.busy = false;
    }
  }

  protected refusal(): TemplateResult {
    return html`<div role="alert">${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}</div>`;
  }
}
