/** The people whom one has muted or blocked, and one's reports with their outcomes. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { get, remove, type components } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { formatMoment } from "@house/match/clock";

type BlockInfo = components["schemas"]["BlockInfo"];
type OwnReport = components["schemas"]["OwnReport"];
type Kind = "mutes" | "blocks";

export const OUTCOMES: Record<NonNullable<OwnReport["outcome"]>, string> = {
  hidden: t("An operator has hidden it."),
  renamed: t("An operator has changed the name."),
  banned: t("An operator has closed the account."),
  dismissed: t("An operator has looked at it and lets it stand."),
};

@customElement("nh-avoided")
export class AvoidedPeople extends LitElement {
  @state() private mutes: BlockInfo[] = [];
  @state() private blocks: BlockInfo[] = [];
  @state() private reports: OwnReport[] = [];
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      li {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2) var(--gap-4);
        align-items: center;
        justify-content: space-between;
        overflow-wrap: anywhere;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#run(() => this.#load());
  }

  override render(): TemplateResult {
    const nobody = !this.mutes.length && !this.blocks.length;
    return html`
      <section aria-labelledby="avoided">
        <h2 id="avoided">${t("People you avoid")}</h2>
        ${nobody ? html`<p class="soft">${t("Nobody. Beside each message in a chat you can mute or block its author.")}</p>` : nothing}
        <ul class="plain" aria-labelledby="avoided">
          ${this.mutes.map((one) => this.#person(one, "mutes", t("muted"), t("Hear again")))}
          ${this.blocks.map((one) => this.#person(one, "blocks", t("blocked"), t("Unblock")))}
        </ul>
        <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      </section>
      ${this.reports.length ? this.#reports() : nothing}
    `;
  }

  #person(one: BlockInfo, kind: Kind, state: string, words: string): TemplateResult {
    return html`<li>
      <span>${one.name || t("A closed account")} <span class="soft">${state}</span></span>
      <button @click=${() => this.#run(async () => {
        await remove(`/api/me/${kind}/${one.id}`);
        await this.#load();
      })}>${words}</button>
    </li>`;
  }

  #reports(): TemplateResult {
    return html`<section aria-labelledby="reports">
      <h2 id="reports">${t("Your reports")}</h2>
      <ul class="plain" aria-labelledby="reports">
        ${this.reports.map((report) => html`<li>
          <span>${report.name}: ${report.reported}</span>
          <span class="soft">${formatMoment(report.at)} ${report.outcome ? OUTCOMES[report.outcome] : t("Nobody has decided yet.")}</span>
        </li>`)}
      </ul>
    </section>`;
  }

  async #load(): Promise<void> {
    [this.mutes, this.blocks, this.reports] = await Promise.all([
      get<BlockInfo[]>("/api/me/mutes"),
      get<BlockInfo[]>("/api/me/blocks"),
      get<OwnReport[]>("/api/reports"),
    ]);
  }

  async #run(request: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await request();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }
}
