import { createRequire } from "node:module"
import { BadPlace } from "../../../persistence/bad-place.ts"

export type SqliteValue = string | number | null | Uint8Array

/** What is used of a prepared statement of `node:sqlite`. */
export interface SqliteStatement {
  run(...values: readonly SqliteValue[]): {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
  get(...values: readonly SqliteValue[]): Readonly<Record<string, SqliteValue>> | undefined
  all(...values: readonly SqliteValue[]): readonly Readonly<Record<string, SqliteValue>>[]
}

/** What is used of a connection of `node:sqlite`. */
export interface SqliteConnection {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

/** Opens a file. Everything that SQLite does goes through here, so tests may stand in between. */
export type OpenConnection = (file: string, options?: { readonly readOnly?: boolean }) => SqliteConnection

interface SqliteModule {
  readonly DatabaseSync: new (
    file: string,
    options?: { readonly readOnly?: boolean; readonly timeout?: number },
  ) => SqliteConnection
}

const PACKAGE = "@photostructure/sqlite"
/** From this Node on the API is there without a flag. */
const BUILT_IN_FROM = [22, 13]

function isBuiltIn(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  const [fromMajor = 0, fromMinor = 0] = BUILT_IN_FROM
  return major > fromMajor || (major === fromMajor && minor >= fromMinor)
}

/** Loads SQLite: Node's own where it has it, otherwise the package with the same API. */
export function loadSqlite(): OpenConnection {
  const { DatabaseSync } = isBuiltIn() ? builtIn() : packaged()
  return (file, options = {}) => new DatabaseSync(file, { timeout: 2000, ...options })
}

function builtIn(): SqliteModule {
  const { emitWarning } = process
  // Of the API it is said that it may change; users can't do anything about that.
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes("SQLite")) (emitWarning as (...all: unknown[]) => void)(warning, ...rest)
  }
  try {
    return process.getBuiltinModule("node:sqlite" as "node:fs") as unknown as SqliteModule
  } finally {
    process.emitWarning = emitWarning
  }
}

function packaged(): SqliteModule {
  try {
    return createRequire(import.meta.url)(PACKAGE) as SqliteModule
  } catch (cause) {
    throw new BadPlace(
      `SQLite is not there: this Node (${process.versions.node}) has none of its own, and the package ${PACKAGE} can't be loaded; install it, or use Node ${BUILT_IN_FROM.join(".")} or newer`,
      { cause },
    )
  }
}
