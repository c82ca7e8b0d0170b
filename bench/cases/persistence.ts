/** Measures what keeping worlds in SQLite costs (docs/persistence.md). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import {
  loadSqlite,
  type OpenConnection,
  type SqliteStatement,
} from "../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqlite, openSqliteHere } from "../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../src/engine/index.ts"
import { itemsTable, replay } from "../../src/state/index.ts"
import { createEngineWorld, type EngineWorld } from "../../src/world/index.ts"
import { type Line, report, time } from "../measure.ts"
import { ADA, makeFixture, newDeal } from "../worlds.ts"

const folder = mkdtempSync(join(tmpdir(), "hexarium-bench-"))
const lines: Line[] = []
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
const took = async (work: () => Promise<unknown> | unknown): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const table = itemsTable("d1")
const item = (number: number, text = "text") =>
  ({
    iId: number.toString(16).padStart(24, "0"),
    dId: "d1",
    pId: "p1",
    title: `Item ${number}`,
    revNo: 1,
    values: { a: `${text} ${number}`, b: number, c: ["x"], d: "2026-01-05T09:00:00.000Z" },
    createdAt: "2026-01-05T09:00:00.000Z",
    createdBy: "u1",
    updatedAt: "2026-01-05T09:00:00.000Z",
    updatedBy: "u1",
  }) as never

const put = (world: EngineWorld, from: number, count: number, text?: string) =>
  world.commit("Put", null, (tx) => {
    for (let number = from; number < from + count; number += 1) tx.put(table, item(number, text))
  })

/** Opens SQLite on a simulated disk whose flush takes `ms` milliseconds longer. */
function slower(ms: number): OpenConnection {
  const sqlite = loadSqlite()
  const clock = new Int32Array(new SharedArrayBuffer(4))
  const flushed = (statement: SqliteStatement): SqliteStatement => ({
    all: (...values) => statement.all(...values),
    get: (...values) => statement.get(...values),
    run(...values) {
      const done = statement.run(...values)
      Atomics.wait(clock, 0, 0, ms)
      return done
    },
  })
  return (...args) => {
    const connection = sqlite(...args)
    return {
      exec: (sql) => connection.exec(sql),
      close: () => connection.close(),
      prepare: (sql) => (sql === "COMMIT" ? flushed(connection.prepare(sql)) : connection.prepare(sql)),
    }
  }
}

function openStore(name: string, slowerMs = 0) {
  const file = join(folder, `${name}.sqlite`)
  const store = openSqliteHere({ file, madeBy: "bench" }, slowerMs > 0 ? { open: slower(slowerMs) } : {})
  const kept = new StoredWorlds(store)
  return { file, store, kept, persistence: kept.world("main") }
}

async function measureSize(count: number, target: number): Promise<void> {
  const name = `items-${count}`
  const { store, persistence } = openStore(name)
  const world = await createEngineWorld({ ports: { persistence } })
  for (let from = 0; from < count; from += 10_000) await put(world, from, 10_000)
  await world.idle()
  await persistence.snapshot(world.state, world.version)
  if (count === 100_000) {
    const writes: number[] = []
    const before = (await store.sizes()).bytes
    for (let round = 0; round < 5; round += 1) {
      for (let each = 0; each < 100; each += 1) await put(world, round * 1000 + each, 1, "changed")
      writes.push(await took(() => persistence.snapshot(world.state, world.version)))
    }
    const bytes = ((await store.sizes()).bytes - before) / 5
    lines.push(lineWithLimit("snapshot after 100 changes in a world of 100,000 items", median(writes), 20))
    lines.push({
      what: "  bytes written for the snapshot and its changes",
      measured: `${Math.round(bytes / 1024)} KiB`,
      target: "≤ 1 MiB",
      isMet: bytes <= 1_048_576,
    })
  }
  await store.close()
  const again = openStore(name)
  let loaded: EngineWorld | undefined
  const ms = await took(async () => {
    loaded = await createEngineWorld({ ports: { persistence: again.persistence } })
  })
  lines.push(lineWithLimit(`load of a stored world of ${count} items`, ms, target))
  if (count === 100_000 && loaded !== undefined) await resets(loaded)
  await again.store.close()
}

/** The first reset loads the state to return to; the others restore it. */
async function resets(world: EngineWorld): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < 9; round += 1) times.push(await took(() => world.reset()))
  lines.push(lineWithLimit("reset of a stored world of 100,000 items", median(times), 5))
}

const lineWithLimit = (what: string, ms: number, target: number): Line => ({
  what,
  measured: time(ms * 1e6),
  target: `≤ ${target} ms`,
  isMet: ms <= target,
})

/** Compares 100 writers with one, on a simulated disk whose flush takes `slowerMs` milliseconds longer than this machine's. */
async function groups(slowerMs: number): Promise<void> {
  const { store, persistence } = openStore(`groups-${slowerMs}`, slowerMs)
  const world = await createEngineWorld({ ports: { persistence } })
  const write = async (count: number) => {
    for (let number = 0; number < count; number += 1) await put(world, number, 1)
  }
  /** Lets each of 100 writers write `rounds` times without waiting for the others. */
  const writeTogether = async (rounds: number) => {
    const writer = async (each: number) => {
      for (let round = 0; round < rounds; round += 1) await put(world, 1000 + round * 100 + each, 1)
    }
    await Promise.all(Array.from({ length: 100 }, (_, each) => writer(each)))
  }
  // Warms up, since the measurement is of a server that has been running for a while.
  await write(slowerMs > 0 ? 300 : 3000)
  await writeTogether(30)
  const pairs: (readonly [number, number])[] = []
  for (let round = 0; round < 9; round += 1)
    pairs.push([await took(() => write(100)), await took(() => writeTogether(6))])
  const one = median(pairs.map(([one]) => one / 100))
  const many = median(pairs.map(([, many]) => many / 600))
  const ratio = median(pairs.map(([one, many]) => one / 100 / (many / 600)))
  const disk = slowerMs > 0 ? `, with a flush that is ${slowerMs} ms slower` : ""
  lines.push({
    what: `100 writers in groups, against one fsync each${disk}`,
    measured: time(many * 1e6),
    baseline: time(one * 1e6),
    ratio,
    target: "≥ 15 ×",
    isMet: ratio >= 15,
  })
  await store.close()
}

/**
 * Alternates between one writer that waits for each commit and bare inserts of the same bytes, because the time of a flush varies over
 * time.
 */
async function oneWriter(): Promise<void> {
  const { file, store, persistence } = openStore("commits")
  const world = await createEngineWorld({ ports: { persistence } })
  const write = async (from: number, count: number) => {
    for (let number = from; number < from + count; number += 1) await put(world, number, 1)
  }
  const bare = loadSqlite()(join(folder, "bare.sqlite"))
  bare.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (n INTEGER PRIMARY KEY, body TEXT)")
  const insert = bare.prepare("INSERT INTO t (body) VALUES (?)")
  const body = JSON.stringify(item(1)).padEnd(560, " ")
  const writeBare = (count: number) => {
    for (let number = 0; number < count; number += 1) insert.run(body)
  }
  // Warms up, since the measurement is of a server that has been running for a while.
  await write(0, 3000)
  writeBare(3000)
  const pairs: (readonly [number, number])[] = []
  for (let round = 0; round < 15; round += 1)
    pairs.push([await took(() => write(3000 + round * 100, 100)), await took(() => writeBare(100))])
  bare.close()
  await write(4500, 4000)
  const ratio = median(pairs.map(([ours, theirs]) => theirs / ours))
  lines.push({
    what: "one writer, against a bare INSERT and fsync of the same number of bytes",
    measured: time(median(pairs.map(([ours]) => ours)) * 1e4),
    baseline: time(median(pairs.map(([, theirs]) => theirs)) * 1e4),
    ratio,
    target: "≥ 0.7 ×",
    isMet: ratio >= 0.7,
  })
  await store.close()
  await measureReplay(file, "of one record each")
}

/** Measures created items, the most frequent change of a busy server. */
async function createdItems(): Promise<void> {
  const { file, store, persistence } = openStore("created")
  const world = await createEngineWorld({ fixture: makeFixture(1000), ports: { persistence } })
  const ada = world.raw.as(ADA)
  for (let round = 0; round < 85; round += 1)
    await Promise.all(Array.from({ length: 100 }, () => ada.createItem(newDeal())))
  await world.idle()
  await store.close()
  await measureReplay(file, "by CreateItem")
}

/** Measures how a server reads the file when it starts: in a thread of its own. */
async function measureReplay(file: string, what: string): Promise<void> {
  const thread = pathToFileURL(join(process.cwd(), "dist/sqlite-thread.js"))
  const store = await openSqlite({ file, madeBy: "bench" }, thread)
  const kept = new StoredWorlds(store)
  const [world] = await store.worlds()
  const rows = await store.changesAfter(world?.world ?? 0, world?.rootVersion ?? 0, 100)
  const length = Math.round(rows.reduce((sum, { body }) => sum + body.length, 0) / rows.length)
  const times: number[] = []
  let count = 0
  for (let round = 0; round < 9; round += 1) {
    const ms = await took(async () => {
      const found = await kept.world("main").load()
      count = found?.changes.length ?? 0
      if (found !== undefined) replay(found.state, found.changes)
    })
    times.push(ms)
  }
  const rate = (count / median(times)) * 1000
  lines.push({
    what: `replay of changes ${what} with ${length} characters`,
    measured: `${Math.round(rate)} a second`,
    target: "≥ 200,000",
    isMet: rate >= 200_000,
  })
  await store.close()
}

try {
  await oneWriter()
  await createdItems()
  for (const slowerMs of [0, 1]) await groups(slowerMs)
  await measureSize(100_000, 1500)
  await measureSize(1_000_000, 15_000)
  report(lines)
} finally {
  rmSync(folder, { recursive: true })
}
