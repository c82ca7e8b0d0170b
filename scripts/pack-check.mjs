/**
 * Checks the packed package from a user's view: `npm run pack:check`, after `npm run build`. An argument selects checks
 * by name. Prints a line for each check and the output of failures. Exits with 1 if a check failed.
 */

import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import { bytesBelow, install, inTurns, output, check as tryOut } from "./checks.mjs"
import { ENTRIES } from "./entries.mjs"
import { pack } from "./pack.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const STEP_MS = 180_000
const MAX_BYTES = { tarball: 4e6, installed: 19e6, page: 250e3 }
const LICENCES = new Set(["MIT", "MIT-0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "BlueOak-1.0.0"])

/** Excludes the service worker's script, which pages refer to by URL and never import, and Jest's preset. */
const NEVER_IMPORTED = ["./service-worker-script.js", "./jest-preset", "./jest-preset/jest-preset"]
const ATTW = ["--profile", "esm-only", "--exclude-entrypoints", ...NEVER_IMPORTED]

const workshop = await mkdtemp(join(tmpdir(), "hexarium-pack-"))
const consumer = join(workshop, "consumer")
const bin = (name) => `${root}node_modules/.bin/${name}`

const run = (cwd, command, ...args) => output(command, args, { cwd, timeout: STEP_MS })

const check = async (name, work) => {
  if (wantedTarball === undefined || name.includes(wantedTarball) || name === "fresh project") await tryOut(name, work)
}

function requireAtMost(what, bytes, most) {
  const size = `${what} size: ${(bytes / 1e6).toFixed(2)} MB, at most ${most / 1e6} MB`
  if (bytes > most) throw new Error(`the package is too large: ${size}`)
  return size
}

async function checkInstalled(tarball) {
  const folder = join(workshop, "alone")
  await cp(join(root, "test/pack/alone"), folder, { recursive: true })
  await install(folder, "--prefer-offline", tarball)
  const size = requireAtMost("installed", await bytesBelow(join(folder, "node_modules")), MAX_BYTES.installed)
  const names = await readdir(join(folder, "node_modules/hexarium"), { recursive: true })
  if (!names.includes("THIRD-PARTY-LICENSES")) throw new Error("THIRD-PARTY-LICENSES is missing")
  const strange = names.filter((name) => /\.bin$|\.tsbuildinfo$|\.map$|^dist\/types\//.test(name))
  if (strange.length > 0) throw new Error(`the package contains files that users don't need: ${strange.join(", ")}`)
  const version = (await run(folder, process.execPath, "node_modules/hexarium/dist/cli.js", "--version")).trim()
  return `${size}, version ${version}`
}

async function checkLicences() {
  const { components } = JSON.parse(await readFile(`${root}dist/sbom.cdx.json`, "utf8"))
  const names = components.map(({ name, licenses: [{ license }] }) => [name, license?.id])
  const refused = names.filter(([, id]) => !LICENCES.has(id))
  if (refused.length > 0)
    throw new Error(`licences that are not allowed: ${refused.map((one) => one.join(" ")).join(", ")}`)
  const texts = await readFile(`${root}THIRD-PARTY-LICENSES`, "utf8")
  const untold = components.filter(
    ({ name, version, properties }) => properties[0].value === "true" && !texts.includes(`${name} ${version} (`),
  )
  if (untold.length > 0) throw new Error(`THIRD-PARTY-LICENSES lacks ${untold.map(({ name }) => name).join(", ")}`)
  return `${components.length} components`
}

const COMPILERS = { "TypeScript 5.9": "typescript-5.9", "TypeScript 7": "typescript" }
/** Module settings by resolution. `node16` is left out: it resolves an ES module's imports as `nodenext` does, and `attw` checks both. */
const RESOLUTIONS = { node10: "esnext", nodenext: "nodenext", bundler: "esnext" }
/**
 * Omits two pairs: TypeScript 7 has no `node10`. The older compiler takes twenty seconds, and resolves the package's
 * modules for `nodenext` as TypeScript 7 does.
 */
const OMITTED_CHECKS = ["TypeScript 5.9, nodenext", "TypeScript 7, node10"]
const TYPE_CHECKS = Object.keys(COMPILERS)
  .flatMap((compiler) => Object.keys(RESOLUTIONS).map((resolution) => [compiler, resolution]))
  .filter((pair) => !OMITTED_CHECKS.includes(pair.join(", ")))

async function checkTypes(compiler, resolution) {
  // Vitest and fast-check do not support `node10`.
  const skipLibCheck = String(resolution === "node10")
  const options = ["--strict", "--skipLibCheck", skipLibCheck, "--noEmit", "--target", "es2022", "--lib", "es2023,dom"]
  const modules = ["--module", RESOLUTIONS[resolution], "--moduleResolution", resolution, "--types", "node"]
  const tsc = join(consumer, "node_modules", COMPILERS[compiler], "bin/tsc")
  await run(consumer, process.execPath, tsc, ...options, ...modules, "use.ts", "entries.ts")
}

const inConsumer = (name) => import(pathToFileURL(join(consumer, "node_modules", name)).href)

const BUNDLERS = {
  async esbuild(entry, outdir) {
    const { build } = await inConsumer("esbuild/lib/main.js")
    const paths = { absWorkingDir: consumer, entryPoints: [entry], outdir }
    const form = { bundle: true, splitting: true, minify: true, format: "esm", platform: "browser" }
    return build({ ...form, ...paths, legalComments: "none", logLevel: "silent", metafile: true })
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
  const output = await run(folder, process.execPath, "--input-type=module", "-e", script)
  if (output.trim() !== "string") throw new Error(`expected the page to print string, received ${output}`)
  const text = (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("\n")
  const builtin = /(?:from|import\()\s*["'](?:node:)?(?:module|fs|path|stream|crypto|url)["']/.exec(text)
  if (builtin !== null) throw new Error(`the page imports a module that only Node has: ${builtin[0]}`)
}

/**
 * Checks the compressed size of a page's `import "hexarium"`, with all static imports. Also prints the size with the
 * module that loads fixtures (performance.md, "In a page").
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
  return `${requireAtMost("gzip", bytes, MAX_BYTES.page)}; with a world from a fixture ${((await gzipped()) / 1e6).toFixed(2)} MB`
}

const wantedTarball = process.argv[2]
try {
  const tarball = await pack()
  await cp(join(root, "test/pack/consumer"), consumer, { recursive: true })
  const imports = Object.keys(ENTRIES).map((entry, at) => `export * as e${at} from "hexarium${entry.slice(1)}"`)
  await writeFile(join(consumer, "entries.ts"), `${imports.join("\n")}\n`)
  await inTurns(2, [
    () => check("fresh project", () => install(consumer, "--prefer-offline", tarball).then(() => undefined)),
    () => check("tarball", async () => requireAtMost("packed", (await stat(tarball)).size, MAX_BYTES.tarball)),
    () => check("installed", () => checkInstalled(tarball)),
    () => check("publint", () => run(root, bin("publint"), "--strict", tarball).then(() => undefined)),
    () => check("attw", () => run(root, bin("attw"), tarball, ...ATTW).then(() => undefined)),
    () => check("knip", () => run(root, bin("knip"), "--no-progress").then(() => undefined)),
    () => check("licences", checkLicences),
  ])
  await inTurns(2, [
    ...TYPE_CHECKS.map((pair) => () => check(pair.join(", "), () => checkTypes(...pair))),
    ...Object.keys(BUNDLERS).map((bundler) => () => check(`page by ${bundler}`, () => checkPage(bundler))),
    () => check("page size", checkPageSize),
    () => check("hovers", () => run(consumer, process.execPath, "hovers.mjs")),
  ])
} finally {
  await rm(workshop, { recursive: true, force: true })
}
