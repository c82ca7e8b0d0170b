import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { Unreachable } from "../../../emulator/adapters/persistence/postgres/connection.ts"
import { readPostgresUrl } from "../../../emulator/adapters/persistence/postgres/place.ts"
import { PostgresStore } from "../../../emulator/adapters/persistence/postgres/postgres-store.ts"
import type { Instant } from "../../../src/model/index.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A database that is lost at the first commit and never returns. Each attempt takes `attemptMs`. */
function makeLostDatabase(attemptMs: number) {
  let attempts = 0
  const gone = () => {
    attempts += 1
    vi.advanceTimersByTime(attemptMs)
    return Promise.reject(new Unreachable(new Error("it went away"), attempts > 1))
  }
  const store = new PostgresStore(readPostgresUrl("postgres://someone@nowhere.test/db"), {
    query: gone,
    run: gone,
    transaction: gone,
    close: async () => {},
  })
  return { store, attempts: () => attempts }
}

const CREATED_AT = "2026-01-01T00:00:00.000Z" as Instant
const snapshotPages = { root: "r", pages: [], references: [] }
const snapshot = { name: "s", version: 1, at: CREATED_AT, hash: "h" }
const world = { name: "w", parent: null, parentVersion: null, version: 0, rootVersion: 0, createdAt: CREATED_AT }

test.each<[string, (store: PostgresStore) => Promise<unknown>]>([
  [
    "makes a world",
    (store) => store.makeWorld({ ...world, origin: { root: "r", at: CREATED_AT, madeOf: null } }, snapshotPages, []),
  ],
  ["deletes a world", (store) => store.deleteWorld(1, CREATED_AT)],
  ["takes a snapshot", (store) => store.putSnapshot(1, snapshot, snapshotPages, [])],
  ["deletes a snapshot", (store) => store.deleteSnapshot(1, "s")],
  ["moves the root of a world", (store) => store.setRoot(1, 1, snapshotPages)],
])("what %s is looked up for 10 s when its answer was lost", async (_, ask) => {
  const { store, attempts } = makeLostDatabase(6000)
  await expect(ask(store)).rejects.toMatchObject({ name: "StoreTrouble", kind: "gone", isUncertain: true })
  expect(attempts()).toBe(3)
})
