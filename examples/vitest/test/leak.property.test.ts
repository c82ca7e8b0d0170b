import { createKit, KitFailure, kinds, type Target } from "hexarium/testing"
import { testWorlds } from "hexarium/vitest"
import { expect, test } from "vitest"

const worlds = testWorlds({ fixture: "shop.yaml" })

/** Eve may only ever see salaries that she entered herself, unless somebody shares one on purpose. */
async function eveSeesOnlyHerOwn(target: Target): Promise<void> {
  const { body } = await target.call({
    operation: "itemList",
    user: "eve@shop.test",
    params: { "app-id": "SHOP", "datastore-id": "Salaries" },
    body: {},
  })
  const me = await target.call({ operation: "getUserInfo", user: "eve@shop.test" })
  const foreign = body.items.filter((item: { created_by: string }) => item.created_by !== me.body.u_id)
  if (foreign.length > 0) throw new Error(`Eve sees ${foreign.length} salaries of others`)
}

// Hundreds of runs need more than the five seconds that Vitest allows on a busy machine.
test("the kit finds the action that publishes salaries", { timeout: 60_000 }, async () => {
  const { world } = await worlds.fresh()
  const kit = await createKit(world)
  const commands = [kinds.CreateItem, kinds.UpdateItem, kinds.ExecuteAction].filter((kind) => kind !== undefined)
  const failure = await kit
    .check({ commands, avoid: ["access_key_updates"], rule: eveSeesOnlyHerOwn, numRuns: 300, seed: 1 })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  expect(failure).toBeInstanceOf(KitFailure)
  const { calls, typeScript } = failure as KitFailure
  expect(calls).toBeLessThanOrEqual(6)
  expect(typeScript).toContain('operation: "executeAction"')
})
