import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { graphqlClient } from "../../graphql/graphql-client.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** "が" as one character, and as "か" with a combining mark, which is how macOS writes names of files. */
const COMPOSED_TEXT = "がいとう"
const DECOMPOSED_TEXT = COMPOSED_TEXT.normalize("NFD")

const fixture = fixtureOf({
  datastores: {
    DS: {
      fields: {
        Title: { dataType: "text", as_title: true },
        Code: { dataType: "text", unique: true },
        No: { dataType: "autonum", autonum: { prefix: "N-" } },
        Count: { dataType: "number" },
        Papers: { dataType: "file" },
      },
      default_search: [{ id: "Count", search_value: ["１０", "２０"] }],
      items: [{ values: { Title: "ＡＢＣ ﾃﾞｰﾀ", Code: COMPOSED_TEXT, Count: "１２" } }],
    },
  },
  application: {
    reports: [
      {
        report_id: "Counts",
        name: "Counts",
        datastore: "DS",
        columns: [
          { display_id: "Name", field: "Title" },
          { display_id: "Count", field: "Count" },
        ],
      },
    ],
  },
})

const DATASTORE = { "app-id": "APP", "datastore-id": "DS" }
const IN_PROCESS = { application: "APP", datastore: "DS" }
const TITLE = "ＡＢＣ ﾃﾞｰﾀ"

async function start() {
  const world = await createWorld({ fixture })
  const app = createApp({ world })
  const ada = apiClient(app, "ada-token")
  const acting = world.as("ada@acme.test")
  const graphql = graphqlClient(app, "ada-token")
  const titles = async (condition: object, more: object = {}) => {
    const { items } = await acting.itemList({ ...IN_PROCESS, conditions: [condition as never], ...more })
    return items.map(({ title }) => title)
  }
  const load = async (text: string, form: Record<string, string> = {}) => {
    const file = new File([text], "a.csv")
    const { body } = await ada.importItems({ params: DATASTORE, form: { filename: "a.csv", file, ...form } })
    const params = { "datastore-id": "DS", "temp-datastore-id": body.temp_datastore_id }
    return (await ada.getImportResults({ params })).body?.errors ?? []
  }
  const create = (item: object) =>
    graphql.root("datastoreCreateNewItem", {
      newItemActionParameters: { return_item_result: true, use_display_id: true, item },
      datastoreId: "DS",
      projectId: "APP",
    })
  const countOf = async (title: string) => {
    const { items } = await acting.itemList({ ...IN_PROCESS, returnNumberValue: true } as never)
    return items.find((item) => item.title === title)?.values.Count
  }
  return { world, app, ada, acting, graphql, titles, load, create, countOf }
}

describe("half of a surrogate pair is refused, and nothing changes", () => {
  const HALF = "a\ud83d"
  type Started = Awaited<ReturnType<typeof start>>
  const ways: Readonly<Record<string, (world: Started) => Promise<number>>> = {
    "a condition": async ({ ada }) =>
      (
        await ada.itemList({
          params: DATASTORE,
          body: { conditions: [{ id: "Title", search_value: [HALF] }] } as never,
        })
      ).status,
    "a condition in process": ({ titles }) =>
      titles({ id: "Title", searchValue: [HALF] }).then(
        () => 200,
        ({ refusal }) => refusal?.status ?? 400,
      ),
    "a comment": async ({ ada, acting }) => {
      const [item] = (await acting.itemList({ ...IN_PROCESS })).items
      return (
        await ada.postItemComment({ params: { ...DATASTORE, "item-id": item?.itemId ?? "" }, body: { comment: HALF } })
      ).status
    },
    "the query of a global search": async ({ ada }) => (await ada.globalSearch({ body: { query: HALF } })).status,
    "the name of a field": async ({ ada }) =>
      (await ada.createField({ params: DATASTORE, body: { name: HALF, dataType: "text" } as never })).status,
    "a variable in GraphQL": async ({ graphql }) =>
      (
        await graphql.send(
          "query ($id: String!) { getTemplates { __typename } userRegister(confirmationId: $id) { __typename } }",
          { id: HALF },
        )
      ).status,
    "a file of an import": async ({ ada }) => {
      const file = new File([new Uint8Array([...new TextEncoder().encode("Title\n"), 0xed, 0xa0, 0xbd])], "a.csv")
      return (await ada.importItems({ params: DATASTORE, form: { filename: "a.csv", file } })).status
    },
  }

  test.each(Object.entries(ways))("in %s", async (_, send) => {
    const started = await start()
    const before = started.world.hash()
    expect(await send(started)).toBe(400)
    expect(started.world.hash()).toBe(before)
  })
})

describe("unique and exact_match compare NFC forms", () => {
  test("unique: in process, in GraphQL and in an import", async () => {
    const { acting, create, load } = await start()
    await expect(acting.createItem({ ...IN_PROCESS, item: { Code: DECOMPOSED_TEXT } })).rejects.toThrow("not unique")
    await expect(create({ Code: DECOMPOSED_TEXT })).rejects.toThrow("not unique")
    expect(await load(`Title,Code\nNew,${DECOMPOSED_TEXT}\n`)).toEqual([
      expect.objectContaining({ description: expect.stringContaining("not unique") }),
    ])
  })

  test("the key of an import finds the item with the same text", async () => {
    const { acting, countOf, load } = await start()
    expect(await load(`Code,Count\n${DECOMPOSED_TEXT},7\n`, { key_field_displayid: "Code" })).toEqual([])
    expect((await acting.itemList({ ...IN_PROCESS })).items).toHaveLength(1)
    expect(await countOf(TITLE)).toBe(7)
  })

  test("exact_match: in process, and of the title; it distinguishes case and width", async () => {
    const { titles } = await start()
    const exactly = (id: string, text: string) => titles({ id, searchValue: [text], exactMatch: true })
    expect(await exactly("Code", DECOMPOSED_TEXT)).toEqual([TITLE])
    expect(await exactly("title", TITLE.normalize("NFD"))).toEqual([TITLE])
    expect(await exactly("Title", "ABC データ")).toEqual([])
    expect(await exactly("Title", "ａｂｃ ﾃﾞｰﾀ")).toEqual([])
  })
})

describe("searches ignore width and case, and distinguish hiragana from katakana", () => {
  test("titles, auto numbers and names of files", async () => {
    const { ada, acting, titles } = await start()
    const { file_id } = (
      await ada.uploadFileDetached({ form: { filename: "ﾚﾎﾟｰﾄ.TXT", file: new File(["x"], "r.txt") } })
    ).body
    const [item] = (await acting.itemList({ ...IN_PROCESS })).items
    await acting.updateItem({
      ...IN_PROCESS,
      itemId: item?.itemId ?? "",
      item: { Papers: [file_id] },
      isForceUpdate: true,
    } as never)
    const found = (id: string, text: string) => titles({ id, searchValue: [text] })
    expect(await found("title", "abc データ")).toEqual([TITLE])
    expect(await found("No", "ｎ－１")).toEqual([TITLE])
    expect(await found("Papers", "^レポート\\.txt$")).toEqual([TITLE])
    expect(await found("Papers", "れぽーと")).toEqual([])
  })

  test("full-width punctuation stands for itself, and Unicode forms remain distinct", async () => {
    const { acting, titles } = await start()
    await acting.createItem({ ...IN_PROCESS, item: { Title: "(株)青井" } })
    expect(await titles({ id: "Title", searchValue: ["（株）"] })).toEqual(["(株)青井"])
    expect(await titles({ id: "Title", searchValue: ["(株)"] })).toEqual(["(株)青井"])
    expect(await titles({ id: "Title", searchValue: ["＾青井"] })).toEqual([])
    expect(await titles({ id: "Code", searchValue: [DECOMPOSED_TEXT] })).toEqual([])
  })

  test("searches of the control plane", async () => {
    const { app, world } = await start()
    // biome-ignore lint/suspicious/noExplicitAny: compared as wholes
    const ask = async (path: string): Promise<any> =>
      (await app.fetch(new Request(`http://hexarium/_hexarium/worlds/main${path}`))).json()
    const dId = world.view().table("datastores").toArray()[0]?.dId
    const text = encodeURIComponent("データ")
    expect((await ask(`/datastores/${dId}/items?text=${text}`)).total).toBe(1)
    expect((await ask(`/users?text=${encodeURIComponent("ＢＯＢ＠")}`)).users).toHaveLength(1)
  })
})

describe("full-width digits are read as numbers", () => {
  test("fixtures, calls in process, GraphQL and imports", async () => {
    const { acting, create, load, countOf } = await start()
    expect(await countOf(TITLE)).toBe(12)
    await acting.createItem({ ...IN_PROCESS, item: { Title: "in process", Count: "＋３．５" as never } })
    await create({ Title: "GraphQL", Count: "－４" })
    expect(await load("Title,Count\nCSV,１２３\nWrong,１，２\n")).toEqual([
      expect.objectContaining({ line: 3, description: "Count: expected a number" }),
    ])
    expect(await Promise.all(["in process", "GraphQL", "CSV"].map(countOf))).toEqual([3.5, -4, 123])
  })

  test("conditions in process, in GraphQL, in reports and in saved conditions", async () => {
    const { ada, acting, graphql, titles } = await start()
    await acting.createItem({ ...IN_PROCESS, item: { Title: "other", Count: 30 } })
    expect(await titles({ id: "Count", searchValue: ["１２"], exactMatch: true })).toEqual([TITLE])
    expect(await titles({ id: "Count", searchValue: ["２５", null] })).toEqual(["other"])
    const { items } = await graphql.root("datastoreGetDatastoreItems", {
      getItemsParameters: { conditions: [{ id: "Count", search_value: ["２５", "３５"] }], use_display_id: true },
      datastoreId: "DS",
      projectId: "APP",
    })
    expect(items.map(({ Title }: { Title: string }) => Title)).toEqual(["other"])
    const report = await ada.getReportDataByConditions({
      params: { "app-id": "APP", "report-id": "Counts" },
      body: { conditions: [{ id: "Count", search_value: ["２５", null] }] },
    } as never)
    expect([report.status, JSON.stringify(report.body)]).toEqual([200, expect.stringContaining("other")])
    expect(JSON.stringify(report.body)).not.toContain(TITLE)
    const { body } = await ada.itemList({ params: DATASTORE, body: { use_default_search: true } as never })
    expect(body.totalItems).toBe(1)
  })
})
