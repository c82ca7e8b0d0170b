import fc from "fast-check"
import { expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import type { DomainError } from "../../../src/model/index.ts"
import { itemsTable } from "../../../src/state/index.ts"
import { checkInvariants, createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** With so many fields, each part of an import has twenty rows. */
const FIELDS = 150
const ROWS_PER_PART = 20

const wide = (hasIndex: boolean) =>
  fixtureOf({
    datastores: {
      Wide: {
        fields: {
          Name: { dataType: "text", as_title: true, has_index: hasIndex },
          Code: { dataType: "text", unique: true },
          No: { dataType: "autonum", autonum: { prefix: "N-" } },
          Parent: { dataType: "dslookup", dslookup: { datastore: "Wide", field: "Name" } },
          ...Object.fromEntries(
            Array.from({ length: FIELDS - 4 }, (_, at) => [`F${at}`, { dataType: "text" as const }]),
          ),
        },
        items: Array.from({ length: 25 }, (_, at) => ({
          key: `k${at}`,
          values: { Name: `n${at % 22}`, Code: `c${at}` },
        })),
      },
    },
  })

const PLACE = { application: "APP", datastore: "Wide" }
const HEADER = ["Name", "Code", "Parent", "_delete_"]

const wideWorld = (hasIndex = false): Promise<EngineWorld> => createEngineWorld({ fixture: wide(hasIndex) })

const rowsOf = (all: readonly (readonly string[])[]) => all.map((cells, at) => ({ line: at + 2, cells }))

const newRows = (count: number) => rowsOf(Array.from({ length: count }, (_, at) => [`new ${at}`, `x${at}`, "", ""]))

function countItems(world: EngineWorld): number {
  const [datastore] = world.view().all("datastores")
  return datastore === undefined ? 0 : world.view().table(itemsTable(datastore.dId)).size
}

const request = fc.record({
  hasIndex: fc.boolean(),
  mode: fc.constantFrom(
    { append: true },
    { replaceAll: true, overwriteAutonumber: true },
    { keyField: "Name" },
    { keyField: "Code" },
  ),
  rows: fc.array(
    fc.tuple(
      fc.nat(29).map((at) => `n${at}`),
      fc.constantFrom(...Array.from({ length: 30 }, (_, at) => `c${at}`), ""),
      fc.constantFrom("", "", "", "n1", "n25", "nobody"),
      fc.constantFrom("", "", "", "true"),
    ),
    { minLength: 45, maxLength: 60, size: "max" },
  ),
})

test("an import in turns gives the same world and the same errors as an import in one turn", async () => {
  let pauses = 0
  await fc.assert(
    fc.asyncProperty(request, async ({ hasIndex, mode, rows }) => {
      const outcomes = await Promise.all(
        [true, false].map(async (inTurns) => {
          const world = await wideWorld(hasIndex)
          if (inTurns)
            world.pause = async () => {
              pauses += 1
            }
          const user = world.raw.as("ada@acme.test")
          const input = { ...PLACE, header: HEADER, rows: rowsOf(rows), ...mode }
          const { tempDId } = await user.importItems(input)
          const { errors } = await user.getImportResults({ datastore: "Wide", tempDatastoreId: tempDId })
          await world.idle()
          await checkInvariants(world)
          return { hash: world.hash(), errors }
        }),
      )
      expect(outcomes[0]).toEqual(outcomes[1])
    }),
    { seed: 5, numRuns: 10 },
  )
  expect(pauses).toBeGreaterThan(15)
})

test("a server answers reads between the parts of an import, and carries out writes after it", async () => {
  const world = await wideWorld()
  const app = createApp({ world })
  const ada = apiClient(app, "ada-token")
  const list = () =>
    ada.itemList({ params: { "app-id": "APP", "datastore-id": "Wide" }, body: { return_count_only: true } })
  const totals: unknown[] = []
  const order: string[] = []
  let created: Promise<unknown> | undefined
  world.pause = async () => {
    created ??= ada
      .createItem({ params: { "app-id": "APP", "datastore-id": "Wide" }, body: { item: { Name: "late" } } })
      .then(({ status }) => order.push(`create ${status}`))
    totals.push((await list()).body.totalItems)
  }
  await world.raw
    .as("ada@acme.test")
    .importItems({ ...PLACE, header: HEADER, rows: newRows(70) })
    .then(() => order.push("import"))
  await created
  expect(totals).toEqual(Array.from({ length: Math.floor(70 / ROWS_PER_PART) }, () => 25))
  expect(order).toEqual(["import", "create 200"])
  expect((await list()).body.totalItems).toBe(96)
})

test("an import that is refused in a later part changes nothing", async () => {
  const world = await wideWorld()
  let pauses = 0
  world.pause = async () => {
    pauses += 1
  }
  const hash = world.hash()
  function* rows() {
    yield* newRows(70)
    yield { line: "x", cells: [] } as never
  }
  const refused = world.raw.as("ada@acme.test").importItems({ ...PLACE, header: HEADER, rows: rows() })
  await expect(refused).rejects.toMatchObject({ code: "INVALID_PARAMS" } satisfies Partial<DomainError>)
  expect([pauses, countItems(world), world.hash()]).toEqual([3, 25, hash])
})

test("an import without an app, and a small one on a server, are complete on return", async () => {
  const world = await wideWorld()
  const user = world.raw.as("ada@acme.test")
  await user.importItems({ ...PLACE, header: HEADER, rows: newRows(70) })
  expect(countItems(world)).toBe(95)
  let pauses = 0
  world.pause = async () => {
    pauses += 1
  }
  await user.importItems({ ...PLACE, header: ["Name"], rows: rowsOf([["a"], ["b"]]) })
  expect([countItems(world), pauses]).toEqual([97, 0])
})

test("a key of an indexed field is looked up, and no item is read for it", async () => {
  const world = await wideWorld(true)
  let pauses = 0
  world.pause = async () => {
    pauses += 1
  }
  const user = world.raw.as("ada@acme.test")
  const rows = rowsOf([
    ["n2", "z"],
    ["n5", "y"],
    ["n99", "x"],
  ])
  const { tempDId } = await user.importItems({ ...PLACE, header: ["Name", "Code"], rows, keyField: "Name" })
  const { errors } = await user.getImportResults({ datastore: "Wide", tempDatastoreId: tempDId })
  expect(errors.map(({ description }) => description)).toEqual(["Name: expected one item, found 2"])
  expect([countItems(world), pauses]).toEqual([26, 0])
})

test("a row may look up an item of the datastore although a later row deletes the row's item", async () => {
  const world = await wideWorld()
  const user = world.raw.as("ada@acme.test")
  const rows = rowsOf([
    ["n3", "c3", "n5", ""],
    ["new", "c90", "n5", ""],
    ["n4", "c4", "nobody", ""],
    ...["c3", "c90", "c4"].map((code) => ["", code, "", "true"]),
  ])
  const { tempDId } = await user.importItems({ ...PLACE, header: HEADER, rows, keyField: "Code" })
  const { errors } = await user.getImportResults({ datastore: "Wide", tempDatastoreId: tempDId })
  expect(errors).toEqual([{ line: 4, description: "Parent: item not found: nobody" }])
  expect(countItems(world)).toBe(23)
  await checkInvariants(world)
})
