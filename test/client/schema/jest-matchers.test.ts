import { expect, test } from "vitest"
import { compile } from "./compile.ts"

/** docs/testing.md, "Matchers": in Jest, the compiler knows the matchers on every `expect` that a test uses. */

const CALLS = `
await expect(Promise.resolve()).toBeRefusedWith({ status: 403 })
expect({}).toHaveItem({ datastore: "Orders", item: { Total: 12 } })
expect({}).not.toHaveSentMail({ to: "ada@shop.test" })
expect({}).toEqualWorld({})
expect({}).toHaveItem({ datastor: "Orders" })
expect({}).toHaveItm({})
`
/** Wrong calls, by line of a file that begins with an import of `expect`. */
const WRONG_CALLS = [
  { line: 6, message: /'datastor' does not exist/ },
  { line: 7, message: /'toHaveItm' does not exist/ },
]

test.each([
  ["imported from @jest/globals", 'import { expect } from "@jest/globals"'],
  ["global", "export {}"],
])("the matchers of an expect that is %s", async (_, first) => {
  // The declarations of @types/jest for the global `expect` that matter here.
  const globals = `
declare namespace jest {
  interface Matchers<R, T = {}> { toBe<E = any>(expected: E): R }
  interface Expect { <T = any>(actual: T): Matchers<void, T> & { not: Matchers<void, T> } }
}
declare const expect: jest.Expect
`
  const main = `${first}${CALLS}import "hexarium/jest"\n`
  const errors = await compile({ "main.ts": main, "globals.d.ts": globals })
  expect(errors.map(({ line }) => line)).toEqual(WRONG_CALLS.map(({ line }) => line))
  for (const [at, { message }] of WRONG_CALLS.entries()) expect(errors[at]?.message).toMatch(message)
})
