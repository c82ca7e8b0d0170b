import fc from "fast-check"
import { expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { ANN, BO, fixtureOf, madeItems, RANKS, search } from "./made-search.ts"
import { naiveList } from "./naive-search.ts"

test("ItemList is the naive filter over the visible items", async () => {
  await fc.assert(
    fc.asyncProperty(
      madeItems(30),
      fc.array(search, { minLength: 5, maxLength: 15 }),
      fc.boolean(),
      async (items, searches, indexed) => {
        const world = await createWorld({ fixture: fixtureOf(items, indexed) })
        for (const [at, one] of searches.entries()) {
          const reader = at % 2 === 0 ? ANN : BO
          const found = await world.raw
            .as(reader)
            .itemList({ datastore: "D", conditions: one.conditions, useOrCondition: one.or, sortFields: one.sorts })
          const expected = naiveList(items, reader, one, RANKS)
          expect(found.items.map(({ item }) => item.iId)).toEqual(expected)
          expect(found.totalItems).toBe(expected.length)
        }
      },
    ),
    { seed: 4, numRuns: 60 },
  )
})

test("the pages of a list are the list, each item on one of them", async () => {
  await fc.assert(
    fc.asyncProperty(
      madeItems(),
      search,
      fc.integer({ min: 1, max: 6 }),
      async (items, { conditions, or, sorts }, perPage) => {
        const user = (await createWorld({ fixture: fixtureOf(items, false) })).raw.as(ANN)
        const list = (page?: number) =>
          user.itemList({
            datastore: "D",
            conditions,
            useOrCondition: or,
            sortFields: sorts,
            ...(page === undefined ? {} : { page, perPage }),
          })
        const whole = await list()
        const pages: string[][] = []
        for (let page = 1; pages.at(-1)?.length !== 0; page += 1) {
          const { items: listed, totalItems } = await list(page)
          expect(totalItems).toBe(whole.totalItems)
          pages.push(listed.map(({ item }) => item.iId))
        }
        expect(pages.flat()).toEqual(whole.items.map(({ item }) => item.iId))
        for (const page of pages.slice(0, -2)) expect(page).toHaveLength(perPage)
      },
    ),
    { seed: 5, numRuns: 60 },
  )
})
