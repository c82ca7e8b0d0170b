/**
 * The entries of the package and their modules. To add an entry, add a line here: the build bundles it, writes its
 * declarations and updates `exports` in package.json. `npm run api` records its API.
 */
export const ENTRIES = {
  ".": "src/index.ts",
  "./http": "emulator/index.ts",
  "./node": "emulator/node/index.ts",
  "./client": "emulator/client/client.ts",
  "./control": "emulator/client/control-client.ts",
  "./worlds": "emulator/testing/runners/index.ts",
  "./vitest": "emulator/testing/runners/vitest.ts",
  "./jest": "emulator/testing/runners/jest.ts",
  "./node-test": "emulator/testing/runners/node-test.ts",
  "./playwright": "emulator/testing/runners/playwright.ts",
  "./coverage": "emulator/testing/runners/coverage-reporter.ts",
  "./msw": "emulator/testing/runners/msw.ts",
  "./service-worker": "emulator/pages/service-worker/index.ts",
  "./persistence": "emulator/adapters/persistence/index.ts",
  "./matchers": "emulator/testing/matchers/index.ts",
  "./config": "emulator/config.ts",
  "./pull": "emulator/upstream/pull/index.ts",
  "./testing": "emulator/testing/kit/index.ts",
  "./vite": "emulator/vite/index.ts",
}

const FILES = {
  "./openapi.json": "./dist/openapi.json",
  "./config.schema.json": "./config.schema.json",
  "./service-worker-script.js": "./dist/service-worker-script.js",
  "./fixtures/schema.json": "./fixtures/schema.json",
  // Jest appends "/jest-preset" to the name of a preset. Configuration files import the preset by its name.
  "./jest-preset": "./jest-preset.cjs",
  "./jest-preset/jest-preset": "./jest-preset.cjs",
  "./package.json": "./package.json",
}

export const nameOf = (entry) => (entry === "." ? "index" : entry.slice("./".length))

export const sources = Object.fromEntries(Object.entries(ENTRIES).map(([entry, source]) => [nameOf(entry), source]))

/** The condition `types` is first, because the first matching condition applies. */
export const packageExports = {
  ...Object.fromEntries(
    Object.keys(ENTRIES).map((entry) => {
      const file = `./dist/${nameOf(entry)}`
      return [entry, { types: `${file}.d.ts`, default: `${file}.js` }]
    }),
  ),
  ...FILES,
}

/** Declarations for TypeScript's `moduleResolution: node10`, which ignores `exports`. */
export const typesVersions = {
  "*": Object.fromEntries(Object.keys(ENTRIES).map((entry) => [nameOf(entry), [`./dist/${nameOf(entry)}.d.ts`]])),
}
