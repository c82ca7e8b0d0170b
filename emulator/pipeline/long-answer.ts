import { Disconnect } from "../../src/inside.ts"
import { type AnswerPlace, MAX_ANSWER_BYTES, type Share } from "../wire/answer-room.ts"
import { LongText } from "../wire/long-text.ts"
import { Reply } from "../wire/reply.ts"

/**
 * The reply of a request, measured if it is long. `isRepeatable`: while it waits for room the reply is dropped and then made again, so that those
 * who wait take no memory.
 */
export async function settleReply(
  make: () => Reply | Promise<Reply>,
  isRepeatable: boolean,
  place: AnswerPlace | undefined,
): Promise<Reply> {
  let reply: Reply | undefined = await make()
  if (!isUnmeasured(reply)) return reply
  let share = place?.room.tryEnter(MAX_ANSWER_BYTES)
  if (place === undefined || share !== undefined) return await measured(reply, share)
  if (isRepeatable) reply = undefined
  share = await enter(place)
  try {
    reply ??= await make()
  } catch (error) {
    share.release()
    throw error
  }
  return await measured(reply, share)
}

/** Waits for room before anything is made. */
export async function settleInTurn(make: () => Reply, place: AnswerPlace): Promise<Reply> {
  const share = await enter(place)
  try {
    return await measured(make(), share)
  } catch (error) {
    share.release()
    throw error
  }
}

const isUnmeasured = ({ body }: Reply): boolean => body instanceof LongText && !body.isMeasured

/** Rejects like a connection that was cut when the client has gone: nobody is left to be answered. */
const enter = ({ room, gone }: AnswerPlace): Promise<Share> =>
  room.enter(MAX_ANSWER_BYTES, gone()).catch(() => {
    throw new Disconnect()
  })

async function measured(reply: Reply, share: Share | undefined): Promise<Reply> {
  const { status, headers, body, remarks } = reply
  if (body instanceof LongText && !body.isMeasured)
    return new Reply(status, headers, await body.measure(share), remarks)
  share?.release()
  return reply
}
