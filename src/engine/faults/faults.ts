import { byOrdinal, defined, invalidParams, type NamesOf, nearest, oncePer, requireOptions } from "../../model/index.ts"
import type { Fault, FaultMatch, FaultRateLimit, StoreFailure } from "../../model/records/index.ts"
import type { Engine } from "../operation/engine.ts"
import { CONDITION_NAMES, conditionsOf } from "./fault-conditions.ts"
import { requireMatchedUser } from "./fault-match.ts"

/** Settings of a planned fault (control.md section 3, "fault"). At least one property besides `operation` and `times` is required. */
export interface FaultSettings {
  /** Operation name such as `UpdateItem` or `updateItem`; `*` matches every operation. */
  readonly operation: string
  /** Number of calls that the fault affects. Default 1; with `rateLimit`, any number. */
  readonly times?: number | undefined
  /** Delay in milliseconds of real time, at most 600,000. If the fault has no other effect, the operation runs after the delay. */
  readonly delayMs?: number | undefined
  /** HTTP status of the response, 200 to 599. */
  readonly status?: number | undefined
  /** JSON body of the response. Default: a SYSTEM_ERROR body. */
  readonly body?: unknown
  /** If true, the connection is closed and the operation does not run. */
  readonly disconnect?: boolean | undefined
  /** Makes the store fail when the operation writes its last record. */
  readonly storeFailure?: StoreFailure | undefined
  /** Final status of the task that SaveTemplate, UploadTemplate or ImportItems creates. Can't be combined with other effects. */
  readonly task?: Fault["task"]
  /** Conditions on the call. In-process calls have no path and no query, and their body is the call's input. */
  readonly match?: FaultMatch | undefined
  /** Number of the first matching call that the fault affects, from 1. Default 1. */
  readonly nth?: number | undefined
  /** Probability, from 0 to 1, with which the fault affects a matching call. Drawn from the world's random stream. Default 1. */
  readonly probability?: number | undefined
  /** Headers of the response. Without another effect, the operation runs and its response gets the headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Maximum additional delay in milliseconds, which is random; at most 600,000. */
  readonly jitterMs?: number | undefined
  /** Allows a number of calls per interval of the world's clock; affects further calls. Default status: 429. */
  readonly rateLimit?: (Omit<FaultRateLimit, "byUser"> & Partial<Pick<FaultRateLimit, "byUser">>) | undefined
}

const SETTINGS: NamesOf<FaultSettings> = {
  operation: true,
  times: true,
  delayMs: true,
  status: true,
  body: true,
  disconnect: true,
  storeFailure: true,
  task: true,
  match: true,
  nth: true,
  probability: true,
  headers: true,
  jitterMs: true,
  rateLimit: true,
}

const TOO_MANY_REQUESTS = 429

/** Longest `delayMs` of a fault. Longer delays would have no effect, because clients time out earlier. */
const MAX_DELAY_MS = 600_000
const EFFECTS = [
  "delayMs",
  "status",
  "body",
  "disconnect",
  "storeFailure",
  "task",
  "headers",
  "jitterMs",
  "rateLimit",
] as const
/** Operations that create tasks (api.md section 14, "GetTasks"). */
const TASK_OPERATIONS: readonly string[] = ["*", "SaveTemplate", "UploadTemplate", "ImportItems"]

/**
 * The world's planned faults (control.md section 3, "faults"): `world.faults`. Faults affect calls of `world.as` and `world.public` and all
 * HTTP requests, but not calls of `world.raw`.
 */
export class Faults {
  readonly #engine: Engine
  readonly #operations: () => readonly string[]
  #otherNames: readonly string[] = []

  /** `operations` returns all operation names in the API's spelling. */
  constructor(engine: Engine, operations: () => readonly string[]) {
    this.#engine = engine
    this.#operations = operations
  }

  /** Accepts further names for `operation`, such as the roots of the GraphQL schema of the server that serves the world. */
  acceptNames(names: readonly string[]): void {
    this.#otherNames = names
  }

  /** Plans a fault. A call triggers only the oldest fault that matches it. Rejects unknown operations, unknown users and faults without an effect. */
  plan(settings: FaultSettings): Promise<Fault> {
    requireOptions("faults.plan", settings, SETTINGS, CONDITION_NAMES)
    const operation = this.#requireOperation(settings.operation)
    requireEffect(settings, operation)
    const { times, delayMs = null, status = null, body, disconnect = false, storeFailure = null, task } = settings
    const { rateLimit, ...conditions } = conditionsOf(settings)
    const plan = {
      operation,
      times: times ?? (rateLimit === undefined ? 1 : Number.MAX_SAFE_INTEGER),
      delayMs,
      status,
      body,
      disconnect,
      storeFailure,
      task,
      ...conditions,
      ...defined({ rateLimit }),
    }
    requireNumbers(plan)
    return planFault(this.#engine, plan)
  }

  /** Returns the planned faults, oldest first, and the 100 most recently used-up faults. */
  list(): Fault[] {
    return this.#engine.view().all("faults").sort(byOrdinal)
  }

  /** Deletes a fault. Resolves to false if the ID is unknown. */
  remove(id: string): Promise<boolean> {
    return this.#engine.commit("DeleteFault", null, (tx) => tx.remove("faults", id))
  }

  /** Deletes all faults. */
  clear(): Promise<void> {
    return this.#engine.commit("DeleteFaults", null, (tx) => {
      for (const { id } of tx.all("faults")) tx.remove("faults", id)
    })
  }

  #requireOperation(name: string): string {
    if (typeof name !== "string") throw invalidParams("operation: expected a name such as UpdateItem, or * for all")
    const spelled = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    if (spelled === "*" || this.#operations().includes(spelled)) return spelled
    if (this.#otherNames.includes(name)) return name
    const meant = nearest(spelled, this.#operations()) ?? nearest(name, this.#otherNames)
    throw invalidParams(
      `unknown operation ${JSON.stringify(name)}; ${meant === undefined ? "expected a name such as UpdateItem, or * for all" : `did you mean ${meant}?`}`,
    )
  }
}

function requireEffect(settings: FaultSettings, operation: string): void {
  const effects = EFFECTS.filter((name) => settings[name] !== undefined && settings[name] !== false)
  if (effects.length === 0) throw invalidParams(`expected at least one of the properties ${EFFECTS.join(", ")}`)
  const isConditional = [settings.match, settings.nth, settings.probability].some((value) => value !== undefined)
  if (settings.task !== undefined && (isConditional || effects.length > 1 || !TASK_OPERATIONS.includes(operation))) {
    throw invalidParams(`task must be the only effect, and operation one of ${TASK_OPERATIONS.slice(1).join(", ")}`)
  }
}

function requireNumbers({ times, delayMs, status }: Pick<Fault, "times" | "delayMs" | "status">): void {
  if (!Number.isSafeInteger(times) || times < 1)
    throw invalidParams(`times: expected a whole number of at least 1, received ${times}`)
  if (delayMs !== null && !(delayMs >= 0 && delayMs <= MAX_DELAY_MS)) {
    throw invalidParams(`delayMs: expected 0 to ${MAX_DELAY_MS} milliseconds, received ${delayMs}`)
  }
  if (status !== null && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    throw invalidParams(`status: expected an HTTP status from 200 to 599, received ${status}`)
  }
}

export type FaultPlan = Omit<Fault, "id" | "left" | "ordinal" | "task" | "seen" | "windows"> & {
  readonly task?: Fault["task"] | undefined
}

/** Maximum number of faults in a world, not counting used-up faults. */
const MAX_PLANNED_FAULTS = 1000
/** Maximum total size of all faults' bodies, in characters of JSON. */
const MAX_CHARACTERS = 16_777_216

const jsonLength = oncePer((body: object) => JSON.stringify(body).length)

function weightOf({ body, match, headers }: Pick<Fault, "body" | "match" | "headers">): number {
  const length =
    typeof body === "string" ? body.length : typeof body === "object" && body !== null ? jsonLength(body) : 0
  return length + [match, headers].reduce((sum, part) => sum + (part === undefined ? 0 : jsonLength(part)), 0)
}

/** A rate limit without another effect responds with 429, as most services do. */
const withStatus = (plan: FaultPlan): FaultPlan => {
  const { rateLimit, status, body, delayMs, jitterMs, disconnect, storeFailure } = plan
  const isAlone = [body, jitterMs].every((value) => value === undefined) && delayMs === null && storeFailure === null
  return rateLimit !== undefined && status === null && isAlone && !disconnect
    ? { ...plan, status: TOO_MANY_REQUESTS }
    : plan
}

/** Plans a fault (control.md section 3, "faults"). Draws no random numbers, so that a deleted fault does not change later IDs. */
export const planFault = (engine: Engine, plan: FaultPlan): Promise<Fault> =>
  engine.commit("PlanFault", null, (tx) => {
    const { body, task, ...rest } = withStatus(plan)
    requireMatchedUser(tx, plan.match ?? {})
    const planned = tx.all("faults")
    if (planned.filter(({ left }) => left > 0).length >= MAX_PLANNED_FAULTS) {
      throw invalidParams(
        `at most ${MAX_PLANNED_FAULTS} faults can be planned at the same time; delete some faults first`,
      )
    }
    const held = planned.reduce((sum, fault) => sum + weightOf(fault), weightOf(plan))
    if (held > MAX_CHARACTERS)
      throw invalidParams("all faults together may have bodies of at most 16 Mi characters; delete some faults first")
    const ordinal = 1 + Math.max(0, ...planned.map((fault) => fault.ordinal))
    return tx.put("faults", {
      id: `fault-${ordinal}`,
      ...rest,
      ...(body !== undefined && { body }),
      ...(task !== undefined && { task }),
      left: plan.times,
      ordinal,
    })
  })
