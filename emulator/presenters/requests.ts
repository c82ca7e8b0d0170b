import { describeChanges, nameUser, type World } from "../../src/index.ts"
import type { RequestEntry } from "../control/request-log.ts"
import type { NamedWorld } from "../worlds.ts"
import { redactedPath, redactedValue, secretsIn } from "./secrets.ts"

/** The largest body that is shown. */
const SHOWN_BYTES = 65_536
const SHOWN_EFFECTS = 200

/** A request of the log (control.md section 3), written out when somebody looks. Passwords and tokens are never in it. */
export function presentRequest(world: World, entry: RequestEntry) {
  const { input, reply } = entry
  const view = world.view()
  const request = entry.form ?? parseBody(entry.body)
  const response = parseBody(reply?.body ?? null, reply?.headers["content-type"])
  const secrets = secretsIn(input.token, request, response)
  const effects = describeChanges(view, entry.changes)
  const hidden = Math.max(0, effects.length - SHOWN_EFFECTS) + entry.droppedPatches
  return {
    id: String(entry.id),
    at: entry.at,
    method: input.method,
    path: redactedPath(input.path, secrets),
    operation: input.operation,
    user: entry.uId === null ? null : nameUser(view, entry.uId),
    status: entry.status,
    ms: entry.ms,
    request: redactedValue(request, secrets),
    response: redactedValue(response, secrets),
    effects: [...effects.slice(0, SHOWN_EFFECTS), ...(hidden > 0 ? [`… and ${hidden} more`] : [])],
  }
}

/** A request of the log as a line of a server's output: no bodies, no effects. */
export const presentRequestLine = ({ name, world }: NamedWorld, entry: RequestEntry) => ({
  world: name,
  id: String(entry.id),
  at: entry.at,
  method: entry.input.method,
  path: redactedPath(entry.input.path, secretsIn(entry.input.token)),
  operation: entry.input.operation,
  user: entry.uId === null ? null : nameUser(world.view(), entry.uId),
  status: entry.status,
  ms: entry.ms,
})

/** A body as JSON; of one that is none, or too large, only how many bytes it had. */
function parseBody(body: string | Uint8Array | ReadableStream | null, type?: string): unknown {
  if (body === null || body instanceof ReadableStream || body.length === 0) return null
  const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength
  const size = { bytes, ...(type === undefined ? {} : { content_type: type }) }
  if (bytes > SHOWN_BYTES || (type !== undefined && !type.startsWith("application/json"))) return size
  try {
    return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body))
  } catch {
    return size
  }
}
