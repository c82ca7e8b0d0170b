import type { Container, Message, PageScope, Port, WorkerRegistration } from "./browser.ts"
import { PATH, PATHS, type SentAnswer, type SentRequest, WORDS } from "./messages.ts"

/** The app that `createApp` returns, or any object with the same `fetch` method. */
export interface TabApp {
  /** Returns the response to a request. If `fetch` throws or rejects, the page's request fails with a network error. */
  fetch(request: Request): Response | Promise<Response>
}

/** Options of `serveInTab`. */
export interface InTab {
  /** URL of `hexarium/service-worker-script.js`. Default: `service-worker-script.js` beside the page. */
  readonly script?: string | undefined
  /** URL prefix of pages whose requests are served. Default: the script's folder. */
  readonly scope?: string | undefined
  /**
   * Paths to serve, including all paths below them. Default: the API, the control plane, `/openapi.json` and the pages
   * that mails link to.
   */
  readonly paths?: readonly string[] | undefined
}

/** Controls an app that `serveInTab` serves. */
export interface ServedInTab {
  /** Base URL of the served app, without a trailing slash. */
  readonly url: string
  /** Stops serving requests, which then go to the network again. The service worker stays installed. */
  stop(): void
}

const SCRIPT = "service-worker-script.js"
const READY_MS = 10_000

/**
 * Serves the page's requests from an app inside the page, without a server (browsers.md). A service worker passes on
 * `fetch` calls, forms, images and frames. The worlds exist until the page closes. Resolves once the worker controls the
 * page. Rejects if the browser lacks service workers, the script can't be read, or the page is outside the scope.
 *
 * @example
 * ```ts
 * import { createWorld } from "hexarium"
 * import { createApp } from "hexarium/http"
 * import { serveInTab } from "hexarium/service-worker"
 *
 * await serveInTab(createApp({ world: await createWorld({ fixture }) }))
 * const health = await fetch("/_hexarium/health") // the app responds
 * ```
 */
export async function serveInTab(app: TabApp, options: InTab = {}): Promise<ServedInTab> {
  const { script: place = SCRIPT, scope, paths = PATHS, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new TypeError(`serveInTab has no option ${unknown}; the options are script, scope and paths`)
  const { navigator, document } = globalThis as unknown as PageScope
  const container = navigator?.serviceWorker
  if (container === undefined || document === undefined) {
    throw new Error("this page can't use service workers; open it with https or on localhost, not in a private window")
  }
  const script = new URL(place, document.baseURI)
  for (const path of paths) script.searchParams.append(PATH, path)
  const registration = await container.register(script.href, scope === undefined ? {} : { scope })
  const base = new URL(registration.scope)
  const onRequest = ({ data, ports: [port] }: Message) => {
    if (port === undefined || !isRequest(data)) return
    port.postMessage({ is: "at work" } satisfies SentAnswer)
    void answer(app, base.origin, data).then((answered) => reply(port, answered))
  }
  const announce = () => container.controller?.postMessage({ hexarium: WORDS.serve })
  container.addEventListener("message", onRequest)
  container.addEventListener("controllerchange", announce)
  container.startMessages()
  const stop = () => {
    container.removeEventListener("message", onRequest)
    container.removeEventListener("controllerchange", announce)
    container.controller?.postMessage({ hexarium: WORDS.stop })
  }
  try {
    await waitForControl(container, registration)
  } catch (error) {
    stop()
    throw error
  }
  announce()
  return { url: base.href.replace(/\/$/, ""), stop }
}

const isRequest = (data: unknown): data is SentRequest =>
  typeof data === "object" && data !== null && "hexarium" in data && data.hexarium === WORDS.request

/** Waits until the registered worker controls this page. Rejects after READY_MS milliseconds. */
function waitForControl(container: Container, registration: WorkerRegistration): Promise<void> {
  const isOurs = () => {
    const newest = registration.installing ?? registration.waiting ?? registration.active
    return container.controller !== null && container.controller.scriptURL === newest?.scriptURL
  }
  return new Promise((resolve, reject) => {
    if (isOurs()) {
      resolve()
      return
    }
    const why =
      "the service worker does not control this page; move the page into the scope, and reload it without bypassing the cache"
    const late = setTimeout(() => reject(new Error(why)), READY_MS)
    const look = () => {
      if (!isOurs()) return
      clearTimeout(late)
      container.removeEventListener("controllerchange", look)
      resolve()
    }
    container.addEventListener("controllerchange", look)
  })
}

async function answer(app: TabApp, origin: string, { method, path, headers, body }: SentRequest): Promise<SentAnswer> {
  try {
    const pairs = headers.map(([name, value]): [string, string] => [name, value])
    const response = await app.fetch(new Request(origin + path, { method, body, headers: pairs }))
    return { is: "answer", status: response.status, headers: [...response.headers], body: response.body }
  } catch {
    return { is: "cut" }
  }
}

/** Sends a response to the worker. If the browser can't transfer streams to a worker, reads the whole body first. */
async function reply(port: Port, answered: SentAnswer): Promise<void> {
  if (answered.is !== "answer" || !(answered.body instanceof ReadableStream)) {
    port.postMessage(answered)
    return
  }
  try {
    port.postMessage(answered, [answered.body])
  } catch {
    port.postMessage({ ...answered, body: await new Response(answered.body).arrayBuffer() } satisfies SentAnswer)
  }
}
