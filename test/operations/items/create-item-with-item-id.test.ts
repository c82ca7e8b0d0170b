import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { apiClient } from "../../conformance.ts"
import {
  ANY_ID,
  actionIdOf,
  at,
  datastoreOf,
  expectUnchanged,
  fieldIdOf,
  type fixtureItem,
  office,
  refusal,
  valuesOf,
} from "./office.ts"

describe("CreateItemWithItemID", () => {
  const place = (world: Parameters<typeof fixtureItem>[0]) => {
    const { pId, dId } = datastoreOf(world, "Deals")
    return { project_id: pId, datastore_id: dId }
  }

  test("makes the item under the given ID and answers null", async () => {
    const { world, ada } = await office()
    const { body: fresh } = await ada.createNewItemID({ params: { "datastore-id": datastoreOf(world, "Deals").dId } })
    expect(fresh).toEqual({ item_id: ANY_ID })
    const params = { "item-id": fresh.item_id, "action-id": actionIdOf(world, "Deals", "CreateDeal") }
    const item = { [fieldIdOf(world, "Deals", "Title")]: "by ID" }
    const made = await ada.createItemWithItemID({ params, body: { ...place(world), item, return_item_result: true } })
    expect(made.status).toBe(200)
    expect(made.body).toBeNull()
    expect(valuesOf(world, "Deals", fresh.item_id)).toEqual({
      Title: "by ID",
      No: "D-00003",
      Stage: expect.any(String),
    })
    const again = await expectUnchanged(world, () =>
      ada.createItemWithItemID({ params, body: { ...place(world), item } }),
    )
    expect(refusal(again)).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
    await ada.deleteItem({ params: at("Deals", fresh.item_id) })
    const gone = await expectUnchanged(world, () =>
      ada.createItemWithItemID({ params, body: { ...place(world), item } }),
    )
    expect(refusal(gone)).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
  })

  test("returns null with findings, too: a header counts them and the request log lists them (errors.md section 4)", async () => {
    const { world } = await office()
    const app = createApp({ world })
    const ada = apiClient(app, "ada-token")
    const params = { "item-id": "c".repeat(24), "action-id": actionIdOf(world, "Deals", "CreateDeal") }
    const body = {
      ...place(world),
      access_key_updates: { groups_to_publish: ["NOPE"] },
      related_ds_items: { Lines: [{ operation: 11, i_id: "0".repeat(24) }] },
    }
    const made = await ada.createItemWithItemID({ params, body })
    expect([made.status, made.body, made.headers.get("x-hexarium-findings")]).toEqual([200, null, "2"])
    const log = await app.request("http://localhost/_hexarium/worlds/main/requests", { headers: { "x-hexarium": "1" } })
    const { requests } = (await log.json()) as { requests: { effects: string[] }[] }
    expect(requests.at(-1)?.effects.slice(-2)).toEqual([
      "WARN NO_PRIVILEGES no privileges to publish to group NOPE (no privileges)",
      expect.stringContaining("ERROR NOT_FOUND couldn't check rev_no or item not found"),
    ])
    const plain = await ada.createItemWithItemID({
      params: { ...params, "item-id": "d".repeat(24) },
      body: place(world),
    })
    expect([plain.body, plain.headers.get("x-hexarium-findings")]).toEqual([null, null])
  })

  test("attaches what was uploaded under the ID before, and names it in item", async () => {
    const { world, ada, bob } = await office()
    const itemId = "b".repeat(24)
    const { pId, dId } = datastoreOf(world, "Deals")
    const upload = await ada.uploadFile({
      params: { "item-id": itemId, "field-id": fieldIdOf(world, "Deals", "Papers") },
      form: { application_id: pId, datastore_id: dId, filename: "a.txt", file: new File(["hello"], "a.txt") },
    })
    const { file_id: fileId } = upload.body
    expect((await bob.getFile({ params: { "file-id": fileId } })).status).toBe(404)
    const made = await ada.createItemWithItemID({
      params: { "item-id": itemId, "action-id": "CreateDeal" },
      body: { ...place(world), use_display_id: true, item: { Title: "with a file", Papers: [fileId] } },
    })
    expect(made.status).toBe(200)
    expect(valuesOf(world, "Deals", itemId).Papers).toEqual([fileId])
    expect(world.view().get("files", fileId)).toMatchObject({ temporary: false, iId: itemId })
    expect((await bob.getFile({ params: { "file-id": fileId } })).status).toBe(200)
  })

  test("takes only the kind of ID that use_display_id says for action and fields", async () => {
    const { world, ada } = await office()
    const aId = actionIdOf(world, "Deals", "CreateDeal")
    const title = fieldIdOf(world, "Deals", "Title")
    const make = (action: string, body: object) =>
      ada.createItemWithItemID({
        params: { "item-id": "a".repeat(24), "action-id": action },
        body: { ...place(world), ...body },
      })
    const bad: [string, object][] = [
      ["CreateDeal", { item: {} }],
      [aId, { item: {}, use_display_id: true }],
      [aId, { item: { Title: "x" } }],
      ["CreateDeal", { item: { [title]: "x" }, use_display_id: true }],
    ]
    for (const [action, body] of bad) {
      const refused = await expectUnchanged(world, () => make(action, body))
      expect(refused.status, JSON.stringify(body)).toBe(400)
    }
    const ok = await make("CreateDeal", {
      item: { Title: "x" },
      use_display_id: true,
      project_id: "CRM",
      datastore_id: "Deals",
    })
    expect(ok.status).toBe(200)
  })

  test("is refused with a malformed ID, without a place, with another type of action", async () => {
    const { world, ada, bob } = await office(({ deals }) => {
      deals.actions = { ...deals.actions, Secret: { crud_type: "1", roles: ["MANAGER"] } }
    })
    const aId = actionIdOf(world, "Deals", "CreateDeal")
    const make = (who: typeof ada, itemId: string, actionId: string, body: object) =>
      expectUnchanged(world, () =>
        who.createItemWithItemID({ params: { "item-id": itemId, "action-id": actionId }, body }),
      )
    const free = "a".repeat(24)
    for (const bad of ["short", "A".repeat(24), `${free}0`]) {
      expect(refusal(await make(ada, bad, aId, place(world)))).toMatchObject({
        status: 400,
        body: { error_code: "INVALID_PARAMS" },
      })
    }
    const { project_id, datastore_id } = place(world)
    for (const body of [
      { project_id },
      { datastore_id },
      { project_id, datastore_id: "Nope" },
      { project_id: "HR", datastore_id },
    ]) {
      expect(refusal(await make(ada, free, aId, body))).toMatchObject({
        status: 400,
        body: { error_code: "INVALID_PARAMS" },
      })
    }
    expect((await make(ada, free, actionIdOf(world, "Deals", "UpdateDeal"), place(world))).status).toBe(400)
    expect((await make(bob, free, actionIdOf(world, "Deals", "Secret"), place(world))).status).toBe(403)
  })
})
