import { spawn } from "node:child_process"
import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { build } from "esbuild"
import { inlineData } from "../../../../scripts/inline-data.mjs"

/**
 * Runs the kit on the unchanged engine: 20 seeds of 1,000 sequences on the demo, on each example and on the kit's world, and as many
 * sequences in all on 50 generated fixtures. Exits non-zero if there is a false alarm. `npm run kit:long -- WORLD [FIRST LAST [SEQUENCES]]`
 * runs a part. WORLD is a fixture file, `kit`, `generated-N` or `generated`. `--kept FILE` records the result of each slice (a seed of a
 * world) as a JSON line and skips slices that found nothing before. `--parallel N` sets the number of parallel runs (default 2).
 */
const ROOT = resolve(import.meta.dirname, "../../../..")
const SEEDS = 20
const FIXTURES = 50

const {
  positionals: [wantedName, first = "1", last = String(SEEDS), sequences = "1000"],
  values: { kept: keptFile, parallel },
} = parseArgs({
  allowPositionals: true,
  options: { kept: { type: "string" }, parallel: { type: "string", default: "2" } },
})

/** Fixtures of the examples, without duplicates. */
async function listExamples() {
  const found = await readdir(join(ROOT, "examples"), { recursive: true })
  const paths = found.filter((path) => /^[^/]+\/[^/]+\.yaml$/.test(path)).toSorted()
  const byText = new Map()
  for (const path of paths) {
    const text = await readFile(join(ROOT, "examples", path), "utf8")
    if (!byText.has(text)) byText.set(text, `examples/${path}`)
  }
  return [...byText.values()]
}

const examples = await listExamples()
const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const generatedNames = (from, to) => numbers(from, to).map((nth) => `generated-${nth}`)

/** Runs one seed on all worlds before the next seed. A run that is interrupted has then covered every world. */
const slicesOf = (worlds, from, to) => numbers(from, to).flatMap((seed) => worlds.map((world) => ({ world, seed })))

function wantedSlices() {
  if (wantedName === undefined) {
    return slicesOf([...generatedNames(1, FIXTURES), "fixtures/demo.yaml", ...examples, "kit"], 1, SEEDS)
  }
  if (wantedName !== "generated") return slicesOf([wantedName], Number(first), Number(last))
  return numbers(Number(first), Number(last)).map((nth) => ({ world: `generated-${nth}`, seed: nth }))
}

/** `world seed` of the slices that found nothing in an earlier run. */
async function doneBefore() {
  const text = keptFile === undefined ? "" : await readFile(keptFile, "utf8").catch(() => "")
  const results = text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
  return new Set(results.filter(({ failed }) => failed === undefined).map(({ world, seed }) => `${world} ${seed}`))
}

const doneRuns = await doneBefore()
const queue = wantedSlices().filter(({ world, seed }) => !doneRuns.has(`${world} ${seed}`))

const folder = await mkdtemp(join(ROOT, "node_modules", ".kit-long-"))
const outfile = join(folder, "hunt.mjs")
try {
  await build({
    entryPoints: [join(ROOT, "test/testing/kit/long/hunt.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    external: ["@jitl/*", "quickjs-emscripten-core", "nodemailer"],
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    plugins: [inlineData],
  })
  const run = ({ world, seed }) =>
    new Promise((ended) => {
      const child = spawn(process.execPath, [outfile, world, seed, seed, sequences], {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "inherit"],
      })
      let told = ""
      child.stdout.on("data", (chunk) => {
        told += chunk
      })
      child.on("close", async (code) => {
        process.stdout.write(told)
        if (keptFile !== undefined) await appendFile(keptFile, told)
        ended(code ?? 1)
      })
    })
  const codes = []
  await Promise.all(
    Array.from({ length: Number(parallel) }, async () => {
      for (let slice = queue.shift(); slice !== undefined; slice = queue.shift()) codes.push(await run(slice))
    }),
  )
  process.exitCode = codes.some((code) => code !== 0) ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}
