import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const fixture = fixtureOf({
  datastores: {
    Makers: {
      fields: {
        Name: { dataType: "text", as_title: true },
        Secret: { dataType: "text", as_title: true, roles: ["ADMIN"] },
      },
      items: [{ key: "zeta", values: { Name: "Zeta works", Secret: "Quartz" } }],
    },
    DS: {
      fields: {
        Title: { dataType: "text", as_title: true, full_text: true },
        Code: { dataType: "text", unique: true },
        Count: { dataType: "number" },
        Who: { dataType: "users", full_text: true },
        Maker: { dataType: "dslookup", dslookup: { datastore: "Makers", field: "Name" }, full_text: true },
        Quiet: { dataType: "users" },
      },
      items: [
        { values: { Title: "ＡＢＣ１２３ ﾃﾞｰﾀ", Code: "Caf\u00e9", Who: ["bob@acme.test"], Maker: "@zeta" } },
        { values: { Title: "ひらがな", Quiet: ["ada@acme.test"] } },
      ],
    },
  },
})

const DATASTORE = { "app-id": "APP", "datastore-id": "DS" }

async function start() {
  const world = await createWorld({ fixture })
  const app = createApp({ world })
  const [ada, bob] = [apiClient(app, "ada-token"), apiClient(app, "bob-token")]
  const list = async (condition: object) => {
    const { status, body } = await ada.itemList({ params: DATASTORE, body: { conditions: [condition] } as never })
    return status === 200 ? (body as unknown as { items: { Title: string }[] }).items.map(({ Title }) => Title) : status
  }
  const global = async (query: string, by = ada) => {
    const { body } = await by.globalSearch({ body: { query } })
    return body.search_result.flatMap(({ highlight_value }) => highlight_value.value)
  }
  return { world, ada, bob, list, global }
}

const WIDE_TEXT = "ＡＢＣ１２３ ﾃﾞｰﾀ"

describe("texts (model.md section 11)", () => {
  test("lone surrogates are 400", async () => {
    const { ada, world } = await start()
    const before = world.hash()
    for (const item of [{ Title: "a\ud800" }, { Title: "\udc00b" }]) {
      expect((await ada.createItem({ params: DATASTORE, body: { item } })).status).toBe(400)
      await expect(
        world.as("ada@acme.test").createItem({ application: "APP", datastore: "DS", item }),
      ).rejects.toThrow()
    }
    const comment = await ada.createItem({ params: DATASTORE, body: { item: {}, comment: "\ud800" } })
    expect(comment.status).toBe(400)
    expect(world.hash()).toBe(before)
    expect((await ada.createItem({ params: DATASTORE, body: { item: { Title: "\ud83d\ude00" } } })).status).toBe(200)
  })

  test("exact_match and unique compare NFC forms", async () => {
    const { ada, list } = await start()
    const decomposed = "Cafe\u0301"
    expect(await list({ id: "Code", search_value: [decomposed], exact_match: true })).toEqual([WIDE_TEXT])
    const twin = await ada.createItem({ params: DATASTORE, body: { item: { Code: decomposed } } })
    expect([twin.status, JSON.stringify(twin.body)]).toEqual([400, expect.stringContaining("value is not unique")])
  })

  test("search folds width and case, not kana", async () => {
    const { list, global } = await start()
    for (const text of ["abc123", "ａｂｃ", "データ", "ﾃﾞｰﾀ", "^ABC\\d+ .ータ$", "［Ａ"]) {
      const expected = text === "［Ａ" ? [] : [WIDE_TEXT]
      expect([text, await list({ id: "Title", search_value: [text] })]).toEqual([text, expected])
    }
    expect(await list({ id: "Title", search_value: ["ヒラガナ"] })).toEqual([])
    expect(await list({ id: "Title", search_value: ["ひらがな"] })).toEqual(["ひらがな"])
    expect(await global("データ")).toEqual(["ＡＢＣ１２３ <em class='searched_em'>ﾃﾞｰﾀ</em>"])
    expect(await global("c12")).toEqual(["ＡＢ<em class='searched_em'>Ｃ１２</em>３ ﾃﾞｰﾀ"])
    expect(await global("ヒラガナ")).toEqual([])
  })

  test("full-width digits are read as numbers", async () => {
    const { ada, list, world } = await start()
    const { body } = await ada.createItem({ params: DATASTORE, body: { item: { Title: "n", Count: "－１２．５" } } })
    const read = await world
      .as("ada@acme.test")
      .getItemDetails({ application: "APP", datastore: "DS", itemId: body.item_id })
    expect(read.values.Count).toBe(-12.5)
    expect(await list({ id: "Count", search_value: ["－１３", "－１２"] })).toEqual(["n"])
  })
})

describe("full_text fields of users and lookups (api.md section 10.1)", () => {
  const em = (text: string) => `<em class='searched_em'>${text}</em>`

  test("GlobalSearch finds users by name and address, and lookups by title", async () => {
    const { global } = await start()
    expect(await global("bob")).toEqual([em("bob"), `${em("bob")}@acme.test`])
    expect(await global("zeta")).toEqual([expect.stringContaining(em("Zeta"))])
    expect(await global("ada")).toEqual([])
  })

  test("GlobalSearch finds the title that the reader sees, as it is now", async () => {
    const { world, ada, bob, global } = await start()
    expect(await global("quartz")).toHaveLength(1)
    expect(await global("quartz", bob)).toEqual([])
    const maker = world
      .view()
      .table("datastores")
      .toArray()
      .find(({ displayId }) => displayId === "Makers")
    const makers = await ada.itemList({ params: { ...DATASTORE, "datastore-id": "Makers" }, body: {} as never })
    const [item] = (makers.body as { items: { i_id: string }[] }).items
    await ada.updateItem({
      params: { "app-id": "APP", "datastore-id": maker?.dId ?? "", "item-id": item?.i_id ?? "" },
      body: { item: { Name: "Omega" }, use_display_id: true, is_force_update: true },
    })
    expect(await global("omega")).toHaveLength(1)
    expect(await global("zeta")).toEqual([])
  })
})
