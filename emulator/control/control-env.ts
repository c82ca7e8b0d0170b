import { type AppEnv, type Reads, settleInTurn, settleReply } from "../api/index.ts"
import type { CapsuleParts, ServerCoverage } from "../insight/index.ts"
import { type AnsweredContext, answerRoom, jsonReply, type Reply, respond, withHeaders } from "../wire/index.ts"
import type { Replicas, Worlds } from "../worlds/index.ts"

export interface ControlEnv {
  readonly Bindings: AppEnv["Bindings"]
  readonly Variables: AppEnv["Variables"] & {
    worlds: Worlds
    reads: Reads
    replicas: Replicas
    strict: boolean
    coverage: ServerCoverage | undefined
    capsules: CapsuleParts
  }
}

/** Headers that keep other sites from caching, sniffing or embedding responses. */
export const OWN_HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
}

export const answerControl = (context: AnsweredContext, reply: Reply): Response =>
  respond(context, withHeaders(reply, OWN_HEADERS))

/** Responds with JSON. An undefined value is sent as `null`. */
export const answerWith = (context: AnsweredContext, value: unknown, status = 200): Response =>
  answerControl(context, jsonReply(status, value ?? null))

/** Responds. A long reply is dropped while it waits for memory, and `make` then creates it again. */
export const answerAny = async (context: AnsweredContext, make: () => Reply): Promise<Response> =>
  answerControl(context, await settleReply(make, true, placeOf(context)))

/** Resolves to the reply. If the reply is long, first waits until enough memory is free. */
export const awaitRoom = (context: AnsweredContext, reply: Reply): Promise<Reply> =>
  settleReply(() => reply, false, placeOf(context))

/** Responds after waiting for memory. Use it for replies that need much memory while `make` creates them. */
export const answerInTurn = async (context: AnsweredContext, make: () => Reply): Promise<Response> =>
  answerControl(context, await settleInTurn(make, placeOf(context)))

const placeOf = ({ req, env }: AnsweredContext) => ({
  room: answerRoom,
  gone: () => req.raw.signal,
  outgoing: env?.outgoing,
})
