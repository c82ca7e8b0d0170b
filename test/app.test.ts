import { describe, expect, test } from "vitest"
import { createApp } from "../emulator/index.ts"
import { bareWorld } from "./bare-world.ts"

const appWith = (options: { corsOrigins?: string[]; corsCredentials?: boolean } = {}) => {
  const world = bareWorld()
  const app = createApp({ world, ...options })
  const call = (method: string, path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`http://hexarium${path}`, { method, ...init }))
  return { world, app, call }
}

const login = (body: RequestInit["body"], headers: Record<string, string> = {}) =>
  ({ body, headers: { "content-type": "application/json", ...headers }, duplex: "half" }) as RequestInit

describe("routing", () => {
  test("an unknown path is 404, a known one with another method 405 with Allow, before the token is looked at", async () => {
    const { call } = appWith()
    const unknown = await call("GET", "/api/v0/nothing")
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: expect.any(String), error_code: "NOT_FOUND" },
    ])
    const method = await call("GET", "/api/v0/login")
    expect([method.status, method.headers.get("allow"), await method.json()]).toEqual([
      405,
      "POST",
      { error: expect.any(String), error_code: "INVALID_PARAMS" },
    ])
    expect((await call("POST", "/api/v0/users/logout")).status).toBe(401)
    expect((await call("GET", "/api/v0")).status).toBe(404)
    expect((await call("GET", "/api/v0x/login")).status).toBe(404)
    expect((await call("GET", "/elsewhere")).status).toBe(404)
  })

  test.each([
    ["GET", "/w/%zz/api/v0/userinfo"],
    ["GET", "/w/%ff/app/"],
    ["POST", "/w/%zz/graphql"],
    ["GET", "/w/%zz/sse"],
    ["GET", "/w/%/hub"],
    ["GET", "/_hexarium/worlds/%zz/clock"],
    ["DELETE", "/_hexarium/worlds/%ff"],
    ["GET", "/_hexarium/worlds/main/snapshots/%zz"],
    ["GET", "/_hexarium/worlds/main/%zz"],
    ["GET", "/api/v0/files/%zz"],
    ["GET", "/api/v0/applications/%zz/datastores/%ff/items/search"],
    ["GET", "/docs/%zz"],
  ])("%s %s with invalid escapes is refused, and is no fault of the server", async (method, path) => {
    const { call } = appWith()
    const { status } = await call(method, path, method === "POST" ? login("{}") : {})
    expect([400, 401, 403, 404, 405, 426]).toContain(status)
  })

  test("a world in the header with invalid escapes is unknown", async () => {
    const { call } = appWith()
    const { status } = await call("POST", "/api/v0/login", login("{}", { "x-hexarium-world": "%zz" }))
    expect(status).toBe(404)
  })

  test("HEAD returns the same as GET without the body", async () => {
    const { call } = appWith()
    const head = await call("HEAD", "/api/v0/login")
    expect([head.status, await head.text()]).toEqual([405, ""])
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0)
  })
})

describe("what it is given", () => {
  test("a path or a URL is asked for as by the global fetch", async () => {
    const { app } = appWith()
    const body = JSON.stringify({ email: "nobody@acme.test", password: "x" })
    const given = { method: "POST", headers: { "content-type": "application/json" }, body }
    const asked = await app.fetch(new Request("http://hexarium/api/v0/login", given))
    for (const place of ["/api/v0/login", new URL("http://hexarium/api/v0/login"), "http://hexarium/api/v0/login"]) {
      const answer = await app.fetch(place, given)
      expect([answer.status, await answer.json()]).toEqual([asked.status, await asked.clone().json()])
    }
    expect((await app.fetch("/api/v0/userinfo")).status).toBe(401)
    expect((await app.fetch("/nothing")).status).toBe(404)
  })

  test("anything else is refused", () => {
    const fetch = appWith().app.fetch as (given?: unknown) => Response
    expect(() => fetch({ path: "/api/v0/userinfo" })).toThrow(
      'app.fetch takes a Request, or a path such as "/api/v0/userinfo", not an object',
    )
    expect(() => fetch()).toThrow("not undefined")
  })
})

describe("worlds by base_url (control.md section 2)", () => {
  test("the header names a world, the path decides, an unknown world is 404", async () => {
    const { app, call } = appWith()
    app.worlds.fork({ name: "w1" })
    const asked = async (path: string, header?: string) => {
      const answer = await call("POST", path, header === undefined ? {} : { headers: { "x-hexarium-world": header } })
      return [answer.status, ((await answer.json()) as { error_code: string }).error_code]
    }
    const seenBy = (name: string) => app.worlds.require(name).log.entries().length
    expect(await asked("/api/v0/login")).toEqual([400, "INVALID_PARAMS"])
    expect(await asked("/w/w1/api/v0/login")).toEqual([400, "INVALID_PARAMS"])
    expect(await asked("/api/v0/login", "w1")).toEqual([400, "INVALID_PARAMS"])
    expect([seenBy("main"), seenBy("w1")]).toEqual([1, 2])
    expect(await asked("/w/main/api/v0/login", "w1")).toEqual([400, "INVALID_PARAMS"])
    expect(await asked("/w/w1/api/v0/login", "nowhere")).toEqual([400, "INVALID_PARAMS"])
    expect([seenBy("main"), seenBy("w1")]).toEqual([2, 3])
    expect(await asked("/w/nowhere/api/v0/login")).toEqual([404, "NOT_FOUND"])
    expect(await asked("/w//api/v0/login")).toEqual([404, "NOT_FOUND"])
    expect(await asked("/api/v0/login", "nowhere")).toEqual([404, "NOT_FOUND"])
    expect(await asked("/api/v0/login", "__proto__")).toEqual([404, "NOT_FOUND"])
    expect(await asked("/w/__proto__/api/v0/login")).toEqual([404, "NOT_FOUND"])
  })
})

describe("CORS (api.md section 0)", () => {
  test("every response of the API allows all origins", async () => {
    const { call } = appWith()
    for (const [method, path] of [
      ["POST", "/api/v0/login"],
      ["GET", "/api/v0/nothing"],
      ["GET", "/api/v0/login"],
      ["POST", "/w/nowhere/api/v0/login"],
    ] as const) {
      expect((await call(method, path)).headers.get("access-control-allow-origin")).toBe("*")
    }
  })

  const preflight = (wanted: string) => ({
    headers: {
      origin: "https://spa.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": wanted,
    },
  })
  const EXPOSED =
    "Content-Disposition, Retry-After, X-Hexarium-World, X-Hexarium-Request, X-Hexarium-Ignored, X-Hexarium-Findings, X-Hexarium-Version, X-Hexarium-Dry-Run"
  /** Splits a comma-separated list with or without blanks. */
  const listed = (text: string | null) => text?.split(/\s*,\s*/)

  test("a preflight names the methods and repeats the headers that it is asked for, for ten minutes (86)", async () => {
    const { call } = appWith()
    for (const wanted of ["authorization", "content-type,x-anything-else", "x-hexarium-min-version, traceparent"]) {
      const answer = await call("OPTIONS", "/w/main/api/v0/login", preflight(wanted))
      expect([answer.status, await answer.text()]).toEqual([204, ""])
      expect(answer.headers.get("access-control-allow-origin")).toBe("*")
      expect(answer.headers.get("access-control-allow-methods")).toBe("GET, POST, PUT, PATCH, DELETE, OPTIONS")
      expect(listed(answer.headers.get("access-control-allow-headers"))).toEqual(listed(wanted))
      expect(answer.headers.get("access-control-max-age")).toBe("600")
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull()
    }
  })

  test("pages may read the exposed headers of a response, also of a refusal", async () => {
    const { call } = appWith()
    for (const path of ["/api/v0/userinfo", "/api/v0/nothing"]) {
      const { headers } = await call("GET", path, { headers: { origin: "https://spa.example" } })
      expect(headers.get("access-control-expose-headers")).toBe(EXPOSED)
      expect(headers.get("access-control-allow-credentials")).toBeNull()
    }
  })

  test("credentials only for origins that are named, and only when that is asked for (86)", async () => {
    const { call } = appWith({ corsOrigins: ["https://spa.example"], corsCredentials: true })
    const of = async (method: string, origin: string) => {
      const { headers } = await call(method, "/api/v0/userinfo", { headers: { origin } })
      return [headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")]
    }
    expect(await of("GET", "https://spa.example")).toEqual(["https://spa.example", "true"])
    expect(await of("OPTIONS", "https://spa.example")).toEqual(["https://spa.example", "true"])
    expect(await of("GET", "https://other.example")).toEqual([null, null])
    const named = appWith({ corsOrigins: ["https://spa.example"] })
    const answer = await named.call("GET", "/api/v0/userinfo", { headers: { origin: "https://spa.example" } })
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull()
    for (const corsOrigins of [undefined, [], ["*"], ["https://spa.example", "*"], ["null"]]) {
      const options = { ...(corsOrigins && { corsOrigins }), corsCredentials: true }
      expect(() => appWith(options)).toThrow("createApp: corsCredentials needs corsOrigins")
    }
  })

  test("an app with origins allows only those", async () => {
    const { call } = appWith({ corsOrigins: ["https://spa.example"] })
    const allowed = async (origin: string | null) => {
      const answer = await call("POST", "/api/v0/login", origin === null ? {} : { headers: { origin } })
      return [answer.headers.get("access-control-allow-origin"), answer.headers.get("vary")]
    }
    expect(await allowed("https://spa.example")).toEqual(["https://spa.example", "Origin"])
    expect(await allowed("https://other.example")).toEqual([null, "Origin"])
    expect(await allowed(null)).toEqual([null, "Origin"])
  })
})

describe("bodies (api.md section 0, control.md section 4)", () => {
  const refused = async (init: RequestInit) => {
    const { world, call } = appWith()
    const before = world.hash()
    const answer = await call("POST", "/api/v0/login", init)
    const { error_code } = (await answer.json()) as { error_code: string }
    expect(world.hash()).toBe(before)
    return [answer.status, error_code]
  }
  const nested = (depth: number) => `{"email":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`

  test("more than 16 MiB is 413, with a declared length or without, and reading stops at the limit", async () => {
    const big = JSON.stringify({ email: "x".repeat(17 * 1_048_576), password: "" })
    expect(await refused(login(big))).toEqual([413, "INVALID_PARAMS"])
    expect(await refused(login("{}", { "content-length": String(17 * 1_048_576) }))).toEqual([413, "INVALID_PARAMS"])
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(1_048_576))
      },
    })
    expect(await refused(login(endless))).toEqual([413, "INVALID_PARAMS"])
    expect(pulled).toBeLessThan(20)
  })

  test("nesting of 64 passes, of 65 does not", async () => {
    expect(await refused(login(nested(65)))).toEqual([400, "INVALID_PARAMS"])
    const { call } = appWith()
    const answer = await call("POST", "/api/v0/login", login(nested(64)))
    expect(((await answer.json()) as { error: string }).error).not.toMatch(/nested/)
  })

  test.each([
    ["malformed JSON", "{"],
    ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
    ["a key __proto__", '{"__proto__":{"admin":true}}'],
    ["a deep key __proto__", '{"a":[{"__proto__":1}]}'],
    ["something else than an object", "[]"],
  ])("%s is refused", async (_, body) => expect(await refused(login(body))).toEqual([400, "INVALID_PARAMS"]))

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
  ])("a body of %s is refused", async (type) => {
    expect(await refused(login('{"email":"a@b","password":"c"}', { "content-type": type }))).toEqual([
      400,
      "INVALID_PARAMS",
    ])
  })
})
