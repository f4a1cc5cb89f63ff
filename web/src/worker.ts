/**
 * Stands between the pages and the network, for the time when there is none.
 *
 * It keeps what was built, and nothing else: assets, whose names change with what is in them, and the page that says
 * that the house can't be reached. Pages always come from the house while it answers; what people play, say and are
 * goes by untouched and is never kept.
 */

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface Asked extends Lasting {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface Worker {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
}

/** Written here when everything is built: what all built files are, in short, and what the offline page is made of. */
declare const BUILD: string;
declare const OFFLINE: string[];

const KEPT = `numberhouse-${BUILD}`;
const worker = self as unknown as Worker;

self.addEventListener("install", (event) => (event as Lasting).waitUntil(install()));
self.addEventListener("activate", (event) => (event as Lasting).waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const asked = event as Asked;
  const url = new URL(asked.request.url);
  if (asked.request.method !== "GET" || url.origin !== location.origin) return;
  if (asked.request.mode === "navigate") {
    // What the house hands over as such is no page to be replaced.
    if (!url.pathname.startsWith("/api/")) asked.respondWith(page(asked));
  } else if (url.pathname.startsWith("/assets/")) asked.respondWith(asset(asked.request));
  else if (OFFLINE.includes(url.pathname)) asked.respondWith(fetch(asked.request).catch(() => found(asked.request)));
});

async function install(): Promise<void> {
  const kept = await caches.open(KEPT);
  await kept.addAll(OFFLINE.map((path) => new Request(path, { cache: "reload" })));
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function page(asked: Asked): Promise<Response> {
  try {
    return (await asked.preloadResponse) ?? (await fetch(asked.request));
  } catch {
    return found(new Request("/offline.html"));
  }
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.open(KEPT);
  const known = await kept.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone()).catch(() => undefined); // a full disk stops nobody
  return answer;
}

async function found(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
}
