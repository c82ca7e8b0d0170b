import { existsSync } from "node:fs"
import { playwright } from "@vitest/browser-playwright"
import { defineConfig, mergeConfig } from "vitest/config"
import viteConfig from "./vite.config.js"

/** An installed Chromium, such as Debian's package; without one, Playwright's own is used. */
const chromium = "/usr/bin/chromium"
const launchOptions = existsSync(chromium) ? { executablePath: chromium, args: ["--no-sandbox"] } : {}

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: ["**/*.test.{js,ts}"],
      // The tests share the world main.
      fileParallelism: false,
      browser: {
        enabled: true,
        headless: true,
        provider: playwright({ launchOptions }),
        instances: [{ browser: "chromium" }],
      },
    },
  }),
)
