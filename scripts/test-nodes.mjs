/**
 * Tests the engine on every supported Node, with binaries from the registry: `npm run test:nodes`, all folders of the
 * engine on the oldest Node and later majors; `-- --quick` for a selection that CI has time for. A Node that is too old
 * must report that in one line. Prints a line a Node and the output of failures; exits 1 if anything failed.
 */

import { readdir, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { check, inTurns, output } from "./checks.mjs"
import { nodeOf } from "./nodes.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const STEP_MS = 900_000
const TOO_OLD = 18
const OLDEST = 20
const NEWER = [22, 24, 26]
const NEWEST = 26
const SQLITE = ["test/adapters/sqlite/store.test.ts", "test/adapters/sqlite/damage.test.ts"]
/** Tests of features that could differ between Nodes; ten seconds of a core each. */
const VALUES = ["test/fields/types.test.ts", "test/fields/formula.test.ts"]
const QUICK = ["test/state", "test/world/world.test.ts", "test/items/scripts", ...VALUES]

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

/** Only the command checks the version; imports of the library fail with its own error. */
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

const files = isQuick ? QUICK : await engineTests()
const works = [
  refusesTooOld,
  ...(isQuick ? [] : [() => testOn(OLDEST, files)]),
  ...NEWER.map((major) => () => testOn(major, major === NEWEST || !isQuick ? [...files, ...SQLITE] : files)),
]
await inTurns(isQuick ? 1 : 2, works)
