import type { Container, Message, PageScope, Port, WorkerRegistration } from "./browser.ts"
import { PATH, PATHS, type SentAnswer, type SentRequest, WORDS } from "./messages.ts"

/** What answers requests: the app of `createApp`, or anything with its `fetch`. */
export interface TabApp {
  /** Answers a request; what it throws cuts the connection. */
  fetch(request: Request): Response | Promise<Response>
}

/** How the requests of a tab are answered in it. */
export interface InTab {
  /** Where the site serves `hexarium/service-worker-script.js`; absent: under that name, beside the page. */
  readonly script?: string | undefined
  /** The pages whose requests are answered, by the beginning of their addresses; absent: those beside and below the script. */
  readonly scope?: string | undefined
  /** Paths that are answered with all below them; absent: the API, the control plane, `/openapi.json` and what mails lead to. */
  readonly paths?: readonly string[] | undefined
}

/** A tab whose requests are answered in it. */
export interface ServedInTab {
  /** The base URL of the app in this tab, without a trailing slash. */
  readonly url: string
  /** Ends it: requests go to the network again. The worker stays installed, and does nothing. */
  stop(): void
}

const SCRIPT = "service-worker-script.js"
const READY_MS = 10_000

/**
 * Lets requests of this page be answered by an app in it, without a server: `fetch("/api/v0/…")`, forms, images and frames alike
 * (browsers.md). A service worker hands them over; the worlds live in the page, and go with it. Resolves once the worker controls the
 * page. Rejects where there are no service workers, where the script can't be read, and where the page is outside of the scope.
 */
export async function serveInTab(app: TabApp, options: InTab = {}): Promise<ServedInTab> {
  const { script: place = SCRIPT, scope, paths = PATHS, ...stray } = options
  const [unknown] = Object.keys(stray)
  if (unknown !== undefined) throw new TypeError(`serveInTab has no option ${unknown}; it has script, scope, paths`)
  const { navigator, document } = globalThis as unknown as PageScope
  const container = navigator?.serviceWorker
  if (container === undefined || document === undefined) {
    throw new Error("there are no service workers here: they need a page of https or localhost, in no private window")
  }
  const script = new URL(place, document.baseURI)
  for (const path of paths) script.searchParams.append(PATH, path)
  const registration = await container.register(script.href, scope === undefined ? {} : { scope })
  const base = new URL(registration.scope)
  const heard = ({ data, ports: [port] }: Message) => {
    if (port === undefined || !isRequest(data)) return
    port.postMessage({ is: "at work" } satisfies SentAnswer)
    void answer(app, base.origin, data).then((answered) => reply(port, answered))
  }
  const tell = () => container.controller?.postMessage({ hexarium: WORDS.serve })
  container.addEventListener("message", heard)
  container.addEventListener("controllerchange", tell)
  container.startMessages()
  const stop = () => {
    container.removeEventListener("message", heard)
    container.removeEventListener("controllerchange", tell)
    container.controller?.postMessage({ hexarium: WORDS.stop })
  }
  try {
    await controlled(container, registration)
  } catch (error) {
    stop()
    throw error
  }
  tell()
  return { url: base.href.replace(/\/$/, ""), stop }
}

const isRequest = (data: unknown): data is SentRequest =>
  typeof data === "object" && data !== null && "hexarium" in data && data.hexarium === WORDS.request

/** Resolves once the requests of this page go through the worker that was registered. */
function controlled(container: Container, registration: WorkerRegistration): Promise<void> {
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
      "the service worker does not control this page: it has to be within the scope, and not reloaded past its cache"
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

/** A stream goes over as it is where the browser can hand it over; elsewhere it is read to its end first. */
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
