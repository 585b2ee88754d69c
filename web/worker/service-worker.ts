/**
 * Lets the app open without a connection. It keeps the files of one build: scripts and styles are taken from there
 * first, for their names change with their content; documents only when the network does not bring them. What the API
 * answers never passes through here: the pages keep for themselves what they need (`kept-work.ts`).
 *
 * A new build waits until the last page of the old one is closed, so no page loses files that it has yet to fetch.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** Filled in by the build: the addresses of everything that belongs to it. */
const FILES: readonly string[] = JSON.parse('["FILES"]') as string[];
const BUILD = 'BUILD';
/** The document of every address that has none of its own. */
const SHELL = 'SHELL';

const LANDING = '/landing/';

const CACHE = `tickmark-${BUILD}`;
/** On a line so bad that a document takes longer, the one that is here is the better one. */
const PATIENCE = 4000;

worker.addEventListener('install', (event) => {
  // Past the browser's own store: an old document there must not become part of a new build.
  const requests = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (/^\/(landing\/?|start)$/.test(pathname)) event.respondWith(openLandingPage(request));
    // What is not a page of ours comes from the server alone.
    else if (!/^\/(api|landing|start|livez|readyz|metrics|sign-in\/callback)(\/|$)/.test(pathname))
      event.respondWith(openDocument(request, pathname));
  } else if (FILES.includes(pathname)) event.respondWith(openFile(request));
});

const kept = (address: string) => caches.match(address, { cacheName: CACHE, ignoreVary: true });

async function openFile(request: Request): Promise<Response> {
  return (await kept(request.url)) ?? fetch(request);
}

/** Where it is, only the server knows; without a connection it is our own. */
async function openLandingPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const landing = await kept(LANDING);
    if (!landing) throw error;
    const timeOver = new URL(request.url).searchParams.get('time-over');
    if (timeOver === null) return landing;
    // What it says of the time is chosen by its address, as the server would.
    return Response.redirect(`${LANDING}#${timeOver === 'cleared' ? 'work-cleared' : 'time-over'}`);
  }
}

async function openDocument(request: Request, path: string): Promise<Response> {
  const fromNetwork = fetch(request);
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PATIENCE);
  });
  const first = await Promise.race([fromNetwork.catch(() => undefined), late]);
  if (first) return first;
  return (await kept(path)) ?? (await kept(SHELL)) ?? fromNetwork;
}
