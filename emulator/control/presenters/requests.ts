import { describeChanges, nameUser, type World } from "../../../src/inside.ts"
import { type KeptBody, sizeOf } from "../../worlds/kept-bodies.ts"
import type { RequestEntry, RequestHead } from "../../worlds/request-log.ts"
import type { NamedWorld } from "../../worlds/worlds.ts"
import { confirmationsIn, presentedSecrets, redactedPath, redactedValue, secretsIn } from "./secrets.ts"

const SHOWN_EFFECTS = 200

/** A request of the log (control.md section 3), written out when somebody looks. Passwords and tokens are never in it. */
export function presentRequest(world: World, entry: RequestEntry) {
  const { input } = entry
  const view = world.view()
  const request = presentBody(entry.body)
  const response = presentBody(entry.answer)
  const confirmations = { token: confirmationsIn(input.path, request) }
  const { secrets, areAll } = secretsIn(input.token, confirmations, request, response)
  const shown = (value: unknown, body: KeptBody | null) => (areAll ? redactedValue(value, secrets) : presentSize(body))
  const effects = describeChanges(view, entry.changes)
  const hidden = Math.max(0, effects.length - SHOWN_EFFECTS) + entry.droppedPatches
  return {
    id: String(entry.id),
    at: entry.at,
    method: input.method,
    path: shownPath(input, secrets),
    operation: input.operation,
    user: entry.uId === null ? null : nameUser(view, entry.uId),
    status: entry.status,
    ms: entry.ms,
    request: shown(request, entry.body),
    response: shown(response, entry.answer),
    effects: [...effects.slice(0, SHOWN_EFFECTS), ...(hidden > 0 ? [`… and ${hidden} more`] : []), ...entry.remarks],
  }
}

/** A request of the log as a line of a server's output: no bodies, no effects. */
export const presentRequestLine = ({ name, world }: NamedWorld, entry: RequestEntry) => ({
  world: name,
  id: String(entry.id),
  at: entry.at,
  method: entry.input.method,
  path: shownPath(
    entry.input,
    new Set([...presentedSecrets(entry.input.token), ...confirmationsIn(entry.input.path, null)]),
  ),
  operation: entry.input.operation,
  user: entry.uId === null ? null : nameUser(world.view(), entry.uId),
  status: entry.status,
  ms: entry.ms,
})

const shownPath = ({ path, isPathCut }: RequestHead, secrets: ReadonlySet<string>): string =>
  redactedPath(path, secrets) + (isPathCut ? "…" : "")

/** A body as JSON; of one that is none, or is too large, only how many bytes it had. */
function presentBody(body: KeptBody | null): unknown {
  if (body === null) return null
  const { content, contentType } = body
  if (typeof content === "number" || (contentType !== null && !contentType.startsWith("application/json")))
    return presentSize(body)
  try {
    return JSON.parse(typeof content === "string" ? content : new TextDecoder().decode(content))
  } catch {
    return presentSize(body)
  }
}

const presentSize = (body: KeptBody | null) =>
  body && { bytes: sizeOf(body.content), ...(body.contentType === null ? {} : { content_type: body.contentType }) }
