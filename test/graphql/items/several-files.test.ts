import { expect, test } from "vitest"
import { createWorld, dumpFixture } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { graphqlClient } from "../graphql-client.ts"

/** Creates a file field over GraphQL. `write` makes the arguments of an update that sets its files. */
async function start() {
  const world = await createWorld({
    fixture: fixtureOf({
      datastores: {
        Notes: {
          fields: { Title: { dataType: "text", as_title: true } },
          items: [{ key: "one", values: { Title: "One" } }],
        },
      },
    }),
  })
  const [datastore] = world.view().all("datastores")
  const { dId = "", pId = "" } = datastore ?? {}
  const ada = graphqlClient(world, "ada-token")
  const payload = { dataType: "file", display_id: "Paper", name: "Paper" }
  const { field_id: fieldId } = await ada.root("datastoreCreateField", { datastoreId: dId, payload })
  const { items } = await world.as("ada@acme.test").itemList({ application: "APP", datastore: "Notes" })
  const itemId = items[0]?.itemId ?? ""
  const upload = async (name: string): Promise<string> => {
    const content = Buffer.from(name).toString("base64")
    const place = { field_id: fieldId, item_id: itemId, d_id: dId, p_id: pId }
    const { file_id: fileId } = await ada.root("createItemFileAttachment", {
      payload: { filename: name, content, contentTypeFile: "text/plain", filepath: "", display_order: 0, ...place },
    })
    return fileId
  }
  const write = (revNo: number, files: readonly string[]) => ({
    itemId,
    datastoreId: dId,
    projectId: pId,
    ItemActionParameters: { rev_no: revNo, item: { Paper: files }, use_display_id: true, return_item_result: true },
  })
  const names = async () => {
    const details = { itemId, datastoreId: dId, projectId: pId, datastoreItemDetailParams: { format: "map" } }
    const { field_values: values } = await ada.root("getDatastoreItemDetails", details)
    return values.Paper.value.map(({ name }: { name: string }) => name)
  }
  return { world, ada, dId, fieldId, upload, write, names }
}

test("a field from datastoreCreateField takes a second file", async () => {
  const { ada, upload, write, names } = await start()
  const first = await upload("a.txt")
  await ada.root("datastoreUpdateItem", write(1, [first]))
  const second = await upload("b.txt")
  await ada.root("datastoreUpdateItem", write(2, [first, second]))
  expect(await names()).toEqual(["a.txt", "b.txt"])
})

test("UpdateField that binds a field to one file is refused while an item has two", async () => {
  const { world, ada, dId, fieldId, upload, write, names } = await start()
  const files = [await upload("a.txt"), await upload("b.txt")]
  await ada.root("datastoreUpdateItem", write(1, files))
  const rest = apiClient(world, "ada-token")
  const bind = () =>
    rest.updateField({
      params: { "app-id": "APP", "datastore-id": dId, "field-id": fieldId },
      body: { file_info: { multiple: false } },
    })
  const before = world.hash()
  expect(await bind()).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
  expect(world.hash()).toBe(before)
  await ada.root("datastoreUpdateItem", write(2, files.slice(1)))
  expect((await bind()).status).toBe(200)
  const two = [...files.slice(1), await upload("c.txt")]
  expect((await ada.refused("datastoreUpdateItem", write(3, two))).extensions.code).toBe("INVALID_VALUE")
  expect(await names()).toEqual(["b.txt"])
  const free = { params: { "app-id": "APP", "datastore-id": dId, "field-id": fieldId } }
  expect((await rest.updateField({ ...free, body: { file_info: { multiple: true } } })).status).toBe(200)
  await ada.root("datastoreUpdateItem", write(3, two))
  expect(await names()).toEqual(["b.txt", "c.txt"])
})

test("exports write multiple of every file field, and a fixture without it means one file", async () => {
  const { world, dId } = await start()
  const rest = apiClient(world, "ada-token")
  const bound = { dataType: "file", display_id: "Bound", name: "Bound", file_info: { multiple: false } }
  const at = { params: { "app-id": "APP", "datastore-id": dId } }
  expect((await rest.createField({ ...at, body: bound })).status).toBe(200)
  const exported = JSON.parse(JSON.stringify(dumpFixture(world)))
  const [{ fields }] = exported.workspaces[0].applications[0].datastores
  expect([fields.Paper.file, fields.Bound.file]).toEqual([{ multiple: true }, { multiple: false }])
  delete fields.Paper.file
  const { file: bare } = JSON.parse(JSON.stringify(dumpFixture(await createWorld({ fixture: exported })))).workspaces[0]
    .applications[0].datastores[0].fields.Paper
  expect(bare).toEqual({ multiple: false })
})
