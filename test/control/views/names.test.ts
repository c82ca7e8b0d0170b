import { describe, expect, test } from "vitest"
import { workshopFixture } from "../../sample-worlds/workshop.ts"
import { openControl } from "../ask.ts"

const ORDERS = "/applications/SHOP/datastores/Orders/items"
const LOOK_HEADERS = { "x-hexarium": "1", "x-hexarium-observe": "1", origin: "http://localhost:7575" }
const IN_JAPANESE = { ...LOOK_HEADERS, "x-hexarium-lang": "ja" }
const IN_ENGLISH = { ...LOOK_HEADERS, "x-hexarium-lang": "en" }

interface Named {
  readonly name: string
}

const namesOf = (all: readonly Named[]) => all.map(({ name }) => name)

/** The workshop with a plain action Edit, which needs no role and no script. */
const fixture = structuredClone(workshopFixture)
const { actions } = fixture.workspaces?.[0]?.applications?.[0]?.datastores?.[0] ?? {}
if (actions !== undefined) actions.Update = { name: { en: "Edit", ja: "編集" }, crud_type: "2", default: true }

/** The workshop, with `lang` as the world's language. */
async function shop(lang: "en" | "ja" = "en") {
  const made = await openControl({ ...fixture, settings: { lang } })
  const orders = (await made.control("GET", "/worlds/main/datastores")).body.datastores.find(
    ({ datastore_id }: { datastore_id: string }) => datastore_id === "Orders",
  )
  const first = (await made.api("ada-token", "POST", `${ORDERS}/search`, {}, LOOK_HEADERS)).body.items[0]
  return { ...made, orders, first }
}

describe("lang selects the language of names in the control plane (control.md section 3, names)", () => {
  test("the schema and the data have names in the language, and the other language replaces a missing name", async () => {
    const { control, orders, world } = await shop()
    const before = world.hash()
    const schemaIn = async (query: string) => {
      const { body } = await control("GET", `/worlds/main/schema${query}`)
      const [application] = body.workspaces[0].applications
      const [datastore] = application.datastores
      const { name, fields, statuses, actions } = datastore
      return [application.name, name, namesOf(fields)[0], namesOf(statuses), namesOf(actions)[1]]
    }
    const english = ["Shop", "Orders", "Title", ["New", "Sent"], "Edit"]
    expect(await schemaIn("?lang=ja")).toEqual(["店", "注文", "件名", ["新規", "Sent"], "編集"])
    expect(await schemaIn("?lang=en")).toEqual(english)
    expect(await schemaIn("")).toEqual(english)
    const { datastores } = (await control("GET", "/worlds/main/datastores?lang=ja&limit=1")).body
    expect(datastores).toMatchObject([{ application: "店", name: "注文" }])
    const { fields } = (await control("GET", `/worlds/main/datastores/${orders.d_id}/items?lang=ja`)).body
    expect(namesOf(fields).slice(0, 2)).toEqual(["件名", "Amount"])
    expect(world.hash()).toBe(before)
  })

  test("a world in Japanese speaks English when asked", async () => {
    const { control } = await shop("ja")
    const nameOf = async (query: string) =>
      namesOf((await control("GET", `/worlds/main/datastores${query}`)).body.datastores)[0]
    expect([await nameOf(""), await nameOf("?lang=en"), await nameOf("?lang=ja")]).toEqual(["注文", "Orders", "注文"])
  })

  test("effects, changed records, differences and events have names in the language", async () => {
    const { api, app, control } = await shop()
    await control("POST", "/worlds", { name: "copy" })
    const stream = await app.fetch(new Request("http://hexarium/_hexarium/worlds/main/events?lang=ja&kinds=request"))
    const { body } = await api("ada-token", "POST", `${ORDERS}/new`, { item: { Title: "Third" } })
    await api("ada-token", "POST", `${ORDERS}/edit/${body.item_id}`, { item: { Title: "3rd" }, is_force_update: true })
    const japanese = ["item Third created in 注文", "item Third 件名 Third→3rd"]
    const effectsIn = async (query: string) =>
      (await control("GET", `/worlds/main/requests?${query}`)).body.requests.map(
        ({ effects }: { effects: readonly string[] }) => effects[0],
      )
    expect(await effectsIn("lang=ja")).toEqual(japanese)
    expect(await effectsIn("lang=ja&text=注文")).toEqual([japanese[0]])
    expect(await effectsIn("text=注文")).toEqual([])
    expect(await effectsIn("")).toEqual(["item Third created in Orders", "item Third Title Third→3rd"])
    const { changes } = (await control("GET", "/worlds/main/requests/1?lang=ja")).body
    expect(changes[0].says).toEqual([japanese[0]])
    const { differences } = (await control("GET", "/worlds/main/differences?with=copy&table=items&lang=ja")).body
    expect(differences[0].says).toEqual(["item 3rd created in 注文"])
    const { events } = (await control("GET", "/worlds/main/event-log?since=0&kinds=request&lang=ja")).body
    expect(events.map(({ data }: { data: { effects: string[] } }) => data.effects[0])).toEqual(japanese)
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    let text = ""
    while (!text.includes("Third→3rd")) text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    expect(text).toContain("created in 注文")
  })

  test("another language is refused, with the allowed ones", async () => {
    const { control } = await shop()
    const { status, body } = await control("GET", "/worlds/main/schema?lang=fr")
    expect([status, body.error_code]).toEqual([400, "INVALID_PARAMS"])
    expect(body.error).toMatch(/lang.*"en".*"ja"/)
  })
})

describe("X-Hexarium-Lang selects the language of names for observing reads of the API", () => {
  test("each kind of read has names in the language, and leaves no trace", async () => {
    const { api, control, first, world } = await shop()
    const details = `${ORDERS}/details/${first.i_id}`
    await api("ada-token", "POST", `${ORDERS}/edit/${first.i_id}`, {
      item: { Title: "Changed" },
      is_force_update: true,
    })
    const before = world.hash()
    const readIn = async (headers: object) => {
      const list = (await api("ada-token", "POST", `${ORDERS}/search`, { include_fields_data: true }, headers)).body
      const { status_list, field_values } = (
        await api("ada-token", "GET", `${details}?use_display_id=true`, undefined, headers)
      ).body
      const { histories } = (
        await api("ada-token", "GET", `${ORDERS}/histories/${first.i_id}?from_index=0`, undefined, headers)
      ).body
      return {
        field: list.fields.Title.name,
        inItem: field_values.Title.field_name,
        status: Object.values(status_list as Record<string, { status_name: string }>).map(
          ({ status_name }) => status_name,
        ),
        action: histories[0].action_name,
      }
    }
    const english = { field: "Title", inItem: "Title", status: ["New", "Sent"], action: "Edit" }
    const japanese = { field: "件名", inItem: "件名", status: ["新規", "Sent"], action: "編集" }
    expect(await readIn(IN_JAPANESE)).toEqual(japanese)
    expect(await readIn(IN_ENGLISH)).toEqual(english)
    expect(await readIn(LOOK_HEADERS)).toEqual(english)
    expect(world.hash()).toBe(before)
    expect((await control("GET", "/worlds/main/requests")).body.requests).toHaveLength(1)
  })

  test("a read that is logged, and a write, ignore the header", async () => {
    const { api, world } = await shop()
    const { observe: _, ...plain } = { ...IN_JAPANESE, observe: "" }
    const { "x-hexarium-observe": __, ...logged } = plain
    const search = await api("ada-token", "POST", `${ORDERS}/search`, { include_fields_data: true }, logged)
    expect(search.body.fields.Title.name).toBe("Title")
    const made = await api("ada-token", "POST", `${ORDERS}/new`, { item: { Title: "Third" } }, IN_JAPANESE)
    expect([made.status, world.state.scalars.settings.lang]).toEqual([200, "en"])
  })

  test("another language is refused, with the allowed ones", async () => {
    const { api } = await shop()
    const { status, body } = await api("ada-token", "GET", "/userinfo", undefined, {
      ...LOOK_HEADERS,
      "x-hexarium-lang": "fr",
    })
    expect([status, body.error_code, body.error]).toEqual([
      400,
      "INVALID_PARAMS",
      'X-Hexarium-Lang: expected en or ja, received "fr"',
    ])
  })
})
