import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, expect, test } from "vitest"
import { JsonSchemas } from "../../../emulator/api/index.ts"
import { controlTools } from "../../../emulator/cli/mcp/control-tools.ts"
import { describeForCalls, listOperations } from "../../../emulator/cli/mcp/describe-operation.ts"
import type { McpTarget } from "../../../emulator/cli/mcp/mcp-tool.ts"
import { operationTools } from "../../../emulator/cli/mcp/operation-tools.ts"
import { selfContained } from "../../../emulator/cli/mcp/self-contained.ts"

// The definitions of tools need no server.
const target = { world: "main", control: {}, client: {} } as unknown as McpTarget
const tools = [...operationTools(target), ...controlTools(target)].map(({ definition }) => definition)

/** Returns the paths of all lists of types in a schema. */
function typeListsIn(schema: unknown, path = ""): string[] {
  if (typeof schema !== "object" || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "type" && Array.isArray(value) ? [path] : typeListsIn(value, `${path}/${key}`),
  )
}

describe("the schemas of MCP tools", () => {
  test("have one type at each place", () => {
    expect(tools.length).toBeGreaterThan(30)
    for (const { name, inputSchema } of tools) expect([name, typeListsIn(inputSchema)]).toEqual([name, []])
    for (const { operation } of listOperations()) {
      const { input, answer } = describeForCalls(operation)
      expect([operation, typeListsIn(input), typeListsIn(answer)]).toEqual([operation, [], []])
    }
  })

  test("schemas compile, and accept the same values as with a list of types", () => {
    const ajv = new Ajv2020({ strict: false })
    for (const { inputSchema } of tools) ajv.compile(inputSchema)
    const move = tools.find(({ name }) => name === "moveClock")?.inputSchema ?? {}
    const isMove = ajv.compile(move)
    expect([isMove({ advance: "1d" }), isMove({ advance: 5 }), isMove({ advance: true })]).toEqual([true, true, false])
  })

  test("replaces a list of types by alternatives, and keeps the rest of the schema", () => {
    const converted = (schema: object) => selfContained(schema as never, new JsonSchemas())
    expect(converted({ type: ["string", "null"], description: "x", minLength: 1 })).toEqual({
      anyOf: [{ type: "string" }, { type: "null" }],
      description: "x",
      minLength: 1,
    })
    expect(converted({ type: ["string"] })).toEqual({ type: "string" })
    expect(converted({ type: ["string", "null"], anyOf: [{ minLength: 2 }] })).toEqual({
      anyOf: [{ minLength: 2 }],
      allOf: [{ anyOf: [{ type: "string" }, { type: "null" }] }],
    })
    expect(converted({ properties: { type: { type: "string" } }, required: ["type"] })).toEqual({
      properties: { type: { type: "string" } },
      required: ["type"],
    })
  })

  test("are short enough to read", () => {
    for (const { name, inputSchema } of tools) {
      expect([name, JSON.stringify(inputSchema).length]).toEqual([
        name,
        expect.toSatisfy((size: number) => size < 4000),
      ])
    }
  })
})
