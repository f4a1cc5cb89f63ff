/** The log of a match in words, the newest first, with the host's announcements. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Megaphone } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { timeOfDay } from "@house/match/clock";


export interface LogEntry {
  number: number;
  at: number;
  lines: string[];
}

@customElement("nh-log")
export class MatchLog extends LitElement {
  @property({ attribute: false }) entries: LogEntry[] = [];
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
    const announcements = this.announcements.map(([at, text]) => ({ at, lines: [text], announced: true }));
    const all = [...this.entries.filter((entry) => entry.lines.length), ...announcements].reverse().sort((a, b) => b.at - a.at);
    if (!all.length) return html`<p class="soft">${t("Nothing has happened yet.")}</p>`;
    return html`<ol reversed>
      ${all.map(
        (entry) => html`<li class=${"announced" in entry ? "announced" : ""}>
          <time class="soft">${timeOfDay(entry.at)}</time>
          <div>${"announced" in entry ? icon(Megaphone, t("The host says")) : ""}${entry.lines.map((line) => html`<p>${line}</p>`)}</div>
        </li>`,
      )}
    </ol>`;
  }
}
