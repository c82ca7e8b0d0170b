/**
 * Builds dist/: the command line as one minified file (fast to start; a part is run when it is first needed), and the library's
 * entry points, which share their chunks so that every one of them sees the same classes.
 * Silent unless something is wrong.
 */

import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { brotliCompressSync, constants } from "node:zlib"
import { build } from "esbuild"
import { buildDashboard } from "./build-dashboard.mjs"
import {
  APART,
  INSTALLED,
  lateFetch,
  loadApart,
  mcpWithoutAjv,
  OPTIONAL,
  OURS_APART,
  quickjsInSmall,
  requiredBuiltins,
  TELL_OLD_NODE,
  zodWithoutJsonSchema,
} from "./bundling.mjs"
import { packageExports, sources } from "./entries.mjs"
import { inlineData } from "./inline-data.mjs"
import { inlineFixture } from "./inline-fixture.mjs"
import { tellThirdParties } from "./third-parties.mjs"
import "./write-routes.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = `${root}dist/`

const STEP_MS = 30_000

/** For what Node alone reads: a sixth less than the package's own packing makes of it. */
const SMALLEST = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}

const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  logLevel: "warning",
  metafile: true,
  external: INSTALLED,
}

/** Of packages that differ by where they run, what runs everywhere is taken: an entry is for Node and for pages. */
const everywhere = {
  // Node prints the line of an error that nobody caught: of a whole file in one line, some 50 KB around one sentence.
  lineLimit: 1000,
  minify: true,
  legalComments: "none",
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["browser"],
  define: { "process.env.NODE_ENV": '"production"' },
}

/**
 * The engine's entry is no bundle of its own but `export *` of its doors, as its source is. A bundler then leaves a door out that a page
 * does not ask for; of names that are exported one by one, esbuild would load every module that they come from.
 */
const { index, ...bundled } = sources
const indexText = await readFile(root + index, "utf8")
const DOOR = /"\.\/index-(\w+)\.ts"/g
const doors = Object.fromEntries(
  [...indexText.matchAll(DOOR)].map(([, door]) => [`chunks/${door}`, `src/index-${door}.ts`]),
)

const writePacked = (file, text) => writeFile(`${dist}${file}.br`, brotliCompressSync(text, SMALLEST))

/**
 * An entry is made to load every chunk that a module stands in which it might have reached, for what such a module does when it is run.
 * Ours do nothing then: importing `hexarium/worlds` takes 32 ms instead of 49 without, a first test loads 64 of 733 KB less.
 */
async function dropBareImports() {
  const folders = [dist, `${dist}chunks/`]
  const names = (await Promise.all(folders.map((folder) => readdir(folder)))).flatMap((found, at) =>
    found.filter((name) => name.endsWith(".js")).map((name) => folders[at] + name),
  )
  const BARE = /(?<=^|[;\n])import"\.\/(?:chunks\/)?chunk-\w+\.js";/g
  await Promise.all(names.map(async (file) => writeFile(file, (await readFile(file, "utf8")).replaceAll(BARE, ""))))
}

/** Rewritten only where an entry came, went or moved. */
async function keepExports() {
  const path = `${root}package.json`
  const manifest = JSON.parse(await readFile(path, "utf8"))
  if (JSON.stringify(manifest.exports) === JSON.stringify(packageExports)) return
  await writeFile(path, `${JSON.stringify({ ...manifest, exports: packageExports }, null, 2)}\n`)
}

await Promise.all(["chunks", "cli"].map((part) => rm(dist + part, { recursive: true, force: true })))
const [command, ...built] = await Promise.all([
  build({
    ...common,
    entryPoints: { command: "emulator/cli.ts" },
    outdir: `${dist}cli`,
    outExtension: { ".js": ".cjs" },
    write: false,
    format: "cjs",
    minify: true,
    legalComments: "none",
    charset: "ascii",
    // Everything that it needs from its first moment stands in its one file.
    external: OPTIONAL,
    define: { "import.meta.url": "moduleUrl", "process.env.NODE_ENV": '"production"' },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    plugins: [inlineData, loadApart("./"), lateFetch, zodWithoutJsonSchema],
  }),
  build({
    ...common,
    ...everywhere,
    entryPoints: { ...bundled, ...doors, ...APART, ...OURS_APART },
    outdir: dist,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    plugins: [inlineData, quickjsInSmall, mcpWithoutAjv, requiredBuiltins],
  }),
  // The threads for scripts and for SQLite, started by the library and the command: apart from both, so that they load nothing else.
  build({
    ...common,
    ...everywhere,
    entryPoints: {
      "quickjs-worker": "emulator/adapters/quickjs-worker.ts",
      "sqlite-thread": "emulator/persistence/sqlite/thread.ts",
      // Beside them what a site serves as it stands.
      "service-worker-script": "emulator/service-worker/script.ts",
    },
    outdir: dist,
    plugins: [inlineData, loadApart("./"), requiredBuiltins],
  }),
  buildDashboard(root, dist),
])
await dropBareImports()
// V8 lets no code that it compiled earlier import anything, so the launcher does that for it.
const code = command.outputFiles[0].text.replaceAll(/(?<![.\w$])import\(/g, "importModule(")
await mkdir(`${dist}cli`, { recursive: true })
await writePacked("cli/command.cjs", code)
const launcher = await build({
  ...common,
  entryPoints: { cli: "emulator/cli/launch.ts" },
  outdir: dist,
  minify: true,
  banner: { js: TELL_OLD_NODE },
  define: { COMMAND_DIGEST: JSON.stringify(createHash("sha256").update(code).digest("hex").slice(0, 16)) },
})
await writeFile(`${dist}index.js`, indexText.replaceAll(DOOR, '"./chunks/$1.js"').replace(/^\/\*\*.*?\*\/\n/s, ""))
// The dashboard's list names what it takes of the library's chunks, with all that this imports.
const served = JSON.parse(await readFile(`${dist}ui/files.json`, "utf8"))
const yaml = await readFile(`${dist}chunks/yaml.js`, "utf8")
const imported = [...yaml.matchAll(/(?:import|from)"\.\/([^"]+)"/g)].map(([, name]) => name)
const shared = ["yaml.js", ...imported].map((name) => `../chunks/${name}`)
await writeFile(`${dist}ui/files.json`, JSON.stringify([...served, ...shared]))
// In one file: they say much the same.
const pages = (await readdir(`${dist}ui`)).map(async (name) => [name, await readFile(`${dist}ui/${name}`, "utf8")])
await writePacked("ui", JSON.stringify(Object.fromEntries(await Promise.all(pages))))
await rm(`${dist}ui`, { recursive: true })
const metafiles = [command, launcher, ...built].flatMap((result) => result?.metafile ?? [])
await Promise.all([chmod(`${dist}cli.js`, 0o755), keepExports(), tellThirdParties(metafiles)])

// The demo ships as one document, and loaded, which starts sooner.
const { defaultPorts, prepareFixture } = await import(pathToFileURL(`${dist}index.js`).href)
const demo = await inlineFixture(`${root}fixtures/demo.yaml`)
// Both say much the same, which takes no room twice in one file.
await writePacked("demo", `${await prepareFixture({ fixture: demo, ports: defaultPorts() })}\0${JSON.stringify(demo)}`)

await promisify(execFile)(process.execPath, [`${dist}cli.js`, "openapi", "-o", `${dist}openapi.json`], {
  timeout: STEP_MS,
})
// As programs read it: indented, it is twice as large.
await writeFile(`${dist}openapi.json`, JSON.stringify(JSON.parse(await readFile(`${dist}openapi.json`, "utf8"))))
