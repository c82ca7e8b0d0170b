import { type FixtureError, mistakeText } from "../../src/index.ts"

/** The answer to a fixture that can't be loaded: every mistake with its path. */
export function presentFixtureError({ mistakes }: FixtureError) {
  const [first] = mistakes
  const count = mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`
  return {
    error: `the fixture has ${count}${first === undefined ? "" : `, first ${mistakeText(first)}`}`,
    error_code: "INVALID_PARAMS",
    errors: mistakes.map(({ path, message }) => ({ path, message })),
  }
}
