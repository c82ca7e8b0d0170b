import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { describeChanges } from "../../../emulator/worlds/index.ts"
import type { Change } from "../../../src/index.ts"
import { browseItems } from "../../../src/items/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { graphqlClient } from "../../graphql/graphql-client.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const ALBUM = "0".repeat(23).concat("1")
const SINGLE_FILE = "0".repeat(23).concat("2")

const fixture = fixtureOf({
  datastores: {
    Photos: {
      fields: {
        Name: { dataType: "text", as_title: true, full_text: true },
        Cover: { dataType: "file" },
        Pictures: { dataType: "file", file: { multiple: true } },
      },
      items: [
        {
          key: "album",
          i_id: ALBUM,
          created_at: "2026-01-02T00:00:00Z",
          values: {
            Name: "Album",
            Cover: { file: "data:image/png,c", name: "zebra.png" },
            Pictures: [
              { file: "data:image/png,a", name: "a.png" },
              { file: "data:image/png,b", name: "b.png" },
            ],
          },
        },
        {
          i_id: SINGLE_FILE,
          created_at: "2026-01-01T00:00:00Z",
          values: { Name: "Single", Cover: { file: "data:image/png,d", name: "ant.png" } },
        },
      ],
    },
    Uses: {
      fields: {
        Name: { dataType: "text", as_title: true },
        Photo: { dataType: "dslookup", as_title: true, dslookup: { datastore: "Photos", field: "Cover" } },
      },
      items: [{ key: "use", values: { Name: "Use", Photo: "@album" }, links: ["Photos@album"] }],
    },
  },
  application: {
    reports: [
      {
        report_id: "R",
        name: "R",
        datastore: "Photos",
        columns: ["Name", "Cover", "Pictures"].map((field) => ({ field, display_id: field })),
      },
    ],
  },
})

interface Files {
  readonly world: World
  readonly ada: ApiClient
  /** Returns the file_id of the file with a name. */
  id(name: string): string
}

async function files(): Promise<Files> {
  const world = await createWorld({ fixture })
  const id = (name: string) =>
    world
      .view()
      .table("files")
      .toArray()
      .find((file) => file.name === name)?.fileId ?? name
  return { world, ada: apiClient(createApp({ world }), "ada-token"), id }
}

const PHOTOS = { "app-id": "APP", "datastore-id": "Photos" }
const USES = { "app-id": "APP", "datastore-id": "Uses" }

describe("file fields in lists (model.md section 5.2)", () => {
  test("are the file IDs, several joined by a comma, and empty without a file", async () => {
    const { ada, id } = await files()
    const pictures = `${id("a.png")},${id("b.png")}`
    const { body } = await ada.itemList({ params: PHOTOS, body: {} })
    expect(body.items).toMatchObject([
      { Cover: id("zebra.png"), Pictures: pictures },
      { Cover: id("ant.png"), Pictures: "" },
    ])
    const internal = await ada.itemList({ params: PHOTOS, body: { use_display_id: false } })
    expect(Object.values(internal.body.items[0] ?? {})).toContain(pictures)
  })

  test("are IDs with which GetFile returns the bytes", async () => {
    const { ada } = await files()
    const { body } = await ada.itemList({ params: PHOTOS, body: {} })
    const ids = String(body.items[0]?.Pictures).split(",")
    const read = await Promise.all(ids.map(async (one) => (await ada.getFile({ params: { "file-id": one } })).body))
    expect(read.map((bytes) => new TextDecoder().decode(bytes))).toEqual(["a", "b"])
  })

  test("are IDs in linked_items, lookup_items and lookup_item", async () => {
    const { ada, id } = await files()
    const shown = { Cover: id("zebra.png"), Pictures: `${id("a.png")},${id("b.png")}` }
    const list = await ada.itemList({ params: USES, body: { include_lookups: true } })
    expect(list.body.items[0]).toMatchObject({ lookup_items: { Photo: shown } })
    const params = { ...USES, "item-id": String(list.body.items[0]?.i_id) }
    const query = { use_display_id: true, include_linked_items: true, include_lookups: true }
    expect((await ada.getItemDetails({ params, query })).body).toMatchObject({
      field_values: { Photo: { value: { lookup_item: shown } } },
      linked_items: { Photos: { items: [shown] } },
    })
    expect((await ada.getLinkedItems({ params })).body).toMatchObject({ result: { Photos: { items: [shown] } } })
  })

  test("are IDs in the item_list of GlobalSearch", async () => {
    const { ada, id } = await files()
    const body = { query: "Album", app_id: "APP", datastore_id: "Photos", return_item_list: true }
    expect((await ada.globalSearch({ body })).body).toMatchObject({
      item_list: { items: [{ Cover: id("zebra.png") }] },
    })
  })

  test("are the IDs that details and the next write have", async () => {
    const { ada, id } = await files()
    const params = { ...PHOTOS, "item-id": ALBUM }
    const item = { Pictures: [id("b.png")] }
    await ada.updateItem({ params, body: { item, is_force_update: true } })
    const { body } = await ada.itemList({ params: PHOTOS, body: {} })
    expect(body.items[0]).toMatchObject({ Pictures: id("b.png") })
  })
})

describe("the names of files (model.md section 5.2)", () => {
  test("stay in CSV, also with internal IDs", async () => {
    const { ada } = await files()
    const expected = 'Name,Cover,Pictures\nAlbum,zebra.png,"a.png,b.png"\nSingle,ant.png,\n'
    const csv = async (body: object) =>
      new TextDecoder().decode(
        (await ada.itemList({ params: PHOTOS, body: { format: "csv", ...body } })).body as unknown as Uint8Array,
      )
    expect(await csv({})).toBe(expected)
    expect(await csv({ use_display_id: false })).toBe(expected)
  })

  test("stay in reports", async () => {
    const { ada } = await files()
    const { body } = await ada.getReportData({ params: { "app-id": "APP", "report-id": "R" } })
    expect(body.report_results).toMatchObject([
      { Name: "Album", Cover: "zebra.png", Pictures: "a.png,b.png" },
      { Name: "Single", Cover: "ant.png", Pictures: "" },
    ])
  })

  test("stay in titles and in the shown value of a lookup", async () => {
    const { ada } = await files()
    const { body } = await ada.itemList({ params: USES, body: { include_lookups: true } })
    expect(body.items).toMatchObject([{ title: "Use zebra.png", Photo: "zebra.png" }])
  })

  test("order a list and match conditions", async () => {
    const { ada, id } = await files()
    const names = async (body: object) =>
      (await ada.itemList({ params: PHOTOS, body })).body.items.map(({ Name }) => Name)
    expect(await names({ sort_fields: [{ id: "Cover", order: "asc" }] })).toEqual(["Single", "Album"])
    expect(await names({ sort_fields: [{ id: "Cover", order: "desc" }] })).toEqual(["Album", "Single"])
    expect(await names({ conditions: [{ id: "Pictures", search_value: ["^b\\.png$"] }] })).toEqual(["Album"])
    expect(await names({ conditions: [{ id: "Pictures", search_value: [id("b.png")] }] })).toEqual([])
  })

  test("stay in the control plane's list of items and in the descriptions of changes", async () => {
    const { world, ada, id } = await files()
    const datastore = world
      .view()
      .table("datastores")
      .toArray()
      .find(({ displayId }) => displayId === "Photos")
    if (datastore === undefined) throw new Error("no datastore Photos")
    const { items } = browseItems(world.view(), datastore, { offset: 0, limit: 10 })
    expect(items.map(({ values }) => [...values.values()])).toContainEqual(["Album", "zebra.png", "a.png,b.png"])
    const changes: Change[] = []
    world.onChange((change) => changes.push(change))
    const params = { ...PHOTOS, "item-id": ALBUM }
    await ada.updateItem({ params, body: { item: { Pictures: [id("b.png")] }, is_force_update: true } })
    expect(describeChanges(world.view(), changes)).toContain("item Album Pictures a.png,b.png→b.png")
  })
})

test("details have the file object of one file, and an array of several", async () => {
  const { ada, id } = await files()
  const { body } = await ada.getItemDetails({
    params: { ...PHOTOS, "item-id": ALBUM },
    query: { use_display_id: true },
  })
  expect(body.field_values).toMatchObject({
    Cover: { value: { file_id: id("zebra.png"), filename: "zebra.png" } },
    Pictures: { value: [{ file_id: id("a.png") }, { file_id: id("b.png") }] },
  })
})

test("GraphQL's lists have file objects, and lookups of a file its name", async () => {
  const { world, id } = await files()
  const ada = graphqlClient(world, "ada-token")
  const datastoreOf = (name: string) =>
    world
      .view()
      .table("datastores")
      .toArray()
      .find(({ displayId }) => displayId === name)?.dId
  const items = async (name: string, more: object = {}) =>
    (
      await ada.root("datastoreGetDatastoreItems", {
        getItemsParameters: { use_display_id: true, ...more },
        datastoreId: datastoreOf(name),
      })
    ).items
  expect((await items("Photos"))[0]).toMatchObject({
    Cover: [{ file_id: id("zebra.png"), name: "zebra.png" }],
    Pictures: [{ file_id: id("a.png") }, { file_id: id("b.png") }],
  })
  const [use] = await items("Uses", { include_lookups: true })
  expect(use).toMatchObject({ Photo: "zebra.png", lookup_items: { Photo: { Cover: [{ name: "zebra.png" }] } } })
})

test("calls in process have files as objects", async () => {
  const { world, id } = await files()
  const { items } = await world.as("ada@acme.test").itemList({ datastore: "Photos" })
  expect(items[0]?.values).toMatchObject({ Cover: [{ fileId: id("zebra.png"), name: "zebra.png" }] })
})
