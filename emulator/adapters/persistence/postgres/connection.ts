import { randomBytes } from "node:crypto"
import type { Client, DatabaseError } from "pg"
import { isDatabaseError, loadDriver } from "./driver.ts"
import type { PostgresPlace } from "./place.ts"

/** A statement that the server prepares once a connection, under its name. */
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

/** A row as the driver reads it: `bigint` comes as text. */
export type SqlRow = Readonly<Record<string, unknown>>

export interface SqlAnswer {
  readonly rows: readonly SqlRow[]
  /** Rows that were written, or answered. */
  readonly count: number
}

/** Runs statements in a connection, one after the other. */
export interface Asking {
  /** Rejects with `Unreachable`, or with the server's refusal. */
  query(statement: Statement, values?: readonly SqlValue[]): Promise<SqlAnswer>
  /** Statements without values, such as those that make tables. */
  run(text: string): Promise<SqlAnswer>
}

/** Runs transactions, too. */
export interface Transacting extends Asking {
  /** Runs statements as one transaction. What `work` throws rolls it back. */
  transaction<T>(work: (asking: Asking) => Promise<T>): Promise<T>
}

/**
 * The database can't be reached, or went away while it was asked. `isCertain`: the statement was never sent, so that it has not
 * happened.
 */
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
/** A transaction whose client is gone gives its locks back after this. */
const IDLE_MS = 5000

/** SQLSTATEs of a server that is going, gone or not the one that takes writes: another attempt may find it well. */
const GONE = /^(?:08|57P|53300|25006|25P03|XX|58)/

const reasonOf = (cause: unknown): string => {
  const { code, message } = cause as { readonly code?: string; readonly message?: string }
  return message === undefined || message === "" ? (code ?? String(cause)) : message
}

const isGone = (error: unknown): boolean => !isDatabaseError(error) || GONE.test(error.code ?? "")

/** Whether the error is the server's word that the statement did not happen. */
const isRefusal = (error: unknown): boolean => !isGone(error) && (error as DatabaseError).severity !== "FATAL"

interface Hooks {
  /** Told of notifications that arrive. */
  readonly hear?: (payload: string) => void
  /** Called once each time when a connection that was there is lost. */
  readonly lost?: () => void
}

/**
 * One connection, made when it is first needed and made anew after it was lost. What is asked for is done in order; nothing is sent
 * twice.
 */
export class SqlConnection implements Transacting {
  readonly #place: PostgresPlace
  readonly #hooks: Hooks
  readonly #answerMs: number
  /** Some poolers give the statements of all connections one space of names. */
  #prefix = ""
  #turn: Promise<unknown> = Promise.resolve()
  #client: Client | undefined
  #isClosed = false

  constructor(place: PostgresPlace, hooks: Hooks = {}, answerMs = ANSWER_MS) {
    this.#place = place
    this.#hooks = hooks
    this.#answerMs = answerMs
  }

  query(statement: Statement, values: readonly SqlValue[] = []): Promise<SqlAnswer> {
    return this.#alone(async () => this.#ask(await this.#connected(), statement, values))
  }

  run(text: string): Promise<SqlAnswer> {
    return this.#alone(async () => this.#ask(await this.#connected(), text))
  }

  transaction<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    return this.#alone(async () => {
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

  /** Makes the connection, if there is none. */
  async connect(): Promise<void> {
    await this.#alone(() => this.#connected())
  }

  async close(): Promise<void> {
    await this.#turn
    this.#isClosed = true
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => {})
    return turn
  }

  async #ask(client: Client, what: Statement | string, values: readonly SqlValue[] = []): Promise<SqlAnswer> {
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${this.#answerMs} ms`)), this.#answerMs)
      })
      const sent =
        typeof what === "string"
          ? client.query<SqlRow>(what)
          : client.query<SqlRow>({ name: this.#prefix + what.name, text: what.text, values: values.map(asDriverValue) })
      const { rows, rowCount } = await Promise.race([sent, late])
      return { rows, count: rowCount ?? 0 }
    } catch (error) {
      if (isRefusal(error)) throw error
      this.#drop(client)
      throw new Unreachable(error, false)
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

/** Before the COMMIT was sent, nothing of a transaction can have happened. */
function unsent(error: unknown): never {
  throw error instanceof Unreachable ? new Unreachable(error, true) : error
}

function asDriverValue(value: SqlValue): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}
