/**
 * The service worker: serves the offline page while the service can't be reached.
 *
 * It caches built files only: assets, whose names change with their content, and the offline page. Pages
 * always come from the service while it answers; requests of the API pass through, so that no person's
 * data is ever cached.
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

/** Written here by the build: a digest of all built files, and the files of the offline page. */
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
    // Downloads are no pages, so the offline page must not replace them.
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
