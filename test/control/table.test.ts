import { readFileSync } from "node:fs"
import { Validator } from "@seriousme/openapi-schema-validator"
import { describe, expect, test } from "vitest"
import { controlTable } from "../../emulator/control/control-table.ts"
import { controlDocument, splitKey } from "../../emulator/control/index.ts"
import { desk } from "./desk.ts"

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly "x-reference": string
  readonly parameters: readonly { readonly name: string; readonly description?: string }[]
}

const document = controlDocument({ version: "1.0.0" }) as {
  readonly paths: Record<string, Record<string, Described>>
  readonly components: { readonly schemas: Record<string, unknown> }
}
const describedRoutes = Object.values(document.paths).flatMap((item) => Object.values(item))

const reference = readFileSync(new URL("../../docs/reference/control.md", import.meta.url), "utf8")

/** A path of the route, in an existing world. */
const pathFor = (at: (typeof controlTable)[number]["at"]): string =>
  splitKey(at)
    .path.replace(":w", "main")
    .replaceAll(/:[^/]+/g, "x")

describe("the table of the control plane (control.md section 3)", () => {
  test("names each route and each path once", () => {
    const names = controlTable.map(({ words }) => words.name)
    const keys = controlTable.map(({ at }) => at.replaceAll(/:[^/]+/g, ":"))
    expect([new Set(names).size, new Set(keys).size]).toEqual([names.length, keys.length])
  })

  test("is documented: each path and each anchor is in the reference", () => {
    const missing = controlTable.filter(
      ({ at, words }) => !reference.includes(splitKey(at).path) || !reference.includes(`<a id="${words.anchor}"></a>`),
    )
    expect(missing.map(({ at }) => at)).toEqual([])
  })

  test("is a valid OpenAPI 3.1 document, which the server returns", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect([errors, valid]).toEqual([undefined, true])
    expect(describedRoutes.map(({ operationId }) => operationId).sort()).toEqual(
      controlTable.map(({ words }) => words.name).sort(),
    )
    const { control } = await desk()
    const { status, body } = await control("GET", "/openapi.json")
    expect([status, Object.keys(body.paths)]).toEqual([200, Object.keys(document.paths)])
    for (const [, name = ""] of JSON.stringify(body).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(body.components.schemas).toHaveProperty(name)
    }
  })

  test("says what every parameter and every member means", () => {
    const silent: string[] = []
    const look = (schema: unknown, place: string): void => {
      if (schema === null || typeof schema !== "object") return
      for (const [key, part] of Object.entries(schema)) {
        if (key === "properties") {
          for (const [name, member] of Object.entries(part as object)) {
            const says = JSON.stringify(member).includes('"description"') || "$ref" in member
            if (!says) silent.push(`${place}.${name}`)
          }
        }
        look(part, `${place}/${key}`)
      }
    }
    look(document, "")
    for (const { operationId, parameters } of describedRoutes) {
      for (const { name, description = "" } of parameters) if (description === "") silent.push(`${operationId} ${name}`)
    }
    expect(silent).toEqual([])
  })
})

const PROBES: readonly string[] = ["GET /health", "GET /ready"]

describe("the guard holds for every route (control.md section 4)", () => {
  test.each(controlTable.map(({ at }) => [at] as const))("%s", async (at) => {
    const { app, control, world } = await desk()
    const { method } = splitKey(at)
    const before = world.hash()
    const strange = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      // The server answers probes with any header (test/safety/probes.test.ts).
      ...(PROBES.includes(at) ? [] : [{ "x-forwarded-for": "203.0.113.9" }, { host: "localhost.evil.example" }]),
      ...(method === "GET" ? [] : [{ "x-hexarium": "" }]),
    ]
    for (const headers of strange) {
      const answer = await control(method, pathFor(at), undefined, headers)
      expect([answer.status, answer.body.error_code], JSON.stringify(headers)).toEqual([403, "NO_PRIVILEGES"])
    }
    expect([world.hash(), app.worlds.size, app.worlds.main.snapshots.size]).toEqual([before, 1, 0])
  })

  test.each(controlTable.filter(({ at }) => at.includes("/:w")).map(({ at }) => [at] as const))(
    "%s: an unknown world is 404 before anything else",
    async (at) => {
      const { control } = await desk()
      const { method } = splitKey(at)
      const path = pathFor(at).replace("/main", "/nowhere")
      const { status, body } = await control(method, path, method === "GET" ? undefined : { nonsense: 1 })
      expect([status, body]).toEqual([404, { error: 'the world "nowhere" does not exist', error_code: "NOT_FOUND" }])
    },
  )

  test("no response has CORS headers, and none may be cached", async () => {
    const { control } = await desk()
    for (const path of ["/worlds", "/worlds/main/requests", "/nothing", "/openapi.json"]) {
      const { headers } = await control("GET", path, undefined, { origin: "http://localhost:3000" })
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
      expect(headers.get("cache-control")).toBe("no-store")
    }
  })
})
