import { expect, test } from "vitest"
import { type StoredWorld, StoredWorlds } from "../../../src/engine/index.ts"
import type { UId } from "../../../src/model/index.ts"
import { memoryStore, type Store } from "../../../src/ports/index.ts"
import { type Change, indexFaults, itemsTable, replay, type State, stateDigest, Tx } from "../../../src/state/index.ts"
import { datastore, emptyState, item, NOW, user } from "../../state/records.ts"

/** Several commits on a state: every kind of patch, strings that need escapes, null and nested properties. */
function commits(start: State, version: number, count: number): { readonly state: State; readonly changes: Change[] } {
  let state = start
  const changes: Change[] = []
  for (let number = 0; number < count; number += 1) {
    const tx = new Tx(state, NOW, "")
    const sequence = version + number + 1
    tx.put(
      "users",
      user(`u${number % 5}`, { username: `O'Hara "${sequence}" \u2028 🙂 \\n`, additionalInfo: { a: [1, null] } }),
    )
    if (number === 0) tx.put("datastores", datastore("d1", [0]))
    tx.put(itemsTable("d1"), item("d1", tx.newId(), { d1f0: `a\u0000${sequence}`, d1f1: sequence }))
    if (number % 5 === 4) tx.remove("users", `u${(number + 1) % 5}`)
    const { patches, scalars } = tx
    const notifiesSender = number % 3 === 1
    changes.push({ sequence, at: NOW, actor: "u1" as UId, operation: "Test", notifiesSender, patches, scalars })
    state = tx.commit()
  }
  return { state, changes }
}

const open = (store: Store): StoredWorld => new StoredWorlds(store).world("main")

async function loadDigest(persistence: StoredWorld): Promise<{ readonly digest: string; readonly version: number }> {
  const stored = await persistence.load()
  if (stored === undefined) throw new Error("nothing was stored")
  const state = replay(stored.state, stored.changes)
  expect(indexFaults(state)).toEqual([])
  expect(stored.changes.map((change) => change.sequence)).toEqual(
    stored.changes.map((_, at) => stored.version + at + 1),
  )
  return { digest: stateDigest(state), version: stored.version + stored.changes.length }
}

test("a new store holds nothing, and takes no change before a snapshot", async () => {
  const store = memoryStore()
  const persistence = open(store)
  expect(await persistence.load()).toBeUndefined()
  await expect(persistence.append(commits(emptyState(), 0, 1).changes)).rejects.toBeInstanceOf(Error)
  expect(await persistence.load()).toBeUndefined()
})

test("gives back the snapshot and every change after it, also after a restart", async () => {
  const store = memoryStore()
  const persistence = open(store)
  const start = emptyState()
  const { state, changes } = commits(start, 0, 12)
  await persistence.make(start, 0)
  expect(await loadDigest(persistence)).toEqual({ digest: stateDigest(start), version: 0 })
  for (const change of changes.slice(0, 6)) await persistence.append([change])
  await persistence.append(changes.slice(6))
  expect(await loadDigest(persistence)).toEqual({ digest: stateDigest(state), version: 12 })
  expect(await loadDigest(open(store))).toEqual({ digest: stateDigest(state), version: 12 })
  const flags = (await open(store).load())?.changes.map(({ notifiesSender }) => notifiesSender)
  expect(flags).toEqual(changes.map(({ notifiesSender }) => notifiesSender))
})

test("goes on from the newest snapshot", async () => {
  const store = memoryStore()
  const persistence = open(store)
  const first = commits(emptyState(), 0, 8)
  await persistence.make(emptyState(), 0)
  await persistence.append(first.changes)
  await persistence.snapshot(first.state, 8)
  expect((await persistence.load())?.changes).toEqual([])
  const second = commits(first.state, 8, 3)
  await persistence.append(second.changes)
  expect(await loadDigest(persistence)).toEqual({ digest: stateDigest(second.state), version: 11 })
  await persistence.snapshot(emptyState(), 12)
  expect(await loadDigest(open(store))).toEqual({ digest: stateDigest(emptyState()), version: 12 })
})

test("a stored world keeps its content if the caller goes on to use the passed records", async () => {
  const store = memoryStore()
  const persistence = open(store)
  const { state, changes } = commits(emptyState(), 0, 2)
  await persistence.make(emptyState(), 0)
  await persistence.append(changes)
  changes.length = 0
  commits(state, 2, 5)
  expect(await loadDigest(persistence)).toEqual({ digest: stateDigest(state), version: 2 })
})
