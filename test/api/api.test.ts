import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { sources } from "../../scripts/entries.mjs"
import { apiReport, readApi } from "./api-report.mjs"

const TYPES = fileURLToPath(new URL("../../dist/types/", import.meta.url))

/** The declarations of an entry, as `tsc -b` emits them. */
const declarationsOf = (source: string) => TYPES + source.replace(/\.ts$/, ".d.ts")

describe("what users may rely on changes only on purpose (npm run api records it)", () => {
  test.each(Object.entries(sources))("%s", async (name, source) => {
    await expect(apiReport(declarationsOf(source))).toMatchFileSnapshot(`${name}.d.ts.txt`)
  })
})

test.each(Object.entries(sources))("%s says of each name what it means", (_, source) => {
  expect(
    readApi(declarationsOf(source))
      .filter(({ doc }) => doc === "")
      .map(({ name }) => name),
  ).toEqual([])
})

describe("the engine's public door", () => {
  const api = readApi(declarationsOf(sources.index))

  test("has at most 140 names", () => {
    expect(api.length).toBeLessThanOrEqual(140)
  })
})
