import { describe, expect, test } from "vitest"
import { checkInvariants, createWorld, dumpFixture } from "../../../src/index.ts"
import { catalogue } from "../../sample-worlds/catalogue.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"

const PARTS = { params: { "app-id": "SHOP", "datastore-id": "Parts" } }
const at = (field: string) => ({ params: { ...PARTS.params, "field-id": field } })

describe("DeleteField (api.md section 16)", () => {
  const free = ["Note", "Total", "No", "Made", "Seen", "At", "Kind2", "Who", "Sheet", "Maker", "Head", "Line", "Secret"]
  test.each(free)("the field is gone with its values, and the items have no new revision: %s", async (name) => {
    const { as, field, part, datastore, world } = await catalogue()
    if (name === "Kind2") {
      const body = { dataType: "select", name, display_id: name, options: [{ display_id: "a" }] }
      await as("ada").createField({ ...PARTS, body })
    }
    const { fId } = field(name)
    const saw = part("Saw")
    const answer = await as("ada").deleteField(at(fId))
    expect([answer.status, answer.body]).toEqual([200, null])
    expect(datastore().fields.map((one) => one.fieldIndex)).toEqual(datastore().fields.map((_, index) => index))
    expect((await as("ada").getFieldSettings(at(fId))).status).toBe(404)
    const { [fId]: _, ...values } = saw.values
    expect(part("Saw")).toEqual({ ...saw, values })
    await checkInvariants(world)
    const again = await createWorld({ fixture: dumpFixture(world) })
    expect(
      again
        .view()
        .get("datastores", datastore().dId)
        ?.fields.map(({ displayId }) => displayId),
    ).not.toContain(name)
  })

  test("its display ID is free again, and a new field of that name has no values", async () => {
    const { as, stored } = await catalogue()
    await as("ada").deleteField(at("Note"))
    const body = { dataType: "textarea", name: "Note", display_id: "Note" }
    expect((await as("ada").createField({ ...PARTS, body })).status).toBe(200)
    expect(stored("Bolt", "Note")).toBeUndefined()
  })

  test("files of it are deleted, links of it too, in both directions, and its counters", async () => {
    const { as, field, world } = await catalogue()
    const { fId } = field("No")
    await as("ada").getAutoNumber({ ...at("No"), query: { branch_key: "B" } })
    for (const name of ["Sheet", "Maker", "No"]) await as("ada").deleteField(at(name))
    const view = world.view()
    expect(
      view
        .table("files")
        .toArray()
        .map(({ deleted }) => deleted),
    ).toEqual([true, true])
    expect(
      view
        .table("links")
        .toArray()
        .filter(({ type }) => type === "lookup"),
    ).toHaveLength(1)
    expect(view.ids("countersByField", fId)).toEqual([])
  })

  test("actions have no setting of it any longer", async () => {
    const { as, field, datastore } = await catalogue()
    const { fId } = field("Note")
    const settings = () => datastore().actions.flatMap((action) => Object.keys(action.fieldSettings))
    expect(settings()).toContain(fId)
    await as("ada").deleteField(at("Note"))
    expect(settings()).not.toContain(fId)
  })

  test("a lookup that showed it shows the title instead", async () => {
    const { as } = await catalogue()
    const orders = { params: { ...PARTS.params, "datastore-id": "Orders" } }
    const shown = async () => {
      const { items } = (await as("ada").itemList({ ...orders, body: { page: 1, per_page: 0, use_display_id: true } }))
        .body
      return items[0]?.Part
    }
    expect(await shown()).toBe("M8")
    await as("ada").deleteField(at("Note"))
    expect(await shown()).toBe("Bolt")
    const lookup = { params: { ...orders.params, "field-id": "Part" } }
    expect((await as("ada").getFieldSettings(lookup)).body.dslookup_info?.dslookup_field_id).toBe("")
  })

  const used: [string, string][] = [
    ["Rank", 'saved list "Best"'],
    ["Kind", 'saved list "Best"'],
    ["Tags", 'auto action "Nightly"'],
    ["Size", 'the default search, report "Stock"'],
    ["Level", 'report "Stock", chart "Pie"'],
    ["Source", 'report "Stock"'],
    ["Code", 'auto link of "Parts"'],
    ["Price", "formula of Total"],
    ["Tax", "formula of Total"],
  ]
  test.each(used)("refused while something names it: %s, %s", async (name, by) => {
    const { as, world } = await catalogue()
    expect(await refusalOf(world, () => as("ada").deleteField(at(name)))).toEqual([
      400,
      flat("INVALID_PARAMS", `the field ${name} is used by ${by}`),
    ])
  })

  test("refused while another datastore's auto link leads to it", async () => {
    const { as, world } = await catalogue()
    const code = { params: { "app-id": "SHOP", "datastore-id": "Makers", "field-id": "Code" } }
    expect(await refusalOf(world, () => as("ada").deleteField(code))).toEqual([
      400,
      flat("INVALID_PARAMS", 'the field Code is used by auto link of "Parts"'),
    ])
  })

  test("the formula first, then what it named", async () => {
    const { as, world } = await catalogue()
    for (const name of ["Total", "Price", "Tax"]) expect((await as("ada").deleteField(at(name))).status).toBe(200)
    await checkInvariants(world)
  })

  test("the status field stays, and so does the last title field", async () => {
    const { as, world } = await catalogue()
    const remove = (name: string) => () => as("ada").deleteField(at(name))
    expect(await refusalOf(world, remove("Status"))).toEqual([
      400,
      flat("INVALID_PARAMS", "the status field can't be deleted"),
    ])
    expect(await refusalOf(world, remove("Name"))).toEqual([
      400,
      flat("INVALID_PARAMS", "the field Name can't be deleted because it is the last title field"),
    ])
    await as("ada").updateField({ ...at("Note"), body: { as_title: true } })
    expect((await remove("Name")()).status).toBe(200)
  })

  test("items can be written to afterwards", async () => {
    const { as, part } = await catalogue()
    for (const name of ["Sheet", "Maker", "No", "Who"]) await as("ada").deleteField(at(name))
    const params = { ...PARTS.params, "item-id": part("Saw").iId }
    const write = (item: object) => as("ada").updateItem({ params, body: { item, rev_no: 1, use_display_id: true } })
    expect((await write({ Maker: null })).status).toBe(400)
    expect((await write({ Price: 4 })).status).toBe(200)
    expect((await as("ada").createItem({ ...PARTS, body: { item: { Name: "New" } } })).status).toBe(200)
  })

  test("404 for what is unknown or hidden, 403 without ADMIN", async () => {
    const { as, world } = await catalogue()
    const remove = (name: string, field: string) => () => as(name).deleteField(at(field))
    expect(await refusalOf(world, remove("ada", "Nope"))).toEqual([404, flat("NOT_FOUND", "field not found: Nope")])
    expect(await refusalOf(world, remove("bob", "Secret"))).toEqual([404, flat("NOT_FOUND", "field not found: Secret")])
    expect(await refusalOf(world, remove("bob", "Note"))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refusalOf(world, remove("ned", "Note")))[0]).toBe(404)
  })
})
