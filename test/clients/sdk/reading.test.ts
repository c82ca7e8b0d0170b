import { beforeAll, describe, expect, test } from "vitest"
import type { Any, SdkWorld } from "./sdk.ts"
import { PLACES } from "./worlds.ts"

/** Every item of every datastore is read in a list and in details, and saved again without a change of its values. */
describe.each(PLACES)("every item of $title", ({ create, admin, colleague }) => {
  const people = [
    ["an administrator", admin],
    ["a colleague", colleague],
  ] as const
  let world: SdkWorld

  beforeAll(async () => {
    world = await create()
  })

  const projectsOf = async (client: Any): Promise<Any[]> => client.currentWorkspace.projects()

  test.each(people)("is readable for %s", async (_, person) => {
    const client = await world.logIn(person)
    let count = 0
    for (const project of await projectsOf(client)) {
      for (const datastore of await project.datastores()) {
        const { items, totalCount } = await datastore.itemsWithCount({ page: 1, per_page: 0 })
        expect(items).toHaveLength(totalCount)
        for (const item of items.slice(0, 15)) {
          await item.fetch()
          count += 1
        }
      }
    }
    expect(count).toBeGreaterThan(4)
  })

  test.each(people)("is saved by %s without losing a value", async (_, person) => {
    const client = await world.logIn(person)
    for (const project of await projectsOf(client)) {
      for (const datastore of await project.datastores()) {
        for (const item of await datastore.items({ page: 1, per_page: 5 })) {
          const before = await valuesOf(world, admin.email, item)
          await item.fetch()
          await item.save()
          expect(await valuesOf(world, admin.email, item)).toEqual(before)
        }
      }
    }
  })
})

/** Returns an item's values without the SDK, as an independent look at the world. */
async function valuesOf(world: SdkWorld, as: string, item: Any): Promise<Any> {
  const { datastore } = item
  const input = { application: datastore.project.id, datastore: datastore.id, itemId: item.id }
  const { result } = await world.control("POST", "/call", { operation: "getItemDetails", as, input })
  return result.values
}
