import { answersItself, Disconnect, type Fault, plannedAnswer, type World } from "../../../src/inside.ts"
import { type OperationName, operationOf } from "../contract/table.ts"
import type { ApiOutcome } from "../../wire/api-request.ts"
import { emptyReply, jsonReply, type Reply } from "../../wire/reply.ts"

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
  if (answersItself(fault)) return { reply: plannedReply(fault), uId: null }
  return fault.storeFailure === null ? run() : runWithoutStore(fault.storeFailure, world, name, run)
}

function plannedReply(fault: Fault): Reply {
  const { status, body } = plannedAnswer(fault)
  return BODILESS.has(status) ? emptyReply(status, {}) : jsonReply(status, body)
}

/** Operations that commit under the name of the newer one they are an older form of. */
const COMMITS_AS: Partial<Record<OperationName, Capitalize<OperationName>>> = {
  getItemHistoriesOld: "GetItemHistories",
}

/** An operation that writes nothing does not meet the broken store. */
async function runWithoutStore(
  failure: NonNullable<Fault["storeFailure"]>,
  world: World,
  name: OperationName,
  run: () => Promise<ApiOutcome>,
): Promise<ApiOutcome> {
  const takeBack = world.storeFailures.plan(COMMITS_AS[name] ?? operationOf(name), failure)
  try {
    return await run()
  } finally {
    takeBack()
  }
}
