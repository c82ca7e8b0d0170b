import { expect, test } from "vitest"
import { vmPatterns } from "../../emulator/adapters/index.ts"
import { noPatterns } from "../../src/ports/index.ts"
import { patternsContract } from "../ports/patterns-contract.ts"

patternsContract("vm", vmPatterns({ limitMs: 250 }))
patternsContract("none", noPatterns, { refusesAll: true })

test.each([
  ["that had the processor is stopped once", 50, 1],
  ["that hardly had it is tried again, and not for ever", 1, 3],
])("a pattern %s", (_, spent, tries) => {
  let looks = 0
  const processorMs = () => {
    looks += 1
    return looks % 2 === 0 ? spent : 0
  }
  expect(vmPatterns({ limitMs: 20, processorMs }).find("^(a*)*\\1b$", [`${"a".repeat(60)}!`])).toBe("stopped")
  expect(Math.ceil(looks / 2)).toBe(tries)
})
