import { areEscapesValid } from "../../../../src/model/index.ts"
import { BadPlace } from "../bad-place.ts"

export interface PostgresPlace {
  /** URL for the database driver. It contains the password, so it must not be shown. */
  readonly url: string
  readonly schema: string
  /** Polling interval if notifications do not work; undefined for the default. */
  readonly pollMs: number | undefined
  readonly shown: string
}

const DEFAULT_SCHEMA = "hexarium"
/** Maximum length of a PostgreSQL name. PostgreSQL would truncate a longer name without an error. */
const MAX_NAME_BYTES = 63
const MAX_POLL_MS = 60_000

/** Parameters that the driver reads from a URL. All others would have no effect. */
const DRIVER_PARAMETERS: ReadonlySet<string> = new Set([
  "application_name",
  "client_encoding",
  "connectionTimeoutMillis",
  "database",
  "db",
  "enableChannelBinding",
  "encoding",
  "fallback_application_name",
  "host",
  "idle_in_transaction_session_timeout",
  "keepAlive",
  "keepAliveInitialDelayMillis",
  "lock_timeout",
  "options",
  "password",
  "port",
  "query_timeout",
  "ssl",
  "sslcert",
  "sslkey",
  "sslmode",
  "sslnegotiation",
  "sslrootcert",
  "statement_timeout",
  "uselibpqcompat",
  "user",
])

/** Parses `postgres://user:password@host:port/database?schema=NAME&poll_ms=N`. Other parameters go to the database driver. */
export function readPostgresUrl(text: string): PostgresPlace {
  const url = parsePlace(text)
  const schema = url.searchParams.get("schema") ?? DEFAULT_SCHEMA
  requireSchemaName(schema)
  const pollMs = readPollMs(url.searchParams.get("poll_ms"))
  url.searchParams.delete("schema")
  url.searchParams.delete("poll_ms")
  requireEffect(text, url)
  return { url: url.href, schema, pollMs, shown: shownUrl(url, schema) }
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

function parsePlace(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // The driver decodes these parts.
  if (url !== undefined && areEscapesValid(url.username + url.password + url.pathname)) return url
  throw new BadPlace(
    "the URL of the database can't be read; expected postgres://user:password@host:port/database, with special characters of the password escaped (%40 for @)",
  )
}

/** Refuses parts of the URL without effect. Does not repeat them, because any part may belong to the password. */
function requireEffect(text: string, { searchParams }: URL): void {
  if (text.includes("#")) throw new BadPlace("the URL of the database can't contain #; in a password, # is %23")
  if ([...searchParams.keys()].some((name) => !DRIVER_PARAMETERS.has(name))) {
    const known = [...DRIVER_PARAMETERS].filter((name) => name !== "password").join(", ")
    throw new BadPlace(
      `the URL of the database has a parameter without effect; expected schema, poll_ms or a parameter of the driver: ${known}; in a password, ? is %3F and & is %26`,
    )
  }
}

function requireSchemaName(name: string): void {
  const bytes = new TextEncoder().encode(name).length
  if (bytes === 0 || bytes > MAX_NAME_BYTES || name.includes("\0")) {
    throw new BadPlace(`schema: expected a name of 1 to ${MAX_NAME_BYTES} bytes, received ${JSON.stringify(name)}`)
  }
  if (/^pg_|^information_schema$/i.test(name)) {
    throw new BadPlace(`schema: ${JSON.stringify(name)} belongs to PostgreSQL itself; choose another`)
  }
}

function readPollMs(text: string | null): number | undefined {
  if (text === null) return undefined
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (ms < 1 || ms > MAX_POLL_MS) {
    throw new BadPlace(`poll_ms: expected milliseconds from 1 to ${MAX_POLL_MS}, received ${JSON.stringify(text)}`)
  }
  return ms
}

function shownUrl(url: URL, schema: string): string {
  const user = url.username === "" ? "" : `${url.username}@`
  return `${url.protocol}//${user}${url.host}${url.pathname}?schema=${encodeURIComponent(schema)}`
}
