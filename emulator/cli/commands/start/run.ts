import { resolve } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { clockNow } from "../../../../src/engine/index.ts"
import type { Mail } from "../../../../src/model/records/index.ts"
import { readDemo } from "../../../demo.ts"
import { VERSION } from "../../../version.ts"
import { requireWorlds } from "../../../worlds/index.ts"
import { EXIT, type Io, usageError } from "../../io.ts"
import { printable } from "../../printable.ts"
import { progressOn } from "../../progress.ts"
import { noteRunning } from "../../running-notes.ts"
import { makeLog } from "../../serve/log.ts"
import { toFile } from "../../serve/log-file.ts"
import { printIgnoredKeys } from "../../serve/print-ignored-keys.ts"
import { serve } from "../../serve/serve.ts"
import { watchFixtures } from "../../serve/watch.ts"
import { waitForSignal } from "../../signals.ts"
import type { StartFlags } from "./declare.ts"
import type { ReadyMessage } from "./detach.ts"

/** Maximum wait for an interrupted start. A process that exits while SQLite's thread runs a statement crashes. */
const MAX_START_WAIT_MS = 2000

export async function start(own: Io, fixtures: readonly string[], flags: StartFlags): Promise<number> {
  if (flags.watch && fixtures.length === 0) throw usageError("--watch has no effect without a fixture file")
  const io = flags.logFile === undefined ? own : { ...own, ...logOutput(own, resolve(flags.logFile), flags.log) }
  const log = makeLog(io, flags.log)
  const stopped = waitForSignal(io)
  const starting = serve(fixtures, flags, { onBug: log.bug, progress: progressOn(io, "starting") })
  const serving = await Promise.race([starting, stopped.then(() => undefined)])
  // A signal interrupted the start. Exiting loses nothing, because no request has been answered yet.
  if (serving === undefined) {
    await Promise.race([starting.then(({ close }) => close()).catch(() => {}), wait(MAX_START_WAIT_MS)])
    return EXIT.ok
  }
  const { server } = serving
  const unwatch = flags.watch ? watchFixtures(serving, log) : () => {}
  if (flags.allowRemoteControl) {
    io.err(`hexarium: warning: every client that reaches ${server.url} may read and change all its data\n`)
  }
  for (const { name, world } of requireWorlds(server.app.worlds).list()) {
    const { now } = world
    if (now <= clockNow(world.state.scalars.clock, world.ports.wallClock)) continue
    const text = `the clock of the world ${name} stands at ${now} until the machine's clock, which was set back, has caught up`
    io.err(`hexarium: ${printable(text)}\n`)
  }
  const forget = noteRunning(io, {
    id: server.app.replicas.id,
    pid: process.pid,
    url: server.url,
    folder: process.cwd(),
    since: new Date().toISOString(),
    version: VERSION,
  })
  printIgnoredKeys(server.app.worlds, io)
  log.ready(server, fixtures.length === 0 && flags.log === "pretty" ? (await readDemo()).fixture : undefined)
  io.started?.()
  // The command that detached this process waits for this message.
  process.send?.({ url: server.url } satisfies ReadyMessage, () => {})
  await stopped
  io.stopWaiting()
  unwatch()
  const left = await serving.close()
  forget()
  if (left.length > 0) io.err(`hexarium: ${left.length} mails were not delivered: ${addressees(left)}\n`)
  log.end()
  return EXIT.ok
}

/** Returns output to a log file. A file for people also gets what the server writes to standard error. */
function logOutput(own: Io, file: string, style: StartFlags["log"]): Partial<Io> {
  const output = toFile(file, own)
  const err = (text: string) => {
    own.err(text)
    if (style === "pretty") output.out(text)
  }
  return { ...output, err }
}

const MAX_ADDRESSES = 20

const addressees = (mails: readonly Mail[]): string =>
  [
    ...mails.slice(0, MAX_ADDRESSES).map(({ id, to }) => `${id} to ${to}`),
    ...(mails.length > MAX_ADDRESSES ? ["…"] : []),
  ].join(", ")
