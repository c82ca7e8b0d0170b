import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/index.ts"
import { demoWorld } from "../contract/examples/demo.ts"
import { DESK } from "../control/desk.ts"
import { expectTold } from "../control/told.ts"
import { graphqlClient } from "../graphql/graphql-client.ts"

const ADA = { authorization: "Bearer ada-fixed-token-1", "content-type": "application/json" }
const TICKETS = "/api/v0/applications/DESK/datastores/TICKETS"

async function appWithCoverage(options: object = { coverage: true }) {
  const world = await createWorld({ fixture: DESK })
  const app = createApp({ world, ...options })
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
  type Sent = Omit<Response, "json"> & { json(): Promise<any> }
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = ADA): Promise<Sent> =>
    Promise.resolve(app.fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }))
  // biome-ignore lint/suspicious/noExplicitAny: the report's schema is checked by `expectTold`
  const report = async (query = ""): Promise<any> => {
    const url = `/_hexarium/coverage${query}`
    const answer = await app.fetch(url, { headers: { "x-hexarium": "1" } })
    const text = await answer.text()
    expectTold("GET", `http://hexarium${url}`, answer, text)
    return JSON.parse(text)
  }
  const outcomes = async (name: string, query = "") =>
    Object.fromEntries(
      (await report(query)).operations
        .find((one: { name: string }) => one.name === name)
        .outcomes.map(({ outcome, count }: { outcome: string; count: number }) => [outcome, count]),
    )
  return { world, app, send, report, outcomes }
}

describe("coverage (insight.md section 5)", () => {
  test("counts an operation's outcomes: success, refusals by step and code, redirect and CSV", async () => {
    const { send, outcomes } = await appWithCoverage()
    const [{ i_id }] = (await (await send("POST", `${TICKETS}/items/search`, { page: 1, per_page: 1 })).json()).items
    await send("POST", `${TICKETS}/items/new`, { item: { Subject: "A" } })
    await send("POST", `${TICKETS}/items/new`, { item: { Subject: "B" } }, { "content-type": "application/json" })
    await send("POST", "/api/v0/applications/DESK/datastores/NONE/items/new", { item: {} })
    await send("POST", `${TICKETS}/items/edit/${i_id}`, { rev_no: 77, item: { Subject: "C" } })
    await send("POST", `${TICKETS}/items/search`, { page: 1, per_page: 1, format: "csv" })
    expect(await outcomes("CreateItem")).toEqual({ ok: 1, "token UNAUTHORIZED": 1, "place INVALID_PARAMS": 1 })
    expect(await outcomes("UpdateItem")).toEqual({ "conflict ITEM_REV_CONFLICT": 1 })
    expect(await outcomes("ItemList")).toEqual({ ok: 1, CSV: 1 })
  })

  test("lists the application's actions and statuses, used and unused, and the written data types", async () => {
    const { send, report } = await appWithCoverage()
    const { item_id } = await (await send("POST", `${TICKETS}/items/new`, { item: { Subject: "A" } })).json()
    await send("POST", `${TICKETS}/items/action/${item_id}/Start`, { is_force_update: true, item: {} })
    const { application, data_types } = await report()
    const counts = (all: { name: string; count: number }[]) =>
      Object.fromEntries(all.map((one) => [one.name, one.count]))
    expect(counts(application.actions)).toEqual({ Create: 1, Update: 0, Start: 1, Delete: 0 })
    expect(counts(application.statuses)).toEqual({ New: 1, Working: 1 })
    expect(data_types.map((one: { data_type: string }) => one.data_type).sort()).toEqual(["autonum", "text"])
  })

  test("every command that plans a fault causes the outcome for which it is listed", async () => {
    const { send, report } = await appWithCoverage()
    const unmet: { operation: string; outcome: string; how: string }[] = (await report()).unmet
    const planned = unmet.filter(({ operation, how }) => operation === "CreateItem" && how.startsWith("hexarium"))
    expect(planned.length).toBeGreaterThan(5)
    for (const { how } of planned) {
      const [, operation, status, body = ""] =
        /^hexarium faults plan (\w+) --status (\d+) --body '(.*)'$/s.exec(how) ?? []
      const fault = { operation, status: Number(status), body: JSON.parse(body.replaceAll("'\\''", "'")) }
      const answer = await send("POST", "/_hexarium/worlds/main/faults", fault, {
        "x-hexarium": "1",
        "content-type": "application/json",
      })
      expect(answer.status, how).toBe(200)
      expect((await send("POST", `${TICKETS}/items/new`, { item: { Subject: "A" } })).status).toBe(Number(status))
    }
    const left = (await report()).unmet.filter((one: { operation: string }) => one.operation === "CreateItem")
    expect(left.map((one: { outcome: string }) => one.outcome)).toEqual(["ok", "findings"])
  })

  test("counts GraphQL by root, and dry runs not at all", async () => {
    const { app, report, send, outcomes } = await appWithCoverage()
    const ada = graphqlClient(app, "ada-fixed-token-1")
    await ada.send("{ userInfo { u_id } workspaces { current_workspace_id } }")
    await graphqlClient(app).send("{ workspaces { current_workspace_id } }")
    await send("POST", `${TICKETS}/items/new`, { item: { Subject: "A" } }, { ...ADA, "x-hexarium-dry-run": "1" })
    const { graphql, data_types } = await report()
    const root = (name: string) => graphql.find((one: { name: string }) => one.name === name)
    expect(root("userInfo")).toMatchObject({ calls: 1, outcomes: [{ outcome: "ok", count: 1 }] })
    expect(root("workspaces").outcomes).toEqual([
      { outcome: "ok", count: 1 },
      { outcome: "token UNAUTHORIZED", count: 1 },
    ])
    expect([await outcomes("CreateItem"), data_types]).toEqual([{}, []])
  })

  test("counts no refused dry run, but requests with another value of the header", async () => {
    const { app, send, outcomes, report } = await appWithCoverage()
    const dry = (value: string) => ({ ...ADA, "x-hexarium-dry-run": value })
    const ada = graphqlClient(app, "ada-fixed-token-1")
    const login = `mutation { login(loginInput: { email: "bob@acme.test", password: "wrong" }) { token } }`
    const { requestCounts } = app.worlds as unknown as { readonly requestCounts: { statuses: Map<number, number> } }
    for (const value of ["1", "yes"]) {
      const counts = value === "1" ? {} : { "params INVALID_PARAMS": 1 }
      const before = Object.fromEntries(requestCounts.statuses)
      const { status } = await send("POST", "/api/v0/login", { email: "bob@acme.test", password: "no" }, dry(value))
      expect([status, await outcomes("Login")]).toEqual([400, counts])
      const { status: inGraphql } = await ada.send(login, undefined, { "x-hexarium-dry-run": value })
      expect([
        inGraphql,
        (await report()).graphql.find(({ name }: { name: string }) => name === "login").calls,
      ]).toEqual([400, value === "1" ? 0 : 1])
      if (value === "1") expect(Object.fromEntries(requestCounts.statuses)).toEqual(before)
      else expect(Object.fromEntries(requestCounts.statuses)).not.toEqual(before)
    }
    const log = await app.fetch("/_hexarium/worlds/main/requests", { headers: { "x-hexarium": "1" } })
    const { requests } = (await log.json()) as { requests: { dry_run?: true }[] }
    expect(requests.map((entry) => entry.dry_run === true).sort()).toEqual([false, false, true, true])
  })

  test("counts each world on its own, and all worlds together", async () => {
    const { app, send, outcomes, report } = await appWithCoverage()
    app.worlds.fork({ name: "other" })
    await send("GET", "/api/v0/workspaces")
    await send("GET", "/w/other/api/v0/workspaces")
    expect(await outcomes("GetWorkspaces")).toEqual({ ok: 2 })
    expect(await outcomes("GetWorkspaces", "?world=other")).toEqual({ ok: 1 })
    expect(await report("?world=nowhere")).toMatchObject({ error_code: "NOT_FOUND" })
  })

  test("counts schedules that fired and mails whose links were followed", async () => {
    const world = await demoWorld()
    const app = createApp({ world, coverage: true })
    const send = async (method: string, path: string, body?: object) =>
      app.fetch(path, {
        method,
        headers: { "x-hexarium": "1", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: "manual",
      })
    const report = async () => {
      const { application, mails } = (await (await send("GET", "/_hexarium/coverage")).json()) as {
        application: { schedules: { name: string; count: number }[] }
        mails: { kind: string; count: number }[]
      }
      return { fired: application.schedules.filter(({ count }) => count > 0), all: application.schedules, mails }
    }
    const before = await report()
    expect([before.fired, before.mails, before.all.length > 0]).toEqual([[], [], true])
    await send("POST", "/_hexarium/worlds/main/clock", { advance: "1d" })
    await send("POST", "/api/v0/users/password/forgot", { email: "mina@hikari.example" })
    const id = world.mail.list({ kind: "password" }).at(-1)?.links[0]?.confirmationId
    expect((await send("GET", `/api/v0/users/password/validate?id=${id}`)).status).toBe(302)
    const after = await report()
    expect(after.fired.length).toBeGreaterThan(0)
    expect(after.mails).toEqual([{ kind: "password", count: 1 }])
  })

  test("is 404 on a server that does not count", async () => {
    const { report } = await appWithCoverage({})
    expect((await report()).error).toContain("coverage: true")
  })

  test("does not change responses", async () => {
    const [on, off] = [await appWithCoverage(), await appWithCoverage({})]
    for (const path of ["/api/v0/userinfo", "/api/v0/workspaces", "/api/v0/nothing"]) {
      const [one, other] = await Promise.all([on.send("GET", path), off.send("GET", path)])
      expect([one.status, await one.text(), [...one.headers]]).toEqual([
        other.status,
        await other.text(),
        [...other.headers],
      ])
    }
  })
})
