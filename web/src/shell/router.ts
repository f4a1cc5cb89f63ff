/** Addresses and pages: the element for each path. */

export interface Route {
  /** Named groups become attributes of the page. */
  pattern: RegExp;
  element: string;
  load: () => Promise<unknown>;
  /** Whether the page uses the full width of a wide screen. */
  wide?: boolean;
}

/** Goes to another page of the house. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

let returnPath = "/";

/** Stores the page to return to after signing in. */
export function returnAfterSignIn(path: string): void {
  returnPath = path;
}

/** The stored page, once. */
export function takeReturnPath(): string {
  const path = returnPath;
  returnPath = "/";
  return path;
}

/** Follows links within the house without a page load. */
export function followLinks(): void {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.composedPath().find((element): element is HTMLAnchorElement => element instanceof HTMLAnchorElement);
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
