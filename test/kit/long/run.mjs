import { spawn } from "node:child_process"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { build } from "esbuild"
import { inlineData } from "../../../scripts/inline-data.mjs"

/**
 * The long run of the kit against the engine as it is: 20 seeds of 1,000 sequences on the demo, each example and the kit's own
 * world, and as many sequences in all on 50 generated fixtures. Exits non-zero when there is a false alarm.
 * `npm run kit:long -- WORLD [FIRST LAST [SEQUENCES]]` runs some: WORLD is a fixture file, `kit`, `generated-N` or `generated`.
 */
const ROOT = resolve(import.meta.dirname, "../../..")
const PARALLEL = 2
const FIXTURES = 50

const examples = (await readdir(join(ROOT, "examples"), { recursive: true }))
  .filter((path) => /^[^/]+\/[^/]+\.yaml$/.test(path))
  .map((path) => `examples/${path}`)
const generated = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => [`generated-${first + at}`, "1", "20", "1000"])

const [wanted, first = "1", last = "20", sequences = "1000"] = process.argv.slice(2)
const queue =
  wanted === undefined
    ? [
        ...["fixtures/demo.yaml", ...examples, "kit"].map((world) => [world, "1", "20", "1000"]),
        ...generated(1, FIXTURES),
      ]
    : wanted === "generated"
      ? generated(Number(first), Number(last)).map(([world, from]) => [world, from, from, sequences])
      : [[wanted, first, last, sequences]]

const folder = await mkdtemp(join(ROOT, "node_modules", ".kit-long-"))
const outfile = join(folder, "hunt.mjs")
try {
  await build({
    entryPoints: [join(ROOT, "test/kit/long/hunt.ts")],
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
  const run = (args) =>
    new Promise((done) => {
      const child = spawn(process.execPath, [outfile, ...args], { cwd: ROOT, stdio: "inherit" })
      child.on("exit", (code) => done(code ?? 1))
    })
  const codes = []
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let args = queue.shift(); args !== undefined; args = queue.shift()) codes.push(await run(args))
    }),
  )
  process.exitCode = codes.some((code) => code !== 0) ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}
