import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"

const ROOT = fileURLToPath(new URL("../../../", import.meta.url))
const urlOfBuilt = (name: string): string => pathToFileURL(join(ROOT, "dist", `${name}.js`)).href

const testFile = (calls: string): string => `
import { hexariumTest } from ${JSON.stringify(urlOfBuilt("vitest"))}
const test = hexariumTest({ fixture: ${JSON.stringify(join(ROOT, "examples/vitest/shop.yaml"))}, coverage: true })
test("calls", async ({ client, as }) => { ${calls} })
`

let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(join(ROOT, ".cache/coverage-"))
  const create =
    'await as("bob@shop.test").createItem({ application: "SHOP", datastore: "Orders", item: { Total: 1 } })'
  await Promise.all([
    writeFile(join(folder, "one.test.js"), testFile(`${create}; await client("bob@shop.test").getUserInfo()`)),
    writeFile(join(folder, "other.test.js"), testFile('await client("bob@shop.test").getUserInfo()')),
    writeFile(join(folder, "package.json"), '{ "type": "module" }'),
    writeFile(
      join(folder, "vitest.config.js"),
      `export default { test: { maxWorkers: 2, reporters: ["dot", ${JSON.stringify(join(ROOT, "dist/coverage.js"))}] } }`,
    ),
  ])
})

afterAll(() => rm(folder, { recursive: true }))

test("two workers of Vitest have one report, after all tests", async () => {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs")
  const { HEXARIUM_COVERAGE_FOLDER: _, VITEST: __, ...env } = process.env
  const run = await promisify(execFile)(process.execPath, [vitest, "run"], { cwd: folder, env })
  expect(run.stdout).toContain("2 passed")
  const [before, report = "", ...others] = run.stderr.split("Coverage of the service\n")
  expect(others).toEqual([])
  expect(before?.trim()).toBe("")
  expect(report).toContain("    CreateItem  1  ok 1\n")
  expect(report).toContain("    GetUserInfo  2  ok 2\n")
  expect(report).toMatch(/unused: SHOP\/Orders Pay\n/)
})
