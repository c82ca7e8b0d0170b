import { existsSync } from "node:fs"
import { defineConfig } from "@playwright/test"

/** An installed Chromium, such as Debian's package; without one, Playwright's own is used. */
const chromium = "/usr/bin/chromium"
const port = 4174

export default defineConfig({
  testDir: "test",
  testMatch: "*.spec.js",
  reporter: "line",
  // A dev server transforms the first page while the test waits.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: existsSync(chromium) ? { executablePath: chromium } : {},
  },
  webServer: { command: `vite --port ${port} --strictPort`, url: `http://localhost:${port}`, timeout: 180_000 },
})
