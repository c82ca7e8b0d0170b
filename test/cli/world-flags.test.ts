import { describe, expect, test } from "vitest"
import { DEMO, madeOf } from "../../emulator/cli/data/fixture-digest.ts"
import { findContradiction, type ShapingFlags, worldOptions } from "../../emulator/cli/data/world-flags.ts"
import { createWorld } from "../../src/world/index.ts"

const FIRST_FLAGS: Required<ShapingFlags> = { seed: 1, clock: "ticking", now: "2026-01-05T09:00:00Z", slowTasks: 2 }
const OTHER_FLAGS: Required<ShapingFlags> = { seed: 2, clock: "frozen", now: "2026-02-09T09:00:00Z", slowTasks: 3 }

/** The description of a contradiction between a world that was created with FIRST and the flags. */
async function contradictionOf(flags: ShapingFlags) {
  const { state } = await createWorld(worldOptions(FIRST_FLAGS))
  return findContradiction(flags, madeOf(DEMO, state), state)
}

describe("a stored world", () => {
  test.each(Object.keys(FIRST_FLAGS) as (keyof ShapingFlags)[])("contradicts another value of %s", async (name) => {
    expect(await contradictionOf({ [name]: FIRST_FLAGS[name] })).toBeUndefined()
    expect(await contradictionOf({ [name]: OTHER_FLAGS[name] })).toMatch(new RegExp(`${String(OTHER_FLAGS[name])}$`))
  })

  test("does not contradict a start without flags that shape worlds", async () => {
    expect(await contradictionOf({})).toBeUndefined()
  })
})

test("a flag that shapes worlds changes the new world", async () => {
  const first = await createWorld(worldOptions(FIRST_FLAGS))
  for (const [name, value] of Object.entries(OTHER_FLAGS)) {
    const other = await createWorld(worldOptions({ ...FIRST_FLAGS, [name]: value }))
    expect(other.state.scalars, name).not.toEqual(first.state.scalars)
  }
})
