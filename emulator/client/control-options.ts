import { type Connection, decodeEscapes, requireOwnOptions, requireUrl } from "./connection.ts"

/** The emulator to control: a server, or an app in this process (control.md section 3). */
export interface ControlOptions extends Connection {
  /** URL of the server, e.g. `http://127.0.0.1:7575`. A `/w/NAME` at the end sets the world. */
  readonly url?: string
  /** The token given as `--control-token`, which a server requires from other machines. */
  readonly token?: string
  /** Name of the world for calls that name none. Default: `main`. */
  readonly world?: string
}

const IN_PROCESS = "http://hexarium"

export interface ControlPlace {
  readonly root: string
  readonly world: string
}

const OPTIONS = ["url", "app", "token", "world", "fetch"] as const satisfies readonly (keyof ControlOptions)[]

export function controlPlaceOf(options: ControlOptions = {}): ControlPlace {
  requireOwnOptions("createControl", options, OPTIONS)
  const { url, app, world } = options
  if (url === undefined && app === undefined) {
    throw new TypeError("createControl expects { url } or { app }, received neither")
  }
  if (url !== undefined) requireUrl("createControl: url", url)
  const [, root = IN_PROCESS, named] = /^(.*?)(?:\/w\/([^/]+))?\/*$/.exec(url ?? IN_PROCESS) ?? []
  const inUrl = named === undefined ? "main" : decodeEscapes(named)
  if (inUrl === undefined) {
    throw new TypeError(
      `createControl: url: expected the name of a world after /w/, received ${JSON.stringify(named)}; write % as %25`,
    )
  }
  return { root, world: world ?? inUrl }
}
