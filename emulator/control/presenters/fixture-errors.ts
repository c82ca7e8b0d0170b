import { type FixtureError, mistakeText } from "../../../src/inside.ts"

/** The answer to a fixture that can't be loaded: every mistake with its path. */
export function presentFixtureError({ mistakes }: FixtureError) {
  const count = mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes, the first one`
  return {
    error: `the fixture has ${[count, ...mistakes.slice(0, 1).map(mistakeText)].join(": ")}`,
    error_code: "INVALID_PARAMS",
    errors: mistakes.map(({ path, message }) => ({ path, message })),
  }
}
