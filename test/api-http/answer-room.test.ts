import { EventEmitter } from "node:events"
import { expect, test } from "vitest"
import { settleReply } from "../../emulator/api/index.ts"
import { createApp } from "../../emulator/index.ts"
import { AnswerRoom, answerRoom, MAX_ANSWER_BYTES } from "../../emulator/wire/answer-room.ts"
import { jsonReply, LongText, Reply } from "../../emulator/wire/index.ts"
import { createWorld } from "../../src/world/index.ts"

const MIB = 1_048_576

test("those who find no room wait in the order in which they came", async () => {
  const room = new AnswerRoom({ most: 100 })
  const first = await room.enter(60)
  const entered: number[] = []
  const waiting = [60, 10, 30].map(async (bytes) => {
    const share = await room.enter(bytes)
    entered.push(bytes)
    return share
  })
  // A small response does not overtake an earlier large one. Otherwise, the large one could wait forever.
  await Promise.resolve()
  expect([room.waiting, room.tryEnter(10)]).toEqual([3, undefined])
  first.release()
  for (const share of await Promise.all(waiting)) share.release()
  expect(entered).toEqual([60, 10, 30])
  expect([room.held, room.peak, room.waiting]).toEqual([0, 100, 0])
})

test("the room counts returned bytes once", async () => {
  const room = new AnswerRoom({ most: 100 })
  const share = await room.enter(60)
  share.shrink(20)
  expect(room.held).toBe(20)
  share.shrink(40)
  share.release()
  share.release()
  expect(room.held).toBe(0)
})

test("a response that needs more than the whole memory limit gets it alone", async () => {
  const room = new AnswerRoom({ most: 100 })
  const large = await room.enter(500)
  expect(room.tryEnter(1)).toBeUndefined()
  large.release()
  expect(room.tryEnter(1)).toBeDefined()
})

test("who leaves while waiting lets those behind in", async () => {
  const room = new AnswerRoom({ most: 100 })
  await room.enter(60)
  const leaving = new AbortController()
  const gone = expect(room.enter(60, leaving.signal)).rejects.toBe("gone")
  const small = room.enter(40)
  leaving.abort("gone")
  await gone
  expect((await small).bytes).toBe(40)
  await expect(room.enter(1, AbortSignal.abort("gone"))).rejects.toBe("gone")
})

/** Creates a text of 4 MiB in parts of 1 MiB. */
async function longText(room: AnswerRoom): Promise<LongText> {
  const pieces = () => Array.from({ length: 64 }, () => "x".repeat(MIB / 16))
  const text = await new LongText(pieces).measure(await room.enter(4 * MIB))
  if (typeof text === "string") throw new Error("it is short")
  return text
}

test("the room ends a response that nobody reads, to let others in, and keeps a response that is read", async () => {
  const room = new AnswerRoom({ most: 8 * MIB, stallMs: 1_000_000 })
  const cut: string[] = []
  const stalled = (await longText(room)).stream(() => cut.push("stalled")).getReader()
  const read = (await longText(room)).stream(() => cut.push("read")).getReader()
  await stalled.read()
  const third = room.enter(4 * MIB)
  for (let round = 0; round < 2; round += 1) {
    expect(cut).toEqual([])
    await read.read()
    room.cutStalled()
  }
  expect(cut).toEqual(["stalled"])
  expect((await third).bytes).toBe(4 * MIB)
})

test("the room makes a response without a connection fail where it is read", async () => {
  const room = new AnswerRoom({ most: 4 * MIB, stallMs: 1 })
  const reader = (await longText(room)).stream().getReader()
  // The room checks for stalled responses by itself while a request waits.
  await room.enter(4 * MIB)
  await expect(reader.read()).rejects.toThrow("read the response too slowly")
})

test("a response below 1 MiB never waits behind longer ones, but behind short ones", async () => {
  const room = new AnswerRoom({ most: 4 * MIB, short: new AnswerRoom({ most: MIB }) })
  const long = await room.enter(4 * MIB)
  const waiting = room.enter(MIB)
  const small = room.tryEnter(MIB - 1)
  expect(small?.bytes).toBe(MIB - 1)
  expect([room.held, room.waiting, room.tryEnter(2)]).toEqual([5 * MIB - 1, 1, undefined])
  const next = room.enter(2)
  small?.release()
  expect((await next).bytes).toBe(2)
  long.release()
  expect((await waiting).bytes).toBe(MIB)
})

/** The stream to which a server writes a response. */
class Outgoing extends EventEmitter {
  destroyed = false

  destroy(): void {
    this.destroyed = true
    this.emit("close")
  }
}

const placeIn = (room: AnswerRoom, outgoing: Outgoing) => ({
  room,
  gone: () => new AbortController().signal,
  outgoing,
})

test("a response of less than a MiB reserves memory until it is written, and a short one reserves none", async () => {
  const room = new AnswerRoom({ most: MAX_ANSWER_BYTES + 300_000 })
  const outgoing = new Outgoing()
  const text = (length: number) => () => jsonReply(200, "x".repeat(length - 2))
  const inParts = () => new Reply(200, {}, new LongText(() => ["x".repeat(150_000)]))
  await settleReply(text(16_384), true, placeIn(room, outgoing))
  expect(room.held).toBe(0)
  await settleReply(text(100_000), true, placeIn(room, outgoing))
  await settleReply(inParts, true, placeIn(room, new Outgoing()))
  expect(room.held).toBe(250_000)

  await room.enter(MAX_ANSWER_BYTES)
  let made = 0
  const make = () => {
    made += 1
    return text(100_000)()
  }
  const waiting = settleReply(make, true, placeIn(room, new Outgoing()))
  await Promise.resolve()
  expect([made, room.waiting]).toEqual([1, 1])
  outgoing.destroy()
  expect(String((await waiting).body)).toHaveLength(100_000)
  // The response was dropped while it waited.
  expect([made, room.held]).toEqual([2, MAX_ANSWER_BYTES + 250_000])

  // A client that reads nothing while others wait is disconnected. This response's client has left before its turn.
  const gone = settleReply(text(200_000), true, placeIn(room, outgoing))
  await Promise.resolve()
  for (let round = 0; round < 2; round += 1) room.cutStalled()
  await gone
  expect(room.held).toBe(MAX_ANSWER_BYTES)
})

test("the body of a planned fault has its part of the room, too", async () => {
  const app = createApp({ world: await createWorld({}) })
  const outgoing = new Outgoing()
  await app.fetch(
    new Request("http://localhost/_hexarium/worlds/main/faults", {
      method: "POST",
      headers: { "content-type": "application/json", "x-hexarium": "1" },
      body: JSON.stringify({ operation: "*", status: 500, body: { text: "x".repeat(200_000) } }),
    }),
  )
  const answer = await app.fetch(new Request("http://localhost/api/v0/userinfo"), { outgoing })
  expect([answer.status, answerRoom.held > 200_000]).toEqual([500, true])
  outgoing.destroy()
  expect(answerRoom.held).toBe(0)
})

test("a text that looks long and is short does not wait behind long ones", async () => {
  const room = new AnswerRoom({ most: MAX_ANSWER_BYTES, short: new AnswerRoom({ most: MIB }) })
  const long = await room.enter(MAX_ANSWER_BYTES)
  const short = () => new Reply(200, {}, new LongText(() => ["x".repeat(MIB / 2), "x".repeat(MIB / 2 - 1)]))
  const { body } = await settleReply(short, true, placeIn(room, new Outgoing()))
  expect((body as string).length).toBe(MIB - 1)
  let isSettled = false
  const exact = () => new Reply(200, {}, new LongText(() => ["x".repeat(MIB / 2), "x".repeat(MIB / 2)]))
  const settled = settleReply(exact, true, placeIn(room, new Outgoing())).then((reply) => {
    isSettled = true
    return reply
  })
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect([isSettled, room.waiting]).toEqual([false, 1])
  long.release()
  expect((await settled).body).toBeInstanceOf(LongText)
})
