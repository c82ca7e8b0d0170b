import type { Step } from "./session.ts"
import type { KitRequest, Target } from "./targets.ts"

/** Properties of responses that contain IDs of new records. */
export const ID_PROPERTIES = [
  "item_id",
  "history_id",
  "file_id",
  "action_id",
  "tp_id",
  "stream_id",
  "temp_datastore_id",
] as const

/** A placeholder for an ID in the response to another call. The ID changes if calls are left out, because it is drawn at random. */
export interface CallReference {
  readonly $call: number
  readonly property: string
}

export const isCallReference = (value: unknown): value is CallReference =>
  typeof value === "object" && value !== null && "$call" in value

/** A request or a clock advance that can be repeated in another sequence. */
export interface Call {
  /** The position in the original sequence, to which references refer. */
  readonly nth: number
  /** The request, with references instead of IDs; a clock advance in milliseconds. */
  readonly request: RequestWithReferences | { readonly advancedMs: number }
}

export type RequestWithReferences = Omit<KitRequest, "params"> & { readonly params?: Readonly<Record<string, unknown>> }

/** Replaces IDs from earlier responses with references. */
export function callsOf(steps: readonly Step[]): Call[] {
  const known = new Map<string, CallReference>()
  return steps.map((step, nth) => {
    if ("advancedMs" in step) return { nth, request: step }
    const request = replaceParts(step.request, (value) => (typeof value === "string" ? known.get(value) : undefined))
    for (const property of ID_PROPERTIES) {
      const id: unknown = step.answer.body?.[property]
      if (typeof id === "string" && id !== "" && !known.has(id)) known.set(id, { $call: nth, property })
    }
    return { nth, request }
  })
}

/** An ID that no record has, for references to calls that were left out. */
const NO_RECORD = "f".repeat(24)

/** Sends calls in order and returns them with their responses. */
export async function sendCalls(target: Target, calls: readonly Call[]): Promise<Step[]> {
  const steps: Step[] = []
  const bodies = new Map<number, Readonly<Record<string, unknown>> | null>()
  const idOf = ({ $call, property }: CallReference) => bodies.get($call)?.[property] ?? NO_RECORD
  for (const { nth, request: call } of calls) {
    if ("advancedMs" in call) {
      steps.push(call)
      await target.advance(call.advancedMs)
      continue
    }
    const request = replaceParts(call, (value) => (isCallReference(value) ? idOf(value) : undefined)) as KitRequest
    const answer = await target.call(request)
    steps.push({ request, answer })
    bodies.set(nth, answer.body)
  }
  return steps
}

/** Copies a JSON value. `replace` returns undefined for parts that are copied as they are. */
function replaceParts<T>(value: T, replace: (part: unknown) => unknown): T {
  const replacement = replace(value)
  if (replacement !== undefined) return replacement as T
  if (Array.isArray(value)) return value.map((one) => replaceParts(one, replace)) as T
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceParts(one, replace)])) as T
}
