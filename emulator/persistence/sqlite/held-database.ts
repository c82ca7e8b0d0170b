import type { SqliteDatabase } from "./database.ts"
import { type OpenedDatabase, openDatabase, type SqliteOptions, type SqliteSeams } from "../../adapters/persistence/sqlite/open-database.ts"

/** The calls of an opened database that another thread may ask for. */
export type HeldMethod = Exclude<keyof SqliteDatabase, "close">

/** A database in the thread that it is asked in. */
export class HeldDatabase {
  readonly #opened: OpenedDatabase

  constructor(options: SqliteOptions, seams?: SqliteSeams) {
    this.#opened = openDatabase(options, seams)
  }

  ask<M extends HeldMethod>(method: M, args: Parameters<SqliteDatabase[M]>): ReturnType<SqliteDatabase[M]> {
    const { database } = this.#opened
    return (database[method] as (...given: typeof args) => ReturnType<SqliteDatabase[M]>).apply(database, args)
  }

  /** Writes down, for those who find the store in use, where it is served. */
  servedAt(url: string): void {
    this.#opened.lock?.servedAt(url)
  }

  close(): void {
    this.#opened.database.close()
    this.#opened.lock?.release()
  }
}
