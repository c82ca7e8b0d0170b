import { describe, expect, test } from "vitest"
import { checkInvariants } from "../../../src/index.ts"
import { catalogue } from "../../sample-worlds/catalogue.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"

const PARTS = { "app-id": "SHOP", "datastore-id": "Parts" }
const at = (field: string) => ({ params: { ...PARTS, "field-id": field } })

describe("DeleteFieldOptions (api.md section 16)", () => {
  test("they are gone, by either ID, and items do not have them any longer; no revision", async () => {
    const { as, option, part, stored, world, datastore } = await catalogue()
    const blue = option("Tags", "blue").oId
    const answer = await as("ada").deleteFieldOptions({ ...at("Tags"), body: { o_ids: [option("Tags", "red").oId] } })
    expect([answer.status, answer.body]).toEqual([200, null])
    expect(stored("Saw", "Tags")).toEqual([blue])
    expect(stored("Bolt", "Tags")).toBeUndefined()
    expect([part("Saw").revNo, part("Bolt").revNo]).toEqual([1, 1])
    await as("ada").deleteFieldOptions({ ...at("Tags"), body: { o_ids: ["blue"] } })
    expect(stored("Saw", "Tags")).toBeUndefined()
    const tags = datastore().fields.find(({ displayId }) => displayId === "Tags")
    expect(tags).toMatchObject({ selected: [], options: [{ displayId: "green", sortId: 0 }] })
    await checkInvariants(world)
  })

  test("deletes an option of a select that is chosen by default", async () => {
    const { as, stored, world } = await catalogue()
    await as("ada").deleteFieldOptions({ ...at("Kind"), body: { o_ids: ["bolt", "old"] } })
    expect(stored("Saw", "Kind")).toBeDefined()
    expect([stored("Bolt", "Kind"), stored("Nut", "Kind")]).toEqual([undefined, undefined])
    await checkInvariants(world)
  })

  const used: [string, string, string][] = [
    ["Kind", "tool", 'saved list "Best"'],
    ["Tags", "green", 'auto action "Nightly"'],
    ["Size", "s", "the default search"],
    ["Size", "x", 'report "Stock"'],
  ]
  test.each(used)("refused while something names it: %s.%s, %s", async (field, option, by) => {
    const { as, world } = await catalogue()
    const body = { o_ids: [field === "Size" ? "l" : option, option] }
    expect(await refusalOf(world, () => as("ada").deleteFieldOptions({ ...at(field), body }))).toEqual([
      400,
      flat("INVALID_PARAMS", `the option ${option} of the field ${field} is used by ${by}`),
    ])
  })

  const bad: [string, string, object, RegExp | string][] = [
    ["an unknown option", "Tags", { o_ids: ["red", "gone"] }, "option not found: gone"],
    ["an option named twice", "Tags", { o_ids: ["blue", "blue"] }, "the option blue is given twice"],
    ["options of a text", "Name", { o_ids: ["a"] }, "a field of type text has no options"],
    ["no o_ids", "Tags", {}, /o_ids/],
    ["o_ids that are no texts", "Tags", { o_ids: [1] }, /o_ids/],
  ]
  test.each(bad)("refuses %s", async (_, field, body, error) => {
    const { as, world } = await catalogue()
    const expected = typeof error === "string" ? error : expect.stringMatching(error)
    const remove = () => as("ada").deleteFieldOptions({ ...at(field), body })
    expect(await refusalOf(world, remove)).toEqual([400, flat("INVALID_PARAMS", expected)])
  })

  test("404 for an unknown field, 403 without ADMIN, before parameters are looked at", async () => {
    const { as, world } = await catalogue()
    const remove = (name: string, field: string) => () => as(name).deleteFieldOptions({ ...at(field), body: {} })
    expect(await refusalOf(world, remove("bob", "Nope"))).toEqual([404, flat("NOT_FOUND", "field not found: Nope")])
    expect(await refusalOf(world, remove("bob", "Tags"))).toEqual([403, flat("NO_PRIVILEGES")])
  })
})
