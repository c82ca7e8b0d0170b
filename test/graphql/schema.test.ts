import { readFileSync } from "node:fs"
import { buildSchema, validateSchema } from "graphql"
import { expect, test } from "vitest"
import { SDL } from "../../emulator/graphql/sdl.ts"

test("the schema is the one of the reference (graphql.md section 10)", () => {
  const page = readFileSync(new URL("../../docs/reference/graphql.md", import.meta.url), "utf8")
  expect(/```graphql\n([\s\S]*?)```/.exec(page)?.[1]).toBe(SDL)
})

test("the schema is valid", () => {
  expect(validateSchema(buildSchema(SDL))).toEqual([])
})
