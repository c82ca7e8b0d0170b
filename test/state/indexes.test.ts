import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Index } from "../../src/state/indexes.ts"
import { Postings } from "../../src/state/store/postings.ts"
import { SortedIndex } from "../../src/state/store/sorted-index.ts"

/** A version of an index with its expected content, and the owner token of its current writer. */
interface Version {
  index: Index
  entries: Set<string>
  owner: object
}

const text = (key: string, id: string) => JSON.stringify([key, id])

const KEYS = ["", "a", "a\u0000b", "ab", "b", "é", "\uffff"]
const key = fc.constantFrom(...KEYS)
const id = fc.nat({ max: 150 }).map((number) => `id${number}`)
const at = fc.nat({ max: 5 })

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom("add" as const, "remove" as const), at, key, id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("fill" as const, "clear" as const), at, key, id }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("fork" as const, "seal" as const, "compact" as const), at }),
  },
)

describe.each([
  ["postings", () => Postings.empty()],
  ["a sorted index", () => SortedIndex.empty()],
])("%s", (_, empty: () => Index) => {
  test("equal a plain set of entries, in every live version", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50, size: "max" }), (steps) => {
        const live: Version[] = [{ index: empty(), entries: new Set(), owner: {} }]
        for (const one of steps) {
          const version = live[one.at % live.length] as Version
          const add = (k: string, i: string) => {
            version.index = version.index.add(k, i, version.owner)
            version.entries.add(text(k, i))
          }
          const remove = (k: string, i: string) => {
            version.index = version.index.remove(k, i, version.owner)
            version.entries.delete(text(k, i))
          }
          if (one.do === "add") add(one.key, one.id)
          else if (one.do === "remove") remove(one.key, one.id)
          else if (one.do === "fill") for (let number = 0; number < 90; number += 1) add(one.key, `id${number}`)
          else if (one.do === "clear") for (let number = 0; number <= 150; number += 1) remove(one.key, `id${number}`)
          else if (one.do === "compact") version.index = version.index.compacted()
          else version.owner = {}
          if (one.do === "fork") live.push({ index: version.index, entries: new Set(version.entries), owner: {} })
          if (one.do === "compact") version.owner = {}
        }
        for (const { index, entries } of live) {
          const found = index.entries().map((entry) => text(entry.key, entry.id))
          expect(found).toHaveLength(entries.size)
          expect(new Set(found)).toEqual(entries)
          for (const k of KEYS) {
            const expected = [...entries]
              .map((entry) => JSON.parse(entry) as [string, string])
              .filter(([each]) => each === k)
            const ids = expected.map(([, each]) => each).sort()
            expect(index.list(k)).toEqual(ids)
            expect(index.list(k, 3)).toEqual(ids.slice(0, 3))
            expect(index.list(k, 0)).toEqual([])
            for (const i of ["id0", "id77", "id150"]) expect(index.has(k, i)).toBe(entries.has(text(k, i)))
          }
        }
      }),
      { numRuns: 150, seed: 1 },
    )
  })

  test("say nothing new by adding what is there or removing what is not", () => {
    const owner = {}
    const index = empty().add("a", "x", owner).add("a", "x", owner).remove("a", "y", owner).remove("b", "x", owner)
    expect(index.entries()).toEqual([{ key: "a", id: "x" }])
  })
})

test("postings let go of keys that came and went", () => {
  const owner = {}
  let index = Postings.empty()
  for (let number = 0; number < 1000; number += 1) index = index.add(`key${number}`, "x", owner)
  for (let number = 0; number < 990; number += 1) index = index.remove(`key${number}`, "x", owner)
  const compacted = index.compacted()
  expect(compacted).not.toBe(index)
  expect(compacted.entries()).toHaveLength(10)
  expect(compacted.compacted()).toBe(compacted)
})

test("a sorted index knows its lowest key and what stands up to a key", () => {
  const owner = {}
  const index = SortedIndex.empty().add("2", "b", owner).add("2", "a", owner).add("1", "z", owner).add("3", "a", owner)
  expect(index.lowest()).toEqual({ key: "1", id: "z" })
  expect(index.upTo("2").map((entry) => entry.id)).toEqual(["z", "a", "b"])
  expect(SortedIndex.empty().lowest()).toBeUndefined()
})
