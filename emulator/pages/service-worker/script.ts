import type { FetchEvent, Port, ScopeClient, WorkerScope } from "./browser.ts"
import { PATH, type SentAnswer, type SentRequest, WORDS } from "./messages.ts"

/*
 * The service worker's script, which a site serves unchanged. Browsers may end a worker at any time, so the worlds are
 * in a page, not in the worker. The worker passes requests to this page and returns the page's responses.
 */

const worker = globalThis as unknown as WorkerScope

const paths = new URL(worker.location.href).searchParams.getAll(PATH)

/** Maximum time in milliseconds to wait for a page's `at work` before the worker asks the next page. */
const PATIENCE_MS = 2000

/** IDs of the pages that serve requests, latest first. It is empty after the worker restarts, so the worker asks all pages. */
let servingPages: readonly string[] = []

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener("message", ({ data, source }) => {
  if (source === null) return
  const others = servingPages.filter((id) => id !== source.id)
  if (data.hexarium === WORDS.serve) servingPages = [source.id, ...others]
  if (data.hexarium === WORDS.stop) servingPages = others
})
worker.addEventListener("fetch", (event) => {
  const path = pathInScope(event.request.url)
  if (path !== undefined) event.respondWith(answer(event, path))
})

/** Returns a URL's path below the worker's scope, with the query. Returns undefined if the worker does not serve the path. */
function pathInScope(address: string): string | undefined {
  const { origin, pathname, search } = new URL(address)
  if (origin !== worker.location.origin) return undefined
  const scope = new URL(worker.registration.scope).pathname
  const path = pathname.startsWith(scope) ? pathname.slice(scope.length - 1) : pathname
  return paths.some((one) => path === one || path.startsWith(`${one}/`)) ? path + search : undefined
}

async function answer({ request, clientId }: FetchEvent, path: string): Promise<Response> {
  const unread = request.clone()
  const body = /^(?:GET|HEAD)$/.test(request.method) ? null : await request.arrayBuffer()
  const { method, headers } = request
  const sent: SentRequest = { hexarium: WORDS.request, method, path, headers: [...headers], body }
  for (const client of await hosts(clientId)) {
    const answered = await ask(client, sent)
    if (answered?.is === "cut") return Response.error()
    if (answered?.is === "answer") {
      const pairs = answered.headers.map(([name, value]): [string, string] => [name, value])
      return new Response(answered.body, { status: answered.status, headers: pairs })
    }
  }
  return fetch(unread)
}

/** Returns all pages in the order in which to ask them: the requesting page if it serves, other serving pages, all other pages. */
async function hosts(asking: string): Promise<readonly ScopeClient[]> {
  const all = await worker.clients.matchAll({ includeUncontrolled: true, type: "all" })
  const rank = ({ id }: ScopeClient): number => {
    const at = servingPages.indexOf(id)
    return at < 0 ? servingPages.length : id === asking ? -1 : at
  }
  return [...all].sort((left, right) => rank(left) - rank(right))
}

/** Asks a page for the response to a request. Resolves to undefined if the page does not react within PATIENCE_MS. */
function ask(client: ScopeClient, request: SentRequest): Promise<Exclude<SentAnswer, { is: "at work" }> | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel() as unknown as { readonly port1: Port; readonly port2: Port }
    const gone = setTimeout(() => resolve(undefined), PATIENCE_MS)
    port1.onmessage = ({ data }) => {
      const reply = data as SentAnswer
      clearTimeout(gone)
      if (reply.is === "at work") return
      port1.close()
      resolve(reply)
    }
    client.postMessage(request, [port2])
  })
}
