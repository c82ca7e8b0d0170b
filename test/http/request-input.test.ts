import * as fc from "fast-check"
import { expect, test } from "vitest"
import { readQuery } from "../../emulator/http/request-input.ts"

test("property: a query is read as browsers read it, of several values the first", async () => {
  const text = fc.stringMatching(/^[a-c=&?%+20;/[\]-]{0,30}$/)
  await fc.assert(
    fc.property(text, fc.constantFrom("", "?"), (query, mark) => {
      const expected = new Map<string, string>()
      for (const [name, value] of new URLSearchParams(mark + query)) if (!expected.has(name)) expected.set(name, value)
      expect(Object.entries(readQuery(mark + query))).toEqual(Object.entries(Object.fromEntries(expected)))
    }),
    { numRuns: 2000, seed: 3 },
  )
})
