import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Summarizing, Table } from "../../src/state/index.ts"
import { addOrdinal, emptyIdLayers, findOrdinal, type IdLayers } from "../../src/state/store/table.ts"

interface Row {
  readonly id: string
  readonly value: number
}

/** A version of a table with its expected content, and the owner token of its current writer. */
interface Version {
  table: Table<Row>
  rows: Map<string, Row>
  owner: object
}

const version = (): Version => ({ table: Table.empty<Row>(), rows: new Map(), owner: {} })

/** A second version of the same value. Afterwards, neither may write shared nodes in place. */
function fork(from: Version): Version {
  from.owner = {}
  return { table: from.table, rows: new Map(from.rows), owner: {} }
}

function put(target: Version, row: Row): void {
  target.table = target.table.put(row.id, Object.freeze(row), target.owner)
  target.rows.set(row.id, row)
}

function remove(target: Version, id: string): void {
  target.table = target.table.remove(id, target.owner)
  target.rows.delete(id)
}

function compact(target: Version): void {
  target.table = target.table.compacted((row) => row.id)
  target.owner = {}
}

const sortRows = (rows: Iterable<Row>) => [...rows].sort((left, right) => (left.id < right.id ? -1 : 1))

function expectEqual(actual: Version, ids: readonly string[]): void {
  expect(actual.table.size).toBe(actual.rows.size)
  expect(sortRows(actual.table.toArray())).toEqual(sortRows(actual.rows.values()))
  for (const id of ids) expect(actual.table.get(id)).toBe(actual.rows.get(id))
  const all = actual.table.toArray()
  for (const from of [0, 1, all.length >> 1, all.length, all.length + 40])
    for (const count of [0, 1, 33]) expect(actual.table.slice(from, count)).toEqual(all.slice(from, from + count))
  expectDigest(actual)
  expectSummaries(actual)
}

const values: Summarizing<Row, Map<string, number>> = {
  make: (rows) => new Map(rows.map((row) => [row.id, row.value])),
  isCurrent: (summary): summary is Map<string, number> => summary instanceof Map,
}

/** Checks that cached summaries are correct. */
function expectSummaries({ table, rows }: Version): void {
  const summed: [string, number][] = []
  const walked: Row[] = []
  table.forEachGroup(values, (summary, records) => {
    summed.push(...summary)
    walked.push(...records())
  })
  expect(walked).toEqual(table.toArray().reverse())
  expect(summed).toEqual(walked.map((row) => [row.id, row.value]))
  expect(summed).toHaveLength(rows.size)
}

/** Checks the digest at any time, because versions share nodes that cache digests. */
function expectDigest({ table, rows }: Version): void {
  expect(table.digest()).toEqual(Table.of(rows.values(), (row) => row.id).digest())
}

type Step =
  | { readonly do: "put"; readonly at: number; readonly id: number; readonly value: number }
  | { readonly do: "fill"; readonly at: number; readonly count: number; readonly value: number }
  | {
      readonly do: "remove" | "empty" | "fork" | "drop" | "compact" | "digest" | "summarize"
      readonly at: number
      readonly id: number
    }
  | { readonly do: "mark" | "rollBack"; readonly at: number }

const at = fc.nat({ max: 7 })
const id = fc.nat({ max: 90 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("put" as const), at, id, value: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("fill" as const), at, count: fc.nat(80), value: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("remove" as const, "fork" as const, "drop" as const), at, id }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("empty" as const, "compact" as const, "digest" as const, "summarize" as const),
      at,
      id,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("mark" as const, "rollBack" as const), at }) },
)

describe("a table", () => {
  test("equals a plain Map through writes, forks, rollbacks and dropped versions, in every live version", () => {
    const ids = Array.from({ length: 91 }, (_, number) => `id${number}`)
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
        const live = [version()]
        const marks: { readonly of: Version; readonly table: Table<Row>; readonly rows: Map<string, Row> }[] = []
        for (const one of steps) {
          const target = live[one.at % live.length] as Version
          if (one.do === "put") put(target, { id: `id${one.id}`, value: one.value })
          else if (one.do === "fill") {
            for (let number = 0; number < one.count; number += 1) put(target, { id: `id${number}`, value: one.value })
          } else if (one.do === "remove") remove(target, `id${one.id}`)
          else if (one.do === "empty") for (const each of ids.slice(one.id % 40)) remove(target, each)
          else if (one.do === "compact") compact(target)
          else if (one.do === "digest") expectDigest(target)
          else if (one.do === "summarize") expectSummaries(target)
          else if (one.do === "fork") live.push(fork(target))
          else if (one.do === "drop" && live.length > 1) live.splice(live.indexOf(target), 1)
          else if (one.do === "mark") {
            target.owner = {}
            marks.push({ of: target, table: target.table, rows: new Map(target.rows) })
          } else if (one.do === "rollBack") {
            const mark = marks.findLast((candidate) => candidate.of === target)
            if (mark === undefined) continue
            target.table = mark.table
            target.rows = new Map(mark.rows)
            target.owner = {}
          }
        }
        for (const each of live) expectEqual(each, ids)
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  test("keeps the order in which records came, through updates, compaction and levels of the vector", () => {
    const version1 = version()
    const ids = Array.from({ length: 1200 }, (_, number) => `id${(number * 7919) % 1200}`)
    for (const each of ids) put(version1, { id: each, value: 0 })
    for (const each of ids.slice(0, 100)) put(version1, { id: each, value: 1 })
    for (const each of ids.filter((_, number) => number % 3 !== 0)) remove(version1, each)
    compact(version1)
    expect(version1.table.toArray().map((row) => row.id)).toEqual(ids.filter((_, number) => number % 3 === 0))
  })

  test("does not visit records that are added during a walk, and stops on request", () => {
    const all = version()
    for (let number = 0; number < 40; number += 1) put(all, { id: `id${number}`, value: 0 })
    const visited: string[] = []
    const before = all.table
    before.forEach((row) => {
      visited.push(row.id)
      put(all, { id: `more${row.id}`, value: 0 })
    })
    expect(visited).toHaveLength(40)
    const asked: string[] = []
    expect(all.table.some((row) => asked.push(row.id) === 35)).toBe(true)
    expect(asked).toHaveLength(35)
    expect(all.table.some((row) => row.value === 1)).toBe(false)
  })

  test("summarizes only written groups again, and all groups for another summary", () => {
    const all = version()
    for (let number = 0; number < 100; number += 1) put(all, { id: `id${number}`, value: 0 })
    let made = 0
    const summed = (tag: string): number => {
      made = 0
      const counted: Summarizing<Row, { tag: string }> = {
        make: () => {
          made += 1
          return { tag }
        },
        isCurrent: (summary): summary is { tag: string } => "tag" in summary && summary.tag === tag,
      }
      all.table.forEachGroup(counted, () => {})
      return made
    }
    expect([summed("a"), summed("a")]).toEqual([4, 0])
    put(all, { id: "id40", value: 1 })
    expect([summed("a"), summed("a")]).toEqual([1, 0])
    put(all, { id: "id100", value: 1 })
    remove(all, "id0")
    expect([summed("a"), summed("b"), summed("b")]).toEqual([2, 4, 0])
  })

  test("is sparse once deletes have left more holes than records", () => {
    const all = version()
    for (let number = 0; number < 100; number += 1) put(all, { id: `id${number}`, value: 0 })
    for (let number = 0; number < 50; number += 1) remove(all, `id${number}`)
    expect(all.table.isSparse).toBe(false)
    remove(all, "id99")
    expect(all.table.isSparse).toBe(true)
    expect(all.table.compacted((row) => row.id).isSparse).toBe(false)
  })

  test("the digest does not depend on order, holes, levels or compaction, and differs for different contents", () => {
    const row = fc.record({ id: fc.integer({ min: 0, max: 60 }).map((number) => `id${number}`), value: fc.nat(3) })
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: (one) => one.id }), fc.array(fc.nat(200)), (rows, extra) => {
        const straight = version()
        for (const one of rows) put(straight, { ...one })
        const devious = version()
        for (const number of extra) put(devious, { id: `extra${number}`, value: number })
        for (const one of rows.toReversed()) put(devious, { ...one, value: one.value + 1 })
        fork(devious).table.digest()
        for (const number of extra) remove(devious, `extra${number}`)
        for (const one of rows) put(devious, { value: one.value, id: one.id })
        expect(devious.table.digest()).toEqual(straight.table.digest())
        const [first] = rows
        if (first === undefined) return
        put(devious, { ...first, value: first.value + 1 })
        expect(devious.table.digest()).not.toEqual(straight.table.digest())
        compact(straight)
        put(straight, { ...first, value: first.value + 1 })
        expect(devious.table.digest()).toEqual(straight.table.digest())
      }),
      { seed: 2 },
    )
  })
})

/** Number of IDs that a version retains, whoever added them. */
const keptIds = (ids: IdLayers): number =>
  [ids.top, ...[...ids.sealed, ...(ids.sealing?.layers ?? [])].map((layer) => layer.map)].reduce(
    (sum, map) => sum + map.size,
    0,
  )

function add(from: IdLayers, length: number, count: number, name: string): IdLayers {
  let ids = from
  for (let number = 0; number < count; number += 1) ids = addOrdinal(ids, length + number, `${name}${number}`)
  return ids
}

test("a thousand versions made and dropped leave nothing behind but what the first one added", () => {
  const base = add(emptyIdLayers(), 0, 1000, "base")
  const before = keptIds(base)
  for (let fork = 0; fork < 1000; fork += 1) add(base, 1000, 10, `fork${fork} `)
  expect(keptIds(base)).toBeLessThanOrEqual(2 * before + 20)
  expect(findOrdinal(base, 1000, "fork0 0")).toBe(-1)
  expect(findOrdinal(base, 1000, "base999")).toBe(999)
})

test("records of a dropped version disappear when its origin goes on", () => {
  let ids = add(emptyIdLayers(), 0, 10, "base")
  let length = 10
  for (let round = 0; round < 200; round += 1) {
    add(ids, length, 500, `dropped${round} `)
    ids = add(ids, length, 1, `kept${round} `)
    length += 1
  }
  expect(keptIds(ids)).toBeLessThan(2000)
  expect(findOrdinal(ids, length, "kept0 0")).toBe(10)
  expect(findOrdinal(ids, length, "dropped199 0")).toBe(-1)
})

test("many short versions in a row keep few layers", () => {
  let ids = add(emptyIdLayers(), 0, 5000, "base")
  for (let round = 0; round < 500; round += 1) {
    add(ids, 5000 + round, 1, `dropped${round} `)
    ids = add(ids, 5000 + round, 1, `kept${round} `)
  }
  expect(ids.sealed.length).toBeLessThanOrEqual(12)
})

test("layers that are merged once are merged for all versions that go on from the same one", () => {
  let base = add(emptyIdLayers(), 0, 600, "base")
  add(base, 600, 1, "dropped ")
  base = add(base, 600, 500, "more")
  add(base, 1100, 1, "first ")
  expect(add(base, 1100, 1, "second ").sealed).toBe(add(base, 1100, 1, "third ").sealed)
})
