import { describe, expect, test } from "vitest"
import { inTurns } from "../../emulator/http/turns.ts"

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

describe("what comes in one turn of the event loop", () => {
  test("is handled at its end, in the order in which it came, and once", async () => {
    const handled: number[] = []
    const numbers = inTurns<number>((number) => handled.push(number))
    numbers.add(1)
    numbers.add(2)
    expect(handled).toEqual([])
    await turn()
    expect(handled).toEqual([1, 2])
    numbers.add(3)
    await turn()
    await turn()
    expect(handled).toEqual([1, 2, 3])
  })

  test("what follows from it is handled in the same turn where that was prepared for", async () => {
    const told: string[] = []
    const answers = inTurns<string>((answer) => told.push(`answer to ${answer}`))
    const questions = inTurns<string>((question) => {
      told.push(question)
      void Promise.resolve().then(() => answers.add(question))
    })
    for (const question of ["one", "other"]) {
      questions.add(question)
      answers.prepare()
    }
    await turn()
    expect(told).toEqual(["one", "other", "answer to one", "answer to other"])
  })

  test("what comes while a turn is handled waits for the next one", async () => {
    const handled: number[] = []
    const numbers = inTurns<number>((number) => {
      handled.push(number)
      if (number < 3) numbers.add(number + 1)
    })
    numbers.add(1)
    await turn()
    expect(handled).toEqual([1])
    await turn()
    await turn()
    expect(handled).toEqual([1, 2, 3])
  })
})
