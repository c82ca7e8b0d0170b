import "../../emulator/pages/service-worker/script.ts"

/*
 * The playground's service worker: passes API requests to the tab, and caches the page's own files, so that the page opens without a
 * network.
 */

/** Set by the build: the page's files, and a version that changes with any of them. */
declare const PAGE_FILES: readonly string[]
declare const PAGE_VERSION: string

interface Extendable {
  waitUntil(work: Promise<unknown>): void
}

interface Fetching {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface Scope {
  readonly registration: { readonly scope: string }
  addEventListener(type: "install" | "activate", heard: (event: Extendable) => void): void
  addEventListener(type: "fetch", heard: (event: Fetching) => void): void
}

const worker = globalThis as unknown as Scope

const BEGIN_MESSAGE = "hexarium-playground"
const version = `${BEGIN_MESSAGE} ${worker.registration.scope} ${PAGE_VERSION}`
const files = new Set(PAGE_FILES.map((file) => new URL(file, worker.registration.scope).href))

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll([...files])))
})
worker.addEventListener("activate", (event) => {
  event.waitUntil(dropOlder())
})
worker.addEventListener("fetch", (event) => {
  const address = event.request.url.replace(/[?#].*$/s, "")
  if (event.request.method === "GET" && files.has(address)) event.respondWith(find(event.request, address))
})

async function dropOlder(): Promise<void> {
  const mine = (await caches.keys()).filter((name) => name.startsWith(`${BEGIN_MESSAGE} ${worker.registration.scope} `))
  await Promise.all(mine.filter((name) => name !== version).map((name) => caches.delete(name)))
}

/** Prefers the network, which may have newer files; uses the cache when the network fails. */
async function find(request: Request, address: string): Promise<Response> {
  const cached = async () => (await caches.open(version)).match(address)
  try {
    const response = await fetch(request)
    if (response.ok) return response
    return (await cached()) ?? response
  } catch (error) {
    const known = await cached()
    if (known === undefined) throw error
    return known
  }
}
