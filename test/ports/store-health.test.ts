import { expect, test } from "vitest"
import { StoreHealth } from "../../src/engine/index.ts"
import { StoreTrouble } from "../../src/ports/index.ts"
import { VirtualTime } from "../simulate/virtual-time.ts"

const full = () => new StoreTrouble("full", "the disk is full")
const goneError = () => new StoreTrouble("gone", "nobody there")

/** A store that rejects all writes until it is repaired. */
function makeBrokenStore() {
  const time = new VirtualTime()
  const tries: number[] = []
  let isWell = false
  const health = new StoreHealth(async () => {
    tries.push(time.now())
    if (!isWell) throw full()
  }, time)
  return {
    ...{ time, tries, health },
    heal() {
      isWell = true
    },
  }
}

test("a store that failed is tried less and less often, until it takes something", async () => {
  const { time, tries, health, heal } = makeBrokenStore()
  expect(health.trouble).toBeNull()
  health.failed(full())
  await time.run(time.sleep(40_000))
  expect(tries).toEqual([1000, 3000, 7000, 15_000, 25_000, 35_000])
  expect(health.trouble).toBe("the disk is full")
  heal()
  await time.run(time.sleep(10_000))
  expect(health.trouble).toBeNull()
  await time.run(time.sleep(100_000))
  expect(tries).toHaveLength(7)
})

test("failures meanwhile begin no tries of their own, and what was stored meanwhile ends them", async () => {
  const { time, tries, health } = makeBrokenStore()
  for (let each = 0; each < 5; each += 1) health.failed(full())
  await time.run(time.sleep(1500))
  expect(tries).toEqual([1000])
  health.stored()
  expect(health.trouble).toBeNull()
  health.failed(goneError())
  await time.run(time.sleep(1100))
  expect(tries).toEqual([1000, 2500])
})

test("a successful read shows that the store is there, and not that it has room", () => {
  const { health } = makeBrokenStore()
  health.failed(full())
  health.wasRead()
  expect(health.trouble).toBe("the disk is full")
  health.failed(goneError())
  health.wasRead()
  expect(health.trouble).toBeNull()
})

test("nothing is tried after the end", async () => {
  const { time, tries, health } = makeBrokenStore()
  health.failed(full())
  health.close()
  health.failed(full())
  await time.run(time.sleep(60_000))
  expect(tries).toEqual([])
})

test("looks at the place of the store each second until it is closed, and a look that fails is a failure", async () => {
  const { time, tries, health, heal } = makeBrokenStore()
  const looks: number[] = []
  health.watch(async () => {
    looks.push(time.now())
    if (time.now() === 3000) throw new StoreTrouble("moved", "the file was deleted")
  })
  await time.run(time.sleep(3100))
  expect(health.trouble).toBe("the file was deleted")
  heal()
  await time.run(time.sleep(2000))
  expect({ trouble: health.trouble, tries, looks }).toEqual({
    trouble: null,
    tries: [4000],
    looks: [1000, 2000, 3000, 4000, 5000],
  })
  health.close()
  await time.run(time.sleep(5000))
  expect(looks).toHaveLength(5)
})
