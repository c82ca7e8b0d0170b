/** Measures what a test file pays before its first test, and what a world of its own costs a test (bench/README.md, "First test"). */
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { createWorldFromFiles } from "../../emulator/node/index.ts"
import { type Line, nanosecondsAwaited, report, time } from "../measure.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const ROUNDS = 11
const SHOP = `${root}examples/vitest/shop.yaml`

/** Runs a module in its own process and returns the milliseconds from its first line to its last. */
function run(lines: string): number {
  const text = `const began = performance.now()\n${lines}\nconsole.log(performance.now() - began)`
  const args = ["--input-type=module", "-e", text]
  return Number(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" }).trim().split("\n").at(-1))
}

function startOf(args: readonly string[]): number {
  const began = performance.now()
  execFileSync(process.execPath, args, { cwd: root })
  return performance.now() - began
}

/** Returns the lower quartile, since the delays that a busy machine adds to some rounds say nothing about the measured code. */
const typical = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 2] ?? 0

const FIRST_TEST = `const { testWorlds } = await import("${root}dist/worlds.js")
await testWorlds({ fixture: ${JSON.stringify(SHOP)} }).inWorld(async ({ as }) => {
  await as("bob@shop.test").createItem({ application: "SHOP", datastore: "Orders", item: { Total: 5 } })
})()`

const CASES = [
  { what: 'import "hexarium"', lines: `await import("${root}dist/index.js")`, most: 120 },
  { what: 'import "hexarium/client"', lines: `await import("${root}dist/client.js")`, most: 20 },
  { what: 'import "hexarium/worlds"', lines: `await import("${root}dist/worlds.js")`, most: 100 },
  { what: "a first test with a fixture and one createItem, including the import", lines: FIRST_TEST, most: 150 },
] as const

const timesByCase = CASES.map((): number[] => [])
const bare: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(startOf(["-e", ""]))
  for (const [at, { lines }] of CASES.entries()) timesByCase[at]?.push(run(lines))
}

const world = await createWorldFromFiles([SHOP])
const orders = { application: "SHOP", datastore: "Orders" } as const
const cycle = async () => {
  const bob = world.fork().as("bob@shop.test")
  const { itemId } = await bob.createItem({ ...orders, item: { Total: 5 } })
  await bob.getItemDetails({ ...orders, itemId })
}
const ns = await nanosecondsAwaited(300, cycle)
const lines = CASES.map(({ what, most }, at): Line => {
  const ms = typical(timesByCase[at] ?? [])
  return {
    what: `${what}, against an empty Node process`,
    measured: time(ms * 1e6),
    baseline: time(typical(bare) * 1e6),
    ratio: ms / typical(bare),
    target: `≤ ${most} ms`,
    isMet: ms <= most,
  }
})
report([
  ...lines,
  {
    what: "fork, as, createItem and getItemDetails",
    measured: time(ns),
    target: "≤ 0.3 ms",
    isMet: ns <= 300_000,
  },
])
