import { describe, expect, test } from "vitest"
import { checkInvariants, createWorld, dumpFixture } from "../../../src/index.ts"
import { apiClient } from "../../conformance.ts"
import { catalogue } from "../../sample-worlds/catalogue.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"

const PARTS = { "app-id": "SHOP", "datastore-id": "Parts" }
const at = (field: string) => ({ params: { ...PARTS, "field-id": field } })

describe("UpdateFieldOptions (api.md section 16)", () => {
  test("changes the options named by either ID; what is absent stays, others too", async () => {
    const { as, option, world } = await catalogue()
    const [tool, bolt, old] = ["tool", "bolt", "old"].map((id) => option("Kind", id))
    await world.clock.advance("1m")
    const options = [
      { o_id: bolt?.oId, value: { ja: "ボルト" }, display_id: "screw" },
      { o_id: "old", enabled: true, name: "Older" },
    ]
    const answer = await as("ada").updateFieldOptions({ ...at("Kind"), body: { options } })
    expect([answer.status, answer.body]).toEqual([200, null])
    const updatedAt = "2026-01-05T09:01:00.000Z"
    expect(option("Kind", "screw")).toEqual({
      ...bolt,
      name: { en: "Bolt", ja: "ボルト" },
      displayId: "screw",
      updatedAt,
    })
    expect(option("Kind", "old")).toEqual({ ...old, enabled: true, name: { en: "Older" }, updatedAt })
    expect(option("Kind", "tool")).toEqual(tool)
    await checkInvariants(world)
  })

  const orders: [object, string[]][] = [
    [{ x: 0 }, ["x", "s", "l"]],
    [{ s: 2 }, ["l", "x", "s"]],
    [{ s: 1, l: 0 }, ["l", "s", "x"]],
    [{ s: 9 }, ["l", "x", "s"]],
    [{ s: 2, l: 1, x: 0 }, ["x", "l", "s"]],
    [{ s: 1, l: 2, x: 0 }, ["x", "s", "l"]],
  ]
  test.each(orders)("sort_id moves them: %j", async (places, expected) => {
    const { as, world } = await catalogue()
    const options = Object.entries(places).map(([o_id, sort_id]) => ({ o_id, sort_id }))
    await as("ada").updateFieldOptions({ ...at("Size"), body: { options } })
    const { body } = await as("ada").getFieldSettings({ ...at("Size"), query: { with_options: true } })
    expect(body.options?.map(({ display_id }) => display_id)).toEqual(expected)
    expect(body.options?.map(({ sort_id }) => sort_id)).toEqual([0, 1, 2])
    const sort = { page: 1, per_page: 0, use_display_id: true, sort_fields: [{ id: "Size", order: "desc" as const }] }
    const { items } = (await as("ada").itemList({ params: PARTS, body: sort })).body
    const labels = ["s", "l"].sort((left, right) => expected.indexOf(right) - expected.indexOf(left))
    expect(items.map(({ Size }) => Size)).toEqual([...labels.map((id) => (id === "s" ? "Small" : "Large")), ""])
    await checkInvariants(world)
  })

  test("two options may swap their display IDs", async () => {
    const { as, option } = await catalogue()
    const [red, blue] = [option("Tags", "red"), option("Tags", "blue")]
    const options = [
      { o_id: red.oId, display_id: "blue" },
      { o_id: blue.oId, display_id: "red" },
    ]
    expect((await as("ada").updateFieldOptions({ ...at("Tags"), body: { options } })).status).toBe(200)
    expect([option("Tags", "red").oId, option("Tags", "blue").oId]).toEqual([blue.oId, red.oId])
  })

  test("disables an option in use: its values stay, are shown, and load", async () => {
    const { as, part, stored, world } = await catalogue()
    const value = stored("Saw", "Kind")
    await as("ada").updateFieldOptions({ ...at("Kind"), body: { options: [{ o_id: "tool", enabled: false }] } })
    expect(stored("Saw", "Kind")).toBe(value)
    const item = { params: { ...PARTS, "item-id": part("Saw").iId }, query: { use_display_id: true } }
    const details = (await as("ada").getItemDetails(item)).body
    expect(details.field_values).toMatchObject({ Kind: { value: "tool" } })
    const again = await createWorld({ fixture: dumpFixture(world) })
    expect((await apiClient(again, "ada-token").getItemDetails(item)).body.field_values).toEqual(details.field_values)
    const create = () => as("ada").createItem({ params: PARTS, body: { item: { Name: "Pin", Kind: "tool" } } })
    expect((await refusalOf(world, create))[0]).toBe(400)
    await checkInvariants(world)
  })

  const bad: [string, string, object, RegExp | string][] = [
    ["options of a text", "Name", { options: [{ o_id: "a", name: "A" }] }, /options: expected field type/],
    ["no o_id", "Kind", { options: [{ name: "A" }] }, /o_id/],
    [
      "an unknown option",
      "Kind",
      { options: [{ o_id: "tool", name: "A" }, { o_id: "gone" }] },
      "option not found: gone",
    ],
    [
      "one named twice",
      "Kind",
      {
        options: [
          { o_id: "tool", name: "A" },
          { o_id: "tool", name: "B" },
        ],
      },
      "the option tool is given twice",
    ],
    [
      "a taken display ID",
      "Kind",
      { options: [{ o_id: "tool", display_id: "bolt" }] },
      "display_id bolt is already used in the field",
    ],
    ["an empty name", "Kind", { options: [{ o_id: "tool", name: { en: " " } }] }, "name must not be empty"],
    ["a place that is none", "Kind", { options: [{ o_id: "tool", sort_id: -1 }] }, /sort_id/],
    [
      "a display ID that a saved list names",
      "Kind",
      { options: [{ o_id: "tool", display_id: "device2" }] },
      'option display IDs of the field Kind are used by saved list "Best"',
    ],
  ]
  test.each(bad)("refuses %s", async (_, field, body, error) => {
    const { as, world } = await catalogue()
    const expected = typeof error === "string" ? error : expect.stringMatching(error)
    const update = () => as("ada").updateFieldOptions({ ...at(field), body })
    expect(await refusalOf(world, update)).toEqual([400, flat("INVALID_PARAMS", expected)])
  })

  test("404 for an unknown field, 403 without ADMIN, before parameters are looked at", async () => {
    const { as, world } = await catalogue()
    const update = (name: string, field: string) => () => as(name).updateFieldOptions({ ...at(field), body: {} })
    expect(await refusalOf(world, update("bob", "Nope"))).toEqual([404, flat("NOT_FOUND", "field not found: Nope")])
    expect(await refusalOf(world, update("bob", "Kind"))).toEqual([403, flat("NO_PRIVILEGES")])
  })
})
