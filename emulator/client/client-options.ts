/** Which server or app a client asks, and as whom. */
export interface ClientOptions {
  /** Where the API is, without `/api/v0`, e.g. `http://127.0.0.1:7575` or `http://127.0.0.1:7575/w/NAME`. */
  readonly baseUrl?: string
  /** An app in this process (`createApp`), asked instead of a server. */
  readonly app?: {
    /** Answers a request, as a server would. */
    fetch(request: Request): Response | Promise<Response>
  }
  /** The bearer token to send; absent = none. */
  readonly token?: string
  /** The world asked, where the base URL names none. */
  readonly world?: string
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

const OPTIONS = ["baseUrl", "app", "token", "world", "fetch"] as const satisfies readonly (keyof ClientOptions)[]

/** A misspelt option would ask another server, as nobody. */
export function requireClientOptions(options: ClientOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`createClient takes an object of options, { baseUrl } or { app }, not ${String(options)}`)
  }
  requireOwnOptions("createClient", options, OPTIONS)
  const { app, baseUrl } = options
  if (app !== undefined && typeof app?.fetch !== "function") {
    throw new TypeError("createClient: app is what answers requests: createApp({ world }) of hexarium/http")
  }
  if (baseUrl === undefined) return
  if (!/^https?:\/\/[^/]/.test(baseUrl)) {
    throw new TypeError(
      `createClient: baseUrl: ${JSON.stringify(baseUrl)} is none; expected one as http://127.0.0.1:7575`,
    )
  }
  if (/\/api\/v0\/*$/.test(baseUrl)) throw new TypeError("createClient: baseUrl is without /api/v0, which is added")
}

/** Options that there are not, in few words: a client is small, and knows nothing of the engine. */
export function requireOwnOptions(where: string, options: object, known: readonly string[]): void {
  const stray = Object.keys(options).find((name) => !known.includes(name))
  if (stray !== undefined) throw new TypeError(`${where} has no option ${stray}; it has ${known.join(", ")}`)
}
