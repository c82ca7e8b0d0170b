import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { checkInvariants, dumpFixture, FixtureError } from "../../../src/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"

type Functions = NonNullable<NonNullable<Parameters<typeof fixtureOf>[0]["application"]>["functions"]>

const notes = { Notes: { fields: { Text: { dataType: "text" as const } } } }

async function office(functions: Functions, users: readonly [string, ...string[]] = ["ada", "bob"]) {
  const world = await createEngineWorld({
    fixture: fixtureOf({ users, datastores: notes, application: { functions } }),
  })
  const app = createApp({ world })
  const call = (id: string, body: object = {}, by = "ada") =>
    apiClient(app, `${by}-token`).executeFunction({ params: { "project-id": "APP", "function-id": id }, body })
  return { world, app, call }
}

const stoppedAnswer = (error?: string) => [400, flat("PROCESS_STOPPED", error)]

describe("ExecuteFunction (api.md section 14)", () => {
  test("calls main with the body and returns its result as JSON", async () => {
    const { call } = await office({
      add: "function main({ a, b }) { return { sum: a + b } }",
      slow: { code: "async (params) => [await 1, params]" },
      nothing: "function main() {}",
      text: "function main() { return 'hi' }",
    })
    expect((await call("add", { a: 1, b: 2 })).body).toEqual({ sum: 3 })
    expect((await call("slow", { x: null })).body).toEqual([1, { x: null }])
    expect((await call("nothing")).body).toBeNull()
    expect((await call("text")).body).toBe("hi")
  })

  test("accepts internal and display IDs of application and function", async () => {
    const fnId = "abcdefabcdefabcdefabcdef"
    const { world, app } = await office({ hello: { code: "function main() { return 1 }", fn_id: fnId } })
    const pId = world.view().table("applications").toArray()[0]?.pId ?? ""
    const ada = apiClient(app, "ada-token")
    for (const project of ["APP", pId]) {
      for (const id of ["hello", fnId]) {
        const answer = await ada.executeFunction({ params: { "project-id": project, "function-id": id }, body: {} })
        expect(answer.body).toBe(1)
      }
    }
  })

  test("runs as the caller: its API calls may and see what they do", async () => {
    const { call, world } = await office({
      write: `async function main({ text }) {
        const made = await callAPIAsync("POST", "/api/v0/applications/APP/datastores/Notes/items/new", { item: { Text: text } })
        const me = await callAPIAsync("GET", "/api/v0/userinfo")
        return [typeof made.item_id, me.email]
      }`,
    })
    expect((await call("write", { text: "x" }, "bob")).body).toEqual(["string", "bob@acme.test"])
    expect(
      (await world.raw.as("bob@acme.test").itemList({ application: "APP", datastore: "Notes" })).items,
    ).toHaveLength(1)
    await checkInvariants(world)
  })

  test("random values derive from the seed, again after each call", async () => {
    const draw = async () => {
      const { call } = await office({ draw: "function main() { return Math.random() }" })
      return [(await call("draw")).body, (await call("draw")).body]
    }
    const [first, second] = await draw()
    expect(first).not.toEqual(second)
    expect(await draw()).toEqual([first, second])
  })

  test("400 with its message when it throws, and nothing changed", async () => {
    const { world, call } = await office({
      throws: "function main() { throw new Error('no more beans') }",
      rejects: "function main() { return Promise.reject({ beans: 0 }) }",
      tells: "function main() { throw { message: 'too few', beans: 2 } }",
      broken: "function main( {",
      empty: "const x = 1",
    })
    expect(await refusalOf(world, () => call("throws"))).toEqual(stoppedAnswer("no more beans"))
    expect(await refusalOf(world, () => call("rejects"))).toEqual(stoppedAnswer('{"beans":0}'))
    expect(await refusalOf(world, () => call("tells"))).toEqual(stoppedAnswer("too few"))
    expect(await refusalOf(world, () => call("broken"))).toEqual(stoppedAnswer())
    expect(await refusalOf(world, () => call("empty"))).toEqual(stoppedAnswer())
  })

  test("a result of at most 1 MiB of JSON", async () => {
    const { world, call } = await office({ fill: "function main({ n }) { return 'é'.repeat(n) }" })
    const most = (1_048_576 - 2) / 2
    expect((await call("fill", { n: most })).body).toHaveLength(most)
    expect(await refusalOf(world, () => call("fill", { n: most + 1 }))).toEqual(
      stoppedAnswer("expected a result of at most 1048576 bytes of JSON, received 1048578 bytes"),
    )
  })

  test("returns 404 for a missing or disabled function, and 403 without a role of the application or of the function", async () => {
    const hello = "function main() { return 1 }"
    const { world, app, call } = await office({
      open: hello,
      own: { code: hello, roles: ["ADMIN"] },
      off: { code: hello, enabled: false },
    })
    expect(await refusalOf(world, () => call("nope"))).toEqual([404, flat("NOT_FOUND", "function not found: nope")])
    expect(await refusalOf(world, () => call("off"))).toEqual([404, flat("NOT_FOUND", "function not found: off")])
    const elsewhere = () =>
      apiClient(app, "ada-token").executeFunction({ params: { "project-id": "NO", "function-id": "open" }, body: {} })
    expect(await refusalOf(world, elsewhere)).toEqual([404, flat("NOT_FOUND")])
    expect((await call("own")).body).toBe(1)
    expect((await call("open", {}, "bob")).body).toBe(1)
    expect(await refusalOf(world, () => call("own", {}, "bob"))).toEqual([403, flat("NO_PRIVILEGES")])
    const bob = world
      .view()
      .table("users")
      .toArray()
      .find(({ email }) => email === "bob@acme.test")
    await world.commit("Test", null, (tx) => void tx.patch("users", bob?.uId ?? "", { roles: [] }))
    expect(await refusalOf(world, () => call("open", {}, "bob"))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, () => call("nope", {}, "bob"))).toEqual([403, flat("NO_PRIVILEGES")])
  })

  test.each(["[1]", '"text"', "{"])("refuses a body that is no object: %s", async (body) => {
    const { world, app } = await office({ hello: "function main() { return 1 }" })
    const request = () =>
      app.request("/api/v0/applications/APP/functions/hello", {
        method: "POST",
        headers: { authorization: "Bearer ada-token", "content-type": "application/json" },
        body,
      })
    const before = world.hash()
    const answer = await request()
    expect([answer.status, await answer.json()]).toEqual([400, flat("INVALID_PARAMS")])
    expect(world.hash()).toBe(before)
  })

  test("functions that call themselves are stopped", async () => {
    const { call } = await office({
      again: `async function main({ n }) {
        const answer = await callAPIAsync("POST", "/api/v0/applications/APP/functions/again", { n: n + 1 })
        return typeof answer === "number" || answer.error === undefined ? answer : n
      }`,
    })
    expect((await call("again", { n: 1 })).body).toBe(5)
  })
})

describe("functions in fixtures (fixtures.md, functions)", () => {
  test("an export has them, and loads back", async () => {
    const { world } = await office({
      "7": "function main() {}",
      hello: { code: "function main() { return 1 }", enabled: false, roles: ["ADMIN"] },
    })
    const exported = dumpFixture(world)
    const again = await createEngineWorld({ fixture: exported })
    expect(dumpFixture(again)).toEqual(exported)
    expect(exported.workspaces[0]?.applications?.[0]?.functions).toEqual({
      "7": { fn_id: expect.any(String), code: "function main() {}" },
      hello: {
        fn_id: expect.any(String),
        code: "function main() { return 1 }",
        enabled: false,
        roles: ["ADMIN"],
      },
    })
  })

  test("mistakes are reported with their path", async () => {
    const wrong: Functions = {
      "no way": "function main() {}",
      neither: {},
      roles: { code: "1", roles: ["NOPE"] },
    }
    const error = await office(wrong).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FixtureError)
    const at = "workspaces[0].applications[0].functions"
    expect((error as FixtureError).message.split("\n")).toEqual([
      `${at}["no way"]: display ID: expected 1 to 255 letters, digits, - or _, received "no way": character 3, U+0020, is not allowed`,
      `${at}.neither: expected either code or file`,
      `${at}.roles.roles[0]: unknown role: NOPE`,
    ])
  })
})
