/**
 * Tests of the engine on every Node that is supported, by the registry's binaries: `npm run test:nodes`, all rooms of the engine on the
 * oldest Node and the majors after it; `-- --quick` for what CI has time for besides the whole suite. A Node that is too old has to be
 * told so in one line. Prints a line a Node, and the output of what failed; exits 1 if anything did.
 */

import { execFile } from "node:child_process"
import { readdir, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { nodeOf } from "./nodes.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const STEP_MS = 900_000
const TOO_OLD = 18
const OLDEST = 20
const NEWER = [22, 24, 26]
const NEWEST = 26
/** Built into the newer ones. */
const SQLITE = ["test/sqlite/store.test.ts", "test/sqlite/damage.test.ts"]
/** Tables, transactions, chance, calendar, scripts, values: where a Node could make a difference; ten seconds of a core each. */
const QUICK = [
  ...["test/state", "test/world.test.ts", "test/scripts"],
  ...["test/fields/kinds.test.ts", "test/fields/formula.test.ts"],
]

const isQuick = process.argv.includes("--quick")

/** The folders of tests that are named as rooms of the engine are. */
async function engineTests() {
  const rooms = new Set(await readdir(`${root}src`))
  return [
    "test/world.test.ts",
    ...(await readdir(`${root}test`)).filter((name) => rooms.has(name)).map((name) => `test/${name}/`),
  ]
}

async function testOn(major, files) {
  const began = performance.now()
  const node = await nodeOf(major)
  const args = ["node_modules/vitest/vitest.mjs", "run", ...files, "--maxWorkers=1"]
  const env = { ...process.env, FORCE_COLOR: "0" }
  const outcome = await promisify(execFile)(node, args, { cwd: root, env, timeout: STEP_MS, maxBuffer: 1 << 26 }).then(
    ({ stdout }) => /Tests +(.+)/.exec(stdout)?.[1] ?? stdout,
    (error) => ({ failed: `${error.stdout}${error.stderr}` }),
  )
  return tell(`Node ${major}`, began, outcome)
}

/** The command, not the library: what imports that fails as its engine tells. */
async function refusesTooOld() {
  const began = performance.now()
  const node = await nodeOf(TOO_OLD)
  const { engines } = JSON.parse(await readFile(`${root}package.json`, "utf8"))
  const [, needed] = />=([\d.]+)/.exec(engines.node)
  const outcome = await promisify(execFile)(node, [`${root}dist/cli.js`, "start"], { timeout: STEP_MS }).then(
    () => ({ failed: "it started" }),
    ({ code, stdout, stderr }) => {
      const words = new RegExp(`^hexarium: .*Node ${needed.replace(".", "\\.")} .*v${TOO_OLD}\\.[^\\n]*\\n$`)
      return code === 1 && stdout === "" && words.test(stderr) ? stderr.trim() : { failed: stdout + stderr }
    },
  )
  return tell(`Node ${TOO_OLD}`, began, outcome)
}

function tell(name, began, outcome) {
  const isGood = typeof outcome === "string"
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${name}: ${isGood ? outcome : `FAILS\n${outcome.failed}`} (${seconds} s)\n`)
  return isGood
}

const files = isQuick ? QUICK : await engineTests()
const works = [
  refusesTooOld,
  ...(isQuick ? [] : [() => testOn(OLDEST, files)]),
  ...NEWER.map((major) => () => testOn(major, major === NEWEST || !isQuick ? [...files, ...SQLITE] : files)),
]
const results = []
const next = async () => {
  for (let work = works.shift(); work !== undefined; work = works.shift()) results.push(await work())
}
// CI does something else beside it.
await Promise.all(isQuick ? [next()] : [next(), next()])
process.exitCode = results.every(Boolean) ? 0 : 1
