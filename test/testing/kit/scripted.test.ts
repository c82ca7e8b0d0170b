import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { check, createKit, type KitFailure, type Target } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** Every action runs a script. */
const PASS = "async function main(data) { return data }"
const REJECT = `async function main(data) { return Promise.reject("never deleted") }`

const scriptedFixture = {
  fields: { T: { dataType: "number" } },
  actions: {
    Create: { crud_type: "1", default: true, pre_script: PASS },
    Update: { crud_type: "2", default: true, pre_script: PASS },
    Delete: { crud_type: "3", default: true, pre_script: REJECT },
  },
} as const

const onlyScripts = () => createWorld({ fixture: fixtureOf({ datastores: { D: scriptedFixture } }) })

describe("a datastore whose every action has a script (docs/property-testing.md)", () => {
  test("is refused without a rule, with the way out", async () => {
    await expect(check(await onlyScripts(), { numRuns: 1 })).rejects.toThrow(
      /run scripts, which the model can't predict; with a rule, the kit writes to these datastores too/,
    )
  })

  test("a scripted datastore takes part if there is a rule, without predictions", async () => {
    const world = await onlyScripts()
    const kit = await createKit(world)
    const { dId } = kit.datastore("D")
    let most = 0
    const rule = async (target: Target) => {
      const { [dId]: items = [] } = await target.listItems([dId])
      most = Math.max(most, items.length)
    }
    const report = await kit.check({ rule, numRuns: 10, maxCommands: 20, seed: 1 })
    expect(report.runs).toMatchObject({
      CreateItem: expect.any(Number),
      UpdateItem: expect.any(Number),
      ExecuteAction: expect.any(Number),
      DeleteItem: expect.any(Number),
    })
    expect(report.left_out).not.toHaveProperty("CreateItem")
    expect(most).toBeGreaterThan(1)
  })

  test("a rule that these calls break is found and shrunk to them", async () => {
    const world = await onlyScripts()
    const { dId } = (await createKit(world)).datastore("D")
    const rule = async (target: Target) => {
      const { [dId]: items = [] } = await target.listItems([dId])
      if (items.length > 1) throw new Error("two items")
    }
    const failure: KitFailure = await check(world, { rule, numRuns: 50, seed: 1 }).then(
      () => expect.unreachable(),
      (error) => error,
    )
    expect(failure.message).toMatch(/^two items/)
    expect(failure.typeScript.match(/createItem/g)).toHaveLength(2)
    expect(failure.calls).toBe(2)
  })

  test("a world with other datastores still compares these with the model", async () => {
    const plain = { fields: { T: { dataType: "text" } } } as const
    const world = await createWorld({ fixture: fixtureOf({ datastores: { D: scriptedFixture, P: plain } }) })
    // Items of P are compared with the model: an answer that the model does not expect is found.
    const wrong = createApp({ world })
    const fetch = wrong.fetch.bind(wrong)
    const lying = Object.assign(wrong, {
      fetch: async (...call: Parameters<typeof fetch>) => {
        const response = await fetch(...call)
        const request = call[0]
        return request instanceof Request && /histories/.test(request.url)
          ? new Response("{}", { status: 418 })
          : response
      },
    })
    await expect(check(lying, { rule: () => {}, numRuns: 50, maxCommands: 30, seed: 1 })).rejects.toThrow(
      /received 418/,
    )
  })
})
