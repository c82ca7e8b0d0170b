import { describe, expect, test } from "vitest"
import { checkInvariants } from "../../../src/index.ts"
import { catalogue } from "../../sample-worlds/catalogue.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"

const PARTS = { "app-id": "SHOP", "datastore-id": "Parts" }
const at = (field: string) => ({ params: { ...PARTS, "field-id": field } })

describe("CreateFieldOptions (api.md section 16)", () => {
  test("adds options at the end, enabled and not chosen, by name or value", async () => {
    const { as, option, world } = await catalogue()
    const options = [
      { name: { en: "Nut", ja: "ナット" }, display_id: "nut" },
      { value: "Pin", enabled: false },
    ]
    const answer = await as("ada").createFieldOptions({ ...at("Kind"), body: { options } })
    expect([answer.status, answer.body]).toEqual([200, null])
    const settings = await as("ada").getFieldSettings({ ...at("Kind"), query: { with_options: true } })
    const made = settings.body.options?.slice(3)
    expect(made).toMatchObject([
      { display_id: "nut", value: { en: "Nut", ja: "ナット" }, enabled: true, selected: false, sort_id: 3 },
      { display_id: expect.stringMatching(/^Opt-/), value: { en: "Pin" }, enabled: false, selected: false, sort_id: 4 },
    ])
    expect(option("Kind", "nut").oId).toBe(made?.[0]?.o_id)
    await checkInvariants(world)
  })

  test("items can have them at once", async () => {
    const { as, stored, option } = await catalogue()
    await as("ada").createFieldOptions({ ...at("Tags"), body: { options: [{ name: "New", display_id: "new" }] } })
    const item = { Name: "Pin", Tags: ["new", "red"] }
    expect((await as("bob").createItem({ params: PARTS, body: { item } })).status).toBe(200)
    expect(stored("Pin", "Tags")).toEqual([option("Tags", "new").oId, option("Tags", "red").oId])
  })

  const bad: [string, string, object, RegExp | string][] = [
    [
      "options of a text",
      "Name",
      { options: [{ name: "A" }] },
      "options: expected field type select, radio, checkbox, received text",
    ],
    ["no options", "Kind", {}, /options/],
    ["an option without a name", "Kind", { options: [{ enabled: true }] }, "an option needs a name"],
    [
      "a taken display ID",
      "Kind",
      { options: [{ name: "A", display_id: "tool" }] },
      "display_id tool is already used in the field",
    ],
    [
      "one named twice",
      "Kind",
      {
        options: [
          { name: "A", display_id: "a" },
          { name: "B", display_id: "a" },
        ],
      },
      "display_id a is already used in the field",
    ],
    ["a malformed display ID", "Kind", { options: [{ name: "A", display_id: "a/b" }] }, /expected 1 to 255 letters/],
    ["an option that is no object", "Kind", { options: ["A"] }, /options/],
  ]
  test.each(bad)("refuses %s", async (_, field, body, error) => {
    const { as, world } = await catalogue()
    const expected = typeof error === "string" ? error : expect.stringMatching(error)
    const create = () => as("ada").createFieldOptions({ ...at(field), body })
    expect(await refusalOf(world, create)).toEqual([400, flat("INVALID_PARAMS", expected)])
  })

  test("404 for an unknown field, 403 without ADMIN, before parameters are looked at", async () => {
    const { as, world } = await catalogue()
    const create = (name: string, field: string) => () => as(name).createFieldOptions({ ...at(field), body: {} })
    expect(await refusalOf(world, create("bob", "Nope"))).toEqual([404, flat("NOT_FOUND", "field not found: Nope")])
    expect(await refusalOf(world, create("bob", "Kind"))).toEqual([403, flat("NO_PRIVILEGES")])
  })
})
