import { expect, test } from "vitest"
import { isFragment, measure } from "./figures.mjs"

test.each(measure().figures)("the figure for $name is at most $limit", ({ value, limit, detail }) => {
  expect(value, `${detail} (npm run docs:figures -- --why)`).toBeLessThanOrEqual(limit)
})

test("isFragment finds names without subject or verb", () => {
  const fragments = ["of another workspace", "without a token", "is given a template", "one that is archived"]
  expect(fragments.filter((name) => !isFragment(name))).toEqual([])
  expect(isFragment("returns 404 for a template of another workspace")).toBe(false)
})
