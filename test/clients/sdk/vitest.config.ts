import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["*.test.ts"],
    globalSetup: ["server.ts"],
    maxWorkers: 1,
    testTimeout: 300_000,
  },
})
