import fc from "fast-check"
import { expect, test } from "vitest"
import type { Listing } from "../../../src/items/index.ts"
import type { DomainError } from "../../../src/model/index.ts"
import { checkInvariants, createWorld, type World } from "../../../src/world/index.ts"
import { ANN, BO, fixtureOf, madeItem, madeItems, search } from "./made-search.ts"

/** Conditions, sorts and pages that a list refuses, whether or not an index has their field. */
const FAULTS: readonly Listing[] = [
  ...["x", "1e", "\uff18x"].map((value) => ({ conditions: [{ id: "Num", searchValue: [value], exactMatch: true }] })),
  { conditions: [{ id: "Num", searchValue: ["1", "y"] }] },
  ...["At", "Day", "created_at"].map((id) => ({ conditions: [{ id, searchValue: ["2026-13-01", null] }] })),
  { conditions: [{ id: "Text", searchValue: ["("] }] },
  { conditions: [{ conditions: [{ id: "nothing" }] }] },
  { sortFields: [{ id: "nothing" }] },
  { page: 0 },
  { perPage: -1 },
]

/** A request of which an index may serve a part. */
const request = fc.record({
  fault: fc.option(fc.constantFrom(...FAULTS), { freq: 5 }),
  search,
  perPage: fc.constantFrom(0, 1, 3, 20),
  page: fc.constantFrom(1, 1, 2, 9),
  returnCountOnly: fc.constantFrom(false, false, true),
  omitTotalItems: fc.boolean(),
})

const write = fc.record({
  do: fc.constantFrom("update" as const, "update" as const, "delete" as const, "create" as const),
  at: fc.nat(),
  values: madeItem.map(({ values }) => values),
})

const PLACE = { application: "A", datastore: "D" }

type Write = typeof write extends fc.Arbitrary<infer W> ? W : never

async function carryOut(world: World, { do: what, at, values }: Write): Promise<void> {
  const user = world.raw.as(ANN)
  const { items } = await user.itemList({ datastore: "D", sortFields: [{ id: "i_id" }] })
  const item = items[at % Math.max(1, items.length)]?.item
  if (what === "create") await user.createItem({ ...PLACE, item: values })
  else if (item === undefined) return
  else if (what === "delete") await user.deleteItem({ ...PLACE, itemId: item.iId })
  else await user.updateItem({ ...PLACE, itemId: item.iId, item: values, isForceUpdate: true })
}

test("a list is the same or refused alike with and without indexes, after writes, in forks and after a restore", async () => {
  await fc.assert(
    fc.asyncProperty(
      madeItems(60),
      fc.array(write, { maxLength: 5 }),
      fc.array(request, { minLength: 4, maxLength: 10 }),
      async (items, writes, requests) => {
        const originals = await Promise.all(
          [true, false].map((indexed) => createWorld({ fixture: fixtureOf(items, indexed) })),
        )
        const outcomes = await Promise.all(
          originals.map(async (original) => {
            const snapshot = original.snapshot()
            const world = original.fork()
            for (const one of writes) await carryOut(world, one)
            await checkInvariants(world)
            const lists: unknown[] = []
            const read = async (from: World) => {
              for (const [
                at,
                {
                  search: { conditions, or, sorts },
                  fault,
                  ...page
                },
              ] of requests.entries()) {
                const asked = { datastore: "D", conditions, useOrCondition: or, sortFields: sorts, ...page }
                const list = from.raw.as(at % 2 === 0 ? ANN : BO).itemList({ ...asked, ...fault })
                lists.push(
                  await list.then(
                    ({ items: found, totalItems }) => [found.map(({ item }) => [item.iId, item.values]), totalItems],
                    (error: DomainError) => [error.code, error.text],
                  ),
                )
              }
            }
            await read(world)
            world.restore(snapshot)
            await read(world)
            await read(original)
            return lists
          }),
        )
        expect(outcomes[0]).toEqual(outcomes[1])
      },
    ),
    { seed: 7, numRuns: 40 },
  )
})

test("a list is the same while the index of a field is switched on and off", async () => {
  await fc.assert(
    fc.asyncProperty(madeItems(40), fc.array(request, { minLength: 2, maxLength: 6 }), async (items, requests) => {
      const world = await createWorld({ fixture: fixtureOf(items, false) })
      const user = world.raw.as(ANN)
      const read = async () => {
        const lists: unknown[] = []
        for (const {
          search: { conditions, or, sorts },
          fault: _,
          ...page
        } of requests) {
          const list = await user.itemList({
            datastore: "D",
            conditions,
            useOrCondition: or,
            sortFields: sorts,
            ...page,
          })
          lists.push([list.items.map(({ item }) => item.iId), list.totalItems])
        }
        return lists
      }
      const before = await read()
      for (const hasIndex of [true, false]) {
        for (const field of ["Text", "Num", "At", "Day"])
          await user.updateField({ ...PLACE, field, settings: { hasIndex } })
        await checkInvariants(world)
        expect(await read()).toEqual(before)
      }
    }),
    { seed: 8, numRuns: 25 },
  )
})
