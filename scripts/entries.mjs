/**
 * What can be imported of the package, and the module that it is made of. A line here is all that a new entry takes: the build
 * bundles it, rolls up its declarations and keeps `exports` of package.json in step, and `npm run api` records what it promises.
 */
export const ENTRIES = {
  ".": "src/index.ts",
  "./http": "emulator/index.ts",
  "./node": "emulator/node/index.ts",
  "./client": "emulator/client.ts",
  "./control": "emulator/control-client.ts",
  "./worlds": "emulator/runners/index.ts",
  "./vitest": "emulator/runners/vitest.ts",
  "./jest": "emulator/runners/jest.ts",
  "./node-test": "emulator/runners/node-test.ts",
  "./playwright": "emulator/runners/playwright.ts",
  "./msw": "emulator/runners/msw.ts",
  "./service-worker": "emulator/service-worker/index.ts",
  "./persistence": "emulator/persistence/index.ts",
  "./matchers": "emulator/matchers/index.ts",
  "./config": "emulator/config.ts",
  "./testing": "emulator/kit/index.ts",
}

/** Files that can be imported as they are. */
const FILES = {
  "./openapi.json": "./dist/openapi.json",
  "./config.schema.json": "./config.schema.json",
  "./service-worker-script.js": "./dist/service-worker-script.js",
  "./fixtures/schema.json": "./fixtures/schema.json",
  "./package.json": "./package.json",
}

/** The name of an entry's files in dist. */
export const nameOf = (entry) => (entry === "." ? "index" : entry.slice("./".length))

/** Names in dist → sources. */
export const sources = Object.fromEntries(Object.entries(ENTRIES).map(([entry, source]) => [nameOf(entry), source]))

/** `exports` of package.json. Types come first, since the first condition that fits is taken. */
export const packageExports = {
  ...Object.fromEntries(
    Object.keys(ENTRIES).map((entry) => {
      const file = `./dist/${nameOf(entry)}`
      return [entry, { types: `${file}.d.ts`, default: `${file}.js` }]
    }),
  ),
  ...FILES,
}
