import { describe, expect, test } from "vitest"
import { checkInvariants } from "../../../src/index.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

const at = (action: string) => ({ params: { "datastore-id": "Orders", "action-id": action } })

describe("DeleteAction (api.md section 15)", () => {
  test("it is gone, and nothing else", async () => {
    const { as, action, datastore, world } = await workshop()
    const others = datastore("Orders").actions.filter(({ displayId }) => displayId !== "Send")
    const answer = await as("ada").deleteAction(at(action("Send").aId))
    expect([answer.status, answer.body]).toEqual([200, null])
    expect(datastore("Orders").actions).toEqual(others)
    expect((await as("ada").getActionSettings(at("Send"))).status).toBe(404)
    await checkInvariants(world)
  })

  test("its display ID is free again", async () => {
    const { as } = await workshop()
    await as("ada").deleteAction(at("Send"))
    const body = { operation: "update", name: "Send", display_id: "Send" }
    expect((await as("ada").createAction({ params: { "datastore-id": "Orders" }, body })).status).toBe(200)
  })

  test("refuses operations that need a default action which is gone", async () => {
    const { as, world } = await workshop()
    await as("ada").deleteAction(at("Create"))
    const params = { "app-id": "SHOP", "datastore-id": "Orders" }
    expect((await refusalOf(world, () => as("ada").createItem({ params, body: {} })))[0]).toBe(400)
  })

  test("histories keep what was done by it", async () => {
    const { as } = await workshop()
    const params = { "app-id": "SHOP", "datastore-id": "Orders" }
    const { item_id } = (await as("ada").createItem({ params, body: { item: { Title: "T" } } })).body
    await as("ada").deleteAction(at("Create"))
    const { histories } = (await as("ada").getItemHistories({ params: { ...params, "item-id": item_id } })).body
    expect(histories).toMatchObject([{ action_name: "", action_operation: "1" }])
  })

  test("refused while an auto action runs it, which is named", async () => {
    const { as, world } = await workshop()
    expect(await refusalOf(world, () => as("ada").deleteAction(at("Recall")))).toEqual([
      400,
      flat("INVALID_PARAMS", 'the action Recall is used by the auto action "Nightly recall"'),
    ])
  })

  test("404 where it is unknown, 403 without ADMIN", async () => {
    const { as, world } = await workshop()
    const remove = (name: string, action: string) => () => as(name).deleteAction(at(action))
    expect(await refusalOf(world, remove("bob", "NOPE"))).toEqual([404, flat("NOT_FOUND", "action not found: NOPE")])
    expect(await refusalOf(world, remove("bob", "Send"))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refusalOf(world, remove("ned", "Send")))[0]).toBe(404)
  })
})
