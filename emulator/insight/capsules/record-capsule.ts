import * as z from "zod"
import type { Capsule, CapsuleRequest, PackedMoment, TextHider } from "../../../src/insight/capsule/index.ts"
import { GRAPHQL_REQUEST, type Secrets } from "../../../src/insight/index.ts"
import { defined } from "../../../src/model/index.ts"
import { API, type DeclaredRow, operationOf, rows } from "../../api/index.ts"
import { describeChanges } from "../../worlds/index.ts"
import { type OpenMoment, replayCapsule } from "./replay-capsule.ts"

/** Maximum number of effects of a request. */
export const MAX_EFFECTS = 200

/** Hides the texts of requests. Their responses stay, so that a replay can still find the IDs that requests generate. */
export function hideRequests(requests: readonly CapsuleRequest[], hider: TextHider): CapsuleRequest[] {
  hider.addWords(pathWords())
  return requests.map((one) => {
    const { request } = one
    const isGraphql = request.path.startsWith("/graphql")
    hider.addWords(inputWords(request.operation))
    const body = request.body === undefined ? undefined : hideBody(request.body, hider, isGraphql)
    return { ...one, request: { ...request, path: hider.path(request.path), ...defined({ body }) } }
  })
}

/** Returns the constant parts of all paths of the API. */
const pathWords = (): string[] => [
  "graphql",
  ...API.split("/"),
  ...rows.flatMap(([, { paths }]) => paths.flatMap((path) => path.split("/"))),
]

/** Returns the constants of an operation's input, such as the names of sort orders. */
function inputWords(name: string | null): string[] {
  const [, row] = rows.find(([key]) => operationOf(key) === name) ?? []
  if (row === undefined) return []
  const words: string[] = []
  const visit = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return
    const { enum: values = [], const: constant } = schema as { readonly enum?: unknown[]; readonly const?: unknown }
    for (const value of [values, constant].flat()) if (typeof value === "string") words.push(value)
    for (const member of Object.values(schema)) visit(member)
  }
  visit(z.toJSONSchema((row as unknown as DeclaredRow).operation.input(), { io: "input", unrepresentable: "any" }))
  return words
}

function hideBody(text: string, hider: TextHider, isGraphql: boolean): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return hider.text(text)
  }
  if (!isGraphql || typeof body !== "object" || body === null) return JSON.stringify(hider.json(body))
  const { query, operationName, ...others } = body as Readonly<Record<string, unknown>>
  return JSON.stringify({
    ...defined({ query: typeof query === "string" ? hider.document(query) : query, operationName }),
    ...(hider.json(others) as object),
  })
}

/**
 * Runs the requests of a capsule, and returns them with the IDs that this run generates, with its responses and effects, and with the
 * changes as they were repeated. Secrets of the run are replaced.
 */
export async function recordCapsule(
  given: PackedMoment & Pick<Capsule, "requests">,
  secrets: Secrets,
  ports: Parameters<typeof replayCapsule>[1],
  open: OpenMoment,
): Promise<Pick<Capsule, "requests" | "changes">> {
  const requests: CapsuleRequest[] = []
  const changes: Capsule["changes"] = []
  await replayCapsule({ ...given, hash: "" }, ports, open, {
    answered({ recorded, replayed, effects, unifier }) {
      const { request, response } = recorded
      const operation = request.path.startsWith("/graphql") ? GRAPHQL_REQUEST : (request.operation ?? "")
      const { status, contentType, text } = replayed
      const body = response.body === undefined || text === "" ? undefined : unifier.conceal(text)
      requests.push({
        id: recorded.id,
        request: {
          ...request,
          path: unifier.translateIds(request.path),
          ...defined({ body: request.body === undefined ? undefined : unifier.translateIds(request.body) }),
        },
        response: defined({
          status,
          content_type: contentType,
          body: body === undefined ? undefined : secrets.body(body, operation, contentType ?? ""),
        }),
        effects: describeChanges(effects.view, effects.changes)
          .slice(0, MAX_EFFECTS)
          .map((effect) => secrets.text(unifier.conceal(effect))),
      })
    },
    redone: (redone) => void changes.push(...redone),
  })
  return { requests, changes }
}
