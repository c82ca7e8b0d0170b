import {
  test as base,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from "@playwright/test"
import type { MailFilter, WaitForMail } from "../../../src/engine/index.ts"
import { requireOptions } from "../../../src/model/index.ts"
import type { Mail } from "../../../src/model/records/index.ts"
import type { AnyTypes } from "../../../src/world/index.ts"
import { answerPages } from "./answer-pages.ts"
import { requireRunner } from "./runner-version.ts"
import type { OpenedWorld, TestFixtures, TestWorld } from "./test-world.ts"
import { openWorlds, TEST_WORLD_OPTIONS, type TestWorldOptions, wantsCapsules } from "./test-worlds.ts"
import { type Opened, worldFixtures } from "./world-fixtures.ts"

export type { TestFixtures, TestWorld } from "./test-world.ts"
export { type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"

requireRunner("hexarium/playwright", { name: "Playwright", package: "@playwright/test", since: "1.50" })

/** Options of `hexariumTest`: the initial world of a file's tests, and the API base URLs that the pages call. */
export interface PlaywrightWorldOptions<S extends AnyTypes = undefined> extends TestWorldOptions<S> {
  /**
   * Base URLs that the pages call, without `/api/v0` and without a trailing slash, e.g. `https://api.example.com`. The
   * test's world responds to all requests below them. Default: the paths `/api/v0/…` of any host.
   */
  readonly apiUrl?: string | readonly string[]
}

/** The fixtures that `hexariumTest` adds to Playwright's own fixtures. */
export interface PlaywrightFixtures<S extends AnyTypes = undefined> extends TestFixtures<S> {
  /** The test's `TestWorld`, which contains most of the other fixtures as properties. */
  readonly hexarium: TestWorld<S>
  /**
   * Waits for a mail that matches `filter`, opens the mail's first link in `page` and returns the mail. Rejects if no
   * such mail arrives within `timeoutMs` milliseconds (default 5,000), or if the mail has no link.
   */
  readonly followLink: (filter?: MailFilter, options?: WaitForMail) => Promise<Mail>
}

/** Playwright's `test` function, extended with the fixtures of a world. */
export type PlaywrightTest<S extends AnyTypes = undefined> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & PlaywrightFixtures<S>,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>

const LINK_TIMEOUT_MS = 5000

/**
 * Creates a Playwright `test` function that gives each test its own world (docs/testing.md). The world responds to the
 * API requests of all pages in the test's browser context; `apiUrl` selects these requests. If the configuration sets
 * no `baseURL`, the URL of the world's server is used.
 *
 * @example
 * ```ts
 * import { expect } from "@playwright/test"
 * import { hexariumTest } from "hexarium/playwright"
 *
 * const test = hexariumTest({ fixture: "shop.yaml", apiUrl: "https://api.example.com" })
 *
 * test("an order appears", async ({ page, as }) => {
 *   await as("bob@shop.test").createItem({ application: "SHOP", datastore: "Orders", item: { Total: 12 } })
 *   await page.goto("/orders")
 *   await expect(page.getByRole("listitem")).toHaveText(["O-0001: 12"])
 * })
 * ```
 */
export function hexariumTest<S extends AnyTypes = undefined>(options?: PlaywrightWorldOptions<S>): PlaywrightTest<S>
export function hexariumTest(given: PlaywrightWorldOptions = {}): PlaywrightTest {
  requireOptions("hexariumTest", given, { ...TEST_WORLD_OPTIONS, apiUrl: true })
  const { apiUrl, ...options } = given
  const open = openWorlds(options, "hexariumTest")
  return base.extend<PlaywrightFixtures & Opened>({
    ...worldFixtures(open),
    ...(wantsCapsules(options) && { opened: openedWithCapsule(open) }),
    baseURL: ({ baseURL, url }, use) => use(baseURL ?? url),
    context: async ({ context, url }, use) => {
      await answerPages(context, url, apiUrl)
      await use(context)
      // A page may still wait for a response when the test ends. Such a request must not fail the test.
      await context.unrouteAll({ behavior: "ignoreErrors" })
    },
    followLink: ({ page, mail }, use) =>
      use(async (filter, how) => openLink(page, await mail.waitFor(filter, { timeoutMs: LINK_TIMEOUT_MS, ...how }))),
  })
}

/** Returns the fixture `opened` that writes a capsule if the test fails. The file is in the test's output folder. */
const openedWithCapsule =
  (open: () => Promise<OpenedWorld>) =>
  // biome-ignore lint/correctness/noEmptyPattern: the runner requires a destructured parameter
  async ({}, use: (own: OpenedWorld) => Promise<void>, info: TestInfo): Promise<void> => {
    const own = await open()
    await use(own)
    if (info.status !== info.expectedStatus) {
      const { addFailureCapsule } = await import("./failure-capsule.ts")
      await addFailureCapsule(info.errors, own.world, info.outputPath("world.capsule.json.gz"))
    }
    await own.close()
  }

async function openLink(page: Page, mail: Mail): Promise<Mail> {
  const [link] = mail.links
  if (link === undefined) throw new Error(`the mail ${JSON.stringify(mail.subject)} to ${mail.to} has no link`)
  await page.goto(link.url)
  return mail
}
