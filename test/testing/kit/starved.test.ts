import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { check, type KitFailure, kinds } from "../../../emulator/testing/kit/index.ts"
import { quickjsScripts, type Scripts } from "../../../src/ports/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { ownKinds } from "./hexarium/index.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }))
afterEach(() => void vi.useRealTimers())

const fixture = fixtureOf({ datastores: { D: { fields: { T: { dataType: "text" } } } } })

const MINUTE_MS = 60_000

/** Simulates a machine that stops for a minute while the `nth` script runs. The script's time limit then ends it. */
function scriptsThatStandStillAt(nth: number): Scripts & { readonly count: () => number } {
  const scripts = quickjsScripts()
  let count = 0
  return {
    ...scripts,
    count: () => count,
    run(script) {
      count += 1
      if (count !== nth) return scripts.run(script)
      vi.advanceTimersByTime(MINUTE_MS)
      const message = "the script ran for more than 30000 ms"
      return Promise.resolve({ outcome: { status: "stopped", message }, logs: [] })
    },
  }
}

test("a script that its limit ended because the machine stood still is no difference", async () => {
  const scripts = scriptsThatStandStillAt(3)
  const world = await createWorld({ fixture, ports: { scripts } })
  const { CreateAction, UploadActionScript } = ownKinds(world)
  const commands = [CreateAction, UploadActionScript, kinds.CreateItem, kinds.UpdateItem]
  await check(world, { commands, mustRun: [], numRuns: 10, maxCommands: 30, seed: 1 })
  expect(scripts.count()).toBeGreaterThan(3)
})

test("the kit reports a failure that occurs each time, however long it takes", async () => {
  let asked = 0
  const rule = () => {
    asked += 1
    vi.advanceTimersByTime(MINUTE_MS)
    throw new Error("never right")
  }
  const failing = check(await createWorld({ fixture }), { commands: [kinds.CreateItem], rule, numRuns: 1, seed: 1 })
  await expect(failing).rejects.toThrow(/^never right/)
  expect(asked).toBeGreaterThan(1)
})

test("the kit reports a failure in time without a second run", async () => {
  const answers = ["wrong"]
  const rule = () => {
    if (answers.pop() === "wrong") throw new Error("not right at first")
  }
  const failing = check(await createWorld({ fixture }), { commands: [kinds.CreateItem], rule, numRuns: 1, seed: 1 })
  const failure: KitFailure = await failing.then(
    () => expect.unreachable(),
    (error) => error,
  )
  expect(failure.message).toMatch(/^not right at first/)
})
