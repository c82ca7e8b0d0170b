import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { build } from "esbuild"
import { inlineData } from "../../scripts/inline-data.mjs"
import { mutants } from "./mutants.mjs"

/**
 * Plants each bug in the engine, runs the property kit, and prints a table. Exits non-zero unless the kit finds every bug. `npm run mutants
 * -- NAME …` plants only the named bugs; `none` tests the unchanged engine.
 */
const ROOT = resolve(import.meta.dirname, "../..")
const SEQUENCES = "4000"
const PARALLEL_RUNS = 2
const MEDIAN_CALLS = 6
const AT_LEAST = 40

const wantedNames = process.argv.slice(2)
const chosenMutants =
  wantedNames.length === 0 ? mutants : [{ name: "none" }, ...mutants].filter(({ name }) => wantedNames.includes(name))

/** An esbuild plugin that changes one place in a file. Fails if the file no longer contains the place. */
const plantMutant = ({ file, find, replace }) => ({
  name: "planting",
  setup(bundle) {
    bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path !== join(ROOT, file)) return undefined
      const source = await readFile(path, "utf8")
      if (source.split(find).length !== 2) throw new Error(`${file} does not hold exactly once: ${find}`)
      return { contents: source.replace(find, () => replace), loader: "ts" }
    })
  },
})

async function hunt(mutant, folder) {
  const outfile = join(folder, `${mutant.name}.mjs`)
  await build({
    entryPoints: [join(ROOT, "test/mutants/hunt.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    external: ["@jitl/*", "quickjs-emscripten-core", "nodemailer"],
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    plugins: mutant.file === undefined ? [inlineData] : [inlineData, plantMutant(mutant)],
  })
  const child = spawn(process.execPath, [outfile, SEQUENCES, "1"], { stdio: ["ignore", "pipe", "inherit"] })
  let output = ""
  for await (const chunk of child.stdout) output += chunk
  if (output === "") return { found: false, cause: "the hunt broke" }
  return JSON.parse(output)
}

const folder = await mkdtemp(join(ROOT, "node_modules", ".mutants-"))
const results = new Map()
const queue = [...chosenMutants]
try {
  await Promise.all(
    Array.from({ length: PARALLEL_RUNS }, async () => {
      for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
        results.set(mutant.name, await hunt(mutant, folder))
      }
    }),
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}

const column = (text, width) => String(text).padEnd(width)
process.stdout.write(
  `${column("planted bug", 34)}${column("found", 7)}${column("sequences", 11)}${column("calls", 7)}${column("s", 7)}how\n`,
)
for (const { name } of chosenMutants) {
  const { found, sequences, calls, ms, cause } = results.get(name)
  process.stdout.write(
    `${column(name, 34)}${column(found ? "yes" : "NO", 7)}${column(sequences ?? "", 11)}${column(calls ?? "", 7)}${column(((ms ?? 0) / 1000).toFixed(1), 7)}${(cause ?? "").slice(0, 90)}\n`,
  )
}
const huntedResults = chosenMutants.filter(({ file }) => file !== undefined).map(({ name }) => results.get(name))
const foundResults = huntedResults.filter((result) => result.found)
const calls = foundResults.map((result) => result.calls).sort((left, right) => left - right)
const median = calls[Math.floor((calls.length - 1) / 2)] ?? 0
process.stdout.write(`\n${foundResults.length} of ${huntedResults.length} found, median shrunk case ${median} calls\n`)
const isComplete = wantedNames.length > 0 || huntedResults.length >= AT_LEAST
process.exitCode =
  foundResults.length === huntedResults.length && isComplete && (calls.length === 0 || median <= MEDIAN_CALLS) ? 0 : 1
