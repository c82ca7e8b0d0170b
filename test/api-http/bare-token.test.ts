import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { tokenOf } from "../../emulator/upstream/har/token-of.ts"
import { redactEntry } from "../../emulator/upstream/record/redact-entry.ts"
import { Secrets } from "../../src/insight/index.ts"
import { smallWorld } from "../sample-worlds/small.ts"

type App = ReturnType<typeof createApp>

const ask = (app: App, authorization: string, path = "/api/v0/userinfo") =>
  app.fetch(new Request(`http://localhost${path}`, { headers: { authorization } }))

const askGraphql = async (app: App, authorization: string) => {
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ query: "{ userInfo { email } }" }),
    }),
  )
  return JSON.stringify(await response.json())
}

describe("an Authorization header of one word (api.md section 0)", () => {
  test("is the token, over REST and GraphQL", async () => {
    const app = createApp({ world: await smallWorld() })
    const response = await ask(app, "bob-token")
    expect([response.status, ((await response.json()) as { email: string }).email]).toEqual([200, "bob@acme.test"])
    expect(await askGraphql(app, "bob-token")).toContain("bob@acme.test")
  })

  test.each(["Bearer", "bearer", "Basic bob-token", "bob-token two", "nobody"])("%s is refused", async (header) => {
    const app = createApp({ world: await smallWorld() })
    expect((await ask(app, header)).status).toBe(401)
    expect(await askGraphql(app, header)).toContain("TOKEN_INVALID")
  })

  test("logs out the session that it belongs to", async () => {
    const app = createApp({ world: await smallWorld() })
    const logout = { method: "POST", headers: { authorization: "bob-token" } }
    expect((await app.fetch(new Request("http://localhost/api/v0/users/logout", logout))).status).toBe(200)
    expect((await ask(app, "Bearer bob-token")).status).toBe(401)
  })

  test("is malformed under strict", async () => {
    const app = createApp({ world: await smallWorld(), strict: true })
    const response = await ask(app, "bob-token")
    expect([response.status, JSON.stringify(await response.json())]).toEqual([
      401,
      expect.stringContaining("malformed Authorization header"),
    ])
    expect(await askGraphql(app, "bob-token")).toContain("TOKEN_INVALID")
    expect((await ask(app, "Bearer bob-token")).status).toBe(200)
  })

  test("is never in the request log", async () => {
    const app = createApp({ world: await smallWorld() })
    await ask(app, "bob-token", "/api/v0/userinfo?again=bob-token")
    await askGraphql(app, "bob-token")
    const log = await app.fetch(new Request("http://localhost/_hexarium/worlds/main/requests"))
    const text = await log.text()
    expect(text).toContain("/api/v0/userinfo?again=")
    expect(text).not.toContain("bob-token")
  })

  test("does not open the control plane", async () => {
    const app = createApp({ world: await smallWorld(), controlToken: "control-secret" })
    const call = (authorization: string) =>
      app.fetch(new Request("http://localhost/_hexarium/worlds", { headers: { authorization } }), {
        incoming: { socket: { remoteAddress: "192.0.2.7" } } as never,
      })
    expect((await call("control-secret")).status).toBe(403)
    expect((await call("Bearer control-secret")).status).toBe(200)
  })

  test("is concealed in a recording, which still distinguishes the users", async () => {
    const entry = {
      request: {
        method: "GET",
        url: "http://localhost/api/v0/userinfo",
        headers: [{ name: "Authorization", value: "long-bare-token" }],
      },
      response: { status: 200, headers: [], content: { text: '{"seen":"long-bare-token"}' } },
    }
    const redacted = await redactEntry(entry as unknown as Parameters<typeof tokenOf>[0], new Secrets())
    expect(JSON.stringify(redacted)).not.toContain("long-bare-token")
    expect(tokenOf(redacted)).toBe("Redacted-token-1")
  })
})
