import { readdir, rm, stat } from "node:fs/promises"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, test, vi } from "vitest"
import { replayCapsuleFile } from "../../../emulator/node/index.ts"
import { testWorlds } from "../../../emulator/testing/runners/index.ts"
import { hexariumTest as inJest } from "../../../emulator/testing/runners/jest.ts"
import { hexariumTest as inNode } from "../../../emulator/testing/runners/node-test.ts"
import { hexariumTest as inPlaywright } from "../../../emulator/testing/runners/playwright.ts"
import { hexariumTest as inVitest } from "../../../emulator/testing/runners/vitest.ts"

vi.mock("node:test", () => ({ test: Object.assign(takeBody, { only: takeBody, skip: takeBody }) }))
vi.mock("@jest/globals", () => ({
  test: Object.assign(takeBody, { only: takeBody, skip: takeBody, failing: takeBody, todo() {}, each: () => takeBody }),
  expect: { extend() {}, getState: () => ({ currentTestName: "orders in Jest", testPath: "/orders.test.js" }) },
}))
vi.mock("@playwright/test", () => ({ test: { extend: (fixtures: unknown) => fixtures } }))

/** A runner's function that declares a test. Returns the test's function. */
function takeBody(...args: readonly unknown[]): unknown {
  return args.find((arg) => typeof arg === "function")
}

const SHOP = fileURLToPath(new URL("../../../examples/node-test/shop.yaml", import.meta.url))
const ORDERS = { application: "SHOP", datastore: "Orders" }
const OPTIONS = { fixture: SHOP, capsules: "on-failure" } as const

const capsuleFiles: string[] = []
afterAll(async () => {
  for (const file of capsuleFiles) await rm(file)
  if ((await readdir(resolve("hexarium-capsules"))).length === 0)
    await rm(resolve("hexarium-capsules"), { recursive: true })
})

/** Returns the file that a failure's message names. */
function fileIn(text: string): string {
  const file = /^capsule: (.*) \(run it with npx hexarium replay\)$/m.exec(text)?.[1]
  if (file === undefined) throw new Error(`no capsule in ${text}`)
  capsuleFiles.push(file)
  return file
}

const failureOf = async (run: () => unknown): Promise<Error> => {
  try {
    await run()
  } catch (error) {
    return error as Error
  }
  throw new Error("the test passed")
}

const fail = async ({ as }: { readonly as: (user: string) => { createItem(input: object): Promise<unknown> } }) => {
  await as("bob@shop.test").createItem({ ...ORDERS, item: { Total: 12 } })
  throw new Error("as expected")
}

async function expectReplay(file: string): Promise<void> {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { hasSameHash, capsule, close } = await replayCapsuleFile(file)
  close()
  expect([hasSameHash, capsule.changes.map(({ operation }) => operation)]).toEqual([true, ["CreateItem"]])
}

describe("capsules of failed tests (insight.md section 4)", () => {
  test("testWorlds writes one, and the failure's message and stack name it", async () => {
    const failure = await failureOf(testWorlds(OPTIONS).inWorld(fail as never))
    const file = fileIn(failure.message)
    expect(failure.message.startsWith("as expected\ncapsule: ")).toBe(true)
    expect(fileIn(failure.stack ?? "")).toBe(file)
    capsuleFiles.pop()
    await expectReplay(file)
  })

  test("contains the requests that the test sent", async () => {
    const run = testWorlds(OPTIONS).inWorld(async ({ fetch, token }) => {
      const headers = { authorization: `Bearer ${await token("bob@shop.test")}` }
      await fetch("/api/v0/userinfo", { headers })
      throw new Error("as expected")
    })
    const { capsule, responses, differences, close } = await replayCapsuleFile(fileIn((await failureOf(run)).message))
    close()
    expect(capsule.requests.map(({ request }) => request.operation)).toEqual(["GetUserInfo"])
    expect([responses.map(({ status }) => status), differences]).toEqual([[200], []])
  })

  test("a test that passes writes none, and a test without the option has no history", async () => {
    let versions = 0
    await testWorlds(OPTIONS).inWorld(async ({ as, world }) => {
      await as("bob@shop.test").createItem({ ...ORDERS, item: { Total: 12 } })
      versions = world.versions().length
    })()
    const run = testWorlds({ fixture: SHOP }).inWorld(async ({ as, world }) => {
      await as("bob@shop.test").createItem({ ...ORDERS, item: { Total: 12 } })
      throw new Error(`${world.versions().length} versions`)
    })
    expect([versions, (await failureOf(run)).message]).toEqual([1, "0 versions"])
  })

  test("a thrown text becomes an error that names the capsule", async () => {
    const failure = await failureOf(
      testWorlds(OPTIONS).inWorld(() => {
        throw "only a text"
      }),
    )
    fileIn(failure.message)
    expect(failure.message).toContain("only a text")
  })

  test("a capsule that can't be written leaves the test's own failure, with the reason", async () => {
    const run = testWorlds(OPTIONS).inWorld(({ world }) => {
      world.capsule = () => Promise.reject(new Error("no room"))
      throw new Error("as expected")
    })
    expect((await failureOf(run)).message).toBe("as expected\ncapsule: none could be written: no room")
  })

  test("Jest writes a file with the test's name, and writes no file for a test that is expected to fail", async () => {
    const declare = inJest(OPTIONS) as unknown as typeof takeBody & { readonly failing: typeof takeBody }
    const failure = await failureOf(declare("orders", fail) as () => unknown)
    const file = fileIn(failure.message)
    expect(file).toMatch(/\/hexarium-capsules\/orders-in-Jest-[0-9a-f]{8}\.capsule\.json\.gz$/)
    await expectReplay(file)
    expect((await failureOf(declare.failing("orders", fail) as () => unknown)).message).toBe("as expected")
  })

  test("the test runner of Node writes a file with the test's name, which is the same in each run", async () => {
    const run = inNode(OPTIONS)("orders/are numbered", fail as never) as unknown as (context: object) => unknown
    const context = { name: "orders/are numbered", filePath: "/orders.test.js" }
    const [one, other] = [await failureOf(() => run(context)), await failureOf(() => run(context))]
    const file = fileIn(one.message)
    expect(file).toMatch(/\/orders-are-numbered-[0-9a-f]{8}\.capsule\.json\.gz$/)
    expect(fileIn(other.message)).toBe(file)
    capsuleFiles.pop()
    await expectReplay(file)
  })

  test("Playwright writes one to the test's output folder, and none for the expected outcome", async () => {
    type Opened = (needs: object, use: (own: never) => Promise<void>, info: object) => Promise<void>
    const { opened } = inPlaywright(OPTIONS) as unknown as { readonly opened: Opened }
    const folder = resolve("hexarium-capsules")
    const outcome = async (status: string) => {
      const errors = [new Error("as expected")]
      const info = { status, expectedStatus: "passed", errors, outputPath: (name: string) => resolve(folder, name) }
      await opened({}, async (own) => void (await fail(own).catch(() => {})), info)
      return errors[0]?.message ?? ""
    }
    expect(await outcome("passed")).toBe("as expected")
    const file = fileIn(await outcome("failed"))
    expect(file).toBe(resolve(folder, "world.capsule.json.gz"))
    await expectReplay(file)
  })

  const failsFirst = inVitest(OPTIONS)
  failsFirst("Vitest writes one for an attempt that fails", { retry: 1 }, async ({ as, task }) => {
    const [error] = task.result?.errors ?? []
    if (error === undefined) await fail({ as } as never)
    const file = fileIn(error?.message ?? "")
    expect(file).toMatch(/Vitest-writes-one-for-an-attempt-that-fails-[0-9a-f]{8}\.capsule\.json\.gz$/)
    await expectReplay(file)
  })

  test.each([
    [{ capsules: "always" }, 'expected capsules to be "on-failure", received "always"'],
    [{ capsules: "on-failure", history: 0 }, "capsules need a history"],
  ])("refuses %o", (options, why) => {
    expect(() => testWorlds(options as object)).toThrow(why)
  })
})
