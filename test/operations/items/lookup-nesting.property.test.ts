import fc from "fast-check"
import { expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"

/** The target datastore of each datastore's two lookup fields, and the target item of each item's lookups. */
interface Plan {
  readonly targets: readonly (readonly [number, number])[]
  readonly items: readonly (readonly (readonly [number | null, number | null])[])[]
}

const DATASTORES = 3
const ITEMS = 3

const namedTarget: fc.Arbitrary<number | null> = fc.option(fc.nat(ITEMS - 1), { freq: 4, nil: null })

const plan: fc.Arbitrary<Plan> = fc.record({
  targets: fc.array(fc.tuple(fc.nat(DATASTORES - 1), fc.nat(DATASTORES - 1)), {
    minLength: DATASTORES,
    maxLength: DATASTORES,
  }),
  items: fc.array(
    fc.array(fc.tuple(namedTarget, namedTarget), {
      minLength: ITEMS,
      maxLength: ITEMS,
    }),
    { minLength: DATASTORES, maxLength: DATASTORES },
  ),
})

const itemId = (datastore: number, item: number): string => `${datastore}${item}`.padStart(24, "0")

const fixtureOf = ({ targets, items }: Plan): Fixture => ({
  version: 1,
  users: [{ email: "a@x.test", token: "a" }],
  workspaces: [
    {
      name: "W",
      admins: ["a@x.test"],
      group: { group_id: "G", name: "G" },
      applications: [
        {
          application_id: "A",
          name: "A",
          roles: [{ role_id: "MEMBER", name: "M", users: ["a@x.test"] }],
          datastores: targets.map(([left, right], datastore) => ({
            datastore_id: `D${datastore}`,
            name: "D",
            fields: {
              Name: { dataType: "text", as_title: true },
              Left: { dataType: "dslookup", dslookup: { datastore: `D${left}`, field: "Name" } },
              Right: { dataType: "dslookup", dslookup: { datastore: `D${right}`, field: "Name" } },
            },
            items: (items[datastore] ?? []).map(([toLeft, toRight], item) => ({
              key: `k${item}`,
              i_id: itemId(datastore, item),
              values: {
                Name: `n${datastore}${item}`,
                ...(toLeft === null ? {} : { Left: `@k${toLeft}` }),
                ...(toRight === null ? {} : { Right: `@k${toRight}` }),
              },
              access: { roles: ["MEMBER"] },
            })),
          })),
        },
      ],
    },
  ],
})

/**
 * The lookup_item that model.md section 5.4 requires: each datastore at most twice on a path. At a third step, the value is the raw ID
 * without an entry.
 */
function expectedItem({ targets, items }: Plan, datastore: number, item: number, path: readonly number[]): object {
  const values: Record<string, unknown> = { i_id: itemId(datastore, item), Name: `n${datastore}${item}` }
  const lookups: Record<string, unknown> = {}
  for (const [side, name] of ["Left", "Right"].entries()) {
    const target = targets[datastore]?.[side] ?? 0
    const named = items[datastore]?.[item]?.[side] ?? null
    if (named === null) {
      values[name] = null
    } else if (path.filter((step) => step === target).length === 2) {
      values[name] = itemId(target, named)
    } else {
      values[name] = `n${target}${named}`
      lookups[name] = expectedItem({ targets, items }, target, named, [...path, target])
    }
  }
  return Object.keys(lookups).length === 0 ? values : { ...values, lookup_items: lookups }
}

/** The properties of a returned item that `expectedItem` covers. */
function shapeOf(item: unknown): object {
  const { i_id, Name, Left, Right, lookup_items: lookups } = item as Record<string, unknown>
  if (lookups === undefined) return { i_id, Name, Left, Right }
  const inner = Object.entries(lookups as object).map(([key, one]) => [key, shapeOf(one)])
  return { i_id, Name, Left, Right, lookup_items: Object.fromEntries(inner) }
}

test("lookups expand as far as the limit and no further, from details, linked items and lists alike", async () => {
  await fc.assert(
    fc.asyncProperty(plan, fc.nat(DATASTORES - 1), async (made, datastore) => {
      const world = await createWorld({ fixture: fixtureOf(made) })
      const api = apiClient(world, "a")
      const place = { "app-id": "A", "datastore-id": `D${datastore}` }
      const params = { ...place, "item-id": itemId(datastore, 0) }
      const details = await api.getItemDetails({ params, query: { format: "map", include_lookups: true } })
      const linked = await api.getItemDetails({
        params,
        query: { format: "map", include_lookups: true, include_linked_items: true },
      })
      const conditions = [{ id: "i_id", search_value: [itemId(datastore, 0)] }]
      const listed = await api.itemList({ params: place, body: { include_lookups: true, conditions } })
      for (const [side, name] of ["Left", "Right"].entries()) {
        const target = made.targets[datastore]?.[side] ?? 0
        const named = made.items[datastore]?.[0]?.[side] ?? null
        const lookupItem = dig(details.body, "field_values", name, "value", "lookup_item")
        const inList = dig(listed.body, "items", 0, "lookup_items", name)
        if (named === null) {
          expect([lookupItem, inList]).toEqual([undefined, undefined])
          continue
        }
        const expected = expectedItem(made, target, named, [target])
        expect(shapeOf(lookupItem)).toEqual(expected)
        expect(shapeOf(inList)).toEqual(expected)
        // A linked item's lookups are counted from the linked item, not from the item that links to it.
        const items = dig<{ i_id: string }[]>(linked.body, "linked_items", `D${target}`, "items")
        expect(shapeOf(items.find((item) => item.i_id === itemId(target, named)))).toEqual(
          expectedItem(made, target, named, []),
        )
      }
    }),
    { seed: 7, numRuns: 60 },
  )
})
