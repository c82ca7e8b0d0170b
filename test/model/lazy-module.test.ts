import { expect, test } from "vitest"
import { LazyModule } from "../../src/model/index.ts"

test("code is there once it was loaded, and is loaded once", async () => {
  let loads = 0
  const module = new LazyModule(async () => {
    loads += 1
    return { answer: 42 }
  })
  expect(() => module.code).toThrow("was used before it was loaded")
  expect([(await module.load()).answer, (await module.load()).answer, module.code.answer, loads]).toEqual([
    42, 42, 42, 1,
  ])
})

test("the module loads again after a failure at the next call", async () => {
  let tries = 0
  const module = new LazyModule(async () => {
    tries += 1
    if (tries === 1) throw new Error("offline")
    return { answer: 42 }
  })
  await expect(module.load()).rejects.toThrow("offline")
  expect((await module.load()).answer).toBe(42)
})
