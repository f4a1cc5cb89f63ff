/** Lucide's icons. The bundle contains only icons that our sources import by name. */
import { nothing, svg, type SVGTemplateResult, html, type TemplateResult } from "lit";
import type { IconNode } from "lucide";

/** An icon. With words it is a picture for screen readers, without words a decoration. */
export function icon(node: IconNode, words?: string): TemplateResult {
  return html`<svg
    class="icon"
    viewBox="0 0 24 24"
    role=${words ? "img" : nothing}
    aria-label=${words ?? nothing}
    aria-hidden=${words ? nothing : "true"}
  >
    ${node.map(shape)}
  </svg>`;
}

function shape([name, attributes]: IconNode[number]): SVGTemplateResult {
  switch (name) {
    case "path":
      return svg`<path d=${attributes.d} />`;
    case "circle":
      return svg`<circle cx=${attributes.cx} cy=${attributes.cy} r=${attributes.r} />`;
    case "rect":
      return svg`<rect x=${attributes.x} y=${attributes.y} width=${attributes.width} height=${attributes.height} rx=${attributes.rx ?? 0} />`;
    case "line":
      return svg`<line x1=${attributes.x1} y1=${attributes.y1} x2=${attributes.x2} y2=${attributes.y2} />`;
    case "polyline":
      return svg`<polyline points=${attributes.points} />`;
    case "polygon":
      return svg`<polygon points=${attributes.points} />`;
    case "ellipse":
      return svg`<ellipse cx=${attributes.cx} cy=${attributes.cy} rx=${attributes.rx} ry=${attributes.ry} />`;
    default:
      return svg``;
  }
}
