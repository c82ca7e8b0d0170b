import { spawn } from "node:child_process"
import type { JsonFlag, RemoteFlags } from "../flags/remote-flags.ts"
import { EXIT, failed, type Io } from "../io.ts"
import { listRunning } from "../running-notes.ts"
import { tableOf } from "../print.ts"
import { asFailure, isNobody, type RemoteServer, remoteServer } from "./running-server.ts"
import { tell } from "./tell.ts"

export interface WaitFlags extends RemoteFlags, JsonFlag {
  readonly timeout?: number
}

const LOOK_MS = 100
/** How long an answer of a server is waited for that may hang. */
const PATIENCE_MS = 5000
/** A server that is stopped lets requests finish for 5 s, and mails and data besides. */
const STOP_S = 15
const WAIT_S = 60

/** `hexarium status`: 0 where a server is ready, else 1. */
export async function status(io: Io, flags: RemoteFlags & JsonFlag): Promise<number> {
  const server = remoteServer(io, flags)
  const { control, url } = server
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const health = await control.getHealth({}, { signal })
    const ready = await control.getReady({}, { signal }).then(
      () => true,
      () => false,
    )
    const pid = (await noteOf(io, server))?.pid ?? null
    const told = { running: true, ready, url, pid, ...health }
    tell(io, flags, told, () =>
      tableOf(
        ["", ""],
        Object.entries(told).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
      ),
    )
    return ready ? EXIT.ok : EXIT.error
  } catch (error) {
    if (flags.json && isNobody(error)) {
      tell(io, flags, { running: false, ready: false, url }, () => "")
      return EXIT.error
    }
    throw signal.aborted
      ? failed(`the server at ${url} does not answer within ${PATIENCE_MS / 1000} s`)
      : asFailure(error, server)
  }
}

/** The note of the server that answers there: of that very start, so that its number is its process's. */
async function noteOf(io: Io, { control }: RemoteServer) {
  const { replicas } = await control.listReplicas({}, { signal: AbortSignal.timeout(PATIENCE_MS) })
  const self = replicas.find((replica) => replica.self)
  return listRunning(io.env).find(({ id }) => id === self?.id)
}

/** `hexarium stop`: ends a server of this user on this machine, as Ctrl+C would, and waits until it has ended. */
export async function stop(io: Io, flags: WaitFlags): Promise<number> {
  const server = remoteServer(io, flags)
  const note = await noteOf(io, server).catch((error: unknown) => {
    throw asFailure(error, server)
  })
  if (note === undefined) {
    throw failed(`the server at ${server.url} was not started by this user on this machine; stop it where it runs`)
  }
  const { pid } = note
  process.kill(pid, "SIGTERM")
  const { timeout = STOP_S } = flags
  if (!(await within(timeout, () => !isRunning(pid)))) {
    throw failed(`process ${pid} was told to end and still runs after ${timeout} s`)
  }
  tell(io, flags, { stopped: true, url: note.url, pid }, () => `the server at ${note.url} is stopped\n`)
  return EXIT.ok
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** `hexarium wait`: until a server is ready, also one that is only about to start. */
export async function wait(io: Io, flags: WaitFlags): Promise<number> {
  const { timeout = WAIT_S } = flags
  let server = remoteServer(io, flags)
  let why: unknown
  const isReady = async () => {
    server = remoteServer(io, flags)
    const { control } = server
    try {
      await control.getReady({}, { signal: AbortSignal.timeout(PATIENCE_MS) })
      return true
    } catch (error) {
      why = error
      return false
    }
  }
  if (!(await within(timeout, isReady))) {
    const reason = asFailure(why, server)
    throw failed(`not ready within ${timeout} s: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
  const { url } = server
  tell(io, flags, { ready: true, url }, () => `the server at ${url} is ready\n`)
  return EXIT.ok
}

async function within(seconds: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const until = performance.now() + seconds * 1000
  for (;;) {
    if (await holds()) return true
    if (performance.now() >= until) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** What `hexarium open` opens, and where it is. */
const PLACES = { dashboard: "/", reference: "/docs" } as const

/** `hexarium open`: shows a page of a running server in the browser; prints its address. */
export async function openPage(io: Io, place: keyof typeof PLACES, flags: RemoteFlags & JsonFlag): Promise<number> {
  const server = remoteServer(io, flags)
  try {
    await server.control.getHealth({}, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    throw asFailure(error, server)
  }
  const url = server.url + PLACES[place]
  const isOpened = await openWith(io.env.BROWSER, url)
  tell(io, flags, { url, opened: isOpened }, () => `${url}\n`)
  if (!isOpened) io.err("hexarium: no browser could be started here; open that address yourself\n")
  return EXIT.ok
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
}

/** The browser outlives this command, and says nothing into it. */
function openWith(browser: string | undefined, url: string): Promise<boolean> {
  const [program, ...args] = browser ? ([browser] as const) : (OPENERS[process.platform] ?? ["xdg-open"])
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true })
    child.once("error", () => resolve(false))
    child.once("spawn", () => {
      child.unref()
      resolve(true)
    })
  })
}
