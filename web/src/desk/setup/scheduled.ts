/** The matches of a schedule: as they would be, or drafted, with the links that are to be sent. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { components } from "@house/api/api";
import { faceOf } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { invitationLink } from "@house/desk/export/copy-field";
import { dayTimeZone } from "@house/forms/moment";

export type ScheduledMatch = components["schemas"]["ScheduledMatch"];

@customElement("nh-scheduled")
export class ScheduledMatches extends LitElement {
  @property({ attribute: false }) found: readonly ScheduledMatch[] = [];

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
    const drafted = this.found.some((one) => one.id !== null);
    return drafted ? this.#drafted() : this.#checked();
  }

  #checked(): TemplateResult {
    return html`<div class="wide" tabindex="0" role="region" aria-label=${t("What would be drafted")}>
      <table>
        <thead><tr>
          <th scope="col">${t("Row")}</th><th scope="col">${t("Match")}</th><th scope="col">${t("Opens")}</th><th scope="col">${t("Begins")}</th>
        </tr></thead>
        <tbody>
          ${this.found.map((one) => html`<tr>
            <td>${one.row}</td><th scope="row">${named(one)}</th><td>${opens(one)}</td><td>${starts(one)}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>`;
  }

  #drafted(): TemplateResult {
    const links = this.found.flatMap((one) => linksOf(one));
    return html`${links.length
        ? html`<p>${t("Links are shown this once. Send them now, or make others at the desk of each match.")}</p>
            <p><nh-copy .text=${this.#all()} label=${t("Copy all links")}></nh-copy></p>`
        : nothing}
      <ul class="plain" aria-label=${t("Drafted matches")}>
        ${this.found.map((one) => html`<li class="stack">
          <h2><a href="/match/${one.id}/desk">${named(one)}</a></h2>
          <p class="soft small">${t("Row {row}", { row: one.row })}. ${t("Opens")}: ${opens(one)}. ${t("Begins")}: ${starts(one)}.</p>
          <div class="links">${linksOf(one).map(([seat, link]) => html`<nh-link label=${t("Link to seat {seat}", { seat })} href=${link}></nh-link>`)}</div>
        </li>`)}
      </ul>`;
  }

  #all(): string {
    return this.found
      .filter((one) => linksOf(one).length)
      .map((one) => [named(one), ...linksOf(one).map(([seat, link]) => `${t("Seat {seat}", { seat })}: ${link}`)].join("\n"))
      .join("\n\n");
  }
}

function linksOf(one: ScheduledMatch): [string, string][] {
  return Object.entries(one.invitations).map(([seat, secret]) => [seat, invitationLink(secret)]);
}

function named(one: ScheduledMatch): string {
  const game = faceOf(one.game).words().title;
  return one.title ? `${one.title} (${game})` : game;
}

function opens(one: ScheduledMatch): string {
  return one.opens === null ? t("at once") : dayTimeZone(one.opens);
}

function starts(one: ScheduledMatch): string {
  return one.starts === null ? t("by hand") : dayTimeZone(one.starts);
}
