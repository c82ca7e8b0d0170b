import type { Engine } from "../engine/engine.ts"
import { invalidParams } from "../model/error.ts"
import { byOrdinal } from "../order.ts"
import type { Fault } from "../records/fault.ts"
import { type NamesOf, requireOptions } from "../model/strings/options.ts"
import { nearest } from "../texts/nearest.ts"
import { planFault } from "./plan-fault.ts"

/** A failure to plan, in the words of the control plane (control.md section 3, "fault"); at least one thing it does is to be named. */
export interface FaultWish {
  /** Name of the operation, `UpdateItem` or `updateItem`; `*` is any. */
  readonly operation: string
  /** How often it is used. Default 1. */
  readonly times?: number | undefined
  /** Milliseconds of real time before the answer, at most 600,000; alone, the operation runs after them. */
  readonly delayMs?: number | undefined
  /** The HTTP status to answer with, 200 to 599. */
  readonly status?: number | undefined
  /** The JSON to answer with; without one, SYSTEM_ERROR. */
  readonly body?: unknown
  /** Nothing runs, the connection is cut. */
  readonly disconnect?: boolean | undefined
  /** The store fails while the last record is written. */
  readonly storeFailure?: "rolled_back" | "rollback_failed" | undefined
  /** Alone: the task of a SaveTemplate, UploadTemplate or ImportItems ends so. */
  readonly task?: "ERROR" | "DEAD" | undefined
}

const WISH: NamesOf<FaultWish> = {
  ...{ operation: true, times: true, delayMs: true, status: true, body: true, disconnect: true, storeFailure: true },
  task: true,
}

/** The longest delay; longer ones would outlive every client. */
const MAX_DELAY_MS = 600_000
const DOINGS = ["delayMs", "status", "body", "disconnect", "storeFailure", "task"] as const
/** Operations that leave tasks (api.md section 14, "GetTasks"). */
const TASK_OPERATIONS: readonly string[] = ["*", "SaveTemplate", "UploadTemplate", "ImportItems"]

/**
 * The planned failures of a world (control.md section 3, "faults"): `world.faults`. Calls of `world.as` and
 * `world.public` meet them, and requests, whichever way they come: by a server, an app, a client or handlers. `world.raw` does not.
 */
export class Faults {
  readonly #engine: Engine
  readonly #operations: () => readonly string[]

  /** `operations`: what there is to plan for, in the API's spelling. */
  constructor(engine: Engine, operations: () => readonly string[]) {
    this.#engine = engine
    this.#operations = operations
  }

  /**
   * Plans a failure, after those planned before: the oldest fault left that fits is used. Refuses an operation there is not, and a
   * fault that does nothing.
   */
  plan(wish: FaultWish): Promise<Fault> {
    requireOptions("faults.plan", wish, WISH)
    const operation = this.#requireOperation(wish.operation)
    requireDoings(wish, operation)
    const { times = 1, delayMs = null, status = null, body, disconnect = false, storeFailure = null, task } = wish
    requireNumbers({ times, delayMs, status })
    return planFault(this.#engine, {
      ...{ operation, times, delayMs, status, body, disconnect, storeFailure },
      ...(task === undefined ? {} : { task }),
    })
  }

  /** The faults that are planned, oldest first; of used up ones the latest 100. */
  list(): Fault[] {
    return this.#engine.view().table("faults").toArray().sort(byOrdinal)
  }

  /** Forgets a fault; true when there was one. */
  remove(id: string): Promise<boolean> {
    return this.#engine.commit("DeleteFault", null, (tx) => tx.remove("faults", id))
  }

  /** Forgets all faults. */
  clear(): Promise<void> {
    return this.#engine.commit("DeleteFaults", null, (tx) => {
      for (const { id } of tx.table("faults").toArray()) tx.remove("faults", id)
    })
  }

  #requireOperation(name: string): string {
    if (typeof name !== "string") throw invalidParams("a fault needs an operation, such as UpdateItem, or * for any")
    const spelled = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    if (spelled === "*" || this.#operations().includes(spelled)) return spelled
    const meant = nearest(spelled, this.#operations())
    throw invalidParams(
      `no operation ${JSON.stringify(name)}; ${meant === undefined ? "expected a name such as UpdateItem, or *" : `did you mean ${meant}?`}`,
    )
  }
}

function requireDoings(wish: FaultWish, operation: string): void {
  const doings = DOINGS.filter((name) => wish[name] !== undefined && wish[name] !== false)
  if (doings.length === 0) throw invalidParams(`a fault needs at least one of ${DOINGS.join(", ")}`)
  if (wish.task !== undefined && (doings.length > 1 || !TASK_OPERATIONS.includes(operation))) {
    throw invalidParams(`task stands alone, and only ${TASK_OPERATIONS.slice(1).join(", ")} leave tasks`)
  }
}

function requireNumbers({ times, delayMs, status }: Pick<Fault, "times" | "delayMs" | "status">): void {
  if (!Number.isSafeInteger(times) || times < 1)
    throw invalidParams(`times: expected a whole number from 1, not ${times}`)
  if (delayMs !== null && !(delayMs >= 0 && delayMs <= MAX_DELAY_MS)) {
    throw invalidParams(`delayMs: expected 0 to ${MAX_DELAY_MS} milliseconds, not ${delayMs}`)
  }
  if (status !== null && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    throw invalidParams(`status: expected an HTTP status from 200 to 599, not ${status}`)
  }
}
