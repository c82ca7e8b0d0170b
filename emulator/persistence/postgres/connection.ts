import { Client, DatabaseError } from "pg"
import type { PostgresPlace } from "./place.ts"

/** A statement that the server prepares once a connection, under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export type SqlValue = string | number | boolean | null | Uint8Array | readonly (string | number | null | Uint8Array)[]
export type SqlRow = Readonly<Record<string, unknown>>

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
const QUERY_MS = 8000

/** SQLSTATEs of a server that is going, gone or not the one that takes writes: another attempt may find it well. */
const GONE = /^(?:08|57P|53300|25006|XX|58)/

const reasonOf = (cause: unknown): string => {
  const { code, message } = cause as { readonly code?: string; readonly message?: string }
  return message === undefined || message === "" ? (code ?? String(cause)) : message
}

const isGone = (error: unknown): boolean => !(error instanceof DatabaseError) || GONE.test(error.code ?? "")

/** Whether the error is the server's word that the statement did not happen. */
const isRefusal = (error: unknown): boolean => !isGone(error) && (error as DatabaseError).severity !== "FATAL"

/**
 * One connection, made when it is first needed and made anew after it was lost. Statements run one after the other, in the order
 * in which they were asked for; none is sent twice.
 */
export class SqlConnection {
  readonly #place: PostgresPlace
  readonly #hear: ((payload: string) => void) | undefined
  #client: Promise<Client> | undefined
  #isClosed = false
  #lost: (() => void) | undefined

  /** `hear`: told of notifications that arrive on the connection. */
  constructor(place: PostgresPlace, hear?: (payload: string) => void) {
    this.#place = place
    this.#hear = hear
  }

  /** Called, once each time, when a connection that was there is lost. */
  onLost(callback: () => void): void {
    this.#lost = callback
  }

  /** Runs a statement. Rejects with `Unreachable`, or with the server's refusal. */
  async query(
    { name, text }: Statement,
    values: readonly SqlValue[] = [],
    timeoutMs = QUERY_MS,
  ): Promise<readonly SqlRow[]> {
    return this.#ask((client) => client.query<SqlRow>({ name, text, values: values.map(sent) }), timeoutMs)
  }

  /** Runs statements without values, such as those that make tables. */
  async run(text: string, timeoutMs = QUERY_MS): Promise<readonly SqlRow[]> {
    return this.#ask((client) => client.query<SqlRow>(text), timeoutMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => {})
  }

  async #ask(
    send: (client: Client) => Promise<{ readonly rows: readonly SqlRow[] }>,
    timeoutMs: number,
  ): Promise<readonly SqlRow[]> {
    const client = await this.#connected()
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
      })
      return (await Promise.race([send(client), late])).rows
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
    this.#client ??= this.#connect()
    const current = this.#client
    try {
      return await current
    } catch (error) {
      if (this.#client === current) this.#client = undefined
      throw isGone(error) ? new Unreachable(error, true) : error
    }
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#place.url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: "hexarium",
    })
    client.on("error", () => this.#drop(client))
    client.on("end", () => this.#drop(client))
    client.on("notification", ({ payload }) => this.#hear?.(payload ?? ""))
    try {
      await client.connect()
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    this.#current = client
    return client
  }

  #current: Client | undefined

  #drop(client: Client): void {
    if (this.#current !== client) return
    this.#current = undefined
    this.#client = undefined
    void client.end().catch(() => {})
    if (!this.#isClosed) this.#lost?.()
  }
}

/** Bytes as the driver wants them. */
function sent(value: SqlValue): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (!Array.isArray(value)) return value
  return value.map((member: SqlValue) => sent(member))
}
