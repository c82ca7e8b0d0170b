import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import type { World } from "../../src/world/index.ts"
import { type Answered, apiClient, makeRequest } from "../conformance.ts"
import { smallWorld } from "../sample-worlds/small.ts"

const DEALS = { "app-id": "CRM", "datastore-id": "Deals" }
const UNKNOWN_PLACE = { "app-id": "CRM", "datastore-id": "Nowhere" }

async function expectUnchanged<T>(world: World, run: () => Promise<T>): Promise<T> {
  const before = world.hash()
  const result = await run()
  expect(world.hash()).toBe(before)
  return result
}

const JSON_TYPE = { "content-type": "application/json" }

describe("order of refusal (errors.md section 2)", () => {
  const MALFORMED = { body: "{", headers: { "content-type": "application/json" } }

  test("route, token, place, privilege, parameters", async () => {
    const world = await smallWorld()
    const group = (groupId: string) => ({ params: { "group-id": groupId } })
    await expectUnchanged(world, async () => {
      const app = createApp({ world })
      const ask = async (method: string, path: string) =>
        (await app.fetch(new Request(`http://localhost/api/v0${path}`, { method }))).status
      expect(await ask("DELETE", "/nothing/of/this")).toBe(404)
      expect(await ask("PATCH", "/groups/ACME")).toBe(405)
      const statuses = [
        await apiClient(world).updateGroup({ ...group("Nowhere"), ...MALFORMED }),
        await apiClient(world, "bob-token").updateGroup({ ...group("Nowhere"), ...MALFORMED }),
        await apiClient(world, "bob-token").updateGroup({ ...group("SALES"), ...MALFORMED }),
        await apiClient(world, "ada-token").updateGroup({ ...group("SALES"), ...MALFORMED }),
      ].map(({ status }) => status)
      expect(statuses).toEqual([401, 404, 403, 400])
    })
  })

  test("a missing place in a path of CreateItem returns 400 with its own text before the body is read", async () => {
    const world = await smallWorld()
    const w = world.view().list("users", "usersByEmail", "ada@acme.test")[0]?.currentWId
    const { status, body } = await expectUnchanged(world, () =>
      apiClient(world, "ada-token").createItem({ params: UNKNOWN_PLACE, ...MALFORMED }),
    )
    expect(status).toBe(400)
    expect(body).toEqual({
      error: `no available actions to create new item in the database. you should check settings or check if you are in your current workspace[${w}]`,
      error_code: "INVALID_PARAMS",
    })
  })

  test("a place named in a body is looked for before the body is checked", async () => {
    const world = await smallWorld()
    const add = (token: string, body: unknown) => apiClient(world, token).addUser({ body })
    await expectUnchanged(world, async () => {
      expect((await add("bob-token", { g_id: "Nowhere" })).status).toBe(404)
      expect((await add("bob-token", { g_id: "SALES" })).status).toBe(403)
      expect((await add("ada-token", { g_id: "SALES" })).status).toBe(400)
      expect((await add("ada-token", {})).status).toBe(400)
    })
  })
})

describe("malformed bodies (api.md section 0)", () => {
  test("the refusal quotes nothing of the body, which may contain a password", async () => {
    const world = await smallWorld()
    const headers = { "content-type": "application/json" }
    for (const text of [
      '{"password":"hunter2","x":NaN}',
      "hunter2",
      '"hunter2" x',
      `{"a":"${"x".repeat(50)}","password":"hunter2",}`,
      '["hunter2" 1]',
      '{"password":"hunter2\\q"}',
    ]) {
      const { status, body } = await apiClient(world).login({ body: text, headers })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.not.stringMatching(/hunt|ter2|password/)])
    }
  })

  const deep = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`

  test.each<[string, string | Uint8Array, Record<string, string>]>([
    ["not JSON", "{", JSON_TYPE],
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), JSON_TYPE],
    ["nested 65 deep", deep(65), JSON_TYPE],
    ["a key __proto__", '{"__proto__":{}}', JSON_TYPE],
    ["a key __proto__ far inside", '{"conditions":[{"x":{"__proto__":1}}]}', JSON_TYPE],
    ["another media type", "{}", { "content-type": "text/plain" }],
    ["a form", "a=b", { "content-type": "application/x-www-form-urlencoded" }],
    ["a type that only begins so", "{}", { "content-type": "application/jsonp" }],
  ])("%s → 400 flat, whatever the operation's own error shape", async (_, body, headers) => {
    const world = await smallWorld()
    const api = apiClient(world, "ada-token")
    for (const name of ["createItem", "itemList", "executeAction"] as const) {
      const answer = await expectUnchanged(
        world,
        (): Promise<Answered<unknown>> =>
          api[name]({ params: { ...DEALS, "item-id": "x", "action-id": "UpdateDeal" }, body, headers }),
      )
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ error: expect.stringMatching(/./), error_code: "INVALID_PARAMS" })
    }
  })

  test("the key __proto__ in an escape", async () => {
    const body = '{"\\u005f_proto__": 1}'
    const { status } = await apiClient(await smallWorld(), "ada-token").itemList({
      params: DEALS,
      body,
      headers: JSON_TYPE,
    })
    expect(status).toBe(400)
  })

  test.each<[string, string, Record<string, string>]>([
    ["nested 64 deep", deep(64), JSON_TYPE],
    ["a media type with parameters", "{}", { "content-type": "application/json; charset=utf-8" }],
    ["in capitals", "{}", { "content-type": "Application/JSON" }],
    ["a suffix", "{}", { "content-type": "application/vnd.api+json" }],
    ["constructor and prototype as keys", '{"constructor":1,"prototype":{"toString":2}}', JSON_TYPE],
    ["a byte order mark", "\ufeff{}", JSON_TYPE],
    ["nothing at all", "", JSON_TYPE],
    ["nothing at all of another type", "", { "content-type": "text/plain" }],
  ])("%s passes", async (_, body, headers) => {
    const { status } = await apiClient(await smallWorld(), "ada-token").itemList({ params: DEALS, body, headers })
    expect(status).toBe(200)
  })

  test.each(["[]", '"x"', "1", "true"])("a body %s is no object", async (body) => {
    const answer = await apiClient(await smallWorld(), "ada-token").createItem({
      params: DEALS,
      body,
      headers: JSON_TYPE,
    })
    expect(answer.status).toBe(400)
  })
})

describe("the body null counts as no body (api.md section 0, Requests)", () => {
  const ITEM = { ...DEALS, "item-id": "x", "action-id": "UpdateDeal" }

  test.each<[string, (api: ReturnType<typeof apiClient>, body: string) => Promise<{ status: number; body: unknown }>]>([
    ["itemList", (api, body) => api.itemList({ params: DEALS, body, headers: JSON_TYPE })],
    ["createItem", (api, body) => api.createItem({ params: DEALS, body, headers: JSON_TYPE })],
    ["deleteItem", (api, body) => api.deleteItem({ params: { ...DEALS, "item-id": "x" }, body, headers: JSON_TYPE })],
    [
      "updateItem, whose body has a required member",
      (api, body) => api.updateItem({ params: ITEM, body, headers: JSON_TYPE }),
    ],
    ["login, whose members are required", (api, body) => api.login({ body, headers: JSON_TYPE })],
    ["logout, which has no body", (api, body) => api.logout({ body, headers: JSON_TYPE } as never)],
  ])("%s", async (_, call) => {
    const [bare, withNull] = await Promise.all(
      ["", " null\n"].map(async (body) => call(apiClient(await smallWorld(), "ada-token"), body)),
    )
    expect(withNull).toEqual(bare)
  })

  test("reads a body only as JSON", async () => {
    const api = apiClient(await smallWorld(), "ada-token")
    const { status } = await api.itemList({ params: DEALS, body: "null", headers: { "content-type": "text/plain" } })
    expect(status).toBe(400)
  })
})

describe("parameters", () => {
  test("a wrong type is reported in errors with result null or flat, as the operation requires", async () => {
    const world = await smallWorld()
    const api = apiClient(world, "ada-token")
    const list = await expectUnchanged(world, () => api.itemList({ params: DEALS, body: { page: "1", per_page: 1.5 } }))
    expect(list.status).toBe(400)
    expect(list.body).toEqual({
      has_error: true,
      errors: [
        {
          description: "body.page",
          error: "expected a number, got a string",
          error_code: "INVALID_PARAMS",
          error_level: "ERROR",
          reference_id: "page",
        },
        {
          description: "body.per_page",
          error: "expected an integer, got a fraction",
          error_code: "INVALID_PARAMS",
          error_level: "ERROR",
          reference_id: "per_page",
        },
      ],
      result: null,
    })
    const create = await expectUnchanged(world, () =>
      api.createItem({ params: DEALS, body: { ensure_transaction: "yes" } }),
    )
    expect(create.status).toBe(400)
    expect(create.body).toEqual({
      error: expect.stringContaining("body.ensure_transaction"),
      error_code: "INVALID_PARAMS",
    })
  })

  test("null and unknown members are as absent, empty optional IDs too", async () => {
    const { status } = await apiClient(await smallWorld(), "ada-token").createItem({
      params: DEALS,
      body: {
        action_id: "",
        item: null,
        comment: null,
        related_ds_items: null,
        access_key_updates: { groups_to_publish: null, overwrite: null },
        unheard_of: { of: "any kind" },
      },
    })
    expect(status).toBe(200)
  })

  test("null stays null where it is data", async () => {
    const world = await smallWorld()
    const api = apiClient(world, "ada-token")
    const list = await api.itemList({
      params: DEALS,
      body: { conditions: [{ id: "Amount", search_value: [null, "100"] }] },
    })
    expect(list.body.items.map((item) => item.title)).toEqual(["Second deal"])
    const [second] = list.body.items
    const update = await api.updateItem({
      params: { ...DEALS, "item-id": second?.i_id ?? "" },
      body: { changes: [{ id: "Amount", value: null }], is_force_update: true, return_item_result: true },
    })
    expect(update.status).toBe(200)
    const missing = await api.updateItem({
      params: { ...DEALS, "item-id": second?.i_id ?? "" },
      body: { changes: [{ id: "Title" }], is_force_update: true },
    })
    expect(missing.status).toBe(400)
  })

  test("query booleans: true and 1, anything else is false", async () => {
    const world = await smallWorld()
    const api = apiClient(world, "ada-token")
    const [item] = (await api.itemList({ params: DEALS })).body.items
    const params = { ...DEALS, "item-id": item?.i_id ?? "" }
    for (const [text, isDisplay] of [
      ["true", true],
      ["1", true],
      ["TRUE", false],
      ["yes", false],
      ["", false],
      ["0", false],
    ] as const) {
      const { body } = await api.getItemDetails({ params, query: { use_display_id: text } })
      expect(!Array.isArray(body.field_values), text).toBe(isDisplay)
    }
  })

  test("query integers that are none → 400", async () => {
    const world = await smallWorld()
    const api = apiClient(world, "ada-token")
    const [item] = (await api.itemList({ params: DEALS })).body.items
    const params = { ...DEALS, "item-id": item?.i_id ?? "" }
    for (const from_index of ["x", "1.5", "", "1e3", "99999999999999999999"]) {
      expect((await api.getItemHistories({ params, query: { from_index } })).status, from_index).toBe(400)
    }
    expect((await api.getItemHistories({ params, query: { from_index: "0" } })).status).toBe(200)
  })

  test("a query is judged by its own operation, each time the same", async () => {
    const world = await smallWorld()
    const api = apiClient(world, "ada-token")
    const [item] = (await api.itemList({ params: DEALS })).body.items
    const params = { ...DEALS, "item-id": item?.i_id ?? "" }
    for (let time = 0; time < 3; time += 1) {
      const query = { from_index: "x" }
      expect((await api.getItemHistories({ params, query })).status).toBe(400)
      expect((await api.getItemDetails({ params, query })).status).toBe(200)
      expect((await api.getItemHistories({ params, query: { from_index: "0" } })).status).toBe(200)
    }
  })

  test("the first of several equal query parameters counts", async () => {
    const world = await smallWorld()
    const api = apiClient(world, "ada-token")
    const [item] = (await api.itemList({ params: DEALS })).body.items
    const request = makeRequest("getItemDetails", "ada-token", { params: { ...DEALS, "item-id": item?.i_id ?? "" } })
    const url = `${request.url}?use_display_id=true&use_display_id=false`
    const response = await createApp({ world }).fetch(new Request(url, { headers: request.headers }))
    expect(Array.isArray(((await response.json()) as { field_values: unknown }).field_values)).toBe(false)
  })

  test("email_template_id and email_templates_id are taken for each other", async () => {
    const world = await smallWorld()
    const api = apiClient(world, "ada-token")
    const body = { email: "new@acme.test" }
    for (const name of ["email_template_id", "email_templates_id"]) {
      const unknown = await expectUnchanged(world, () => api.userRegistration({ body: { ...body, [name]: "nope" } }))
      expect(unknown.status, name).toBe(400)
      const change = await expectUnchanged(world, () =>
        api.updateUserEmailRequest({ body: { ...body, [name]: "nope" } }),
      )
      expect(change.status, name).toBe(400)
    }
    const empty = { email_template_id: "", email_templates_id: null }
    expect((await api.userRegistration({ body: { ...body, ...empty } })).status).toBe(200)
  })

  test("a form without its file part → file is required", async () => {
    const world = await smallWorld()
    const { status, body } = await expectUnchanged(world, () =>
      apiClient(world, "ada-token").uploadUserProfilePicture(),
    )
    expect(status).toBe(400)
    expect(body).toEqual({ error: "file is required", error_code: "INVALID_PARAMS" })
  })

  test("a form operation refuses JSON", async () => {
    const { status, body } = await apiClient(await smallWorld(), "ada-token").uploadUserProfilePicture({ body: {} })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error_code: "INVALID_PARAMS" })
  })
})

describe("path parameters", () => {
  test("arrive decoded, an invalid escape as it is", async () => {
    const world = await smallWorld()
    const app = createApp({ world })
    const ask = async (path: string) => {
      const headers = { authorization: "Bearer ada-token" }
      return (await (await app.fetch(new Request(`http://localhost/api/v0${path}`, { headers }))).json()) as object
    }
    expect(await ask("/groups/no%20such%2Fgroup")).toMatchObject({ error: "group not found: no such/group" })
    expect(await ask("/groups/%E0%A4")).toMatchObject({ error: "group not found: %E0%A4" })
    expect(await ask("/groups/__proto__")).toMatchObject({ error_code: "NOT_FOUND" })
    expect(await ask("/groups/constructor")).toMatchObject({ error_code: "NOT_FOUND" })
  })
})
