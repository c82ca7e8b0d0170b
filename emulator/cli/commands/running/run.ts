import { spawn } from "node:child_process"
import { commandError, EXIT, type Io } from "../../io.ts"
import { print, tableOf } from "../../print.ts"
import { type RemoteCommand, withServer } from "../../remote/remote-command.ts"
import { asFailure, isUnreachable, type RemoteServer, remoteServer } from "../../remote/running-server.ts"
import { isAlive, listRunning } from "../../running-notes.ts"
import type { WaitFlags } from "./declare.ts"

const POLL_MS = 100
const RESPONSE_MS = 5000

const responseSignal = () => AbortSignal.timeout(RESPONSE_MS)

/** Runs `hexarium status`: exits with 0 if a server is ready, otherwise with 1. */
export const status: RemoteCommand = async (io, _, flags) => {
  const server = remoteServer(io, flags)
  const { control, url } = server
  const signal = responseSignal()
  try {
    const health = await control.getHealth({}, { signal })
    const ready = await control.getReady({}, { signal }).then(
      () => true,
      () => false,
    )
    const pid = (await noteOf(io, server))?.pid ?? null
    const answer = { running: true, ready, url, pid, ...health }
    print(io, flags, answer, () =>
      tableOf(
        ["", ""],
        Object.entries(answer).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
      ),
    )
    return ready ? EXIT.ok : EXIT.error
  } catch (error) {
    if (flags.json && isUnreachable(error)) {
      print(io, flags, { running: false, ready: false, url }, () => "")
      return EXIT.error
    }
    throw signal.aborted
      ? commandError(`the server at ${url} did not respond within ${RESPONSE_MS / 1000} s`)
      : asFailure(error, server)
  }
}

async function noteOf(io: Io, { control }: RemoteServer) {
  const { replicas } = await control.listReplicas({}, { signal: responseSignal() })
  const self = replicas.find((replica) => replica.self)
  return listRunning(io.env).find(({ id }) => id === self?.id)
}

/** Runs `hexarium stop`: ends a server of this user on this machine, as Ctrl+C does, and waits for its end. */
export const stop = withServer<WaitFlags>(async ({ io, flags, ...server }) => {
  const note = await noteOf(io, server)
  if (note === undefined) {
    throw commandError(
      `the server at ${server.url} was started by another user or on another machine; stop the server there`,
    )
  }
  const { pid, url } = note
  process.kill(pid, "SIGTERM")
  const { timeout = 15 } = flags
  if (!(await within(timeout, () => !isAlive(pid)))) {
    throw commandError(`the server's process ${pid} is still running ${timeout} s after the request to stop`)
  }
  print(io, flags, { stopped: true, url, pid }, () => `stopped the server at ${url}\n`)
})

/** Runs `hexarium wait`: waits for a server, including one that has not started yet. */
export const wait: RemoteCommand<WaitFlags> = async (io, _, flags) => {
  const { timeout = 60 } = flags
  let server = remoteServer(io, flags)
  let problem: unknown
  const isReady = async () => {
    server = remoteServer(io, flags)
    try {
      await server.control.getReady({}, { signal: responseSignal() })
      return true
    } catch (error) {
      problem = error
      return false
    }
  }
  if (!(await within(timeout, isReady))) {
    const reason = asFailure(problem, server)
    throw commandError(
      `no server is ready after ${timeout} s: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  }
  const { url } = server
  print(io, flags, { ready: true, url }, () => `the server at ${url} is ready\n`)
  return EXIT.ok
}

async function within(seconds: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const until = performance.now() + seconds * 1000
  for (;;) {
    if (await holds()) return true
    if (performance.now() >= until) return false
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

export const openPage = withServer(async ({ io, flags, words: [page], control, url: root }) => {
  await control.getHealth({}, { signal: responseSignal() })
  const url = `${root}${page === "reference" ? "/docs" : "/"}`
  const isOpened = await openWith(io.env.BROWSER, url)
  print(io, flags, { url, opened: isOpened }, () => `${url}\n`)
  if (!isOpened) io.err("hexarium: no browser could be started; open the address above in a browser\n")
})

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
}

/** Opens a URL in the browser, which outlives this command and does not write to its output. */
function openWith(browser: string | undefined, url: string): Promise<boolean> {
  const [program, ...args] = browser ? ([browser] as const) : (OPENERS[process.platform] ?? ["xdg-open"])
  return new Promise<boolean>((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true })
    child.once("error", () => resolve(false))
    child.once("spawn", () => {
      child.unref()
      resolve(true)
    })
    // Node throws some errors of the program's path.
  }).catch(() => false)
}
