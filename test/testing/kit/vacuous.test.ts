import { expect, test } from "vitest"
import { createWorldFromFiles } from "../../../emulator/node/index.ts"
import { check, createKit, kinds } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const shop = await createWorldFromFiles([new URL("../../../examples/vitest/shop.yaml", import.meta.url).pathname])

test("no seed is vacuous by chance: few sequences are followed by more until every command ran", async () => {
  const kit = await createKit(shop)
  for (let seed = 1; seed <= 4; seed += 1) {
    const { runs } = await kit.check({ numRuns: 12, seed })
    expect(runs.DeleteItemComment).toBeGreaterThan(0)
  }
})

test("a comment is changed or deleted also where nobody has commented", async () => {
  const fixture = fixtureOf({
    datastores: { D: { fields: { T: { dataType: "text" } }, items: [{ key: "one", values: {} }] } },
  })
  const commands = [kinds.UpdateItemComment, kinds.DeleteItemComment]
  const { runs } = await check(await createWorld({ fixture }), { commands, numRuns: 2, seed: 1 })
  expect(Object.keys(runs).sort()).toEqual(["DeleteItemComment", "UpdateItemComment"])
})

test("the kit calls a command vacuous after four hundred draws in vain", async () => {
  const fixture = fixtureOf({ datastores: { D: { fields: { T: { dataType: "text" } } } } })
  const failing = check(await createWorld({ fixture }), { commands: [kinds.DeleteItem], numRuns: 5, seed: 1 })
  await expect(failing).rejects.toThrow(
    /^some commands never ran in \d+ sequences, so the check did not test them: DeleteItem was chosen [4-9]\d\d times, but the world never had an item whose delete action runs no script; CreateItem is missing from commands$/,
  )
})
