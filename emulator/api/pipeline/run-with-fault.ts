import { answersItself, Disconnect, plannedAnswer } from "../../../src/engine/index.ts"
import type { Fault } from "../../../src/model/records/index.ts"
import type { World } from "../../../src/world/index.ts"
import { type AnswerPlace, emptyReply, jsonReply, type Reply } from "../../wire/index.ts"
import { type OperationName, operationOf } from "../contract/table.ts"
import type { ApiOutcome } from "./api-request.ts"
import { settleReply } from "./long-answer.ts"

const BODILESS = new Set([204, 205, 304])

/** Runs an operation with a planned fault (control.md section 3). */
export async function runWithFault(
  fault: Fault,
  world: World,
  name: OperationName,
  run: () => Promise<ApiOutcome>,
  place: AnswerPlace,
): Promise<ApiOutcome> {
  const { delayMs } = fault
  if (delayMs !== null) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (fault.disconnect) throw new Disconnect()
  if (answersItself(fault)) return { reply: await settleReply(() => plannedReply(fault), true, place), uId: null }
  return fault.storeFailure === null ? run() : runWithoutStore(fault.storeFailure, world, name, run)
}

function plannedReply(fault: Fault): Reply {
  const { status, body } = plannedAnswer(fault)
  return BODILESS.has(status) ? emptyReply(status, {}) : jsonReply(status, body)
}

/** Names under which operations commit, if they are not the operations' own names. */
const COMMITS_AS: Partial<Record<OperationName, Capitalize<OperationName>>> = {
  getItemHistoriesOld: "GetItemHistories",
}

/** Runs an operation whose write to the store fails. An operation that writes nothing succeeds. */
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
