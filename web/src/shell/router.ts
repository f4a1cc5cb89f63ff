/** Addresses and pages: which element shows which path. */

export interface Route {
  /** Named groups become attributes of the page. */
  pattern: RegExp;
  element: string;
  load: () => Promise<unknown>;
  /** Whether a wide screen is used to its edges. */
  wide?: boolean;
}

/** Go to another page of the house. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

let returnPath = "/";

/** After signing in, go on there. */
export function returnAfterSignIn(path: string): void {
  returnPath = path;
}

/** Where to go on, once. */
export function takeReturnPath(): string {
  const path = returnPath;
  returnPath = "/";
  return path;
}

/** Follow our own links without loading the page anew. */
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
