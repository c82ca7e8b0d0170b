import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { DataType } from "../../../src/model/records/index.ts"
import { itemsTable } from "../../../src/state/index.ts"
import { type ClientWorld, clientWorld } from "./client-world.ts"
import { ClientReader, knownOf } from "./read-as-client.ts"

const CALLERS = ["ada", "bob", "cyn"] as const

const letters = fc.string({ maxLength: 5 })
const instant = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString())

interface Targets {
  readonly users: readonly string[]
  /** Items of each datastore by its display ID. */
  readonly items: Readonly<Record<string, readonly string[]>>
}

/** Generates values that the official client sends. Null for types whose values it never sends. */
const VALUES: { readonly [T in DataType]: ((targets: Targets, field: string) => fc.Arbitrary<unknown>) | null } = {
  text: () => letters,
  textarea: () => letters,
  number: () => fc.integer({ min: -1000, max: 1000 }),
  calc: null,
  autonum: null,
  datetime: () => instant,
  date: () => instant,
  time: () => instant.map((text) => text.slice(11, 19)),
  select: () => fc.constantFrom("a", "b"),
  radio: () => fc.constantFrom("s", "Small", "l"),
  checkbox: () => fc.subarray(["x", "y"]),
  users: ({ users }) => fc.subarray([...users]),
  file: null,
  dslookup: ({ items }, field) =>
    fc.constantFrom(...(items[{ Vault: "Vault", Part: "Parts" }[field] ?? "Customers"] ?? [])),
  status: null,
  label: null,
  separator: null,
}

const idsIn = ({ world, id }: ClientWorld, datastore: string): string[] =>
  world
    .view()
    .table(itemsTable(id(`datastore ${datastore}`) as never))
    .toArray()
    .map(({ iId }) => iId)

/** Generates values for any of the fields of Deals that Ada may write. */
function itemOf(world: ClientWorld): fc.Arbitrary<Record<string, unknown>> {
  const targets: Targets = {
    users: ["ada", "bob", "cyn"].map((name) => world.id(`user ${name}`)),
    items: Object.fromEntries(["Customers", "Vault", "Parts"].map((name) => [name, idsIn(world, name)])),
  }
  const { fields } = world.world.view().expect("datastores", world.id("datastore Deals"))
  const values = fields.flatMap(({ displayId, dataType, roles }) => {
    const value = VALUES[dataType]?.(targets, displayId)
    return value === undefined || roles.length === 1 ? [] : [[displayId, fc.option(value)] as const]
  })
  return fc.record(Object.fromEntries(values), { requiredKeys: [] })
}

test("whatever the values and links are, every user's client reads lists, details and results (graphql.md section 2)", async () => {
  const base = await clientWorld()
  await fc.assert(
    fc.asyncProperty(itemOf(base), fc.subarray(["Customers", "Vault", "Parts"]), async (item, linked) => {
      const world = await clientWorld()
      const ada = world.as("ada")
      const place = { datastoreId: world.id("datastore Deals"), projectId: world.id("application SHOP") }
      const readerOf = (name: string) =>
        new ClientReader(knownOf(world.world.view(), world.id(`user ${name}`), place.projectId))
      const written = { item, return_item_result: true, is_force_update: true }
      const created = await ada.root("datastoreCreateNewItem", { ...place, newItemActionParameters: written })
      const reader = readerOf("ada")
      reader.created(created.item)
      const itemId = created.item_id as string
      for (const name of linked)
        await ada.root("addItemLink", {
          ...place,
          itemId,
          itemLinkRequestInput: {
            link_datastore_id: world.id(`datastore ${name}`),
            link_item_id: idsIn(world, name)[0],
          },
        })
      const updated = await ada.root("datastoreUpdateItem", { ...place, itemId, ItemActionParameters: written })
      reader.flat(updated.item)
      expect(reader.problems).toEqual([])
      for (const name of CALLERS) {
        const own = readerOf(name)
        const client = world.as(name)
        const parameters = { include_lookups: true, include_links: true, return_number_value: true }
        const { items } = await client.root("datastoreGetDatastoreItems", { ...place, getItemsParameters: parameters })
        for (const one of items) own.flat(one)
        const datastoreItemDetailParams = { format: "map", return_number_value: true, include_lookups: true }
        own.details(
          await client.root("getDatastoreItemDetails", { ...place, itemId, datastoreItemDetailParams }),
          place.datastoreId,
        )
        expect([name, own.problems]).toEqual([name, []])
      }
    }),
    { seed: 6, numRuns: Number(process.env.HEXARIUM_PROPERTY_RUNS ?? 12) },
  )
})
