import { existsSync } from "node:fs"
import { afterEach, describe, expect, test, vi } from "vitest"
import { CountsFolder } from "../../../emulator/adapters/index.ts"
import type { CoverageCounts } from "../../../emulator/insight/index.ts"
import CoverageReporter from "../../../emulator/testing/runners/coverage-reporter.ts"
import { testWorlds } from "../../../emulator/testing/runners/index.ts"
import { hexariumTest as inJest } from "../../../emulator/testing/runners/jest.ts"
import { hexariumTest as inNode } from "../../../emulator/testing/runners/node-test.ts"
import { hexariumTest as inPlaywright } from "../../../emulator/testing/runners/playwright.ts"

vi.mock("node:test", () => ({ test: Object.assign(takeBody, { only: takeBody, skip: takeBody }) }))
vi.mock("@jest/globals", () => ({
  test: Object.assign(takeBody, { only: takeBody, skip: takeBody, failing: takeBody, todo() {}, each: () => takeBody }),
  expect: { extend() {}, getState: () => ({ currentTestName: "orders", testPath: "/orders.test.js" }) },
}))
vi.mock("@playwright/test", () => ({ test: { extend: (fixtures: unknown) => fixtures } }))

/** A runner's function that declares a test. Returns the test's function. */
function takeBody(...args: readonly unknown[]): unknown {
  return args.find((arg) => typeof arg === "function")
}

const SHOP = new URL("../../../examples/node-test/shop.yaml", import.meta.url)
const orders = { application: "SHOP", datastore: "Orders" }
const BOB = "bob@shop.test"
const VARIABLE = "HEXARIUM_COVERAGE_FOLDER"

/** Lets a folder collect the counts of the tests that `run` starts. */
async function collectCounts(run: () => Promise<void>): Promise<CoverageCounts[]> {
  const counts = new CountsFolder<CoverageCounts>()
  Object.assign(process.env, counts.variables)
  await run()
  const all = await counts.read()
  counts.delete()
  return all
}

/** Texts that were written to standard error since the call. */
function standardError(): string[] {
  const texts: string[] = []
  vi.spyOn(process.stderr, "write").mockImplementation((text) => texts.push(`${text}`) > 0)
  return texts
}

afterEach(() => {
  delete process.env[VARIABLE]
  vi.restoreAllMocks()
})

describe("coverage of tests (insight.md section 5)", () => {
  test("counts requests in process and over a socket, calls of as, and changes of the test's world", async () => {
    const worlds = testWorlds({ fixture: SHOP, coverage: true })
    const runs = worlds.inWorld(async ({ as, client, url, token }) => {
      const { itemId } = await as(BOB).createItem({ ...orders, item: { Total: 1 } })
      await as(BOB).executeAction({ ...orders, itemId, actionId: "Pay", isForceUpdate: true })
      await expect(as(BOB).getItemDetails({ ...orders, itemId: "none" })).rejects.toThrow()
      const params = { "app-id": "SHOP", "datastore-id": "Orders", "item-id": "none" }
      await expect(client(BOB).getItemDetails({ params })).rejects.toThrow()
      await client(BOB).getUserInfo()
      await fetch(`${url}/api/v0/userinfo`, { headers: { authorization: `Bearer ${await token(BOB)}` } })
      await fetch(`${url}/api/v0/userinfo`)
      const report = await fetch(`${url}/_hexarium/coverage`, { headers: { "x-hexarium": "1" } })
      expect(report.status).toBe(200)
    })
    const [counts, ...others] = await collectCounts(() => runs())
    expect(others).toEqual([])
    const outcomes = Object.fromEntries((counts?.operations ?? []).map((one) => [one.name, one.outcomes]))
    expect(outcomes).toEqual({
      CreateItem: [{ outcome: "ok", count: 1 }],
      ExecuteAction: [{ outcome: "ok", count: 1 }],
      GetItemDetails: [{ outcome: "target NOT_FOUND", count: 2 }],
      GetUserInfo: [
        { outcome: "ok", count: 2 },
        { outcome: "token UNAUTHORIZED", count: 1 },
      ],
    })
    const { actions, statuses } = counts?.application ?? { actions: [], statuses: [] }
    const used = (all: readonly { name: string; count: number }[]) =>
      all.filter(({ count }) => count > 0).map(({ name }) => name)
    expect([used(actions), used(statuses)]).toEqual([
      ["Create", "Pay"],
      ["open", "paid"],
    ])
    expect(actions.length).toBeGreaterThan(2)
  })

  test("the reporter prints one report of all tests, and nothing of a run before", async () => {
    const printed = standardError()
    const reporter = new CoverageReporter()
    const folder = process.env[VARIABLE] ?? ""
    const [one, other] = [testWorlds({ fixture: SHOP, coverage: true }), testWorlds({ fixture: SHOP, coverage: true })]
    const reads = ({ as }: { as: Awaited<ReturnType<typeof one.fresh>>["as"] }) => as(BOB).getUserInfo()
    for (const worlds of [one, one, other]) await worlds.inWorld(({ as }) => reads({ as }))()
    await reporter.onTestRunEnd()
    expect(printed).toHaveLength(1)
    expect(printed[0]).toContain("Coverage of the service\n  1 of ")
    expect(printed[0]).toContain("    GetUserInfo  3  ok 3\n")
    // The two files have the same fixture, whose actions are listed once.
    expect(printed[0]?.match(/unused: SHOP\/Orders Pay\n/g)).toHaveLength(1)
    await other.inWorld(({ as }) => as(BOB).createItem({ ...orders, item: {} }))()
    await reporter.onRunComplete()
    expect(printed[1]).toContain("CreateItem  1  ok 1")
    expect(printed[1]).not.toContain("GetUserInfo  ")
    // The runner of the outer process, such as hexarium exec, prints the report of an inner one.
    await new CoverageReporter().onEnd()
    expect([printed.length, existsSync(folder)]).toEqual([2, true])
  })

  test("the tests of Jest, Node and Playwright count into one report, which each runner's reporter prints", async () => {
    const options = { fixture: SHOP, coverage: true } as const
    type Own = Awaited<ReturnType<ReturnType<typeof testWorlds>["fresh"]>>
    const read = ({ as }: Pick<Own, "as">) => as(BOB).getUserInfo()
    type Opened = (needs: object, use: (own: Own) => Promise<void>, info: object) => Promise<void>
    const inPage = inPlaywright(options) as unknown as { readonly opened: Opened }
    const runs = [
      inJest(options)("orders", read) as unknown as () => Promise<void>,
      () => (inNode(options)("orders", read) as unknown as (context: object) => Promise<void>)({ name: "orders" }),
      () => inPage.opened({}, async (own) => void (await read(own)), { status: "passed", expectedStatus: "passed" }),
    ]
    const printed = standardError()
    const reporter = new CoverageReporter()
    for (const run of runs) await run()
    await reporter.onEnd()
    expect(printed.join("")).toContain("    GetUserInfo  3  ok 3\n")
    expect(reporter.printsToStdio()).toBe(false)
  })

  test("a test without the option counts nothing", async () => {
    const worlds = testWorlds({ fixture: SHOP })
    const counts = await collectCounts(() =>
      worlds.inWorld(async ({ as, app }) => {
        await as(BOB).getUserInfo()
        expect((await app.fetch("/_hexarium/coverage", { headers: { "x-hexarium": "1" } })).status).toBe(404)
      })(),
    )
    expect(counts).toEqual([])
  })

  test("says once that nothing collects the counts", async () => {
    const printed = standardError()
    const worlds = testWorlds({ fixture: SHOP, coverage: true })
    for (const _ of [1, 2]) await worlds.inWorld(({ as }) => as(BOB).getUserInfo())()
    expect(printed.join("")).toMatch(/^hexarium: coverage: true counts nothing.*hexarium\/coverage.*exec --coverage\n$/)
  })

  test("refuses other values than true and false", () => {
    expect(() => testWorlds({ coverage: "text" as never })).toThrow(
      'testWorlds: expected coverage to be true or false, received "text"',
    )
  })
})
