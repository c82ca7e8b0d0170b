import { WorkQueue } from "../../../../src/model/index.ts"
import type { Outcome } from "../../../../src/ports/index.ts"
import {
  type Asking,
  type SqlAnswer,
  type SqlValue,
  type Statement,
  type Transacting,
  Unreachable,
} from "./connection.ts"
import { RolledBack } from "./put-snapshot-pages.ts"

export async function inTransaction(
  connection: Transacting,
  work: (asking: Asking) => Promise<void>,
): Promise<Outcome> {
  try {
    await connection.transaction(work)
    return "done"
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome
    throw error
  }
}

/** Runs each nested transaction as a savepoint of one open transaction. Each can roll back alone; all commit together. */
export class PartsOfTransaction implements Transacting {
  readonly #whole: Asking
  readonly #queue = new WorkQueue()

  constructor(whole: Asking) {
    this.#whole = whole
  }

  query(statement: Statement, values?: readonly SqlValue[]): Promise<SqlAnswer> {
    return this.#alone(() => this.#whole.query(statement, values))
  }

  run(text: string): Promise<SqlAnswer> {
    return this.#alone(() => this.#whole.run(text))
  }

  transaction<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    return this.#alone(async () => {
      await this.#whole.run("SAVEPOINT part")
      try {
        const result = await work(this.#whole)
        await this.#whole.run("RELEASE SAVEPOINT part")
        return result
      } catch (error) {
        await this.#whole.run("ROLLBACK TO SAVEPOINT part").catch(() => {})
        throw error
      }
    })
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(work).catch((error: unknown) => {
      // The outer transaction is not committed yet, so the statement certainly had no effect.
      throw error instanceof Unreachable ? new Unreachable(error, true) : error
    })
  }
}
