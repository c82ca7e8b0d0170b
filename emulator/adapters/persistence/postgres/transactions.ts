import type { NamedBlob, Outcome, Rooted } from "../../../../src/inside.ts"
import { LOOKED_UP_MS, untilCertain } from "./attempts.ts"
import {
  type Asking,
  type SqlAnswer,
  type SqlValue,
  type Statement,
  type Transacting,
  Unreachable,
} from "./connection.ts"
import { putRooted, RolledBack } from "./put-snapshot-pages.ts"
import type { Statements } from "./statements.ts"

/** A transaction, whose outcome is that of what rolled it back. */
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

/** What leads to a state, and how it is stored. */
export interface Rooting {
  readonly sql: Statements
  readonly rooted: Rooted
  readonly blobs: readonly NamedBlob[]
  readonly isOver: () => boolean
}

/** A transaction that leads to a state, whose pages it writes first. It may be carried out twice. */
export function rooting(
  connection: Transacting,
  { sql, rooted, blobs, isOver }: Rooting,
  work: (asking: Asking) => Promise<void>,
): Promise<Outcome> {
  return untilCertain(
    () =>
      inTransaction(connection, async (asking) => {
        await putRooted(asking, sql, rooted, blobs)
        await work(asking)
      }),
    isOver,
    LOOKED_UP_MS,
  )
}

/** The parts of a transaction that is under way, as transactions: each rolls back alone, and all end with it. */
export class PartsOfTransaction implements Transacting {
  readonly #whole: Asking
  #turn: Promise<unknown> = Promise.resolve()

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
    const turn = this.#turn.then(work).catch((error: unknown) => {
      // Of what was not committed, nothing has happened.
      throw error instanceof Unreachable ? new Unreachable(error, true) : error
    })
    this.#turn = turn.catch(() => {})
    return turn
  }
}
