import { describe, expect, test } from "vitest"
import { createApp } from "../../../../emulator/index.ts"
import { check, createKit, everyKind, kinds } from "../../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../../src/world/index.ts"
import { kitWorld } from "../../../sample-worlds/kit-world.ts"
import { checkAll, ownKinds } from "./index.ts"

const world = await createWorld({ fixture: kitWorld })

describe("the engine agrees with the reference model, whatever is done to settings and people", () => {
  test("it agrees in a world of this process", async () => {
    const report = await checkAll(world, { numRuns: 60, seed: 11 })
    expect(Object.keys(report.runs)).toEqual(expect.arrayContaining(Object.keys(ownKinds(world))))
  })

  test("through the wire forms of an app, with the same commands", async () => {
    const kit = await createKit(createApp({ world }))
    const commands = [...everyKind, ...Object.values(ownKinds(world))]
    const report = await kit.check({ commands, numRuns: 15, seed: 12, mustRun: ["CreateItem"] })
    expect(report.sequences).toBe(15)
  })

  test("fields and options made, changed and deleted between item writes", async () => {
    const { CreateField, UpdateField, DeleteField, FillSpareFields, ...others } = ownKinds(world)
    const { CreateFieldOptions, UpdateFieldOptions, DeleteFieldOptions } = others
    const { CreateItem, UpdateItem, ExecuteAction, CopyItem, DeleteItem, GetItemDetails, ItemList } = kinds
    const settings = [CreateField, UpdateField, DeleteField, FillSpareFields]
    const options = [CreateFieldOptions, UpdateFieldOptions, DeleteFieldOptions]
    const items = [CreateItem, UpdateItem, ExecuteAction, CopyItem, DeleteItem, GetItemDetails, ItemList]
    // Field commands occur more often, because the other commands need fields.
    const commands = [...settings, ...settings, ...options, ...items]
    const report = await check(world, { numRuns: 40, seed: 21, commands, invariants: "all" })
    expect(report.sequences).toBeGreaterThanOrEqual(40)
  })
})
