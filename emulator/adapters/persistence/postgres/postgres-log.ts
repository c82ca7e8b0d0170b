import type { ChangeRow, NamedBlob, Outcome, OwedRow, Replacement, WorldNumber } from "../../../../src/inside.ts"
import { twice, untilCertain } from "./attempts.ts"
import type { Asking, SqlValue, Statement, Transacting } from "./connection.ts"
import type { Follower } from "./follower.ts"
import { putBlobs, putRooted, RolledBack } from "./put-snapshot-pages.ts"
import { changeRowOf } from "./rows.ts"
import type { Statements } from "./statements.ts"
import { inTransaction } from "./transactions.ts"
import type { Turns } from "../../../persistence/postgres/turns.ts"

/** So many changes at most are sent as values of their own. */
const FEW = 128

export interface PostgresParts {
  /** Takes the log, in order. */
  readonly log: Transacting
  /** Takes everything else. */
  readonly side: Transacting
  readonly sql: Statements
  readonly turns: Turns
  readonly follower: Follower
  /** Whether the store was closed. */
  readonly isOver: () => boolean
}

/**
 * The logs of changes of worlds. A batch whose acknowledgement was lost is sent again: the version that the world has then says whether
 * it had arrived.
 */
export class PostgresChanges {
  readonly #parts: PostgresParts

  constructor(parts: PostgresParts) {
    this.#parts = parts
  }

  append(
    world: WorldNumber,
    changes: readonly ChangeRow[],
    blobs: readonly NamedBlob[],
    owed: readonly OwedRow[] = [],
  ): Promise<Outcome> {
    const [first, last] = [changes[0], changes.at(-1)]
    if (first === undefined || last === undefined) return Promise.resolve("done")
    const { log, sql } = this.#parts
    const [statement, values] = this.#appending(world, changes, owed)
    const send = async (asking: Asking) => (await asking.query(statement, values)).count > 0
    return this.#commit(world, first, last.sequence, () =>
      blobs.length === 0
        ? send(log)
        : log.transaction(async (asking) => {
            await putBlobs(asking, sql, blobs)
            const isDone = await send(asking)
            if (!isDone) throw new RolledBack("outpaced")
            return isDone
          }),
    )
  }

  replace(world: WorldNumber, { change, rooted, origin }: Replacement, blobs: readonly NamedBlob[]): Promise<Outcome> {
    const { log, sql } = this.#parts
    const { sequence, at, actor, operation, body } = change
    return this.#commit(world, change, sequence, async () => {
      const outcome = await inTransaction(log, async (asking) => {
        await putRooted(asking, sql, rooted, blobs)
        const values = [world, sequence - 1, rooted.root, sequence, at, actor, operation, body]
        if ((await asking.query(sql.replace, values)).count === 0) throw new RolledBack("outpaced")
        if (origin === undefined) return
        await asking.query(sql.setOrigin, [world, rooted.root, origin.at, origin.madeOf])
        await asking.query(sql.touchCatalog)
      })
      if (outcome === "pages_missing" || outcome === "blobs_missing") throw new RolledBack(outcome)
      return outcome === "done"
    })
  }

  bodyAt(world: WorldNumber, sequence: number): Promise<string | undefined> {
    const { turns, isOver } = this.#parts
    return turns.take(world, () => untilCertain(() => this.#bodyAt(world, sequence), isOver))
  }

  changesAfter(world: WorldNumber, version: number, limit: number): Promise<readonly ChangeRow[]> {
    const { turns, side, sql } = this.#parts
    return turns.take(world, async () => {
      const { rows } = await twice(() => side.query(sql.changesAfter, [world, version, limit]))
      return rows.map(changeRowOf)
    })
  }

  /** A few changes are values of their own, which need no quoting; many are in lists, so that there are not too many statements. */
  #appending(world: WorldNumber, changes: readonly ChangeRow[], owed: readonly OwedRow[]): [Statement, SqlValue[]] {
    const { sql } = this.#parts
    const base = [world, (changes[0]?.sequence ?? 0) - 1, changes.length]
    if (changes.length <= FEW && owed.length === 0) {
      const values = changes.flatMap(({ sequence, at, actor, operation, body }) => [
        sequence,
        at,
        actor,
        operation,
        body,
      ])
      return [sql.appendEach(changes.length), [...base, ...values]]
    }
    const lists = [
      changes.map(({ sequence }) => sequence),
      changes.map(({ at }) => at),
      changes.map(({ actor }) => actor),
      changes.map(({ operation }) => operation),
      changes.map(({ body }) => body),
    ]
    if (owed.length === 0) return [sql.append, [...base, ...lists]]
    const noted = [
      owed.map(({ key }) => key),
      owed.map(({ replica }) => replica),
      owed.map(({ work }) => JSON.stringify(work)),
    ]
    return [sql.appendOwing, [...base, ...lists, ...noted]]
  }

  /** Commits what moves the version of a world; `send` answers whether it did. Afterwards it is certain what became of it. */
  #commit(world: WorldNumber, first: ChangeRow, version: number, send: () => Promise<boolean>): Promise<Outcome> {
    const { turns, follower, isOver } = this.#parts
    return turns.take(world, async () => {
      const outcome = await untilCertain(async (isAgain): Promise<Outcome> => {
        try {
          if (await send()) return "done"
        } catch (error) {
          if (!(error instanceof RolledBack)) throw error
          if (error.outcome !== "outpaced") return error.outcome
        }
        if (isAgain && (await this.#bodyAt(world, first.sequence)) === first.body) return "done"
        return (await this.#isThere(world)) ? "outpaced" : "deleted"
      }, isOver)
      if (outcome === "done") follower.committed(world, version)
      return outcome
    })
  }

  async #bodyAt(world: WorldNumber, sequence: number): Promise<string | undefined> {
    const { log, sql } = this.#parts
    const { rows } = await log.query(sql.bodyAt, [world, sequence])
    return rows[0] === undefined ? undefined : String(rows[0].body)
  }

  async #isThere(world: WorldNumber): Promise<boolean> {
    const { log, sql } = this.#parts
    return (await log.query(sql.isThere, [world])).rows.length > 0
  }
}
