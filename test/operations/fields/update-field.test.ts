import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { checkInvariants, createWorld, dumpFixture } from "../../../src/index.ts"
import { apiClient } from "../../conformance.ts"
import { catalogue } from "../../sample-worlds/catalogue.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"

const PARTS = { params: { "app-id": "SHOP", "datastore-id": "Parts" } }
const at = (field: string) => ({ params: { ...PARTS.params, "field-id": field } })

describe("UpdateField (api.md section 16)", () => {
  test("changes the properties of the body and keeps the rest", async () => {
    const { as, field, world } = await catalogue()
    const before = field("Name")
    const body = {
      name: { ja: "品名" },
      display_id: "Title",
      search: false,
      max_value: 30,
      roles: ["CLERK"],
      hide_from_api: true,
    }
    const answer = await as("ada").updateField({ ...at(before.fId), body })
    expect([answer.status, answer.body]).toEqual([200, null])
    const after = field("Title")
    expect(after).toEqual({
      ...before,
      displayId: "Title",
      name: { en: "Name", ja: "品名" },
      search: false,
      maxValue: "30",
      roles: after.roles,
      hideFromApi: true,
    })
    expect(after.roles).toHaveLength(2)
    await checkInvariants(world)
  })

  test("an empty body changes nothing, nor does what is there already", async () => {
    const { as, world } = await catalogue()
    const before = world.hash()
    for (const name of ["Name", "Price", "Total", "No", "Kind", "Tags", "Who", "Sheet", "Maker", "Status", "Head"]) {
      const { body } = await as("ada").getFieldSettings({ ...at(name), query: { with_options: true } })
      const { data_type: _, hide_on_input: hideOnInput, roles, ...settings } = body
      const listed = roles.filter(({ can_use }) => can_use).map(({ role_id }) => role_id)
      expect((await as("ada").updateField({ ...at(name), body: {} })).status).toBe(200)
      const answer = await as("ada").updateField({ ...at(name), body: { ...settings, hideOnInput, roles: listed } })
      expect([name, answer.status]).toEqual([name, 200])
      expect(world.hash()).toBe(before)
    }
  })

  test("limits are taken away by an empty text", async () => {
    const { as, field } = await catalogue()
    await as("ada").updateField({ ...at("Name"), body: { max_value: "" } })
    expect(field("Name").maxValue).toBe("")
  })

  test("names, limits and flags are in the export and load back", async () => {
    const { as, world } = await catalogue()
    const body = { name: "Tag", selected: ["green"], has_index: true, as_title: true }
    await as("ada").updateField({ ...at("Tags"), body })
    const again = apiClient(await createWorld({ fixture: dumpFixture(world) }), "ada-token")
    const settings = { ...at("Tags"), query: { with_options: true } }
    expect((await again.getFieldSettings(settings)).body).toEqual((await as("ada").getFieldSettings(settings)).body)
    await checkInvariants(world)
  })

  test("the item's title follows as_title at once", async () => {
    const { as, part } = await catalogue()
    await as("ada").updateField({ ...at("Price"), body: { as_title: true } })
    const params = { ...PARTS.params, "item-id": part("Saw").iId }
    expect((await as("ada").getItemDetails({ params })).body.title).toBe("Saw 10")
  })

  describe("formulas", () => {
    test("a new one is computed for the items that there are, without a revision", async () => {
      const { as, part, stored, world } = await catalogue()
      await as("ada").updateField({ ...at("Total"), body: { calc_info: { formula: "Price * 3" } } })
      expect(["Saw", "Bolt", "Nut"].map((name) => stored(name, "Total"))).toEqual([30, 6, undefined])
      await as("ada").updateField({ ...at("Total"), body: { calc_info: { formula: "" } } })
      expect(["Saw", "Bolt"].map((name) => stored(name, "Total"))).toEqual([undefined, undefined])
      expect(part("Saw").revNo).toBe(1)
      await checkInvariants(world)
    })

    test("a display ID that a formula names stays; any other may change", async () => {
      const { as, world } = await catalogue()
      const rename = (name: string) => () => as("ada").updateField({ ...at(name), body: { display_id: "New" } })
      expect(await refusalOf(world, rename("Tax"))).toEqual([
        400,
        flat(
          "INVALID_PARAMS",
          "the formula of Total would refer to other fields after this change; change the formula first",
        ),
      ])
      expect((await rename("Rank")()).status).toBe(200)
      expect((await as("ada").updateField({ ...at("Total"), body: { display_id: "Sum" } })).status).toBe(200)
      await checkInvariants(world)
    })
  })

  describe("stricter settings over stored values (model.md section 5.1)", () => {
    const broken: [string, object, string][] = [
      [
        "Price",
        { max_value: 9 },
        "1 item has a value that Price would not accept after this change; the first is item SAW (expected at most 9)",
      ],
      [
        "Name",
        { min_value: 4 },
        "2 items have values that Name would not accept after this change; the first is item SAW (expected at least 4 characters)",
      ],
      [
        "Note",
        { unique: true },
        "1 item has a value that Note would not accept after this change; the first is item NUT (value is not unique)",
      ],
      [
        "Kind",
        { unique: true },
        "1 item has a value that Kind would not accept after this change; the first is item NUT (value is not unique)",
      ],
      [
        "Made",
        { max_value: "2026-01-01" },
        "1 item has a value that Made would not accept after this change; the first is item SAW (expected 2026-01-01 or earlier)",
      ],
      [
        "Who",
        { users_info: { single_select: true } },
        "1 item has a value that Who would not accept after this change; the first is item SAW (expected one user)",
      ],
    ]
    test.each(broken)(
      "refused where a value would break them, with how many and the first: %s %j",
      async (name, body, text) => {
        const { as, world, part } = await catalogue()
        const error = text.replace("SAW", part("Saw").iId).replace("NUT", part("Nut").iId)
        expect(await refusalOf(world, () => as("ada").updateField({ ...at(name), body }))).toEqual([
          400,
          flat("INVALID_PARAMS", error),
        ])
      },
    )

    test("taken where every value fits, and binding from then on", async () => {
      const { as, part } = await catalogue()
      const update = (name: string, body: object) => as("ada").updateField({ ...at(name), body })
      expect((await update("Price", { max_value: 10, min_value: 2 })).status).toBe(200)
      expect((await update("Code", { unique: true })).status).toBe(200)
      const params = { ...PARTS.params, "item-id": part("Nut").iId }
      const write = (item: object) => as("ada").updateItem({ params, body: { item, rev_no: 1, use_display_id: true } })
      expect((await write({ Price: 11 })).status).toBe(400)
      expect((await write({ Code: "H1" })).status).toBe(400)
      expect((await write({ Code: "H2", Price: 3 })).status).toBe(200)
    })

    test("a value that did not fit before is no obstacle", async () => {
      const { as, world } = await catalogue()
      await as("ada").updateFieldOptions({ ...at("Kind"), body: { options: [{ o_id: "tool", enabled: false }] } })
      expect((await as("ada").updateField({ ...at("Kind"), body: { has_index: true } })).status).toBe(200)
      await checkInvariants(world)
    })
  })

  describe("lookups", () => {
    const lead = (dslookup_info: object) => ({ ...at("Maker"), body: { dslookup_info } })

    test("are linked back, or not any longer, at once", async () => {
      const { as, world } = await catalogue()
      const count = () =>
        world
          .view()
          .table("links")
          .toArray()
          .filter(({ isReverse }) => isReverse).length
      expect(count()).toBe(2)
      await as("ada").updateField(lead({ reverse_link: false }))
      expect(count()).toBe(0)
      await checkInvariants(world)
      await as("ada").updateField(lead({ reverse_link: true, dslookup_field_id: "Code" }))
      expect(count()).toBe(2)
      await checkInvariants(world)
      const { items } = (await as("bob").itemList({ ...PARTS, body: { page: 1, per_page: 0, use_display_id: true } }))
        .body
      expect(items.map((item) => item.Maker).sort()).toEqual(["H1", "N1", null].sort())
    })

    test("lookups can't get another target while a report joins along them", async () => {
      const { as, world } = await catalogue()
      const body = { dslookup_info: { dslookup_datastore_id: "Orders" } }
      expect(await refusalOf(world, () => as("ada").updateField({ ...at("Source"), body }))).toEqual([
        400,
        flat("INVALID_PARAMS", 'the field Source is used by report "Stock"'),
      ])
    })

    test("do not lead elsewhere while values are stored", async () => {
      const { as, world, part } = await catalogue()
      const [status, body] = await refusalOf(world, () =>
        as("ada").updateField(lead({ dslookup_datastore_id: "Orders" })),
      )
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain(
        `2 items have values that Maker would not accept after this change; the first is item ${part("Saw").iId}`,
      )
    })
  })

  test("numbers go on under a new prefix, and none is issued twice", async () => {
    const { as, stored, world } = await catalogue()
    const update = (prefix: string) => as("ada").updateField({ ...at("No"), body: { autonum_info: { prefix } } })
    const make = (Name: string) => as("ada").createItem({ ...PARTS, body: { item: { Name } } })
    await update("P-0")
    await make("A")
    await update("P-")
    await make("B")
    expect([stored("Nut", "No"), stored("A", "No"), stored("B", "No")]).toEqual(["P-0003", "P-00004", "P-0005"])
    await update("P-000")
    await update("")
    await make("C")
    expect(stored("C", "No")).toBe("0006")
    await checkInvariants(world)
  })

  test("options chosen at first: one of a select, any of a checkbox, none by an empty list", async () => {
    const { as, option, world, field } = await catalogue()
    const selected = (name: string) => {
      const one = field(name)
      return "options" in one ? one.selected : undefined
    }
    const update = (name: string, body: object) => as("ada").updateField({ ...at(name), body })
    await update("Kind", { selected: option("Kind", "tool").oId })
    expect(selected("Kind")).toEqual([option("Kind", "tool").oId])
    await update("Kind", { options: [{ o_id: "bolt", selected: true }] })
    expect(selected("Kind")).toEqual([option("Kind", "bolt").oId])
    await update("Tags", {
      options: [
        { o_id: "red", selected: false },
        { o_id: "green", selected: true },
      ],
    })
    expect(selected("Tags")).toEqual([option("Tags", "blue").oId, option("Tags", "green").oId])
    await update("Tags", { selected: [] })
    expect(selected("Tags")).toEqual([])
    expect((await update("Tags", { selected: "red" })).status).toBe(200)
    expect(selected("Tags")).toEqual([option("Tags", "red").oId])
    const two = { options: ["tool", "bolt"].map((o_id) => ({ o_id, selected: true })) }
    expect(await refusalOf(world, () => update("Kind", two))).toEqual([
      400,
      flat("INVALID_PARAMS", "selected: expected one option"),
    ])
  })

  test("refuses a list as selected of a select or radio, even with one option or none", async () => {
    const { as, world } = await catalogue()
    const update = (selected: string[]) => as("ada").updateField({ ...at("Kind"), body: { selected } })
    const told = [400, flat("INVALID_PARAMS", "selected: expected one option, received a list")]
    for (const selected of [["tool"], ["tool", "bolt"], []]) {
      expect(await refusalOf(world, () => update(selected))).toEqual(told)
    }
  })

  const bad: [string, string, object, RegExp | string][] = [
    ["an empty name", "Name", { name: { en: "" } }, "name must not be empty"],
    ["a reserved display ID", "Name", { display_id: "i_id" }, "display_id i_id is reserved"],
    ["a taken display ID", "Name", { display_id: "Code" }, "display_id Code is already used in the datastore"],
    ["an unknown role", "Name", { roles: ["BOSS"] }, "role not found: BOSS"],
    ["limits of a type without", "Kind", { min_value: 1 }, /can't have limits/],
    [
      "settings of another type",
      "Name",
      { options: [] },
      /options: expected field type select, radio, checkbox, received text/,
    ],
    ["an unknown option", "Kind", { options: [{ o_id: "gone", name: "G" }] }, "option not found: gone"],
    ["a unique calc", "Total", { unique: true }, /can't be unique/],
    ["a number as a name", "Name", { name: 1 }, /name/],
  ]
  test.each(bad)("refuses %s", async (_, name, body, error) => {
    const { as, world } = await catalogue()
    const expected = typeof error === "string" ? error : expect.stringMatching(error)
    const update = () => as("ada").updateField({ ...at(name), body })
    expect(await refusalOf(world, update)).toEqual([400, flat("INVALID_PARAMS", expected)])
  })

  test("PUT and PATCH on both paths", async () => {
    const { world, field } = await catalogue()
    const app = createApp({ world })
    const { fId } = field("Note")
    for (const path of [`/applications/SHOP/datastores/Parts/fields/${fId}`, `/datastores/Parts/fields/${fId}`]) {
      for (const method of ["PUT", "PATCH"]) {
        const answer = await app.request(`/api/v0${path}`, {
          method,
          headers: { authorization: "Bearer ada-token", "content-type": "application/json" },
          body: JSON.stringify({ name: { en: `${method} ${path.length}` } }),
        })
        expect([answer.status, await answer.json()]).toEqual([200, null])
        expect(field("Note").name.en).toBe(`${method} ${path.length}`)
      }
    }
  })

  test("404 for what is unknown or hidden, 403 without ADMIN, before parameters are looked at", async () => {
    const { as, world } = await catalogue()
    const update = (name: string, field: string) => () => as(name).updateField({ ...at(field), body: { search: "no" } })
    expect(await refusalOf(world, update("bob", "Nope"))).toEqual([404, flat("NOT_FOUND", "field not found: Nope")])
    expect(await refusalOf(world, update("bob", "Secret"))).toEqual([404, flat("NOT_FOUND", "field not found: Secret")])
    expect(await refusalOf(world, update("bob", "Name"))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refusalOf(world, update("ned", "Name")))[0]).toBe(404)
  })
})
