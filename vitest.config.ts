import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import "./scripts/write-routes.mjs"
import "./scripts/write-sdl.mjs"

/** Files that need modules of their own: they check what a start loads, or change timers or globals. */
const ALONE_FILES = [
  "test/contract/lazy-schemas.test.ts",
  "test/node/slow-upload.test.ts",
  "test/testing/runners/msw.test.ts",
]

/**
 * The tests of `npm run test:system` by part. They start processes or threads, need built files, a browser or a database, run
 * commands on files, compare whole worlds with another server, or attack a server with large and random requests. All other
 * tests run by `npm test`.
 */
const SYSTEM = {
  adapters: ["test/adapters/*.test.ts", "test/automation/clock/time-zones.test.ts"],
  attack: [
    "test/attack/**/*.test.ts",
    "test/robustness/**/*.test.ts",
    "test/safety/{api-bodies,refusal-memory,refusal-time,sockets}.test.ts",
    "test/api-http/long-answers.test.ts",
    "test/operations/templates/archive-bounds.test.ts",
  ],
  browser: ["browsers", "dashboard", "playground", "ui"].map((folder) => `test/${folder}/**/*.test.ts`),
  cli: [
    "test/cli/**/*.test.ts",
    "test/vite/**/*.test.ts",
    "test/adapters/fixture-files/*.test.ts",
    "test/testing/runners/coverage-run.test.ts",
    "test/testing/runners/uncaught.test.ts",
  ],
  hub: ["test/hub/sockets/**/*.test.ts"],
  package: [
    "test/api/**/*.test.ts",
    "test/client/schema/**/*.test.ts",
    "test/client/bundles.test.ts",
    "test/testing/commonjs.test.ts",
    "test/docs/code.test.ts",
    "test/docs/commands.test.ts",
    "test/docs/packed.test.ts",
    "test/fields/new-data-type.test.ts",
    "test/api-http/without-node.test.ts",
    "test/api-http/lazy-modules.test.ts",
  ],
  postgres: ["test/adapters/postgres/**/*.test.ts"],
  sqlite: ["test/adapters/sqlite/**/*.test.ts"],
  upstream: ["test/upstream/**/*.test.ts"],
}

/** Run once in each environment that gives tests the globals of a page. */
const PAGE_GLOBALS = ["test/testing/runners/page-globals/*.test.ts"]

/** Tests with packages of their own, run by scripts/test-system.mjs, and the tests inside of packages. */
const APART_FILES = ["test/clients/**", "**/node_modules/**"]

/** Long timeouts, because a test takes ten times as long on a busy machine. No test relies on them. */
const sharedSettings = { testTimeout: 300_000, hookTimeout: 300_000, setupFiles: ["test/restore-globals.ts"] }

/** In CI, browser tests run a second time after a failure, because Chromium can crash or hang in a container. */
const RETRIES = process.env.CI ? 1 : 0

/** One worker per core. Leaves one core for processes that tests start. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

/** Test files share the modules of their worker, because no module has global state. Loading the modules for each file takes a third longer. */
export default defineConfig({
  test: {
    reporters: ["default"],
    maxWorkers,
    // Without this, a difference in a recorded file prints the whole file.
    diff: { expand: false },
    // Transforming takes a tenth of the time. The parts of `npm run test:system` reuse what `npm test` transformed.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...sharedSettings,
          name: "unit",
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...ALONE_FILES, ...APART_FILES, ...PAGE_GLOBALS, ...Object.values(SYSTEM).flat()],
        },
      },
      { test: { ...sharedSettings, name: "unit-alone", include: ALONE_FILES } },
      ...["jsdom", "happy-dom"].map((name) => ({
        test: {
          ...sharedSettings,
          name: `unit-${name}`,
          include: PAGE_GLOBALS,
          environment: fileURLToPath(new URL(`test/testing/runners/page-globals/${name}.ts`, import.meta.url)),
        },
      })),
      ...Object.entries(SYSTEM).map(([name, include]) => ({
        test: { ...sharedSettings, name, isolate: false, include, ...(name === "browser" && { retry: RETRIES }) },
      })),
    ],
  },
})
