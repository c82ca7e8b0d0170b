import fc from "fast-check"
import { expect, test } from "vitest"
import { byText, compareSortKeys } from "../../src/model/index.ts"
import { CountedTree } from "../../src/state/store/counted-tree.ts"
import { finish } from "../../src/state/store/in-turns.ts"
import { compareEntries, type EntryChange, type OrderEntry } from "../../src/state/store/tree-nodes.ts"

const compareDescending = (left: OrderEntry, right: OrderEntry) =>
  compareSortKeys(right.key, left.key) || byText(left.id, right.id)

interface Version {
  tree: CountedTree
  entries: OrderEntry[]
}

const key = fc.constantFrom(null, "", "a", "b", "日", "\uffff", "😀", -1.5, 0, 7)
const entry = fc.record({ key, id: fc.nat({ max: 400 }).map((number) => `id${number}`) })
const LARGE_STEPS = ["fill", "fill one by one", "replace", "clear"] as const
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("add" as const), at: fc.nat(), entry }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("remove" as const), at: fc.nat(), entry }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...LARGE_STEPS), at: fc.nat(), entry }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("fork" as const, "build" as const), at: fc.nat(), entry }) },
)

test("equals a sorted list in every version, whatever is added, removed and forked", async () => {
  await fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
      const versions: Version[] = [{ tree: CountedTree.empty, entries: [] }]
      for (const { do: what, at, entry } of steps) {
        const version = versions[at % versions.length] as Version
        const change = (added: readonly OrderEntry[], removed: readonly OrderEntry[]) => {
          const fresh = added.filter(({ key, id }) => !version.tree.has(key, id))
          const changes: EntryChange[] = [
            ...fresh.map((one) => ({ ...one, isRemoval: false })),
            ...removed.map((one) => ({ ...one, isRemoval: true })),
          ]
          version.tree = version.tree.changed(changes.sort(compareEntries))
          version.entries = [...version.entries.filter((one) => !removed.includes(one)), ...fresh]
        }
        const several = Array.from({ length: 150 }, (_, number) => ({
          ...entry,
          id: `${entry.id}-${(number * 37) % 150}`,
        }))
        const sameKey = version.entries.filter((one) => one.key === entry.key)
        if (what === "add") change([entry], [])
        else if (what === "remove") change([], sameKey.slice(0, 1))
        else if (what === "fill") change(several, [])
        else if (what === "fill one by one") for (const one of several) change([one], [])
        else if (what === "replace") change(several, sameKey)
        else if (what === "clear") change([], sameKey)
        else if (what === "build") {
          const sorted = [...version.entries].sort(compareEntries)
          version.tree = finish(
            CountedTree.build(
              sorted,
              ({ key }) => key,
              ({ id }) => id,
            ),
          )
        } else versions.push({ ...version })
      }
      for (const { tree, entries } of versions) {
        const sorted = [...entries].sort(compareEntries)
        expect(tree.size).toBe(sorted.length)
        expect(tree.entries()).toEqual(sorted)
        for (const from of [0, 1, sorted.length >> 1, sorted.length - 1, sorted.length + 3].filter((at) => at >= 0)) {
          expect([...tree.ids(from)]).toEqual(sorted.slice(from).map(({ id }) => id))
          const other = [...entries].sort(compareDescending).slice(from)
          expect([...tree.idsDescending(from)]).toEqual(other.map(({ id }) => id))
        }
        for (const one of [...sorted.slice(0, 3), { key: "b", id: "id7" }, { key: null, id: "id1" }]) {
          expect(tree.rank(one.key, one.id)).toBe(sorted.filter((each) => compareEntries(each, one) < 0).length)
          expect(tree.rankAfter(one.key)).toBe(sorted.filter((each) => compareSortKeys(each.key, one.key) <= 0).length)
          expect(tree.has(one.key, one.id)).toBe(sorted.some((each) => compareEntries(each, one) === 0))
        }
      }
    }),
    { numRuns: 100, seed: 1 },
  )
})

test("a tree is built in turns", () => {
  const numbers = Array.from({ length: 100_000 }, (_, number) => number)
  const work = CountedTree.build(numbers, (number) => number, String)
  let turns = 0
  let step = work.next()
  for (; step.done !== true; step = work.next()) turns += 1
  expect(turns).toBeGreaterThanOrEqual(5)
  expect([...step.value.ids()]).toEqual(numbers.map(String))
})
