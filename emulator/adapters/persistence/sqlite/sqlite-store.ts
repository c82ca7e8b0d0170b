import { randomUUID } from "node:crypto"
import { Worker } from "node:worker_threads"
import { type Store, StoreTrouble } from "../../../../src/ports/index.ts"
import { findBundled } from "../../bundled-file.ts"
import { BadPlace } from "../bad-place.ts"
import { pageIdOf, requireSound } from "../page-id.ts"
import type { SqliteDatabase } from "./database.ts"
import { callMethod, type FromSqlite, OPENED_ID, type SqliteMethod, type ToSqlite } from "./messages.ts"
import { openDatabase, type SqliteOptions, type SqliteSeams } from "./open-database.ts"
import { unpackChanges } from "./packed-changes.ts"
import { sqliteTrouble } from "./trouble.ts"

export interface SqliteStore extends Store {
  /** Records the server's URL beside the store, for other processes that find the store in use. */
  servedAt(url: string): Promise<void>
  /** Returns unused space in the file to the file system. */
  shrink(): Promise<void>
  /** Merges the log into the database file, so that the store is a single file. */
  seal(): Promise<void>
  /**
   * Runs `work` in one transaction. If `work` rejects or the process ends, none of its writes are stored. Until `work`
   * has ended, nothing else may use the store.
   */
  atOnce<T>(work: (store: Store) => Promise<T>): Promise<T>
  faults(): Promise<readonly string[]>
  meta(key: string): Promise<string | undefined>
}

interface Asking {
  ask<M extends SqliteMethod>(method: M, ...args: Parameters<SqliteDatabase[M]>): Promise<ReturnType<SqliteDatabase[M]>>
  close(): Promise<void>
}

/** Opens a SQLite store in a worker thread, or in the caller's thread if the sources run unbuilt. Rejects with a `BadPlace`. */
export async function openSqlite(
  options: SqliteOptions,
  thread = findBundled("sqlite-thread.js"),
): Promise<SqliteStore> {
  return storeOf(thread === undefined ? onThisThread(options) : await inThread(thread, options))
}

/** Opens a SQLite store in the caller's thread, for tests that intercept calls to SQLite. */
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
    replace: (world, replacement, blobs) => database.ask("replace", world, replacement, blobs),
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
    allSnapshots: () => database.ask("allSnapshots"),
    putSnapshot: (...args) => database.ask("putSnapshot", ...args),
    deleteSnapshot: (...args) => database.ask("deleteSnapshot", ...args),
    blobs: (keys) => database.ask("blobs", keys),
    blobKeys: () => database.ask("blobKeys"),
    probe: () => database.ask("probe"),
    look: () => database.ask("look"),
    async drop({ blobsBut, ...needless }) {
      await database.ask("drop", needless)
      if (blobsBut === undefined) return
      await database.ask("noteBlobs")
      await database.ask("dropBlobs", await blobsBut())
    },
    sizes: () => database.ask("sizes"),
    servedAt: (url) => database.ask("servedAt", url),
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
  const database = openDatabase(options, seams)
  let isClosed = false
  return {
    async ask(method, ...args) {
      if (isClosed) throw new StoreTrouble("gone", "the store was closed")
      try {
        return callMethod(database, method, args)
      } catch (error) {
        throw sqliteTrouble(error)
      }
    },
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
  // The thread gets none of the process's flags, because some, such as --input-type, are invalid for threads.
  const worker = new Worker(file, { workerData: options, execArgv: [], name: "hexarium store" })
  const waiting = new Map<number, Waiting>()
  let nextId = OPENED_ID
  let isOver = false
  const end = (error: unknown): void => {
    isOver = true
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on("message", (message: FromSqlite) => {
    const waits = waiting.get(message.id)
    waiting.delete(message.id)
    // The open store does not keep the process alive; only pending requests do.
    if (waiting.size === 0) worker.unref()
    if ("value" in message) waits?.resolve(message.value as never)
    else if ("badPlace" in message) waits?.reject(new BadPlace(message.badPlace))
    else waits?.reject(new StoreTrouble(message.trouble.kind, message.trouble.message, message.trouble))
  })
  worker.on("error", (error) => end(new StoreTrouble("other", `the store's thread failed: ${String(error)}`)))
  worker.on("exit", () => end(new StoreTrouble("gone", "the store was closed")))
  const request = <T>(send: (id: number) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (isOver) return reject(new StoreTrouble("gone", "the store was closed"))
      const id = nextId
      nextId += 1
      waiting.set(id, { resolve, reject })
      worker.ref()
      send(id)
    })
  const ask: Asking["ask"] = (method, ...args) =>
    request((id) => worker.postMessage({ id, method, args } satisfies ToSqlite))
  await request<void>(() => {}).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  let closing: Promise<void> | undefined
  return {
    ask,
    close() {
      closing ??= ask("close").then(async () => void (await worker.terminate()))
      return closing
    },
  }
}
