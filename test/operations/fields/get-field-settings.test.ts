import { describe, expect, test } from "vitest"
import { catalogue } from "../../sample-worlds/catalogue.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"

const at = (field: string, query = {}) => ({
  params: { "app-id": "SHOP", "datastore-id": "Parts", "field-id": field },
  query,
})

describe("GetFieldSettings (api.md section 16)", () => {
  test("returns the properties of all fields, with every role of the application and whether it may see the field", async () => {
    const { as, datastore, field, rId } = await catalogue()
    const { wId, pId, dId } = datastore()
    const answer = await as("cleo").getFieldSettings(at(field("Name").fId))
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        workspace_id: wId,
        project_id: pId,
        datastore_id: dId,
        field_id: field("Name").fId,
        display_id: "Name",
        data_type: "text",
        name: { en: "Name", ja: "名前" },
        search: true,
        show_list: true,
        as_title: true,
        status: false,
        full_text: false,
        unique: false,
        hide_on_input: false,
        max_value: "20",
        roles: [
          { role_id: rId("ADMIN"), display_id: "ADMIN", name: "admin", type: "ADMIN", can_use: true },
          { role_id: rId("MEMBER"), display_id: "MEMBER", name: "member", type: "MEMBER", can_use: true },
          { role_id: rId("CLERK"), display_id: "CLERK", name: "clerk", type: "CUSTOM", can_use: true },
        ],
      },
    ])
    const { body: secret } = await as("ada").getFieldSettings(at("Secret"))
    expect(secret.roles.map((role) => role.can_use)).toEqual([true, false, false])
  })

  const own: [string, object][] = [
    ["Price", { min_value: "0", num_info: { prefix: "$", suffix: " each", no_comma: true, decimal_place: 2 } }],
    ["Tax", { num_info: { prefix: "", suffix: "", no_comma: false, decimal_place: null } }],
    ["No", { autonum_info: { prefix: "P-", zero_padding: true, digit: 4 } }],
    ["Who", { users_info: { single_select: false, publish: true } }],
    ["Sheet", { file_info: { multiple: true } }],
    ["Status", { data_type: "status", status: true }],
  ]
  test.each(own)("the settings of the type: %s", async (name, settings) => {
    const { as } = await catalogue()
    expect((await as("bob").getFieldSettings(at(name))).body).toMatchObject(settings)
  })

  test("returns the formula of a calc with the fields that it names, each once", async () => {
    const { as, field } = await catalogue()
    const { body } = await as("bob").getFieldSettings(at("Total"))
    expect(body.calc_info).toEqual({
      formula: "Price + Tax * Price",
      fields: [field("Price").fId, field("Tax").fId],
    })
  })

  test("returns the target of a lookup", async () => {
    const { as, field, datastore } = await catalogue()
    const { body } = await as("bob").getFieldSettings(at("Maker"))
    expect(body.dslookup_info).toEqual({
      dslookup_project_id: datastore().pId,
      dslookup_datastore_id: datastore("Makers").dId,
      dslookup_field_id: field("Name", "Makers").fId,
      reverse_link: true,
    })
  })

  test("options, disabled ones too, where with_options asks for them", async () => {
    const { as, option } = await catalogue()
    expect((await as("bob").getFieldSettings(at("Kind"))).body).not.toHaveProperty("options")
    const { body } = await as("bob").getFieldSettings(at("Kind", { with_options: true }))
    const times = { created_at: "2026-01-05T09:00:00.000Z", updated_at: "2026-01-05T09:00:00.000Z" }
    expect(body.options).toEqual([
      {
        o_id: option("Kind", "tool").oId,
        display_id: "tool",
        value: { en: "Tool", ja: "工具" },
        enabled: true,
        selected: false,
        sort_id: 0,
        color: "#f00",
        ...times,
      },
      {
        o_id: option("Kind", "bolt").oId,
        display_id: "bolt",
        value: { en: "Bolt", ja: "Bolt" },
        enabled: true,
        selected: true,
        sort_id: 1,
        color: "",
        ...times,
      },
      expect.objectContaining({ display_id: "old", enabled: false, selected: false, sort_id: 2 }),
    ])
    const { body: tags } = await as("bob").getFieldSettings(at("Tags", { with_options: true }))
    expect(tags.options?.map(({ selected }) => selected)).toEqual([true, false, true])
    expect((await as("bob").getFieldSettings(at("Name", { with_options: true }))).body).not.toHaveProperty("options")
  })

  test("404 for what is unknown or hidden, 403 for somebody without a role", async () => {
    const { as, world } = await catalogue()
    const get = (name: string, sent: object) => () => as(name).getFieldSettings(sent)
    expect(await refusalOf(world, get("bob", at("Nope")))).toEqual([404, flat("NOT_FOUND", "field not found: Nope")])
    expect(await refusalOf(world, get("bob", at("Secret")))).toEqual([
      404,
      flat("NOT_FOUND", "field not found: Secret"),
    ])
    const makers = { params: { "app-id": "SHOP", "datastore-id": "Makers", "field-id": "Name" } }
    expect(await refusalOf(world, get("cleo", makers))).toEqual([404, flat("NOT_FOUND", "datastore not found: Makers")])
    expect((await refusalOf(world, get("ned", at("Name"))))[0]).toBe(404)
  })

  test("the short path", async () => {
    const { world, field } = await catalogue()
    const short = `/api/v0/datastores/Parts/fields/${field("Name").fId}`
    const { createApp } = await import("../../../emulator/index.ts")
    const answer = await createApp({ world }).request(short, { headers: { authorization: "Bearer bob-token" } })
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ display_id: "Name" })])
  })
})
