/**
 * Runs the example projects as users do, in copies outside of the repository with the packed package: `node
 * scripts/try-examples.mjs PACKAGE.tgz [NAME…]`. Names select examples; by default, all run. Prints a line for each
 * example and the output of failures. Exits with 1 if an example failed.
 */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { check, install, inTurns, output } from "./checks.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const STEP_MS = 120_000
const AT_ONCE = 2

const [tarball, ...wanted] = process.argv.slice(2)
if (tarball === undefined)
  throw new Error("expected the path of a packed package, as in node scripts/try-examples.mjs hexarium.tgz")
/** Examples to run again with another version of their test runner, as `NAME@VERSION`. */
const OTHERS = ["vitest@3"]
const all = [...(await readdir(`${root}examples`)), ...OTHERS]
const unknown = wanted.find((name) => !all.includes(name))
if (unknown !== undefined) throw new Error(`unknown example ${unknown}; the examples are ${all.join(", ")}`)

async function tryOut(name, folder) {
  const left = (source) => !source.includes("node_modules")
  const [example, version] = name.split("@")
  await cp(`${root}examples/${example}`, folder, { recursive: true, filter: left })
  const path = join(folder, "package.json")
  const project = JSON.parse(await readFile(path, "utf8"))
  if (version !== undefined) project.devDependencies[example] = `^${version}`
  project.devDependencies.hexarium = `file:${resolve(tarball)}`
  await writeFile(path, JSON.stringify(project, null, 2))
  await install(folder, "--no-package-lock", "--prefer-offline")
  await output("npm", ["test", "--silent"], { cwd: folder, timeout: STEP_MS })
}

const workshop = await mkdtemp(join(tmpdir(), "hexarium-examples-"))
const works = (wanted.length === 0 ? all : wanted).map(
  (name) => () => check(`example ${name}`, () => tryOut(name, join(workshop, name))),
)
try {
  await inTurns(AT_ONCE, works)
} finally {
  await rm(workshop, { recursive: true, force: true })
}
