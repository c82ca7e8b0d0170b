import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["*.test.ts"],
    globalSetup: ["server.ts"],
    maxWorkers: 2,
    testTimeout: 300_000,
  },
})
