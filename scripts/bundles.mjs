/**
 * Bundles the sources into a folder. `node scripts/bundles.mjs FOLDER` builds the files for `hexarium start`. The
 * command is one file, which starts fast and evaluates each part on first use. The library's entries share chunks, so
 * that a class is the same in all entries.
 */

import { createHash } from "node:crypto"
import { chmod, mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "esbuild"
import preset from "../jest-preset.cjs"
import { buildDashboard } from "./build-dashboard.mjs"
import {
  APART,
  entryOfChunks,
  INSTALLED,
  loadApart,
  OPTIONAL,
  requiredBuiltins,
  webSocketsOfNode,
} from "./bundling.mjs"
import { inlineData } from "./inline-data.mjs"
import { inlineFixture } from "./inline-fixture.mjs"
import "./write-routes.mjs"
import "./write-sdl.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  legalComments: "none",
  target: "node20",
  logLevel: "warning",
  metafile: true,
  define: { "process.env.NODE_ENV": '"production"' },
}

const everywhere = {
  ...common,
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["browser"],
  external: INSTALLED,
  // Node prints the source line of an uncaught error. Without a limit, this line would be 50 KB long.
  lineLimit: 1000,
}

const ENGINE = {
  index: "src/index.ts",
  "chunks/world": "src/index-world.ts",
  "chunks/fixtures": "src/index-fixtures.ts",
}

/** Entries that are of no use in Jest. */
const OF_OTHER_RUNNERS = ["vitest", "node-test", "playwright", "service-worker", "vite"]

const inNode = { ...common, platform: "node", external: OPTIONAL }

/**
 * Bundles the sources into the folder `out`, which ends with a slash. `entries` maps names of bundles to source
 * modules. Returns esbuild's metafiles.
 */
export async function makeBundles(out, entries) {
  const [command, ...others] = await Promise.all([
    build({
      ...inNode,
      entryPoints: ["emulator/cli.ts"],
      write: false,
      format: "cjs",
      charset: "ascii",
      define: { ...common.define, "import.meta.url": "moduleUrl" },
      banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
      plugins: [inlineData, loadApart("./")],
    }),
    build({
      ...everywhere,
      // Node prints the line of an uncaught error and names of classes. Bundlers of pages minify the files anyway.
      minify: false,
      entryPoints: { ...entries, ...ENGINE, ...APART },
      outdir: out,
      splitting: true,
      chunkNames: "chunks/[name]-[hash]",
      plugins: [inlineData, entryOfChunks, requiredBuiltins, webSocketsOfNode],
    }),
    build({
      ...everywhere,
      entryPoints: {
        "quickjs-worker": "emulator/adapters/quickjs-worker.ts",
        "sqlite-thread": "emulator/adapters/persistence/sqlite/thread.ts",
        "service-worker-script": "emulator/pages/service-worker/script.ts",
      },
      outdir: out,
      plugins: [inlineData, loadApart("./"), requiredBuiltins],
    }),
    build({
      ...inNode,
      entryPoints: { "jest-transform": "emulator/testing/commonjs/transform.ts" },
      outdir: out,
      format: "cjs",
      outExtension: { ".js": ".cjs" },
    }),
    buildDashboard(root, out),
  ])
  // Code that is loaded from V8's code cache can't call `import`. It calls the launcher's `importModule` instead.
  const code = command.outputFiles[0].text.replaceAll(/(?<![.\w$])import\(/g, "importModule(")
  await mkdir(`${out}cli`, { recursive: true })
  await writeFile(`${out}cli/command.cjs`, code)
  const launcher = await build({
    ...inNode,
    entryPoints: { cli: "emulator/cli/launch.ts" },
    outdir: out,
    format: "esm",
    define: { COMMAND_DIGEST: JSON.stringify(createHash("sha256").update(code).digest("hex").slice(0, 16)) },
  })
  await chmod(`${out}cli.js`, 0o755)

  await writeCommonJs(`${out}commonjs/`, Object.keys(entries))
  // Writes the demo world as one fixture and as prepared records. A server starts faster with records.
  const demo = await inlineFixture(`${root}fixtures/demo.yaml`)
  const { defaultPorts, prepareFixture } = await import(pathToFileURL(`${out}index.js`).href)
  await writeFile(`${out}demo.json`, JSON.stringify(demo))
  await writeFile(`${out}demo.jsonl`, await prepareFixture({ fixture: demo, ports: defaultPorts() }))
  return [command, launcher, ...others].map(({ metafile }) => metafile)
}

/**
 * Writes the modules to which `jest-preset.cjs` maps the package's entries. Jest transforms the file `library.hexarium`
 * (emulator/testing/commonjs/transform.ts). No other transformer matches its extension.
 */
async function writeCommonJs(folder, names) {
  await mkdir(folder, { recursive: true })
  const pattern = JSON.stringify(preset.transformIgnorePatterns[0])
  const message = `hexarium/jest-preset: transformIgnorePatterns matches this file; replace its pattern "/node_modules/" with ${pattern}`
  await writeFile(`${folder}library.hexarium`, `throw new Error(${JSON.stringify(message)})\n`)
  for (const name of names.filter((name) => !OF_OTHER_RUNNERS.includes(name))) {
    await writeFile(`${folder}${name}.cjs`, `module.exports = require("./library.hexarium")("${name}.js")\n`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await makeBundles(process.argv[2], {})
}
