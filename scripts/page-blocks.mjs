/** The code blocks of README and the pages, with the marks above them (CONTRIBUTING.md, "Additions"). */

/** A fenced block, after its mark if it has one. */
const BLOCK = /(?:<!-- (runs|fails|file)(?:: ([^\n]*?))? -->\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm

/** Lists the blocks of a page's text in order. `line` is the line of the opening fence, counted from 1. */
export function blocksIn(text) {
  return [...text.matchAll(BLOCK)].map(({ 0: whole, 1: mark, 2: detail, 3: lang, 4: code, index }) => {
    const fence = index + whole.indexOf("```")
    return { mark, detail, lang, code, line: text.slice(0, fence).split("\n").length }
  })
}

/** Examples of operations, in the order of `docs/reference/examples.md`. The first one runs in process, the second one with the client. */
export const operationExamples = (text) =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [inProcess, client] = blocksIn(section).map(({ code }) => code.trimEnd())
      return { operation: section.slice(0, section.indexOf("\n")), inProcess, client }
    })

/** Modules of the package that a block imports, and other packages. */
export const importsOf = (code) => [...code.matchAll(/^import .*? from "([^"]+)"$/gm)].map(([, name]) => name)

/** Whether a block is a test, which a reader can run. */
export const isTest = (code) => /^(?:test|it)(?:\.\w+)*\(/m.test(code) || /\bexpect\(/.test(code)

/** Removes the placeholders for the reader's own code. */
export const withoutGaps = (code) => code.replaceAll("{ … }", "{}")

/**
 * Blocks that need another test runner or another package than this project's Vitest, by the name of what they import.
 * The value is the file that runs them, or the reason why a block can't run.
 */
export const RUN_ELSEWHERE = {
  "@hexabase/hexabase-js": "test/clients/sdk/methods.test.ts",
  "hexarium/jest": "scripts/try-examples.mjs",
  "hexarium/node-test": "scripts/try-examples.mjs",
  "hexarium/playwright": "scripts/try-examples.mjs",
  nock: "scripts/try-examples.mjs",
  "vitest/browser": "scripts/try-examples.mjs",
}
