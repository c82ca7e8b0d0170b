import { existsSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Store } from "../../../src/ports/index.ts"
import { VERSION } from "../../version.ts"
import { BadPlace } from "./bad-place.ts"
import { readPostgresUrl } from "./postgres/place.ts"
import type { PostgresStore } from "./postgres/postgres-store.ts"
import { loadSqlite } from "./sqlite/api.ts"
import { realFile } from "./sqlite/file-identity.ts"
import { lookAtFile, requireStore } from "./sqlite/format.ts"
import { findDisplaced } from "./sqlite/lock.ts"
import { openSqlite, type SqliteStore } from "./sqlite/sqlite-store.ts"

export type Place = { readonly file: string } | { readonly url: string }

const FILE_NAME = "hexarium.sqlite"

/** Parses the option `--data`. Returns undefined if the text does not name a store. Throws a `BadPlace` for a malformed URL of PostgreSQL. */
export function readPlace(text: string): Place | undefined {
  if (/^postgres(?:ql)?:\/\//i.test(text)) {
    readPostgresUrl(text)
    return { url: text }
  }
  if (text === "" || /^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return undefined
  if (existsSync(text) && statSync(text).isDirectory()) return { file: join(text, FILE_NAME) }
  if (/\.(?:sqlite|db)$/.test(text)) return { file: text }
  return existsSync(text) ? undefined : { file: join(text, FILE_NAME) }
}

/** Returns a store's location as text for messages, without the password of a URL. */
export function shownPlace(place: Place): string {
  if ("file" in place) return place.file
  try {
    return readPostgresUrl(place.url).shown
  } catch {
    return "the database"
  }
}

const madeBy = `hexarium ${VERSION}`

export async function openStore(place: Place): Promise<SqliteStore | PostgresStore> {
  return "file" in place ? openSqliteStore(place.file) : openPostgresStore(place.url)
}

export const openSqliteStore = (file: string, use: "own" | "alone" | "beside" = "own"): Promise<SqliteStore> =>
  openSqlite({ file, madeBy, use })

/** Opens a PostgreSQL store. If `use` is `own`, creates missing tables; if `alone`, rejects when tables are missing. */
export async function openPostgresStore(url: string, use: "own" | "alone" = "own"): Promise<PostgresStore> {
  const { openPostgres } = await import("./postgres/open-postgres.ts")
  return openPostgres(url, madeBy, use)
}

export const isSqlite = (store: Store): store is SqliteStore => "servedAt" in store

const NO_STORE = "no store found; start a server to create the store"

/** Throws a `BadPlace` if the file is missing (with the message `otherwise`) or is not a SQLite store. */
export function requireExisting(file: string, otherwise = NO_STORE): void {
  if (lookAtFile(file) === "absent") throw new BadPlace(`${file}: ${otherwise}`)
  requireStore(file)
}

/** Throws a `BadPlace` if a running process still uses a file that was deleted, moved or replaced. Its worlds are only in memory. */
export function refuseDisplaced(place: Place): void {
  if (!("file" in place)) return
  const file = realFile(resolve(place.file))
  const holder = findDisplaced(file, loadSqlite())
  if (holder === undefined) return
  const [where, flag] = holder.url === null ? ["", ""] : [`, which serves ${holder.url}`, ` --url ${holder.url}`]
  throw new BadPlace(
    `${file} was deleted, moved or replaced while the process ${holder.pid} uses it${where}; \`hexarium export${flag} -o FILE\` writes a world that is in its memory to a fixture; then stop that process`,
  )
}
