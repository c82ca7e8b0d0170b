import type { TroubleKind } from "../../../src/inside.ts"
import type { HeldMethod } from "./held-database.ts"

/** What the thread is asked, and what it answers. */
export type ToSqlite =
  | { readonly id: number; readonly method: HeldMethod; readonly args: readonly unknown[] }
  | { readonly id: number; readonly url: string }
  | { readonly id: number; readonly close: true }

export type FromSqlite =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly badPlace: string }
  | {
      readonly id: number
      readonly trouble: { readonly kind: TroubleKind; readonly message: string; readonly isUncertain: boolean }
    }

/** The answer to the opening of the database. */
export const OPENED = 0
