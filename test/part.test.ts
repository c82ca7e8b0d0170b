import { describe, expect, test } from "vitest"
import { createWorld, memoryPersistence } from "../src/index.ts"
import { Part, withParts } from "../src/part.ts"

const late = () => {
  const loads: number[] = []
  const part = new Part(async () => {
    loads.push(1)
    return { answer: 42 }
  })
  return { part, loads }
}

describe("code that is loaded when it is first needed", () => {
  test("is loaded for who can wait, and they begin again", async () => {
    const { part, loads } = late()
    let runs = 0
    const run = () => {
      runs += 1
      return part.code.answer
    }
    expect(await withParts(run)).toBe(42)
    expect(await withParts(run)).toBe(42)
    expect([runs, loads.length]).toEqual([3, 1])
  })

  test("other errors are what they were", async () => {
    await expect(
      withParts(() => {
        throw new TypeError("mine")
      }),
    ).rejects.toThrow(TypeError)
  })

  test("a part that can't be loaded is told, and asked for again the next time", async () => {
    let tries = 0
    const part = new Part(async () => {
      tries += 1
      if (tries === 1) throw new Error("offline")
      return { answer: 42 }
    })
    await expect(withParts(() => part.code.answer)).rejects.toThrow("offline")
    expect(await withParts(() => part.code.answer)).toBe(42)
  })

  test.each([
    ["in memory", undefined],
    ["kept", memoryPersistence],
  ])("a transaction that asks for it is run again and happens once: %s", async (_, keep) => {
    const { part } = late()
    const persistence = keep?.()
    const world = await createWorld({ seed: 3, ...(persistence === undefined ? {} : { persistence }) })
    const twin = await createWorld({ seed: 3 })
    const write = (told: () => number) => (tx: Parameters<Parameters<typeof world.commit>[2]>[0]) => [
      tx.newId(),
      told(),
    ]
    const [first, second] = await Promise.all([
      world.commit(
        "Late",
        null,
        write(() => part.code.answer),
      ),
      world.commit(
        "Prompt",
        null,
        write(() => 1),
      ),
    ])
    expect([first?.[1], second?.[1]]).toEqual([42, 1])
    expect(world.version).toBe(2)
    // What it had drawn before it asked is given to the one that came in between.
    const other = await twin.commit(
      "Prompt",
      null,
      write(() => 1),
    )
    expect(second?.[0]).toBe(other[0])
  })
})
