/**
 * Stands between the pages and the network, for the time when there is none.
 *
 * It keeps what was built, and nothing else: assets, whose names change with what is in them, and the page that says
 * that the house can't be reached. Pages always come from the house while it answers; what people play, say and are
 * goes by untouched and is never kept.
 */

interface ExtendableEventLike extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEventLike extends ExtendableEventLike {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface Worker {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
}

/** Written here when everything is built: what all built files are, in short, and what the offline page is made of. */
declare const BUILD: string;
declare const OFFLINE: string[];

const CACHE_NAME = `numberhouse-${BUILD}`;
const worker = self as unknown as Worker;

self.addEventListener("install", (event) => (event as ExtendableEventLike).waitUntil(install()));
self.addEventListener("activate", (event) => (event as ExtendableEventLike).waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const fetchEvent = event as FetchEventLike;
  const url = new URL(fetchEvent.request.url);
  if (fetchEvent.request.method !== "GET" || url.origin !== location.origin) return;
  if (fetchEvent.request.mode === "navigate") {
    // What the house hands over as such is no page to be replaced.
    if (!url.pathname.startsWith("/api/")) fetchEvent.respondWith(page(fetchEvent));
  } else if (url.pathname.startsWith("/assets/")) fetchEvent.respondWith(asset(fetchEvent.request));
  else if (OFFLINE.includes(url.pathname)) fetchEvent.respondWith(fetch(fetchEvent.request).catch(() => fromCache(fetchEvent.request)));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  await cache.addAll(OFFLINE.map((path) => new Request(path, { cache: "reload" })));
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE_NAME).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function page(event: FetchEventLike): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return fromCache(new Request("/offline.html"));
  }
}

async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE_NAME);
  const hit = await cache.match(request, { ignoreVary: true });
  if (hit) return hit;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone()).catch(() => undefined); // a full disk stops nobody
  return response;
}

async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
}
