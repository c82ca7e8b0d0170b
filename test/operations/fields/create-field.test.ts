import { describe, expect, test } from "vitest"
import { checkInvariants, createWorld, dumpFixture } from "../../../src/index.ts"
import { apiClient } from "../../conformance.ts"
import { catalogue } from "../../sample-worlds/catalogue.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"

const PARTS = { params: { "app-id": "SHOP", "datastore-id": "Parts" } }
const at = (field: string, query = {}) => ({ params: { ...PARTS.params, "field-id": field }, query })

describe("CreateField (api.md section 16)", () => {
  test("returns its IDs, and GetFieldSettings returns the settings", async () => {
    const { as, field, world } = await catalogue()
    const body = {
      dataType: "text",
      name: { en: "Place", ja: "場所" },
      display_id: "Place",
      search: false,
      show_list: false,
      full_text: true,
      unique: true,
      hideOnInput: true,
      min_value: 2,
      max_value: "8",
      roles: ["CLERK"],
    }
    const answer = await as("ada").createField({ ...PARTS, body })
    const { fId } = field("Place")
    expect([answer.status, answer.body]).toEqual([200, { display_id: "Place", field_id: fId, dataType: "text" }])
    const { body: settings } = await as("ada").getFieldSettings(at(fId))
    expect(settings).toMatchObject({
      name: { en: "Place", ja: "場所" },
      search: false,
      show_list: false,
      as_title: false,
      full_text: true,
      unique: true,
      hide_on_input: true,
      min_value: "2",
      max_value: "8",
    })
    expect(settings.roles.map((role) => role.can_use)).toEqual([true, false, true])
    await checkInvariants(world)
  })

  test("comes last and below all, with a generated display ID, searched and listed, for ADMIN and MEMBER", async () => {
    const { as, datastore } = await catalogue()
    const { body } = await as("ada").createField({ ...PARTS, body: { dataType: "number", name: "Weight" } })
    expect(body.display_id).toMatch(/^Fld-[A-Za-z0-9]{8}$/)
    const { fields, field_layout } = (await as("bob").getDatastoreFields(PARTS)).body
    const made = fields[body.field_id]
    expect(made).toMatchObject({ name: "Weight", search: true, show_list: true, as_title: false, has_index: false })
    expect(made?.fieldIndex).toBe(datastore().fields.length - 1)
    const rows = Object.entries(field_layout).filter(([fId]) => fId !== body.field_id)
    const place = field_layout[body.field_id]
    expect(rows.every(([, { row, sizeY }]) => row + sizeY <= (place?.row ?? -1))).toBe(true)
    expect((await as("cleo").getDatastoreFields(PARTS)).body.fields[body.field_id]).toBeUndefined()
  })

  test("items show it empty and can be written to", async () => {
    const { as, part, stored } = await catalogue()
    await as("ada").createField({ ...PARTS, body: { dataType: "text", name: "Place", display_id: "Place" } })
    const { iId } = part("Saw")
    const params = { ...PARTS.params, "item-id": iId }
    const details = (await as("ada").getItemDetails({ params, query: { use_display_id: true } })).body
    expect(details.field_values).toMatchObject({ Place: { value: "" } })
    await as("ada").updateItem({ params, body: { item: { Place: "Shelf" }, rev_no: 1, use_display_id: true } })
    expect(stored("Saw", "Place")).toBe("Shelf")
  })

  const types = ["text", "textarea", "number", "datetime", "date", "time", "select", "radio", "checkbox"]
  types.push("users", "file", "dslookup", "autonum", "calc", "label", "separator")
  test.each(types)("makes a field of every type without settings: %s", async (dataType) => {
    const { as, world } = await catalogue()
    const answer = await as("ada").createField({ ...PARTS, body: { dataType, name: "New", display_id: "New" } })
    expect(answer).toMatchObject({ status: 200, body: { dataType } })
    await checkInvariants(world)
    const { status } = await as("ada").createItem({ ...PARTS, body: { item: { Name: "Pin" } } })
    expect(status).toBe(200)
    const again = await createWorld({ fixture: dumpFixture(world) })
    const { body } = await apiClient(again, "ada-token").getFieldSettings(at("New", { with_options: true }))
    expect(body).toEqual((await as("ada").getFieldSettings(at("New", { with_options: true }))).body)
  })

  test("makes an empty calc, a lookup that refuses every value, and numbers that start at 1, without their settings", async () => {
    const { as, part, stored } = await catalogue()
    const bare = [
      ["calc", "Sum"],
      ["dslookup", "Ref"],
      ["autonum", "Count"],
    ] as const
    for (const [dataType, id] of bare)
      await as("ada").createField({ ...PARTS, body: { dataType, name: id, display_id: id } })
    const make = (item: object) => as("ada").createItem({ ...PARTS, body: { item } })
    expect((await make({ Name: "Pin", Ref: part("Saw").iId })).status).toBe(400)
    expect((await make({ Name: "Pin" })).status).toBe(200)
    expect([stored("Pin", "Sum"), stored("Pin", "Ref"), stored("Pin", "Count")]).toEqual([undefined, undefined, "1"])
    expect(stored("Saw", "Count")).toBeUndefined()
  })

  test("a formula is computed for the items that there are, without a revision", async () => {
    const { as, part, stored, world } = await catalogue()
    const body = { dataType: "calc", name: "Double", display_id: "Double", calc_info: { formula: "Price * 2" } }
    expect((await as("ada").createField({ ...PARTS, body })).status).toBe(200)
    expect(["Saw", "Bolt", "Nut"].map((name) => stored(name, "Double"))).toEqual([20, 4, undefined])
    expect([part("Saw").revNo, part("Saw").updatedAt]).toEqual([1, part("Nut").updatedAt])
    await checkInvariants(world)
  })

  const settings: [string, object, object][] = [
    [
      "number",
      { num_info: { suffix: " kg", decimal_place: 1 } },
      { num_info: { prefix: "", suffix: " kg", no_comma: false, decimal_place: 1 } },
    ],
    [
      "autonum",
      { autonum_info: { prefix: "X", zero_padding: true, digit: 3 } },
      { autonum_info: { prefix: "X", zero_padding: true, digit: 3 } },
    ],
    ["users", { users_info: { single_select: true } }, { users_info: { single_select: true, publish: false } }],
    ["file", { file_info: { multiple: true } }, { file_info: { multiple: true } }],
    ["file", { file_info: { multiple: false } }, { file_info: { multiple: false } }],
    ["file", { file_info: {} }, { file_info: { multiple: true } }],
    ["file", {}, { file_info: { multiple: true } }],
    [
      "select",
      {
        options: [
          { name: "One", display_id: "one", color: "#fff", sort_id: 4 },
          { value: { en: "Two", ja: "二" }, selected: true, sort_id: 0 },
        ],
      },
      {
        options: [
          {
            display_id: expect.stringMatching(/^Opt-[A-Za-z0-9]{8}$/),
            value: { en: "Two", ja: "二" },
            enabled: true,
            selected: true,
            sort_id: 0,
          },
          {
            display_id: "one",
            value: { en: "One", ja: "One" },
            enabled: true,
            selected: false,
            sort_id: 1,
            color: "#fff",
          },
        ],
      },
    ],
    [
      "checkbox",
      {
        options: [{ name: "A", display_id: "a" }, { display_id: "b" }, { name: "C", display_id: "c" }],
        selected: ["c", "a"],
      },
      { options: [{ selected: true }, { value: { en: "b", ja: "b" }, selected: false }, { selected: true }] },
    ],
  ]
  test.each(settings)(
    "makes a field with the settings of its type, as GetFieldSettings returns them: %s",
    async (dataType, given, expected) => {
      const { as, world } = await catalogue()
      const body = { dataType, name: "New", display_id: "New", ...given }
      expect((await as("ada").createField({ ...PARTS, body })).status).toBe(200)
      const { body: made } = await as("ada").getFieldSettings(at("New", { with_options: true }))
      expect(made).toMatchObject(expected)
      for (const { o_id, created_at } of made.options ?? []) {
        expect(o_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(created_at).toBe("2026-01-05T09:00:00.000Z")
      }
      await checkInvariants(world)
    },
  )

  test("makes an equal field from the response of GetFieldSettings", async () => {
    const { as, world } = await catalogue()
    for (const name of ["Kind", "Tags", "Maker", "Total", "No", "Who", "Sheet", "Price"]) {
      const { body: first } = await as("ada").getFieldSettings(at(name, { with_options: true }))
      const { data_type: dataType, hide_on_input: hideOnInput, roles: _, ...rest } = first
      const sent = { ...rest, dataType, hideOnInput, display_id: `${name}2` }
      expect((await as("ada").createField({ ...PARTS, body: sent })).status).toBe(200)
      const { body: second } = await as("ada").getFieldSettings(at(`${name}2`, { with_options: true }))
      const bare = ({ options = [], field_id: _id, display_id: _display, roles: _roles, ...own }: typeof first) => ({
        ...own,
        options: options.map(({ o_id: _oId, ...option }) => option),
      })
      expect(bare(second)).toEqual(bare(first))
    }
    await checkInvariants(world)
  })

  test("a lookup leads to its target, by either kind of ID, and shows the title without a field", async () => {
    const { as, part, datastore, field } = await catalogue()
    const make = (id: string, dslookup_info: object) =>
      as("ada").createField({ ...PARTS, body: { dataType: "dslookup", name: id, display_id: id, dslookup_info } })
    expect((await make("A", { dslookup_datastore_id: "Makers", dslookup_field_id: "Code" })).status).toBe(200)
    const orders = datastore("Orders")
    const named = { dslookup_project_id: orders.pId, dslookup_datastore_id: orders.dId, reverse_link: true }
    expect((await make("B", named)).status).toBe(200)
    const info = async (id: string) => (await as("ada").getFieldSettings(at(id))).body.dslookup_info
    expect(await info("A")).toMatchObject({ dslookup_field_id: field("Code", "Makers").fId, reverse_link: false })
    expect(await info("B")).toMatchObject({
      dslookup_datastore_id: orders.dId,
      dslookup_field_id: "",
      reverse_link: true,
    })
    const [order] = (
      await as("ada").itemList({
        params: { ...PARTS.params, "datastore-id": "Orders" },
        body: { page: 1, per_page: 0 },
      })
    ).body.items
    const params = { ...PARTS.params, "item-id": part("Saw").iId }
    await as("ada").updateItem({ params, body: { item: { B: order?.i_id }, rev_no: 1, use_display_id: true } })
    const { items } = (await as("ada").itemList({ ...PARTS, body: { page: 1, per_page: 0, use_display_id: true } }))
      .body
    expect(items.map((item) => item.B)).toContain("First")
  })

  test("a display ID of digits keeps its place in responses after an export", async () => {
    const { as, world } = await catalogue()
    await as("ada").createField({ ...PARTS, body: { dataType: "text", name: "Seven", display_id: "7" } })
    await checkInvariants(world)
  })

  const bad: [string, object, RegExp | string][] = [
    ["no dataType", { dataType: undefined }, /dataType/],
    ["an unknown dataType", { dataType: "money" }, "unknown dataType: money"],
    ["a dataType of another object", { dataType: "toString" }, "unknown dataType: toString"],
    ["a second status field", { dataType: "status" }, "a field of type status can't be created"],
    ["no name", { name: undefined }, /name/],
    ["an empty name", { name: " " }, "name must not be empty"],
    ["a reserved display ID", { display_id: "unread" }, "display_id unread is reserved"],
    ["a display ID that is taken", { display_id: "Price" }, "display_id Price is already used in the datastore"],
    ["that of the status field", { display_id: "Status" }, "display_id Status is already used in the datastore"],
    [
      "a long display ID",
      { display_id: "x".repeat(256) },
      'display_id: expected 1 to 255 letters, digits, -, _ or single blanks inside, received "xxxxxxxxxxxxxxxxxxxx"… (256 characters)',
    ],
    [
      "a malformed display ID",
      { display_id: "会員・番号" },
      'display_id: expected 1 to 255 letters, digits, -, _ or single blanks inside, received "会員・番号": character 3, ・ (U+30FB), is not allowed',
    ],
    ["__proto__", { display_id: "__proto__" }, /display_id: expected 1 to 255/],
    ["an unknown role", { roles: ["BOSS"] }, "role not found: BOSS"],
    ["a limit that is none", { min_value: "few" }, "min_value: expected a number of characters"],
    [
      "limits that nothing fits between",
      { min_value: 3, max_value: 2 },
      /max_value: expected at least the value of min_value, 3/,
    ],
    [
      "limits of a type without",
      { dataType: "users", max_value: 2 },
      "max_value: a field of type users can't have limits",
    ],
    [
      "settings of another type",
      { num_info: { prefix: "$" } },
      "num_info: expected field type number, calc, received text",
    ],
    ["unique users", { dataType: "users", unique: true }, "unique: a field of type users can't be unique"],
    [
      "a formula that can't be read",
      { dataType: "calc", calc_info: { formula: "1 +" } },
      "the formula ends where a number or a field is expected",
    ],
    [
      "a formula over what is no number",
      { dataType: "calc", calc_info: { formula: "Name" } },
      "Name is not a number field of the datastore",
    ],
    [
      "a formula over itself",
      { dataType: "calc", display_id: "Me", calc_info: { formula: "Me" } },
      "Me is not a number field of the datastore",
    ],
    ["too many digits", { dataType: "autonum", autonum_info: { digit: 101 } }, /digit: expected an integer/],
    [
      "options named twice",
      { dataType: "select", options: [{ display_id: "a" }, { display_id: "a" }] },
      "display_id a is already used in the field",
    ],
    ["an option without a name", { dataType: "select", options: [{}] }, "an option needs a name"],
    ["an option with an empty name", { dataType: "select", options: [{ name: "" }] }, "name must not be empty"],
    [
      "a malformed option",
      { dataType: "select", options: [{ name: "A", display_id: "a  b" }] },
      /display_id of an option: expected .* character 2, U\+0020, is at an end or next to another blank or a hyphen$/,
    ],
    [
      "a long option",
      { dataType: "select", options: [{ name: "A", display_id: "x".repeat(256) }] },
      /display_id of an option: expected/,
    ],
    [
      "selected of a select as a list",
      { dataType: "select", options: [{ display_id: "a" }], selected: ["a"] },
      "selected: expected one option, received a list",
    ],
    ["an unknown selected option", { dataType: "select", selected: "a" }, "option not found: a"],
    [
      "two selected options of a radio",
      {
        dataType: "radio",
        options: [
          { display_id: "a", selected: true },
          { display_id: "b", selected: true },
        ],
      },
      "selected: expected one option",
    ],
    ["a lookup of nothing", { dataType: "dslookup", dslookup_info: {} }, "dslookup_datastore_id is required"],
    [
      "a lookup of an unknown datastore",
      { dataType: "dslookup", dslookup_info: { dslookup_datastore_id: "Gone" } },
      "dslookup_datastore_id: datastore not found: Gone",
    ],
    [
      "a lookup of an unknown application",
      { dataType: "dslookup", dslookup_info: { dslookup_project_id: "Gone", dslookup_datastore_id: "Makers" } },
      "dslookup_project_id: application not found: Gone",
    ],
    [
      "a lookup of an unknown field",
      { dataType: "dslookup", dslookup_info: { dslookup_datastore_id: "Makers", dslookup_field_id: "Gone" } },
      "dslookup_field_id: field not found: Gone",
    ],
    ["a number as a role", { roles: [1] }, /roles/],
  ]
  test.each(bad)("refuses %s", async (_, change, error) => {
    const { as, world } = await catalogue()
    const create = () => as("ada").createField({ ...PARTS, body: { dataType: "text", name: "New", ...change } })
    const expected = typeof error === "string" ? error : expect.stringMatching(error)
    expect(await refusalOf(world, create)).toEqual([400, flat("INVALID_PARAMS", expected)])
  })

  test("refused when the formula of another field would mean something else then", async () => {
    const { as, world } = await catalogue()
    const make = (body: object) => as("ada").createField({ ...PARTS, body: { name: "N", ...body } })
    await make({ dataType: "calc", display_id: "Diff", calc_info: { formula: "Price-Tax" } })
    expect(await refusalOf(world, () => make({ dataType: "number", display_id: "Price-Tax" }))).toEqual([
      400,
      flat(
        "INVALID_PARAMS",
        "the formula of Diff would refer to other fields after this change; change the formula first",
      ),
    ])
    expect((await make({ dataType: "text", display_id: "Price-Tax" })).status).toBe(200)
  })

  test("refused when a name with a blank would be the longest one in a formula (model.md section 5.1)", async () => {
    const { as, world } = await catalogue()
    const make = (body: object) => as("ada").createField({ ...PARTS, body: { name: "N", ...body } })
    for (const display_id of ["税", "税 率", "率"])
      expect((await make({ dataType: "number", display_id })).status).toBe(200)
    const total = await make({ dataType: "calc", display_id: "合計", calc_info: { formula: "税 率 + 税 - 率" } })
    expect(total.body.display_id).toBe("合計")
    const rename = (field: string, display_id: string) =>
      as("ada").updateField({ params: { ...PARTS.params, "field-id": field }, body: { display_id } })
    expect(await refusalOf(world, () => rename("税 率", "税率"))).toEqual([
      400,
      flat(
        "INVALID_PARAMS",
        "the formula of 合計 would refer to other fields after this change; change the formula first",
      ),
    ])
  })

  test("compares display IDs in NFC (model.md section 1)", async () => {
    const { as, world } = await catalogue()
    const make = (display_id: string) =>
      as("ada").createField({ ...PARTS, body: { dataType: "text", name: "N", display_id } })
    expect((await make("が\u0301".normalize("NFD"))).body.display_id).toBe("が\u0301".normalize())
    expect((await make("ガ".normalize("NFD"))).body.display_id).toBe("ガ")
    expect(await refusalOf(world, () => make("ガ"))).toEqual([
      400,
      flat("INVALID_PARAMS", "display_id ガ is already used in the datastore"),
    ])
  })

  test("is for ADMIN, before parameters are looked at; hidden datastores are unknown", async () => {
    const { as, world } = await catalogue()
    for (const body of [{ dataType: "text", name: "New" }, {}, { dataType: 1 }]) {
      expect(await refusalOf(world, () => as("bob").createField({ ...PARTS, body }))).toEqual([
        403,
        flat("NO_PRIVILEGES"),
      ])
    }
    const hidden = { params: { ...PARTS.params, "datastore-id": "Makers" }, body: { dataType: "text", name: "New" } }
    expect((await refusalOf(world, () => as("cleo").createField(hidden)))[0]).toBe(404)
  })
})
