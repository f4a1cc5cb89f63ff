/** The page in place of a review: the match still runs, or the review was refused. */
import { html, type TemplateResult } from "lit";
import { t } from "@house/kit/words";

export function tooEarlyPage(match: string): TemplateResult {
  return html`<section class="sheet stack">
    <h1>${t("Not yet")}</h1>
    <p>${t("Analysis opens when the match is over; then everybody who may see it can look at every step with anybody's eyes.")}</p>
    <div><a class="button primary" href="/match/${match}">${t("To the match")}</a></div>
  </section>`;
}

export function unavailablePage(problem: string): TemplateResult {
  return html`<p role="alert">${problem}</p>
    <p><a href="/">${t("To the games")}</a></p>`;
}
