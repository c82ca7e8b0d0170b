import { Validator } from "@seriousme/openapi-schema-validator"
import { expect, test } from "vitest"
import { errorShapes } from "../../emulator/api/contract/error-shapes.ts"
import { ERROR_EXAMPLES, FLAT_EXAMPLES } from "../../emulator/api/http/openapi/error-names.ts"
import { examples, openApiDocument, operationOf, rows } from "../../emulator/api/index.ts"
import { VERSION } from "../../emulator/version.ts"
import type { ErrorShape } from "../../src/model/index.ts"

interface Operation {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[]
  readonly requestBody?: unknown
  readonly responses: Record<string, unknown>
  readonly "x-operation": string
}

const document = openApiDocument({ version: VERSION }) as {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, unknown> }
}
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

test("is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBe(undefined)
  expect(valid).toBe(true)
})

test("has every operation, once under its own name", () => {
  const named = operations.filter(({ operationId }) => !/Alias\d$/.test(operationId))
  expect(named.map((operation) => operation["x-operation"]).sort()).toEqual(
    rows.map(([name]) => operationOf(name)).sort(),
  )
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
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

test("an operation takes, answers and refuses the same by each of its paths, and has an example for each", () => {
  const told = ({ requestBody, responses }: Operation) => without("example", { requestBody, responses })
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  for (const [id, operation] of byId) {
    const main = byId.get(id.replace(/Alias\d$/, ""))
    expect(told(operation), id).toEqual(main && told(main))
    for (const { name, in: place, example } of operation.parameters)
      if (place === "path") expect([id, name, typeof example]).toEqual([id, name, "string"])
  }
})

/** The value without the properties of a name, at any depth. */
const without = (member: string, value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === member ? undefined : inner)))

test("the examples of error bodies have their shapes", () => {
  for (const [shape, example] of Object.entries(ERROR_EXAMPLES)) {
    expect(errorShapes[shape as ErrorShape]().safeParse(example).error, shape).toBe(undefined)
  }
  for (const [status, example] of Object.entries(FLAT_EXAMPLES)) {
    expect(errorShapes.flat().safeParse(example).error, status).toBe(undefined)
  }
})

test("what is built has an example of its request and its answer", () => {
  for (const [name, row] of rows.filter(([, row]) => !row.planned)) {
    const example = examples[operationOf(name)]
    expect(example, name).toBeDefined()
    expect(row.body !== undefined && row.method !== "get", name).toBe(example?.body !== undefined)
  }
})
