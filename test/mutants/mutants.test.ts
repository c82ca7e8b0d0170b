import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { mutants } from "./mutants.mjs"

test.each(mutants)("the place where $name is planted is there, once", ({ file, find, replace }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")
  expect(source.split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})

test("there are at least forty, all different", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})
