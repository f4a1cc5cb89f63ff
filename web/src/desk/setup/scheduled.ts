/** The matches of a schedule: a preview, or the drafts with their invitations. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { components } from "@house/api/api";
import { faceOf } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { t, seatNumber } from "@house/kit/words";
import { invitationLink } from "@house/desk/export/copy-field";
import { dayTimeZone } from "@house/forms/moment";

export type ScheduledMatch = components["schemas"]["ScheduledMatch"];

@customElement("nh-scheduled")
export class ScheduledMatches extends LitElement {
  @property({ attribute: false }) rows: readonly ScheduledMatch[] = [];

  static override styles = [
    shared,
    css`
      .wide {
        overflow-x: auto;
      }
      li {
        padding: var(--gap-3) 0;
        border-bottom: 1px solid var(--line);
      }
      .links {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(380px, 100%), 1fr));
        gap: var(--gap-2) var(--gap-4);
      }
      h2 {
        margin: 0;
        font-size: var(--text-2);
      }
    `,
  ];

  override render(): TemplateResult {
    const isDrafted = this.rows.some((row) => row.id !== null);
    return isDrafted ? this.#drafts() : this.#preview();
  }

  #preview(): TemplateResult {
    return html`<div class="wide" tabindex="0" role="region" aria-label=${t("What would be drafted")}>
      <table>
        <thead><tr>
          <th scope="col">${t("Row")}</th><th scope="col">${t("Match")}</th><th scope="col">${t("Opens")}</th><th scope="col">${t("Begins")}</th>
        </tr></thead>
        <tbody>
          ${this.rows.map((row) => html`<tr>
            <td>${row.row}</td><th scope="row">${matchTitle(row)}</th><td>${opensWords(row)}</td><td>${startsWords(row)}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>`;
  }

  #drafts(): TemplateResult {
    const links = this.rows.flatMap((row) => linksOf(row));
    return html`${links.length
        ? html`<p>${t("Links are shown this once. Send them now, or make others at the desk of each match.")}</p>
            <p><nh-copy .text=${this.#allLinks()} label=${t("Copy all links")}></nh-copy></p>`
        : nothing}
      <ul class="plain" aria-label=${t("Drafted matches")}>
        ${this.rows.map((row) => html`<li class="stack">
          <h2><a href="/match/${row.id}/desk">${matchTitle(row)}</a></h2>
          <p class="soft small">${t("Row {row}", { row: row.row })}. ${t("Opens")}: ${opensWords(row)}. ${t("Begins")}: ${startsWords(row)}.</p>
          <div class="links">${linksOf(row).map(([seat, link]) => html`<nh-link label=${t("Link to seat {seat}", { seat: seatNumber(Number(seat)) })} href=${link}></nh-link>`)}</div>
        </li>`)}
      </ul>`;
  }

  #allLinks(): string {
    return this.rows
      .filter((row) => linksOf(row).length)
      .map((row) => [matchTitle(row), ...linksOf(row).map(([seat, link]) => `${t("Seat {seat}", { seat: seatNumber(Number(seat)) })}: ${link}`)].join("\n"))
      .join("\n\n");
  }
}

function linksOf(row: ScheduledMatch): [string, string][] {
  return Object.entries(row.invitations).map(([seat, secret]) => [seat, invitationLink(secret)]);
}

function matchTitle(row: ScheduledMatch): string {
  const game = faceOf(row.game).words().title;
  return row.title ? `${row.title} (${game})` : game;
}

function opensWords(row: ScheduledMatch): string {
  return row.opens === null ? t("at once") : dayTimeZone(row.opens);
}

function startsWords(row: ScheduledMatch): string {
  return row.starts === null ? t("by hand") : dayTimeZone(row.starts);
}
