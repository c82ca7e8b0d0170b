import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { fitsPattern } from "../../../src/model/index.ts"
import { flat, people, peopleFixture, refusalOf } from "../../sample-worlds/people.ts"

const calls = (workspace: string): NonNullable<Fixture["workspaces"][number]["public_calls"]> =>
  workspace === "Acme"
    ? [
        { method: "GET", uri_pattern: "/api/v0/groups/*", run_as: "bob@acme.test#B-1" },
        { method: "POST", uri_pattern: "api/v0/groups/SALES", run_as: "dave@acme.test" },
        {
          method: "GET",
          uri_pattern: "/api/v0/userinfo",
          origin_pattern: "https://*.acme.test",
          run_as: "pat@acme.test",
        },
        { method: "GET", uri_pattern: "/api/v0/users/userinfo*", run_as: "ada@acme.test" },
        { method: "POST", uri_pattern: "/api/v0/auth/*", run_as: "ada@acme.test" },
        { method: "GET", uri_pattern: "/api/v0/none*", run_as: "ada@acme.test" },
        { method: "DELETE", uri_pattern: "/api/v0/grouptree", run_as: "ada@acme.test" },
        { method: "GET", uri_pattern: "/elsewhere", run_as: "ada@acme.test" },
      ]
    : workspace === "Globex"
      ? [
          { method: "GET", uri_pattern: "/api/v0/grouptree", run_as: "erin@both.test" },
          { method: "POST", uri_pattern: "/api/v0/groups/GLOBEX", run_as: "olga@globex.test" },
        ]
      : []

const fixture: Fixture = {
  ...peopleFixture,
  workspaces: peopleFixture.workspaces.map((workspace) => ({ ...workspace, public_calls: calls(workspace.name) })),
}

const scene = () => people({}, fixture)
const get = (uri: string, more: object = {}) => ({ body: { method: "GET", uri, ...more } })

describe("UnauthorizedCall (api.md section 9.3)", () => {
  test("runs as the user of the entry and hands on status and body", async () => {
    const { anybody, as } = await scene()
    const answer = await anybody.unauthorizedCall(get("/api/v0/groups/SALES"))
    const own = await as("bob").getGroup({ params: { "group-id": "SALES" } })
    expect([answer.status, answer.body]).toEqual([200, own.body])
    expect((await anybody.unauthorizedCall(get("api/v0/groups/TOKYO"))).body).toMatchObject({ count: 0 })
    const missing = await anybody.unauthorizedCall(get("/api/v0/groups/NOPE"))
    expect([missing.status, missing.body]).toEqual([404, flat("NOT_FOUND")])
  })

  test("calls with a payload and a query", async () => {
    const { anybody, user } = await scene()
    const payload = { name: "Lab", display_id: "LAB" }
    const made = await anybody.unauthorizedCall({ body: { method: "POST", uri: "/api/v0/groups/SALES", payload } })
    expect([made.status, made.body]).toEqual([200, expect.objectContaining({ groupTree_datastores_res: null })])
    const find = (uri: string, query?: object) => anybody.unauthorizedCall(get(uri, { query }))
    const carol = user("carol@acme.test").uId
    expect((await find("/api/v0/users/userinfo", { email: "carol@acme.test" })).body).toMatchObject({ u_id: carol })
    expect((await find("/api/v0/users/userinfo?email=carol%40acme.test")).body).toMatchObject({ u_id: carol })
    const odd = { email: "carol@acme.test", other: { toString: 1 }, more: [{ constructor: null }], none: null }
    expect((await find("/api/v0/users/userinfo", odd)).body).toMatchObject({ u_id: carol })
  })

  test("compares the Referer's origin", async () => {
    const { anybody } = await scene()
    const from = async (referer: string) =>
      (await anybody.unauthorizedCall({ ...get("/api/v0/userinfo"), headers: { referer } })).status
    expect(await from("https://app.acme.test/page?from=1")).toBe(200)
    expect(await from("https://evil.test/https://x.acme.test")).toBe(403)
    expect(await from("https://app.acme.test.evil.test/")).toBe(403)
    expect(await from("no address")).toBe(403)
  })

  test("the rights are those of the user", async () => {
    const { anybody, world } = await scene()
    const members = await anybody.unauthorizedCall(get("/api/v0/groups/GLOBEX/users"))
    expect(members.status).toBe(404)
    const payload = { name: "Lab", display_id: "SUPPORT" }
    const body = { method: "POST", uri: "/api/v0/groups/SALES", payload }
    expect((await refusalOf(world, () => anybody.unauthorizedCall({ body })))[0]).toBe(400)
  })

  test("calls in the entry's workspace, whichever the current one of the user is", async () => {
    const { anybody, as, gId } = await scene()
    expect((await as("erin").getGroup({ route: 1 })).body.group.group_id).toBe("ACME")
    const tree = await anybody.unauthorizedCall(get("/api/v0/grouptree"))
    expect(tree.body).toMatchObject({ result: [{ id: gId("GLOBEX") }] })
    expect((await as("erin").getGroup({ route: 1 })).body.group.group_id).toBe("ACME")
    const payload = { name: "Lab", display_id: "LAB" }
    const body = { method: "POST", uri: "/api/v0/groups/GLOBEX", payload }
    expect((await anybody.unauthorizedCall({ body })).status).toBe(200)
  })

  test("an origin pattern is held against Origin, else Referer, else nothing", async () => {
    const { anybody, world } = await scene()
    const ask = (headers: Record<string, string>) => () =>
      anybody.unauthorizedCall({ ...get("/api/v0/userinfo"), headers })
    expect((await ask({ origin: "https://app.acme.test" })()).body).toMatchObject({ username: "Pat" })
    expect((await ask({ referer: "https://app.acme.test" })()).status).toBe(200)
    for (const headers of [
      {},
      { origin: "https://evil.test" },
      { origin: "https://app.acme.test.evil.test" },
      { origin: "https://evil.test", referer: "https://app.acme.test" },
    ] as Record<string, string>[]) {
      expect(await refusalOf(world, ask(headers)), JSON.stringify(headers)).toEqual([403, flat("NO_PRIVILEGES")])
    }
  })

  test("a token sent along changes nothing", async () => {
    const { as } = await scene()
    const answer = await as("ada").unauthorizedCall({
      ...get("/api/v0/userinfo"),
      headers: { origin: "https://a.acme.test" },
    })
    expect(answer.body).toMatchObject({ username: "Pat" })
  })

  test.each([
    ["what is on no list", "GET", "/api/v0/workspaces"],
    ["another method", "PUT", "/api/v0/groups/SALES"],
    ["a longer uri", "POST", "/api/v0/groups/SALES/users"],
    ["a query where the pattern has none", "GET", "/api/v0/grouptree?x=1"],
    ["itself", "POST", "/api/v0/auth/unauthorized-call"],
    ["something outside the API", "GET", "/elsewhere"],
  ])("refuses %s", async (_, method, uri) => {
    const { anybody, world } = await scene()
    const ask = () => anybody.unauthorizedCall({ body: { method, uri } })
    expect(await refusalOf(world, ask)).toEqual([403, flat("NO_PRIVILEGES")])
  })

  test("a listed call with an unknown place is refused as usual", async () => {
    const { anybody } = await scene()
    expect((await anybody.unauthorizedCall(get("/api/v0/none/such"))).status).toBe(404)
    const wrong = await anybody.unauthorizedCall({ body: { method: "DELETE", uri: "/api/v0/grouptree" } })
    expect(wrong.status).toBe(405)
  })

  test("`..` leads nowhere else", async () => {
    const { anybody } = await scene()
    for (const uri of [
      "/api/v0/groups/../workspaces",
      "/api/v0/groups/%2e%2e/workspaces",
      "/api/v0/groups/..%2Fworkspaces",
    ]) {
      const answer = await anybody.unauthorizedCall(get(uri))
      expect([uri, answer.status]).toEqual([uri, 404])
    }
  })

  test("who has left the workspace runs nothing there", async () => {
    const { anybody, as, uId } = await scene()
    const bob = uId("bob@acme.test", "B-1")
    for (const group of ["ACME", "SUPPORT"]) await as("ada").removeUser({ body: { g_id: group, u_id: bob } })
    expect((await anybody.unauthorizedCall(get("/api/v0/groups/SALES"))).status).toBe(403)
  })

  test.each([{}, { method: "GET" }, { uri: "/api/v0/userinfo" }, { method: "HEAD", uri: "/api/v0/userinfo" }])(
    "refuses %j",
    async (body) => {
      const { anybody, world } = await scene()
      expect(await refusalOf(world, () => anybody.unauthorizedCall({ body }))).toEqual([400, flat("INVALID_PARAMS")])
    },
  )
})

describe("a call of somebody whose current workspace is another (api.md section 9.3)", () => {
  const entries = [
    { method: "POST" as const, uri_pattern: "/api/v0/*", run_as: "erin@both.test" },
    { method: "GET" as const, uri_pattern: "/api/v0/*", run_as: "erin@both.test" },
  ]
  const elsewhere: Fixture = {
    ...peopleFixture,
    workspaces: peopleFixture.workspaces.map((workspace) =>
      workspace.name === "Globex"
        ? { ...workspace, admins: [...(workspace.admins ?? []), "erin@both.test"], public_calls: entries }
        : workspace,
    ),
  }

  test("UpdateUsersInGroupByAdmin finds the groups of the entry's workspace", async () => {
    const { anybody, user, uId, gId } = await people({}, elsewhere)
    const payload = { members: [{ user_id: uId("olga@globex.test", "O-1"), values: { user_name: "Olga II" } }] }
    const update = (group: string) =>
      anybody.unauthorizedCall({ body: { method: "POST", uri: `/api/v0/groups/${gId(group)}/users`, payload } })
    expect((await update("GLOBEX")).body).toEqual({ has_error: false, result: { users: 1, processed: 1 } })
    expect(user("olga@globex.test", "O-1").username).toBe("Olga II")
    expect((await update("ACME")).status).toBe(404)
  })

  test("GetUserInfo and GetCurrentWorkspace return the entry's workspace", async () => {
    const { anybody, wId } = await people({}, elsewhere)
    const info = await anybody.unauthorizedCall(get("/api/v0/userinfo"))
    expect(info.body).toMatchObject({ current_workspace_id: wId("Globex"), is_ws_admin: true })
    expect((await anybody.unauthorizedCall(get("/api/v0/workspacecurrent"))).body).toMatchObject({
      workspace_id: wId("Globex"),
    })
  })

  test("SelectWorkspace alone changes the current workspace, also to the entry's", async () => {
    const { anybody, as, wId } = await people({}, elsewhere)
    const current = async () => (await as("erin").getCurrentWorkspace()).body.workspace_id
    const payload = { name: "New" }
    const made = await anybody.unauthorizedCall({ body: { method: "POST", uri: "/api/v0/workspaces", payload } })
    expect([made.status, await current()]).toEqual([200, wId("Acme")])
    const uri = `/api/v0/workspaces/${wId("Globex")}/select`
    expect((await anybody.unauthorizedCall({ body: { method: "POST", uri } })).status).toBe(200)
    expect(await current()).toBe(wId("Globex"))
  })
})

describe("a pattern", () => {
  test.each([
    ["abc", "abc", true],
    ["abc", "abcd", false],
    ["a*c", "abbc", true],
    ["a*c", "ac", true],
    ["a*a", "a", false],
    ["*", "", true],
    ["**x**", "axb", true],
    ["a*b*c", "a-c-b", false],
    ["/x?y.z", "/x?y.z", true],
    ["/x.z", "/xyz", false],
    ["", "", true],
    ["", "a", false],
  ])("%s, %s: %s", (pattern, text, fits) => {
    expect(fitsPattern(text, pattern)).toBe(fits)
  })

  test("is what a regular expression says", async () => {
    const part = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 })
    await fc.assert(
      fc.property(part, fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 }), (pattern, text) => {
        const expression = new RegExp(`^${pattern.replaceAll("*", ".*")}$`)
        expect(fitsPattern(text, pattern)).toBe(expression.test(text))
      }),
      { numRuns: 1000, seed: 3 },
    )
  })

  test("takes no longer for a hostile text", () => {
    expect(fitsPattern("a".repeat(1_000_000), "a*a*a*a*a*a*a*b")).toBe(false)
  })
})
