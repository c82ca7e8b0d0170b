/**
 * Builds dist/: the command line as one minified file with what V8 makes of it (fast to start; a part is run when it is first
 * needed), and the library's entry points, which share their chunks so that every one of them sees the same classes.
 * Silent unless something is wrong.
 */

import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, cp, mkdir, rm, writeFile } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { build } from "esbuild"
import { inlineData } from "./inline-data.mjs"
import { inlineFixture } from "./inline-fixture.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = `${root}dist/`
const cache = `${root}.cache/`

/** Entry points of the library: name in dist → source. */
const LIBRARY = {
  index: "src/index.ts",
  http: "emulator/index.ts",
  node: "emulator/node/index.ts",
  client: "emulator/client.ts",
  worlds: "emulator/runners/index.ts",
  vitest: "emulator/runners/vitest.ts",
  jest: "emulator/runners/jest.ts",
  "node-test": "emulator/runners/node-test.ts",
  playwright: "emulator/runners/playwright.ts",
  msw: "emulator/runners/msw.ts",
  testing: "emulator/kit/index.ts",
}

const STEP_MS = 30_000

/** Loaded from node_modules when first needed: WebAssembly and packages that only few runs use. */
const NOT_IN_THE_COMMAND = [
  "nodemailer",
  "quickjs-emscripten-core",
  "@jitl/quickjs-singlefile-mjs-release-sync",
  "better-sqlite3",
  "pg",
]

/** Files that are served or read as they are. */
const ASSETS = {
  "node_modules/swagger-ui-dist/swagger-ui-bundle.js": "docs/swagger-ui-bundle.js",
  "node_modules/swagger-ui-dist/swagger-ui.css": "docs/swagger-ui.css",
  "emulator/ui": "ui",
}

const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  splitting: true,
  logLevel: "warning",
  plugins: [inlineData],
}

const present = Object.fromEntries(Object.entries(LIBRARY).filter(([, source]) => existsSync(root + source)))

await Promise.all(["chunks", "cli", "docs", "ui"].map((part) => rm(dist + part, { recursive: true, force: true })))
await mkdir(dist, { recursive: true })
await Promise.all([
  build({
    ...common,
    entryPoints: present,
    outdir: dist,
    packages: "external",
    chunkNames: "chunks/[name]-[hash]",
  }),
  // The thread in which a server runs scripts, started by the library and the command: apart from both, so that it loads nothing else.
  build({
    ...common,
    entryPoints: { "quickjs-worker": "emulator/adapters/quickjs-worker.ts" },
    outdir: dist,
    packages: "external",
    splitting: false,
  }),
  build({
    ...common,
    entryPoints: { cli: "emulator/cli/launch.ts" },
    outdir: dist,
    minify: true,
    splitting: false,
  }).then(() => chmod(`${dist}cli.js`, 0o755)),
  build({
    ...common,
    entryPoints: { command: "emulator/cli.ts" },
    outdir: `${dist}cli`,
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    splitting: false,
    minify: true,
    legalComments: "none",
    charset: "ascii",
    external: NOT_IN_THE_COMMAND,
    define: { "import.meta.url": "moduleUrl" },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  }),
  build({
    ...common,
    entryPoints: { "warm-command": "scripts/warm-command.mjs" },
    outdir: cache,
    splitting: false,
  }),
  ...Object.entries(ASSETS)
    .filter(([source]) => existsSync(root + source))
    .map(([source, target]) => cp(root + source, dist + target, { recursive: true })),
])

// The demo ships as one document, and loaded, which starts sooner.
const { defaultPorts, prepareFixture } = await import(pathToFileURL(`${dist}index.js`).href)
const demo = await inlineFixture(`${root}fixtures/demo.yaml`)
await writeFile(`${dist}demo.json`, JSON.stringify(demo))
await writeFile(`${dist}demo-world.ndjson`, await prepareFixture({ fixture: demo, ports: defaultPorts() }))

const node = (...args) => promisify(execFile)(process.execPath, args, { timeout: STEP_MS })
await Promise.all([
  node(`${dist}cli.js`, "openapi", "-o", `${dist}openapi.json`),
  node(`${cache}warm-command.js`, pathToFileURL(dist).href).catch((error) => {
    process.stderr.write(`The command will start more slowly, since its code could not be compiled: ${error}\n`)
  }),
])
