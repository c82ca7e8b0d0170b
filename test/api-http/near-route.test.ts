import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld, type Fixture } from "../../src/index.ts"
import { bareWorld } from "../bare-world.ts"
import { DESK } from "../control/desk.ts"

let app: ReturnType<typeof createApp>

beforeAll(() => {
  app = createApp({ world: bareWorld() })
})

const ask = async (method: string, path: string): Promise<[number, string]> => {
  const answer = await app.fetch(`http://localhost${path}`, { method, headers: { "x-hexarium": "1" } })
  return [answer.status, ((await answer.json()) as { error: string }).error]
}

describe("the hint for an unknown path (api.md section 0)", () => {
  const unknown = (path: string, meant?: string) => [
    404,
    `the path ${path} does not exist${meant === undefined ? "" : `; did you mean ${meant}?`}`,
  ]

  test.each([
    ["without the prefix", "GET", "/userinfo", "GET /api/v0/userinfo"],
    ["with half of the prefix", "GET", "/v0/userinfo", "GET /api/v0/userinfo"],
    ["with another version", "POST", "/api/v1/login", "POST /api/v0/login"],
    ["with the prefix twice", "GET", "/api/v0/api/v0/userinfo", "GET /api/v0/userinfo"],
    ["with two slashes at the beginning", "GET", "//api/v0/userinfo", "GET /api/v0/userinfo"],
    ["with two slashes in the middle", "POST", "/api/v0//users//password/forgot", "POST /api/v0/users/password/forgot"],
    ["with a slash at the end", "GET", "/api/v0/userinfo/", "GET /api/v0/userinfo"],
    ["with slashes at the end and no prefix", "POST", "/login//", "POST /api/v0/login"],
    ["without its last parameter", "GET", "/api/v0/autoactions", "GET /api/v0/autoactions/:auto-id"],
    ["without its last parameter and with a slash", "GET", "/api/v0/files/", "GET /api/v0/files/:file-id"],
    [
      "without the ID of an item",
      "GET",
      "/api/v0/applications/DESK/datastores/TICKETS/items/details",
      "GET /api/v0/applications/DESK/datastores/TICKETS/items/details/:item-id",
    ],
    [
      "without its last word",
      "GET",
      "/api/v0/workspaces/w1/password-polic",
      "GET /api/v0/workspaces/w1/password-policy",
    ],
    ["that ends before the last word", "POST", "/api/v0/auth", "POST /api/v0/auth/unauthorized-call"],
    [
      "with an empty parameter",
      "GET",
      "/api/v0/applications//datastores",
      "GET /api/v0/applications/:project-id/datastores",
    ],
    ["with a wrong letter", "POST", "/api/v0/users/pasword/forgot", "POST /api/v0/users/password/forgot"],
    ["in upper case", "GET", "/API/V0/UserInfo", "GET /api/v0/userinfo"],
    ["with another method", "DELETE", "/login", "POST /api/v0/login"],
    [
      "with parameters, which it repeats",
      "POST",
      "/application/DESK/datastores/TICKETS/items/new",
      "POST /api/v0/applications/DESK/datastores/TICKETS/items/new",
    ],
  ])("is the whole path for a path %s", async (_, method, path, meant) => {
    expect(await ask(method, path)).toEqual(unknown(path, meant))
  })

  test("is the whole path in the control plane", async () => {
    expect(await ask("GET", "/_hexarium/world")).toEqual(unknown("/_hexarium/world", "GET /_hexarium/worlds"))
    expect(await ask("GET", "/_hexarium/worlds/main/mail")).toEqual(
      unknown("/_hexarium/worlds/main/mail", "GET /_hexarium/worlds/main/mails"),
    )
    expect(await ask("POST", "/_hexarium//worlds/")).toEqual(unknown("/_hexarium//worlds/", "POST /_hexarium/worlds"))
  })

  test("is missing if nothing is similar, and for a path over 200 characters", async () => {
    for (const path of ["/", "/api/v0/nowhere", "/nowhere", "/api/v0", "/api/v0/", `/api/v0/${"users/".repeat(500)}`]) {
      expect(await ask("POST", path)).toEqual(unknown(path))
    }
  })

  test("does not repeat the query of a public call", async () => {
    const fixture = structuredClone(DESK) as Fixture
    const call = { method: "GET", uri_pattern: "/api/v0/*", run_as: "ada@acme.test" }
    Object.assign(fixture.workspaces[0] as object, { public_calls: [call] })
    const answer = await createApp({ world: await createWorld({ fixture }) }).fetch("/api/v0/auth/unauthorized-call", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ method: "GET", uri: "/api/v0/userinf?key=s3cret" }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: "the path /api/v0/userinf does not exist; did you mean GET /api/v0/userinfo?" },
    ])
  })

  test("names a path that exists, whatever slashes and prefixes a path has", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("", "/api", "/v0", "/api/v0", "/api/v2", "//api/v0"),
        fc.constantFrom("/userinfo", "/grouptree", "/workspaces/w1/users", "/applications/A/datastores/B/fields"),
        fc.nat({ max: 6 }),
        fc.nat({ max: 2 }),
        async (prefix, path, at, more) => {
          const slashes = [...path.matchAll(/\//g)].map(({ index }) => index)
          const place = slashes[at % slashes.length] as number
          const asked = `${prefix}${path.slice(0, place)}${"/".repeat(more)}${path.slice(place)}/`
          expect((await ask("GET", asked))[1]).toBe(
            `the path ${asked} does not exist; did you mean GET /api/v0${path}?`,
          )
        },
      ),
      { seed: 107, numRuns: 60 },
    )
  })
})
