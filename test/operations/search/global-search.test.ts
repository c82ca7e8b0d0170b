import { beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const fixture = fixtureOf({
  users: ["ada", "bob", "cy"],
  workspace: {
    applications: [
      {
        application_id: "SHOP",
        name: "Shop",
        roles: [{ role_id: "CLERK", name: "clerk", users: ["ada@acme.test"] }],
        datastores: [
          {
            datastore_id: "Goods",
            name: "Goods",
            roles: ["CLERK"],
            fields: { Name: { dataType: "text", as_title: true, full_text: true } },
            items: [{ values: { Name: "Walnut shelf" } }],
          },
        ],
      },
    ],
  },
  datastores: {
    Notes: {
      fields: {
        Title: { dataType: "text", as_title: true, full_text: true },
        Body: { dataType: "textarea", full_text: true },
        Secret: { dataType: "text", full_text: true, roles: ["ADMIN"] },
        Inner: { dataType: "text", full_text: true, hide_from_api: true },
        Plain: { dataType: "text" },
        Count: { dataType: "number", full_text: true },
        Kind: { dataType: "select", full_text: true, options: { big: "Grand", small: { name: "Petite" } } },
        Owner: { dataType: "users", full_text: true },
        Papers: { dataType: "file", full_text: true, file: { multiple: true } },
        Drafts: { dataType: "file" },
      },
      statuses: { New: { name: "New" }, Done: { name: "Done" } },
      items: [
        {
          key: "oak",
          created_at: "2026-01-01T00:00:00Z",
          values: { Title: "Oak table", Body: "A table of oak & ash", Plain: "walnut", Count: 1234, Kind: "big" },
        },
        {
          key: "pine",
          created_at: "2026-01-02T00:00:00Z",
          values: {
            Title: "Pine chair",
            Body: "No OAK in it",
            Secret: "walnut",
            Inner: "walnut",
            Owner: ["bob@acme.test"],
          },
        },
        {
          key: "hidden",
          created_at: "2026-01-03T00:00:00Z",
          created_by: "cy@acme.test",
          access: { users: ["cy@acme.test"] },
          values: { Title: "Oak of Cy" },
        },
      ],
    },
  },
})

const NOTES = { "app-id": "APP", "datastore-id": "Notes" }

let world: World
let ada: ApiClient
let bob: ApiClient
const ids: Record<string, string> = {}

beforeAll(async () => {
  world = await createWorld({ fixture })
  const app = createApp({ world })
  ada = apiClient(app, "ada-token")
  bob = apiClient(app, "bob-token")
  const { items } = (await ada.itemList({ params: NOTES, body: {} })).body as {
    items: { title: string; i_id: string }[]
  }
  for (const { title, i_id: iId } of items) ids[title] = iId
})

const find = async (body: object, api = ada) => {
  const answer = await api.globalSearch({ body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

const findHits = async (body: object, api = ada) =>
  (await find(body, api)).search_result.map(({ category, title }) => `${category}: ${title}`)

const em = (hit: string) => `<em class='searched_em'>${hit}</em>`

describe("GlobalSearch (api.md section 10.1)", () => {
  test("finds texts in any case, newest item first, with their place", async () => {
    const { search_result } = await find({ query: "oak" })
    const datastores = world.view().table("datastores").toArray()
    const { wId, pId, dId, fields = [] } = datastores.find(({ displayId }) => displayId === "Notes") ?? {}
    const place = { category: "items", w_id: wId, p_id: pId, d_id: dId, project_name: "App", datastore_name: "Notes" }
    expect(search_result).toEqual([
      {
        ...place,
        i_id: ids["Pine chair"],
        f_id: fields.find(({ displayId }) => displayId === "Body")?.fId,
        title: "Pine chair",
        highlight_value: { value: [`No ${em("OAK")} in it`] },
      },
      {
        ...place,
        i_id: ids["Oak table"],
        f_id: fields.find(({ displayId }) => displayId === "Title")?.fId,
        title: "Oak table",
        highlight_value: { value: [`${em("Oak")} table`, `A table of ${em("oak")} &amp; ash`] },
      },
    ])
  })

  test("looks into fields with full_text only, and into what these show", async () => {
    expect(await findHits({ query: "walnut" })).toEqual(["items: Walnut shelf", "items: Pine chair"])
    expect(await findHits({ query: "23" })).toEqual(["items: Oak table"])
    expect(await findHits({ query: "grand" })).toEqual(["items: Oak table"])
    expect(await findHits({ query: "bob" })).toEqual(["items: Pine chair"])
    expect(await findHits({ query: "New" })).toEqual([])
  })

  test("fields hidden by a role or from the API, items without a key and datastores not shown are not searched", async () => {
    expect(await findHits({ query: "walnut" }, bob)).toEqual([])
    expect(await findHits({ query: "oak" }, bob)).toEqual(["items: Pine chair", "items: Oak table"])
    expect(await findHits({ query: "Oak of" })).toEqual([])
    expect(await findHits({ query: "Oak of" }, apiClient(world, "cy-token"))).toEqual(["items: Oak of Cy"])
  })

  test("narrowed down by application, datastore and field, of either kind of ID", async () => {
    const application = world
      .view()
      .table("applications")
      .toArray()
      .find((one) => one.displayId === "SHOP")
    expect(await findHits({ query: "walnut", app_id: application?.pId })).toEqual(["items: Walnut shelf"])
    expect(await findHits({ query: "walnut", app_id: "APP" })).toEqual(["items: Pine chair"])
    expect(await findHits({ query: "walnut", datastore_id: "Goods" })).toEqual(["items: Walnut shelf"])
    expect(await findHits({ query: "oak", field_id: "Title" })).toEqual(["items: Oak table"])
    expect(await findHits({ query: "walnut", field_id: "Plain" })).toEqual([])
  })

  test.each([
    [{ query: "" }, "query"],
    [{ query: "x", app_id: "Nope" }, "app_id"],
    [{ query: "x", datastore_id: "Nope" }, "datastore_id"],
    [{ query: "x", app_id: "SHOP", datastore_id: "Notes" }, "datastore_id"],
    [{ query: "x", field_id: "Nope" }, "field_id"],
    [{ query: "x", field_id: "Inner" }, "field_id"],
    [{ query: "x", return_item_list: true }, "datastore_id"],
    [{ query: "x", category: "people" }, "category"],
    [{}, "query"],
    [
      {
        query: "x",
        datastore_id: "Notes",
        return_item_list: true,
        item_search_params: { conditions: [{ id: "Nope" }] },
      },
      "Nope",
    ],
  ])("%o: 400, naming %s", async (body, named) => {
    const answer = await ada.globalSearch({ body })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain("INVALID_PARAMS")
    expect(JSON.stringify(answer.body)).toContain(named)
  })

  test("treats hidden content as missing content", async () => {
    for (const named of [{ datastore_id: "Goods" }, { field_id: "Secret" }]) {
      expect((await bob.globalSearch({ body: { query: "x", ...named } })).status).toBe(400)
    }
  })

  test("returns empty lists without a hit", async () => {
    const body = { query: "zzz", return_item_list: true, datastore_id: "Notes" }
    expect(await find(body)).toEqual({ search_result: [], item_list: { items: [], totalItems: 0 } })
  })

  test("return_item_list lists the items with a hit as ItemList does", async () => {
    const { item_list } = await find({ query: "oak", datastore_id: "Notes", return_item_list: true })
    const { body } = await ada.itemList({ params: NOTES, body: {} })
    expect(item_list).toEqual({ items: body.items, totalItems: 2 })
    const asked = { conditions: [{ id: "Count", search_value: ["1", null] }], return_number_value: true }
    const few = await find({ query: "oak", datastore_id: "Notes", return_item_list: true, item_search_params: asked })
    expect(few.search_result).toHaveLength(2)
    expect(few.item_list).toMatchObject({ items: [{ title: "Oak table", Count: 1234, rev_no: 1 }], totalItems: 1 })
    const page = { sort_field_id: "Title", page: 2, per_page: 1, use_display_id: false }
    const paged = await find({ query: "oak", datastore_id: "Notes", return_item_list: true, item_search_params: page })
    expect(paged.item_list).toMatchObject({ items: [{ title: "Pine chair", Title: "Pine chair" }], totalItems: 2 })
    expect(await find({ query: "oak", datastore_id: "Notes" })).not.toHaveProperty("item_list")
  })
})

describe("comments and files", () => {
  let place: { "app-id": string; "datastore-id": string; "item-id": string }
  let app: ReturnType<typeof createApp>
  let fork: World

  beforeAll(async () => {
    fork = world.fork()
    app = createApp({ world: fork })
    place = { ...NOTES, "item-id": ids["Oak table"] ?? "" }
    const api = apiClient(app, "ada-token")
    await api.postItemComment({ params: place, body: { comment: "Lacquer it <soon>" } })
    await api.postItemComment({ params: place, body: { comment: "Lacquer again" } })
    const upload = async (name: string, text: string, type: string, field: string) => {
      const form = {
        filename: name,
        application_id: "APP",
        datastore_id: "Notes",
        file: new File([text], name, { type }),
      }
      return (await api.uploadFile({ params: { ...place, "field-id": field }, form })).body.file_id
    }
    const papers = [
      await upload("plan.txt", "Cut, sand and LACQUER.", "text/plain; charset=utf-8", "Papers"),
      await upload("lacquer.png", "lacquer", "image/png", "Papers"),
    ]
    const drafts = [await upload("lacquer draft.txt", "lacquer", "text/plain", "Drafts")]
    await upload("lacquer of nobody.txt", "lacquer", "text/plain", "Papers")
    await api.updateItem({ params: place, body: { item: { Papers: papers, Drafts: drafts }, is_force_update: true } })
  })

  const hits = async (body: object, token = "ada-token") => {
    const { search_result } = (await apiClient(app, token).globalSearch({ body: { query: "lacquer", ...body } })).body
    return search_result.map(({ category, title, highlight_value }) => [category, title, ...highlight_value.value])
  }

  const comments = [
    ["histories", "Oak table", `${em("Lacquer")} again`],
    ["histories", "Oak table", `${em("Lacquer")} it &lt;soon&gt;`],
  ]
  const files = [
    ["files", "Oak table", `${em("lacquer")}.png`],
    ["files", "Oak table", `Cut, sand and ${em("LACQUER")}.`],
  ]

  test("comments on visible items, the newest first", async () => {
    expect(await hits({ category: "histories" })).toEqual(comments)
    expect(await hits({ category: "histories" }, "bob-token")).toEqual(comments)
    expect(await hits({ category: "histories", app_id: "SHOP" })).toEqual([])
    expect(await hits({ category: "histories", field_id: "Title" })).toEqual([])
  })

  test("names of attachments and texts of text/*, in fields with full_text", async () => {
    expect(await hits({ category: "files" })).toEqual(files)
    expect(await hits({ category: "files", field_id: "Drafts" })).toEqual([])
    const { search_result } = (await apiClient(app, "bob-token").globalSearch({ body: { query: "sand" } })).body
    const papers = fork
      .view()
      .table("files")
      .toArray()
      .find(({ name }) => name === "plan.txt")
    expect(search_result).toMatchObject([{ category: "files", i_id: place["item-id"], f_id: papers?.fId }])
  })

  test("all together without a category, and in the list of items", async () => {
    expect(await hits({})).toEqual([...files, ...comments])
    const body = { query: "lacquer", datastore_id: "Notes", return_item_list: true }
    const { item_list } = (await apiClient(app, "ada-token").globalSearch({ body })).body
    expect(item_list).toMatchObject({ items: [{ title: "Oak table" }], totalItems: 1 })
    const items = (await apiClient(app, "ada-token").globalSearch({ body: { ...body, category: "items" } })).body
    expect(items).toEqual({ search_result: [], item_list: { items: [], totalItems: 0 } })
  })

  test("a comment or an attachment that is gone is not found, in this world", async () => {
    const later = fork.fork()
    const api = apiClient(createApp({ world: later }), "ada-token")
    const params = { ...NOTES, "item-id": place["item-id"] }
    const { histories } = (await api.getItemHistories({ params })).body
    for (const { history_id, comment } of histories) {
      if (comment !== "") await api.deleteItemComment({ params: { ...params, "history-id": history_id } })
    }
    await api.updateItem({ params, body: { item: { Papers: null }, is_force_update: true } })
    expect((await api.globalSearch({ body: { query: "lacquer" } })).body.search_result).toEqual([])
    expect(await hits({})).toHaveLength(4)
    await api.deleteItem({ params })
    expect((await api.globalSearch({ body: { query: "oak" } })).body.search_result).toHaveLength(1)
  })
})

test("at most 100 results, of the newest items", async () => {
  const items = Array.from({ length: 150 }, (_, at) => ({
    created_at: new Date(Date.UTC(2026, 0, 1 + ((at * 7) % 150))).toISOString(),
    values: { Name: `Bead ${(at * 7) % 150}` },
  }))
  const many = await createWorld({
    fixture: fixtureOf({
      datastores: { Beads: { fields: { Name: { dataType: "text", as_title: true, full_text: true } }, items } },
    }),
  })
  const { search_result } = (await apiClient(many, "ada-token").globalSearch({ body: { query: "bead" } })).body
  expect(search_result.map(({ title }) => title)).toEqual(Array.from({ length: 100 }, (_, at) => `Bead ${149 - at}`))
})
