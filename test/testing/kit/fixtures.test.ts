import fc from "fast-check"
import { expect, test } from "vitest"
import { checkInvariants, smallFixture } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { checkAll } from "./hexarium/index.ts"

test("whole small fixtures load, keep the invariants, and their worlds agree with the model", async () => {
  await fc.assert(
    fc.asyncProperty(smallFixture(), async (fixture) => {
      const world = await createWorld({ fixture })
      await checkInvariants(world)
      const report = await checkAll(world, { numRuns: 2, maxCommands: 20, seed: 1, mustRun: [] })
      expect(report.sequences).toBe(2)
    }),
    { numRuns: 40, seed: 3 },
  )
})
