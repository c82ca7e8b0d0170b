import { DomainError, type Fault, type World } from "../../src/inside.ts"
import type { Row } from "../contract/row.ts"
import { type OperationName, operationOf, table } from "../contract/table.ts"
import { presentError } from "../http/errors.ts"
import type { ApiOutcome } from "../wire/api-request.ts"
import { emptyReply, jsonReply, type Reply } from "../wire/reply.ts"

/** A planned fault: the connection is cut and there is no answer. */
export class Disconnect extends TypeError {
  constructor() {
    super("the connection was cut by a planned fault")
  }
}

/** Answers with no body at all. */
const BODILESS = new Set([204, 205, 304])

/** Runs an operation into a planned fault (control.md section 3). */
export async function runWithFault(
  fault: Fault,
  world: World,
  name: OperationName,
  run: () => Promise<ApiOutcome>,
): Promise<ApiOutcome> {
  const { delayMs } = fault
  if (delayMs !== null) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (fault.disconnect) throw new Disconnect()
  if (fault.status !== null || fault.body !== undefined) return { reply: plannedReply(fault), uId: null }
  return fault.storeFailure === null ? run() : runWithoutStore(fault.storeFailure, world, name, run)
}

function plannedReply({ status, body, operation }: Fault): Reply {
  if (status !== null && BODILESS.has(status)) return emptyReply(status, {})
  const failure = { error: `planned fault of ${operation}`, error_code: "SYSTEM_ERROR" }
  return jsonReply(status ?? 200, body === undefined ? failure : body)
}

/** Operations that commit under the name of the newer one they are an older form of. */
const COMMITS_AS: Partial<Record<OperationName, Capitalize<OperationName>>> = {
  getItemHistoriesOld: "GetItemHistories",
}

/** An operation that succeeds without writing anything still meets the broken store. */
async function runWithoutStore(
  failure: NonNullable<Fault["storeFailure"]>,
  world: World,
  name: OperationName,
  run: () => Promise<ApiOutcome>,
): Promise<ApiOutcome> {
  const row: Row = table[name]
  const operation = COMMITS_AS[name] ?? operationOf(name)
  const takeBack = world.storeFailures.plan(operation, failure)
  try {
    const outcome = await run()
    const isUnmet = world.storeFailures.take(operation) !== undefined
    if (!isUnmet || outcome.reply.status >= 400) return outcome
    const broken = new DomainError("SYSTEM_ERROR", "store", "the store failed")
    return { reply: presentError(broken, row), uId: outcome.uId }
  } finally {
    takeBack()
  }
}
