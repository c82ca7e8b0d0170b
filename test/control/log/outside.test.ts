import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/app.ts"
import { createControl } from "../../../emulator/client/index.ts"
import { createWorld } from "../../../src/index.ts"
import { DESK } from "../desk.ts"

const serveDesk = async () => {
  const app = createApp({ world: await createWorld({ fixture: DESK }) })
  return { app, control: createControl({ app }) }
}

describe("requests outside the API (control.md section 3, request-log)", () => {
  test("are in the world's log, with query and reason, without secrets", async () => {
    const { app, control } = await serveDesk()
    await control.forkWorld({ name: "mine" })
    const headers = { authorization: "Bearer ada-fixed-token-1" }
    await app.fetch("/api/v1/userinfo?x=1", { headers })
    await app.fetch("/w/mine/login?token=ada-fixed-token-1", { method: "POST", headers, body: "{}" })
    const { requests } = await control.listRequests({})
    expect(requests).toMatchObject([
      {
        method: "GET",
        path: "/api/v1/userinfo?x=1",
        operation: null,
        status: 404,
        error: expect.stringMatching(/the path \/api\/v1\/userinfo does not exist/),
      },
    ])
    const other = await control.listRequests({ world: "mine" })
    expect(other.requests).toMatchObject([{ method: "POST", path: "/login?token=***", status: 404 }])
    expect(JSON.stringify(other)).not.toContain("ada-fixed-token-1")
  })

  test("a request to an unknown world is in the log of main", async () => {
    const { app, control } = await serveDesk()
    await app.fetch("/w/mien/api/v0/userinfo")
    expect((await control.listRequests({})).requests).toMatchObject([
      { path: "/w/mien/api/v0/userinfo", status: 404, error: 'the world "mien" does not exist' },
    ])
  })

  test("pages and the control plane are not in it", async () => {
    const { app, control } = await serveDesk()
    await app.fetch("/openapi.json")
    await control.listWorlds()
    expect((await control.listRequests({})).requests).toEqual([])
  })

  test("a refused request has its reason, also without bodies: a text, or the first element of a list", async () => {
    const { app, control } = await serveDesk()
    const headers = { authorization: "Bearer ada-fixed-token-1", "content-type": "application/json" }
    await app.fetch("/api/v0/userinfo")
    await app.fetch("/api/v0/applications/DESK/datastores/TICKETS/items/new", {
      method: "POST",
      headers,
      body: JSON.stringify({ item: { Nothing: 1 } }),
    })
    await app.fetch("/api/v0/userinfo", { headers })
    const { requests } = await control.listRequests({ bodies: "0" })
    expect(requests.map(({ error }) => error)).toEqual([
      "TOKEN_INVALID: no token",
      expect.stringMatching(/Nothing/),
      undefined,
    ])
  })
})
