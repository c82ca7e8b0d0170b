/**
 * Runs the example projects as users do, in copies outside of the repository with the packed package: `node
 * scripts/try-examples.mjs PACKAGE.tgz [NAME…]`. Names select examples; by default, all run. Prints a line for each
 * example and the output of failures. Exits with 1 if an example failed.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { check, install, inTurns, output } from "./checks.mjs"
import { blocksIn, importsOf, isTest, RUN_ELSEWHERE } from "./page-blocks.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const STEP_MS = 900_000
const AT_ONCE = 2

const [tarball, ...wanted] = process.argv.slice(2)
if (tarball === undefined)
  throw new Error("expected the path of a packed package, as in node scripts/try-examples.mjs hexarium.tgz")
/** Examples in which the pages' tests of a runner or package run, with the ending of the test's name. */
const PAGE_TESTS = {
  "hexarium/jest": { example: "jest", ending: ".test.js" },
  "hexarium/node-test": { example: "node-test", ending: ".test.js" },
  "hexarium/playwright": { example: "playwright", ending: ".spec.js" },
  nock: { example: "msw", ending: ".test.ts", needs: { nock: "^14.0.0" } },
  "vitest/browser": { example: "vite-vue", ending: ".test.ts" },
}
/** Examples to run again with another version of their test runner, as `NAME@VERSION`. */
const OTHER_PACKAGES = ["vitest@3"]
/** Options of `npm test` with another version of the runner. Property tests do not depend on the runner. */
const OTHER_VERSION_OPTIONS = ["--", "--exclude", "**/*.property.test.ts"]
const all = [...(await readdir(`${root}examples`)), ...OTHER_PACKAGES]
const unknown = wanted.find((name) => !all.includes(name))
if (unknown !== undefined) throw new Error(`unknown example ${unknown}; the examples are ${all.join(", ")}`)

/** Tests of README and the pages that run in this script, with the files that their pages ask for. */
async function listPageTests() {
  const names = (await readdir(`${root}docs`, { recursive: true })).filter((path) => path.endsWith(".md"))
  const pages = await Promise.all(
    ["README.md", ...names.map((path) => `docs/${path}`)].map(async (page) => [
      page,
      await readFile(root + page, "utf8"),
    ]),
  )
  return pages.flatMap(([page, text]) => {
    const blocks = blocksIn(text)
    const files = blocks.filter(({ mark }) => mark === "file")
    return blocks.flatMap(({ code, line }) => {
      const needed = importsOf(code).find((name) => RUN_ELSEWHERE[name] === "scripts/try-examples.mjs")
      if (needed === undefined || !isTest(code)) return []
      return [{ ...PAGE_TESTS[needed], name: `${page.replaceAll(/\W/g, "-")}-${line}`, code, files }]
    })
  })
}

/** Writes the pages' tests of an example beside the example's own tests. */
async function addPageTests(example, folder, project) {
  const own = pageTests.filter((test) => test.example === example)
  for (const { name, ending, code, files, needs } of own) {
    const place = join(folder, "test", name)
    await mkdir(place, { recursive: true })
    await cp(join(folder, "shop.yaml"), join(place, "shop.yaml"))
    for (const { detail, code: text } of files) await writeFile(join(place, detail), text)
    await writeFile(join(place, `page${ending}`), code)
    Object.assign(project.devDependencies, needs)
  }
  return own.length === 0 ? undefined : `with ${own.length} tests of the pages`
}

async function tryOut(name, folder) {
  const left = (source) => !source.includes("node_modules")
  const [example, version] = name.split("@")
  await cp(`${root}examples/${example}`, folder, { recursive: true, filter: left })
  const path = join(folder, "package.json")
  const project = JSON.parse(await readFile(path, "utf8"))
  if (version !== undefined) project.devDependencies[example] = `^${version}`
  project.devDependencies.hexarium = `file:${resolve(tarball)}`
  const answer = await addPageTests(example, folder, project)
  await writeFile(path, JSON.stringify(project, null, 2))
  await install(folder, "--no-package-lock", "--prefer-offline")
  const options = version === undefined ? [] : OTHER_VERSION_OPTIONS
  await output("npm", ["test", "--silent", ...options], { cwd: folder, timeout: STEP_MS })
  return answer
}

const pageTests = await listPageTests()
const workshop = await mkdtemp(join(tmpdir(), "hexarium-examples-"))
const works = (wanted.length === 0 ? all : wanted).map(
  (name) => () => check(`example ${name}`, () => tryOut(name, join(workshop, name))),
)
try {
  await inTurns(AT_ONCE, works)
} finally {
  await rm(workshop, { recursive: true, force: true })
}
