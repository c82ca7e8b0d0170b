import { existsSync } from "node:fs"
import { defineConfig } from "@playwright/test"

/** An installed Chromium, such as Debian's package; without one, Playwright's own is used. */
const chromium = "/usr/bin/chromium"

export default defineConfig({
  testDir: "test",
  reporter: "line",
  use: {
    baseURL: "http://127.0.0.1:4173",
    launchOptions: existsSync(chromium) ? { executablePath: chromium } : {},
  },
  webServer: { command: "node app/serve.js", url: "http://127.0.0.1:4173" },
})
