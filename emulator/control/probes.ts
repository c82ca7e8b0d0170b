import { Hono } from "hono"
import { missingBlobs } from "../../src/ports/index.ts"
import { blobNames } from "../../src/state/index.ts"
import type { Hosts } from "../api/index.ts"
import { jsonReply, type Reply, withHeaders } from "../wire/index.ts"
import type { Worlds } from "../worlds/index.ts"
import { answerControl, type ControlEnv, OWN_HEADERS } from "./control-env.ts"
import type { ControlOrigins } from "./guards/control-origins.ts"
import { findForeignPage, guardFromRemote, type HeaderOf, type RemoteControl } from "./guards/guard.ts"

const PROBE = /^(?:https?:\/\/[^/?#]*)?\/_hexarium\/(health|ready)(?:\?.*)?$/i

/** Returns the first error that prevents writes from being stored or reports damaged data; null if there is none. */
export function serverTrouble(worlds: Worlds): string | null {
  if (worlds.storeTrouble !== null) return worlds.storeTrouble
  for (const { name, world } of worlds.list()) {
    const lost = missingBlobs(world.ports.blobs, blobNames(world.state))
    if (lost.length > 0) return `the world ${name} lost the content of ${lost.length} files, such as ${lost[0]}`
  }
  return null
}

export interface ProbeParts {
  readonly worlds: Worlds
  readonly hosts: Hosts
  readonly origins: ControlOrigins
}

export interface Probe {
  readonly method: string
  readonly target: string
  readonly header: HeaderOf
}

/**
 * Returns the reply to a probe from a foreign host or another machine, which is only a status (control.md section 4).
 * Returns undefined for other requests and for pages of other sites.
 */
export function probeReply(
  { worlds, hosts, origins }: ProbeParts,
  { method, target, header }: Probe,
): Reply | undefined {
  const name = PROBE.exec(target)?.[1]
  if (name === undefined || (method !== "GET" && method !== "HEAD")) return undefined
  if (findForeignPage(method, header, hosts, origins) !== undefined) return undefined
  const trouble = name === "ready" ? worlds.storeTrouble : serverTrouble(worlds)
  const status = trouble === null ? "ok" : "degraded"
  const reply = jsonReply(name === "ready" && trouble !== null ? 503 : 200, { status })
  return withHeaders(reply, { ...OWN_HEADERS, ...origins.cors?.headers(header("origin")) })
}

/** Responds to probes from foreign hosts and other machines. All other requests continue to the guards. */
export function makeProbes(parts: ProbeParts, remote: RemoteControl): Hono<ControlEnv> {
  const findStranger = guardFromRemote(remote)
  const app = new Hono<ControlEnv>()
  for (const name of ["health", "ready"]) {
    app.get(`/${name}`, async (context, next) => {
      const { req, env } = context
      const header: HeaderOf = (name) => req.header(name)
      const host = header("host")
      const isKnownHost = host === undefined || parts.hosts.allowsHost(host)
      if (isKnownHost && findStranger(env?.incoming?.socket, header) === undefined) return await next()
      const reply = probeReply(parts, { method: req.method, target: `/_hexarium/${name}`, header })
      return reply === undefined ? await next() : answerControl(context, reply)
    })
  }
  return app
}
