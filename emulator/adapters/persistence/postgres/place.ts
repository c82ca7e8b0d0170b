import { BadPlace } from "../../../persistence/bad-place.ts"

/** Where worlds are kept in PostgreSQL, as a URL says it. */
export interface PostgresPlace {
  /** What the driver connects by; has the password in it, so it is never shown. */
  readonly url: string
  readonly schema: string
  /** How often to look for what others committed where nobody tells; the default when undefined. */
  readonly pollMs: number | undefined
  /** The place in words for people: without password and parameters. */
  readonly shown: string
}

const DEFAULT_SCHEMA = "hexarium"
/** PostgreSQL cuts longer names without a word. */
const MAX_NAME_BYTES = 63
const MAX_POLL_MS = 60_000

/** Reads `postgres://user:password@host:port/database?schema=NAME&poll_ms=N`; further parameters are the driver's (`sslmode`). */
export function readPostgresUrl(text: string): PostgresPlace {
  const url = parsed(text)
  const schema = url.searchParams.get("schema") ?? DEFAULT_SCHEMA
  requireSchemaName(schema)
  const pollMs = readPollMs(url.searchParams.get("poll_ms"))
  url.searchParams.delete("schema")
  url.searchParams.delete("poll_ms")
  return { url: url.href, schema, pollMs, shown: shownUrl(url, schema) }
}

export const isPostgresUrl = (text: string): boolean => /^postgres(?:ql)?:\/\//i.test(text)

/** A name as SQL has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function parsed(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new BadPlace(
      "the URL of the database can't be read; expected postgres://user:password@host:port/database, with special characters of the password escaped (%40 for @)",
    )
  }
}

function requireSchemaName(name: string): void {
  const bytes = new TextEncoder().encode(name).length
  if (bytes === 0 || bytes > MAX_NAME_BYTES || name.includes("\0")) {
    throw new BadPlace(`schema: expected a name of 1 to ${MAX_NAME_BYTES} bytes, not ${JSON.stringify(name)}`)
  }
  if (/^pg_|^information_schema$/i.test(name)) {
    throw new BadPlace(`schema: ${JSON.stringify(name)} belongs to PostgreSQL itself; choose another`)
  }
}

function readPollMs(text: string | null): number | undefined {
  if (text === null) return undefined
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (ms < 1 || ms > MAX_POLL_MS) {
    throw new BadPlace(`poll_ms: expected milliseconds from 1 to ${MAX_POLL_MS}, not ${JSON.stringify(text)}`)
  }
  return ms
}

function shownUrl(url: URL, schema: string): string {
  const user = url.username === "" ? "" : `${url.username}@`
  return `${url.protocol}//${user}${url.host}${url.pathname}?schema=${encodeURIComponent(schema)}`
}
