import { strFromU8, unzipSync } from "fflate"
import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { checkInvariants } from "../../../src/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { type Workshop, workshop, workshopFixture } from "../../sample-worlds/workshop.ts"

// biome-ignore lint/suspicious/noExplicitAny: a fixture that is written to
type Mutable = any

/** The files of a template's archive, by name. */
async function archiveOf({ as }: Workshop, tpId: string): Promise<Record<string, string>> {
  const { body } = await as("ada").downloadTemplate({ params: { "template-id": tpId } })
  const files = unzipSync(body as Uint8Array)
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const ndjson = (text = "") => text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))

describe("SaveTemplate (api.md section 14)", () => {
  test("keeps settings and items as JSON in a zip, and returns its task", async () => {
    const shop = await workshop()
    const { as, world } = shop
    const { status, body } = await as("ada").saveTemplate({
      body: { project_id: "SHOP", name: "Shop", category: "Sales", description: "A small shop" },
    })
    expect(status).toBe(200)
    const tasks = (await as("ada").getTasks({ query: { category: "SAVETEMPLATE", stream_id: body.stream_id } })).body
    expect(Object.values(tasks).map(({ status: { name }, metadata }) => [name, metadata.p_id])).toEqual([
      ["PROCESSED", shop.application("SHOP").pId],
    ])
    const archive = await archiveOf(shop, body.tp_id)
    expect(Object.keys(archive)).toEqual(["template.json", "application.json", "items/Orders.ndjson"])
    expect(JSON.parse(archive["template.json"] ?? "")).toEqual({
      format: "hexarium template",
      version: 1,
      name: "Shop",
      category: "Sales",
      description: "A small shop",
    })
    const application = JSON.parse(archive["application.json"] ?? "")
    expect(application.datastores.map((one: { datastore_id: string }) => one.datastore_id)).toEqual([
      "Orders",
      "Secrets",
    ])
    expect(JSON.stringify(application.roles)).not.toContain("acme.test")
    expect(ndjson(archive["items/Orders.ndjson"]).map(({ values }) => values.Title)).toEqual(["First", "Second"])
    await checkInvariants(world)
  })

  test("histories only when they are asked for", async () => {
    const shop = await workshop()
    const ada = shop.as("ada")
    const { items } = (
      await ada.itemList({ params: { "app-id": "SHOP", "datastore-id": "Orders" }, body: { per_page: 1 } })
    ).body
    const item = String(items[0]?.i_id)
    await ada.postItemComment({
      params: { "app-id": "SHOP", "datastore-id": "Orders", "item-id": item },
      body: { comment: "Soon" },
    })
    const save = async (include_histories?: boolean) => {
      const asked = include_histories === undefined ? {} : { include_histories }
      const { body } = await ada.saveTemplate({ body: { project_id: "SHOP", name: "Shop", ...asked } })
      return ndjson((await archiveOf(shop, body.tp_id))["histories.ndjson"])
    }
    expect(await save()).toEqual([])
    expect(await save(false)).toEqual([])
    expect(await save(true)).toMatchObject([{ i_id: item, comment: "Soon", user: "ada@acme.test" }])
  })

  test("archived histories remain archived in the copy", async () => {
    const shop = await workshop()
    const { world } = shop
    const ada = world.as("ada@acme.test")
    const place = { application: "SHOP", datastore: "Orders" }
    const { itemId, historyId } = await ada.createItem({ ...place, item: { Title: "Third" } })
    await ada.deleteItemComment({ ...place, itemId, historyId, archiveActions: true })
    const { tpId } = await ada.saveTemplate({ application: "SHOP", name: "Shop", includeHistories: true })
    const [line] = ndjson((await archiveOf(shop, tpId))["histories.ndjson"])
    expect(line).toMatchObject({ i_id: itemId, archived: true })
    await ada.createApplication({ name: "Copy", templateId: tpId })
    const copies = world
      .view()
      .all("histories")
      .filter((history) => history.iId !== itemId)
    expect(copies).toMatchObject([{ isArchived: true }])
  })

  test("holds no item that its saver does not see, and nothing that names one", async () => {
    const shop = await workshop()
    const { world } = shop
    const { dId } = shop.datastore("Orders")
    await world.commit("Test", null, (tx) => {
      const [first, second] = tx.table(`items:${dId}`).toArray()
      if (first === undefined || second === undefined) throw new Error("no items")
      tx.patch(`items:${dId}`, first.iId, { accessKeys: [] })
      tx.put("links", {
        fromIId: second.iId,
        fromDId: dId,
        toIId: first.iId,
        toDId: dId,
        type: "link",
        fId: null,
        isReverse: false,
      })
    })
    const { body } = await shop
      .as("ada")
      .saveTemplate({ body: { project_id: "SHOP", name: "Shop", include_histories: true } })
    const lines = ndjson((await archiveOf(shop, body.tp_id))["items/Orders.ndjson"])
    expect(lines.map(({ values, links }) => [values.Title, links])).toEqual([["Second", undefined]])
  })

  test("saves what its caller may see: no saved lists of others, and nothing of datastores that roles hide", async () => {
    const fixture = structuredClone(workshopFixture)
    const [shop, lab] = (fixture.workspaces[0]?.applications ?? []) as Mutable[]
    if (shop === undefined || lab === undefined) throw new Error("the workshop changed")
    const everybody = { groups: ["ACME"] }
    const hidden = "90a000000000000000000001"
    lab.datastores[0].roles = ["ADMIN"]
    lab.datastores[0].items = [{ i_id: hidden, key: "hidden", values: { Name: "x" }, access: everybody }]
    shop.datastores[0].fields.Test = { dataType: "dslookup", dslookup: { datastore: "LAB/Tests", field: "Name" } }
    shop.datastores[0].items = [
      { values: { Title: "First", Test: hidden }, unchecked: true, access: everybody, links: [hidden] },
    ]
    const list = { datastore_id: "Orders", conditions: [] }
    shop.queries = [
      { name: "Everybody's", ...list },
      { name: "Ada's", owner: "ada@acme.test", ...list },
      { name: "Bob's", owner: "bob@acme.test", ...list },
    ]
    const world = await createEngineWorld({ fixture })
    const ada = apiClient(createApp({ world }), "ada-token")
    const { body } = await ada.saveTemplate({ body: { project_id: "SHOP", name: "Shop" } })
    const archive = await ada.downloadTemplate({ params: { "template-id": body.tp_id } })
    const files = unzipSync(archive.body as Uint8Array)
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
    const { queries } = JSON.parse(text("application.json")) as { queries: { name: string }[] }
    expect(queries.map(({ name }) => name)).toEqual(["Everybody's", "Ada's"])
    expect(text("items/Orders.ndjson")).toContain("First")
    expect(text("items/Orders.ndjson")).not.toContain(hidden)
  })

  test("the same application gives the same bytes", async () => {
    const [one, two] = [await workshop(), await workshop()]
    const save = async (shop: Workshop) => {
      const { body } = await shop.as("ada").saveTemplate({ body: { project_id: "SHOP", name: "Shop" } })
      return (await shop.as("ada").downloadTemplate({ params: { "template-id": body.tp_id } })).body
    }
    expect(await save(one)).toEqual(await save(two))
  })

  test("is for the ADMIN role of the application", async () => {
    const { as, world } = await workshop()
    for (const name of ["bob", "cleo", "ned"]) {
      const save = () => as(name).saveTemplate({ body: { project_id: "SHOP", name: "Shop" } })
      expect(await refusalOf(world, save)).toEqual([403, flat("NO_PRIVILEGES")])
    }
  })

  test.each([
    [{ name: "Shop" }, /project_id/],
    [{ project_id: "SHOP" }, /name/],
    [{ project_id: "NOPE", name: "Shop" }, "application not found: NOPE"],
    [{ project_id: "HR", name: "Shop" }, "application not found: HR"],
    [{ project_id: "SHOP", name: " " }, "name must not be empty"],
    [{ project_id: "SHOP", name: "a\nb" }, "name must be a single line"],
    [{ project_id: "SHOP", name: "x".repeat(201) }, "name must have at most 200 characters"],
    [{ project_id: "SHOP", name: "Shop", category: " " }, "category must not be empty"],
    [{ project_id: "SHOP", name: "Shop", include_histories: "yes" }, /include_histories/],
  ])("refuses %j", async (body, error) => {
    const { as, world } = await workshop()
    const expected = typeof error === "string" ? error : expect.stringMatching(error)
    const save = () => as("ada").saveTemplate({ body: body as never })
    expect(await refusalOf(world, save)).toEqual([400, flat("INVALID_PARAMS", expected)])
  })
})
