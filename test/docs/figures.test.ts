import { expect, test } from "vitest"
import { isFragment, isUnclearName, measure } from "./figures.mjs"

test.each(measure().figures)("the figure for $name is at most $limit", ({ value, limit, detail }) => {
  expect(value, `${detail} (npm run docs:figures -- --why)`).toBeLessThanOrEqual(limit)
})

test("isFragment finds names without subject or verb", () => {
  const fragments = ["of another workspace", "without a token", "is given a template", "one that is archived"]
  expect(fragments.filter((name) => !isFragment(name))).toEqual([])
  expect(isFragment("returns 404 for a template of another workspace")).toBe(false)
})

test("isUnclearName finds lone participles and limits without MAX_", () => {
  const unclear = ["resolved", "told", "kept", "MOST_ACTIONS", "LONGEST_NAME"]
  expect(unclear.filter((name) => !isUnclearName(name))).toEqual([])
  expect(["seed", "resolveDraft", "keptIds", "isKept", "MAX_ACTIONS"].filter(isUnclearName)).toEqual([])
})
