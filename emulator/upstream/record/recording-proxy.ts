import type { SecretRoom } from "../../../src/insight/index.ts"
import { strangeHost, urlHost } from "../../api/index.ts"
import { HarWriter } from "../har/har-writer.ts"
import { UpstreamProblem } from "../upstream-problem.ts"
import { CollectedBodies } from "./collected-bodies.ts"
import { invalidUpstream, passRequest, sendReply } from "./pass-request.ts"
import { asksForWebSocket, PassedSockets } from "./pass-web-socket.ts"
import { type TrafficListener, TrafficLog } from "./traffic-log.ts"
import { UpstreamLink } from "./upstream-link.ts"

export interface RecordOptions extends TrafficListener {
  /** Base URL of the API without `/api/v0`. */
  readonly upstream: string
  /** Port to listen on; 0 for any free port. */
  readonly port: number
  readonly host?: string
  /** Hosts that requests may name, besides those of this machine (control.md section 4). */
  readonly allowedHosts?: readonly string[]
  /** The HAR file to create. */
  readonly output: string
  /** Maximum number of secrets, and of their characters, in the recording. Default: `MAX_SECRETS`. */
  readonly room?: SecretRoom
}

export interface RecordingProxy {
  readonly url: string
  readonly recorded: number
  /** Stops listening, and waits until all entries are in the file. After 5 s, it closes connections that are still open. */
  close(): Promise<void>
}

/** Starts a proxy that passes every request on to the upstream server, and records it in a HAR file. */
export async function startRecording(options: RecordOptions): Promise<RecordingProxy> {
  const { upstream, port, host = "127.0.0.1", allowedHosts = [], output, room } = options
  const [{ GuardedServer }, { rawHead }, { discardRest }] = await Promise.all([
    import("../../node/guarded-server.ts"),
    import("../../node/raw-response.ts"),
    import("../../node/discard-rest.ts"),
  ])
  const log = new TrafficLog(await HarWriter.create(output), options, room)
  const link = new UpstreamLink(upstream)
  const parts = { link, log, bodies: new CollectedBodies(), discardRest }
  const sockets = new PassedSockets(parts, rawHead)
  const server = new GuardedServer([urlHost(host), ...allowedHosts], {
    answer: (incoming, outgoing) =>
      void passRequest(parts, incoming, outgoing).catch(() => sendReply(outgoing, invalidUpstream(link))),
    refuse: (_, stranger) => strangeHost(stranger),
    mayUpgrade: asksForWebSocket,
    upgrade: (incoming, socket, head) => sockets.pass(incoming, socket, head),
  })
  let url: string
  try {
    url = await server.listen(port, host)
  } catch (error) {
    await log.settle()
    const { code, message } = error as NodeJS.ErrnoException
    throw new UpstreamProblem(
      code === "EADDRINUSE" ? `port ${port} is taken; choose another port, or 0 for any free port` : message,
    )
  }
  return {
    url,
    get recorded() {
      return log.recorded
    },
    async close() {
      const isClosed = server.close()
      sockets.close()
      await isClosed
      await log.settle()
      link.close()
    },
  }
}
