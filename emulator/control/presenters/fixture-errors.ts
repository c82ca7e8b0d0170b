import { type FixtureError, mistakeText } from "../../../src/fixtures/index.ts"
import { MAX_FINDINGS } from "../../../src/model/index.ts"

/** Converts the mistakes of an invalid fixture for a response, at most a hundred (control.md section 4). */
export function presentFixtureError({ mistakes }: FixtureError) {
  const first = mistakes.slice(0, MAX_FINDINGS).map(({ path, message }) => ({ path, message }))
  const rest = mistakes.length - first.length
  const count = rest > 0 ? `more than ${MAX_FINDINGS}` : mistakes.length
  const amount = mistakes.length === 1 ? "a mistake" : `${count} mistakes; the first mistake is`
  return {
    error: `the fixture has ${[amount, ...mistakes.slice(0, 1).map(mistakeText)].join(": ")}`,
    error_code: "INVALID_PARAMS",
    errors: rest > 0 ? [...first, { path: "", message: `and at least ${rest} more mistakes` }] : first,
  }
}
