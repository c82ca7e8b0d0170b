import { type Call, callsOf, isCallReference, type RequestWithReferences, sendCalls } from "./calls.ts"
import { reductions, type ShortNames } from "./reduce-body.ts"
import type { Step } from "./session.ts"
import type { Target } from "./targets.ts"

export interface CallsRun {
  readonly steps: readonly Step[]
  /** The error that the rule threw. */
  readonly error: unknown
}

/** Sends calls to a new target, then asks the rule. Returns null if the rule holds. */
export type RunCalls = (send: (target: Target) => Promise<readonly Step[]>) => Promise<CallsRun | null>

const MAX_RERUNS = 400

/** Shrinks the calls that break a rule: leaves out calls, merges updates into creations, and simplifies bodies. */
export async function shrinkCalls(steps: readonly Step[], run: RunCalls, names: ShortNames): Promise<CallsRun | null> {
  let best: { readonly calls: readonly Call[]; readonly run: CallsRun } | null = null
  let left = MAX_RERUNS
  const attempt = async (calls: readonly Call[]): Promise<boolean> => {
    if (left <= 0) return false
    left -= 1
    const again = await run((target) => sendCalls(target, calls))
    if (again !== null) best = { calls, run: again }
    return again !== null
  }
  const current = (): readonly Call[] => best?.calls ?? []
  if (!(await attempt(callsOf(steps)))) return null
  await leaveOut(current, attempt)
  if (await merge(current, attempt)) await leaveOut(current, attempt)
  await simplify(current, attempt, names)
  await leaveOut(current, attempt)
  await readRevisions(current, attempt)
  return (best as { readonly run: CallsRun } | null)?.run ?? null
}

type Attempt = (calls: readonly Call[]) => Promise<boolean>

/** Leaves out halves, quarters and so on of the calls, from the end. */
async function leaveOut(current: () => readonly Call[], attempt: Attempt): Promise<void> {
  for (let size = Math.ceil(current().length / 2); size >= 1; ) {
    let isShorter = false
    for (let to = current().length; to > 0; to -= size) {
      const calls = current()
      const from = Math.max(to - size, 0)
      if (await attempt([...calls.slice(0, from), ...calls.slice(to)])) isShorter = true
    }
    if (!isShorter) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
}

/** Gives an item the values of a later update when it is created, and leaves out the update. Returns whether a call was left out. */
async function merge(current: () => readonly Call[], attempt: Attempt): Promise<boolean> {
  let isShorter = false
  for (let at = current().length - 1; at > 0; at -= 1) {
    const calls = current()
    const update = requestAt(calls, at)
    const id = update?.params?.["item-id"]
    const created = isCallReference(id) ? calls.findIndex(({ nth }) => nth === id.$call) : -1
    const creation = requestAt(calls, created)
    if (update === undefined || creation === undefined) continue
    const body = { ...creation.body, item: { ...creation.body?.item, ...update.body?.item } }
    const merged = calls.with(created, { nth: (calls[created] as Call).nth, request: { ...creation, body } })
    if (await attempt(merged.toSpliced(at, 1))) isShorter = true
  }
  return isShorter
}

type WriteRequest = RequestWithReferences & {
  readonly body?: { readonly item?: object; readonly is_force_update?: boolean }
}

function requestAt(calls: readonly Call[], at: number): WriteRequest | undefined {
  const request = calls[at]?.request
  return request === undefined || "advancedMs" in request ? undefined : (request as WriteRequest)
}

/** Replaces bodies with smaller ones as long as the rule is broken. */
async function simplify(current: () => readonly Call[], attempt: Attempt, names: ShortNames): Promise<void> {
  for (let at = 0; at < current().length; at += 1) {
    for (let isSimpler = true; isSimpler; ) {
      isSimpler = false
      const call = current()[at]
      const request = requestAt(current(), at)
      if (call === undefined || request?.body === undefined) break
      for (const body of reductions(request.body, names)) {
        if (!(await attempt(current().with(at, { ...call, request: { ...request, body } })))) continue
        isSimpler = true
        break
      }
    }
  }
}

const MAX_REVISION = 3

/** Sends the item's revision, which is shorter, instead of `is_force_update`. Few calls have raised it. */
async function readRevisions(current: () => readonly Call[], attempt: Attempt): Promise<void> {
  for (let at = 0; at < current().length; at += 1) {
    const call = current()[at]
    const request = requestAt(current(), at)
    if (call === undefined || request?.body?.is_force_update !== true) continue
    const { is_force_update: _, ...body } = request.body
    for (let rev_no = 1; rev_no <= MAX_REVISION; rev_no += 1) {
      const revised = { ...call, request: { ...request, body: { ...body, rev_no } } }
      if (await attempt(current().with(at, revised))) break
    }
  }
}
