/**
 * Runs the example projects as somebody else would: each copied out of the repository, with the packed package installed.
 * `node scripts/try-examples.mjs PACKAGE.tgz [NAME…]`; all of them without names. Prints a line for each, and the output of those
 * that fail; exits 1 if any does.
 */
import { execFile } from "node:child_process"
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("..", import.meta.url))
const STEP_MS = 120_000
/** Installing waits for the disk and the network as much as it computes. */
const AT_ONCE = 2

const [tarball, ...wanted] = process.argv.slice(2)
if (tarball === undefined)
  throw new Error("expected the path of a packed package: node scripts/try-examples.mjs hexarium.tgz")
/** Examples that are tried with another version of their runner, too: `name@version`. */
const OTHERS = ["vitest@3"]
const all = [...(await readdir(`${root}examples`)), ...OTHERS]
const unknown = wanted.find((name) => !all.includes(name))
if (unknown !== undefined) throw new Error(`no example ${unknown}; there are ${all.join(", ")}`)

const run = (cwd, command, ...args) =>
  promisify(execFile)(command, args, { cwd, timeout: STEP_MS, env: { ...process.env, FORCE_COLOR: "0" } })

/** An example with the package as its users get it. */
async function tryOut(name, folder) {
  const left = (source) => !source.includes("node_modules")
  const [example, version] = name.split("@")
  await cp(`${root}examples/${example}`, folder, { recursive: true, filter: left })
  const path = join(folder, "package.json")
  const project = JSON.parse(await readFile(path, "utf8"))
  if (version !== undefined) project.devDependencies[example] = `^${version}`
  project.devDependencies.hexarium = `file:${resolve(tarball)}`
  await writeFile(path, JSON.stringify(project, null, 2))
  await run(
    folder,
    "npm",
    "install",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    "--prefer-offline",
    "--loglevel=error",
  )
  await run(folder, "npm", "test", "--silent")
}

const workshop = await mkdtemp(join(tmpdir(), "hexarium-examples-"))
const waiting = wanted.length === 0 ? all : wanted
let failed = 0

async function tryOneByOne() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const began = performance.now()
    const outcome = await tryOut(name, join(workshop, name)).then(
      () => "works",
      (error) => `FAILS\n${error.stdout ?? ""}${error.stderr ?? error.stack}`,
    )
    if (outcome !== "works") failed += 1
    process.stdout.write(`example ${name}: ${outcome} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`)
  }
}

try {
  await Promise.all(Array.from({ length: AT_ONCE }, tryOneByOne))
} finally {
  await rm(workshop, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1
