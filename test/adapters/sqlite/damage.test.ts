import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { BadPlace } from "../../../emulator/adapters/index.ts"
import {
  loadSqlite,
  type OpenConnection,
  type SqliteConnection,
  type SqliteStatement,
} from "../../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { StoreTrouble } from "../../../src/ports/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { VirtualTime } from "../../simulate/virtual-time.ts"
import { user } from "../../state/records.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const add = (world: EngineWorld, name: string) =>
  world.commit("Add", null, (tx) => tx.put("users", user(name, { username: `${name} ${"x".repeat(500)}` })))

/** Version and digest of the file's state. Undefined if the file is refused with a message or contains no world. */
async function readRecoveredState(file: string) {
  try {
    const store = openSqliteHere({ file, madeBy: "tests", use: "alone" })
    try {
      const kept = new StoredWorlds(store)
      // The whole log is lost, and the world with it.
      if ((await kept.find("main")) === undefined) return undefined
      const world = await createEngineWorld({ ports: { persistence: kept.world("main") } })
      return { version: world.version, hash: world.hash() }
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof BadPlace || error instanceof StoreTrouble)) throw error
    expect(error.message).not.toContain("\n")
    return undefined
  }
}

test("a log that is cut or damaged anywhere leads to a state that was answered, or is refused", async () => {
  const file = join(folder, "whole.sqlite")
  const store = openSqliteHere({ file, madeBy: "tests" })
  const world = await createEngineWorld({ ports: { persistence: new StoredWorlds(store).world("main") } })
  const hashes = [world.hash()]
  for (let version = 1; version <= 25; version += 1) {
    await add(world, `u${version}`)
    hashes.push(world.hash())
  }
  const log = readFileSync(`${file}-wal`)
  const damaged = join(folder, "damaged")
  mkdirSync(damaged)
  const copy = join(damaged, "copy.sqlite")
  const seen = new Set<number | undefined>()
  const look = async (bytes: Uint8Array) => {
    rmSync(damaged, { recursive: true })
    mkdirSync(damaged)
    copyFileSync(file, copy)
    writeFileSync(`${copy}-wal`, bytes)
    const found = await readRecoveredState(copy)
    seen.add(found?.version)
    if (found !== undefined) expect(found.hash).toBe(hashes[found.version])
  }
  for (let cut = 0; cut <= 200; cut += 1) await look(log.subarray(0, Math.floor((log.length * cut) / 200)))
  for (let flip = 0; flip < 50; flip += 1) {
    const bytes = Uint8Array.from(log)
    const at = Math.floor((log.length * flip) / 50) + (flip % 37)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (flip % 8))
    await look(bytes)
  }
  expect(seen.size).toBeGreaterThan(20)
  expect(seen).toContain(25)
  await store.close()
})

test("a bit that flips in a stored change or page is noticed", async () => {
  const file = join(folder, "bits.sqlite")
  const store = openSqliteHere({ file, madeBy: "tests" })
  const world = await createEngineWorld({ ports: { persistence: new StoredWorlds(store).world("main") } })
  await add(world, "anybody")
  await store.close()
  const raw = loadSqlite()(file)
  raw.exec("UPDATE changes SET body = replace(body, 'anybody', 'nobody')")
  raw.close()
  expect(await readRecoveredState(file)).toBeUndefined()
})

test.each([
  ["the first", "= 1"],
  ["one in the middle", "= 3"],
  ["the last", "= 5"],
  ["all", "> 0"],
])("changes that are missing, %s of them, are noticed: what is left is no older state", async (which, where) => {
  const file = join(folder, `missing-${which.replaceAll(" ", "-")}.sqlite`)
  const store = openSqliteHere({ file, madeBy: "tests" })
  const world = await createEngineWorld({ ports: { persistence: new StoredWorlds(store).world("main") } })
  for (let version = 1; version <= 5; version += 1) await add(world, `u${version}`)
  await store.close()
  const raw = loadSqlite()(file)
  raw.exec(`DELETE FROM changes WHERE sequence ${where}`)
  raw.close()
  const again = openSqliteHere({ file, madeBy: "tests" })
  await expect(
    createEngineWorld({ ports: { persistence: new StoredWorlds(again).world("main") } }),
  ).rejects.toMatchObject({
    name: "StoreTrouble",
    message: "the store is damaged: some of the 5 changes of the world main are missing",
  })
  await again.close()
})

test("whatever statement of a commit fails, nothing of the commit is there", async () => {
  const file = join(folder, "failing.sqlite")
  const sqlite = loadSqlite()
  let left = Number.POSITIVE_INFINITY
  const around = <T>(work: () => T): T => {
    left -= 1
    if (left === 0) throw Object.assign(new Error("disk I/O error"), { errcode: 10 })
    return work()
  }
  const open: OpenConnection = (...args) => {
    const connection = sqlite(...args)
    const prepare = (sql: string): SqliteStatement => {
      const statement = connection.prepare(sql)
      return {
        run: (...values) => around(() => statement.run(...values)),
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
      }
    }
    return { exec: (sql) => connection.exec(sql), prepare, close: () => connection.close() }
  }
  const store = openSqliteHere({ file, madeBy: "tests" }, { open })
  const world = await createEngineWorld({
    ports: { persistence: new StoredWorlds(store).world("main"), timer: new VirtualTime() },
  })
  let failed = 0
  const tries: readonly (() => Promise<unknown>)[] = [() => add(world, "one"), () => world.reset()]
  for (const work of tries) {
    for (let at = 1; ; at += 1) {
      const before = { version: world.version, hash: world.hash() }
      left = at
      const isDone = await work().then(
        () => true,
        () => false,
      )
      left = Number.POSITIVE_INFINITY
      if (isDone) break
      failed += 1
      expect({ version: world.version, hash: world.hash() }).toEqual(before)
      // Opens the file as it is on the disk, while the writer still has it open.
      const beside = openSqliteHere({ file, madeBy: "tests", use: "beside" })
      const again = await createEngineWorld({ ports: { persistence: new StoredWorlds(beside).world("main") } })
      expect({ version: again.version, hash: again.hash() }).toEqual(before)
      await beside.close()
    }
  }
  expect(failed).toBeGreaterThan(8)
  await store.close()
})

test("a disk that fills up: writes are refused, reads go on, and writes do again when there is space", async () => {
  const file = join(folder, "full.sqlite")
  const connections: SqliteConnection[] = []
  const sqlite = loadSqlite()
  const store = openSqliteHere(
    { file, madeBy: "tests", maxPages: 60 },
    {
      open: (...args) => {
        const connection = sqlite(...args)
        connections.push(connection)
        return connection
      },
    },
  )
  const persistence = new StoredWorlds(store).world("main")
  const timer = new VirtualTime()
  const world = await createEngineWorld({ ports: { persistence, timer } })
  let written = 0
  const failure = await (async () => {
    for (;;) {
      await add(world, `u${written}`)
      written += 1
    }
  })().catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: "SYSTEM_ERROR", reason: "store", refusal: { description: /full/ } })
  expect(world.storeTrouble).toBe("the disk is full")
  expect([world.version, world.view().table("users").size]).toEqual([written, written])
  await expect(add(world, "again")).rejects.toMatchObject({ code: "SYSTEM_ERROR" })
  await timer.run(timer.sleep(20_000))
  expect(world.storeTrouble).toBe("the disk is full")
  for (const connection of connections) {
    try {
      connection.exec("PRAGMA max_page_count = 1000000")
    } catch {
      // The store that created the file is closed.
    }
  }
  // Without any write, the server checks the store by itself.
  await timer.run(timer.sleep(20_000))
  expect(world.storeTrouble).toBeNull()
  await add(world, "later")
  const hash = world.hash()
  await store.close()
  expect(await readRecoveredState(file)).toEqual({ version: written + 1, hash })
})
