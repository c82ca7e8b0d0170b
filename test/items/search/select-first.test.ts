import fc from "fast-check"
import { expect, test } from "vitest"
import { selectFirst } from "../../../src/items/search/order.ts"

const compareAscending = (left: number, right: number): number => left - right

test("the first of an order come before all others, whatever the order was, and none is lost", async () => {
  const lists = fc.uniqueArray(fc.integer(), { maxLength: 200 })
  await fc.assert(
    fc.property(lists, fc.nat({ max: 210 }), (list, count) => {
      const sorted = list.toSorted(compareAscending)
      const given = [...list]
      selectFirst(given, count, compareAscending)
      expect(given.slice(0, count).sort(compareAscending)).toEqual(sorted.slice(0, count))
      expect(given.slice(count).sort(compareAscending)).toEqual(sorted.slice(count))
    }),
    { seed: 1 },
  )
})

test("an order that is sorted, turned around or like a saw takes no more than a few looks at each", () => {
  const size = 20_000
  for (const list of [
    Array.from({ length: size }, (_, at) => at),
    Array.from({ length: size }, (_, at) => -at),
    Array.from({ length: size }, (_, at) => (at % 2) * size + at),
    Array.from({ length: size }, (_, at) => (at < size / 2 ? at * 2 : (size - at) * 2 - 1)),
  ]) {
    let looks = 0
    selectFirst(list, size - 100, (left, right) => {
      looks += 1
      return left - right
    })
    expect(looks).toBeLessThan(12 * size)
  }
})
