import fc from "fast-check"
import { expect, test } from "vitest"
import { ENTRIES_PER_TURN, finish, groupInTurns, sortInTurns } from "../../src/state/store/in-turns.ts"

interface Entry {
  readonly key: number
  readonly at: number
}

/** Returns how often some work yields. */
function countTurns(work: Generator<void, unknown>): number {
  let turns = 0
  while (work.next().done !== true) turns += 1
  return turns
}

const entries = fc
  .record({
    length: fc.constantFrom(0, 1, 7, ENTRIES_PER_TURN, ENTRIES_PER_TURN + 1, ENTRIES_PER_TURN * 3 + 5),
    step: fc.constantFrom(1, 7919, -1, 0),
    keys: fc.constantFrom(1, 3, 1000, 1_000_000),
  })
  .map(({ length, step, keys }) => Array.from({ length }, (_, at): Entry => ({ key: Math.abs(at * step) % keys, at })))

const byKey = (left: Entry, right: Entry) => left.key - right.key

test("sorting in turns returns the list of a stable sort, and leaves the given list as it is", () => {
  fc.assert(
    fc.property(entries, (list) => {
      const before = [...list]
      expect(finish(sortInTurns(list, byKey))).toEqual(list.toSorted(byKey))
      expect(list).toEqual(before)
    }),
    { seed: 5, numRuns: 30 },
  )
})

test("grouping in turns keeps the order of the keys and of the elements", () => {
  const list = Array.from({ length: ENTRIES_PER_TURN * 2 }, (_, at): Entry => ({ key: at % 3, at }))
  const groups = finish(groupInTurns(list, ({ key }) => key))
  expect([...groups]).toEqual([0, 1, 2].map((key) => [key, list.filter((one) => one.key === key)]))
})

test("sorts a short list in one turn, because each turn of a load waits for other work", () => {
  const list = Array.from({ length: 100 }, (_, at): Entry => ({ key: at % 7, at }))
  expect(countTurns(sortInTurns(list, byKey))).toBe(0)
})

test("yields once for each part of a long list", () => {
  const list = Array.from({ length: ENTRIES_PER_TURN * 4 }, (_, at): Entry => ({ key: (at * 7919) % 1000, at }))
  expect(countTurns(sortInTurns(list, byKey))).toBeGreaterThanOrEqual(4 + 4 + 4)
  expect(countTurns(groupInTurns(list, ({ key }) => key))).toBe(4)
})
