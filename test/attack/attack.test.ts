import { afterAll, beforeAll, expect, test } from "vitest"
import { SUITES, type Suite } from "./suites.ts"
import { type Attacked, startAttacked } from "./target.ts"

/** All suites together, in seconds: as much as `npm run attack` asks for; a part of it among the other tests. */
const SECONDS = Number(process.env.HEXARIUM_ATTACK_SECONDS ?? 6)
const SHARE_MS = (SECONDS * 1000) / SUITES.length

let target: Attacked
let atRest = 0
beforeAll(async () => {
  target = await startAttacked()
  // Every way is gone once, so that memory that is only taken for the first time is no figure.
  for (const { tries } of SUITES) await tries[0]?.(target)
  atRest = await target.rss()
}, 60_000)
afterAll(() => target.stop(), 30_000)

/** Goes through the tries until the time is over: all of them once if it can, then again from the beginning. */
async function attack({ tries }: Suite): Promise<number> {
  const until = performance.now() + SHARE_MS
  let count = 0
  while (performance.now() < until) {
    expect(await tries[count % tries.length]?.(target)).toBeUndefined()
    count += 1
  }
  return count
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

test.each(SUITES)("$name: withstood (docs/security.md)", { timeout: SHARE_MS + 60_000 }, async (suite) => {
  const before = await target.state()
  target.waits.length = 0
  const count = await attack(suite)
  const waits = [...target.waits].sort((one, other) => one - other)
  const rss = await target.rss()
  const figures = [
    `${suite.name.padEnd(10)} ${String(count).padStart(6)} tries of ${suite.tries.length}`,
    `health p99 ${percentile(waits, 0.99).toFixed(0)} ms, most ${percentile(waits, 1).toFixed(0)} ms`,
    `memory ${rss.toFixed(0)} MiB (${(rss / atRest).toFixed(2)} of ${atRest.toFixed(0)})`,
  ]
  process.stdout.write(`${figures.join("; ")}\n`)
  expect(target.child.exitCode).toBeNull()
  expect(percentile(waits, 1)).toBeLessThan(Number.POSITIVE_INFINITY)
  if (suite.changesNothing) expect(await target.state()).toBe(before)
})

test("and what was taken is given back", { timeout: 30_000 }, async () => {
  // Heaps keep some of what they have had; a leak of what was sent would be many times this.
  const limit = atRest * 1.2 + 150
  const until = performance.now() + 10_000
  while ((await target.rss()) > limit && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await target.rss()).toBeLessThan(limit)
})
