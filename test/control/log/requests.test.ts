import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fakePersistence } from "../../ports/fake-persistence.ts"
import { DESK, desk } from "../desk.ts"

const NEW_TICKET = "/applications/DESK/datastores/TICKETS/items/new"
const actionPath = (itemId: string, action: string) =>
  `/applications/DESK/datastores/TICKETS/items/action/${itemId}/${action}`

const readLog = async (control: Awaited<ReturnType<typeof desk>>["control"], query = "") =>
  (await control("GET", `/worlds/main/requests${query}`)).body.requests

describe("the request log (control.md section 3)", () => {
  test("says what a request changed in words of the domain", async () => {
    const { api, control } = await desk()
    const created = await api("POST", NEW_TICKET, { item: { Subject: "Hello" } })
    const itemId = created.body.item_id
    await api("POST", actionPath(itemId, "Start"), { is_force_update: true })
    await api("POST", actionPath(itemId, "Update"), { item: { Subject: "Bye" }, is_force_update: true })
    await api("GET", `/applications/DESK/datastores/TICKETS/items/details/${itemId}?format=map`)
    await api("POST", "/login", { email: "bob@acme.test", password: "bobs-own-secret-2" }, {})
    const requests = await readLog(control)
    expect(requests.map((request: { effects: string[] }) => request.effects)).toEqual([
      ["auto number TICKETS.No 1→2", "item D-00002 created in Tickets"],
      ["item D-00002 Status New→Working"],
      ["item D-00002 Subject Hello→Bye"],
      [],
      ["user bob@acme.test logged in", "token of bob@acme.test issued"],
    ])
    expect(requests[3]).toEqual({
      id: "4",
      at: "2026-01-05T09:00:00.000Z",
      method: "GET",
      path: `/api/v0/applications/DESK/datastores/TICKETS/items/details/${itemId}?format=map`,
      operation: "GetItemDetails",
      user: "ada@acme.test",
      status: 200,
      ms: expect.any(Number),
      request: null,
      response: expect.objectContaining({ title: "D-00002" }),
      effects: [],
    })
    expect(requests[4]).toMatchObject({ operation: "Login", user: null, status: 200 })
  })

  test("a refused request has no effects; one without an operation is in it, too", async () => {
    const { api, control } = await desk()
    await api("POST", NEW_TICKET, { item: { Nothing: 1 } })
    await api("POST", NEW_TICKET, { item: {} }, {})
    await api("GET", "/nowhere")
    await api("DELETE", "/login")
    expect(
      (await readLog(control)).map(({ operation, status, user, effects }: Record<string, unknown>) => ({
        operation,
        status,
        user,
        effects,
      })),
    ).toEqual([
      { operation: "CreateItem", status: 400, user: "ada@acme.test", effects: [] },
      { operation: "CreateItem", status: 401, user: null, effects: [] },
      { operation: null, status: 404, user: null, effects: [] },
      { operation: null, status: 405, user: null, effects: [] },
    ])
  })

  test("concurrent requests keep their effects apart", async () => {
    const { api, control } = await desk()
    await Promise.all(
      ["a", "b", "c", "d", "e"].map((Subject) =>
        api("POST", NEW_TICKET, { item: { Subject }, return_item_result: true }),
      ),
    )
    for (const { response, effects } of await readLog(control)) {
      expect(effects).toContain(`item ${response.item.title} created in Tickets`)
      expect(effects).toHaveLength(2)
    }
  })

  test("effects are distinguished, too, where commits wait together for a store", async () => {
    const persistence = fakePersistence((usual) => ({
      async append(...given) {
        await new Promise((resolve) => void setImmediate(resolve))
        return usual.append(...given)
      },
    }))
    const app = createApp({ world: await createWorld({ fixture: DESK, ports: { persistence } }) })
    const create = (Subject: string) =>
      app.fetch(
        new Request(`http://hexarium/api/v0${NEW_TICKET}`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: "Bearer ada-fixed-token-1" },
          body: JSON.stringify({ item: { Subject } }),
        }),
      )
    await Promise.all(["a", "b", "c"].map(create))
    const answer = await app.fetch(new Request("http://hexarium/_hexarium/worlds/main/requests"))
    const { requests } = (await answer.json()) as { requests: { effects: string[] }[] }
    expect(requests.map(({ effects }) => effects.length)).toEqual([2, 2, 2])
  })

  test("filters: operation, status, since, limit", async () => {
    const { api, control } = await desk()
    for (const Subject of ["a", "b", "c"]) await api("POST", NEW_TICKET, { item: { Subject } })
    await api("GET", "/nowhere")
    const ids = async (query: string) => (await readLog(control, query)).map(({ id }: { id: string }) => id)
    expect(await ids("")).toEqual(["1", "2", "3", "4"])
    expect(await ids("?operation=CreateItem")).toEqual(["1", "2", "3"])
    expect(await ids("?operation=Login")).toEqual([])
    expect(await ids("?status=404")).toEqual(["4"])
    expect(await ids("?since=2")).toEqual(["3", "4"])
    expect(await ids("?limit=2")).toEqual(["3", "4"])
    expect(await ids("?limit=0")).toEqual([])
    expect(await ids("?operation=CreateItem&since=1&limit=1")).toEqual(["3"])
    for (const query of ["?status=x", "?since=-1", "?limit=1.5"]) {
      expect((await control("GET", `/worlds/main/requests${query}`)).status).toBe(400)
    }
  })

  test("never holds a password or a token", async () => {
    const { api, control } = await desk()
    const login = await api("POST", "/login", { email: "bob@acme.test", password: "bobs-own-secret-2" }, {})
    await api("POST", "/login", { email: "bob@acme.test", password: "wrong-Secret-3" }, {})
    await api("GET", `/userinfo?token=${login.body.token}`, undefined, { authorization: `Bearer ${login.body.token}` })
    await api("POST", NEW_TICKET, { item: { Subject: `stolen ${login.body.token} and ada-fixed-token-1` } })
    await api("POST", "/login", '{"email":"bob@acme.test","password":"half-a-Secret-4"', {})
    await api("PUT", "/users/password", {
      old_password: "correct-horse-1",
      new_password: "new-Secret-5",
      confirm_password: "new-Secret-5",
    })
    const text = JSON.stringify(await readLog(control))
    for (const secret of [
      "bobs-own-secret-2",
      "wrong-Secret-3",
      "half-a-Secret-4",
      "new-Secret-5",
      "correct-horse-1",
      "ada-fixed-token-1",
      login.body.token,
    ]) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain('"email":"bob@acme.test"')
  })

  test("is the world's own, starts empty in a fork and is empty again after a reset", async () => {
    const { app, api, control } = await desk()
    await api("GET", "/nowhere")
    await control("POST", "/worlds", { name: "twin" })
    expect((await control("GET", "/worlds/twin/requests")).body).toEqual({ requests: [] })
    await control("POST", "/worlds/main/reset")
    expect(await readLog(control)).toEqual([])
    await api("GET", "/nowhere")
    expect((await readLog(control)).map(({ id }: { id: string }) => id)).toEqual(["2"])
    expect(app.worlds.require("twin").log.entries()).toEqual([])
  })
})
