/**
 * Tests the engine on all supported versions of Node, which are installed from the npm registry: `npm run test:nodes`.
 * With `-- --quick`, runs only a selection of tests on the newest version. On a version that is too old, the
 * command must fail with one line. Prints a line for each version and the output of failures. Exits with 1 if a test
 * failed.
 */

import { readdir, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { check, inTurns, output } from "./checks.mjs"
import { nodeOf } from "./nodes.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const STEP_MS = 900_000
const TOO_OLD = 18
const NEWEST_VERSION = 26
const VERSIONS = [20, 22, 24, NEWEST_VERSION]
const SQLITE = ["test/adapters/sqlite/store.test.ts", "test/adapters/sqlite/damage.test.ts"]
/** Tests of features that may behave differently in other versions of Node. Each takes about ten seconds. */
const VALUES = ["test/fields/types.test.ts", "test/fields/formula.test.ts"]
const QUICK_TESTS = ["test/state", "test/world/world.test.ts", "test/items/scripts", ...VALUES]

const isQuick = process.argv.includes("--quick")

async function engineTests() {
  const folders = new Set(await readdir(`${root}src`))
  return (await readdir(`${root}test`)).filter((name) => folders.has(name)).map((name) => `test/${name}/`)
}

const testOn = (major, files) =>
  check(`Node ${major}`, async () => {
    const args = ["node_modules/vitest/vitest.mjs", "run", ...files, "--maxWorkers=1"]
    const printed = await output(await nodeOf(major), args, { cwd: root, timeout: STEP_MS })
    return /Tests +(.+)/.exec(printed)?.[1] ?? printed
  })

/** Checks that the command reports a Node that is too old. Imports of the library don't check the version. */
const refusesTooOld = () =>
  check(`Node ${TOO_OLD}`, async () => {
    const { engines } = JSON.parse(await readFile(`${root}package.json`, "utf8"))
    const [, needed] = />=([\d.]+)/.exec(engines.node)
    const words = new RegExp(`^hexarium: .*Node ${needed.replace(".", "\\.")} [^\\n]* ${TOO_OLD}\\.[^\\n]*\\n$`)
    const node = await nodeOf(TOO_OLD)
    const failure = await output(node, [`${root}dist/cli.js`, "start"], { timeout: STEP_MS }).then(
      () => new Error("expected the old Node to be refused, but the server started"),
      (error) => error,
    )
    if (failure.code !== 1 || failure.stdout !== "" || !words.test(failure.stderr)) throw failure
    return failure.stderr.trim()
  })

const files = isQuick ? QUICK_TESTS : await engineTests()
const works = [
  refusesTooOld,
  ...(isQuick ? [NEWEST_VERSION] : VERSIONS).map((major) => () => testOn(major, [...files, ...SQLITE])),
]
await inTurns(isQuick ? 1 : 2, works)
