/**
 * A link as a picture that a telephone's camera reads. It is drawn in the browser: a link may hold a secret that no
 * request carries. Loaded by need, because it brings the encoder.
 */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { encode } from "uqr";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

/** Empty modules around the code, without which some cameras don't find it. */
const QUIET_ZONE = 4;

@customElement("nh-qr-code")
export class QrCodePicture extends LitElement {
  @property() link = "";

  // Black on white in the dark theme too: many cameras read no code in reversed colours.
  static override styles = [
    shared,
    css`
      svg {
        display: block;
        width: min(240px, 100%);
        height: auto;
        border-radius: var(--round);
        background: #fff;
        color: #000;
      }
      p {
        margin-block: var(--gap-1) 0;
      }
    `,
  ];

  override render(): TemplateResult {
    const { data, size } = encode(this.link, { ecc: "M", border: QUIET_ZONE });
    const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
    return html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label=${t("The link as a QR code")} shape-rendering="crispEdges">
        <path fill="currentColor" d=${modules.join("")} />
      </svg>
      <p class="soft small">${t("Point a telephone’s camera at it to open the link.")}</p>`;
  }
}
