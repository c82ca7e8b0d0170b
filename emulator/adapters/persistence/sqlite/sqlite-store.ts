import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { type Store, StoreTrouble } from "../../../../src/inside.ts"
import { BadPlace } from "../../../persistence/bad-place.ts"
import { pageIdOf, requireSound } from "../page-id.ts"
import type { SqliteDatabase } from "../../../persistence/sqlite/database.ts"
import { HeldDatabase, type HeldMethod } from "../../../persistence/sqlite/held-database.ts"
import { type FromSqlite, OPENED, type ToSqlite } from "../../../persistence/sqlite/messages.ts"
import type { SqliteOptions, SqliteSeams } from "./open-database.ts"
import { unpackChanges } from "./packed-changes.ts"
import { sqliteTrouble } from "./trouble.ts"

/** A store in a file of SQLite. */
export interface SqliteStore extends Store {
  /** Writes down, for those who find the store in use, where it is served. */
  servedAt(url: string): Promise<void>
  /** Gives back to the disk what is free in the file. */
  shrink(): Promise<void>
  /** Makes it one file, with nothing beside it while it is read. */
  seal(): Promise<void>
  /**
   * Does work whose writes are one transaction: all of them are there when it resolves, or, where it rejects or the process ends before,
   * none. Nobody else asks the store for anything meanwhile.
   */
  atOnce<T>(work: (store: Store) => Promise<T>): Promise<T>
  /** What SQLite itself finds wrong with the file. */
  faults(): Promise<readonly string[]>
  meta(key: string): Promise<string | undefined>
}

/** Asks a database for something and waits for it. */
interface Asking {
  ask<M extends HeldMethod>(method: M, ...args: Parameters<SqliteDatabase[M]>): Promise<ReturnType<SqliteDatabase[M]>>
  servedAt(url: string): Promise<void>
  close(): Promise<void>
}

/** The thread's file, which stands beside the bundles. Sources that were not built have none. */
const findThread = (): URL | undefined =>
  ["./sqlite-thread.js", "../sqlite-thread.js"]
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url))

/** Opens a file; rejects with a `BadPlace`. In a thread of its own, or on the caller's when run from unbuilt sources. */
export async function openSqlite(options: SqliteOptions, thread = findThread()): Promise<SqliteStore> {
  return storeOf(thread === undefined ? onThisThread(options) : await inThread(thread, options))
}

/** The same on the caller's thread, for tests that stand between the store and SQLite. */
export const openSqliteHere = (options: SqliteOptions, seams: SqliteSeams = {}): SqliteStore =>
  storeOf(onThisThread(options, seams))

function storeOf(database: Asking): SqliteStore {
  const store: SqliteStore = {
    id: randomUUID(),
    pageId: pageIdOf,
    worlds: () => database.ask("worlds"),
    makeWorld: (...args) => database.ask("makeWorld", ...args),
    deleteWorld: (...args) => database.ask("deleteWorld", ...args),
    append: (world, changes, blobs) => database.ask("append", world, changes, blobs),
    replace: (...args) => database.ask("replace", ...args),
    bodyAt: (...args) => database.ask("bodyAt", ...args),
    changesAfter: async (...args) => unpackChanges(await database.ask("changesAfter", ...args)),
    versions: () => database.ask("versions"),
    secret: () => database.ask("secret"),
    lastWorld: () => database.ask("lastWorld"),
    putPages: (pages) => database.ask("putPages", pages),
    async pages(ids) {
      const pages = await database.ask("pages", ids)
      pages.forEach(requireSound)
      return pages
    },
    setRoot: (...args) => database.ask("setRoot", ...args),
    snapshots: (world) => database.ask("snapshots", world),
    putSnapshot: (...args) => database.ask("putSnapshot", ...args),
    deleteSnapshot: (...args) => database.ask("deleteSnapshot", ...args),
    blobs: (keys) => database.ask("blobs", keys),
    blobKeys: () => database.ask("blobKeys"),
    probe: () => database.ask("probe"),
    async drop({ blobsBut, ...needless }) {
      await database.ask("drop", needless)
      if (blobsBut === undefined) return
      await database.ask("noteBlobs")
      await database.ask("dropBlobs", await blobsBut())
    },
    sizes: () => database.ask("sizes"),
    servedAt: (url) => database.servedAt(url),
    shrink: () => database.ask("shrink"),
    seal: () => database.ask("seal"),
    faults: () => database.ask("faults"),
    meta: (key) => database.ask("meta", key),
    close: () => database.close(),
    async atOnce(work) {
      await database.ask("beginAtOnce")
      let isWhole = false
      try {
        const result = await work(store)
        isWhole = true
        return result
      } finally {
        await database.ask("endAtOnce", isWhole)
      }
    },
  }
  return store
}

function onThisThread(options: SqliteOptions, seams?: SqliteSeams): Asking {
  const database = new HeldDatabase(options, seams)
  let isClosed = false
  return {
    async ask(method, ...args) {
      if (isClosed) throw new StoreTrouble("gone", "the store was closed")
      try {
        return database.ask(method, args)
      } catch (error) {
        throw sqliteTrouble(error)
      }
    },
    servedAt: async (url) => database.servedAt(url),
    async close() {
      if (!isClosed) database.close()
      isClosed = true
    },
  }
}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

async function inThread(file: URL, options: SqliteOptions): Promise<Asking> {
  // Flags of the process, such as --input-type, may not be for a thread.
  const worker = new Worker(file, { workerData: options, execArgv: [], name: "hexarium store" })
  const waiting = new Map<number, Waiting>()
  let asked = OPENED
  let isOver = false
  const end = (error: unknown): void => {
    isOver = true
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on("message", (message: FromSqlite) => {
    const waits = waiting.get(message.id)
    waiting.delete(message.id)
    // An open store alone is no reason to stay alive; what it is still to do is.
    if (waiting.size === 0) worker.unref()
    if ("value" in message) waits?.resolve(message.value as never)
    else if ("badPlace" in message) waits?.reject(new BadPlace(message.badPlace))
    else waits?.reject(new StoreTrouble(message.trouble.kind, message.trouble.message, message.trouble))
  })
  worker.on("error", (error) => end(new StoreTrouble("other", `the store's thread failed: ${String(error)}`)))
  worker.on("exit", () => end(new StoreTrouble("gone", "the store was closed")))
  const settle = <T>(send: (id: number) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (isOver) return reject(new StoreTrouble("gone", "the store was closed"))
      const id = asked
      asked += 1
      waiting.set(id, { resolve, reject })
      worker.ref()
      send(id)
    })
  const tell = (message: ToSqlite) => worker.postMessage(message)
  await settle<void>(() => {}).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  let closing: Promise<void> | undefined
  return {
    ask: (method, ...args) => settle((id) => tell({ id, method, args })),
    servedAt: (url) => settle((id) => tell({ id, url })),
    close() {
      closing ??= settle<void>((id) => tell({ id, close: true })).then(async () => void (await worker.terminate()))
      return closing
    },
  }
}
