/**
 * Looks at the packed package as those see it who install it: `npm run pack:check`, after `npm run build`; with a word, at the checks
 * that have it in their names. Prints a line a check, and what failed at length; exits 1 if anything did.
 */

import { execFile } from "node:child_process"
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { ENTRIES } from "./entries.mjs"
import { pack } from "./pack.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const STEP_MS = 180_000
const MOST = { tarball: 3.5e6, installed: 16e6, page: 250e3 }
const LICENCES = new Set(["MIT", "MIT-0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "BlueOak-1.0.0"])

/** The script of a service worker is named by its address, never imported. */
const ATTW = ["--profile", "esm-only", "--exclude-entrypoints", "./service-worker-script.js"]

const workshop = await mkdtemp(join(tmpdir(), "hexarium-pack-"))
const consumer = join(workshop, "consumer")
const bin = (name) => `${root}node_modules/.bin/${name}`

const run = async (cwd, command, ...args) => {
  const { stdout } = await promisify(execFile)(command, args, {
    cwd,
    timeout: STEP_MS,
    maxBuffer: 1 << 26,
    env: { ...process.env, FORCE_COLOR: "0" },
  })
  return stdout
}

const install = (cwd, ...args) =>
  run(cwd, "npm", "install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", ...args)

let failures = 0

/** Runs one check; what it answers is told beside its name. */
async function check(name, work) {
  if (wanted !== undefined && !name.includes(wanted) && name !== "fresh project") return
  const began = performance.now()
  const outcome = await work().then(
    (told) => `ok${told === undefined ? "" : `: ${told}`}`,
    (error) => {
      failures += 1
      return `FAILS\n${error.stdout ?? ""}${error.stderr ?? error.stack}`
    },
  )
  process.stdout.write(`${name}: ${outcome} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`)
}

function requireAtMost(what, bytes, most) {
  const told = `${what} ${(bytes / 1e6).toFixed(2)} MB of ${most / 1e6} MB`
  if (bytes > most) throw new Error(`too large: ${told}`)
  return told
}

async function bytesBelow(folder) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}

/** A project of its own, with nothing but the package in it. */
async function checkInstalled(tarball) {
  const folder = join(workshop, "alone")
  await cp(join(root, "test/pack/alone"), folder, { recursive: true })
  await install(folder, tarball)
  const told = requireAtMost("installed", await bytesBelow(join(folder, "node_modules")), MOST.installed)
  const names = await readdir(join(folder, "node_modules/hexarium"), { recursive: true })
  if (!names.includes("THIRD-PARTY-LICENSES")) throw new Error("the notices of what is bundled are not installed")
  const strange = names.filter((name) => /\.bin$|\.tsbuildinfo$|\.map$|^dist\/types\//.test(name))
  if (strange.length > 0) throw new Error(`not for those who install it: ${strange.join(", ")}`)
  const version = (await run(folder, process.execPath, "node_modules/hexarium/dist/cli.js", "--version")).trim()
  return `${told}, version ${version}`
}

async function checkLicences() {
  const { components } = JSON.parse(await readFile(`${root}dist/sbom.cdx.json`, "utf8"))
  const names = components.map(({ name, licenses: [{ license }] }) => [name, license?.id])
  const refused = names.filter(([, id]) => !LICENCES.has(id))
  if (refused.length > 0) throw new Error(`licences to look at: ${refused.map((one) => one.join(" ")).join(", ")}`)
  const texts = await readFile(`${root}THIRD-PARTY-LICENSES`, "utf8")
  const untold = components.filter(
    ({ name, version, properties }) => properties[0].value === "true" && !texts.includes(`${name} ${version} (`),
  )
  if (untold.length > 0) throw new Error(`not in THIRD-PARTY-LICENSES: ${untold.map(({ name }) => name).join(", ")}`)
  return `${components.length} parts`
}

const COMPILERS = { "TypeScript 5.9": "typescript-5.9", "TypeScript 7": "typescript" }
const RESOLUTIONS = { node16: "node16", nodenext: "nodenext", bundler: "esnext" }
/** The older compiler takes twenty seconds each time, and finds by nodenext what it finds by node16. */
const LEFT_OUT = ["TypeScript 5.9, nodenext"]

async function checkTypes(compiler, resolution) {
  const told = ["--strict", "--skipLibCheck", "false", "--noEmit", "--target", "es2022", "--lib", "es2023,dom"]
  const modules = ["--module", RESOLUTIONS[resolution], "--moduleResolution", resolution, "--types", "node"]
  const tsc = join(consumer, "node_modules", COMPILERS[compiler], "bin/tsc")
  await run(consumer, process.execPath, tsc, ...told, ...modules, "use.ts", "entries.ts")
}

const inConsumer = (name) => import(pathToFileURL(join(consumer, "node_modules", name)).href)

/** Bundles a file for pages: name of the bundler → what it does, answering the folder. */
const BUNDLERS = {
  async esbuild(entry, outdir) {
    const { build } = await inConsumer("esbuild/lib/main.js")
    const common = { bundle: true, splitting: true, format: "esm", platform: "browser", target: "es2022" }
    const small = { minify: true, legalComments: "none", logLevel: "silent", metafile: true }
    return build({ ...common, ...small, absWorkingDir: consumer, entryPoints: [entry], outdir })
  },
  async vite(entry, outDir) {
    const { build } = await inConsumer("vite/dist/node/index.js")
    const lib = { entry, formats: ["es"], fileName: "page" }
    await build({ root: consumer, configFile: false, logLevel: "error", build: { outDir, lib, emptyOutDir: false } })
  },
  async rollup(input, dir) {
    const { rollup } = await inConsumer("rollup/dist/es/rollup.js")
    const { default: resolve } = await inConsumer("@rollup/plugin-node-resolve/dist/es/index.js")
    const bundle = await rollup({
      input,
      plugins: [resolve({ browser: true })],
      onwarn({ code, message }) {
        if (code === "UNRESOLVED_IMPORT") throw new Error(message)
      },
    })
    await bundle.write({ dir, format: "es" })
    await bundle.close()
  },
}

async function checkPage(bundler) {
  const folder = join(consumer, `out-${bundler}`)
  await BUNDLERS[bundler](join(consumer, "page.js"), folder)
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.m?js$/.test(name))
  const page = names.find((name) => /^page\.m?js$/.test(name))
  await writeFile(join(folder, "package.json"), '{ "type": "module" }')
  const script = `import(${JSON.stringify(pathToFileURL(join(folder, page)).href)}).then(({ run }) => run()).then(console.log)`
  const told = await run(folder, process.execPath, "--input-type=module", "-e", script)
  if (told.trim() !== "string") throw new Error(`the page told ${told}`)
  const text = (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("\n")
  const builtin = /(?:from|import\()\s*["'](?:node:)?(?:module|fs|path|stream|crypto|url)["']/.exec(text)
  if (builtin !== null) throw new Error(`asks for what only Node has: ${builtin[0]}`)
}

/**
 * What `import "hexarium"` brings to a page: its module with all that this imports, and so on. Told beside it: what the first world of a
 * fixture then loads (performance.md, "In a page").
 */
async function checkPageSize() {
  const entry = join(consumer, "engine.js")
  await writeFile(entry, 'import { createWorld } from "hexarium"\nglobalThis.createWorld = createWorld\n')
  const folder = join(consumer, "out-engine")
  const { metafile } = await BUNDLERS.esbuild(entry, folder)
  const { outputs } = metafile
  const loaded = new Set()
  const load = (path) => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { kind, path: imported } of outputs[path].imports) if (kind === "import-statement") load(imported)
  }
  const gzipped = async () => {
    const texts = await Promise.all([...loaded].map((path) => readFile(join(consumer, path))))
    return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
  }
  const isFixtures = ({ entryPoint }) => /\/load-[^/]+\.js$/.test(entryPoint ?? "")
  const [fixtures] = Object.entries(outputs).find(([, output]) => isFixtures(output))
  load(Object.keys(outputs).find((path) => outputs[path].entryPoint === "engine.js"))
  const bytes = await gzipped()
  load(fixtures)
  return `${requireAtMost("gzip", bytes, MOST.page)}, with a world of a fixture ${((await gzipped()) / 1e6).toFixed(2)} MB`
}

async function inTurns(width, works) {
  const waiting = [...works]
  const next = async () => {
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) await work()
  }
  await Promise.all(Array.from({ length: width }, next))
}

const wanted = process.argv[2]
try {
  const tarball = await pack()
  await cp(join(root, "test/pack/consumer"), consumer, { recursive: true })
  const imports = Object.keys(ENTRIES).map((entry, at) => `export * as e${at} from "hexarium${entry.slice(1)}"`)
  await writeFile(join(consumer, "entries.ts"), `${imports.join("\n")}\n`)
  await inTurns(2, [
    () => check("fresh project", () => install(consumer, tarball).then(() => undefined)),
    () => check("tarball", async () => requireAtMost("packed", (await stat(tarball)).size, MOST.tarball)),
    () => check("installed", () => checkInstalled(tarball)),
    () => check("publint", () => run(root, bin("publint"), "--strict", tarball).then(() => undefined)),
    () => check("attw", () => run(root, bin("attw"), tarball, ...ATTW).then(() => undefined)),
    () => check("knip", () => run(root, bin("knip"), "--no-progress").then(() => undefined)),
    () => check("licences", checkLicences),
  ])
  await inTurns(2, [
    ...Object.keys(COMPILERS).flatMap((compiler) =>
      Object.keys(RESOLUTIONS)
        .map((resolution) => ({ name: `${compiler}, ${resolution}`, resolution }))
        .filter(({ name }) => !LEFT_OUT.includes(name))
        .map(
          ({ name, resolution }) =>
            () =>
              check(name, () => checkTypes(compiler, resolution)),
        ),
    ),
    ...Object.keys(BUNDLERS).map((bundler) => () => check(`page by ${bundler}`, () => checkPage(bundler))),
    () => check("page size", checkPageSize),
  ])
} finally {
  await rm(workshop, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
