import { Disconnect } from "../../../src/engine/index.ts"
import { type AnswerPlace, LongText, MAX_ANSWER_BYTES, Reply, type Share } from "../../wire/index.ts"

/** Generates a reply. If the reply is long, waits until enough memory is free. */
export async function settleReply(make: () => Reply, isRepeatable: boolean, place: AnswerPlace): Promise<Reply> {
  const reply = make()
  return reply.heldBytes === 0 ? reply : settleLong(reply, make, isRepeatable, place)
}

/**
 * Waits until enough memory is free for a long reply. If `isRepeatable` is true, drops the reply during the wait and
 * generates a new one afterwards, so that waiting requests hold no memory.
 */
export async function settleLong(
  long: Reply,
  make: () => Reply | Promise<Reply>,
  isRepeatable: boolean,
  place: AnswerPlace | undefined,
): Promise<Reply> {
  const size = long.heldBytes
  let share = place?.room.tryEnter(size)
  if (place === undefined || share !== undefined) return await measureReply(long, share, place)
  // The size of a long text is an estimate. A text that turns out to be short must not wait behind long ones.
  const { status, headers, body, remarks } = long
  const text = body instanceof LongText && !body.isMeasured ? body.ifShort : undefined
  if (text !== undefined) {
    const short = new Reply(status, headers, text, remarks)
    return short.heldBytes === 0 ? short : await settleLong(short, make, isRepeatable, place)
  }
  let reply = isRepeatable ? undefined : long
  share = await enter(place, size)
  try {
    reply ??= await make()
  } catch (error) {
    share.release()
    throw error
  }
  return await measureReply(reply, share, place)
}

/** Waits for memory of the maximum response size, then generates the reply. */
export async function settleInTurn(make: () => Reply, place: AnswerPlace): Promise<Reply> {
  const share = await enter(place, MAX_ANSWER_BYTES)
  try {
    return await measureReply(make(), share, place)
  } catch (error) {
    share.release()
    throw error
  }
}

/** Waits for memory. Rejects with `Disconnect` if the client disconnects first. */
const enter = ({ room, gone }: AnswerPlace, bytes: number): Promise<Share> =>
  room.enter(bytes, gone()).catch(() => {
    throw new Disconnect()
  })

async function measureReply(reply: Reply, share: Share | undefined, place: AnswerPlace | undefined): Promise<Reply> {
  const { status, headers, body, remarks } = reply
  const isUnmeasured = body instanceof LongText && !body.isMeasured
  const sent = isUnmeasured ? new Reply(status, headers, await body.measure(share), remarks) : reply
  if (sent.body instanceof LongText) return sent
  share?.shrink(sent.heldBytes)
  share?.releaseAfter(place?.outgoing)
  return sent
}
