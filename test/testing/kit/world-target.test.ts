import { expect, test } from "vitest"
import { worldTarget } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fakePersistence } from "../../ports/fake-persistence.ts"
import { peopleFixture } from "../../sample-worlds/people.ts"

test("a world's reset is over when it is stored, and fails where the store does", async () => {
  let gate: Promise<void> = Promise.resolve()
  const persistence = fakePersistence((usual) => ({
    replace: (...given) => gate.then(() => usual.replace(...given)),
  }))
  const world = await createWorld({ fixture: peopleFixture, ports: { persistence } })
  const target = worldTarget(world)
  const beginning = world.hash()
  await target.advance(60_000)
  expect(world.hash()).not.toBe(beginning)

  gate = new Promise((resolve) => setTimeout(resolve, 20))
  await target.reset()
  expect(world.hash()).toBe(beginning)

  gate = Promise.reject(new Error("disk full"))
  await expect(target.reset()).rejects.toMatchObject({ code: "SYSTEM_ERROR" })
})
