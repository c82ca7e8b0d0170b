import type { App } from "../../emulator/index.ts"
import type { HarEntry } from "../../emulator/upstream/har/read-har.ts"

/** Records the requests to an app as a proxy would, at the times of the app's worlds. */
export class HarRecorder {
  readonly entries: HarEntry[] = []
  readonly #app: App

  constructor(app: App) {
    this.#app = app
  }

  /** The app, with a `fetch` that records the requests to the API. */
  get app(): App {
    return Object.assign(Object.create(this.#app) as App, { fetch: (request: Request) => this.#fetch(request) })
  }

  async #fetch(request: Request): Promise<Response> {
    const copy = request.clone()
    const world = /\/w\/([^/]+)\//.exec(request.url)?.[1] ?? "main"
    const startedDateTime = this.#app.worlds.find(world)?.world.now ?? new Date().toISOString()
    const response = await this.#app.fetch(request)
    if (/\/api\/v0\//.test(request.url)) {
      this.entries.push({
        startedDateTime,
        time: 0,
        request: {
          method: request.method,
          url: request.url,
          headers: listHeaders(request.headers),
          postData: await postDataOf(copy),
        },
        response: {
          status: response.status,
          headers: listHeaders(response.headers),
          content: await contentOf(response.clone()),
        },
      })
    }
    return response
  }
}

const listHeaders = (headers: Headers) => [...headers].map(([name, value]) => ({ name, value }))

async function postDataOf(request: Request): Promise<HarEntry["request"]["postData"]> {
  const { text, encoding } = textOf(await request.arrayBuffer())
  const mimeType = request.headers.get("content-type") ?? ""
  return text === "" ? undefined : { mimeType, text, ...(encoding && { _encoding: encoding }) }
}

async function contentOf(response: Response): Promise<HarEntry["response"]["content"]> {
  const bytes = await response.arrayBuffer()
  const { text, encoding } = textOf(bytes)
  const mimeType = response.headers.get("content-type") ?? ""
  return { size: bytes.byteLength, mimeType, text, ...(encoding && { encoding }) }
}

function textOf(bytes: ArrayBuffer): { readonly text: string; readonly encoding?: "base64" } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) }
  } catch {
    return { text: Buffer.from(bytes).toString("base64"), encoding: "base64" }
  }
}

/** Splits entries by the world that was called. */
export function byWorld(entries: readonly HarEntry[]): HarEntry[][] {
  const worlds = new Map<string, HarEntry[]>()
  for (const entry of entries) {
    const base = entry.request.url.replace(/\/api\/v0\/.*/s, "")
    worlds.set(base, [...(worlds.get(base) ?? []), entry])
  }
  return [...worlds.values()]
}
