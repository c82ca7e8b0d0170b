import type { Fixture } from "../../../src/fixtures/index.ts"
import { type Control, ControlError, createControl } from "../../client/index.ts"
import type { RemoteFlags } from "../flags/remote-flags.ts"
import { commandError, type Io, usageError } from "../io.ts"
import { omitUndefined } from "../print.ts"
import { printable } from "../printable.ts"
import { listRunning, type RunningNote } from "../running-notes.ts"

export interface RemoteServer {
  readonly url: string
  readonly world: string
  readonly control: Control
  /** Whether the URL is only the default, because neither a flag nor a running server gave one. */
  readonly isGuessed: boolean
}

const DEFAULT_URL = "http://127.0.0.1:7575"

/** Returns the server that a flag or HEXARIUM_URL names, else this user's running server, else the default. */
export function remotePlace(io: Io, flags: RemoteFlags): Omit<RemoteServer, "control"> {
  const url = flags.url ?? onlyRunning(io)?.url
  return { ...placeOf({ ...flags, url: url ?? DEFAULT_URL }), isGuessed: url === undefined }
}

/** Returns the client of a running server. `version` is the name of a version of the world. Default: the present. */
export function remoteServer(io: Io, flags: RemoteFlags, version?: string): RemoteServer {
  const place = remotePlace(io, flags)
  const world = version === undefined ? place.world : `${place.world}@${version}`
  const token = omitUndefined({ token: flags.controlToken })
  return { ...place, control: createControl({ url: place.url, world, ...token }) }
}

function onlyRunning({ env }: Io): RunningNote | undefined {
  const running = listRunning(env)
  const here = running.filter(({ folder }) => folder === process.cwd())
  if (running.length <= 1) return running[0]
  if (here.length === 1) return here[0]
  const urls = running.map(({ url, pid, folder }) => `${url} (process ${pid}, started in ${printable(folder)})`)
  throw usageError(`several servers are running; choose one with --url: ${urls.join(", ")}`)
}

/** Splits the URL into the server's address and the world (`/w/NAME`). A flag may also set the world. */
function placeOf({ url, world }: RemoteFlags & { readonly url: string }): Pick<RemoteServer, "url" | "world"> {
  const [, root = url, encoded] = /^(.*)\/w\/([^/]+)$/.exec(url) ?? []
  const inUrl = encoded === undefined ? undefined : decodeURIComponent(encoded)
  if (inUrl !== undefined && world !== undefined && inUrl !== world) {
    throw usageError(`expected one world, received ${inUrl} in --url and ${world} in --world`)
  }
  return { url: root, world: inUrl ?? world ?? "main" }
}

/** Returns whether the connection failed: the control client then throws a `TypeError` with a cause. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError && error.cause !== undefined

export function unreachableText(url: string, isGuessed: boolean): string {
  return isGuessed
    ? `none of your servers is running, and no server responds at ${url}; start a server with hexarium start, or pass a server with --url`
    : `no server responds at ${url}; start a server with hexarium start, or pass another URL with --url`
}

export function asFailure(error: unknown, { url, isGuessed }: Pick<RemoteServer, "url" | "isGuessed">): unknown {
  if (isUnreachable(error)) return commandError(unreachableText(url, isGuessed))
  if (error instanceof ControlError) {
    return commandError(
      error.code === null
        ? `expected a Hexarium server at ${url}, received status ${error.status}`
        : refusalText(error),
    )
  }
  // Reading a response of another form throws a TypeError without a cause.
  const isOther = error instanceof TypeError || error instanceof SyntaxError
  return isOther || (error instanceof Error && /expected JSON|Unexpected token/.test(error.message))
    ? commandError(`the server at ${url} is not a Hexarium server`)
    : error
}

/** Returns the world of an export. Throws if the response has another form, because another server responded. */
export function exportIn(value: unknown): Fixture {
  const workspaces: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "workspaces") : undefined
  if (!Array.isArray(workspaces)) throw new TypeError("expected an exported world")
  return value as Fixture
}

/** Returns a property of a response. Throws if it is not a text, because another server responded. */
export function textIn(value: unknown, name: string): string {
  const text: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
  if (typeof text !== "string") throw new TypeError(`expected a response with the text ${name}`)
  return text
}

export function refusalText({ body, message }: ControlError): string {
  const hasReason = typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
  return printable(hasReason ? String(body.error) : message)
}
