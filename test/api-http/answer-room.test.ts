import { expect, test } from "vitest"
import { AnswerRoom } from "../../emulator/wire/answer-room.ts"
import { LongText } from "../../emulator/wire/long-text.ts"

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
  // A small answer does not pass a large one that came before, or the large one might wait for ever.
  await Promise.resolve()
  expect([room.waiting, room.tryEnter(10)]).toEqual([3, undefined])
  first.release()
  for (const share of await Promise.all(waiting)) share.release()
  expect(entered).toEqual([60, 10, 30])
  expect([room.held, room.peak, room.waiting]).toEqual([0, 100, 0])
})

test("what is given back is given back once", async () => {
  const room = new AnswerRoom({ most: 100 })
  const share = await room.enter(60)
  share.shrink(20)
  expect(room.held).toBe(20)
  share.shrink(40)
  share.release()
  share.release()
  expect(room.held).toBe(0)
})

test("an answer that takes more than all the room has it alone", async () => {
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

/** Of 4 MiB, in parts of one. */
async function longText(room: AnswerRoom): Promise<LongText> {
  const pieces = () => Array.from({ length: 64 }, () => "x".repeat(MIB / 16))
  const text = await new LongText(pieces).measure(await room.enter(4 * MIB))
  if (typeof text === "string") throw new Error("it is short")
  return text
}

test("an answer of which nothing is read is ended to let others in, and one that is read is not", async () => {
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

test("without a connection to cut, the answer fails where it is read", async () => {
  const room = new AnswerRoom({ most: 4 * MIB, stallMs: 1 })
  const reader = (await longText(room)).stream().getReader()
  // The room looks for stalled answers by itself while somebody waits.
  await room.enter(4 * MIB)
  await expect(reader.read()).rejects.toThrow("was not read while others waited")
})
