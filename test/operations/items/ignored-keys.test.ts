import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { printIgnoredKeys } from "../../../emulator/cli/serve/print-ignored-keys.ts"
import { createClient, createControl } from "../../../emulator/client/index.ts"
import { type App, createApp } from "../../../emulator/index.ts"
import { type Answered, apiClient } from "../../conformance.ts"
import { graphqlClient } from "../../graphql/graphql-client.ts"
import { FakeScripts } from "../../items/scripts/fake-scripts.ts"
import {
  actionIdOf,
  at,
  datastoreOf,
  elements,
  expectUnchanged,
  fieldIdOf,
  fixtureItem,
  itemsOf,
  office,
  UNKNOWN_ID,
  valuesOf,
} from "./office.ts"

const ignoredOf = ({ headers }: Pick<Answered<unknown>, "headers">): string | null => headers.get("x-hexarium-ignored")

/** Returns the effects of the latest request in the log. */
async function latestEffects(app: App): Promise<readonly string[]> {
  const { requests } = await createControl({ app }).listRequests()
  return requests.at(-1)?.effects ?? []
}

describe("an unknown key beside a known one", () => {
  test("is ignored and listed in the header, in item and in changes of every write", async () => {
    const { world, ada } = await office()
    const params = at("Deals", fixtureItem(world, "Deals", 0).iId)
    const create = await ada.createItem({ params: at("Deals"), body: { item: { Title: "A", Nme: 1 } } })
    expect(create.status).toBe(200)
    expect(create.body.error).toBeNull()
    expect(ignoredOf(create)).toBe("item.Nme")
    expect(valuesOf(world, "Deals", create.body.item_id)).toMatchObject({ Title: "A" })

    const changes = [
      { id: "Title", value: "B" },
      { id: "Nme", value: 2 },
    ]
    const update = await ada.updateItem({ params, body: { changes, rev_no: 1 } })
    expect([update.status, ignoredOf(update)]).toEqual([200, "changes.Nme"])
    const run = { ...params, "action-id": "UpdateDeal" }
    const executed = await ada.executeAction({ params: run, body: { item: { Title: "C", a: 1 }, changes, rev_no: 2 } })
    expect([executed.status, ignoredOf(executed)]).toEqual([200, "item.a,changes.Nme"])
    const bulk = await ada.executeBulkAction({
      params: at("Deals", undefined, "UpdateDeal"),
      body: { conditions: [{ id: "Title", search_value: ["C"] }], item: { Details: "x", Nme: 1 } },
    })
    expect([bulk.status, ignoredOf(bulk)]).toEqual([200, "item.Nme"])
    const { body } = await ada.createNewItemID({ params: at("Deals") })
    const itemId = (body as { item_id: string }).item_id
    const withId = await ada.createItemWithItemID({
      params: at("Deals", itemId, "CreateDeal"),
      body: { project_id: "CRM", datastore_id: "Deals", use_display_id: true, item: { Title: "D", Nme: 1 } },
    })
    expect([withId.status, ignoredOf(withId)]).toEqual([200, "item.Nme"])
  })

  test("changes nothing: the same request without it gives the same world", async () => {
    const [first, second] = await Promise.all([office(), office()])
    const write = (extra: object) => ({ params: at("Deals"), body: { item: { Title: "A", Amount: 3, ...extra } } })
    const left = await first.ada.createItem(write({ Nme: { deep: [1] }, access_key_updates: {} }))
    const right = await second.ada.createItem(write({}))
    expect(left.body).toEqual(right.body)
    expect(first.world.hash()).toBe(second.world.hash())
  })

  test("is listed in a response with another refusal, and no header is set without ignored keys", async () => {
    const { world, ada } = await office()
    const bad = await expectUnchanged(world, () =>
      ada.createItem({ params: at("Deals"), body: { item: { Nme: 1, Amount: "many" } } }),
    )
    expect([bad.status, ignoredOf(bad)]).toEqual([400, "item.Nme"])
    expect(elements(bad)).toEqual([expect.objectContaining({ error_code: "INVALID_VALUE" })])
    const good = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x" } } })
    expect(ignoredOf(good)).toBeNull()
  })

  test("is listed in related entries, nested ones, and entries that fail", async () => {
    const { world, ada } = await office()
    const params = at("Deals", fixtureItem(world, "Deals", 0).iId)
    const created = await ada.updateItem({
      params,
      body: {
        rev_no: 1,
        related_ds_items: {
          Lines: [
            { operation: 1, item: { Product: "Screws", Nme: 1 } },
            {
              operation: 1,
              item: { Quantity: "many", Nor: 1 },
              related_ds_items: { Customers: [{ operation: 1, item: { Name: "New", Cde: 1 } }] },
            },
            {
              operation: 2,
              i_id: UNKNOWN_ID,
              changes: [
                { id: "Price", value: 1 },
                { id: "Neither", value: 1 },
              ],
            },
          ],
        },
      },
    })
    expect(created.status).toBe(200)
    expect(ignoredOf(created)?.split(",")).toEqual([
      "related_ds_items.Lines[0].item.Nme",
      "related_ds_items.Lines[1].item.Nor",
      "related_ds_items.Lines[1].related_ds_items.Customers[0].item.Cde",
      "related_ds_items.Lines[2].changes.Neither",
    ])
    expect(elements(created)).toHaveLength(2)
    expect(itemsOf(world, "Lines").at(-1)?.values).toEqual({ [fieldIdOf(world, "Lines", "Product")]: "Screws" })
  })

  test("counts a field with hide_from_api as unknown, by either ID, and a field that a role hides as known", async () => {
    const { world, ada, bob } = await office(({ deals }) => {
      deals.fields.Legacy = { dataType: "text", hide_from_api: true }
    })
    for (const key of ["Legacy", fieldIdOf(world, "Deals", "Legacy")]) {
      const made = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x", [key]: "secret" } } })
      expect([made.status, ignoredOf(made)]).toEqual([200, `item.${key}`])
      expect(valuesOf(world, "Deals", made.body.item_id)).not.toHaveProperty("Legacy")
    }
    const hidden = await bob.createItem({ params: at("Deals"), body: { item: { Title: "x", Margin: 1 } } })
    expect(hidden.status).toBe(400)
    expect(elements(hidden)).toEqual([expect.objectContaining({ error_code: "NO_PRIVILEGES" })])
  })

  test("never reaches a script, a webhook or a history", async () => {
    const scripts = new FakeScripts({ look: () => ({}) })
    const { world, ada } = await office(
      ({ deals }) => {
        const own = { pre_script: "look", post_script: "look" }
        deals.actions = { ...deals.actions, CreateDeal: { crud_type: "1", default: true, ...own } }
      },
      { scripts },
    )
    const body = { item: { Title: "x", Zzunknown: "Zzvalue" }, comment: "c" }
    const made = await ada.createItem({ params: at("Deals"), body })
    expect(ignoredOf(made)).toBe("item.Zzunknown")
    await world.idle()
    expect(scripts.runs).toHaveLength(2)
    expect(JSON.stringify(scripts.runs.map(({ data }) => data))).not.toMatch(/Zz/)
    expect(JSON.stringify(world.view().table("histories").toArray())).not.toMatch(/Zz/)
  })
})

describe("the header X-Hexarium-Ignored", () => {
  test("is percent-encoded, cuts long keys and has at most 20 names", async () => {
    const { ada } = await office()
    const odd = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x", "会員 a,b;c=1\r\n": 1 } } })
    expect(ignoredOf(odd)).toBe(`item.${encodeURIComponent("会員 a,b;c=1\r\n")}`)
    const long = "😀".repeat(65)
    const cut = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x", [long]: 1 } } })
    expect(ignoredOf(cut)).toBe(`item.${encodeURIComponent(`${"😀".repeat(64)}…`)}`)
    const fits = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x", ["k".repeat(64)]: 1 } } })
    expect(ignoredOf(fits)).toBe(`item.${"k".repeat(64)}`)
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, no) => [`K${no}`, no]))
    const listed = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x", ...many } } })
    expect(ignoredOf(listed)).toBe(`${Array.from({ length: 20 }, (_, no) => `item.K${no}`).join(",")};count=21`)
  })

  test("has at most 2 KiB, says how many keys there are, and its names decode to the keys", async () => {
    const { world } = await office()
    const ada = apiClient(createApp({ world }), "ada-token")
    const key = fc.string({ unit: "grapheme", minLength: 1, maxLength: 90 }).map((text) => `?${text}`)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(key, { minLength: 1, maxLength: 40 }), async (keys) => {
        const item = Object.fromEntries([["Title", "x"], ...keys.map((one) => [one, 1])])
        const answered = await ada.createItem({ params: at("Deals"), body: { item } })
        if (answered.status !== 200) return
        const header = ignoredOf(answered) ?? ""
        expect(header.length).toBeLessThanOrEqual(2048)
        expect(header).toMatch(/^[!-~]*$/)
        const [names = "", count] = header.split(";count=")
        const list = names === "" ? [] : names.split(",")
        expect(list.length).toBeLessThanOrEqual(20)
        expect(count === undefined ? list.length : Number(count)).toBe(keys.length)
        const shown = Object.keys(item)
          .slice(1)
          .map((one) => (Array.from(one).length > 64 ? `${Array.from(one).slice(0, 64).join("")}…` : one))
        expect(list.map((name) => decodeURIComponent(name.slice("item.".length)))).toEqual(shown.slice(0, list.length))
      }),
      { seed: 95, numRuns: 60 },
    )
  })
})

describe("a system key", () => {
  test("is listed only if its value differs from the item's own", async () => {
    const { world, ada } = await office()
    const { iId } = fixtureItem(world, "Deals", 0)
    const { body } = await ada.itemList({
      params: at("Deals"),
      body: { conditions: [{ id: "i_id", search_value: [iId] }], include_lookups: true, include_links: true } as never,
    })
    const sent = (body as { items: Record<string, unknown>[] }).items[0] ?? {}
    const {
      i_id,
      title,
      rev_no,
      created_at,
      created_by,
      updated_at,
      status_id,
      unread,
      d_id,
      p_id,
      item_links,
      lookup_items,
    } = sent
    const own = {
      i_id,
      title,
      rev_no,
      created_at,
      created_by,
      updated_at,
      status_id,
      unread,
      d_id,
      p_id,
      item_links,
      lookup_items,
    }
    expect(title).toBe("First deal")
    const same = await ada.updateItem({ params: at("Deals", iId), body: { item: { ...own, Details: "x" }, rev_no: 1 } })
    expect([same.status, ignoredOf(same)]).toEqual([200, null])
    const other = { ...own, title: "Another", rev_no: 9, created_by: UNKNOWN_ID, lookup_items: {}, access_keys: [] }
    const differs = await ada.updateItem({
      params: at("Deals", iId),
      body: { item: { ...other, Details: "y" }, rev_no: 2 },
    })
    expect(ignoredOf(differs)?.split(",").sort()).toEqual(
      [
        "item.access_keys",
        "item.created_by",
        "item.lookup_items",
        "item.rev_no",
        "item.title",
        "item.updated_at",
      ].filter((name) => name !== "item.updated_at" || updated_at !== (sent.updated_at as string)),
    )
  })

  test("is compared with the new item on a create, and with an entry's own item", async () => {
    const { world, ada } = await office()
    const line = fixtureItem(world, "Lines", 0)
    const made = await ada.createItem({
      params: at("Deals"),
      body: {
        item: { Title: "Mine", title: "Mine", rev_no: 1, created_at: "2026-01-05T09:00:00Z", i_id: UNKNOWN_ID },
        related_ds_items: {
          Lines: [
            { operation: 1, item: { Product: "P", title: "P", rev_no: "2" } },
            { operation: 2, i_id: line.iId, rev_no: 1, item: { Quantity: 3, title: "Bolts", d_id: UNKNOWN_ID } },
          ],
        },
      },
    })
    expect(made.status).toBe(200)
    expect(ignoredOf(made)?.split(",")).toEqual([
      "item.i_id",
      "related_ds_items.Lines[0].item.rev_no",
      "related_ds_items.Lines[1].item.d_id",
    ])
  })

  test("does not reveal the title that the caller may not see", async () => {
    const { world, bob } = await office(({ deals }) => {
      deals.fields.Margin = {
        ...deals.fields.Margin,
        dataType: "text",
        as_title: true,
        title_order: 2,
        roles: ["MANAGER"],
      }
      deals.items = [{ key: "first", values: { Title: "First", Margin: "secret" } }]
    })
    const { iId } = fixtureItem(world, "Deals", 0)
    const { body } = await bob.itemList({ params: at("Deals"), body: {} as never })
    const seen = (body as { items: { title: string }[] }).items[0]?.title
    expect(seen).not.toMatch(/secret/)
    const sent = async (title: string, rev_no: number) =>
      ignoredOf(await bob.updateItem({ params: at("Deals", iId), body: { item: { title, Details: "x" }, rev_no } }))
    expect(await sent(seen ?? "", 1)).toBeNull()
    expect(await sent("First secret", 2)).toBe("item.title")
  })
})

describe("is still refused", () => {
  const refuses = async (body: object) => {
    const { world, ada } = await office()
    const refused = await expectUnchanged(world, () => ada.createItem({ params: at("Deals"), body }))
    expect(refused.status).toBe(400)
    expect(ignoredOf(refused)).toBeNull()
    return elements(refused).map(({ reference_id }) => reference_id)
  }

  test("an item or changes without any known field; system keys do not count", async () => {
    expect(await refuses({ item: { Nme: 1 } })).toEqual(["f_id:Nme"])
    expect(await refuses({ item: { Nme: 1, Nor: 2, title: "x", rev_no: 1 } })).toEqual(["f_id:Nme", "f_id:Nor"])
    expect(await refuses({ item: { Title: "x" }, changes: [{ id: "Nme", value: 1 }] })).toEqual(["f_id:Nme"])
    expect(await refuses({ item: { Nme: 1 }, changes: [{ id: "Title", value: "x" }] })).toEqual(["f_id:Nme"])
  })

  test("an entry without any known field, which fails alone", async () => {
    const { ada } = await office()
    const made = await ada.createItem({
      params: at("Deals"),
      body: { item: { Title: "x" }, related_ds_items: { Lines: [{ operation: 1, item: { Nope: 1 } }] } },
    })
    expect([made.status, ignoredOf(made)]).toEqual([200, null])
    expect(elements(made)).toEqual([
      expect.objectContaining({ error_code: "INVALID_PARAMS", reference_id: "f_id:Nope" }),
    ])
  })

  test("a field named twice", async () => {
    const { world, ada } = await office()
    const id = fieldIdOf(world, "Deals", "Title")
    const refused = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x", [id]: "y", Nme: 1 } } })
    expect(refused.status).toBe(400)
    expect(elements(refused)).toHaveLength(1)
  })

  test("a key of the other kind in CreateItemWithItemID", async () => {
    const { world, ada } = await office()
    const { body } = await ada.createNewItemID({ params: at("Deals") })
    const itemId = (body as { item_id: string }).item_id
    const id = fieldIdOf(world, "Deals", "Title")
    const item = { [id]: "x", Details: "y" }
    const byDisplay = await expectUnchanged(world, () =>
      ada.createItemWithItemID({
        params: at("Deals", itemId, "CreateDeal"),
        body: { project_id: "CRM", datastore_id: "Deals", use_display_id: true, item },
      }),
    )
    expect(byDisplay.status).toBe(400)
    const action = actionIdOf(world, "Deals", "CreateDeal")
    const byInternal = await expectUnchanged(world, () =>
      ada.createItemWithItemID({
        params: at("Deals", itemId, action),
        body: { project_id: "CRM", datastore_id: "Deals", item },
      }),
    )
    expect(byInternal.status).toBe(400)
    expect(elements(byInternal).map(({ reference_id }) => reference_id)).toEqual(["f_id:Details"])
  })

  test("under strict, over REST, GraphQL and from scripts", async () => {
    let answered: unknown
    const scripts = new FakeScripts({
      call: async ({ callApi }) => {
        answered = await callApi("POST", "api/v0/applications/CRM/datastores/Customers/items/new", {
          item: { Name: "New", Nme: 1 },
        })
      },
    })
    const { world } = await office(
      ({ deals }) => {
        deals.actions = { ...deals.actions, CreateDeal: { crud_type: "1", default: true, pre_script: "call" } }
      },
      { scripts },
    )
    const app = createApp({ world, strict: true })
    const ada = apiClient(app, "ada-token")
    const refused = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x", Nme: 1 } } })
    expect([refused.status, ignoredOf(refused)]).toEqual([400, null])
    await ada.createItem({ params: at("Deals"), body: { item: { Title: "x" } } })
    expect(answered).toMatchObject({ error: [{ error_code: "INVALID_PARAMS" }] })
    const { dId, pId } = datastoreOf(world, "Customers")
    const error = await graphqlClient(app, "ada-token").refused("datastoreCreateNewItem", {
      datastoreId: dId,
      projectId: pId,
      newItemActionParameters: { item: { Name: "New", Nme: 1 } },
    })
    expect(error.extensions.status).toBe(400)
  })

  test("a call in process, a call by the call route, and a request that asks for it", async () => {
    const { world, ada } = await office()
    const input = { application: "CRM", datastore: "Deals", item: { Title: "x", Nme: 1 } }
    await expect(world.as("ada@acme.test").createItem(input)).rejects.toThrow(/unknown field: Nme/)
    const call = { operation: "createItem", as: "ada@acme.test", input }
    await expect(createControl({ app: createApp({ world }) }).call(call)).rejects.toMatchObject({ status: 400 })
    const headers = { "x-hexarium-unknown-fields": "refuse" }
    const asked = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x", Nme: 1 } }, headers })
    expect([asked.status, ignoredOf(asked)]).toEqual([400, null])
  })
})

describe("the log", () => {
  test("says what was ignored and suggests a field that the caller may write", async () => {
    const { world } = await office(({ deals }) => {
      deals.fields.Secrett = { dataType: "text", hide_from_api: true }
      deals.fields.Locked = { dataType: "text" }
      deals.actions = {
        ...deals.actions,
        CreateDeal: { crud_type: "1", default: true, fields: { Locked: { update: false } } },
      }
    })
    const app = createApp({ world })
    const bob = apiClient(app, "bob-token")
    const item = { Title: "x", Detials: 1, Secret: 1, Margn: 1, Lockd: 1, title: "y" }
    await bob.createItem({ params: at("Deals"), body: { item } })
    expect((await latestEffects(app)).slice(0, 5)).toEqual([
      "ignored item.Detials: unknown field; did you mean Details?",
      "ignored item.Secret: unknown field",
      "ignored item.Margn: unknown field",
      "ignored item.Lockd: unknown field",
      "ignored item.title: system property; a write does not change it",
    ])
  })

  test("counts the keys that it leaves out", async () => {
    const { world } = await office()
    const app = createApp({ world })
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, no) => [`Zq${no}`, no]))
    await apiClient(app, "ada-token").createItem({ params: at("Deals"), body: { item: { Title: "x", ...many } } })
    expect(await latestEffects(app)).toContain("… and 5 more ignored keys")
  })

  test("has the keys that a script's call ignores", async () => {
    const scripts = new FakeScripts({
      call: async ({ callApi }) => {
        await callApi("POST", "api/v0/applications/CRM/datastores/Customers/items/new", { item: { Name: "N", Nme: 1 } })
      },
    })
    const { world } = await office(
      ({ deals }) => {
        deals.actions = { ...deals.actions, CreateDeal: { crud_type: "1", default: true, pre_script: "call" } }
      },
      { scripts },
    )
    const app = createApp({ world })
    const made = await apiClient(app, "ada-token").createItem({ params: at("Deals"), body: { item: { Title: "x" } } })
    expect(ignoredOf(made)).toBeNull()
    expect(itemsOf(world, "Customers")).toHaveLength(4)
    const texts = app.worlds.main.log.allEntries().flatMap(({ ignored }) => ignored.lines.map(({ text }) => text))
    expect(texts).toEqual(["ignored item.Nme: unknown field; did you mean Name?"])
  })

  test("prints each operation and key once to standard error, at most 1,000 pairs", async () => {
    const { world } = await office()
    const app = createApp({ world })
    let printed = ""
    printIgnoredKeys(app.worlds, {
      err: (text) => {
        printed += text
      },
    })
    const ada = apiClient(app, "ada-token")
    const create = (item: object) => ada.createItem({ params: at("Deals"), body: { item: { Title: "x", ...item } } })
    await create({ Detials: 1 })
    await create({ Detials: 1 })
    const { iId } = fixtureItem(world, "Deals", 0)
    await ada.updateItem({ params: at("Deals", iId), body: { item: { Title: "y", Detials: 1 }, rev_no: 1 } })
    expect(printed).toBe(
      "hexarium: CreateItem ignored item.Detials: unknown field; did you mean Details?\n" +
        "hexarium: UpdateItem ignored item.Detials: unknown field; did you mean Details?\n",
    )
    for (let no = 0; no < 60; no += 1) {
      await create(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`Zq${no}_${at}`, 1])))
    }
    const lines = printed.trimEnd().split("\n")
    expect(lines).toHaveLength(1001)
    expect(lines.at(-1)).toBe("hexarium: further ignored keys are only in the request log")
  })
})

test("GraphQL puts the response name of the root before each key", async () => {
  const { world } = await office()
  const { dId, pId } = datastoreOf(world, "Customers")
  const ada = graphqlClient(world, "ada-token")
  const create = "datastoreCreateNewItem(datastoreId: $d, projectId: $p, newItemActionParameters: $n) { item_id }"
  const answered = await ada.send(
    `mutation ($d: String!, $p: String!, $n: NewItemActionParameters!) { first: ${create} second: ${create} ${create} }`,
    { d: dId, p: pId, n: { item: { Code: "x", Nme: 1 } } },
  )
  expect(answered.errors).toEqual([])
  expect(ignoredOf(answered)).toBe("first.item.Nme,second.item.Nme,datastoreCreateNewItem.item.Nme")
})

test("an app's own client follows the app", async () => {
  const { world } = await office()
  const write = { params: { "app-id": "CRM", "datastore-id": "Deals" }, body: { item: { Title: "x", Nme: 1 } } }
  const lax = createClient({ app: createApp({ world }), token: "ada-token" })
  expect((await lax.createItem(write)).error).toBeNull()
  const strict = createClient({ app: createApp({ world, strict: true }), token: "ada-token" })
  await expect(strict.createItem(write)).rejects.toThrow(/unknown field: Nme/)
})

test("an import still refuses unknown columns", async () => {
  const { world, ada } = await office()
  const file = new File(["Title,Nme\nx,1\n"], "deals.csv", { type: "text/csv" })
  const refused = await expectUnchanged(world, () => ada.importItems({ params: at("Deals"), form: { file } }))
  expect(refused.status).toBe(400)
  expect(ignoredOf(refused)).toBeNull()
})
