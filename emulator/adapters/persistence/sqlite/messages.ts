import type { TroubleKind } from "../../../../src/ports/index.ts"
import type { SqliteDatabase } from "./database.ts"

export type SqliteMethod = keyof SqliteDatabase

export interface ToSqlite {
  readonly id: number
  readonly method: SqliteMethod
  readonly args: readonly unknown[]
}

export type FromSqlite =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly badPlace: string }
  | {
      readonly id: number
      readonly trouble: { readonly kind: TroubleKind; readonly message: string; readonly isUncertain: boolean }
    }

/** ID of the thread's first message, which reports that the database is open. */
export const OPENED_ID = 0

export const callMethod = <M extends SqliteMethod>(
  database: SqliteDatabase,
  method: M,
  args: Parameters<SqliteDatabase[M]>,
): ReturnType<SqliteDatabase[M]> =>
  (database[method] as (...given: typeof args) => ReturnType<SqliteDatabase[M]>).apply(database, args)
