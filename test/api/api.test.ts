import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { apiReport, readApi } from "../../scripts/api-report.mjs"

const TYPES = fileURLToPath(new URL("../../dist/types/", import.meta.url))

/** The public entries, with their declarations as `tsc -b` emits them. */
const ENTRIES = {
  index: "src/index.d.ts",
  http: "emulator/index.d.ts",
  node: "emulator/node/index.d.ts",
  client: "emulator/client.d.ts",
  worlds: "emulator/runners/index.d.ts",
  vitest: "emulator/runners/vitest.d.ts",
  jest: "emulator/runners/jest.d.ts",
  "node-test": "emulator/runners/node-test.d.ts",
  playwright: "emulator/runners/playwright.d.ts",
  msw: "emulator/runners/msw.d.ts",
  testing: "emulator/kit/index.d.ts",
} as const

describe("what users may rely on changes only on purpose (npm run api records it)", () => {
  test.each(Object.entries(ENTRIES))("%s", async (name, path) => {
    await expect(apiReport(TYPES + path)).toMatchFileSnapshot(`${name}.d.ts.txt`)
  })
})

describe("the engine's public door", () => {
  const api = readApi(TYPES + ENTRIES.index)

  test("has at most 120 names", () => {
    expect(api.length).toBeLessThanOrEqual(120)
  })

  test("says of each what it means", () => {
    expect(api.filter(({ doc }) => doc === "").map(({ name }) => name)).toEqual([])
  })
})
