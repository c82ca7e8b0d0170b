import { requireOwnOptions } from "./client-options.ts"

/** Which emulator is controlled: a server, or an app in this process (control.md section 3). */
export interface ControlOptions {
  /** Where the server is, e.g. `http://127.0.0.1:7575`; with `/w/NAME` behind it, that world is the one meant. */
  readonly url?: string
  /** An app in this process (`createApp`), asked instead of a server. */
  readonly app?: {
    /** Answers a request, as a server would. */
    fetch(request: Request): Response | Promise<Response>
  }
  /** The token of `--control-token`, which servers ask clients of other machines for. */
  readonly token?: string
  /** The world that is meant where a call names none. Default `main`. */
  readonly world?: string
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

const IN_PROCESS = "http://hexarium"

/** The emulator and the world that calls mean by themselves. */
export interface ControlPlace {
  readonly root: string
  readonly world: string
}

const OPTIONS = ["url", "app", "token", "world", "fetch"] as const satisfies readonly (keyof ControlOptions)[]

/** Where calls go; refuses options that mean nothing. */
export function controlPlaceOf(options: ControlOptions = {}): ControlPlace {
  requireOwnOptions("createControl", options, OPTIONS)
  const { url, app, world } = options
  if (url === undefined && app === undefined) {
    throw new TypeError('createControl needs a `url`, e.g. "http://127.0.0.1:7575", or an `app`')
  }
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url)) {
    throw new TypeError(`createControl: url: ${JSON.stringify(url)} is none; expected one as http://127.0.0.1:7575`)
  }
  const [, root = IN_PROCESS, named] = /^(.*?)(?:\/w\/([^/]+))?\/*$/.exec(url ?? IN_PROCESS) ?? []
  return { root, world: world ?? (named === undefined ? "main" : decodeURIComponent(named)) }
}
