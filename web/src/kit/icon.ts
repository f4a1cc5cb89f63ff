/** Lucide's icons, one at a time: only those that are named in our sources end up in the built files. */
import { nothing, svg, type SVGTemplateResult, html, type TemplateResult } from "lit";
import type { IconNode } from "lucide";

/** An icon; with words it is a picture of its own, without it decorates what stands beside it. */
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

function shape([name, given]: IconNode[number]): SVGTemplateResult {
  const a = given;
  switch (name) {
    case "path":
      return svg`<path d=${a.d} />`;
    case "circle":
      return svg`<circle cx=${a.cx} cy=${a.cy} r=${a.r} />`;
    case "rect":
      return svg`<rect x=${a.x} y=${a.y} width=${a.width} height=${a.height} rx=${a.rx ?? 0} />`;
    case "line":
      return svg`<line x1=${a.x1} y1=${a.y1} x2=${a.x2} y2=${a.y2} />`;
    case "polyline":
      return svg`<polyline points=${a.points} />`;
    case "polygon":
      return svg`<polygon points=${a.points} />`;
    case "ellipse":
      return svg`<ellipse cx=${a.cx} cy=${a.cy} rx=${a.rx} ry=${a.ry} />`;
    default:
      return svg``;
  }
}
