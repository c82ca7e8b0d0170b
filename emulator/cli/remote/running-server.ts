import { type Control, ControlError, createControl } from "../../client/control-client.ts"
import type { RemoteFlags } from "../flags/remote-flags.ts"
import { EXIT, failed, type Io, misused } from "../io.ts"
import { legible } from "../legible.ts"
import { listRunning, type RunningNote } from "../running-notes.ts"

/** The server that a command is about. */
export interface RemoteServer {
  /** Without a world behind it. */
  readonly url: string
  /** The world that is meant. */
  readonly world: string
  readonly control: Control
  /** Whether it is looked for where servers usually are, because nothing says where it is. */
  readonly isGuessed: boolean
}

/** Where a server is unless it was told otherwise. */
const USUAL = "http://127.0.0.1:7575"

/** Where the server of the flags or of HEXARIUM_URL is, else the one that this user has running, else the usual one. */
export function remotePlace(io: Io, flags: RemoteFlags): Omit<RemoteServer, "control"> {
  const url = flags.url ?? onlyRunning(io)?.url
  return { ...placeOf({ ...flags, url: url ?? USUAL }), isGuessed: url === undefined }
}

export function remoteServer(io: Io, flags: RemoteFlags): RemoteServer {
  const { url, world, isGuessed } = remotePlace(io, flags)
  const { controlToken: token } = flags
  return {
    url,
    world,
    isGuessed,
    control: createControl({ url, world, fetch: reach, ...(token === undefined ? {} : { token }) }),
  }
}

/** The one that runs; of several, the one that was started in this folder. */
function onlyRunning({ env }: Io): RunningNote | undefined {
  const running = listRunning(env)
  const here = running.filter(({ folder }) => folder === process.cwd())
  if (running.length <= 1) return running[0]
  if (here.length === 1) return here[0]
  const urls = running.map(({ url, pid, folder }) => `${url} (process ${pid}, started in ${legible(folder)})`)
  throw misused(`several servers are running; name one with --url: ${urls.join(", ")}`)
}

/** The world may be named by a flag, or stand in the URL as in a base_url. */
function placeOf({ url, world }: RemoteFlags & { readonly url: string }): Pick<RemoteServer, "url" | "world"> {
  const [, root = url, encoded] = /^(.*)\/w\/([^/]+)$/.exec(url) ?? []
  const inUrl = encoded === undefined ? undefined : decodeURIComponent(encoded)
  if (inUrl !== undefined && world !== undefined && inUrl !== world) {
    throw misused(`--url names the world ${inUrl} and --world another, ${world}`)
  }
  return { url: root, world: inUrl ?? world ?? "main" }
}

/** Asks a running server. What it refuses ends the command with one line. */
export async function asking(
  io: Io,
  flags: RemoteFlags,
  ask: (server: RemoteServer) => Promise<void>,
): Promise<number> {
  const server = remoteServer(io, flags)
  try {
    await ask(server)
    return EXIT.ok
  } catch (error) {
    throw asFailure(error, server)
  }
}

/** Nothing answers where a server was looked for. */
class NoAnswer extends Error {}

const reach = (request: Request): Promise<Response> =>
  fetch(request).catch((error: unknown) => {
    throw request.signal.aborted ? error : new NoAnswer()
  })

/** Whether there is no server at all. */
export const isNobody = (error: unknown): boolean => error instanceof Error && error.cause instanceof NoAnswer

/** Where a server was looked for, and what to do about it. */
export function nobodyText(url: string, isGuessed: boolean): string {
  const looked = isGuessed
    ? `no server that you started is running, and none answers at ${url}`
    : `no server answers at ${url}`
  return `${looked}; start one with hexarium start, or name ${isGuessed ? "one" : "another"} with --url`
}

/** What a server answered, or did not, as the one line that a command ends with. */
export function asFailure(error: unknown, { url, isGuessed }: Pick<RemoteServer, "url" | "isGuessed">): unknown {
  if (isNobody(error)) return failed(nobodyText(url, isGuessed))
  if (error instanceof ControlError) {
    return failed(error.code === null ? `${url} answered ${error.status}; is it a Hexarium?` : refusalText(error))
  }
  // What is answered by something else is no JSON, or none of ours.
  return error instanceof Error && /no JSON|Unexpected token/.test(error.message)
    ? failed(`what answers at ${url} is no Hexarium`)
    : error
}

/** The reason of a refusal, in its own words. */
export function refusalText({ body, message }: ControlError): string {
  const isTold = typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
  return legible(isTold ? String(body.error) : message)
}
