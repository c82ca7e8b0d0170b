import { createRequire } from "node:module"
import { BadPlace } from "../bad-place.ts"

export type SqliteValue = string | number | null | Uint8Array

export type SqliteRow = Readonly<Record<string, SqliteValue>>

export interface SqliteStatement {
  run(...values: readonly SqliteValue[]): {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
  get(...values: readonly SqliteValue[]): SqliteRow | undefined
  all(...values: readonly SqliteValue[]): readonly SqliteRow[]
}

export interface SqliteConnection {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

/** Opens a database file. Tests replace this function to intercept calls to SQLite. */
export type OpenConnection = (file: string, options?: { readonly readOnly?: boolean }) => SqliteConnection

interface SqliteModule {
  readonly DatabaseSync: new (
    file: string,
    options?: { readonly readOnly?: boolean; readonly timeout?: number },
  ) => SqliteConnection
}

const PACKAGE = "@photostructure/sqlite"
const BUILT_IN_FROM = [22, 13]

function isBuiltIn(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  const [fromMajor = 0, fromMinor = 0] = BUILT_IN_FROM
  return major > fromMajor || (major === fromMajor && minor >= fromMinor)
}

/** Loads `node:sqlite`. Older versions of Node lack it; there, loads a package with the same API. */
export function loadSqlite(): OpenConnection {
  const { DatabaseSync } = isBuiltIn() ? builtIn() : loadPackage()
  return (file, options = {}) => new DatabaseSync(file, { timeout: 2000, ...options })
}

function builtIn(): SqliteModule {
  const { emitWarning } = process
  // Suppresses Node's warning that SQLite is experimental, because users can't do anything about it.
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes("SQLite")) (emitWarning as (...all: unknown[]) => void)(warning, ...rest)
  }
  try {
    return process.getBuiltinModule("node:sqlite" as "node:fs") as unknown as SqliteModule
  } finally {
    process.emitWarning = emitWarning
  }
}

function loadPackage(): SqliteModule {
  try {
    return createRequire(import.meta.url)(PACKAGE) as SqliteModule
  } catch (cause) {
    throw new BadPlace(
      `SQLite is missing: Node ${process.versions.node} does not include it, and the package ${PACKAGE} can't be loaded; install the package, or use Node ${BUILT_IN_FROM.join(".")} or newer`,
      { cause },
    )
  }
}
