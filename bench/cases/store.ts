/** Measures the store alone, against a plain Map (bench/README.md, "Targets", T1 to T8 and T15). */
import { produce } from "immer"
import type { AccessKey, DId, FId, IId, UId } from "../../src/model/index.ts"
import type { Item } from "../../src/model/records/index.ts"
import { defaultPorts } from "../../src/ports/index.ts"
import { DEFAULT_SETTINGS, itemsTable, makeState, type State, Table, Tx } from "../../src/state/index.ts"
import { EngineWorld } from "../../src/world/index.ts"
import { asFastAs, atMost, atMostTimes, bytes, heapOf, type Line, nanoseconds, report } from "../measure.ts"

const CREATED_AT = "2026-01-05T09:00:00.000Z"
const SIZES = [1_000, 10_000, 100_000] as const
const TABLES = 50
const D1 = "d0" as DId

const idOf = (number: number): IId => number.toString(16).padStart(24, "0") as IId

const makeItem = (number: number, dId = D1): Item =>
  Object.freeze({
    iId: idOf(number),
    dId,
    values: Object.freeze({
      ["title" as FId]: `Item ${number}`,
      ["status" as FId]: ["new", "open", "done"][number % 3] as string,
      ["price" as FId]: (number * 7919) % 10_000,
      ["owner" as FId]: `user ${number % 50}`,
      ["note" as FId]: `a note about item ${number}`,
    }),
    statusId: null,
    revNo: 1,
    accessKeys: Object.freeze(["k1", "k2"] as AccessKey[]),
    createdAt: CREATED_AT,
    createdBy: "u1" as UId,
    updatedAt: CREATED_AT,
    updatedBy: "u1" as UId,
  })

const emptyState = (): State =>
  makeState({
    clock: { mode: "frozen", now: CREATED_AT },
    seed: 1,
    random: [1, 2, 3, 4],
    nextOrdinal: 0,
    settings: DEFAULT_SETTINGS,
    startedAt: CREATED_AT,
  })

function filledState(size: number): State {
  const tx = new Tx(emptyState(), CREATED_AT, "")
  for (let number = 0; number < size; number += 1) tx.put(itemsTable(D1), makeItem(number))
  for (let table = 1; table < TABLES; table += 1) tx.put(itemsTable(`d${table}`), makeItem(0, `d${table}` as DId))
  return tx.commit()
}

function filledTable(size: number): Table<Item> {
  const owner = {}
  let table = Table.empty<Item>()
  for (let number = 0; number < size; number += 1) table = table.put(idOf(number), makeItem(number), owner)
  return table
}

const filledMap = (size: number): Map<string, Item> =>
  new Map(Array.from({ length: size }, (_, number) => [idOf(number), makeItem(number)]))

/** Returns existing IDs in random order, as strings that are equal but not identical to the stored ones, like those of a request. */
function idsIn(size: number): () => IId {
  const ids = Array.from({ length: 4096 }, (_, number) => idOf((number * 7919 + 13) % size))
  let next = 0
  return () => {
    next = (next + 1) & 4095
    return ids[next] as IId
  }
}

let sink: unknown
const keep = (value: unknown): void => {
  sink = value
}

const lines: Line[] = []
const perSize = <T>(measure: (size: number) => T): Map<number, T> => new Map(SIZES.map((size) => [size, measure(size)]))
const at = <T>(results: Map<number, T>, size: number): T => results.get(size) as T

/** Items that no table contains yet. */
const fresh = Array.from({ length: 200_000 }, (_, number) => makeItem(10_000_000 + number))
let usedItems = 0
const freshItem = (): Item => {
  usedItems = (usedItems + 1) % fresh.length
  return fresh[usedItems] as Item
}

// T1: forks
const forks = perSize((size) => {
  const world = new EngineWorld(filledState(size), defaultPorts(), "http://x")
  return nanoseconds({ fork: () => keep(world.fork()), reset: () => keep(world.reset()) })
})
lines.push(atMost("T1 fork of a world, 50 tables, 100k items", at(forks, 100_000).fork, 5_000))
lines.push(
  atMostTimes("T1 fork of a world of 100k items, against 1k items", at(forks, 100_000).fork, at(forks, 1_000).fork, 2),
)
lines.push(atMost("T1 reset of a world of 100k items", at(forks, 100_000).reset, 5_000))

// T2: the work of a whole test on a fork
function cycle(state: State, id: () => IId): State {
  const tx = new Tx(state, CREATED_AT, "")
  for (let create = 0; create < 10; create += 1) tx.put(itemsTable(D1), freshItem())
  for (let update = 0; update < 5; update += 1) tx.patch(itemsTable(D1), id(), { revNo: 2 })
  for (let read = 0; read < 20; read += 1) keep(tx.get(itemsTable(D1), id()))
  return tx.commit()
}
const cycles = perSize((size) => {
  const state = filledState(size)
  const id = idsIn(size)
  return nanoseconds({ cycle: () => keep(cycle(state, id)) }).cycle
})
const deepCopied = filledMap(100_000)
const deepCopy = nanoseconds({
  copy: () => keep(new Map([...deepCopied].map(([id, item]) => [id, { ...item, values: { ...item.values } }]))),
}).copy
lines.push(
  atMostTimes("T2 writes on a fork of 100k items, against 1k items", at(cycles, 100_000), at(cycles, 1_000), 4),
)
lines.push(
  asFastAs("T2 writes on a fork of 100k items, against a deep copy of a Map", at(cycles, 100_000), deepCopy, 1_000),
)

// T4: reads
const reads = perSize((size) => {
  const table = filledTable(size)
  const map = filledMap(size)
  const [fromTable, fromMap] = [idsIn(size), idsIn(size)]
  return nanoseconds({ table: () => keep(table.get(fromTable())), map: () => keep(map.get(fromMap())) })
})
lines.push(asFastAs("T4 read by ID in 10k items, against a Map", at(reads, 10_000).table, at(reads, 10_000).map, 0.6))
lines.push(
  asFastAs("T4 read by ID in 100k items, against a Map", at(reads, 100_000).table, at(reads, 100_000).map, 0.4),
)

// T5: scans
const fits = (item: Item): boolean =>
  item.values["status" as FId] === "open" && (item.values["price" as FId] as number) > 5_000
const byPrice = (left: Item, right: Item): number =>
  (left.values["price" as FId] as number) - (right.values["price" as FId] as number)
function scan(each: (visit: (item: Item) => void) => void): Item[] {
  const found: Item[] = []
  each((item) => void (fits(item) && found.push(item)))
  return found.sort(byPrice).slice(0, 20)
}
const scans = perSize((size) => {
  const table = filledTable(size)
  const map = filledMap(size)
  const owner = {}
  const id = idsIn(size)
  let dirty = table
  for (let change = 0; change < 100; change += 1) {
    const item = dirty.get(id()) as Item
    dirty = dirty.put(item.iId, Object.freeze(Object.assign({}, item, { revNo: 2 })), owner)
  }
  return nanoseconds({
    table: () => keep(scan((visit) => table.forEach(visit))),
    dirty: () => keep(scan((visit) => dirty.forEach(visit))),
    map: () => keep(scan((visit) => map.forEach(visit))),
  })
})
lines.push(
  asFastAs("T5 scan and sort of 10k items, against a Map", at(scans, 10_000).table, at(scans, 10_000).map, 0.8),
)
lines.push(
  asFastAs(
    "T5 scan and sort of 10k items with 100 changed items, against a Map",
    at(scans, 10_000).dirty,
    at(scans, 10_000).map,
    0.8,
  ),
)

// T6: updates
const updates = perSize((size) => {
  const state = filledState(size)
  const map = new Map([...filledMap(size)].map(([id, item]) => [id as string, { ...item }]))
  const [id, other, third, fourth] = [idsIn(size), idsIn(size), idsIn(size), idsIn(size)]
  let table = state.tables.get(itemsTable(D1)) as unknown as Table<Item>
  const owner = {}
  let tx = new Tx(state, CREATED_AT, "")
  let left = 0
  return nanoseconds({
    flat: () => {
      const item = table.get(id()) as Item
      if (item.revNo === 0) throw new Error("conflict")
      const patch = { revNo: item.revNo + 1, updatedAt: CREATED_AT }
      table = table.put(item.iId, Object.freeze(Object.assign({}, item, patch)), owner)
    },
    map: () => {
      const item = map.get(other()) as { revNo: number; updatedAt: string }
      if (item.revNo === 0) throw new Error("conflict")
      item.revNo += 1
      item.updatedAt = CREATED_AT
    },
    immer: () => {
      const item = table.get(fourth()) as Item
      keep(
        produce(item, (draft) => {
          draft.revNo += 1
          draft.updatedAt = CREATED_AT
        }),
      )
    },
    recipe: () => {
      if (left === 0) {
        tx = new Tx(state, CREATED_AT, "")
        left = 1_000
      }
      left -= 1
      tx.update(itemsTable(D1), third(), (draft) => {
        draft.revNo += 1
        draft.updatedAt = CREATED_AT
      })
    },
  })
})
lines.push(
  atMostTimes(
    "T6 flat update in 10k items, against an update of a Map in place",
    at(updates, 10_000).flat,
    at(updates, 10_000).map,
    15,
  ),
)
lines.push(
  atMostTimes(
    "T6 update by a recipe in 10k items, against bare Immer",
    at(updates, 10_000).recipe,
    at(updates, 10_000).immer,
    2,
  ),
)

// T7: transactions
const transactions = perSize((size) => {
  const table = filledTable(size)
  const map = filledMap(size)
  let current = table
  return nanoseconds({
    commit: () => {
      const owner = {}
      let next = current
      for (let create = 0; create < 6; create += 1) {
        const item = freshItem()
        next = next.put(item.iId, item, owner)
      }
      current = next.size > size + 5_000 ? table : next
    },
    rollback: () => {
      const owner = {}
      let next = table
      for (let create = 0; create < 6; create += 1) {
        const item = freshItem()
        next = next.put(item.iId, item, owner)
      }
      keep(next)
    },
    map: () => {
      const undo: string[] = []
      for (let create = 0; create < 6; create += 1) {
        const item = freshItem()
        map.set(item.iId, item)
        undo.push(item.iId)
      }
      if (map.size > size + 5_000) for (const id of undo) map.delete(id)
    },
  })
})
lines.push(
  asFastAs(
    "T7 transaction of 6 creates in 10k items, against a Map with an undo list",
    at(transactions, 10_000).commit,
    at(transactions, 10_000).map,
    0.4,
  ),
)
lines.push(
  atMostTimes(
    "T7 rollback of a transaction of 6 creates",
    at(transactions, 10_000).rollback,
    at(transactions, 10_000).commit,
    1.3,
  ),
)

// T8: memory
const items = Array.from({ length: 100_000 }, (_, number) => makeItem(number))
let structure: unknown
const structureBytes = await heapOf(() => {
  const owner = {}
  let table = Table.empty<Item>()
  for (const item of items) table = table.put(item.iId, item, owner)
  structure = table
  return table
})
lines.push({
  what: "T8 memory of the structure per item, in 100k items",
  measured: bytes(structureBytes / items.length),
  target: "≤ 64 B",
  isMet: structureBytes / items.length <= 64,
})
keep(structure)
const big = filledState(100_000)
const nextChangedId = idsIn(100_000)
const oneFork = () => {
  const tx = new Tx(big, CREATED_AT, "")
  for (let change = 0; change < 10; change += 1) tx.patch(itemsTable(D1), nextChangedId(), { revNo: 2 })
  return tx.commit()
}
let heldForks: unknown
const forkBytes = await heapOf(() => {
  heldForks = Array.from({ length: 100 }, oneFork)
  return heldForks
})
lines.push({
  what: "T8 memory of a fork with 10 changed items, in 100k items",
  measured: bytes(forkBytes / 100),
  target: "≤ 15 KB",
  isMet: forkBytes / 100 <= 15 * 1024,
})
keep(heldForks)
heldForks = undefined
const droppedBytes = await heapOf(() => {
  for (let fork = 0; fork < 1_000; fork += 1) cycle(big, nextChangedId)
})
lines.push({
  what: "T8 memory that remains after 1,000 dropped forks",
  measured: bytes(droppedBytes),
  target: "≤ 1 MB",
  isMet: droppedBytes <= 1024 * 1024,
})

// T15: growth
const growth = (what: string, ns: (size: number) => number, limit: number): void => {
  lines.push(atMostTimes(`T15 ${what} in 100k items, against 1k items`, ns(100_000), ns(1_000), limit))
}
growth("read", (size) => at(reads, size).table, 12)
growth("update", (size) => at(updates, size).flat, 12)
growth("transaction", (size) => at(transactions, size).commit, 12)
growth("scan per item", (size) => at(scans, size).table / size, 8)

keep(sink)
report(lines)
