import type { AppEnv } from "../http/app-env.ts"
import type { Reads } from "../api/http/read-barrier.ts"
import { type AnsweredContext, respond } from "../http/respond.ts"
import { settleInTurn, settleReply } from "../pipeline/long-answer.ts"
import type { Replicas } from "../worlds/replicas/replicas.ts"
import { answerRoom } from "../wire/answer-room.ts"
import { jsonReply, type Reply, withHeaders } from "../wire/reply.ts"
import type { Worlds } from "../worlds/worlds.ts"

/** What the context of a request to the control plane knows besides that of every request. */
export interface ControlEnv {
  readonly Bindings: AppEnv["Bindings"]
  readonly Variables: AppEnv["Variables"] & { worlds: Worlds; reads: Reads; replicas: Replicas }
}

/** What is answered here is for nobody to keep, to take for anything else or to put into a page of another site. */
export const OWN_HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
}

/** An answer of the control plane. */
export const answerControl = (context: AnsweredContext, reply: Reply): Response =>
  respond(context, withHeaders(reply, OWN_HEADERS))

/** JSON; `null` for nothing. */
export const answerWith = (context: AnsweredContext, value: unknown, status = 200): Response =>
  answerControl(context, jsonReply(status, value ?? null))

/** An answer that may be long: then it is sent once there is room for it, and may be made twice. */
export const answerAny = async (context: AnsweredContext, make: () => Reply): Promise<Response> =>
  answerControl(context, await settleReply(make, true, placeOf(context)))

/** A reply that may be long, once there is room for it. */
export const settled = (context: AnsweredContext, reply: Reply): Promise<Reply> =>
  settleReply(() => reply, false, placeOf(context))

/** An answer that takes much already while it is made. */
export const answerInTurn = async (context: AnsweredContext, make: () => Reply): Promise<Response> =>
  answerControl(context, await settleInTurn(make, placeOf(context)))

const placeOf = ({ req }: AnsweredContext) => ({ room: answerRoom, gone: () => req.raw.signal })
