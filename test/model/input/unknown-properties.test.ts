import { describe, expect, test } from "vitest"
import * as z from "zod"
import { DomainError } from "../../../src/model/index.ts"
import { refuseUnknown, unknownInput } from "../../../src/model/input/index.ts"

/** Returns the findings about unknown properties of a body. */
function unknownIn(schema: z.ZodType, body: unknown): readonly string[] {
  try {
    refuseUnknown(schema, body, "body")
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return (error.refusal.findings ?? []).map(({ description, error: why }) => `${description}: ${why}`)
  }
}

describe("refuseUnknown (control.md section 1, strict)", () => {
  test("reports at most 20 properties", () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, at]))
    const schema = z.object({ list: z.array(z.object({ name: z.string() })) })
    expect(unknownIn(schema, { list: [], ...many(19) })).toHaveLength(19)
    expect(unknownIn(schema, { list: [], ...many(1000) })).toHaveLength(20)
    const unions = z.object({ list: z.array(z.union([z.object({ name: z.string() }), z.number()])) })
    const list = Array.from({ length: 3 }, () => ({ name: "a", ...many(15) }))
    expect(unknownIn(schema, { list })).toHaveLength(20)
    expect(unknownIn(unions, { list })).toHaveLength(20)
  })

  test("reads a union as the matching branch with the fewest unknown properties", () => {
    const schema = z.object({ at: z.union([z.object({}), z.object({ x: z.number(), y: z.number() }), z.string()]) })
    expect(unknownIn(schema, { at: { x: 1, y: 2 } })).toEqual([])
    expect(unknownIn(schema, { at: { x: 1, y: 2, label: 3 } })).toEqual(["body.at.label: unknown member"])
    expect(unknownIn(schema, { at: { x: 1, q: 3 } })).toHaveLength(2)
    expect(unknownIn(schema, { at: "x" })).toEqual([])
  })

  test("walks lists, maps, recursive and optional schemas", () => {
    interface Tree {
      readonly children?: readonly Tree[] | undefined
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ children: z.array(tree).optional() }))
    const schema = z.object({ trees: z.record(z.string(), tree).nullable() })
    expect(unknownIn(schema, { trees: { oak: { children: [{}, { leaf: 1 }] } } })).toEqual([
      "body.trees.oak.children.1.leaf: unknown member",
    ])
    expect(unknownIn(schema, { trees: null })).toEqual([])
  })

  test("reports names that every object inherits", () => {
    expect(unknownIn(z.object({ a: z.string() }), JSON.parse('{"a":"","constructor":1,"__proto__":2}'))).toHaveLength(2)
  })
})

test.each([
  ["strict mode", (schema: z.ZodObject, body: object) => unknownIn(schema, body).join()],
  ["a call in process", (schema: z.ZodObject, input: object) => unknownInput("userInvite", schema, input) ?? ""],
])("%s accepts both names of the template's ID if the schema has one of them", (_, mistakeIn) => {
  for (const name of ["email_template_id", "email_templates_id"]) {
    const schema = z.object({ [name]: z.string().optional() })
    expect(mistakeIn(schema, { email_template_id: "a", email_templates_id: "b" })).toBe("")
    expect(mistakeIn(schema, { email_templates_ids: "b" })).toContain(`did you mean ${name}?`)
  }
  expect(mistakeIn(z.object({ host: z.string().optional() }), { email_template_id: "a" })).toMatch(/unknown/)
})
