import {
  test as base,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from "@playwright/test"
import { type AnyTypes, type Mail, type MailFilter, requireOptions, type WaitForMail } from "../../../src/inside.ts"
import { answerPages } from "./answer-pages.ts"
import { requireRunner } from "./runner-version.ts"
import type { TestFixtures, TestWorld } from "./test-world.ts"
import { openWorlds, TEST_WORLD_OPTIONS, type TestWorldOptions } from "./test-worlds.ts"
import { type Opened, worldFixtures } from "./world-fixtures.ts"

export type { TestFixtures, TestWorld } from "./test-world.ts"
export { type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"

requireRunner("hexarium/playwright", { name: "Playwright", package: "@playwright/test", since: "1.50" })

/** What the worlds of a file begin with, and where the pages under test look for the API. */
export interface PlaywrightWorldOptions<S extends AnyTypes = undefined> extends TestWorldOptions<S> {
  /**
   * The base URLs that the pages call, without `/api/v0` and without a trailing slash, e.g. `https://api.example.com`; what they ask
   * for below them is answered by the world of the test. Absent: whatever has `/api/v0/` in its path, on any host.
   */
  readonly apiUrl?: string | readonly string[]
}

/** What a test of `hexariumTest` may take besides Playwright's own fixtures. */
export interface PlaywrightFixtures<S extends AnyTypes = undefined> extends TestFixtures<S> {
  /** The whole `TestWorld`. */
  readonly hexarium: TestWorld<S>
  /**
   * Waits for a mail that fits, opens its link in `page`, and answers the mail. Rejects when none has come within `timeoutMs`
   * milliseconds, 5,000 when absent, and when it has no link.
   */
  readonly followLink: (filter?: MailFilter, options?: WaitForMail) => Promise<Mail>
}

/** Playwright's `test` with the fixtures of a world. */
export type PlaywrightTest<S extends AnyTypes = undefined> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & PlaywrightFixtures<S>,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>

const LINK_TIMEOUT_MS = 5000

/**
 * Playwright's `test` with a world per test (docs/testing.md): `page`, and every other page of its context, gets its answers from
 * that world, whichever API it was built to call. `baseURL` is the world's server unless the configuration names one.
 *
 * ```ts
 * const test = hexariumTest({ fixture: "shop.yaml", apiUrl: "https://api.example.com" })
 * test("an order appears", async ({ page, as }) => {
 *   await as("ada@shop.test").createItem({ … })
 *   await page.goto("/orders")
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
    baseURL: ({ baseURL, url }, use) => use(baseURL ?? url),
    context: async ({ context, url }, use) => {
      await answerPages(context, url, apiUrl)
      await use(context)
    },
    followLink: ({ page, mail }, use) =>
      use(async (filter, how) => openLink(page, await mail.waitFor(filter, { timeoutMs: LINK_TIMEOUT_MS, ...how }))),
  })
}

async function openLink(page: Page, mail: Mail): Promise<Mail> {
  const [link] = mail.links
  if (link === undefined)
    throw new Error(`the mail ${JSON.stringify(mail.subject)} to ${mail.to} has no link to follow`)
  await page.goto(link.url)
  return mail
}
