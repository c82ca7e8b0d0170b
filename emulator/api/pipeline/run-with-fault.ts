import { answersItself, Disconnect, plannedAnswer } from "../../../src/engine/index.ts"
import type { Fault } from "../../../src/model/records/index.ts"
import type { World } from "../../../src/world/index.ts"
import { type AnswerPlace, emptyReply, jsonReply, type Reply } from "../../wire/index.ts"
import type { ApiOutcome } from "./api-request.ts"
import { settleReply } from "./long-answer.ts"

const BODILESS = new Set([204, 205, 304])

/**
 * Runs an operation with a planned fault (control.md section 3). `operation` is the operation's name in the API's
 * spelling. `planned` makes the response of a fault that has a status or a body.
 */
export async function runWithFault(
  fault: Fault,
  world: World,
  operation: string,
  run: () => Promise<ApiOutcome>,
  place: AnswerPlace,
  planned: (fault: Fault) => Reply = plannedReply,
): Promise<ApiOutcome> {
  const { delayMs } = fault
  if (delayMs !== null) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (fault.disconnect) throw new Disconnect()
  if (answersItself(fault)) return { reply: await settleReply(() => planned(fault), true, place), uId: null }
  return fault.storeFailure === null ? run() : runWithoutStore(fault.storeFailure, world, operation, run)
}

function plannedReply(fault: Fault): Reply {
  const { status, body } = plannedAnswer(fault)
  return BODILESS.has(status) ? emptyReply(status, {}) : jsonReply(status, body)
}

/** Names under which operations commit, if they are not the operations' own names. */
const COMMITS_AS: Readonly<Record<string, string>> = { GetItemHistoriesOld: "GetItemHistories" }

/** Runs an operation whose write to the store fails. An operation that writes nothing succeeds. */
async function runWithoutStore(
  failure: NonNullable<Fault["storeFailure"]>,
  world: World,
  operation: string,
  run: () => Promise<ApiOutcome>,
): Promise<ApiOutcome> {
  const takeBack = world.storeFailures.plan(COMMITS_AS[operation] ?? operation, failure)
  try {
    return await run()
  } finally {
    takeBack()
  }
}
