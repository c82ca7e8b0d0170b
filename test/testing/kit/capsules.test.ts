import { rm } from "node:fs/promises"
import { afterAll, describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { replayCapsuleFile } from "../../../emulator/node/index.ts"
import { check, type KitFailure, kinds } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const fixture = fixtureOf({
  datastores: {
    D: { fields: { N: { dataType: "number" } }, actions: { New: { crud_type: "1", default: true } } },
  },
})

const files: string[] = []
afterAll(async () => {
  for (const file of files) await rm(file, { force: true })
})

const failing = {
  seed: 7,
  numRuns: 20,
  maxCommands: 5,
  commands: [kinds.CreateItem],
  invariants: "none",
  rule: async (_: unknown, world: { items(datastore: string): Promise<readonly unknown[]> }) => {
    if ((await world.items("APP/D")).length > 1) throw new Error("two items")
  },
} as const

const failureOf = async (source: Parameters<typeof check>[0], options: object): Promise<KitFailure> => {
  try {
    await check(source, { ...failing, ...options })
  } catch (error) {
    return error as KitFailure
  }
  throw new Error("the check passed")
}

describe("capsules of counterexamples (insight.md section 4)", () => {
  test.each([
    ["a world", (world: Awaited<ReturnType<typeof createWorld>>) => world],
    ["an app", (world: Awaited<ReturnType<typeof createWorld>>) => createApp({ world })],
  ])("contain the shrunk calls on %s, and replay equally", async (_, sourceOf) => {
    const world = await createWorld({ fixture })
    const before = world.hash()
    const { message, calls } = await failureOf(sourceOf(world), { capsules: "on-failure" })
    const file = /^capsule: (.*) \(run it with npx hexarium replay\)$/m.exec(message)?.[1] ?? ""
    files.push(file)
    const { capsule, differences, hasSameHash, close } = await replayCapsuleFile(file)
    close()
    expect(capsule.requests.map(({ request }) => request.operation)).toEqual(Array(calls).fill("CreateItem"))
    expect([differences, hasSameHash, world.hash()]).toEqual([[], true, before])
  })

  test("are not written by default, and the option refuses other values", async () => {
    const world = await createWorld({ fixture })
    expect((await failureOf(world, {})).message).not.toContain("capsule:")
    await expect(check(world, { capsules: "always" } as object)).rejects.toThrow("capsules: expected one of on-failure")
  })
})
