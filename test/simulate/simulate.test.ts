import { expect, test } from "vitest"
import { type HistoryPlan, runHistory } from "./history.ts"

const plan: HistoryPlan = {
  seed: 1,
  replicas: 3,
  worlds: 2,
  clients: 6,
  commands: 12,
  network: { latency: [1, 100], commitMs: 2, lossPerMille: 20 },
  thinkMs: 100,
  breaks: true,
}

test("whatever is lost, late, parted or dies, what clients saw equals some serial order", async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const { faults, answered } = await runHistory({ ...plan, seed })
    expect(faults, `seed ${seed}`).toEqual([])
    expect(answered).toBeGreaterThan(0)
  }
})

test("the same seed gives the same history", async () => {
  expect(await runHistory({ ...plan, seed: 77 })).toEqual(await runHistory({ ...plan, seed: 77 }))
})

test("a server that sends its commits again without looking is found out", async () => {
  const found: string[] = []
  for (let seed = 1; seed <= 30 && found.length === 0; seed += 1) {
    found.push(...(await runHistory({ ...plan, seed, network: { ...plan.network, isForgetful: true } })).faults)
  }
  expect(found.length).toBeGreaterThan(0)
})
