import { readDemo } from "../demo.ts"
import type { ServeFlags } from "./flags.ts"
import { EXIT, type Io, misused } from "./io.ts"
import { makeLog } from "./log.ts"
import { serve } from "./serve.ts"
import { waitForSignal } from "./signals.ts"
import { watchFixtures } from "./watch.ts"

/** `hexarium start`: serves until SIGINT or SIGTERM. */
export async function start(io: Io, fixtures: readonly string[], flags: ServeFlags): Promise<number> {
  if (flags.watch && fixtures.length === 0) throw misused("--watch has no effect without a fixture to watch")
  const log = makeLog(io, flags.log)
  const stopped = waitForSignal(io)
  const serving = await serve(fixtures, flags, { onBug: log.bug })
  const { server } = serving
  const unwatch = flags.watch ? watchFixtures(serving, log) : () => {}
  log.ready(server, fixtures.length === 0 && flags.log === "pretty" ? (await readDemo()).fixture : undefined)
  await stopped
  unwatch()
  await serving.close()
  log.end()
  return EXIT.ok
}
