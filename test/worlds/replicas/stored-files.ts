import { createHash } from "node:crypto"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { restoreSnapshot, Worlds } from "../../../emulator/worlds/index.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { defaultPorts, memoryBlobs, type Store } from "../../../src/ports/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { TASKS } from "./replica.ts"

const MIB = 1_048_576

export interface StoredFiles {
  /** Size of each file in bytes. */
  readonly size: number
  /** Number of files. */
  readonly count: number
  readonly restarts: number
}

/** Stores on one database, which `dispose` deletes. */
export interface Database {
  open(): Promise<Store>
  dispose(): Promise<void>
}

/** More than 64 MiB. `HEXARIUM_RESTARTS` sets a higher number of restarts. */
export const LARGE_FILES: StoredFiles = {
  size: 2 * MIB,
  count: 36,
  restarts: Number(process.env.HEXARIUM_RESTARTS ?? 2),
}
export const SMALL_FILES: StoredFiles = { size: 100, count: 20, restarts: 20 }

const SLOW_CALLS: readonly (keyof Store)[] = ["blobs", "pages", "append", "replace", "makeWorld", "putSnapshot"]

interface Server {
  readonly world: EngineWorld
  readonly worlds: Worlds
  /** Stops the server as Ctrl+C does. */
  stop(): Promise<void>
}

/** A server on a slow store: a sweep happens during every read of a file and every stored change. */
async function slowServerOn(inner: Store): Promise<Server> {
  const blobs = memoryBlobs((bytes) => createHash("sha256").update(bytes).digest("hex"))
  const slowly = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let sweeps = 0; sweeps < 2; sweeps += 1) {
      vi.setSystemTime(Date.now() + 2000)
      blobs.sweep?.()
    }
    return work()
  }
  const store = new Proxy(inner, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== "function") return member
      return (...given: unknown[]) =>
        SLOW_CALLS.includes(name as keyof Store)
          ? slowly(() => member.apply(target, given))
          : member.apply(target, given)
    },
  })
  const kept = new StoredWorlds(store)
  const persistence = kept.world("main")
  const clock = { mode: "frozen", now: "2026-01-05T09:00:00Z" } as const
  const world = await createEngineWorld({ fixture: TASKS, clock, ports: { ...defaultPorts(), blobs, persistence } })
  const row = await kept.find("main")
  if (row === undefined) throw new Error("there is no world")
  return {
    world,
    worlds: new Worlds({ world, row, snapshots: await store.snapshots(row.world) }, {}, kept),
    async stop() {
      await world.close()
      await inner.close()
    },
  }
}

/** Bytes that differ for each number. */
function bytesOf(at: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size).fill(at)
  new DataView(bytes.buffer).setUint32(0, at)
  return bytes
}

const upload = async ({ world }: Server, at: number, size: number): Promise<string> => {
  const file = { name: `${at}.bin`, contentType: "application/x-test", bytes: bytesOf(at, size) }
  return (await world.raw.as("ada@acme.test").uploadFileDetached({ file })).fileId
}

const deleteAll = ({ world }: Server, files: readonly string[]) =>
  world.commit("Delete", null, (tx) => {
    for (const fileId of files) tx.patch("files", fileId, { deleted: true })
  })

/** Reads every file and returns the names of unreadable ones. */
async function readAll({ world }: Pick<Server, "world">, files: readonly string[], size: number): Promise<void> {
  const ada = world.raw.as("ada@acme.test")
  const faults: string[] = []
  for (const [at, fileId] of files.entries()) {
    const found = await ada.getFile({ fileId }).catch((error: unknown) => String(error))
    if (typeof found === "string") faults.push(found)
    else if (Buffer.compare(found.bytes, bytesOf(at, size)) !== 0) faults.push(`${fileId} has other bytes`)
  }
  expect(faults).toEqual([])
}

/** Contract tests of stores for the bytes of files. `makeDatabase` creates a database for each test. */
export function storedFilesContract(
  name: string,
  { size, count, restarts }: StoredFiles,
  makeDatabase: () => Promise<Database>,
): void {
  let database: Database
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    database = await makeDatabase()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await database.dispose()
  })

  test(`${name}: each of ${count} files of ${size} bytes is there after each of ${restarts} restarts`, {
    timeout: 300_000,
  }, async () => {
    const files: string[] = []
    let server = await slowServerOn(await database.open())
    for (let at = 0; at < count; at += 1) files.push(await upload(server, at, size))
    for (let restart = 0; restart < restarts; restart += 1) {
      await readAll(server, files, size)
      await server.stop()
      server = await slowServerOn(await database.open())
    }
    await readAll(server, files, size)
    await server.stop()
  })

  test(`${name}: each of ${count} files of ${size} bytes comes back with what resets and snapshots lead to`, {
    timeout: 300_000,
  }, async () => {
    const files: string[] = []
    const first = await slowServerOn(await database.open())
    for (let at = 0; at < count; at += 1) files.push(await upload(first, at, size))
    await first.worlds.takeSnapshot(first.worlds.main, "then")
    await first.world.replaceWith(first.world.state)
    await deleteAll(first, files)
    await first.stop()
    for (const comeBack of [
      ({ world }: Server) => world.reset(),
      ({ worlds }: Server) => restoreSnapshot(worlds.main, "then"),
      async ({ worlds }: Server) => {
        const { world } = await worlds.make({ snapshot: "then" })
        await world.close()
      },
    ]) {
      const server = await slowServerOn(await database.open())
      server.world.ports.blobs.sweep?.()
      await comeBack(server)
      const last = server.worlds.list().at(-1)?.world ?? server.world
      await readAll({ world: last }, files, size)
      await deleteAll(server, files)
      await server.stop()
    }
  })
}

/** Additional tests for stores that several servers share. */
export function sharedFilesContract(
  name: string,
  { size, count }: Omit<StoredFiles, "restarts">,
  makeDatabase: () => Promise<Database>,
): void {
  test(`${name}: every file is there in a replica that catches up`, { timeout: 300_000 }, async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const database = await makeDatabase()
    const [one, two] = [await slowServerOn(await database.open()), await slowServerOn(await database.open())]
    const files: string[] = []
    for (let at = 0; at < count; at += 1) files.push(await upload(one, at, size))
    await two.world.catchUp()
    await readAll(two, files, size)
    await one.world.replaceWith(one.world.state)
    await two.world.catchUp()
    await readAll(two, files, size)
    await two.world.reset()
    await readAll(two, files, size)
    await one.stop()
    await two.stop()
    vi.useRealTimers()
    await database.dispose()
  })
}
