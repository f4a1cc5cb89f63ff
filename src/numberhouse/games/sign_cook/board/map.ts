/** The town: nine places on a drawn map, each a button. */
import { css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "@house/kit";
import { spotWords, t, type Spot } from "./words";

const ROWS: readonly (readonly Spot[])[] = [
  ["plus-palace", "strange-square", "minus-market"],
  ["mine", "kitchen", "stall"],
  ["multiplication-station", "judge", "division-kitchen"],
];

const ROADS = "M50 42H250M50 142H250M50 242H250M50 42V242M250 42V242M150 42V242";

/** `closed` gives the reason why nothing can be done at a place now; "" where something can. */
export function town(here: Spot | null, go: (spot: Spot) => void, closed: (spot: Spot) => string): TemplateResult {
  return html`<nav class="town" aria-label=${t("The town")}>
    <svg class="lay" viewBox="0 0 300 300" preserveAspectRatio="none" aria-hidden="true">
      <path class="river" d="M-10 205C60 180 70 215 110 196S180 120 215 110 270 96 310 100" />
      <path class="road" d=${ROADS} /><path class="dash" d=${ROADS} />
    </svg>
    ${ROWS.flat().map(
      (spot) => html`<button type="button" class="spot ${spot}" id="spot-${spot}" aria-pressed=${String(spot === here)}
        ?disabled=${spot !== here && closed(spot) !== ""} title=${closed(spot) || nothing} @click=${() => go(spot)}>
        <svg viewBox="0 0 72 54" aria-hidden="true">${BUILDINGS[spot]}</svg>
        <span>${spotWords(spot)}</span>
      </button>`,
    )}
  </nav>`;
}

/** The drawing of one place. */
export function building(spot: Spot): TemplateResult {
  return html`<svg class="building" viewBox="0 0 72 54" aria-hidden="true">${BUILDINGS[spot]}</svg>`;
}

const BUILDINGS: Readonly<Record<Spot, SVGTemplateResult>> = {
  "plus-palace": svg`
    <path class="wall" d="M10 50V26h52v24zM8 26l6-10 6 10zM52 26l6-10 6 10zM26 26V18h20v8zM26 18l10-12 10 12z" />
    <path class="mark" d="M29 38h14M36 31v14" />
    <path class="ink" d="M36 6V2h6M14 34v6M58 34v6" />`,
  "minus-market": svg`
    <path class="wall" d="M14 50V28h44v22z" />
    <path class="tint" d="M8 28l6-14h44l6 14z" />
    <path class="ink" d="M8 28l6-14h44l6 14zM25 14l-3 14M36 14v14M47 14l3 14M14 40h44" />
    <path class="mark" d="M29 34h14" />`,
  "multiplication-station": svg`
    <path class="wall" d="M8 50V32a28 24 0 0 1 56 0v18z" />
    <circle class="tint" cx="36" cy="24" r="11" />
    <path class="mark" d="M31 19l10 10M41 19L31 29" />
    <path class="ink" d="M18 50V38h10v12M44 50V38h10v12M2 52h68" />`,
  "division-kitchen": svg`
    <path class="wall" d="M12 50V26h48v24zM6 27l30-20 30 20zM50 15V6h6v13" />
    <path class="mark" d="M28 36h16" />
    <circle class="dot" cx="36" cy="30" r="2.4" />
    <circle class="dot" cx="36" cy="42" r="2.4" />`,
  "strange-square": svg`
    <path class="wall" d="M36 34l30 9-30 9-30-9z" />
    <path class="tint" d="M28 44l3-26h10l3 26z" />
    <path class="ink" d="M28 44l3-26h10l3 26M22 44h28" />
    <path class="mark" d="M27 14l9-10 9 10" />`,
  mine: svg`
    <path class="wall" d="M4 50l18-30 8 8 12-22 26 44z" />
    <path class="tint" d="M26 50V40a10 10 0 0 1 20 0v10z" />
    <path class="ink" d="M26 50V40a10 10 0 0 1 20 0v10M33 50l1-8M39 50l-1-8M32 46h8" />
    <path class="mark" d="M48 26l6 4M53 33l5-2" />`,
  stall: svg`
    <path class="wall" d="M12 50V38h48v12z" />
    <path class="tint" d="M36 8l13 7v13l-13 8-13-8V15z" />
    <path class="mark" d="M36 8l13 7v13l-13 8-13-8V15zM36 8v28M23 15l26 13M49 15L23 28" />
    <path class="ink" d="M8 38h56" />`,
  kitchen: svg`
    <path class="tint" d="M10 50V24h52v26z" />
    <path class="wall" d="M10 50V24h52v26zM5 25l31-19 31 19z" />
    <path class="mark" d="M26 36h20v6a5 5 0 0 1-5 5H31a5 5 0 0 1-5-5zM22 36h28" />
    <path class="ink" d="M31 31c-2-3 2-3 0-6M41 31c-2-3 2-3 0-6" />`,
  judge: svg`
    <path class="tint" d="M18 32a18 18 0 0 1 36 0z" />
    <path class="mark" d="M18 32a18 18 0 0 1 36 0zM36 14v-4" />
    <path class="ink" d="M12 32h48M6 40h60M14 40v12M58 40v12" />
    <circle class="dot" cx="36" cy="10" r="2.6" />`,
};

export const townStyle = css`
  .town {
    position: relative;
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: var(--gap-3) 0;
    padding: var(--gap-3) 0;
    border: 1px solid var(--line);
    border-radius: var(--round);
    background: var(--well);
    overflow: hidden;
  }
  .lay {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    fill: none;
  }
  .lay * {
    vector-effect: non-scaling-stroke;
  }
  .river {
    stroke: var(--line);
    stroke-width: 22;
  }
  .road {
    stroke: var(--sheet);
    stroke-width: 18;
  }
  .dash {
    stroke: var(--line-strong);
    stroke-width: 1;
    stroke-dasharray: 6 6;
  }
  .spot {
    position: relative;
    display: grid;
    grid-template-rows: auto 1fr;
    justify-items: center;
    align-items: start;
    gap: 3px;
    min-height: 108px;
    min-width: 0;
    padding: var(--gap-1) 2px;
    border-color: transparent;
    background: none;
    font-size: var(--text-1);
    line-height: 1.15;
    text-align: center;
    hyphens: auto;
  }
  .spot span {
    max-width: 100%;
    padding: 2px 4px;
    border: 1px solid var(--line);
    border-radius: var(--round);
    background: var(--sheet);
    overflow-wrap: anywhere;
  }
  .spot svg,
  .building {
    width: 80px;
    height: 60px;
    flex: none;
    fill: none;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .wall {
    fill: var(--sheet);
    stroke: var(--ink);
  }
  .ink {
    stroke: var(--ink);
  }
  .tint {
    fill: var(--accent-tint);
  }
  .mark {
    stroke: var(--accent);
    stroke-width: 3;
  }
  .mine .mark,
  .stall .mark,
  .judge .mark,
  .kitchen .mark {
    stroke-width: 2;
  }
  .dot {
    fill: var(--accent);
  }
  .spot:hover:not(:disabled) {
    border-color: transparent;
  }
  .spot:hover span {
    border-color: var(--accent);
  }
  .spot:disabled {
    border-color: transparent;
  }
  .spot:disabled svg {
    opacity: 0.35;
  }
  .spot:disabled span {
    border-style: dashed;
  }
  .spot[aria-pressed="true"] span {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  @media (max-width: 700px) {
    .town {
      gap: 0;
      padding: var(--gap-1) 0;
    }
    .spot {
      min-height: 84px;
    }
    .spot svg {
      width: 60px;
      height: 45px;
    }
  }
  @media (min-width: 1200px) {
    .spot {
      min-height: 132px;
    }
    .spot svg {
      width: 108px;
      height: 81px;
    }
  }
  @media (min-width: 1500px) {
    .spot {
      min-height: 172px;
      font-size: var(--text-2);
    }
    .spot svg {
      width: 140px;
      height: 105px;
    }
  }
`;
