import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { keysOf, memoryBlobs, memoryStore, type Store } from "../../../src/ports/index.ts"
import { blobNames, indexFaults, itemsTable, replay, type State, stateDigest, Tx } from "../../../src/state/index.ts"
import { datastore, emptyState, file, item, NOW, user } from "../../state/records.ts"

const ITEMS = 2_000
const FORKS = 24
const LONG_TEXT = "a text that is longer than an index key ".repeat(20)

const makeItem = (dId: string, number: number) =>
  item(dId, number.toString(16).padStart(24, "0"), {
    [`${dId}f0`]: `value ${number}`,
    [`${dId}f1`]: LONG_TEXT + number,
  })

function makeState(dId: string): State {
  const tx = new Tx(emptyState(), NOW, "")
  tx.put("datastores", datastore(dId, [0]))
  for (let number = 0; number < 50; number += 1) tx.put("users", user(`u${number}`))
  for (let number = 0; number < ITEMS; number += 1) tx.put(itemsTable(dId), makeItem(dId, number))
  return tx.commit()
}

/** A fork of a state: one item changed, one added and one removed. */
function fork(state: State, dId: string, number: number): State {
  const tx = new Tx(state, NOW, "")
  const { iId } = makeItem(dId, (number * 379) % ITEMS)
  tx.patch(itemsTable(dId), iId, {
    revNo: 2 + number,
    values: { ...tx.expect(itemsTable(dId), iId).values, [`${dId}f0`]: "new" },
  })
  tx.put(itemsTable(dId), makeItem(dId, ITEMS + number))
  tx.remove(itemsTable(dId), makeItem(dId, (number * 1013 + 7) % ITEMS).iId)
  return tx.commit()
}

const ground = { at: NOW, version: 0, parent: null, parentVersion: null, madeOf: null, createdAt: NOW }

async function makeAll(store: Store, states: readonly State[]): Promise<void> {
  const stored = new StoredWorlds(store)
  for (const [at, state] of states.entries()) await stored.make({ ...ground, name: `w${at}`, state })
}

/** Reads all worlds as a server that starts, and counts the pages that it reads. */
async function readAll(store: Store): Promise<{ states: State[]; pages: number }> {
  let pages = 0
  const counting: Store = {
    ...store,
    pages: async (ids) => {
      pages += ids.length
      return store.pages(ids)
    },
  }
  const stored = new StoredWorlds(counting)
  const states: State[] = []
  for (const row of await store.worlds()) {
    const history = await stored.world(row.name, { row }).load()
    if (history === undefined) throw new Error(`${row.name} is missing`)
    states.push(history.state)
  }
  return { states, pages }
}

/** Counts the different objects and long texts that the records of the states consist of. */
function countOf(states: readonly State[]): number {
  const found = new Set<object>()
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null || found.has(value)) return
    found.add(value)
    for (const member of Object.values(value)) walk(member)
  }
  for (const { tables } of states) for (const [, table] of tables) for (const record of table.toArray()) walk(record)
  return found.size
}

function expectSame(read: readonly State[], written: readonly State[]): void {
  for (const [at, state] of read.entries()) {
    expect(stateDigest(state)).toBe(stateDigest(written[at] as State))
    expect(indexFaults(state)).toEqual([])
    for (const [name, table] of (written[at] as State).tables)
      expect(state.tables.get(name).toArray().map(String)).toEqual(table.toArray().map(String))
  }
}

test("forks that are read again share the records of their original", async () => {
  const store = memoryStore()
  const main = makeState("d1")
  const written = [main, ...Array.from({ length: FORKS }, (_, number) => fork(main, "d1", number))]
  await makeAll(store, written)
  const { states, pages } = await readAll(store)
  expectSame(states, written)
  // Each fork changes two leaves and appends to one; each leaf has two pages above it.
  expect(pages).toBeLessThan(ITEMS / 32 + 100 + FORKS * 10)
  expect(countOf(states)).toBeLessThan(countOf(written) * 1.05)
  const [first, second] = states as [State, State]
  expect(second.indexes.usersByEmail).toBe(first.indexes.usersByEmail)
  expect(second.tables.get("users")).toBe(first.tables.get("users"))
})

test("forks of two originals that were made in turn share the records of their own original", async () => {
  const store = memoryStore()
  const originals = ["d1", "d2"].map((dId) => ({ dId, state: makeState(dId) }))
  const forks = Array.from({ length: FORKS }, (_, number) => {
    const { dId, state } = originals[number % 2] as (typeof originals)[number]
    return fork(state, dId, number)
  })
  const written = [...originals.map(({ state }) => state), ...forks]
  await makeAll(store, written)
  const { states, pages } = await readAll(store)
  expectSame(states, written)
  expect(pages).toBeLessThan((2 * ITEMS) / 32 + 100 + FORKS * 10)
  expect(countOf(states)).toBeLessThan(countOf(written) * 1.05)
})

test("forks of forks share the records of the fork that they were made of", async () => {
  const store = memoryStore()
  const written = [makeState("d1")]
  for (let number = 0; number < FORKS; number += 1) written.push(fork(written.at(-1) as State, "d1", number))
  await makeAll(store, written)
  const { states, pages } = await readAll(store)
  expectSame(states, written)
  expect(pages).toBeLessThan(ITEMS / 32 + 100 + FORKS * 10)
  expect(countOf(states)).toBeLessThan(countOf(written) * 1.05)
})

test("worlds with the same snapshot share one state, whatever was read between them", async () => {
  const store = memoryStore()
  const main = makeState("d1")
  await makeAll(store, [main, fork(main, "d1", 1), main, fork(main, "d1", 2), main])
  const { states } = await readAll(store)
  expect(states[2]).toBe(states[0])
  expect(states[4]).toBe(states[0])
})

test("a change that is read again shares the texts and lists that it did not change", async () => {
  const store = memoryStore()
  const main = makeState("d1")
  await makeAll(store, [main])
  const world = new StoredWorlds(store).world("w0")
  await world.load()
  const { iId } = makeItem("d1", 3)
  const tx = new Tx(main, NOW, "")
  tx.patch(itemsTable("d1"), iId, { revNo: 7 })
  const { patches, scalars } = tx
  await world.append([
    { sequence: 1, at: NOW, actor: null, operation: "Test", notifiesSender: false, patches, scalars },
  ])
  const history = await new StoredWorlds(store).world("w0").load()
  const state = replay(history?.state as State, history?.changes ?? [])
  const [before, after] = [
    history?.state.tables.get(itemsTable("d1")).get(iId),
    state.tables.get(itemsTable("d1")).get(iId),
  ]
  expect(after?.revNo).toBe(7)
  expect(after?.values).toBe(before?.values)
  expect(after?.accessKeys).toBe(before?.accessKeys)
})

describe("forks of a world with files that are read again", () => {
  const FILES = 1_000
  const bytesOf = (name: string) => new TextEncoder().encode(name)

  async function makeForks() {
    const blobs = memoryBlobs()
    const add = (tx: Tx, name: string) => void tx.put("files", file(name, { blob: blobs.put(bytesOf(name)) }))
    const tx = new Tx(emptyState(), NOW, "")
    for (let number = 0; number < FILES; number += 1) add(tx, `f${number}`)
    const main = tx.commit()
    const states = [main]
    for (let number = 0; number < FORKS; number += 1) {
      const tx = new Tx(main, NOW, "")
      add(tx, `fork ${number}`)
      tx.patch("files", `f${(number * 379) % FILES}`, { deleted: true })
      states.push(tx.commit())
    }
    const store = memoryStore()
    const stored = new StoredWorlds(store)
    for (const [at, state] of states.entries()) await stored.make({ ...ground, name: `w${at}`, state }, blobs)
    return { states, store }
  }

  test("share the lists of the blobs that they did not change", async () => {
    const { states, store } = await makeForks()
    const { states: read } = await readAll(store)
    const visited = new WeakSet<object>()
    const counts = read.map((state) => [...keysOf(blobNames(state), visited)].length)
    expect(counts[0]).toBe(FILES)
    // A fork changes one leaf and appends to another.
    expect(Math.max(...counts.slice(1))).toBeLessThanOrEqual(64)
    for (const [at, state] of read.entries()) {
      const written = blobNames(states[at] as State)
      expect([...keysOf(blobNames(state), new Set())]).toEqual([...keysOf(written, new Set())])
    }
  })

  test("ask for missing bytes in batches, and for none that another world has", async () => {
    const { store } = await makeForks()
    const asked: number[] = []
    const counting: Store = {
      ...store,
      blobs: async (keys) => {
        asked.push(keys.length)
        return store.blobs(keys)
      },
    }
    const stored = new StoredWorlds(counting)
    const blobs = memoryBlobs()
    const worlds: State[] = []
    for (const row of await store.worlds()) {
      const history = await stored.world(row.name, { row }).load(blobs)
      worlds.push(history?.state as State)
    }
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(FILES + FORKS)
    expect(asked.length).toBeLessThanOrEqual(FILES / 50 + FORKS)
    for (const [number, state] of worlds.entries()) {
      const names = state.tables
        .get("files")
        .toArray()
        .filter(({ deleted }) => !deleted)
      for (const { blob, fileId } of number % 8 === 0 ? names : []) expect(blobs.get(blob)).toEqual(bytesOf(fileId))
    }
  })
})

const act = fc.record({
  on: fc.nat(5),
  what: fc.constantFrom("put", "put", "patch", "remove", "fork", "fields", "drop", "fill", "file"),
  number: fc.nat(120),
})

test("reading any set of related worlds again returns what was written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40, size: "max" }), async (acts) => {
      const live: State[] = [emptyState()]
      for (const { on, what, number } of acts) {
        const at = on % live.length
        const tx = new Tx(live[at] as State, NOW, "")
        const name = itemsTable("d1")
        const key = number.toString(16).padStart(24, "0")
        if (what === "fork") live.push(live[at] as State)
        else if (what === "put") tx.put(name, item("d1", key, { d1f0: `v${number % 7}`, d1f1: number }))
        else if (what === "patch" && tx.get(name, key as never))
          tx.patch(name, key, { values: item("d1", key, { d1f0: `p${on}`, d1f2: "x" }).values })
        else if (what === "remove") tx.remove(name, key)
        else if (what === "fields") tx.put("datastores", datastore("d1", [number % 3], 3))
        else if (what === "drop") tx.remove("datastores", "d1")
        else if (what === "file") tx.put("files", file(`f${number}`, { temporary: number % 2 === 0 }))
        else if (what === "fill")
          for (let each = 0; each < number; each += 1)
            tx.put(name, item("d1", `${on}-${each}`, { d1f0: `v${each % 5}` }))
        live[at] = tx.commit()
      }
      const store = memoryStore()
      await makeAll(store, live)
      const { states } = await readAll(store)
      expectSame(states, live)
      // A state that was read can be written on like the original, and the others stay what they are.
      const written = states.map((state, at) => {
        const tx = new Tx(state, NOW, "")
        for (let each = 0; each < 3; each += 1)
          tx.put(itemsTable("d1"), item("d1", `new-${at}-${each}`, { d1f0: "new" }))
        return tx.commit()
      })
      expectSame(states, live)
      for (const [at, state] of written.entries()) {
        expect(indexFaults(state)).toEqual([])
        for (let each = 0; each < 3; each += 1)
          expect(state.tables.get(itemsTable("d1")).get(`new-${at}-${each}`)?.values).toEqual({ d1f0: "new" })
        for (const record of state.tables.get(itemsTable("d1")).toArray())
          expect(state.tables.get(itemsTable("d1")).get(record.iId)).toBe(record)
      }
    }),
    { numRuns: 60, seed: 1 },
  )
})
