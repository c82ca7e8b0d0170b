import { randomBytes } from "node:crypto"
import type { Client, DatabaseError } from "pg"
import { WorkQueue } from "../../../../src/model/index.ts"
import { isDatabaseError, loadDriver } from "./driver.ts"
import type { PostgresPlace } from "./place.ts"

/** An SQL statement that each connection prepares once, under the statement's name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export type SqlValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly string[]
  | readonly number[]
  | readonly (string | null)[]

/** A row as the driver returns it; `bigint` values are strings. */
export type SqlRow = Readonly<Record<string, unknown>>

export interface SqlAnswer {
  readonly rows: readonly SqlRow[]
  /** Number of rows that the statement wrote or returned. */
  readonly count: number
}

export interface Asking {
  /** Runs a prepared statement. Rejects with `Unreachable`, or with the database server's error. */
  query(statement: Statement, values?: readonly SqlValue[]): Promise<SqlAnswer>
  run(text: string): Promise<SqlAnswer>
}

export interface Transacting extends Asking {
  /** Runs the statements of `work` in one transaction, which is rolled back if `work` throws. */
  transaction<T>(work: (asking: Asking) => Promise<T>): Promise<T>
}

/** Thrown if the database can't be reached or the connection is lost. If `isCertain`, the statement had no effect. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"
  readonly isCertain: boolean

  constructor(cause: unknown, isCertain: boolean) {
    super(reasonOf(cause))
    this.isCertain = isCertain
  }
}

const CONNECT_MS = 3000
const ANSWER_MS = 8000
/** Time after which the database server ends an idle transaction and releases its locks, e.g. when the client has died. */
const IDLE_MS = 5000

/** SQLSTATEs of a database server that is shutting down or has failed. A later attempt may succeed. */
const LOST_CONNECTION_CODES = /^(?:08|57P|53300|25P03|XX|58)/
/** SQLSTATE of a statement that a read-only database refused. It had no effect. A new connection may reach the new primary server. */
const READ_ONLY = "25006"

const reasonOf = (cause: unknown): string => {
  const { code, message } = cause as { readonly code?: string; readonly message?: string }
  return message === undefined || message === "" ? (code ?? String(cause)) : message
}

const isGone = (error: unknown): boolean => !isDatabaseError(error) || LOST_CONNECTION_CODES.test(error.code ?? "")

const isRefusal = (error: unknown): boolean => !isGone(error) && (error as DatabaseError).severity !== "FATAL"

interface Hooks {
  readonly hear?: (payload: string) => void
  readonly lost?: () => void
}

/** A connection that is opened on first use and reopened after a loss. Statements run in order; none is sent twice. */
export class SqlConnection implements Transacting {
  readonly #place: PostgresPlace
  readonly #hooks: Hooks
  readonly #answerMs: number
  /** Prefix of statement names. It is unique per connection, because some poolers share statement names between connections. */
  #prefix = ""
  readonly #queue = new WorkQueue()
  #client: Client | undefined
  #isClosed = false

  constructor(place: PostgresPlace, hooks: Hooks = {}, answerMs = ANSWER_MS) {
    this.#place = place
    this.#hooks = hooks
    this.#answerMs = answerMs
  }

  query(statement: Statement, values: readonly SqlValue[] = []): Promise<SqlAnswer> {
    return this.#queue.run(async () => this.#ask(await this.#connected(), statement, values))
  }

  run(text: string): Promise<SqlAnswer> {
    return this.#queue.run(async () => this.#ask(await this.#connected(), text))
  }

  transaction<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      const client = await this.#connected()
      const asking: Asking = {
        query: (statement, values = []) => this.#ask(client, statement, values),
        run: (text) => this.#ask(client, text),
      }
      await asking.run("BEGIN").catch(unsent)
      let result: T
      try {
        result = await work(asking)
      } catch (error) {
        if (error instanceof Unreachable) throw unsent(error)
        await asking.run("ROLLBACK").catch(() => {})
        throw error
      }
      await asking.run("COMMIT")
      return result
    })
  }

  async connect(): Promise<void> {
    await this.#queue.run(() => this.#connected())
  }

  async close(): Promise<void> {
    await this.#queue.idle()
    this.#isClosed = true
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  async #ask(client: Client, what: Statement | string, values: readonly SqlValue[] = []): Promise<SqlAnswer> {
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new Error(`the database did not respond within ${this.#answerMs} ms`)),
          this.#answerMs,
        )
      })
      const sent =
        typeof what === "string"
          ? client.query<SqlRow>(what)
          : client.query<SqlRow>({ name: this.#prefix + what.name, text: what.text, values: values.map(asDriverValue) })
      const { rows, rowCount } = await Promise.race([sent, late])
      return { rows, count: rowCount ?? 0 }
    } catch (error) {
      const isReadOnly = isDatabaseError(error) && error.code === READ_ONLY
      if (isRefusal(error) && !isReadOnly) throw error
      this.#drop(client)
      throw new Unreachable(error, isReadOnly)
    } finally {
      clearTimeout(timer)
    }
  }

  async #connected(): Promise<Client> {
    if (this.#isClosed) throw new Unreachable(new Error("the store was closed"), true)
    if (this.#client !== undefined) return this.#client
    const { Client } = await loadDriver()
    const client = new Client({
      connectionString: this.#place.url,
      connectionTimeoutMillis: CONNECT_MS,
      idle_in_transaction_session_timeout: IDLE_MS,
      keepAlive: true,
      application_name: "hexarium",
    })
    client.on("error", () => this.#drop(client))
    client.on("end", () => this.#drop(client))
    client.on("notification", ({ payload }) => this.#hooks.hear?.(payload ?? ""))
    try {
      await client.connect()
    } catch (error) {
      void client.end().catch(() => {})
      throw isGone(error) ? new Unreachable(error, true) : error
    }
    this.#prefix = randomBytes(6).toString("hex")
    this.#client = client
    return client
  }

  #drop(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    void client.end().catch(() => {})
    if (!this.#isClosed) this.#hooks.lost?.()
  }
}

function unsent(error: unknown): never {
  throw error instanceof Unreachable ? new Unreachable(error, true) : error
}

function asDriverValue(value: SqlValue): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}
