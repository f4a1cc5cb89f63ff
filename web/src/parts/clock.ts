/** The time that is left until a moment, ticking; with days where there are days. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { now } from "@house/api";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";

const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** A moment in the reader's zone. */
export function moment(seconds: number): string {
  return moments.format(new Date(seconds * 1000));
}

@customElement("nh-clock")
export class ClockShown extends LitElement {
  /** Seconds since 1970, in the service's time. */
  @property({ type: Number }) due = 0;
  #timer = 0;

  static override styles = [
    shared,
    css`
      :host {
        display: inline-block;
        font-family: var(--mono);
      }
      .short {
        color: var(--bad);
        font-weight: 600;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => this.requestUpdate(), 250);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  override render(): TemplateResult {
    const left = Math.max(this.due - now(), 0);
    return html`<time class=${left < 20 ? "short" : ""} title=${t("until {moment}", { moment: moment(this.due) })}
      >${span(left)}</time
    >`;
  }
}

/** 93784 seconds as "1 d 2 h", 75 as "1:15". */
export function span(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  if (days) return t("{days} d {hours} h", { days, hours });
  const two = (value: number): string => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
