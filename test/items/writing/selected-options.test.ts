import { expect, test } from "vitest"
import { optionsOf } from "../../operations/fields/options-of.ts"
import {
  actionIdOf,
  at,
  datastoreOf,
  elements,
  fixtureItem,
  itemsOf,
  office,
  valuesOf,
} from "../../operations/items/office.ts"

/** Lines with default options. The action Bare does not let writers set any option. */
async function start() {
  const scene = await office(({ lines }) => {
    Object.assign(lines.fields, {
      Size: { dataType: "select", options: { s: "S", m: "M" }, selected: "m" },
      Colours: { dataType: "checkbox", options: { red: "Red", blue: "Blue" }, selected: ["red", "blue"] },
      Secret: { dataType: "radio", options: { x: "X" }, selected: "x", roles: ["ADMIN"] },
    })
    lines.actions = {
      Create: { crud_type: "1", default: true },
      Strict: { crud_type: "1", fields: { Size: { mandatory: true } } },
      Bare: { crud_type: "1", fields: { Size: { update: false } } },
      Update: { crud_type: "2", default: true },
      Copy: { crud_type: "4", default: true },
    }
  })
  const { world } = scene
  const fields = datastoreOf(world, "Lines").fields
  const chosen = (iId: string) => {
    const values = valuesOf(world, "Lines", iId)
    const named = (field: string) =>
      [values[field] ?? []].flat().map((oId) => {
        const options = optionsOf(fields.find(({ displayId }) => displayId === field))
        return options.find((option) => option.oId === oId)?.displayId
      })
    return { Size: named("Size"), Colours: named("Colours"), Secret: named("Secret") }
  }
  return { ...scene, chosen }
}

const DEFAULTS = { Size: ["m"], Colours: ["red", "blue"], Secret: ["x"] }

test("selected is the default of a create operation that does not name the field (model.md section 5.1)", async () => {
  const { ada, bob, chosen } = await start()
  const made = async (by: typeof ada, body: object = {}) => {
    const { body: answer } = await by.createItem({ params: at("Lines"), body })
    return chosen(answer.item_id)
  }
  expect(await made(ada, { action_id: "Strict" })).toEqual(DEFAULTS)
  expect(await made(bob, { action_id: "Bare" })).toEqual(DEFAULTS)
  expect(await made(ada, { item: { Size: "s", Colours: [], Secret: null } })).toEqual({
    Size: ["s"],
    Colours: [],
    Secret: [],
  })
  const emptied = await ada.createItem({ params: at("Lines"), body: { action_id: "Strict", item: { Size: null } } })
  expect(elements(emptied)).toMatchObject([{ error: "required field for this action" }])
})

test("selected applies to CreateItemWithItemID, ExecuteAction and related entries of operation 1 (model.md section 5.1)", async () => {
  const { world, ada, chosen } = await start()
  const { body: id } = await ada.createNewItemID({ params: { "datastore-id": datastoreOf(world, "Lines").dId } })
  const { pId, dId } = datastoreOf(world, "Lines")
  await ada.createItemWithItemID({
    params: { "item-id": id.item_id, "action-id": actionIdOf(world, "Lines", "Create") },
    body: { project_id: pId, datastore_id: dId },
  })
  await ada.executeAction({ params: at("Lines", fixtureItem(world, "Lines", 0).iId, "Create"), body: {} })
  await ada.createItem({ params: at("Deals"), body: { related_ds_items: { Lines: [{ operation: 1, item: {} }] } } })
  const made = itemsOf(world, "Lines").slice(2)
  expect(made.map(({ iId }) => chosen(iId))).toEqual([DEFAULTS, DEFAULTS, DEFAULTS])
})

test("selected does not apply to updates, copies, imports and fixtures (model.md section 5.1)", async () => {
  const { world, ada, chosen } = await start()
  const none = { Size: [], Colours: [], Secret: [] }
  const { iId } = fixtureItem(world, "Lines", 0)
  expect(chosen(iId)).toEqual(none)
  await ada.updateItem({ params: at("Lines", iId), body: { item: { Product: "x" }, is_force_update: true } })
  await ada.executeAction({ params: at("Lines", iId, "Copy"), body: {} })
  const file = new File(["Product\r\nimported\r\n"], "lines.csv")
  const imported = await ada.importItems({ params: at("Lines"), form: { filename: "lines.csv", file } })
  expect(imported.status).toBe(200)
  await world.idle()
  expect(itemsOf(world, "Lines").map((item) => chosen(item.iId))).toEqual([none, none, none, none])
})
