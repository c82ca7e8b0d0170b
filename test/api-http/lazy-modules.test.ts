import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { build } from "esbuild"
import { afterAll, beforeAll, expect, test } from "vitest"
import * as z from "zod"
import { type OperationName, type Row, rows } from "../../emulator/api/index.ts"
import { inlineData } from "../../scripts/inline-data.mjs"
import { inlineFixture } from "../../scripts/inline-fixture.mjs"
import { defaultPorts, prepareFixture } from "../../src/index.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"
import type { FreshCase } from "./fresh-process.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** Tests that a process loads a module at the first use of it, whatever other requests came before. */
const PATTERNS = ["T.do", "^(?:Ｔ|t)", "(?<=o)f", "+", "1.5", "(a)\\1"]

/** Operations that take search conditions, with a condition on a text and the place of the conditions. */
const TEXTS = {
  itemList: (conditions) => ({ conditions }),
  executeBulkAction: (conditions) => ({ conditions }),
  deleteItemByConditions: (conditions) => ({ conditions }),
  globalSearch: (conditions) => ({
    item_search_params: { conditions },
    project_id: "ORDERS",
    datastore_id: "Orders",
    return_item_list: true,
  }),
  getReportDataByConditions: (conditions) => ({ conditions }),
  getChartDataByConditions: (conditions) => ({ conditions }),
} satisfies Partial<Record<OperationName, (conditions: readonly object[]) => object>>

const idOf = (operation: string): string =>
  operation === "getReportDataByConditions"
    ? "Customer"
    : operation === "getChartDataByConditions"
      ? "Country"
      : "title"

let folder = ""
beforeAll(async () => {
  await mkdir(`${ROOT}.cache`, { recursive: true })
  folder = await mkdtemp(`${ROOT}.cache/lazy-modules-`)
  await build({
    entryPoints: { run: fileURLToPath(new URL("fresh-process.ts", import.meta.url)) },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    logLevel: "silent",
    plugins: [inlineData],
  })
  const fixture = (await inlineFixture(`${ROOT}fixtures/demo.yaml`)) as never
  await writeFile(`${folder}/demo.jsonl`, await prepareFixture({ fixture, ports: defaultPorts() }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs cases one after another in a new process. No two of them may need the same module. */
async function statusesOf(cases: readonly FreshCase[]): Promise<unknown[]> {
  const args = [`${folder}/run.mjs`, `${folder}/demo.jsonl`, JSON.stringify(cases)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 })
  return JSON.parse(stdout)
}

const operationsWhoseInput = (pattern: RegExp): string[] =>
  rows
    .filter(([, { query, body, form }]: readonly [string, Row]) =>
      [query, body, form].some(
        (schema) =>
          schema !== undefined &&
          pattern.test(JSON.stringify(z.toJSONSchema(schema(), { io: "input", unrepresentable: "any" }))),
      ),
    )
    .map(([name]) => name)

/** Each operation runs once, with one of the spellings: a second run of it would need a new process. */
const CSV_REQUESTS: readonly FreshCase[] = [
  { operation: "itemList", body: { format: "CSV" } },
  { operation: "getReportData", query: { format: "cSv" } },
  { operation: "getReportDataByConditions", body: { format: "CSV" } },
  { operation: "globalSearch", body: { item_search_params: { format: "cSv" } } },
]

const PATTERN_REQUESTS: readonly FreshCase[] = Object.entries(TEXTS).map(([operation, bodyOf], at) => {
  const leaf = { id: idOf(operation), search_value: [PATTERNS[at % PATTERNS.length]] }
  const condition = at % 2 === 0 ? { ...leaf, not_match: true } : { conditions: [leaf], use_or_condition: true }
  return { operation: operation as keyof typeof TEXTS, body: bodyOf([condition]) }
})

const hasPattern = (one: FreshCase): boolean => JSON.stringify(one).includes("search_value")

const IMPORTS: readonly FreshCase[] = [{ operation: "importItems" }, { operation: "userImport" }]
const TEMPLATES: readonly FreshCase[] = [
  { operation: "downloadTemplate" },
  { operation: "saveTemplate" },
  { operation: "uploadTemplate" },
  { operation: "createApplication", body: { tp_id: "blank" } },
]
const GRAPHQL: readonly FreshCase[] = [{ graphql: "{ userInfo { u_id } }" }, { graphql: "mutation { userInfo }" }]

const fixtureWith = (search_value: readonly unknown[]): FreshCase => {
  const fixture = fixtureOf({
    datastores: { Tasks: { fields: { Name: { dataType: "text" } } } },
  } as never) as never as {
    workspaces: { applications: { datastores: { default_search?: object[] }[] }[] }[]
  }
  const [datastore] = fixture.workspaces[0]?.applications[0]?.datastores ?? []
  if (datastore !== undefined) datastore.default_search = [{ id: "Name", search_value }]
  return { fixture }
}
const FIXTURES: readonly FreshCase[] = [[1.5], [1e21], ["ＡＢ．Ｃ"]].map(fixtureWith)

test("the cases cover every operation that may return CSV or take a pattern", () => {
  const ofCases = (cases: readonly FreshCase[]) =>
    new Set(cases.flatMap((one) => ("operation" in one ? one.operation : [])))
  expect(new Set(operationsWhoseInput(/csv/))).toEqual(ofCases(CSV_REQUESTS))
  expect(new Set(operationsWhoseInput(/search_value/))).toEqual(ofCases(PATTERN_REQUESTS))
})

test("each request loads the lazy modules that it needs, as the first request of a process", async () => {
  // Cases of different rows need different modules, so that they may share a process.
  const rowsOfCases = [[...PATTERN_REQUESTS, ...FIXTURES], [...CSV_REQUESTS, ...IMPORTS], GRAPHQL]
  const processes = Array.from({ length: Math.max(...rowsOfCases.map(({ length }) => length)) }, (_, at) =>
    rowsOfCases.flatMap((cases) => cases[at] ?? []),
  )
  // Templates also load the module of patterns.
  processes.push(...TEMPLATES.map((one) => [one]))
  const ran: { one: FreshCase; status: unknown }[] = []
  for (const cases of processes) {
    const statuses = await statusesOf(cases)
    ran.push(...cases.map((one, at) => ({ one, status: statuses[at] })))
  }
  // An invalid pattern is refused with 400, by the module that checks patterns.
  expect(ran.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
  expect(
    ran.filter(({ one, status }) => "operation" in one && status === 400).every(({ one }) => hasPattern(one)),
  ).toBe(true)
  expect(ran.length).toBeGreaterThan(20)
})
