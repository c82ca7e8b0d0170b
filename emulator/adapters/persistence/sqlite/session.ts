import { type Outcome, StoreTrouble } from "../../../../src/inside.ts"
import { type Answered, NOTHING_ANSWERED } from "./answered.ts"
import type { SqliteConnection, SqliteStatement, SqliteValue } from "./api.ts"
import type { SqliteRow } from "../../../persistence/sqlite/rows.ts"
import { RefusedPart, sqliteTrouble } from "./trouble.ts"

/** Runs statements, each prepared once, and transactions, alone or as parts of one that holds them all. */
export class SqliteSession {
  readonly #open: () => SqliteConnection
  readonly #answered: Answered
  readonly #prepared = new Map<string, SqliteStatement>()
  #connection: SqliteConnection
  /** `broken`: a part of what is done at once failed, so that nothing of it is to be stored. */
  #atOnce: "no" | "going" | "broken" = "no"

  constructor(open: () => SqliteConnection, note: (connection: SqliteConnection) => Answered = () => NOTHING_ANSWERED) {
    this.#open = open
    this.#connection = open()
    this.#answered = note(this.#connection)
  }

  all(sql: string, ...values: readonly SqliteValue[]): readonly SqliteRow[] {
    return this.statement(sql).all(...values)
  }

  get(sql: string, ...values: readonly SqliteValue[]): SqliteRow | undefined {
    return this.statement(sql).get(...values)
  }

  run(sql: string, ...values: readonly SqliteValue[]): ReturnType<SqliteStatement["run"]> {
    return this.statement(sql).run(...values)
  }

  exec(sql: string): void {
    this.#connection.exec(sql)
  }

  statement(sql: string): SqliteStatement {
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      statement = this.#connection.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement
  }

  /** What `work` throws rolls it back; a `RefusedPart` is what it comes to then. */
  transaction(work: () => unknown): Outcome | "taken" {
    if (this.#atOnce !== "no") return this.#part(work)
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

  /** From here to `endAtOnce` all transactions are one. */
  beginAtOnce(): void {
    this.run("BEGIN IMMEDIATE")
    this.#atOnce = "going"
  }

  /** Stores everything since `beginAtOnce`, or nothing of it. */
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
    // SQLite itself may have rolled back everything: what came now would be stored alone.
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

  /** In a transaction: what it makes true is answered when it is stored. */
  answers(count: number): void {
    this.#answered.add(count)
  }

  #rollback(): void {
    this.#answered.rolledBack()
    try {
      this.exec("ROLLBACK")
    } catch {
      // SQLite has done it already, or there was nothing to roll back.
    }
  }

  /** Looks at the file anew, as it is on the disk. */
  reopen(): void {
    this.#prepared.clear()
    this.#connection.close()
    this.#connection = this.#open()
  }

  close(): void {
    this.#connection.close()
    this.#answered.close()
  }
}

const partFailed = () => new StoreTrouble("other", "a part of what was to be stored at once failed")
