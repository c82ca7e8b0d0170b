import { type Outcome, StoreTrouble } from "../../../../src/ports/index.ts"
import { type Answered, NOTHING_ANSWERED } from "./answered.ts"
import type { SqliteConnection, SqliteRow, SqliteStatement, SqliteValue } from "./api.ts"
import type { StoreFiles } from "./store-files.ts"
import { RefusedPart, sqliteTrouble } from "./trouble.ts"

/** Checks and counts of a writer. Readers omit them. */
export interface SessionOptions {
  /** Starts to count acknowledged writes. */
  readonly note?: (connection: SqliteConnection) => Answered
  /** Notices if the store's files are deleted or replaced. */
  readonly files?: StoreFiles
}

/** Runs statements and transactions. Between `beginAtOnce` and `endAtOnce`, transactions are parts of a larger one. */
export class SqliteSession {
  readonly #open: () => SqliteConnection
  readonly #answered: Answered
  readonly #files: StoreFiles | undefined
  readonly #prepared = new Map<string, SqliteStatement>()
  #connection: SqliteConnection
  /** State of the larger transaction after `beginAtOnce`. `broken` means that a part failed, so the whole must be rolled back. */
  #atOnce: "no" | "going" | "broken" = "no"

  constructor(open: () => SqliteConnection, { note = () => NOTHING_ANSWERED, files }: SessionOptions = {}) {
    this.#open = open
    this.#connection = open()
    this.#answered = note(this.#connection)
    this.#files = files
  }

  /** Throws if the store's files were deleted, moved or replaced. */
  look(): void {
    this.#files?.look()
  }

  protected rememberFiles(): void {
    this.#files?.remember()
  }

  protected all(sql: string, values: readonly SqliteValue[] = []): readonly SqliteRow[] {
    return this.statement(sql).all(...values)
  }

  protected get(sql: string, values: readonly SqliteValue[] = []): SqliteRow | undefined {
    return this.statement(sql).get(...values)
  }

  protected run(sql: string, values: readonly SqliteValue[] = []): ReturnType<SqliteStatement["run"]> {
    return this.statement(sql).run(...values)
  }

  protected exec(sql: string): void {
    this.#connection.exec(sql)
  }

  protected statement(sql: string): SqliteStatement {
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      statement = this.#connection.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement
  }

  /** Runs `work` in a transaction, and rolls back if `work` throws. For a `RefusedPart`, returns its outcome. */
  protected transaction(work: () => unknown): Outcome | "taken" {
    if (this.#atOnce !== "no") return this.#part(work)
    this.#files?.lookAfterIdle()
    let isCommitting = false
    try {
      this.run("BEGIN IMMEDIATE")
      work()
      isCommitting = true
      this.run("COMMIT")
      this.#answered.committed()
      return "done"
    } catch (error) {
      this.#rollback()
      if (error instanceof RefusedPart) return error.outcome
      throw sqliteTrouble(error, isCommitting)
    }
  }

  /** Begins a transaction that includes all transactions until `endAtOnce`. */
  beginAtOnce(): void {
    this.#files?.lookAfterIdle()
    this.run("BEGIN IMMEDIATE")
    this.#atOnce = "going"
  }

  /** Ends the transaction: commits if `isWhole`, otherwise rolls back. If a part failed, a commit rolls back and throws. */
  endAtOnce(isWhole: boolean): void {
    const isBroken = this.#atOnce === "broken"
    this.#atOnce = "no"
    try {
      if (isWhole && isBroken) throw partFailed()
      this.run(isWhole ? "COMMIT" : "ROLLBACK")
      if (isWhole) this.#answered.committed()
      else this.#answered.rolledBack()
    } catch (error) {
      this.#rollback()
      if (isWhole) throw sqliteTrouble(error)
    }
  }

  #part(work: () => unknown): Outcome | "taken" {
    // After a failed part, SQLite may have rolled back the whole. Later parts would then be stored separately.
    if (this.#atOnce === "broken") throw partFailed()
    try {
      this.run("SAVEPOINT part")
      work()
      this.run("RELEASE part")
      return "done"
    } catch (error) {
      if (!(error instanceof RefusedPart)) {
        this.#atOnce = "broken"
        throw sqliteTrouble(error)
      }
      this.exec("ROLLBACK TO part; RELEASE part")
      return error.outcome
    }
  }

  /** Moves the open log into the main file, even if somebody has deleted the log. SQLite does this itself only for the last connection. */
  #moveLog(): void {
    try {
      this.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      // The log remains and is read at the next start.
    }
  }

  /** Adds to the number of acknowledged writes that the current transaction will commit. */
  protected answers(count: number): void {
    this.#answered.add(count)
  }

  #rollback(): void {
    this.#answered.rolledBack()
    try {
      this.exec("ROLLBACK")
    } catch {
      // SQLite has already rolled back, or no transaction was open.
    }
  }

  /** Opening a missing file would create it, so this throws if the files are not the open ones. */
  protected reopen(): void {
    this.look()
    this.#prepared.clear()
    this.#connection.close()
    this.#connection = this.#open()
  }

  close(): void {
    if (this.#files !== undefined) this.#moveLog()
    this.#connection.close()
    this.#answered.close()
  }
}

const partFailed = () => new StoreTrouble("other", "another statement of the same transaction failed")
