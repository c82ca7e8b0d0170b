import { byOrdinal, DomainError, type ErrorCode } from "../../model/index.ts"
import type { Fault } from "../../model/records/index.ts"
import type { Tx } from "../../state/index.ts"
import type { Engine } from "../operation/engine.ts"
import { type FaultedCall, meetsConditions } from "./fault-match.ts"
import { takeTurn } from "./fault-turn.ts"

export class Disconnect extends TypeError {
  constructor() {
    super("a planned fault closed the connection")
  }
}

/** Returns a fault's response, for a fault that has a status or a body (control.md section 3, "faults"). */
export const plannedAnswer = ({
  status,
  body,
  operation,
}: Fault): { readonly status: number; readonly body: unknown } => ({
  status: status ?? 200,
  body: body === undefined ? { error: `planned fault of ${operation}`, error_code: "SYSTEM_ERROR" } : body,
})

export const answersItself = ({ status, body }: Fault): boolean => status !== null || body !== undefined

const CODES: Readonly<Record<ErrorCode, true>> = {
  INVALID_PARAMS: true,
  INVALID_VALUE: true,
  INVALID_SETTINGS: true,
  ITEM_REV_CONFLICT: true,
  NOT_FOUND: true,
  NO_PRIVILEGES: true,
  PROCESS_STOPPED: true,
  TRANSACTION_ABORTED: true,
  SEARCH_TIMEOUT: true,
  COUNT_TIMEOUT: true,
  SYSTEM_ERROR: true,
  UNAUTHORIZED: true,
}

const isCode = (text: unknown): text is ErrorCode => typeof text === "string" && Object.hasOwn(CODES, text)

/** Creates the error that in-process calls throw for a fault with a status of 400 or more. */
function plannedRefusal(fault: Fault): DomainError {
  const answered = plannedAnswer(fault)
  const members: Readonly<Record<string, unknown>> = { ...(typeof answered.body === "object" ? answered.body : {}) }
  const code = isCode(members.error_code) ? members.error_code : "SYSTEM_ERROR"
  const text = typeof members.error === "string" ? members.error : `planned fault of ${fault.operation}`
  return new DomainError(code, "store", text, { answered })
}

/** Maximum number of used-up faults to keep. Beyond that, the oldest are deleted. */
const MAX_USED_FAULTS = 100

/**
 * Finds the oldest planned fault that affects the call, and counts its use. Returns the fault with the call's own delay
 * and headers. Faults that match but don't affect the call only count it.
 */
export async function takeFault(engine: Engine, call: FaultedCall, cause?: unknown): Promise<Fault | undefined> {
  if (engine.isReadOnly) return undefined
  const planned = engine.view().table("faults")
  if (!planned.toArray().some(({ task }) => task === undefined)) return undefined
  return engine.commit("UseFault", { uId: null, cause }, (tx) => {
    const faults = tx.all("faults").sort(byOrdinal)
    for (const fault of faults) {
      if (!fits(tx, fault, call)) continue
      const { counters, affects } = takeTurn(tx, fault, call)
      if (Object.keys(counters).length > 0) tx.patch("faults", fault.id, counters)
      if (affects === undefined) continue
      const used = faults.filter(({ id, left }) => left === 0 || (id === fault.id && left === 1))
      for (const { id } of used.slice(0, -MAX_USED_FAULTS)) tx.remove("faults", id)
      return affects
    }
    return undefined
  })
}

const fits = (tx: Tx, { operation, left, task, match }: Fault, call: FaultedCall): boolean =>
  task === undefined &&
  left > 0 &&
  (operation === "*" || call.operations.includes(operation)) &&
  (match === undefined || meetsConditions(tx, match, call))

/** Returns whether a planned fault matches on the body, so that the caller must read the body first. */
export const faultsNeedBody = (engine: Engine): boolean =>
  engine
    .view()
    .table("faults")
    .toArray()
    .some(({ left, match }) => left > 0 && match?.body !== undefined)

const BODILESS_STATUSES: readonly number[] = [204, 205, 304]

/** Applies a planned fault to an in-process call (control.md section 3, "faults"). Throws responses from status 400, returns others. */
export async function meetFault(
  engine: Engine,
  operation: string,
  call: Pick<FaultedCall, "uId" | "body">,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if ((engine.state.tables.get("faults")?.size ?? 0) === 0) return run()
  const fault = await takeFault(engine, { operations: [operation], ...call })
  if (fault === undefined) return run()
  const { delayMs, storeFailure } = fault
  if (delayMs !== null) await new Promise<void>((resolve) => void engine.ports.timer.after(delayMs, resolve))
  if (fault.disconnect) throw new Disconnect()
  if (answersItself(fault)) {
    const { status, body } = plannedAnswer(fault)
    if (status >= 400) throw plannedRefusal(fault)
    return BODILESS_STATUSES.includes(status) ? undefined : body
  }
  if (storeFailure === null) return run()
  const cancelFailure = engine.storeFailures.plan(operation, storeFailure)
  try {
    return await run()
  } finally {
    cancelFailure()
  }
}
