import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Store } from "../../../src/inside.ts"
import { VERSION } from "../../version.ts"
import { BadPlace } from "../../persistence/bad-place.ts"
import { readPostgresUrl } from "./postgres/place.ts"
import type { PostgresStore } from "../../persistence/postgres/postgres-store.ts"
import { lookAtFile, requireStore } from "./sqlite/format.ts"
import { openSqlite, type SqliteStore } from "./sqlite/sqlite-store.ts"

/** Where worlds are kept: a file of SQLite, or a database of PostgreSQL by its URL. */
export type Place = { readonly file: string } | { readonly url: string }

const FILE_NAME = "hexarium.sqlite"

/** Reads what `--data` says; undefined for what names no store. */
export function readPlace(text: string): Place | undefined {
  if (/^postgres(?:ql)?:\/\//i.test(text)) return { url: text }
  if (text === "" || /^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return undefined
  if (existsSync(text) && statSync(text).isDirectory()) return { file: join(text, FILE_NAME) }
  if (/\.(?:sqlite|db)$/.test(text)) return { file: text }
  return existsSync(text) ? undefined : { file: join(text, FILE_NAME) }
}

/** A place as it is told to people: without the password of its URL. */
export function shownPlace(place: Place): string {
  if ("file" in place) return place.file
  try {
    return readPostgresUrl(place.url).shown
  } catch {
    return "the database"
  }
}

const madeBy = `hexarium ${VERSION}`

/** Opens a place's store, and makes one where there is none. Rejects with a `BadPlace`. */
export async function openStore(place: Place): Promise<SqliteStore | PostgresStore> {
  return "file" in place ? openSqliteStore(place.file) : openPostgresStore(place.url)
}

/** Opens a file; `use` as `openSqlite` has it. */
export const openSqliteStore = (file: string, use: "own" | "alone" | "beside" = "own"): Promise<SqliteStore> =>
  openSqlite({ file, madeBy, use })

/** Opens a database; `use` says whether its tables are made where there are none. */
export async function openPostgresStore(url: string, use: "own" | "alone" = "own"): Promise<PostgresStore> {
  const { openPostgres } = await import("./postgres/open-postgres.ts")
  return openPostgres(url, madeBy, use)
}

/** Whether a store is a file of SQLite. */
export const isSqlite = (store: Store): store is SqliteStore => "servedAt" in store

const NO_STORE = "there is no store; a server that starts with it makes one"

/** Refuses a file that holds no store of SQLite, one that is absent with `otherwise`; nothing is made. */
export function requireExisting(file: string, otherwise = NO_STORE): void {
  if (lookAtFile(file) === "absent") throw new BadPlace(`${file}: ${otherwise}`)
  requireStore(file)
}
