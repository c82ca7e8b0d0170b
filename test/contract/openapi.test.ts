import { Validator } from "@seriousme/openapi-schema-validator"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Hono } from "hono"
import { describe, expect, test } from "vitest"
import { errorShapes } from "../../emulator/api/contract/error-shapes.ts"
import { openApiText } from "../../emulator/api/http/openapi/document.ts"
import { ERROR_EXAMPLES, FLAT_EXAMPLES } from "../../emulator/api/http/openapi/error-names.ts"
import { withoutRecursion } from "../../emulator/api/http/openapi/without-recursion.ts"
import { examples, openApiDocument, operationOf, routesOf, rows } from "../../emulator/api/index.ts"
import { controlDocument } from "../../emulator/control/index.ts"
import { createApp } from "../../emulator/index.ts"
import { VERSION } from "../../emulator/version.ts"
import type { ErrorShape } from "../../src/model/index.ts"
import { bareWorld } from "../bare-world.ts"

interface Operation {
  readonly operationId: string
  readonly description?: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[]
  readonly requestBody?: unknown
  readonly responses: Record<string, unknown>
  readonly "x-operation": string
}

type Json = Readonly<Record<string, unknown>>

interface Document {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, Json>; readonly responses: Record<string, Json> }
}

const read = (document: object) => document as Document
const document = read(openApiDocument({ version: VERSION }))
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

test("is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone({ ...document }))
  expect(errors).toBe(undefined)
  expect(valid).toBe(true)
})

test("has every operation once, at its main path", () => {
  expect(operations.map((operation) => operation["x-operation"]).sort()).toEqual(
    rows.map(([name]) => operationOf(name)).sort(),
  )
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(rows.map(([name]) => name).sort())
})

test("lists an operation's other paths in its description", () => {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  const withAliases = rows.filter(([, row]) => routesOf(row).length > 1)
  expect(withAliases.length).toBeGreaterThan(10)
  for (const [name, row] of withAliases) {
    for (const { method, path } of routesOf(row).slice(1)) {
      const route = `\`${method.toUpperCase()} ${path.replaceAll(/:([^/]+)/g, "{$1}")}\``
      expect(byId.get(name)?.description, name).toContain(route)
    }
  }
})

test("every reference leads somewhere", () => {
  const text = JSON.stringify(document)
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    expect(document.components.schemas, name).toHaveProperty(name ?? "")
  }
  expect(text).not.toContain("#/$defs")
})

test("every operation names its failures", () => {
  for (const operation of operations) {
    expect(Object.keys(operation.responses), operation.operationId).toEqual(expect.arrayContaining(["403", "404"]))
  }
})

describe.each([
  ["the API", document],
  ["the control plane", read(controlDocument({ version: VERSION }))],
  ["the flat API", withoutRecursion(document)],
])("the document of %s", (_, { servers: __, ...described }) => {
  test("has schemas that Ajv compiles", () => {
    const ajv = new Ajv2020({ strict: false, formats: { binary: true } }).addSchema(described, "openapi")
    for (const name of Object.keys(described.components.schemas)) {
      expect(() => ajv.compile({ $ref: `openapi#/components/schemas/${name}` }), name).not.toThrow()
    }
  })

  test("has no empty list of alternatives or elements", () => {
    const empty = JSON.stringify(described).match(/"(?:prefixItems|anyOf|oneOf|allOf|enum)":\[\]/g)
    expect(empty).toBe(null)
  })

  test("has no component that nothing refers to", () => {
    const text = JSON.stringify(described)
    const { schemas, responses = {} } = described.components
    const unused = [
      ...Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`)),
      ...Object.keys(responses).filter((name) => !text.includes(`"#/components/responses/${name}"`)),
    ]
    expect(unused).toEqual([])
  })

  test("marks each file part as bytes", () => {
    const forms = [...JSON.stringify(described).matchAll(/"multipart\/form-data":/g)]
    const files = [...JSON.stringify(described).matchAll(/"file":\{"type":"string","format":"binary"/g)]
    expect(forms.length).toBeGreaterThan(0)
    expect(files.length).toBe(forms.length)
  })
})

test("a download of bytes has the format of bytes, and one of text has none", () => {
  const of = (id: string) => JSON.stringify(operations.find(({ operationId }) => operationId === id)?.responses["200"])
  expect(of("getFile")).toContain('"format":"binary"')
  expect(of("downloadTemplate")).toContain('"format":"binary"')
  expect(of("downloadActionScript")).not.toContain('"format":"binary"')
})

describe("the flat document", () => {
  const flat = read(JSON.parse(openApiText({ version: VERSION, isFlat: true })))
  const targets = (schema: unknown) =>
    [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = ""]) => name)

  test("has no schema that refers to itself, directly or through others", () => {
    const visit = (name: string, above: readonly string[]): void => {
      expect(above, [...above, name].join(" > ")).not.toContain(name)
      for (const target of targets(flat.components.schemas[name])) visit(target, [...above, name])
    }
    for (const name of Object.keys(flat.components.schemas)) visit(name, [])
  })

  test("describes one level of nesting", () => {
    const { Condition, ConditionWithoutNesting } = flat.components.schemas
    expect(targets(Condition)).toEqual(["ConditionWithoutNesting"])
    expect(targets(ConditionWithoutNesting)).toEqual([])
    expect(Object.keys((ConditionWithoutNesting as { properties: object }).properties)).toContain("conditions")
  })

  test("accepts deeper values, which the API accepts", () => {
    const ajv = new Ajv2020({ strict: false, formats: { binary: true } })
    const { servers: _, ...described } = flat
    const isValid = ajv.addSchema(described, "openapi").compile({ $ref: "openapi#/components/schemas/Condition" })
    expect(isValid({ conditions: [{ conditions: [{ conditions: [{ id: "Name" }] }] }] })).toBe(true)
    expect(isValid({ conditions: [{ id: 1 }] })).toBe(false)
  })

  test("cuts a cycle of two schemas", () => {
    const of = (name: string) => ({ type: "object", properties: { next: { $ref: `#/components/schemas/${name}` } } })
    const { schemas } = withoutRecursion({ components: { schemas: { A: of("B"), B: of("A"), C: of("A") } } }).components
    expect(Object.entries(schemas).map(([name, schema]) => [name, ...targets(schema)])).toEqual([
      ["A", "BWithoutNesting"],
      ["AWithoutNesting"],
      ["B", "AWithoutNesting"],
      ["BWithoutNesting"],
      ["C", "A"],
    ])
  })
})

describe("the servers of the document", () => {
  const app = createApp({ world: bareWorld() })
  const serversOf = async (url: string, from = app) =>
    ((await (await from.fetch(new Request(url))).json()) as Document).servers.map((server) => server.url)

  test("are absolute if a server sends it", async () => {
    const url = "http://localhost:7575"
    expect(await serversOf(`${url}/openapi.json`)).toEqual([`${url}/api/v0`, `${url}/w/{world}/api/v0`])
    expect(await serversOf(`${url}/openapi.json?again=/1`)).toEqual([`${url}/api/v0`, `${url}/w/{world}/api/v0`])
    expect(await serversOf(`${url}/_hexarium/openapi.json`)).toEqual([`${url}/_hexarium`])
  })

  test("include the path that the app is mounted at", async () => {
    const mine = new Hono().route("/fake", app) as unknown as typeof app
    expect(await serversOf("http://localhost/fake/openapi.json", mine)).toContain("http://localhost/fake/api/v0")
    expect(await serversOf("http://localhost/fake/_hexarium/openapi.json", mine)).toEqual([
      "http://localhost/fake/_hexarium",
    ])
  })

  test("are a path without host and variables in the package's document, which belongs to no server", () => {
    expect(document.servers.map(({ url }) => url)).toEqual(["/api/v0"])
  })
})

test("the examples of error bodies have their shapes", () => {
  for (const [shape, example] of Object.entries(ERROR_EXAMPLES)) {
    expect(errorShapes[shape as ErrorShape]().safeParse(example).error, shape).toBe(undefined)
  }
  for (const [status, example] of Object.entries(FLAT_EXAMPLES)) {
    expect(errorShapes.flat().safeParse(example).error, status).toBe(undefined)
  }
})

test("each built operation has an example of its request and its response", () => {
  for (const [name, row] of rows) {
    const example = examples[operationOf(name)]
    expect(example, name).toBeDefined()
    expect(row.body !== undefined && row.method !== "get", name).toBe(example?.body !== undefined)
  }
})
