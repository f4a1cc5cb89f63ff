/** What has happened, in words, the newest last; announcements of the host among it. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Megaphone } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { timeOfDay } from "@house/match/clock";


export interface Entry {
  number: number;
  at: number;
  lines: string[];
}

@customElement("nh-log")
export class Log extends LitElement {
  @property({ attribute: false }) entries: Entry[] = [];
  @property({ attribute: false }) announcements: readonly (readonly [number, string])[] = [];

  static override styles = [
    shared,
    css`
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      li {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: var(--gap-2);
        padding: var(--gap-1) 0;
        border-bottom: 1px solid var(--line);
        font-size: var(--text-1);
      }
      p {
        margin: 0;
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      .announced {
        background: var(--accent-tint);
      }
    `,
  ];

  override render(): TemplateResult {
    const said = this.announcements.map(([at, text]) => ({ at, lines: [text], announced: true }));
    const all = [...this.entries.filter((one) => one.lines.length), ...said].reverse().sort((one, other) => other.at - one.at);
    if (!all.length) return html`<p class="soft">${t("Nothing has happened yet.")}</p>`;
    return html`<ol reversed>
      ${all.map(
        (one) => html`<li class=${"announced" in one ? "announced" : ""}>
          <time class="soft">${timeOfDay(one.at)}</time>
          <div>${"announced" in one ? icon(Megaphone, t("The host says")) : ""}${one.lines.map((line) => html`<p>${line}</p>`)}</div>
        </li>`,
      )}
    </ol>`;
  }
}
