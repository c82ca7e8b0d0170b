import { expect, test } from "vitest"
import { check, type KitFailure, type Target } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { claims, paidIsNeverCancelled, payments, settledIsPaid, totalIsSum, totals } from "./reach-worlds.ts"

/** Runs all 16 seeds of both rules. Set by `npm run kit:reach`. */
const isLong = process.env.KIT_REACH === "all"

const RULES = [
  ["a paid order is never cancelled", payments, paidIsNeverCancelled, /was paid and is cancelled/, isLong ? 16 : 4],
  ["an order's total is the sum of its lines", totals, totalIsSum, /but its lines add up to/, isLong ? 16 : 2],
] as const

async function failureOf(
  fixture: typeof totals,
  rule: (target: Target) => Promise<void>,
  options: { readonly seed: number; readonly numRuns?: number },
) {
  const world = await createWorld({ fixture: fixture("broken") })
  return check(world, { rule, ...options, avoid: ["related_ds_items"] }).then(
    () => undefined,
    (error: KitFailure) => error,
  )
}

/** Limits are in calls and seeds. The time allows for a busy machine. */
const timeout = isLong ? 7_200_000 : 300_000

test.each(RULES)("finds that the rule is broken: %s", { timeout }, async (_, fixture, rule, reason, seeds) => {
  let found = 0
  for (let seed = 1; seed <= seeds; seed += 1) {
    const failure = await failureOf(fixture, rule, { seed })
    if (failure?.name !== "KitFailure") continue
    found += 1
    expect(failure.message).toMatch(reason)
    expect(failure.calls).toBeLessThanOrEqual(3)
    const calls = failure.typeScript.split("\n").filter((line) => line.includes("target.call("))
    for (const line of calls) expect(line.length, line).toBeLessThanOrEqual(200)
  }
  expect(found).toBeGreaterThanOrEqual(seeds - 1)
})

test("finds a rule that four calls break, because most actions are ones that the item's status offers", {
  timeout,
}, async () => {
  for (let seed = 1; seed <= (isLong ? 16 : 2); seed += 1) {
    const failure = await failureOf(claims, settledIsPaid, { seed, numRuns: 400 })
    expect(failure?.message, `seed ${seed}`).toMatch(/is settled without a payment/)
    expect(failure?.calls).toBeLessThanOrEqual(4)
  }
})

// The scripts of the totals write before the platform validates the values, so their rule can break in each variant.
test.each(RULES.slice(0, 1))("reports no failure when the rule holds: %s", { timeout }, async (_, fixture, rule) => {
  const world = await createWorld({ fixture: fixture("correct") })
  const { requests } = await check(world, { rule, seed: 1, numRuns: 20, avoid: ["related_ds_items"], mustRun: [] })
  expect(requests).toBeGreaterThan(100)
})
