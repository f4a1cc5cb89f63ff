/** Keeps the focus on the page when the focused control goes away, as a button does that has done its work. */
import type { LitElement, ReactiveController } from "lit";

/**
 * Selectors of what takes the focus next, the best first, looked for in the host's shadow tree. Empty where an element around
 * the host knows better; null while an action is on its way, since its answer decides.
 */
export type NextFocus = () => readonly string[] | null;

const keepers = new WeakMap<Element, FocusKeeper>();

/** Adds a keeper to an element, which looks after each update of the element. Keepers may be nested: the innermost decides. */
export function keepFocus(host: LitElement, next: NextFocus): void {
  keepers.set(host, new FocusKeeper(host, next));
}

class FocusKeeper implements ReactiveController {
  /** The focused element inside the host, also after it has gone. */
  #last: HTMLElement | null = null;
  /** The hosts with a keeper around that element inside this host, the innermost first. */
  #inner: Element[] = [];
  #isLost = false;
  #frame = 0;

  constructor(
    readonly host: LitElement,
    readonly next: NextFocus,
  ) {
    host.addController(this);
  }

  /** Before a render the element still stands; only then can be known who had the focus. */
  hostUpdate(): void {
    this.#remember(focused());
  }

  /** Elements inside the host render after it. */
  hostUpdated(): void {
    window.cancelAnimationFrame(this.#frame);
    this.#frame = window.requestAnimationFrame(() => this.#check());
  }

  hostDisconnected(): void {
    window.cancelAnimationFrame(this.#frame);
    this.#last = null;
  }

  #remember(active: HTMLElement | null): void {
    if (active) {
      this.#isLost = false;
      this.#last = this.#holds(active) ? active : null;
    } else if (this.#last && !this.#isLost && isUsable(this.#last)) {
      this.#last = null; // the person has clicked beside it
    }
  }

  #check(): void {
    const active = focused();
    if (active && active !== this.#last) return this.#remember(active);
    if (!this.#last) return;
    if (isUsable(this.#last)) {
      if (this.#isLost) this.#last.focus(gently()); // it was disabled for a while
      this.#isLost = false;
      return;
    }
    this.#isLost = true;
    if (this.#isLeftToInner()) return;
    if ((this.next() ?? []).some((selector) => this.#moveTo(selector))) this.#isLost = false;
  }

  /** Whether an element inside the host, which still stands, decides. */
  #isLeftToInner(): boolean {
    const owner = this.#inner.find((host) => host.isConnected);
    return owner !== undefined && keepers.get(owner)!.next()?.length !== 0;
  }

  #moveTo(selector: string): boolean {
    const target = [...this.host.renderRoot.querySelectorAll<HTMLElement>(selector)].find(isUsable);
    target?.focus(gently());
    // An element of ours may render before it passes the focus on.
    return target !== undefined && (focused() !== null || target.localName.includes("-"));
  }

  /** Whether the element is inside the host, through shadow roots; notes the keepers on the way. */
  #holds(element: Element): boolean {
    this.#inner = [];
    for (let node: Node | null = element; node; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
      if (node === this.host) return true;
      if (node instanceof Element && keepers.has(node)) this.#inner.push(node);
    }
    return false;
  }
}

/** What somebody else has done moves the focus, and never the page under the eyes of the person. */
function gently(): FocusOptions {
  return { preventScroll: !navigator.userActivation.isActive };
}

/** The focused element, through shadow roots; null if it is none or the body. */
function focused(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility();
}
