/** The button *Check this match*, and its result. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ShieldCheck } from "lucide";
import { get, type MatchInfo } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, seatNumber } from "@house/kit/words";
import { factsOfMatch, factsOfRecord, isExpected, problemsOf } from "@house/seeds/check";
import { keptContribution, type KeptContribution } from "@house/seeds/contributions";
import { canDigest, commitmentText, seedText, type SeedFacts } from "@house/seeds/digests";

interface Result {
  facts: SeedFacts;
  kept: KeptContribution | null;
  problems: readonly string[];
}

@customElement("nh-seed-check")
export class SeedCheck extends LitElement {
  /** The match's id; empty for an uploaded record. */
  @property() match = "";
  @property({ attribute: false }) record = "";
  @state() private result: Result | null = null;
  /** Why nothing could be checked. */
  @state() private obstacle = "";

  static override styles = [
    shared,
    css`
      dl {
        margin: var(--gap-2) 0;
      }
      dd {
        margin: 0 0 var(--gap-2);
      }
      code,
      pre {
        font-family: var(--mono);
        font-size: var(--text-1);
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("match") && !changed.has("record")) return;
    this.result = null;
    this.obstacle = "";
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      <div><button @click=${this.#check}>${icon(ShieldCheck)} ${t("Check this match")}</button></div>
      <div role="status">${this.obstacle ? html`<p>${this.obstacle}</p>` : nothing}${this.result ? this.#verdict(this.result) : nothing}</div>
      ${this.result ? this.#details(this.result) : nothing}
    </div>`;
  }

  #check = async (): Promise<void> => {
    this.result = null;
    this.obstacle = "";
    if (!canDigest()) {
      this.obstacle = t("On this page the browser computes no digests, because its address doesn't begin with https. Download the record, and check it with: numberhouse verify.");
      return;
    }
    try {
      const info = this.match ? await get<MatchInfo>(`/api/matches/${this.match}`) : null;
      const facts = info ? factsOfMatch(info) : factsOfRecord(this.record);
      const stored = facts ? keptContribution(facts.match) : null;
      const kept = facts && stored && isExpected(facts, stored, info) ? stored : null;
      if (facts) this.result = { facts, kept, problems: await problemsOf(facts, kept) };
      else this.obstacle = this.#missing(info);
    } catch (error) {
      this.obstacle = refusalWords(error);
    }
  };

  /** Why there is nothing to check. */
  #missing(info: MatchInfo | null): string {
    if (info && keptContribution(info.id)) return t("Before the match this browser saw a commitment, and now the house shows no seed for it. That doesn't fit.");
    if (info?.commitment) return t("This match never began, so it has no seed.");
    return t("Nobody had committed to the seed of this match, so it can't be checked who chose it.");
  }

  #verdict({ kept, problems }: Result): TemplateResult {
    if (problems.length) {
      return html`<p class="bad"><strong>${t("It doesn't fit: somebody may have chosen the seed.")}</strong></p>
        <ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`;
    }
    return html`<p><strong>${t("It fits.")}</strong> ${this.#reach(kept)}</p>`;
  }

  /** What the check has shown. */
  #reach(kept: KeptContribution | null): string {
    if (!kept) return t("The seed is made of the house's secret and the players' bytes. This browser kept nothing of its own to compare it with.");
    if (!kept.committedFirst)
      return t("The seed contains the bytes of this browser. The match began at once, so the house showed its commitment only afterwards.");
    return t("Nobody chose the seed: the house kept to what it had committed to, and the bytes of this browser are in it.");
  }

  #details({ facts, kept }: Result): TemplateResult {
    return html`<details>
      <summary>${t("Details")}</summary>
      <dl>
        <dt>${t("Commitment of the house")}</dt>
        <dd><code>${facts.commitment}</code></dd>
        ${kept ? html`<dt>${t("Commitment that this browser saw")}</dt><dd><code>${kept.commitment}</code></dd>` : nothing}
        <dt>${t("Secret of the house")}</dt>
        <dd><code>${facts.secret}</code></dd>
        ${facts.contributions.map((contribution, seat) => html`<dt>${t("Contribution of seat {seat}", { seat: seatNumber(seat) })}</dt>
          <dd><code>${contribution || t("none")}</code>${contribution && kept?.contribution === contribution ? html` <span class="soft">${t("you")}</span>` : nothing}</dd>`)}
        ${kept ? html`<dt>${t("Contribution of this browser")}</dt><dd><code>${kept.contribution}</code></dd>` : nothing}
        <dt>${t("Seed")}</dt>
        <dd><code>${facts.seed}</code></dd>
      </dl>
      <p>${t("In a terminal these commands compute the commitment and the seed:")}</p>
      <pre>${command(commitmentText(facts.secret))}\n${command(seedText(facts))}</pre>
    </details>`;
  }
}

function command(text: string): string {
  return `printf '${text.replaceAll("\n", "\\n")}' | sha256sum`;
}
