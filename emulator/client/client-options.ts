import { type Connection, requireOwnOptions, requireUrl } from "./connection.ts"

/** The server or app that a client calls, and the user's token. */
export interface ClientOptions extends Connection {
  /** Base URL of the API without `/api/v0`, e.g. `http://127.0.0.1:7575` or `http://127.0.0.1:7575/w/NAME`. */
  readonly baseUrl?: string
  /** The user's bearer token. Default: no token. */
  readonly token?: string
  /** Name of the world, if the base URL does not contain one. */
  readonly world?: string
}

/** Options of a client whose calls are dry runs (insight.md section 3). */
export interface DryRunOptions extends ClientOptions {
  /** Runs each call on a copy of the world, which changes nothing. */
  readonly dryRun: true
}

const OPTIONS = [
  "baseUrl",
  "app",
  "token",
  "world",
  "fetch",
  "dryRun",
] as const satisfies readonly (keyof DryRunOptions)[]

/** Throws for unknown options: because of a misspelt name, a client might call another server or send no token. */
export function requireClientOptions(options: ClientOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`createClient expects { baseUrl } or { app }, received ${String(options)}`)
  }
  requireOwnOptions("createClient", options, OPTIONS)
  const { app, baseUrl, dryRun }: Partial<DryRunOptions> = options
  if (dryRun !== undefined && dryRun !== true) {
    throw new TypeError("createClient: expected dryRun to be true; for other calls, use the client without dryRun")
  }
  if (app !== undefined && typeof app?.fetch !== "function") {
    throw new TypeError(
      "createClient: expected app to have a fetch function, as createApp({ world }) of hexarium/http returns",
    )
  }
  if (baseUrl === undefined) return
  requireUrl("createClient: baseUrl", baseUrl)
  if (/\/api\/v0\/*$/.test(baseUrl)) throw new TypeError("createClient: omit /api/v0 from baseUrl; the client adds it")
}
