import { describe, expect, test } from "vitest"
import { type HistoryPlan, runHistory } from "./history.ts"

/** One way to the database takes 2 ms, and a commit there 3 ms. */
const WAY = 2
const COMMIT = 3
const ROUND_TRIP = 2 * WAY
const ROUND = ROUND_TRIP + COMMIT

const plan: HistoryPlan = {
  seed: 7,
  replicas: 1,
  worlds: 1,
  clients: 20,
  commands: 20,
  network: { latency: [WAY, 0], commitMs: COMMIT, lossPerMille: 0 },
  thinkMs: 0,
  breaks: false,
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Predictions of bench/README.md if only the network and the database take time. */
describe("predictions of bench/README.md", () => {
  test("a fenced read takes one to two round trips, however many servers and worlds there are", async () => {
    for (const [replicas, worlds] of [
      [1, 1],
      [3, 4],
    ] as const) {
      const { latenciesMs } = await runHistory({ ...plan, replicas, worlds, only: "read", commands: 40 })
      // Each client starts with writes, until there is an item to read.
      expect(median(latenciesMs)).toBeGreaterThanOrEqual(ROUND_TRIP)
      expect(median(latenciesMs)).toBeLessThanOrEqual(2 * ROUND_TRIP)
    }
  })

  test("a world takes a group of writes a round: with n writers at once, n writes in one to two rounds, and as many round trips", async () => {
    const { answered, virtualMs, faults } = await runHistory({ ...plan, only: "create" })
    expect(faults).toEqual([])
    const perWriteOfAll = virtualMs / (answered / plan.clients)
    expect(perWriteOfAll).toBeGreaterThanOrEqual(ROUND_TRIP + ROUND)
    expect(perWriteOfAll).toBeLessThanOrEqual(2 * ROUND_TRIP + 2 * ROUND)
  })

  test("worlds don't wait for each other: twice the worlds and writers, twice the writes", async () => {
    const rate = async (worlds: number) => {
      const { answered, virtualMs } = await runHistory({ ...plan, worlds, clients: 20 * worlds, only: "create" })
      return answered / virtualMs
    }
    const [one, two] = [await rate(1), await rate(2)]
    expect(two / one).toBeGreaterThan(1.6)
  })
})
