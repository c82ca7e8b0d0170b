/**
 * Builds dist/: the command line as one minified file (fast to start; what few commands need is a chunk of its own, loaded
 * when asked for), and the library's entry points, which share their chunks so that every one of them sees the same classes.
 * Silent unless something is wrong.
 */

import { existsSync } from "node:fs"
import { chmod, cp, mkdir, rm, writeFile } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "esbuild"
import { inlineFixture } from "./inline-fixture.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = `${root}dist/`

/** Entry points of the library: name in dist → source. */
const LIBRARY = {
  index: "src/index.ts",
  http: "emulator/index.ts",
  client: "emulator/client.ts",
  vitest: "emulator/vitest.ts",
  testing: "emulator/testing/index.ts",
}

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
  existsSync(`${root}emulator/cli.ts`) &&
    build({
      ...common,
      entryPoints: { cli: "emulator/cli.ts" },
      outdir: dist,
      chunkNames: "cli/[name]-[hash]",
      minify: true,
      external: NOT_IN_THE_COMMAND,
      // Packages in CommonJS ask for Node's own modules through `require`.
      banner: {
        js: 'import { createRequire as makeRequire } from "node:module";const require=makeRequire(import.meta.url);',
      },
    }).then(() => chmod(`${dist}cli.js`, 0o755)),
  ...Object.entries(ASSETS)
    .filter(([source]) => existsSync(root + source))
    .map(([source, target]) => cp(root + source, dist + target, { recursive: true })),
])

// The demo ships as one document, and loaded, which starts sooner.
const { defaultPorts, prepareFixture } = await import(pathToFileURL(`${dist}index.js`).href)
const demo = await inlineFixture(`${root}fixtures/demo.yaml`)
await writeFile(`${dist}demo.json`, JSON.stringify(demo))
await writeFile(`${dist}demo-world.ndjson`, await prepareFixture({ fixture: demo, ports: defaultPorts() }))
