import { answersItself, Disconnect, plannedAnswer } from "../../../src/engine/index.ts"
import type { Fault } from "../../../src/model/records/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import { type AnswerPlace, emptyReply, jsonReply, type Reply, withHeaders } from "../../wire/index.ts"
import type { ApiOutcome } from "./api-request.ts"
import { settleReply } from "./long-answer.ts"

const BODILESS_STATUSES = new Set([204, 205, 304])

/**
 * Runs an operation with a planned fault (control.md section 3). `operation` is the operation's name in the API's
 * spelling. `planned` makes the response of a fault that has a status or a body.
 */
export async function runWithFault(
  fault: Fault,
  world: EngineWorld,
  operation: string,
  run: () => Promise<ApiOutcome>,
  place: AnswerPlace,
  planned: (fault: Fault) => Reply = plannedReply,
): Promise<ApiOutcome> {
  const { delayMs, headers } = fault
  if (delayMs !== null) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (fault.disconnect) throw new Disconnect()
  const withOwn = (reply: Reply): Reply => (headers === undefined ? reply : withHeaders(reply, inLowerCase(headers)))
  if (answersItself(fault)) return { reply: withOwn(await settleReply(() => planned(fault), true, place)), uId: null }
  const outcome = await (fault.storeFailure === null
    ? run()
    : runWithoutStore(fault.storeFailure, world, operation, run))
  return { ...outcome, reply: withOwn(outcome.reply) }
}

/** Replies name their headers in lower case, so that a fault's headers replace theirs. */
const inLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function plannedReply(fault: Fault): Reply {
  const { status, body } = plannedAnswer(fault)
  return BODILESS_STATUSES.has(status) ? emptyReply(status, {}) : jsonReply(status, body)
}

/** Names under which operations commit, if they are not the operations' own names. */
const COMMITS_AS: Readonly<Record<string, string>> = { GetItemHistoriesOld: "GetItemHistories" }

/** Runs an operation whose write to the store fails. An operation that writes nothing succeeds. */
async function runWithoutStore(
  failure: NonNullable<Fault["storeFailure"]>,
  world: EngineWorld,
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
