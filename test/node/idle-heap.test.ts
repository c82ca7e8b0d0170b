import { runInNewContext } from "node:vm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { collectWhenIdle, type Heap } from "../../emulator/node/idle-heap.ts"
import { v8Heap } from "../../emulator/node/v8-heap.ts"

// docs/security.md: the server releases memory after a load, without delaying a request.

const MIB = 1024 * 1024

interface FakeHeap extends Heap {
  readonly done: string[]
  takenMib: number
  usedMib: number
  /** Memory in use after a garbage collection. */
  liveMib: number
  share: number
}

function fakeHeap(): FakeHeap {
  const heap: FakeHeap = {
    done: [],
    takenMib: 30,
    usedMib: 20,
    liveMib: 15,
    share: 0,
    taken: () => heap.takenMib * MIB,
    used: () => heap.usedMib * MIB,
    busy: () => heap.share,
    collect() {
      heap.done.push("collect")
      heap.usedMib = heap.liveMib
    },
    giveBack() {
      heap.done.push("give back")
      setTimeout(() => {
        heap.takenMib = heap.liveMib + 5
      }, 50)
    },
  }
  return heap
}

const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)

/** Simulates a load that allocates `takenMib`, most of it garbage. */
function load(heap: FakeHeap, takenMib = 110): void {
  heap.share = 0.9
  heap.takenMib = takenMib
  heap.usedMib = Math.min(takenMib, 60)
  seconds(10)
  heap.share = 0.02
}

let heap = fakeHeap()
let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  heap = fakeHeap()
  stop = collectWhenIdle(heap)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test("after a load and a while of nothing to do, garbage is collected and memory given back, once", () => {
  load(heap)
  expect(heap.done).toEqual([])
  seconds(8)
  expect(heap.done).toEqual(["collect", "give back"])
  seconds(3600)
  expect(heap.done).toHaveLength(2)
})

test("the server does not collect garbage while it is busy, nor in a short break", () => {
  for (let round = 0; round < 20; round += 1) {
    load(heap)
    seconds(2)
  }
  expect(heap.done).toEqual([])
})

test("the server does not collect garbage after few requests", () => {
  heap.share = 0.5
  seconds(5)
  heap.share = 0
  seconds(3600)
  expect(heap.done).toEqual([])
})

test("the server collects garbage again after another load, also if the first has left much", () => {
  heap.liveMib = 30
  load(heap)
  seconds(8)
  load(heap)
  seconds(8)
  expect(heap.done).toEqual(["collect", "give back", "collect", "give back"])
})

test("the second step, which takes longer, is none for a heap that is mostly in use", () => {
  heap.liveMib = 100
  load(heap)
  seconds(3600)
  expect(heap.done).toEqual(["collect"])
})

test("nor is any for a large one, where it would hold up the next request", () => {
  heap.takenMib = 900
  heap.usedMib = 700
  heap.liveMib = 700
  seconds(3600)
  expect(heap.done).toEqual([])
})

test("the second step waits, with the first once more, when there is something to do between them", () => {
  load(heap)
  seconds(4)
  expect(heap.done).toEqual(["collect"])
  load(heap)
  seconds(8)
  expect(heap.done).toEqual(["collect", "collect", "give back"])
})

test("a load that is smaller than the first is one, too", () => {
  load(heap, 300)
  seconds(8)
  load(heap, 60)
  seconds(8)
  expect(heap.done).toEqual(["collect", "give back", "collect", "give back"])
})

test("ends with its server, and where the heap can't be looked at", () => {
  load(heap)
  stop()
  seconds(60)
  expect(heap.done).toEqual([])
  expect(vi.getTimerCount()).toBe(0)

  stop = collectWhenIdle({
    ...heap,
    busy() {
      throw new Error("no such thing here")
    },
  })
  seconds(1)
  expect(vi.getTimerCount()).toBe(0)
})

test("keeps no process alive", () => {
  vi.useRealTimers()
  const setInterval = vi.spyOn(globalThis, "setInterval")
  collectWhenIdle(heap)()
  const [started] = setInterval.mock.results
  expect((started?.value as NodeJS.Timeout | undefined)?.hasRef()).toBe(false)
  setInterval.mockRestore()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test.each(["collect", "giveBack"] as const)("%s frees garbage of V8's heap, and leaves V8 as it was", async (step) => {
  vi.useRealTimers()
  const errors = vi.spyOn(process.stderr, "write")
  const real = v8Heap()
  expect(real.taken()).toBeGreaterThan(MIB)
  expect(real.used()).toBeGreaterThan(MIB)
  const gone: WeakRef<object>[] = []
  for (let at = 0; at < 10; at += 1) gone.push(new WeakRef({ at }))
  await pause(5)
  real[step]()
  while (gone.some((ref) => ref.deref() !== undefined)) await pause(5)
  expect(real.busy()).toBeGreaterThanOrEqual(0)
  expect(runInNewContext("typeof gc")).toBe("undefined")
  expect(errors).not.toHaveBeenCalled()
  errors.mockRestore()
})
