import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

/** Files that need modules nobody else has loaded: scenes made as they are imported, what a start loads, a Node made hasty, globals as they are. */
const ALONE = [
  ...["auto-actions", "auto-numbers", "datastores", "files", "histories"].map((room) => `test/${room}/**/*.test.ts`),
  "test/contract/lazy-schemas.test.ts",
  "test/node/late-fetch.test.ts",
  "test/node/slow-upload.test.ts",
  "test/runners/msw.test.ts",
]

/** Projects of their own, run by .ci/run. */
const APART = ["test/clients/**"]

const shared = { testTimeout: 60_000 }

/** A core a worker; one is kept for what tests start themselves where there are more than two. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

/** Most files share the modules of their worker, as nothing in the engine is global: loading them anew took a third of the time. */
export default defineConfig({
  test: {
    reporters: ["default"],
    maxWorkers,
    projects: [
      {
        test: {
          ...shared,
          name: "together",
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...ALONE, ...APART],
        },
      },
      { test: { ...shared, name: "alone", include: ALONE } },
    ],
  },
})
