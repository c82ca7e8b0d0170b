import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type BrowserContext, chromium } from "playwright-core"
import { afterEach, expect, test, vi } from "vitest"
import { hexariumTest } from "../../emulator/testing/runners/playwright.ts"
import { CHROMIUM, hasChromium } from "../dashboard/chromium.ts"

vi.mock("@playwright/test", () => ({ test: { extend: (fixtures: unknown) => fixtures } }))

type ContextFixture = (
  needs: { readonly context: BrowserContext; readonly url: string },
  use: (context: BrowserContext) => Promise<void>,
) => Promise<void>

const failures: unknown[] = []
const onFailure = (error: unknown) => failures.push(error)
process.on("unhandledRejection", onFailure)
afterEach(() => process.off("unhandledRejection", onFailure))

/** docs/testing.md, "Playwright". Chromium is real, and the world's server only shows that a request arrived. */
test.skipIf(!hasChromium)("a request that still waits when the test ends does not fail the test", async () => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })
  const server = createServer()
  const arrived = new Promise((resolve) => server.once("request", resolve))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const context = await browser.newContext()
  const fixture = (hexariumTest({ apiUrl: "https://api.example.com" }) as unknown as { context: ContextFixture })
    .context
  await fixture({ context, url }, async () => {
    const page = await context.newPage()
    await page.evaluate(() => void fetch("https://api.example.com/api/v0/userinfo").catch(() => {}))
    await arrived
  })
  await context.close()
  await browser.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(failures).toEqual([])
})
