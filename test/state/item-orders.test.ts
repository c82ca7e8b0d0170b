import fc from "fast-check"
import { expect, test } from "vitest"
import type { AccessKey, DId, Instant } from "../../src/model/index.ts"
import type { Item } from "../../src/model/records/index.ts"
import { indexFaults, itemsTable, type State, Tx } from "../../src/state/index.ts"
import type { CountedTree } from "../../src/state/store/counted-tree.ts"
import { datastore, emptyState, item, NOW } from "./records.ts"

/** More writes than a version notes before it applies them. */
const MANY = 1100
const TIMES: readonly Instant[] = [NOW, "2026-01-05T09:00:00.001Z", "2025-12-31T23:59:59.999Z"]
const TABLES = ["d1", "d2"].map((dId) => ({ dId: dId as DId, table: itemsTable(dId) }))

const accessKeys = fc
  .constantFrom<readonly string[]>(["a"], ["a"], ["a"], ["a", "b"], [])
  .map((keys) => keys as readonly AccessKey[])
const write = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("put" as const),
      at: fc.nat({ max: 60 }),
      count: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 40, MANY),
      text: fc.option(fc.constantFrom("", "a", "A", "b", "\uffff", 7, -1)),
      time: fc.constantFrom(...TIMES),
      accessKeys,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), at: fc.nat({ max: 60 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("settings" as const), at: fc.nat(), indexed: fc.subarray([0, 1, 2]) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("read" as const),
      at: fc.nat(),
      order: fc.constantFrom("creation" as const, "access" as const, "set" as const, "field" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("drop" as const), at: fc.nat() }) },
)
type Write = typeof write extends fc.Arbitrary<infer W> ? W : never

const transaction = fc.record({ from: fc.nat(), undone: fc.array(write, { maxLength: 2 }), writes: fc.array(write) })

/** Compares one of the orders with a scan, so that the others still lack the last writes. */
function readOne(tx: Tx, dId: DId, order: "creation" | "access" | "set" | "field"): void {
  const items = tx.all(itemsTable(dId))
  const { itemOrders } = tx
  const expectIds = (tree: CountedTree, list: readonly Item[]) =>
    expect([...tree.ids()].sort()).toEqual(list.map(({ iId }) => iId).sort())
  const names = new Set(items.map(({ accessKeys }) => accessKeys.join(" ")))
  const ofSet = (name: string) => items.filter(({ accessKeys }) => accessKeys.join(" ") === name)
  if (order === "creation") expectIds(itemOrders.byCreation(dId), items)
  else if (order === "access") {
    const sizes = new Map(itemOrders.accessSets(dId).map(({ name, size }) => [name, size]))
    expect(sizes).toEqual(new Map([...names].map((name) => [name, ofSet(name).length])))
  } else if (order === "set") for (const name of names) expectIds(itemOrders.bySet(dId, name), ofSet(name))
  else
    for (const { fId, hasIndex } of tx.expect("datastores", dId).fields)
      if (hasIndex) expectIds(itemOrders.byField(dId, fId), items)
}

function carryOut(tx: Tx, one: Write): void {
  const { dId, table } = TABLES[one.at % 2] as (typeof TABLES)[number]
  if (one.do === "settings") tx.put("datastores", datastore(dId, one.indexed))
  else if (one.do === "remove") tx.remove(table, `${dId}i${one.at}`)
  else if (one.do === "read") readOne(tx, dId, one.order)
  else if (one.do === "drop") {
    for (const { iId } of tx.all(table)) tx.remove(table, iId)
    tx.remove("datastores", dId)
    tx.put("datastores", datastore(dId, [one.at % 3]))
  } else
    for (let number = one.at; number < one.at + one.count; number += 1) {
      const values = one.text === null ? {} : { [`${dId}f0`]: one.text, [`${dId}f1`]: `t${number}` }
      const record = item(dId, `${dId}i${number}`, values)
      tx.put(table, { ...record, createdAt: one.time, accessKeys: one.accessKeys })
    }
}

test("equal the orders of a scan in every version, whichever versions are read", async () => {
  await fc.assert(
    fc.property(fc.array(transaction, { minLength: 1, maxLength: 8 }), fc.nat(), (transactions, read) => {
      const first = new Tx(emptyState(), NOW, "")
      for (const { dId } of TABLES) first.put("datastores", datastore(dId, [0]))
      const states: State[] = [first.commit()]
      for (const { from, undone, writes } of transactions) {
        const tx = new Tx(states[from % states.length] as State, NOW, "")
        const savepoint = tx.savepoint()
        for (const one of undone) carryOut(tx, one)
        tx.rollback(savepoint)
        for (const one of writes) carryOut(tx, one)
        states.push(tx.commit())
      }
      for (let at = 0; at < states.length; at += 1)
        expect(indexFaults(states[(at + read) % states.length] as State)).toEqual([])
    }),
    { seed: 3, numRuns: 30 },
  )
})

test("applies at most a thousand earlier writes at a read, however many there were since the last one", () => {
  const [{ dId, table }] = TABLES as [(typeof TABLES)[number]]
  const tx = new Tx(emptyState(), NOW, "")
  tx.put("datastores", datastore(dId, [0]))
  let applied = 0
  const get = () => {
    applied += 1
    return NOW
  }
  for (let number = 0; number < 2500; number += 1)
    tx.put(table, Object.defineProperty(item(dId, `${dId}i${number}`, {}), "createdAt", { enumerable: true, get }))
  applied = 0
  expect([...tx.itemOrders.byCreation(dId).ids()]).toHaveLength(2500)
  expect(applied).toBeGreaterThan(0)
  expect(applied).toBeLessThanOrEqual(1000)
})
