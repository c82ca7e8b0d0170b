import { setTimeout as wait } from "node:timers/promises"
import type { Mail } from "../../../src/inside.ts"
import { readDemo } from "../../demo.ts"
import { VERSION } from "../../version.ts"
import type { ServeFlags } from "../flags/serve-flags.ts"
import { EXIT, type Io, misused } from "../io.ts"
import { progressOn } from "../progress.ts"
import { noteRunning } from "../running-notes.ts"
import { makeLog } from "./log.ts"
import { serve } from "./serve.ts"
import { waitForSignal } from "./signals.ts"
import { watchFixtures } from "./watch.ts"

/**
 * How long a start that is told to end may take to come to one. A process that leaves while the thread of its store is in the middle of a
 * statement is brought down by SQLite instead of ending.
 */
const STARTED_MS = 2000

/** `hexarium start`: serves until SIGINT or SIGTERM. */
export async function start(io: Io, fixtures: readonly string[], flags: ServeFlags): Promise<number> {
  if (flags.watch && fixtures.length === 0) throw misused("--watch has no effect without a fixture to watch")
  const log = makeLog(io, flags.log)
  const stopped = waitForSignal(io)
  const begun = serve(fixtures, flags, { onBug: log.bug, progress: progressOn(io, "starting") })
  const serving = await Promise.race([begun, stopped.then(() => undefined)])
  // Told to end before there was a server: nothing was answered yet, and what a store holds survives any end.
  if (serving === undefined) {
    await Promise.race([begun.then(({ close }) => close()).catch(() => {}), wait(STARTED_MS)])
    return EXIT.ok
  }
  const { server } = serving
  const unwatch = flags.watch ? watchFixtures(serving, log) : () => {}
  if (flags.allowRemoteControl) {
    io.err(`hexarium: warning: whoever reaches ${server.url} may read, change and replace everything in it\n`)
  }
  const forget = noteRunning(io.env, {
    id: server.app.replicas.id,
    pid: process.pid,
    url: server.url,
    folder: process.cwd(),
    since: new Date().toISOString(),
    version: VERSION,
  })
  log.ready(server, fixtures.length === 0 && flags.log === "pretty" ? (await readDemo()).fixture : undefined)
  io.started?.()
  await stopped
  io.toldToEnd()
  unwatch()
  const left = await serving.close()
  forget()
  if (left.length > 0) io.err(`hexarium: ${left.length} mails were not delivered: ${addressees(left)}\n`)
  log.end()
  return EXIT.ok
}

/** The most addresses that are told one by one. */
const TOLD = 20

const addressees = (mails: readonly Mail[]): string =>
  [...mails.slice(0, TOLD).map(({ id, to }) => `${id} to ${to}`), ...(mails.length > TOLD ? ["…"] : [])].join(", ")
