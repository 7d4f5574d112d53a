// Keeps the last page that was seen, so that its shell opens without a network. Whatever the network
// answers is newer and wins; what the server says about games is never kept.

const SHELL = "shell";
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const kept = request.method === "GET" && origin === location.origin && (request.mode === "navigate" || pathname.startsWith("/assets/") || /^\/api\/v1\/(games$|messages\/)/.test(pathname));
  if (kept) event.respondWith(fresh(request));
});

/** @param {Request} request */
async function fresh(request) {
  const shell = await caches.open(SHELL);
  const key = request.mode === "navigate" ? "/" : request;
  try {
    const answer = await fetch(request);
    if (answer.ok && (request.mode !== "navigate" || new URL(request.url).pathname === "/")) await shell.put(key, answer.clone());
    return answer;
  } catch (fault) {
    const known = await shell.match(key);
    if (known) return known;
    throw fault;
  }
}
