import { describe, expect } from "vitest"
import { accept, choose, fill, type } from "./hx.ts"
import { type DemoWorld, test } from "./world.ts"

/** Field types that hx can create, by hx's names. */
const TYPES = {
  text: "text",
  textarea: "textarea",
  number: "number",
  select: "select",
  radio: "radio",
  checkbox: "checkbox",
  autonumber: "autonum",
  calculation: "calc",
  datetime: "datetime",
  file: "file",
  user: "users",
  dslookup: "dslookup",
  label: "label",
  separator: "separator",
} as const

async function contacts(world: DemoWorld) {
  const { datastore_id: dId } = await world.datastore("Contacts")
  const { roles } = await world.api("GET", "/applications/ORDERS/setting")
  const [admin, sales] = ["ADMIN", "SALES"].map(
    (wanted) => roles.find(({ display_id }: { display_id: string }) => display_id === wanted).role_id as string,
  )
  return { dId, path: `/datastores/${dId}/fields`, admin: admin ?? "", sales: sales ?? "" }
}

describe("fields", () => {
  test.for(Object.entries(TYPES))("of the type %s are made", async ([called, dataType], { world, terminal }) => {
    const { dId, path, admin, sales } = await contacts(world)
    const { code, shown } = await terminal.hx(
      ["fields:create", dId],
      [
        ["Select a data type", choose(called)],
        ["Add comma-separated role_ids", type(`${admin}, ${sales}`)],
        ["Please provide the name for your field", fill("Nickname", "あだ名")],
      ],
    )
    expect(code).toBe(0)
    const [, fId] = /Field successfully created:\nfield_id: (\S+)\ndisplay_id: (\S+)\n$/.exec(shown) ?? []
    const made = await world.api("GET", `${path}/${fId}`)
    const isShown = dataType !== "label" && dataType !== "separator"
    expect(made).toMatchObject({
      data_type: dataType,
      name: { en: "Nickname", ja: "あだ名" },
      as_title: false,
      unique: dataType === "autonum",
      full_text: false,
      search: isShown && dataType !== "file",
      show_list: isShown,
    })
    const using = made.roles.filter(({ can_use }: { can_use: boolean }) => can_use)
    expect(using.map(({ display_id }: { display_id: string }) => display_id)).toEqual(["ADMIN", "SALES"])
    expect((await world.api("GET", path)).fields[fId ?? ""]).toMatchObject({ name: "Nickname", dataType })
  })

  test("are changed, what is not answered stays", async ({ world, terminal }) => {
    const { dId, path } = await contacts(world)
    const before = await world.api("GET", `${path}/Email`)
    const asked = ["fields:update", dId, before.field_id]
    const kept = await terminal.hx(asked, [
      ["Add comma-separated role_ids", accept],
      ["Please provide the display_id and name", accept],
    ])
    expect(kept.shown).toMatch(/Field successfully updated\n$/)
    expect(await world.api("GET", `${path}/Email`)).toEqual(before)
    await terminal.hx(asked, [
      ["Add comma-separated role_ids", accept],
      ["Please provide the display_id and name", fill("Address", "Address", "宛先")],
    ])
    expect(await world.api("GET", `${path}/Address`)).toEqual({
      ...before,
      display_id: "Address",
      name: { en: "Address", ja: "宛先" },
    })
  })

  test("are deleted with their values, when confirmed", async ({ world, terminal }) => {
    const { dId, path } = await contacts(world)
    const { field_id: fId } = await world.api("GET", `${path}/CallAt`)
    const hash = await world.hash()
    const refused = await terminal.hx(["fields:delete", dId, fId], [["Do you want to proceed?", type("n")]])
    expect(refused.shown).toMatch(/Deletion {2}aborted\n$/)
    expect(await world.hash()).toBe(hash)
    const deleted = await terminal.hx(["fields:delete", dId, fId, "--yes"])
    expect(deleted.shown).toBe("Field successfully deleted\n")
    const { fields } = await world.api("GET", path)
    expect(Object.keys(fields)).not.toContain(fId)
    const { items } = await world.api("POST", "/applications/ORDERS/datastores/Contacts/items/search", {
      conditions: [],
      page: 1,
      per_page: 1,
    })
    expect(items).toHaveLength(1)
    expect(items[0]).not.toHaveProperty("CallAt")
  })

  test("stay if others need them", async ({ world, terminal }) => {
    const { datastore_id: dId } = await world.datastore("Orders")
    const { field_id: fId } = await world.api("GET", `/datastores/${dId}/fields/Goods`)
    const hash = await world.hash()
    const { code, told } = await terminal.hx(["fields:delete", dId, fId, "-y"])
    expect(code).toBe(1)
    expect(told).toContain("Request failed with status code 400")
    expect(await world.hash()).toBe(hash)
  })
})
