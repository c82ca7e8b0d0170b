import { randomUUID } from "node:crypto"
import type { ChangeRow, NamedBlob, Outcome, Replacement, StoredJob, WorldNumber } from "../../../../src/ports/index.ts"
import { requireSoundChange, sumOf } from "../change-sum.ts"
import { twice, untilCertain } from "./attempts.ts"
import { type Asking, SqlConnection, type SqlValue, type Statement, type Transacting } from "./connection.ts"
import { Follower } from "./follower.ts"
import type { PostgresPlace } from "./place.ts"
import { putBlobs, putSnapshotPages, RolledBack } from "./put-snapshot-pages.ts"
import { changeRowOf } from "./rows.ts"
import { type Statements, statementsOf } from "./statements.ts"
import { namesIn } from "./tables.ts"
import { inTransaction } from "./transactions.ts"
import { Turns } from "./turns.ts"

/** Maximum number of changes that are sent as separate parameters. More changes are sent as arrays. */
const MAX_SINGLE_ROWS = 128

export interface ClosableConnection extends Transacting {
  close(): Promise<void>
}

/** The check sum of a change, from its ID; null if unknown. */
const sumIn = (id: string | undefined): number | null => (id === undefined ? null : Number(id))

/** The change logs of a PostgreSQL store. After a lost response, the world's version shows whether a commit succeeded. */
export class PostgresLog {
  readonly id = randomUUID()
  /** Connection for the change logs. There is only one, so that changes are stored in order. */
  protected readonly log: ClosableConnection
  /** Connection for everything else. */
  protected readonly side: ClosableConnection
  protected readonly sql: Statements
  protected readonly follower: Follower
  protected readonly turns = new Turns()
  protected isClosed = false
  #isEnding = false

  /** `whole` is the transaction in which `atOnce` runs this store. If it is undefined, the store opens its own connections. */
  constructor(place: PostgresPlace, whole?: ClosableConnection) {
    this.log = whole ?? new SqlConnection(place)
    this.side = whole ?? new SqlConnection(place)
    this.sql = statementsOf(namesIn(place.schema))
    const { side, sql, id } = this
    this.follower = new Follower({ side, sql, place, self: id, notifies: whole === undefined })
  }

  append(
    world: WorldNumber,
    changes: readonly ChangeRow[],
    blobs: readonly NamedBlob[],
    jobs: readonly StoredJob[] = [],
    previousId?: string,
  ): Promise<Outcome> {
    const [first, last] = [changes[0], changes.at(-1)]
    if (first === undefined || last === undefined) return Promise.resolve("done")
    const { log, sql } = this
    const [statement, values] = this.#appending(world, changes, jobs, previousId)
    const send = async (asking: Asking) => (await asking.query(statement, values)).count > 0
    return this.#commit(world, first, last, () =>
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

  replace(
    world: WorldNumber,
    { change, snapshotPages, origin }: Replacement,
    blobs: readonly NamedBlob[],
    previousId?: string,
  ): Promise<Outcome> {
    const { log, sql } = this
    const { sequence, at, actor, operation, body } = change
    return this.#commit(world, change, change, async () => {
      const outcome = await inTransaction(log, async (asking) => {
        await putSnapshotPages(asking, sql, snapshotPages, blobs)
        const row = [sequence, at, actor, operation, body, sumOf(world, change)]
        const values = [world, sequence - 1, snapshotPages.root, sumIn(previousId), ...row]
        if ((await asking.query(sql.replace, values)).count === 0) throw new RolledBack("outpaced")
        if (origin === undefined) return
        await asking.query(sql.setOrigin, [world, snapshotPages.root, origin.at, origin.madeOf])
        await asking.query(sql.touchCatalog)
      })
      if (outcome === "pages_missing" || outcome === "blobs_missing") throw new RolledBack(outcome)
      return outcome === "done"
    })
  }

  bodyAt(world: WorldNumber, sequence: number): Promise<string | undefined> {
    return this.turns.take(world, () => this.certainly(() => this.#bodyAt(world, sequence)))
  }

  changesAfter(world: WorldNumber, version: number, limit: number): Promise<readonly ChangeRow[]> {
    return this.turns.take(world, async () => {
      const { rows } = await twice(() => this.side.query(this.sql.changesAfter, [world, version, limit]))
      return rows.map((row) => {
        const change = changeRowOf(row)
        if (row.sum !== null) requireSoundChange(world, change, Number(row.sum))
        return change
      })
    })
  }

  changeId(world: WorldNumber, change: ChangeRow): string {
    return String(sumOf(world, change))
  }

  /** Returns the statement that appends changes. A few changes are separate parameters, which need no quoting; more are arrays. */
  #appending(
    world: WorldNumber,
    changes: readonly ChangeRow[],
    jobs: readonly StoredJob[],
    previousId: string | undefined,
  ): [Statement, SqlValue[]] {
    const { sql } = this
    const base = [world, (changes[0]?.sequence ?? 0) - 1, changes.length, sumIn(previousId)]
    if (changes.length <= MAX_SINGLE_ROWS && jobs.length === 0) {
      const values = changes.flatMap((change) => {
        const { sequence, at, actor, operation, body } = change
        return [sequence, at, actor, operation, body, sumOf(world, change)]
      })
      return [sql.appendEach(changes.length), [...base, ...values]]
    }
    const lists = [
      changes.map(({ sequence }) => sequence),
      changes.map(({ at }) => at),
      changes.map(({ actor }) => actor),
      changes.map(({ operation }) => operation),
      changes.map(({ body }) => body),
      changes.map((change) => sumOf(world, change)),
    ]
    if (jobs.length === 0) return [sql.append, [...base, ...lists]]
    const jobColumns = [
      jobs.map(({ key }) => key),
      jobs.map(({ isOwn }) => (isOwn ? this.id : null)),
      jobs.map(({ work }) => JSON.stringify(work)),
    ]
    return [sql.appendWithJobs, [...base, ...lists, ...jobColumns]]
  }

  /** Commits changes of a world by calling `send`, which returns false if it did not update the version. */
  #commit(world: WorldNumber, first: ChangeRow, last: ChangeRow, send: () => Promise<boolean>): Promise<Outcome> {
    return this.turns.take(world, async () => {
      const outcome = await this.certainly(async (isAgain): Promise<Outcome> => {
        try {
          if (await send()) return "done"
        } catch (error) {
          if (!(error instanceof RolledBack)) throw error
          if (error.outcome !== "outpaced") return error.outcome
        }
        if (isAgain && (await this.#bodyAt(world, first.sequence)) === first.body) return "done"
        return (await this.#isThere(world)) ? "outpaced" : "deleted"
      })
      if (outcome === "done") this.follower.committed(world, { version: last.sequence, id: this.changeId(world, last) })
      return outcome
    })
  }

  /** Retries an idempotent operation until its outcome is certain (see `untilCertain`). */
  protected certainly<T>(attempt: (isAgain: boolean) => Promise<T>, limitMs?: number): Promise<T> {
    return untilCertain(attempt, () => this.isClosed || this.#isEnding, limitMs)
  }

  /** Makes calls whose outcome is unknown reject instead of trying again, because the process is about to end. */
  stopRetrying(): void {
    this.#isEnding = true
  }

  async #bodyAt(world: WorldNumber, sequence: number): Promise<string | undefined> {
    const { rows } = await this.log.query(this.sql.bodyAt, [world, sequence])
    return rows[0] === undefined ? undefined : String(rows[0].body)
  }

  async #isThere(world: WorldNumber): Promise<boolean> {
    return (await this.log.query(this.sql.isThere, [world])).rows.length > 0
  }
}
