import { describe, expect, test } from "vitest"
import { serve } from "../../emulator/cli/serve/serve.ts"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

const TOOL = "https://tool.example"
const OTHER_ORIGINS = [
  "https://evil.example",
  "http://tool.example",
  "https://tool.example:444",
  "https://x.tool.example",
  "null",
]

type Options = Omit<Parameters<typeof createApp>[0], "world">

async function openControl(options: Options = { controlOrigins: [TOOL, "http://[::1]:5173"] }) {
  const world = await createWorld({ fixture: DESK })
  const app = createApp({ world, ...options })
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, from = "127.0.0.1") => {
    const request = new Request(`http://localhost/_hexarium${path}`, { method, headers })
    const answer = await app.fetch(request, { incoming: { socket: { remoteAddress: from } } })
    const cors = [...answer.headers].filter(([name]) => name.startsWith("access-control-"))
    return { status: answer.status, cors: Object.fromEntries(cors), vary: answer.headers.get("vary"), answer }
  }
  return { world, ask }
}

const PREFLIGHT = { "access-control-request-method": "POST", "access-control-request-headers": "x-hexarium,x-any" }
const ALLOWED_HEADERS = {
  "access-control-allow-origin": TOOL,
  "access-control-expose-headers":
    "Content-Disposition, Retry-After, X-Hexarium-World, X-Hexarium-Request, X-Hexarium-Ignored, X-Hexarium-Findings, X-Hexarium-Version, X-Hexarium-Dry-Run",
}

describe("pages of --control-origin (control.md section 4)", () => {
  test("may read and write, with CORS headers on every answer", async () => {
    const { world, ask } = await openControl()
    const page = { origin: TOOL, "sec-fetch-site": "cross-site" }
    const paths = ["/health", "/ready", "/worlds", "/worlds/main/requests", "/worlds/main/export", "/openapi.json"]
    for (const path of paths) {
      const { status, cors, vary } = await ask("GET", path, page)
      expect([path, status, cors, vary]).toEqual([path, 200, ALLOWED_HEADERS, "Origin"])
    }
    const events = await ask("GET", "/worlds/main/events", page)
    expect([events.status, events.cors]).toEqual([200, ALLOWED_HEADERS])
    await events.answer.body?.cancel()
    expect(await ask("GET", "/nothing", page)).toMatchObject({ status: 404, cors: ALLOWED_HEADERS })
    expect(await ask("PATCH", "/worlds", { ...page, "x-hexarium": "1" })).toMatchObject({
      status: 405,
      cors: ALLOWED_HEADERS,
    })
    const before = world.hash()
    expect(await ask("POST", "/worlds/main/reset", page)).toMatchObject({ status: 403, cors: ALLOWED_HEADERS })
    expect(world.hash()).toBe(before)
    const written = await ask("POST", "/worlds/main/reset", { ...page, "x-hexarium": "1" })
    expect([written.status, written.cors]).toEqual([200, ALLOWED_HEADERS])
  })

  test("get the headers of CORS for their preflights (api.md section 0)", async () => {
    const { ask } = await openControl()
    const { status, cors } = await ask("OPTIONS", "/worlds/main/reset", { origin: TOOL, ...PREFLIGHT })
    expect([status, cors]).toEqual([
      204,
      {
        ...ALLOWED_HEADERS,
        "access-control-expose-headers": expect.any(String),
        "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
        "access-control-allow-headers": expect.stringMatching(/^x-hexarium,\s*x-any$/),
        "access-control-max-age": "600",
      },
    ])
  })

  test("pages of all other origins stay out", async () => {
    const { world, ask } = await openControl()
    const before = world.hash()
    for (const origin of OTHER_ORIGINS) {
      for (const method of ["GET", "HEAD", "POST", "DELETE", "OPTIONS"]) {
        for (const path of ["/worlds", "/health", "/worlds/main/reset"]) {
          const headers = { origin, "x-hexarium": "1", ...PREFLIGHT }
          const { status, cors } = await ask(method, path, headers)
          expect([origin, method, path, status, cors]).toEqual([origin, method, path, 403, {}])
        }
      }
    }
    // A request for an image has no Origin.
    expect(await ask("GET", "/worlds", { "sec-fetch-site": "cross-site" })).toMatchObject({ status: 403, cors: {} })
    expect(world.hash()).toBe(before)
  })

  test("a rebound name and another machine stay out, whatever their Origin", async () => {
    const { ask } = await openControl()
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const strange = { origin: TOOL, host: "tool.example", "x-hexarium": "1" }
      expect((await ask(method, "/worlds", strange)).status).toBe(403)
    }
    const far = { origin: TOOL, "x-hexarium": "1" }
    expect((await ask("GET", "/worlds", far, "10.0.0.7")).status).toBe(403)
    expect((await ask("POST", "/worlds/main/reset", far, "10.0.0.7")).status).toBe(403)
    const { status, cors, answer } = await ask("GET", "/health", far, "10.0.0.7")
    expect([status, cors, await answer.json()]).toEqual([200, ALLOWED_HEADERS, { status: "ok" }])
  })

  test("send credentials only with --cors-credentials", async () => {
    const { ask } = await openControl({ controlOrigins: [TOOL], corsOrigins: [TOOL], corsCredentials: true })
    const page = { origin: TOOL, "x-hexarium": "1" }
    expect((await ask("GET", "/worlds", page)).cors).toEqual({
      ...ALLOWED_HEADERS,
      "access-control-allow-credentials": "true",
    })
  })

  test("a server without the flag refuses as before", async () => {
    for (const options of [{}, { corsOrigins: [TOOL], corsCredentials: true }, { controlOrigins: [] }]) {
      const { ask } = await openControl(options)
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const { status, cors } = await ask(method, "/worlds", { origin: TOOL, ...PREFLIGHT, "x-hexarium": "1" })
        expect([status, cors]).toEqual([403, {}])
      }
      const local = await ask("GET", "/worlds", { origin: "http://localhost:5173" })
      expect([local.status, local.cors, local.vary]).toEqual([200, {}, null])
    }
  })
})

test("--cors-credentials without --cors-origin is wrong usage, reported in one line (control.md section 1)", async () => {
  for (const corsOrigin of [undefined, ["*"], ["null"]]) {
    const started = serve([], { port: 0, corsCredentials: true, ...(corsOrigin && { corsOrigin }) })
    const message = "--cors-credentials needs --cors-origin with an origin such as https://app.example"
    await expect(started).rejects.toMatchObject({ code: 2, message })
  }
})
