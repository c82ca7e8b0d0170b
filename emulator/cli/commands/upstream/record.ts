import { startRecording, UpstreamProblem } from "../../../upstream/index.ts"
import { commandError, EXIT, type Io, usageError, withoutUsers } from "../../io.ts"
import { printable } from "../../printable.ts"
import { waitForSignal } from "../../signals.ts"
import type { RecordFlags } from "./declare.ts"

/** Runs `hexarium record` until a signal ends it, or until the file can't be written. */
export async function record(io: Io, { upstream, port, host, allowHost, output }: RecordFlags): Promise<number> {
  if (upstream === undefined) throw usageError("record needs --upstream with the server's base URL")
  if (output === undefined) throw usageError("record needs -o with the HAR file to create")
  if (/\/api\/v0$/.test(upstream)) throw usageError("omit /api/v0 from --upstream; clients add it")
  const stopped = waitForSignal(io)
  let fail: (error: Error) => void = () => {}
  const failure = new Promise<Error>((resolve) => {
    fail = resolve
  })
  const proxy = await startRecording({
    upstream,
    port,
    host,
    allowedHosts: allowHost ?? [],
    output,
    onMissed: ({ method, url, why }) => io.err(`--- ${method} ${printable(url)} (not recorded: ${why})\n`),
    onRecorded: ({ method, url, status }) => io.err(`${status} ${method} ${printable(url)}\n`),
    onFailure: fail,
  }).catch((error: unknown) => {
    throw error instanceof UpstreamProblem ? commandError(error.message) : error
  })
  io.out(`recording ${withoutUsers(upstream)} at ${proxy.url}; use this address as the base URL of your client\n`)
  io.started?.()
  const problem = await Promise.race([failure, stopped.then(() => undefined)])
  io.stopWaiting()
  await proxy.close()
  if (problem !== undefined) throw commandError(problem.message)
  io.out(`recorded ${proxy.recorded} ${proxy.recorded === 1 ? "request" : "requests"} in ${output}\n`)
  return EXIT.ok
}
